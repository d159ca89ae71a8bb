"""Words of a turn: what marks and tags make of the text between two separators.

Several marks on one word are taken in the order in which they stand; the original takes them in Perl's order of hashes.
"""

import re
import sys
from collections.abc import Iterator

from mondegreen.dropin.sctk.perl import compiled, fields
from mondegreen.dropin.sctk.utf_filt.options import Options

STOP = re.compile(rb"[<>\"]")
RUN = re.compile(rb"[^ <>]+")
SOUNDS = {b"NONSPEECH", b"ACOUSTICNOISE"}
HESITATION = b"(%hesitation)"
CONTRACTED = re.compile(rb"\w'\w+")
POSSESSIVE = re.compile(rb"\w's$")
ACRONYM_ENDS = (re.compile(rb"(.+)('s)", re.IGNORECASE), re.compile(rb"(.+)(s)", re.IGNORECASE))


def tokens(text: bytes) -> list[bytes]:
    """Words between blanks; a tag is one, whatever stands in it, and tags within a word are part of it."""
    found = []
    at = 0
    while at < len(text):
        if text.startswith(b"<", at):
            end = next(tag_ends(text, at), at)
        else:
            run = RUN.match(text, at)
            end = word_end(text, run.end()) if run else at
        if end > at:
            found.append(text[at:end])
        at = max(end, at + 1)
    return found


def word_end(text: bytes, at: int) -> int:
    """Where a word ends that goes on behind tags."""
    while text.startswith(b"<", at):
        runs = (RUN.match(text, end) for end in tag_ends(text, at))
        run = next(filter(None, runs), None)
        if not run:
            break
        at = run.end()
    return at


def tag_ends(text: bytes, at: int) -> Iterator[int]:
    """Where the tag may end that begins there, the likeliest first: quotes hide brackets if they come in pairs."""
    open_places = [at + 1]
    seen = set()
    while open_places:
        stop = STOP.search(text, open_places.pop())
        if not stop or stop.start() in seen:
            continue
        seen.add(stop.start())
        if stop[0] == b">":
            yield stop.end()
        elif stop[0] == b'"':
            open_places.append(stop.end())
            if (quote := text.find(b'"', stop.end())) >= 0:
                open_places.append(quote + 1)


