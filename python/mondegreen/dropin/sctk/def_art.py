"""def_art.pl: takes the definite article off Arabic words, in Roman letters or, by LDC's lexicon, in Arabic script."""

import re
import sys
from collections.abc import Callable, Iterator

from mondegreen.dropin.sctk import records, script_usage
from mondegreen.dropin.sctk.perl import (
    BLANKS,
    NO_SUCH_FILE,
    DieError,
    fields,
    getopts,
    lines,
    mortal,
    number,
    place,
    read_file,
    readable,
    warn,
    write_file,
)

NAME = "def_art.pl"
LABELS = re.compile(rb"(<[^<>]*>)(.*)", re.DOTALL)
# The l of the article becomes a solar letter that follows; before others it stays. Stars mark what was not said so.
ROMANISED = [
    (re.compile(rb"il\+(&?)([tgdrzs$SDTZnjk])"), rb"i\2 \1\2"),
    (re.compile(rb"(il)\+(&?)([a-zA-Z])"), rb"\1 \2\3"),
    (re.compile(rb"\s+\*\*i([ltgdrzs$SDTZnjk])\s+"), rb" i\1 "),
    (re.compile(rb"\s+([^*\s]+)\*\*"), rb" \1"),
    (re.compile(rb"\s+(il)\+(\*?)"), rb" \1 \2"),
]
LAM = b"\xe4"  # in the lexicon's encoding, ASMO 708
ONE_LAM = re.compile(rb"&*(?:bi\+|fa\+)?il\+[^+]*\n?")
TWO_LAMS = re.compile(rb"li\+(?:bi\+)?il\+[^+]*\n?")


@mortal
def main(arguments: list[bytes]) -> int:
    """Filters a file."""
    target, text = run(arguments, sys.stdin.buffer.read)
    write_file(target, text, b"Unable to open new-trans-file %b" % target + place(NAME, 76))
    return 0


def run(arguments: list[bytes], read: Callable[[], bytes]) -> tuple[bytes, bytes]:
    """Where the output belongs, and the output."""
    options, words = getopts(arguments, "i:s:t")
    kind = options.get("i", b"")
    if "i" in options and kind not in records.FORMATS:
        raise DieError(script_usage.DEF_ART + b"\n\nError: Undefined input format '%b'" % kind + place(NAME, 45))
    path = options.get("s")
    if path is not None and not readable(path):
        complaint = script_usage.DEF_ART + b"\n\nError: Unable to read lexicon file '%b'" % path
        raise DieError(complaint + place(NAME, 52), NO_SUCH_FILE)
    if "t" in options and path is None:
        raise DieError(script_usage.DEF_ART + b"\n\nError: -t requires -s as well" + place(NAME, 56))
    data, target = records.opened(NAME, script_usage.DEF_ART, words, 63, read)
    split = romanised if path is None else Lexicon(path, romanised="t" in options).split
    changed = {b"txt": in_text, b"ctm": in_ctm, b"stm": in_stm, b"": in_nothing}[kind]
    # A line's last character goes even where it is no line feed.
    return target, b"".join(changed(line[:-1], split, count) for count, line in enumerate(lines(data), 1))


def romanised(text: bytes) -> bytes:
    """The text with its articles apart."""
    for pattern, new in ROMANISED:
        text = pattern.sub(new, text)
    return text


class Lexicon:
    """How the words of LDC's lexicon are written with their articles apart."""

    def __init__(self, path: bytes, *, romanised: bool) -> None:
        self.split_forms: dict[bytes, bytes] = {}
        # Words may be written in Roman letters too where that is asked for.
        self.scripts: dict[bytes, bytes] = {}
        split = None
        for line in lines(read_file(path)):
            words = line.split()
            roman, script, _, _, morphology = (words + [b""] * 5)[:5]
            if romanised:
                self.scripts[roman] = script
            if len(words) > 1 or (words and line[-1:].isspace()):
                self.split_forms[script] = script
            else:
                self.split_forms.pop(b"", None)  # to Perl only a blank after the first word begins another
            if b"+article" in morphology and b"il+" in roman:
                # A word whose form tells nothing has that of the article before it, in the original and so here.
                split = apart(roman, script, morphology, line) or split
                if split is None:
                    self.split_forms.pop(script, None)
                else:
                    self.split_forms[script] = split

    def split(self, text: bytes) -> bytes:
        """The text with its articles apart; a word that the lexicon does not hold is told of."""
        new = b""
        for word in fields(text):
            word = self.scripts.get(word) or word  # noqa: PLW2901 - from here on that is the word
            form = self.split_forms.get(word)
            if form is None:
                warn(b"Word %b is not in lexicon\n" % word)
            new += b" " + (form or word)
        return new[1:]


def apart(roman: bytes, script: bytes, morphology: bytes, line: bytes) -> bytes | None:
    """A word in Arabic script with its article apart, as its form in Roman letters tells; none if it does not."""
    for pattern, lams in ((ONE_LAM, LAM), (TWO_LAMS, 2 * LAM)):
        if pattern.fullmatch(roman):
            return script.replace(lams, lams + b" ", 1)
    base = morphology.partition(b":")[0]
    sys.stdout.buffer.write(b"HELP  %b  %b" % (base, line))
    return None


def in_text(line: bytes, split: Callable[[bytes], bytes], _count: int) -> bytes:
    """A line of plain text."""
    return (split(line) if line.strip() else line) + b"\n"


def in_ctm(line: bytes, split: Callable[[bytes], bytes], _count: int) -> bytes:
    """A line of ctm becomes as many as its word has parts, the time shared out."""
    parts = fields(line.lstrip())
    word = parts[4] if len(parts) > 4 else b""
    confidence = parts[5] if len(parts) > 5 else b""
    return b"".join(timed(parts, fields(split(word)), confidence))


def timed(parts: list[bytes], words: list[bytes], confidence: bytes) -> Iterator[bytes]:
    """Lines of ctm for words, each with an equal part of the time."""
    for count, word in enumerate(words):
        each = number(parts[3]) / len(words)
        start = number(parts[2]) + count * each
        yield b"%b %b %.2f %.3f %b %b\n" % (parts[0], parts[1], start, each, word, confidence)


def in_stm(line: bytes, split: Callable[[bytes], bytes], _count: int) -> bytes:
    """A line of stm, whose text follows the labels if there are any. Comments are taken for records."""
    # What is missing of a short line is empty, and what marks its end counts as a field.
    parts = BLANKS.split(line.lstrip() + b" ENDOFLN", 5)
    parts += [b""] * (6 - len(parts))
    text = re.sub(rb"\s*ENDOFLN\n?\Z", b"", parts[5])
    head = b" ".join(parts[:5])
    labelled = LABELS.fullmatch(text)
    if labelled:
        head, text = head + b" " + labelled[1], labelled[2]
    return head + b" " + (split(text) if line.strip() else text) + b"\n"


def in_nothing(_line: bytes, _split: Callable[[bytes], bytes], count: int) -> bytes:
    """Without -i the original knows no format, contrary to what it says: nothing is written, and Perl complains."""
    for code_line in (80, 82, 100):
        where = place(NAME, code_line, f"<IN> line {count}")
        warn(b"Use of uninitialized value $InFmt in string eq" + where)
    return b""
