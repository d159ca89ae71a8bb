"""`-t mapsswe`: the matched pairs sentence segment word error test (`.stats.mapsswe`)."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.compare.mapsswe import Segment, segments
from mondegreen.compare.mcnemar import RightAndWrong
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.pad import pad, padded
from mondegreen.dropin.sctk.statistics import compute_moments, percent_of
from mondegreen.dropin.sctk.stats.chance import table_two_sided
from mondegreen.dropin.sctk.stats.mcnemar import judged
from mondegreen.dropin.sctk.stats.outcome import CRITICAL_Z, Outcome, Outcomes, winner_name
from mondegreen.dropin.sctk.stats.shared import shared
from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System

BUFFER = 2
STEPS = bytes.maketrans(b"CSID", bytes(range(4)))
TITLE = b"COMPARISON MATRIX: FOR THE MATCHED PAIRS TEST"
EXPLANATION = b"PECENTAGES ARE MEAN PCT ERROR/SEGMENT.  FIRST # IS LEFT SYSTEM"
BOUNDARY = b"Minimum Number of Correct Boundary words"
ERRORLESS = b"Warning: MAPSSWE segmentation produced a segment with errors\n         ignoring segment\n"
# Lines and blanks come from a store of so many.
STORE = 49


class Cut(NamedTuple):
    """The segments with errors, and of how many utterances they are."""

    segments: list[Segment]
    utterances: int

    def per_utterance(self) -> float:
        """How many there are in an utterance."""
        return divide_as_c(len(self.segments), self.utterances)


def compare(systems: "Sequence[System]", first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and if wished how."""
    cut = cut_systems(systems[first], systems[second], BUFFER)
    # By SCTK's own sums: its table of the normal distribution falls by a step where Z is a hair below a hundredth.
    found = compute_moments([segment.first - segment.second for segment in cut.segments])
    winner = None if abs(found.z) <= CRITICAL_Z else first if found.mean < 0.0 else second
    outcome = Outcome(winner, table_two_sided(found.z))
    if not verbose:
        return outcome, b""
    one, other = systems[first].title, systems[second].title
    rates = shares(cut)
    text = report(cut, one, other) + judged(right_and_wrong(cut), one, other)[1]
    text += b"MTCH_PR_RESULTS (systems: %b %b) (# segs: %d) " % (one, other, len(cut.segments))
    text += b"(Seg per Sent: %b) " % format_c_float(b"%5.3f", cut.per_utterance())
    text += b"(%% Error: %5.2f %5.2f) (mean: %5.3f) (std dev: %5.3f) " % (*rates, found.mean, found.deviation)
    return outcome, text + b"(Z Stat: %5.3f) (Stat Diff: %b)\n" % (found.z, b"No" if winner is None else b"Yes")


def cut_systems(first: "System", second: "System", buffer: int) -> Cut:
    """The segments of all utterances that both systems have, by speaker and id."""
    found, utterances = [], 0
    for left, right in shared(first, second, told=False):
        utterances += 1
        one, other = first.scored.steps(left).translate(STEPS), second.scored.steps(right).translate(STEPS)
        for segment in segments(one, other, buffer=buffer):
            if segment.first or segment.second:
                found.append(segment)
            else:
                err(ERRORLESS)
    return Cut(found, utterances)


def shares(cut: Cut) -> tuple[float, float]:
    """The errors of both systems in percent of the words in segments."""
    words = sum(segment.words for segment in cut.segments)
    return (
        percent_of(sum(segment.first for segment in cut.segments), words),
        percent_of(sum(segment.second for segment in cut.segments), words),
    )


def right_and_wrong(cut: Cut) -> RightAndWrong:
    """The segments by which system made errors in them."""
    only_second = sum(bool(segment.first) and not segment.second for segment in cut.segments)
    only_first = sum(bool(segment.second) and not segment.first for segment in cut.segments)
    return RightAndWrong(0, only_first, only_second, len(cut.segments) - only_first - only_second)


def report(cut: Cut, first: bytes, second: bytes) -> bytes:
    """The counts of a pair of systems."""
    totals = [sum(segment[place] for segment in cut.segments) for place in range(3)]
    text = b"      SEGMENTATION REPORT FOR SYSTEMS\n"
    text += b"              %4b and %4b\n%b %1d\n\n" % (first, second, BOUNDARY, BUFFER)
    per = format_c_float(b"%5.3f", cut.per_utterance())
    text += b"  Number of Segments %2d,     %b per sentence\n" % (len(cut.segments), per)
    text += b"  Number of Sentences %2d\n\n" % cut.utterances
    text += b"    # Ref wrds      Err %4b   Err %4b\n" % (first, second) + b"-" * 39 + b"\n"
    text += b"Totals %4d           %4d        %4d\n\n" % (totals[0], totals[1], totals[2])
    return text + b"Pct err              %5.1f%%      %5.1f%%\n\n\n\n\n" % shares(cut)


def matrix(outcomes: Outcomes, titles: list[bytes], test: bytes) -> bytes:
    """The comparison matrix."""
    width = max(len(title) for title in titles)
    block = width + 3
    indent = pad((len(titles) + 1) * block)
    line = b"-" * min(STORE, block - 1)
    rule = indent + b"|" + line + b"-" * min(STORE, block) * len(titles) + b"|\n"
    text = b"\n\n\n" + padded(TITLE) + padded(EXPLANATION) + (padded(test) if test else b"")
    text += pad(len(BOUNDARY) + 2) + b"%b %1d\n\n\n" % (BOUNDARY, BUFFER) + rule
    cell = b" %%%ds |" % width
    text += indent + b"|" + b" " * min(STORE, block - 1) + b"|" + b"".join(cell % title for title in titles) + b"\n"
    for first, title in enumerate(titles):
        text += indent + b"|" + b"+".join([line] * (len(titles) + 1)) + b"|\n" + indent + b"|" + cell % title
        for second in range(len(titles)):
            text += middle(winner_name(outcomes, first, second, titles), block - 1) + b"|"
        text += b"\n"
    return text + rule


def middle(name: bytes, width: int) -> bytes:
    """A name in the middle of a field, or all blanks."""
    before = (width - len(name)) // 2 if name else 0
    return b" " * min(STORE, before) + name + b" " * min(STORE, width - len(name) - before)
