"""Words of a turn: what marks and tags make of the text between two separators.

Several marks on one word are taken in the order in which they stand; the original takes them in Perl's order of hashes.
"""

import re
from collections.abc import Iterator

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import out

STOP = re.compile(rb"[<>\"]")
RUN = re.compile(rb"[^ <>]+")
SOUNDS = {b"NONSPEECH", b"ACOUSTICNOISE"}
SIGNS = {b"NONSPEECH": b"{", b"ACOUSTICNOISE": b"[", b"NONLEXEME": b"%"}
HESITATION = b"(%hesitation)"
CONTRACTED = re.compile(rb"\w'\w+")
POSSESSIVE = re.compile(rb"\w's$")
ACRONYM_ENDS = (re.compile(rb"(.+)('s)", re.IGNORECASE), re.compile(rb"(.+)(s)", re.IGNORECASE))


class Options:
    """What is asked for."""

    def __init__(self, given: dict[str, bytes]) -> None:
        self.format = given["f"].upper()
        self.dtd, self.source, self.target = (given[letter] for letter in "eio")
        self.separates_overlaps, self.word_times, self.keeps_excluded = (letter in given for letter in "pwk")
        self.focus, self.expands_contractions, self.drops_sounds = (letter not in given for letter in "ctn")
        self.debug = parse_perl_number(given.get("d", b"0"))


def split_tokens(text: bytes) -> list[bytes]:
    """Words between spaces; a tag is one, whatever stands in it, and tags within a word are part of it."""
    tokens = []
    at = 0
    while at < len(text):
        if text.startswith(b"<", at):
            end = next(find_tag_ends(text, at), at)
        else:
            run = RUN.match(text, at)
            end = find_word_end(text, run.end()) if run else at
        if end > at:
            tokens.append(text[at:end])
        at = max(end, at + 1)
    return tokens


def find_word_end(text: bytes, at: int) -> int:
    while text.startswith(b"<", at):
        runs = (RUN.match(text, end) for end in find_tag_ends(text, at))
        run = next(filter(None, runs), None)
        if not run:
            break
        at = run.end()
    return at


def find_tag_ends(text: bytes, at: int) -> Iterator[int]:
    """Where the tag may end that begins there, the likeliest first: quotes hide brackets if they come in pairs."""
    waiting = [at + 1]
    seen = set()
    while waiting:
        stop = STOP.search(text, waiting.pop())
        if not stop or stop.start() in seen:
            continue
        seen.add(stop.start())
        if stop[0] == b">":
            yield stop.end()
        elif stop[0] == b'"':
            waiting.append(stop.end())
            if (quote := text.find(b'"', stop.end())) >= 0:
                waiting.append(quote + 1)


class WordBuffer:
    """The text since the last separator, its marks, and the words before it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.text = b""
        self.marks: dict[bytes, bytes] = {}
        self.times: dict[bytes, bytes] = {}
        self.words: list[bytes] = []
        self.is_doubtful = False

    def add_text(self, text: bytes) -> None:
        """Takes text, behind the marks that stand before it."""
        self.text += text
        for mark in list(self.marks):
            if mark == b"ACRONYM":
                del self.marks[mark]
                self.text = spell_acronym(self.text)
            elif mark == b"FRAGMENT":
                self.text = b"(-%b)" % self.text

    def mark_fragment(self) -> None:
        """What stands before is the beginning of a word."""
        self.marks[b"FRAGMENT"] = b""
        parts = [part if re.match(rb"<.*>$", part) else b"(%b-)" % part for part in split_tokens(self.text)]
        self.text = b"".join(parts)

    def split_hyphen(self) -> None:
        """A word of two parts becomes two words, and a tag stays at the second."""
        if not re.search(rb"\s$", self.text):
            self.text += b" "
        self.text = re.sub(rb"(<[^/<>]+>)\s+$", rb"\1", self.text, count=1)

    def begin_name(self, tag: bytes) -> None:
        if self.text and not re.search(rb"\s$", self.text):
            self.text += b" "
        self.text += tag

    def end_name(self, tag: bytes) -> None:
        """A named entity ends; its tag stands before spaces."""
        if re.search(rb"\s$", self.text):
            self.text = re.sub(rb"\s+$", b"", self.text) + tag + b" "
        else:
            self.text += tag

    def end_word(self) -> None:
        expands = self.options.expands_contractions and b"CONTRACTION" not in self.marks
        if expands and CONTRACTED.search(self.text) and not POSSESSIVE.search(self.text):
            out(b'Warning: Possible non-annotated contraction "%b"\n' % self.text)
        is_word = bool(self.text) and not (self.options.drops_sounds and SOUNDS & self.marks.keys())
        for mark, value in self.marks.items():
            self.text = self.apply_mark(mark, value)
        if is_word:
            if self.is_doubtful:
                self.text = parenthesize_words(self.text)
            if self.options.word_times:
                start, end = (self.times.get(name, b"") for name in (b"STARTTIME", b"ENDTIME"))
                self.words += [b"STIME=" + start, b"ETIME=" + end]
            self.words.append(self.text)
        self.text = b""
        self.marks = {}
        self.times = {}

    def apply_mark(self, mark: bytes, value: bytes) -> bytes:
        if mark == b"CONTRACTION":
            return expand_contraction(self.text, value) if self.options.expands_contractions else self.text
        if mark == b"NONLEXEME" and self.options.drops_sounds:
            text = re.sub(rb"^[^<>]+", HESITATION, self.text)
            return re.sub(rb"[^<>()]+$", HESITATION, text)
        return (b"" if self.options.drops_sounds else SIGNS.get(mark, b"")) + self.text

    def format_line(self) -> bytes:
        """The words as the text of a turn, with spaces behind the letters of acronyms."""
        words = (re.sub(rb"\.@(['< ])", rb".\1", word) for word in self.words)
        return b"".join(word.replace(b"@)", b")").replace(b"@", b" ") + b" " for word in words)


def spell_acronym(text: bytes) -> bytes:
    """A letter of an acronym with its period, before an ending if there is one."""
    for ending in ACRONYM_ENDS:
        text, found = ending.subn(rb"\1.\2", text, count=1)
        if found:
            return text
    return text + b".@"


def expand_contraction(text: bytes, rule: bytes) -> bytes:
    """A contraction in full: `[do=>do][n't=>not]` says what its parts stand for."""
    rule = re.sub(rb"\S+=(\[.*)", rb"\1", re.sub(rb"\s", b"", rule)).replace(b"][", b"] [")
    for part in perl.split_fields(rule):
        old, _, new = re.sub(rb"\[(\S+)=>*(.*)\]", rb"\1 \2", part).partition(b" ")
        # The part is a pattern, as the original takes it for one, if it can be.
        try:
            pattern = perl.compile_pattern(rb"(.*)%b(\.?)(.*)" % old, re.IGNORECASE)
        except re.error:
            pattern = perl.compile_pattern(rb"(.*)%b(\.?)(.*)" % re.escape(old), re.IGNORECASE)
        found = pattern.search(text)
        if found:
            what = found[1], new, found[2] or b"", found[3] or b""
            text = text[: found.start()] + b"%b %b%b %b" % what + text[found.end() :]
    return re.sub(rb"\s$", b"", text, count=1)


def parenthesize_words(text: bytes) -> bytes:
    """Each word in parentheses, which mark what may be left out."""
    found = re.search(rb"\(([^)]*)\)", text)
    parts = split_tokens(found[1] if found else text)
    return b"".join(b" " + re.sub(rb"^([^<> ]+)$", rb"(\1)", part) for part in parts)
