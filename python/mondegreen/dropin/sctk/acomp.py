"""acomp.pl: splits German compounds into words of a lexicon, in text, ctm and stm files."""

import re
from collections.abc import Callable

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.numbers import format_perl_float, parse_perl_number
from mondegreen.dropin.emulation.streams import ExitError, catch_exit, out, write_parts
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.rttm_tools import get_code

SCRIPT = "acomp.pl"
STM_FIELDS = 5
PARENTHESES = re.compile(rb"\((.*)\)")
MISSING = (b"Input and Output Not Specified", b"Output Not Specified")
LABEL = re.compile(rb"<.*>")
FRAGMENT = re.compile(rb"\S+-\Z")
MARKS = re.compile(rb"[-_]+")


def chop(line: bytes) -> bytes:
    """The line without its last byte, which is not always a line feed: the last line may lose a letter."""
    return line[:-1]


class Lexicon:
    """The words that compounds are made of, and words with their parts."""

    def __init__(self, text: bytes, shortest: float, *, inserts: bool, fragments: bool) -> None:
        self.shortest, self.inserts, self.fragments = shortest, inserts, fragments
        self.words: set[bytes] = set()
        self.known: dict[bytes, bytes] = {}
        # Of the parts that marks separate in the lexicon; the original looks for no longer ones in a compound.
        self.longest = 0
        for line in perl.split_lines(text):
            self.add((chop(line).split() or [b""])[0])
        self.longest_word = max(map(len, self.words), default=0)

    def add(self, text: bytes) -> None:
        word = perl.uppercase(text, latin1=True)
        if not MARKS.search(word):
            self.words.add(word)
            self.known[word] = word
            return
        spaced = MARKS.sub(b" ", word)
        for part in perl.split_fields(spaced):
            self.words.add(part)
            self.longest = max(self.longest, len(part))
        joined = word.replace(b"_", b"")
        self.known[joined] = self.known[joined.replace(b"-", b"")] = spaced

    def expand_text(self, text: bytes) -> bytes:
        """All words of a text; a parenthesis is around each part."""
        found = b""
        for word in perl.split_fields(perl.uppercase(text, latin1=True)):
            inner = PARENTHESES.fullmatch(word)
            if inner is None:
                found += self.expand(word) + b" "
            elif self.fragments and inner[1].endswith(b"-"):
                # The original means to put it in parentheses.
                found += FRAGMENT.sub(lambda match: b"aq(%b)" % match[0], self.expand(inner[1])) + b" "
            else:
                found += b"".join(b"(%b) " % part for part in perl.split_fields(self.expand(inner[1])))
        return found[:-1] if found.endswith(b" ") else found

    def expand(self, word: bytes) -> bytes:
        """The parts of a word, or the word."""
        if not self.known.get(word):
            self.known[word] = self.find_fragment(word) if self.is_fragment(word) else self.find_compound(word) or word
        return self.known[word]

    def is_fragment(self, word: bytes) -> bool:
        return self.fragments and word.endswith(b"-")

    def find_fragment(self, word: bytes) -> bytes:
        """The longest compound that a fragment begins with, and the rest."""
        for end in range(len(word) - 2, 0, -1):
            found = self.find_compound(word[:end]) if end >= self.shortest else None
            if found is not None:
                return found + b" " + word[end:]
        return word

    def find_compound(self, word: bytes) -> bytes | None:
        parts = self.split(word)
        return None if parts is None else b" ".join(parts)

    def split(self, word: bytes) -> list[bytes] | None:
        """The parts of a compound, of which the first ones are as long as can be.

        From the end of the word on, what each rest may be is found once: some have thousands of parts.
        """
        # Where the first part of the rest from an index on ends, and where the next one begins.
        steps: dict[int, tuple[int, int]] = {}
        for start in range(len(word), -1, -1):
            step = self.find_step(word, start, steps)
            if step is not None:
                steps[start] = step
        parts, start, is_whole = [], 0, 0 not in steps
        while not is_whole:
            end, following = steps[start]
            parts.append(word[start:end])
            is_whole, start = following == start, following
        return parts or None

    def find_step(self, word: bytes, start: int, steps: dict[int, tuple[int, int]]) -> tuple[int, int] | None:
        """The first step of a rest, which leads to itself where the rest is a word."""
        size = len(word)
        if size - start <= self.longest_word and word[start:] in self.words:
            return size, start
        for end in range(min(start + self.longest, size), start, -1):
            if not end - start >= self.shortest:
                break
            if word[start:end] in self.words:
                for following in self.list_rests(word, end):
                    if size - following >= self.shortest and following in steps:
                        return end, following
        return None

    def list_rests(self, word: bytes, end: int) -> list[int]:
        """Where the next part may begin: behind a part, and behind an S, EN, or S and another letter before EN."""
        if not self.inserts:
            return [end]
        if word.startswith(b"S", end):
            # The original looks for EN behind the S, and then takes only one of the two letters.
            return [end, end + 2 if word.startswith(b"EN", end + 1) else end + 1]
        return [end, end + 2] if word.startswith(b"EN", end) else [end]


