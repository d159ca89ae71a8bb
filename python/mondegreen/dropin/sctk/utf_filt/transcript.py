"""Makes turns of the events of a transcript: tags and sounds in the background cut turns into parts."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace

from mondegreen.dropin.sctk.perl import DieError, number, place
from mondegreen.dropin.sctk.utf_filt.focus import SOUNDS, Background, focus_of
from mondegreen.dropin.sctk.utf_filt.options import NAME, Options
from mondegreen.dropin.sctk.utf_filt.overlap import without_overlaps
from mondegreen.dropin.sctk.utf_filt.reader import Event
from mondegreen.dropin.sctk.utf_filt.turn import CHANNEL, EXCLUDED, IGNORED, UNKNOWN, Section, Turn
from mondegreen.dropin.sctk.utf_filt.words import WordBuffer

# What the original ends with once it has read markup: that its output is no terminal is the last that it has heard of.
BROKEN = 25
TRACED = 1
# A change behind the end of a turn by more seconds than this cuts it although nothing was said.
THRESHOLD = 1
PUNCTUATION = re.compile(rb"PERIOD|QMARK|COMMA")
MARK = re.compile(rb"ACOUSTICNOISE|NONSPEECH|ACRONYM|NONLEXEME|MISPRONOUNCED|MISSPELLING|PNAME|IDIOSYNCRATIC")
NAMED = re.compile(rb"([BE])_((?:ENA|TI|NU)MEX)")
REGION = re.compile(rb"([BE])_(FOREIGN|UNCLEAR|OVERLAP|NOSCORE|ASIDE)")
TIMES = re.compile(rb"STARTTIME=(\S+)\s*ENDTIME=(\S+)>")
CHILD = re.compile(rb"child", re.IGNORECASE)

Given = dict[bytes, bytes | None]
Begin = Callable[[Given], None]
End = Callable[[], None]


class Transcript:
    """What is known between two events, and the turns so far."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turns: list[Turn] = []
        self.in_section: list[Turn] = []
        self.is_conversation = False
        self.file = b""
        self.section = Section()
        self.whole = Turn()
        self.part = Turn()
        self.in_turn = False
        self.is_kept = True
        self.in_comment = False
        self.words = WordBuffer(options)
        self.background = Background.silent()
        self.heard: set[bytes] = set()
        self.has_text = False
        self.regions: dict[bytes, bytes] = {}
        # The end of the last region that was cut out, which holds for one that ends without a beginning.
        self.cut_end: bytes | None = None
        self.starts: dict[bytes, Begin] = {
            b"UTF": self.begin_document,
            b"SECTION": self.begin_section,
            b"CONVERSATION_TRANS": self.begin_conversation,
            b"TURN": self.begin_turn,
            b"BACKGROUND": self.change_background,
            b"WTIME": self.words_time,
        }
        self.ends: dict[bytes, End] = {
            b"SECTION": self.end_section,
            b"CONVERSATION_TRANS": self.end_conversation,
            b"TURN": self.end_turn,
        }

    def take(self, event: Event) -> None:
        """Takes one event."""
        if event.kind == "start":
            self.start(event)
        elif event.kind == "end":
            self.in_comment = self.in_comment and event.data != b"COMMENT"
            self.ends.get(event.data, nothing)()
        elif event.kind == "cdata":
            if not self.in_comment:
                self.words.add(event.data)
                self.has_text = True
        elif event.kind != "conforming":
            raise died(b"Undefined event occurred '%b' in file" % event.kind.encode(), 620, event)

    def start(self, event: Event) -> None:
        """An element begins."""
        name, given = event.data, event.attributes
        if name in self.starts:
            self.starts[name](given)
        elif name == b"SEPARATOR":
            self.words.separate()
        elif name == b"COMMENT":
            self.in_comment = True
        elif name == b"CONTRACTION":
            self.words.marks[name] = b"".join(b"%b=%b " % pair for pair in known(given))
        elif name == b"FRAGMENT":
            self.trace(name)
            self.words.fragment()
        elif name == b"HYPHEN":
            self.words.hyphen()
        elif name not in {b"BN_EPISODE_TRANS", b"TIME"}:
            self.tag(event)

    def tag(self, event: Event) -> None:
        """One of the many elements of a kind begins, or one that the original does not know."""
        name = event.data
        if PUNCTUATION.search(name):
            self.separate()
        elif mark := MARK.search(name):
            self.trace(mark[0])
            self.words.marks[mark[0]] = b""
        elif found := NAMED.search(name):
            self.name(found[2], event.attributes, begins=found[1] == b"B")
        elif found := REGION.search(name):
            self.separate()
            if found[1] == b"B":
                self.begin_region(found[2], event)
            else:
                self.end_region(found[2])
        else:
            raise died(b"undefined start tag " + name, 493, event)

    def trace(self, mark: bytes) -> None:
        """Tells of a mark where debugging is asked for."""
        if self.options.debug > TRACED:
            sys.stdout.buffer.write(b"   %b\n" % mark)

    def separate(self) -> None:
        """Ends a word if there is one."""
        if self.words.text:
            self.words.separate()

    def words_time(self, given: Given) -> None:
        """When the word at hand was said."""
        self.words.times.update(known(given))

    def name(self, kind: bytes, given: Given, *, begins: bool) -> None:
        """A named entity begins or ends; only some formats show it."""
        if not self.options.tags_names:
            return
        if begins:
            self.words.begin_name(b"<%b%b>" % (kind, b"".join(b' %b="%b"' % pair for pair in known(given))))
        else:
            self.words.end_name(b"</%b>" % kind)

    def begin_document(self, given: Given) -> None:
        """The recording is named without the ending of its file."""
        name = given.get(b"AUDIO_FILENAME")
        if b"AUDIO_FILENAME" in given:
            name = re.sub(rb"(\S+)\.\S+", rb"\1", name or b"", count=1)
            self.file = self.options.source if name.lower() == UNKNOWN else name
        self.background = Background.silent()
        self.heard = set()

    def begin_section(self, given: Given) -> None:
        """A section of broadcast news."""
        names = (b"TYPE", b"STARTTIME", b"ENDTIME", b"ID")
        self.section = Section(*(given.get(name) or b"" for name in names))
        self.in_section = []

    def begin_conversation(self, given: Given) -> None:
        """A conversation: no focus conditions, and no gaps."""
        del given
        self.is_conversation = True
        self.section = Section()
        self.in_section = []

    def end_section(self) -> None:
        """Turns in which nothing is said go."""
        self.in_section = [turn for turn in self.in_section if turn.text.strip()]
        self.end_conversation()

    def end_conversation(self) -> None:
        """The turns are done."""
        if self.options.separates_overlaps:
            self.in_section = without_overlaps(self.in_section, keeps_text=self.options.keeps_excluded)
        self.turns += [replace(turn) for turn in self.in_section]

    def begin_turn(self, given: Given) -> None:
        """Someone begins to speak."""
        value = {name: (text or b"").lower() for name, text in given.items()}
        channel = value.get(b"CHANNEL") or CHANNEL
        sex = value.get(b"SPKRTYPE", b"")
        self.whole = Turn(
            section=self.section,
            speaker=value.get(b"SPEAKER", b""),
            sex=b"" if CHILD.search(sex) else sex,
            start=value.get(b"STARTTIME", b""),
            end=value.get(b"ENDTIME", b""),
            channel=channel,
            dialect=value.get(b"DIALECT", b""),
            mode=value.get(b"MODE", b""),
            fidelity=value.get(b"FIDELITY", b""),
        )
        self.part = self.going_on(self.whole.start, self.whole.end)
        self.part.column = channel
        self.words.words = []
        self.in_turn = self.is_kept = True

    def going_on(self, start: bytes, end: bytes) -> Turn:
        """A part of the turn at hand."""
        focus = focus_of(self.whole, self.background)
        return replace(self.whole, start=start, end=end, file=self.file, column=CHANNEL, focus=focus)

    def keep(self) -> None:
        """The part at hand is done."""
        self.part.text = self.words.line()
        self.in_section.append(self.part)

    def end_turn(self) -> None:
        """What is behind the last separator stays for the next turn."""
        if self.is_kept:
            self.keep()
        self.in_turn = False

    def cuts(self, kind: bytes) -> bool:
        """Whether a region is a part of its own that is not scored."""
        return kind == b"NOSCORE" or (kind == b"OVERLAP" and self.options.separates_overlaps)

    def begin_region(self, kind: bytes, event: Event) -> None:
        """A stretch of speech of a kind begins."""
        given = event.attributes
        order = sorted(given, key=lambda name: (name in {b"STARTTIME", b"ENDTIME"}, name == b"ENDTIME"))
        self.regions[kind] = b"<%b%b>" % (kind, b"".join(b" %b=%b" % (name, given[name] or b"") for name in order))
        if self.cuts(kind):
            found = TIMES.search(self.regions[kind])
            if not found:
                raise died(b"Unable to process '%b' tags w/o times" % kind, 1234, event)
            if number(self.part.start) != number(found[1]):
                self.part.end = found[1]
                self.keep()
            self.words.words = []
            self.part = self.going_on(found[1], found[2])
        if kind in {b"FOREIGN", b"UNCLEAR"}:
            self.words.is_doubtful = True

    def end_region(self, kind: bytes) -> None:
        """It ends."""
        tag = self.regions.pop(kind, b"")
        if self.cuts(kind):
            self.exclude()
            if found := TIMES.search(tag):
                self.cut_end = found[2]
            if self.cut_end is not None and number(self.whole.end) != number(self.cut_end):
                self.part = self.going_on(self.cut_end, self.whole.end)
            else:
                self.part = self.whole.blank()
                self.is_kept = False
        if kind in {b"FOREIGN", b"UNCLEAR"}:
            self.words.is_doubtful = False

    def exclude(self) -> None:
        """The part at hand is not scored."""
        self.part.speaker, self.part.sex, self.part.focus = EXCLUDED, UNKNOWN, b""
        self.part.text = b" ".join(self.words.words) + b" " if self.options.keeps_excluded else IGNORED
        self.in_section.append(self.part)
        self.words.words = []

    def change_background(self, given: Given) -> None:
        """A sound behind the speech begins or ends, which cuts a turn."""
        focus = focus_of(self.whole, self.background)
        heard, before = self.background.heard(), self.background.since
        level = (given.get(b"LEVEL") or b"").lower()
        for name, value in known(given):
            kind = value.lower()
            if kind in SOUNDS:
                self.background.levels[kind] = level
                heard = heard | {kind} if level in {b"high", b"low"} else heard - {kind}
            elif name == b"STARTTIME":
                self.background.since = value
        if self.in_turn and (self.heard != heard or self.is_late()):
            self.cut(before, focus)
        self.heard = heard
        self.has_text = False

    def is_late(self) -> bool:
        """Whether the change is behind the end of a turn in which nothing was said since the last."""
        return not self.has_text and number(self.background.since) - number(self.part.end) > THRESHOLD

    def cut(self, before: bytes, focus: bytes) -> None:
        """Cuts the turn where the background changes."""
        end = self.part.end
        self.part.end = self.background.since if self.has_text else before
        self.part.focus = focus
        self.keep()
        self.words.words = []
        self.part = self.going_on(self.background.since, end)


def known(given: Given) -> list[tuple[bytes, bytes]]:
    """The attributes that have a value."""
    return [(name, value) for name, value in given.items() if value is not None]


def nothing() -> None:
    """Most ends mean nothing."""


def died(message: bytes, line: int, event: Event) -> DieError:
    """The death of the original, which tells how much of the parser's output it has read."""
    return DieError(message + place(NAME, line, f"<IN> line {event.line}"), BROKEN)