class WordBuffer:
    """The text since the last separator, its marks, and the words before it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.text = b""
        self.marks: dict[bytes, bytes] = {}
        self.times: dict[bytes, bytes] = {}
        self.words: list[bytes] = []
        self.is_doubtful = False

    def add(self, text: bytes) -> None:
        """Takes text, behind the marks that stand before it."""
        self.text += text
        for mark in list(self.marks):
            if mark == b"ACRONYM":
                del self.marks[mark]
                self.text = spelled(self.text)
            elif mark == b"FRAGMENT":
                self.text = b"(-%b)" % self.text

    def fragment(self) -> None:
        """What stands before is the beginning of a word."""
        self.marks[b"FRAGMENT"] = b""
        parts = [part if re.match(rb"<.*>$", part) else b"(%b-)" % part for part in tokens(self.text)]
        self.text = b"".join(parts)

    def hyphen(self) -> None:
        """A word of two parts becomes two words, and a tag stays at the second."""
        if not re.search(rb"\s$", self.text):
            self.text += b" "
        self.text = re.sub(rb"(<[^/<>]+>)\s+$", rb"\1", self.text, count=1)

    def begin_name(self, tag: bytes) -> None:
        """A named entity begins."""
        if self.text and not re.search(rb"\s$", self.text):
            self.text += b" "
        self.text += tag

    def end_name(self, tag: bytes) -> None:
        """A named entity ends; its tag stands before blanks."""
        if re.search(rb"\s$", self.text):
            self.text = re.sub(rb"\s+$", b"", self.text) + tag + b" "
        else:
            self.text += tag

    def separate(self) -> None:
        """The word is done."""
        self.look_at_contraction()
        kept = bool(self.text) and not (
            self.options.drops_sounds and {b"NONSPEECH", b"ACOUSTICNOISE"} & set(self.marks)
        )
        for mark, value in self.marks.items():
            self.text = self.marked(mark, value)
        if kept:
            if self.is_doubtful:
                self.text = parenthesised(self.text)
            if self.options.word_times:
                times = [self.times.get(name, b"") for name in (b"STARTTIME", b"ENDTIME")]
                self.words += [b"STIME=" + times[0], b"ETIME=" + times[1]]
            self.words.append(self.text)
        self.text = b""
        self.marks = {}
        self.times = {}

    def look_at_contraction(self) -> None:
        """Warns of what looks like a contraction and is not marked as one."""
        if not self.options.expands_contractions or b"CONTRACTION" in self.marks:
            return
        if CONTRACTED.search(self.text) and not POSSESSIVE.search(self.text):
            sys.stdout.buffer.write(b'Warning: Possible non-annotated contraction "%b"\n' % self.text)

    def marked(self, mark: bytes, value: bytes) -> bytes:
        """The text as one mark has it."""
        if mark == b"CONTRACTION":
            return expanded(self.text, value) if self.options.expands_contractions else self.text
        if mark == b"NONLEXEME" and self.options.drops_sounds:
            text = re.sub(rb"^[^<>]+", HESITATION, self.text)
            return re.sub(rb"[^<>()]+$", HESITATION, text)
        signs = {b"NONSPEECH": b"{", b"ACOUSTICNOISE": b"[", b"NONLEXEME": b"%"}
        return (b"" if self.options.drops_sounds else signs.get(mark, b"")) + self.text

    def line(self) -> bytes:
        """The words as the text of a turn."""
        return b"".join(polished(word) + b" " for word in self.words)


def polished(word: bytes) -> bytes:
    """A word with blanks behind the letters of acronyms."""
    word = re.sub(rb"\.@(['< ])", rb".\1", word)
    return word.replace(b"@)", b")").replace(b"@", b" ")


def spelled(text: bytes) -> bytes:
    """A letter of an acronym with its period, before an ending if there is one."""
    for ending in ACRONYM_ENDS:
        text, found = ending.subn(rb"\1.\2", text, count=1)
        if found:
            return text
    return text + b".@"


def expanded(text: bytes, form: bytes) -> bytes:
    """A contraction in full: `[do=>do][n't=>not]` tells what its parts stand for."""
    form = re.sub(rb"\S+=(\[.*)", rb"\1", re.sub(rb"\s", b"", form)).replace(b"][", b"] [")
    for part in fields(form):
        rule = re.sub(rb"\[(\S+)=>*(.*)\]", rb"\1 \2", part)
        old, _, new = rule.partition(b" ")
        text = substituted(text, old, new)
    return re.sub(rb"\s$", b"", text, count=1)


def substituted(text: bytes, old: bytes, new: bytes) -> bytes:
    """The text with one part of a contraction written out."""
    return around(old).sub(
        lambda found: b"%b %b%b %b" % (found[1], new, found[2] or b"", found[3] or b""), text, count=1
    )


def around(part: bytes) -> re.Pattern[bytes]:
    """What finds a part of a contraction. It is a pattern, as the original takes it for one, if it can be."""
    try:
        return compiled(rb"(.*)%b(\.?)(.*)" % part, re.IGNORECASE)
    except re.error:
        return compiled(rb"(.*)%b(\.?)(.*)" % re.escape(part), re.IGNORECASE)


def parenthesised(text: bytes) -> bytes:
    """Each word in parentheses, which mark what may be left out."""
    found = re.search(rb"\(([^)]*)\)", text)
    parts = tokens(found[1] if found else text)
    return b"".join(b" " + re.sub(rb"^([^<> ]+)$", rb"(\1)", part) for part in parts)
