"""def_art.pl: takes the definite article off Arabic words, in Roman letters or, by LDC's lexicon, in Arabic script."""

import re
import sys

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.sctk.arabic import FORMAT_USAGE, FORMATS, Change, Read, make_program, open_source

NAME = "def_art.pl"
LABELS = re.compile(rb"(<[^<>]*>)(.*)", re.DOTALL)
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
USAGE = (
    b"""\
Usage: def_art.sh [ -i fmt ] [ -s LDC_LEX ] -t Infile|- OutFile|-
Version: 1.3
Desc: Detaches the arabic definite article.  This script was donated by BBNOptions:
%b      -s LDC_LEX
               Perform the operation on arabic script transcripts.  This requires
               the LDC Arabic Lexicon.  The script uses the lexicons morphological
               tags to decided when to seperate the definate article.
      -t       If -s is used, Translate any token that match entries a romanized
               orthography to it's script form

"""
    % FORMAT_USAGE
)


def run(arguments: list[bytes], read: Read) -> tuple[bytes, bytes]:
    options, words = parse_getopt_std(arguments, "i:s:t")
    kind = options.get("i", b"")
    if "i" in options and kind not in FORMATS:
        raise perl.DieError(USAGE + b"\n\nError: Undefined input format '%b'" % kind + perl.format_location(NAME, 45))
    path = options.get("s")
    if path is not None and not perl.is_readable(path):
        complaint = USAGE + b"\n\nError: Unable to read lexicon file '%b'" % path
        raise perl.DieError(complaint + perl.format_location(NAME, 52), perl.NO_SUCH_FILE)
    if "t" in options and path is None:
        raise perl.DieError(USAGE + b"\n\nError: -t requires -s as well" + perl.format_location(NAME, 56))
    data, target = open_source(NAME, USAGE, words, 63, read)
    split = split_romanized if path is None else Lexicon(path, romanized="t" in options).split
    split_line = {b"txt": split_text, b"ctm": split_ctm, b"stm": split_stm, b"": warn_of_format}[kind]
    # A line's last character goes even where it is no line feed.
    return target, b"".join(split_line(line[:-1], split, count) for count, line in enumerate(perl.split_lines(data), 1))


main = make_program(NAME, 76, run)


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
                perl.warn(b"Word %b is not in lexicon\n" % word)
            new += b" " + (spelling or word)
        return new[1:]


def split_article(roman: bytes, script: bytes, morphology: bytes, line: bytes) -> bytes | None:
    """A word in Arabic script with its article apart, as its Roman spelling says; none if it does not."""
    for pattern, lams in ((ONE_LAM, LAM), (TWO_LAMS, 2 * LAM)):
        if pattern.fullmatch(roman):
            return script.replace(lams, lams + b" ", 1)
    base = morphology.partition(b":")[0]
    sys.stdout.buffer.write(b"HELP  %b  %b" % (base, line))
    return None


def split_text(line: bytes, split: Change, _count: int) -> bytes:
    return (split(line) if line.strip() else line) + b"\n"


def split_ctm(line: bytes, split: Change, _count: int) -> bytes:
    parts = perl.split_fields(line.lstrip()) + [b""] * 6
    words = perl.split_fields(split(parts[4]))
    lines = []
    for count, word in enumerate(words):
        duration = parse_perl_number(parts[3]) / len(words)
        start = parse_perl_number(parts[2]) + count * duration
        lines.append(b"%b %b %.2f %.3f %b %b\n" % (parts[0], parts[1], start, duration, word, parts[5]))
    return b"".join(lines)


def split_stm(line: bytes, split: Change, _count: int) -> bytes:
    """A line of stm, whose text follows the labels if there are any. Comments are taken for records."""
    # What is missing of a short line is empty, and what marks its end counts as a field.
    parts = perl.SPACES.split(line.lstrip() + b" ENDOFLN", 5)
    parts += [b""] * (6 - len(parts))
    text = re.sub(rb"\s*ENDOFLN\n?\Z", b"", parts[5])
    head = b" ".join(parts[:5])
    if labels := LABELS.fullmatch(text):
        head, text = head + b" " + labels[1], labels[2]
    return head + b" " + (split(text) if line.strip() else text) + b"\n"


def warn_of_format(_line: bytes, _split: Change, count: int) -> bytes:
    """Without -i the original knows no format, contrary to what it says: nothing is written, and Perl complains."""
    for code_line in (80, 82, 100):
        where = perl.format_location(NAME, code_line, f"<IN> line {count}")
        perl.warn(b"Use of uninitialized value $InFmt in string eq" + where)
    return b""
