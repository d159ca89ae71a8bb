"""What every metric of sessions has: it finds who belongs to whom, and from that come its rows."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from mondegreen.alignment import Steps
from mondegreen.errors import ScoreError
from mondegreen.measure.metric import Counted, Option
from mondegreen.measure.sessions.session import LATEST
from mondegreen.measure.sessions.timing import ORDERS, WAYS, timed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.batch import Settings
    from mondegreen.measure.rows import Row, Rows
    from mondegreen.measure.sessions.session import Segment, Session
    from mondegreen.measure.sessions.timing import Words


@dataclass(frozen=True, slots=True)
class Matched(Steps):
    """A speaker of the reference and one of the hypothesis, or one without the other, and the errors between them."""

    reference: str | None
    hypothesis: str | None
    correct: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who was matched with whom in a session; of a combination also the stream of each utterance of the reference.

    No other assignment has fewer errors than `least`.
    """

    matched: Sequence[Matched]
    least: int
    streams: Sequence[str | None] = ()

    @property
    def errors(self) -> int:
        """The errors of all who were matched."""
        return sum(each.errors for each in self.matched)


class SessionMetric(Counted):
    """A quantity of sessions: `outcome` says who belongs to whom, all else is the same for all."""

    better: ClassVar[Literal["lower", "higher"]] = "lower"
    columns: ClassVar[tuple[str, ...]] = ("errors", "words", "substitutions", "deletions", "insertions")
    unit = "words"

    @abstractmethod
    def outcome(self, session: Session, settings: Settings) -> Outcome:
        """Who belongs to whom in a session, and the errors between them."""

    def measure(self, outcomes: Sequence[Outcome]) -> Rows:
        """A row for each session."""
        cells = [self.row(outcome) for outcome in outcomes]
        return self.rows(*([row[place] for row in cells] for place in range(len(self.columns))))

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        """The sums over a session."""
        return tuple(sum(getattr(each, name) for each in outcome.matched) for name in SessionMetric.columns)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred words of the reference."""
        return total.errors, total.words


def check_collar(text: str) -> None:
    """Refuses what is no length of time."""
    if not 0 <= float(text) <= LATEST:
        raise ValueError(text)


TIMED = (
    Option("collar", ("5",), "words that pair lie less than so many seconds apart: a number from 0", check_collar),
    Option("ref-times", tuple(WAYS), "when the words of a segment of the reference were said"),
    Option(
        "hyp-times",
        ("character_based_points", *(way for way in WAYS if way != "character_based_points")),
        "when those of the hypothesis were said",
    ),
    Option("ref-sort", ORDERS, "what orders the words of the reference: the starts of segments or of words"),
    Option("hyp-sort", ORDERS, "what orders those of the hypothesis"),
)


class Timed(SessionMetric):
    """A metric that lets only words pair that were said at about the same time."""

    options = TIMED
    policy = "meeteval"

    def timed(self, segments: Iterable[Segment], side: Literal["ref", "hyp"]) -> Words:
        """The words of segments and when they were said, those of the hypothesis widened by the collar."""
        segments = list(segments)
        for segment in segments:
            if not segment.timed:
                raise ScoreError(f"{self.name} needs the times of segments, and this one has none", key=segment.key)
        collar = float(self.chosen["collar"]) if side == "hyp" else 0.0
        return timed(segments, self.chosen[f"{side}-times"], self.chosen[f"{side}-sort"], collar)


class Permuted(SessionMetric):
    """A metric that gives each speaker of the reference at most one of the hypothesis."""

    columns = (*SessionMetric.columns, "missed_speakers", "extra_speakers", "speakers")

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        """Also how many speakers were left without a partner, and how many there are in the reference."""
        missed = sum(each.hypothesis is None for each in outcome.matched)
        extra = sum(each.reference is None for each in outcome.matched)
        return (*super().row(outcome), missed, extra, len(outcome.matched) - extra)


class Combined(SessionMetric):
    """A metric that gives each utterance of the reference to a stream; `least` is what no combination falls below."""

    columns = (*SessionMetric.columns, "least")

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        """Also the errors that there are at least."""
        return (*super().row(outcome), outcome.least)
