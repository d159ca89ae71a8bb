"""Makes turns of the events of a transcript: tags and sounds in the background cut turns into parts."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import out
from mondegreen.dropin.sctk.utf_reader import Event
from mondegreen.dropin.sctk.utf_words import Options, WordBuffer

NAME = "utf_filt.pl"
# What the original ends with once it has read markup: that its output is no terminal is the last that it has heard of.
BROKEN = 25
TRACED = 1
EXCLUDED = b"excluded_region"
IGNORED = b"ignore_time_segment_in_scoring"
UNKNOWN = b"unk"
# Without an attribute the original takes this channel.
CHANNEL = b"1"
# A change behind the end of a turn by more seconds than this cuts it although nothing was said.
THRESHOLD = 1
# Fields of turns, and their attributes.
TURN_ATTRIBUTES = {"speaker": b"SPEAKER", "start": b"STARTTIME", "end": b"ENDTIME"}
TURN_ATTRIBUTES |= {"dialect": b"DIALECT", "mode": b"MODE", "fidelity": b"FIDELITY"}
PUNCTUATION = re.compile(rb"PERIOD|QMARK|COMMA")
MARK = re.compile(rb"ACOUSTICNOISE|NONSPEECH|ACRONYM|NONLEXEME|MISPRONOUNCED|MISSPELLING|PNAME|IDIOSYNCRATIC")
NAMED = re.compile(rb"([BE])_((?:ENA|TI|NU)MEX)")
REGION = re.compile(rb"([BE])_(FOREIGN|UNCLEAR|OVERLAP|NOSCORE|ASIDE)")
TIMES = re.compile(rb"STARTTIME=(\S+)\s*ENDTIME=(\S+)>")
SOUNDS = (b"music", b"speech", b"other")
# Times of turns nearer than this are the same, and how many seconds behind its end others are looked at.
TOLERANCE = 0.0001
REACH = 5

Attributes = dict[bytes, bytes | None]
# Type, times and name as they are written; a conversation has none.
Section = tuple[bytes, bytes, bytes, bytes]
NO_SECTION: Section = (b"", b"", b"", b"")


@dataclass
class Turn:
    """Who speaks from when to when, in which section, and what, or a part of that; times stay as they are written."""

    section: Section = NO_SECTION
    speaker: bytes = b""
    sex: bytes = b""
    start: bytes = b""
    end: bytes = b""
    channel: bytes = CHANNEL
    dialect: bytes = b""
    mode: bytes = b""
    fidelity: bytes = b""
    file: bytes = b""
    # The column of a ctm: the channel, but 1 in what follows on a cut.
    column: bytes = b""
    focus: bytes = b""
    text: bytes = b""

    def find_focus(self, sounds: set[bytes]) -> bytes:
        """The focus condition of broadcast news: how planned, clear and native speech is, and the sounds behind it."""
        if self.dialect != b"native":
            is_clear = self.fidelity == b"high" and not sounds
            return b"f5" if is_clear and self.mode == b"planned" else b"fx"
        if self.fidelity != b"high":
            return b"fx" if sounds else b"f2"
        if not sounds:
            return {b"planned": b"f0", b"spontaneous": b"f1"}.get(self.mode, b"fx")
        if b"music" not in sounds:
            return b"f4"
        return b"f3" if sounds == {b"music"} else b"fx"


class Transcript:
    """What is known between two events, and the turns so far."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turns: list[Turn] = []
        self.in_section: list[Turn] = []
        self.is_conversation = False
        self.file = b""
        self.section = NO_SECTION
        self.turn = Turn()
        self.part = Turn()
        self.in_turn = False
        self.is_open = True
        self.in_comment = False
        self.words = WordBuffer(options)
        # How loud each kind of sound is, since when the last one is, and those that were heard at the last change.
        self.levels = dict.fromkeys(SOUNDS, b"off")
        self.since = b"0"
        self.last_sounds: set[bytes] = set()
        self.has_text = False
        self.regions: dict[bytes, bytes] = {}
        # The end of the last region that was cut out, which holds for one that ends without a beginning.
        self.cut_end: bytes | None = None
        self.starts: dict[bytes, Callable[[Attributes], None]] = {
            b"UTF": self.begin_document,
            b"SECTION": self.begin_section,
            b"CONVERSATION_TRANS": self.begin_conversation,
            b"TURN": self.begin_turn,
            b"BACKGROUND": self.change_background,
        }

    def read_event(self, event: Event) -> None:
        if event.kind == "start":
            self.start_element(event)
        elif event.kind == "end":
            self.in_comment = self.in_comment and event.data != b"COMMENT"
            self.end_element(event.data)
        elif event.kind == "cdata":
            if not self.in_comment:
                self.words.add_text(event.data)
                self.has_text = True
        elif event.kind != "conforming":
            raise make_death(b"Undefined event occurred '%b' in file" % event.kind.encode(), 620, event)

    def start_element(self, event: Event) -> None:
        name, given = event.data, event.attributes
        if name in self.starts:
            self.starts[name](given)
        elif name == b"WTIME":
            self.words.times.update(list_given(given))
        elif name == b"SEPARATOR":
            self.words.end_word()
        elif name == b"COMMENT":
            self.in_comment = True
        elif name == b"CONTRACTION":
            self.words.marks[name] = b"".join(b"%b=%b " % pair for pair in list_given(given))
        elif name == b"FRAGMENT":
            self.trace_mark(name)
            self.words.mark_fragment()
        elif name == b"HYPHEN":
            self.words.split_hyphen()
        elif name not in {b"BN_EPISODE_TRANS", b"TIME"}:
            self.start_mark(event)

    def start_mark(self, event: Event) -> None:
        name, given = event.data, event.attributes
        if PUNCTUATION.search(name):
            self.end_word()
        elif mark := MARK.search(name):
            self.trace_mark(mark[0])
            self.words.marks[mark[0]] = b""
        elif found := NAMED.search(name):
            # Only the formats that begin so show named entities.
            if self.options.format.startswith(b"IE") and found[1] == b"B":
                values = b"".join(b' %b="%b"' % pair for pair in list_given(given))
                self.words.begin_name(b"<%b%b>" % (found[2], values))
            elif self.options.format.startswith(b"IE"):
                self.words.end_name(b"</%b>" % found[2])
        elif found := REGION.search(name):
            self.end_word()
            if found[1] == b"B":
                self.begin_region(found[2], event)
            else:
                self.end_region(found[2])
        else:
            raise make_death(b"undefined start tag " + name, 493, event)

    def trace_mark(self, mark: bytes) -> None:
        if self.options.debug > TRACED:
            out(b"   %b\n" % mark)

    def end_word(self) -> None:
        if self.words.text:
            self.words.end_word()

    def begin_document(self, given: Attributes) -> None:
        """The recording is named without the ending of its file."""
        if b"AUDIO_FILENAME" in given:
            name = re.sub(rb"(\S+)\.\S+", rb"\1", given[b"AUDIO_FILENAME"] or b"", count=1)
            self.file = self.options.source if name.lower() == UNKNOWN else name
        self.levels, self.since = dict.fromkeys(SOUNDS, b"off"), b"0"
        self.last_sounds = set()

    def begin_section(self, given: Attributes) -> None:
        kind, start, end, name = (given.get(each) or b"" for each in (b"TYPE", b"STARTTIME", b"ENDTIME", b"ID"))
        self.section = kind, start, end, name
        self.in_section = []

    def begin_conversation(self, _given: Attributes) -> None:
        """A conversation has no focus conditions, and no gaps."""
        self.is_conversation = True
        self.section = NO_SECTION
        self.in_section = []

    def begin_turn(self, given: Attributes) -> None:
        value = {name: (text or b"").lower() for name, text in given.items()}
        channel = value.get(b"CHANNEL") or CHANNEL
        sex = value.get(b"SPKRTYPE", b"")
        self.turn = Turn(
            section=self.section,
            sex=b"" if b"child" in sex else sex,
            channel=channel,
            **{field: value.get(name, b"") for field, name in TURN_ATTRIBUTES.items()},
        )
        self.part = self.make_part(self.turn.start, self.turn.end)
        self.part.column = channel
        self.words.words = []
        self.in_turn = self.is_open = True

    def make_part(self, start: bytes, end: bytes) -> Turn:
        focus = self.turn.find_focus(self.list_sounds())
        return replace(self.turn, start=start, end=end, file=self.file, column=CHANNEL, focus=focus)

    def list_sounds(self) -> set[bytes]:
        return {kind for kind, level in self.levels.items() if level != b"off"}

    def end_part(self) -> None:
        self.part.text = self.words.format_line()
        self.in_section.append(self.part)

    def end_element(self, name: bytes) -> None:
        """A turn ends, or a section or conversation; most other ends mean nothing."""
        if name == b"TURN":
            # What is behind the last separator stays for the next turn.
            if self.is_open:
                self.end_part()
            self.in_turn = False
        elif name in {b"SECTION", b"CONVERSATION_TRANS"}:
            if name == b"SECTION":  # turns in which nothing is said go
                self.in_section = [turn for turn in self.in_section if turn.text.strip()]
            if self.options.separates_overlaps:
                self.in_section = merge_overlaps(self.in_section, keeps_text=self.options.keeps_excluded)
            self.turns += [replace(turn) for turn in self.in_section]

    def is_cut_out(self, kind: bytes) -> bool:
        """Whether a region is a part of its own that is not scored."""
        return kind == b"NOSCORE" or (kind == b"OVERLAP" and self.options.separates_overlaps)

    def begin_region(self, kind: bytes, event: Event) -> None:
        given = event.attributes
        order = sorted(given, key=lambda name: (name in {b"STARTTIME", b"ENDTIME"}, name == b"ENDTIME"))
        self.regions[kind] = b"<%b%b>" % (kind, b"".join(b" %b=%b" % (name, given[name] or b"") for name in order))
        if self.is_cut_out(kind):
            found = TIMES.search(self.regions[kind])
            if not found:
                raise make_death(b"Unable to process '%b' tags w/o times" % kind, 1234, event)
            if parse_perl_number(self.part.start) != parse_perl_number(found[1]):
                self.part.end = found[1]
                self.end_part()
            self.words.words = []
            self.part = self.make_part(found[1], found[2])
        self.words.is_doubtful |= kind in {b"FOREIGN", b"UNCLEAR"}

    def end_region(self, kind: bytes) -> None:
        tag = self.regions.pop(kind, b"")
        if self.is_cut_out(kind):
            self.part.speaker, self.part.sex, self.part.focus = EXCLUDED, UNKNOWN, b""
            self.part.text = b" ".join(self.words.words) + b" " if self.options.keeps_excluded else IGNORED
            self.in_section.append(self.part)
            self.words.words = []
            if found := TIMES.search(tag):
                self.cut_end = found[2]
            if self.cut_end is not None and parse_perl_number(self.turn.end) != parse_perl_number(self.cut_end):
                self.part = self.make_part(self.cut_end, self.turn.end)
            else:
                self.part = replace(self.turn)
                self.is_open = False
        self.words.is_doubtful &= kind not in {b"FOREIGN", b"UNCLEAR"}

    def change_background(self, given: Attributes) -> None:
        """A sound behind the speech begins or ends, which cuts a turn."""
        sounds, before = self.list_sounds(), self.since
        focus = self.turn.find_focus(sounds)
        level = (given.get(b"LEVEL") or b"").lower()
        for name, value in list_given(given):
            kind = value.lower()
            if kind in SOUNDS:
                self.levels[kind] = level
                sounds = sounds | {kind} if level in {b"high", b"low"} else sounds - {kind}
            elif name == b"STARTTIME":
                self.since = value
        # A change behind the end of a turn in which nothing was said since the last cuts it, too.
        is_late = not self.has_text and parse_perl_number(self.since) - parse_perl_number(self.part.end) > THRESHOLD
        if self.in_turn and (self.last_sounds != sounds or is_late):
            end = self.part.end
            self.part.end = self.since if self.has_text else before
            self.part.focus = focus
            self.end_part()
            self.words.words = []
            self.part = self.make_part(self.since, end)
        self.last_sounds = sounds
        self.has_text = False


