"""The formats of segments: stm, and stm within the marks of sections."""

from collections.abc import Iterable, Iterator

from mondegreen.dropin.sctk.perl import number
from mondegreen.dropin.sctk.utf_filt.turn import Section, Turn

OVERALL = b';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "Overall"\n;;\n'
FOCUS = b"""\
;; CATEGORY "1" "Hub4 Focus Conditions" ""
;; LABEL "F0" "Baseline//Broadcast//Speech" ""
;; LABEL "F1" "Spontaneous//Broadcast//Speech" ""
;; LABEL "F2" "Speech Over//Telephone//Channels" ""
;; LABEL "F3" "Speech in the//Presence of//Background Music" ""
;; LABEL "F4" "Speech Under//Degraded//Acoustic Conditions" ""
;; LABEL "F5" "Speech from//Non-Native//Speakers" ""
;; LABEL "FX" "All other speech" ""
"""
SEX = b"""\
;; CATEGORY "%d" "Speaker Sex" ""
;; LABEL "female" "Female" ""
;; LABEL "male"   "Male" ""
;; LABEL "child"   "Child" ""
;; LABEL "unk"   "Unknown" ""
"""
NOWHERE = -1


def stm(turns: Iterable[Turn], *, focus: bool) -> Iterator[bytes]:
    """The labels and the segments."""
    yield OVERALL + (FOCUS if focus else b"") + SEX % (2 if focus else 1)
    for turn in turns:
        yield segment(turn, focus=focus)


def story_marked(turns: Iterable[Turn], *, focus: bool) -> Iterator[bytes]:
    """The segments, and marks where another section begins."""
    before = (float(NOWHERE), float(NOWHERE))
    for index, turn in enumerate(turns):
        times = number(turn.section.start), number(turn.section.end)
        if times[0] != before[0] and times[1] != before[1] and times[0] != NOWHERE:
            yield (b"</Section>\n" if index else b"") + opening(turn.section)
            before = times
        yield segment(turn, focus=focus)
    yield b"</Section>\n"


def opening(section: Section) -> bytes:
    """The mark of a section."""
    times = number(section.start), number(section.end)
    return b"<Section Type=%b S_time=%.6f E_time=%.6f id=%b>\n" % (section.kind, *times, section.name)


def segment(turn: Turn, *, focus: bool) -> bytes:
    """One segment."""
    labels = (b"," + turn.focus if focus else b"") + b"," + turn.sex
    what = (turn.file, turn.channel, turn.speaker, number(turn.start), number(turn.end), labels, turn.text)
    return b"%b %b %b %.6f %.6f <o%b> %b\n" % what