def expand_ctm(lexicon: Lexicon, line: bytes) -> bytes:
    """The parts of a ctm's word, which share its time; they end in a space where there is no confidence."""
    fields = perl.split_fields(line.lstrip())
    file, channel, start, duration, word, confidence = (fields + [b""] * 6)[:6]
    parts = perl.split_fields(lexicon.expand_text(word))
    share = parse_perl_number(duration) / max(len(parts), 1)
    times = [(parse_perl_number(start) + index * share, share) for index in range(len(parts))]
    shown = [b"%b %b" % (format_perl_float(begin, 2), format_perl_float(length, 2)) for begin, length in times]
    lines = zip(shown, parts, strict=True)
    return b"".join(b"%b %b %b %b %b\n" % (file, channel, *each, confidence) for each in lines)


def expand_stm(lexicon: Lexicon, line: bytes) -> bytes:
    line = line.lstrip()
    fields = perl.split_fields_at_most(line, STM_FIELDS + 1)
    if len(fields) < STM_FIELDS:
        raise ExitError(b"Error: Not enough fields in stm line '%b'\n" % line)
    head, rest = fields[:STM_FIELDS], fields[STM_FIELDS:]
    if rest and LABEL.fullmatch(rest[0]):
        head.append(rest.pop(0))
    text = b" ".join(rest)
    return b" ".join(head + ([lexicon.expand_text(text)] if text else [])) + b"\n"


FORMATS: dict[bytes, Callable[[Lexicon, bytes], bytes]] = {
    b"txt": lambda lexicon, line: lexicon.expand_text(line) + b"\n",
    b"ctm": expand_ctm,
    b"stm": expand_stm,
}


@catch_exit
def main(arguments: list[bytes]) -> int:
    options, paths, is_valid = parse_getopt_long(arguments, ["l=s", "m=s", "t", "s", "i:s", "f"])
    usage = read_usage(SCRIPT)
    if not is_valid:
        raise perl.DieError(b"\n%b\nError: Failed to parse arguments" % usage, SCRIPT, 54)
    if "l" not in options:
        raise perl.DieError(usage + b"\n\nError: Lexicon required via -l.\n")
    kind = options.get("i", b"txt")
    if kind not in FORMATS:
        raise perl.DieError(usage + b"\n\nError: Undefined input format '%b'" % kind, SCRIPT, 63)
    if len(paths) != len(MISSING):
        what = MISSING[len(paths)] if len(paths) < len(MISSING) else b"Too many arguments"
        out(b"\n%b\n%b\n\n" % (usage, what))
        return 1
    source, target = paths
    if source != b"-" and not perl.is_readable(source):
        raise perl.DieError(usage + b"\nError: Input file %b does not exist\n" % source, code=perl.NO_SUCH_FILE)
    failure = perl.DieError(b"Unable to open Lexicon '%b'" % options["l"], SCRIPT, 291, code=perl.NO_SUCH_FILE)
    # Triple consonants (-t) are looked for in lower case, and so never found.
    shortest = parse_perl_number(options.get("m", b"2"))
    text = perl.read_file(options["l"], failure)
    lexicon = Lexicon(text, shortest, inserts="s" not in options, fragments="f" in options)
    expand_file(lexicon, FORMATS[kind], source, target)
    return 0


def expand_file(lexicon: Lexicon, expand: Callable[[Lexicon, bytes], bytes], source: bytes, target: bytes) -> None:
    """Expand a file line by line; what comes before a bad line is written."""
    failures = [
        perl.DieError(b"Error: Unable to open %b file '%b'" % (what, path), SCRIPT, line, code=perl.NO_SUCH_FILE)
        for what, path, line in ((b"input", source, 82), (b"output", target, 83))
    ]
    lines, end = [], None
    for line in perl.split_lines(perl.read_file(source, failures[0])):
        chopped = chop(line)
        try:
            lines.append(chopped + b"\n" if chopped.startswith(b";;") else expand(lexicon, chopped))
        except ExitError as error:
            end = perl.DieError(error.message, code=get_code(line, is_file=(source, target) != (b"-", b"-")))
            break
    if target == b"-":
        out(b"".join(lines))
    elif not write_parts(target, lines, is_named=True):
        raise failures[1]
    if end is not None:
        raise end
