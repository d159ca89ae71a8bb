"""hamzaNorm.pl, tanweenFilt.pl and def_art.pl, which normalize Arabic words in text, ctm or stm.

hamzaNorm.pl writes an alif at the beginning of a word as a bare one, whatever stands over or under it; tanweenFilt.pl
takes the tanween away from the ends of words, or from everywhere; but for that their code is the same. def_art.pl takes
the definite article off words, in Roman letters or, by LDC's lexicon, in Arabic script.
"""

import re
from collections.abc import Callable, Mapping

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long, parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, out, warn
from mondegreen.dropin.sctk import read_usage

Change = Callable[[bytes], bytes]

FORMATS = {b"txt", b"ctm", b"stm"}
SEPARATOR = re.compile(rb"(\s+)")
LABELS = re.compile(rb"(<[^<>]*>)(.*)", re.DOTALL)
# The word of a ctm line, the labels of an stm line, and what follows these, counted in fields and separators.
WORD, LABEL, TEXT = 8, 10, 12
# In UTF-8: alif with madda, with hamza above, with hamza below, and bare; kasratan, dammatan and fathatan.
ALIFS = rb" \xd8[\xa2\xa3\xa5\xa7]"
TANWEEN = rb"\xd9[\x8b\x8c\x8d]"
# The l of the article becomes a solar letter that follows; before others it stays. Stars mark what was not said so.
ROMANIZED = [
    (re.compile(rb"il\+(&?)([tgdrzs$SDTZnjk])"), rb"i\2 \1\2"),
    (re.compile(rb"(il)\+(&?)([a-zA-Z])"), rb"\1 \2\3"),
    (re.compile(rb"\s+\*\*i([ltgdrzs$SDTZnjk])\s+"), rb" i\1 "),
    (re.compile(rb"\s+([^*\s]+)\*\*"), rb" \1"),
    (re.compile(rb"\s+(il)\+(\*?)"), rb" \1 \2"),
]
LAM = b"\xe4"  # in the lexicon's encoding, ASMO 708
ONE_LAM = re.compile(rb"&*(?:bi\+|fa\+)?il\+[^+]*\n?")
TWO_LAMS = re.compile(rb"li\+(?:bi\+)?il\+[^+]*\n?")


@catch_exit
def run_hamza_norm(arguments: list[bytes]) -> int:
    """SCTK's hamzaNorm.pl: writes an alif at the beginning of a word as a bare one, whatever is over or under it."""
    changes = {"": lambda text: re.sub(ALIFS, b" \xd8\xa7", b" " + text)[1:]}
    return filter_words(arguments, "hamzaNorm.pl", 28, changes)


@catch_exit
def run_tanween_filt(arguments: list[bytes]) -> int:
    """SCTK's tanweenFilt.pl: takes the tanween away from the ends of words, or with -a from everywhere."""
    changes = {"": remove_final_tanween, "a": lambda text: re.sub(TANWEEN, b"", b" " + text)[1:]}
    return filter_words(arguments, "tanweenFilt.pl", 32, changes)


def remove_final_tanween(text: bytes) -> bytes:
    """The text without those that end words, in parentheses or not; of several at an end one goes."""
    text = re.sub(TANWEEN + rb"$", b"", b" " + text)
    text = re.sub(TANWEEN + rb"\)$", b")", text)
    for behind in (rb"(?=\) )", rb"(?= )"):
        text = re.sub(TANWEEN + behind, b"", text)
    return text[1:]


def filter_words(arguments: list[bytes], name: str, line: int, changes: Mapping[str, Change]) -> int:
    """Changes words as the options say.

    `line` is that of the original where it dies of its options; where it dies of other things follows from it.
    """
    usage = read_usage(name)
    options, words, fine = parse_getopt_long(arguments, ["i:s", *filter(None, changes)])
    if not fine:
        raise perl.DieError(b"Aborting:\n" + usage + b"\n:", name, line)
    kind = options.get("i", b"txt")
    if kind not in FORMATS:
        raise perl.DieError(usage + b"\n\nError: Undefined input format '%b'" % kind, name, line + 3)
    data, target = open_source(words, name, usage, line + 10)
    change = changes["a" if "a" in options else ""]
    lines = [change_line(perl.chomp(each), kind, change) + b"\n" for each in perl.split_lines(data)]
    return write_output(target, lines, name, line + 20)


def open_source(words: list[bytes], name: str, usage: bytes, line: int) -> tuple[bytes, bytes]:
    """The bytes of the first path, and the second path. `line` is that where the original begins to check them."""
    complaints = b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments"
    if len(words) != 2:
        raise perl.DieError(usage + b"\n" + complaints[min(len(words), 3)], name, line + 2 - min(len(words), 2))
    if words[0] != b"-" and not perl.is_readable(words[0]):
        raise perl.DieError(usage + b"\nError: Input file %b does not exist\n" % words[0], code=perl.NO_SUCH_FILE)
    return perl.read_file(words[0]), words[1]


def write_output(target: bytes, lines: list[bytes], name: str, line: int) -> int:
    complaint = b"Unable to open new-trans-file %b" % target
    failure = perl.DieError(complaint, name, line, code=perl.NO_SUCH_FILE)
    perl.write_file(target, b"".join(lines), failure, is_named=True)
    return 0


