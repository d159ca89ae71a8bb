"""csrfilt.sh: applies a global mapping file to the transcripts in an stm, ctm, trn, rttm or text file.

The original is a chain of small filters over temporary files; here each is a function, and a file is read once. What
a filter of that chain leaves unread because it died (a line of an stm file that cannot be split) is missing here too,
and as there the exit code does not say so.
"""

import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from operator import itemgetter

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import ExitError, err, out
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.rfilter1 import apply_rules

FAILED = 1
UNORDERED = b"Error: Can not filter text with illegally formatted optional deletion tags.  Look for:\n"
SECTION = re.compile(rb';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
SPACES = re.compile(rb"[ \t]+")
# Of lines.
STM = (
    re.compile(rb"(\s*\S+\s*\S+\s*\S+\s*\S+\s*\S+\s*<\S+>)(.*)$"),
    re.compile(rb"(\s*\S+\s*\S+\s*\S+\s*\S+\s*\S+)(.*)$"),
)
TRN = re.compile(rb"(.*)(\(.*\))\s*$")
LEXEME = re.compile(rb" LEXEME.* (?:lex|fp|un-lex|for-lex|alpha|acronym|interjection|propernoun|other) ")
MARK = re.compile(rb"([{}/@])")
BRACE = re.compile(rb"([{}])")
CONFIDENCE = re.compile(rb"[0-9.-]*\n?\Z")
# A line of a ctm file that is one plain word with plain times and a confidence, or any other.
CTM_LINE = re.compile(
    rb"^([^\s{};]+ [^\s{}]+) (\d+(?:\.\d*)?) (\d+(?:\.\d*)?) ([^\s(){}/;\0]+) ([0-9.-]+)\n|^(.*\n?)", re.MULTILINE
)
PLAIN_TEXT = re.compile(rb"[^(){}/;]*[^(){}/;\s][^(){}/;]*\n")
# Of transcripts.
HYPHEN = re.compile(rb"([^( ])-(?=[^) ])")
OPTIONAL = re.compile(rb"\s\([^()]+\)")
TWO_OPTIONAL = re.compile(rb"(\(\s+[^()\s]+\s+)([^()\s]+)")
OPENED = re.compile(rb"\(\s+")
CLOSED = re.compile(rb"\s+\)")

# From a line to its text and its rest, or nothing where it cannot be split.
Split = Callable[[bytes], "tuple[bytes, bytes] | None"]
# From texts and rests to the lines of the file.
Pairs = Iterable[tuple[bytes, bytes]]
Join = Callable[[Pairs], Iterable[bytes]]


def main(arguments: list[bytes]) -> int:
    try:
        options, path = parse_options(arguments)
    except ExitError as wrong:
        out(read_usage("csrfilt.sh") + wrong.message)
        return FAILED
    rules = select_sections(perl.read_file(path), options[b"-i"], options[b"-t"])
    data = sys.stdin.buffer.read()
    plain = rewrite_plain_ctm(data, rules, options) if options[b"-i"] == b"ctm" else None
    if plain:
        lines: Iterator[bytes] = join_plain_ctm(*plain)
    else:
        texts, rests = split_lines(data, options[b"-i"])
        if unordered := b"".join(map(find_unpaired, texts)):
            out(UNORDERED + unordered)
            return FAILED
        new = rewrite_lines(texts, rules, options)
        join = LAYOUTS[options[b"-i"]][1]
        lines = map(squeeze_spaces, join(zip(new, rests + [b""] * (len(new) - len(rests)), strict=False)))
    output: list[bytes] = []
    try:
        output.extend(lines)
    except ZeroDivisionError as error:
        where = (os.getpid(), error.args[0])
        err(b"Illegal division by zero at /tmp/hs_filt.ctm.%d line 22, <> line %d.\n" % where)
    out(b"".join(output))
    return 0


def parse_options(arguments: list[bytes]) -> tuple[dict[bytes, bytes], bytes]:
    """The options by their names, and the path of the rules."""
    options, rest = {b"-i": b"trn", b"-t": b""}, list(arguments)
    while rest and rest[0].startswith(b"-"):
        option = rest.pop(0)
        if option in CHOICES:
            known, names = CHOICES[option]
            word = rest[0] if rest else b""
            if word not in known:  # the message speaks of -i for either option
                raise ExitError(b"%b\nError: -i option requires either %b not %b\n" % (word, names, word))
            options[option] = rest.pop(0)
        elif option in FLAGS:
            options[option] = b""
        else:
            raise ExitError(b"\nError: Unrecognized option %b\n" % option)
    # A second file, of rules for single utterances, must exist; no kind of input uses it.
    if len(rest) not in {1, 2}:
        raise ExitError(b"\nError: requires one or two command line arguments\n")
    for path, name in zip(rest, (b"Global-map-file", b"Utterance-map-file"), strict=False):
        if not perl.is_file(path):
            raise ExitError(b"\nError: %b '%b' does not exist\n" % (name, path))
    return options, rest[0]


def select_sections(rules: bytes, kind: bytes, purpose: bytes) -> bytes:
    """The lines before the first section, and those of sections for this kind of input or its purpose.

    The expression of a section is looked for in the name of either; one that cannot be read ends the file there.
    """
    applies = True
    selected: list[bytes] = []
    for count, line in enumerate(perl.split_lines(rules), 1):
        if found := SECTION.match(line):
            expression = found[1].lower()
            try:
                search = perl.compile_pattern(expression).search
            except re.error as error:
                err(b"%b in regex; m/%b/ at -e line 9, <> line %d.\n" % (str(error).encode(), expression, count))
                break
            # Perl takes an empty expression for the last one that was found, and here that is none.
            applies = bool(expression) and any(map(search, (kind, purpose)))
        if applies:
            selected.append(line)
    return b"".join(selected)


def split_lines(data: bytes, kind: bytes) -> tuple[list[bytes], list[bytes]]:
    """The transcripts and the rests of their lines, up to the first that cannot be split."""
    split, _, code_line = LAYOUTS[kind]
    texts: list[bytes] = []
    rests: list[bytes] = []
    for count, line in enumerate(perl.split_lines(data), 1):
        comment = line.startswith(b";;")
        parts = (b"\n", line) if comment else split(SPACES.sub(b" ", pad_line(line)))
        if parts is None:
            err(b"Error: Parse of %b line failed at -e line %d, <IN> line %d.\n" % (kind, code_line, count))
            break
        texts.append(parts[0])
        rests.append(parts[1])
    return texts, rests


def rewrite_lines(texts: list[bytes], rules: bytes, options: Container[bytes]) -> list[bytes]:
    if b"-s" not in options:
        texts = [line if line.startswith(b";;") else perl.uppercase(line, latin1=b"-e" in options) for line in texts]
    found = perl.split_lines(apply_rules(b"".join(map(add_spaces, texts)), rules))
    if b"-dh" in options:
        found = [HYPHEN.sub(rb"\1 ", line) if b"-" in line else line for line in found]
    # A parenthesis that a rule leaves open joins a line to the next.
    return perl.split_lines(b"".join(map(remove_spaces, found)))


def pad_line(line: bytes) -> bytes:
    return b" %b \n" % line[:-1] if line.endswith(b"\n") else b" %b " % line


def add_spaces(line: bytes) -> bytes:
    """The line with spaces around it and inside its parentheses."""
    return pad_line(line.replace(b"(", b"( ").replace(b")", b" )"))


def find_unpaired(line: bytes) -> bytes:
    """What is left of a line whose parentheses are not in order; nothing of one in which they are."""
    if b"(" not in line and b")" not in line:
        return b""
    rest = OPTIONAL.sub(b"", add_spaces(line).replace(b"(", b"   (").replace(b")", b")  ", 1))
    return rest if b"(" in rest or b")" in rest else b""


def remove_spaces(line: bytes) -> bytes:
    """The line without what `add_spaces` put in, each word of several in parentheses in a pair of its own."""
    has_parentheses = b"(" in line or b")" in line
    more = int(has_parentheses)
    while more:
        line, more = TWO_OPTIONAL.subn(rb"\1) ( \2", line, count=1)
    line = line.removeprefix(b" ")
    line = line[:-2] + b"\n" if line.endswith(b" \n") else line.removesuffix(b" ")
    return CLOSED.sub(b")", OPENED.sub(b"(", line)) if has_parentheses else line


def split_stm(line: bytes) -> tuple[bytes, bytes] | None:
    """Text follows five fields and the labels, if there are any."""
    found = STM[0].match(line) or STM[1].match(line)
    return (found[2] + b"\n", found[1] + b"\n") if found else None


def split_trn(line: bytes) -> tuple[bytes, bytes] | None:
    found = TRN.match(line)
    return (found[1] + b"\n", found[2] + b"\n") if found else None


def split_rttm(line: bytes) -> tuple[bytes, bytes]:
    """The sixth field of a line for a word is text."""
    return split_field(line, 6) if LEXEME.match(line) else (b"\n", line)


def split_field(line: bytes, index: int) -> tuple[bytes, bytes]:
    parts = perl.split_fields(line)
    text = parts.pop(index) if len(parts) > index else b""
    return text + b"\n", b" ".join(parts) + b"\n"


Row = tuple[bytes, bytes, bytes, bytes, bytes, bytes]


def rewrite_plain_ctm(
    data: bytes, rules: bytes, options: Container[bytes]
) -> tuple[list[Row], dict[bytes, bytes]] | None:
    """The lines of a ctm file that are all plain or comments, and what the rules make of each of its words."""
    rows: list[Row] = CTM_LINE.findall(data)
    if rows and not any(rows[-1]):
        rows.pop()
    # Without these no line joins the next, so that each word can be rewritten by itself.
    is_by_line = not any(mark in rules for mark in b"()") and b"COPY_NO_HIT" not in rules.upper()
    others = [row[5] for row in rows if not row[3]]
    if not is_by_line or not rows or not all(line.startswith(b";;") for line in others):
        return None
    # A comment goes by as an empty text.
    words = list(dict.fromkeys(map(itemgetter(3), rows)))
    new = rewrite_lines([word + b"\n" for word in words], rules, options)
    # Rules of an unknown format leave nothing.
    return (rows, dict(zip(words, new, strict=True))) if new else ([], {})


class ShownTimes(dict[bytes, bytes]):
    """Times with three decimals; most come more than once."""

    def __missing__(self, text: bytes) -> bytes:
        shown = self[text] = b"%.3f" % float(text)
        return shown


def join_plain_ctm(rows: list[Row], new: dict[bytes, bytes]) -> Iterator[bytes]:
    """The same as `join_ctm` of plain lines."""
    times = ShownTimes()
    plain = {word: text.split() for word, text in new.items() if word and PLAIN_TEXT.fullmatch(text)}
    for count, (head, start, duration, word, confidence, other) in enumerate(rows, 1):
        texts = plain.get(word, ())
        if len(texts) == 1:
            yield b"%b %b %b %b %b\n" % (head, times[start], times[duration], texts[0], confidence)
        elif texts:
            begin, share = float(start), float(duration) / len(texts)
            for step, text in enumerate(texts):
                yield b"%b %.3f %.3f %b %b\n" % (head, begin + share * step, share, text, confidence)
        else:
            rest = b" %b %b %b %b\n" % (head, start, duration, confidence) if word else other
            yield from map(squeeze_spaces, join_ctm_line(new[word], rest, count))


def join_ctm(pairs: Pairs) -> Iterator[bytes]:
    """A line for each word of each text; comments and lines of five fields stay as they are."""
    for count, (text, rest) in enumerate(pairs, 1):
        yield from join_ctm_line(text, rest, count)


def join_ctm_line(text: bytes, rest: bytes, count: int) -> Iterator[bytes]:
    line = insert_field(perl.chomp(text), rest, 5)
    if line.startswith(b";;"):
        yield line
        return
    line = BRACE.sub(rb" \1 ", line.lstrip())
    parts = line.split()
    if len(parts) == 5:
        yield line
    else:
        yield from expand_ctm(parts, count)


def expand_ctm(parts: list[bytes], count: int) -> Iterator[bytes]:
    """A line for each word of each alternative with an equal part of the time, and marks around alternatives.

    A number at the end is the confidence, which all words get; anything else there (NA) is taken for a word.
    """
    confidence = parts[-1] if parts and CONFIDENCE.match(parts[-1]) else b""
    end = len(parts) - bool(confidence)
    alternatives = b" ".join(parts[4:end] if end > 4 else []).split(b"/")
    while alternatives and not alternatives[-1]:
        alternatives.pop()
    head = b" ".join(parts[:2])
    begin, between, finish = (head + b" * *  <ALT%b>\n" % mark for mark in (b"_BEGIN", b"", b"_END"))
    several = len(alternatives) > 1
    if several:
        yield begin
    for index, alternative in enumerate(alternatives):
        if several and index:
            yield between
        words = alternative.translate(None, b"{}").split()
        if not words:
            raise ZeroDivisionError(count)  # an alternative without words has no time to share out
        start, duration = parse_perl_number(parts[2]), parse_perl_number(parts[3]) / len(words)
        for step, word in enumerate(words):
            yield head + b" %.3f %.3f %b %b\n" % (start + duration * step, duration, word, confidence)
    if several:
        yield finish


def join_rttm(pairs: Pairs) -> Iterator[bytes]:
    """Texts in the sixth field, several words and alternatives being joined by underscores."""
    for text, rest in pairs:
        field = perl.chomp(text)
        if field.split() and re.search(rb"\s", field):
            field = re.sub(rb"\s+", b" ", MARK.sub(rb" \1 ", field))
            field = re.sub(rb"\s", b"_", re.sub(rb"\s$", b"", re.sub(rb"^\s", b"", field)))
        yield insert_field(field, rest, 6)


def insert_field(text: bytes, rest: bytes, index: int) -> bytes:
    if not text:
        return rest
    parts = perl.split_fields(rest)
    parts.insert(index, text)
    return b" ".join(parts) + b"\n"


def squeeze_spaces(line: bytes) -> bytes:
    """The line without spaces at its ends, and one where there were several, unless it is a comment."""
    if line.startswith(b";"):
        return line
    return SPACES.sub(b" ", perl.chomp(line).strip(b" \t")) + (b"\n" if line.endswith(b"\n") else b"")


# Kind of input -> how lines are split and joined, and the line of csrfilt.sh's code that dies where it cannot.
LAYOUTS: dict[bytes, tuple[Split, Join, int]] = {
    # The fifth field is text; lines begin with a space, and so with an empty field.
    b"ctm": (lambda line: split_field(line, 5), join_ctm, 0),
    b"stm": (split_stm, lambda pairs: (rest[:-1] + text for text, rest in pairs), 16),
    b"trn": (split_trn, lambda pairs: (perl.chomp(text) + rest for text, rest in pairs), 13),
    b"txt": (lambda line: (line, b"\n"), lambda pairs: (text for text, _ in pairs), 0),
    b"rttm": (split_rttm, join_rttm, 0),
}
FLAGS = (b"-dh", b"-s", b"-e")
CHOICES: dict[bytes, tuple[Container[bytes], bytes]] = {
    b"-i": (LAYOUTS, b'"ctm", "stm", "txt", "trn", or "rttm"'),
    b"-t": ((b"ref", b"hyp"), b'"ref", or "hyp"'),
}