def list_given(given: Attributes) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in given.items() if value is not None]


def make_death(message: bytes, line: int, event: Event) -> perl.DieError:
    """The death of the original, which reports how much of the parser's output it has read."""
    return perl.DieError(message, NAME, line, code=BROKEN, input_position=f"<IN> line {event.line}")


def merge_overlaps(turns: list[Turn], *, keeps_text: bool) -> list[Turn]:
    """The turns, those that overlap an earlier one on the same channel being part of it, which is not scored."""
    left = list(turns)
    at = 0
    while at < len(left) - 1:
        behind = at + 1
        while behind < len(left) and parse_perl_number(left[behind].start) - REACH < parse_perl_number(left[at].end):
            one, other = left[at], left[behind]
            if one.channel != other.channel or is_after(one, other) or is_after(other, one):
                behind += 1
                continue
            left[at] = replace(
                one,
                speaker=EXCLUDED,
                sex=UNKNOWN,
                start=min(one.start, other.start, key=parse_perl_number),
                end=max(one.end, other.end, key=parse_perl_number),
                focus=b"",
                text=b"%b - %b" % (one.text, other.text) if keeps_text else IGNORED,
            )
            del left[behind]
        at += 1
    return left


def is_after(one: Turn, other: Turn) -> bool:
    return one.start == other.end or parse_perl_number(one.start) - parse_perl_number(other.end) > -TOLERANCE