def change_line(line: bytes, kind: bytes, change: Change) -> bytes:
    """One line with its words changed; comments stay as they are, which plain text has none of."""
    if kind == b"txt":
        return change(line)
    if line.startswith((b";;", b"#")):
        return line
    rest = line.lstrip()
    parts = SEPARATOR.split(rest, 0 if kind == b"ctm" else 6)
    if kind == b"ctm":
        parts[WORD : WORD + 1] = map(change, parts[WORD : WORD + 1])
    elif len(parts) > LABEL and re.fullmatch(rb"<[^<>]*>\n?", parts[LABEL]):
        parts[TEXT:] = map(change, parts[TEXT:])
    else:
        parts[LABEL:] = [change(b"".join(parts[LABEL:]))]
    return line[: len(line) - len(rest)] + b"".join(parts)


@catch_exit
def run_def_art(arguments: list[bytes]) -> int:
    """SCTK's def_art.pl: takes the definite article off words, in Roman letters or, with -s, in Arabic script."""
    name, usage = "def_art.pl", read_usage("def_art.pl")
    options, words = parse_getopt_std(arguments, "i:s:t")
    kind, path = options.get("i", b""), options.get("s")
    if "i" in options and kind not in FORMATS:
        raise perl.DieError(usage + b"\n\nError: Undefined input format '%b'" % kind, name, 45)
    if path is not None and not perl.is_readable(path):
        complaint = usage + b"\n\nError: Unable to read lexicon file '%b'" % path
        raise perl.DieError(complaint, name, 52, code=perl.NO_SUCH_FILE)
    if "t" in options and path is None:
        raise perl.DieError(usage + b"\n\nError: -t requires -s as well", name, 56)
    data, target = open_source(words, name, usage, 63)
    split = split_romanized if path is None else Lexicon(path, romanized="t" in options).split
    split_line = {b"txt": split_text, b"ctm": split_ctm, b"stm": split_stm, b"": warn_of_format}[kind]
    # A line's last character goes even where it is no line feed.
    lines = [split_line(line[:-1], split, count) for count, line in enumerate(perl.split_lines(data), 1)]
    return write_output(target, lines, name, 76)


def split_romanized(text: bytes) -> bytes:
    for pattern, new in ROMANIZED:
        text = pattern.sub(new, text)
    return text


class Lexicon:
    """How the words of LDC's lexicon are written with their articles apart."""

    def __init__(self, path: bytes, *, romanized: bool) -> None:
        self.spellings: dict[bytes, bytes] = {}
        # Words may be written in Roman letters too where that is asked for.
        self.scripts: dict[bytes, bytes] = {}
        split = None
        for line in perl.split_lines(perl.read_file(path)):
            words = line.split()
            roman, script, _, _, morphology = (words + [b""] * 5)[:5]
            if romanized:
                self.scripts[roman] = script
            if len(words) > 1 or (words and line[-1:].isspace()):
                self.spellings[script] = script
            else:
                self.spellings.pop(b"", None)  # to Perl only a space after the first word begins another
            if b"+article" in morphology and b"il+" in roman:
                # A word whose spelling says nothing gets that of the article before it, in def_art.pl and so here.
                split = split_article(roman, script, morphology, line) or split
                if split is None:
                    self.spellings.pop(script, None)
                else:
                    self.spellings[script] = split

    def split(self, text: bytes) -> bytes:
        """The text with its articles apart; warns of a word that the lexicon does not hold."""
        new = b""
        for word in perl.split_fields(text):
            word = self.scripts.get(word) or word  # noqa: PLW2901 - from here on that is the word
            spelling = self.spellings.get(word)
            if spelling is None:
                warn(b"Word %b is not in lexicon\n" % word)
            new += b" " + (spelling or word)
        return new[1:]


def split_article(roman: bytes, script: bytes, morphology: bytes, line: bytes) -> bytes | None:
    """A word in Arabic script with its article apart, as its Roman spelling says; none if it does not."""
    for pattern, lams in ((ONE_LAM, LAM), (TWO_LAMS, 2 * LAM)):
        if pattern.fullmatch(roman):
            return script.replace(lams, lams + b" ", 1)
    out(b"HELP  %b  %b" % (morphology.partition(b":")[0], line))
    return None


def split_text(line: bytes, split: Change, _count: int) -> bytes:
    return (split(line) if line.strip() else line) + b"\n"


def split_ctm(line: bytes, split: Change, _count: int) -> bytes:
    parts = perl.split_fields(line.lstrip()) + [b""] * 6
    words = perl.split_fields(split(parts[4]))
    start, duration = parse_perl_number(parts[2]), parse_perl_number(parts[3]) / max(1, len(words))
    times = [(start + count * duration, duration) for count in range(len(words))]
    line_of = b"%b %b %.2f %.3f %b %b\n"
    return b"".join(line_of % (*parts[:2], *time, word, parts[5]) for time, word in zip(times, words, strict=True))


def split_stm(line: bytes, split: Change, _count: int) -> bytes:
    """A line of stm, whose text follows the labels if there are any. Comments are taken for records."""
    # What is missing of a short line is empty, and what marks its end counts as a field.
    parts = perl.split_fields_at_most(line.lstrip() + b" ENDOFLN", 5)
    parts += [b""] * (6 - len(parts))
    text = re.sub(rb"\s*ENDOFLN\n?\Z", b"", parts[5])
    head = b" ".join(parts[:5])
    if labels := LABELS.fullmatch(text):
        head, text = head + b" " + labels[1], labels[2]
    return head + b" " + (split(text) if line.strip() else text) + b"\n"


def warn_of_format(_line: bytes, _split: Change, count: int) -> bytes:
    """Without -i the original knows no format, contrary to what it says: nothing is written, and Perl complains."""
    for code_line in (80, 82, 100):
        where = perl.format_location("def_art.pl", code_line, f"<IN> line {count}")
        warn(b"Use of uninitialized value $InFmt in string eq" + where)
    return b""
