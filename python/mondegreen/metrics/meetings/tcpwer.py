"""Time-constrained minimum-permutation word error rate."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen._core import timed_counts
from mondegreen.batch import Settings
from mondegreen.corpus import Session
from mondegreen.metrics.meetings.metric import Matched, Outcome, Permuted, Timed, assign_speakers
from mondegreen.metrics.meetings.session import group_by_speaker


class TimedPermutationErrorRate(Timed, Permuted):
    """Time-constrained minimum-permutation word error rate (tcpWER).

    Measures: the same as cpwer, but words are paired only if their times are close: a word that happens to occur
        elsewhere in the session is not correct.
    Formula: 100 (S + D + I) / N under the assignment of speakers with the fewest errors. A pair needs the interval of
        the reference's word to overlap that of the hypothesis' word, widened by the collar on both sides. Segments
        are divided among their words by their numbers of characters; words of the hypothesis are points.

    Example:
        >>> import mondegreen as mg
        >>> times = {"recording": "talk", "speaker": "eve", "start": "0", "end": "1"}
        >>> reference = mg.Corpus.of([mg.Utterance("1", "yes no", times)], "reference")
        >>> late = mg.Corpus.of([mg.Utterance("1", "yes no", times | {"start": "8", "end": "9"})], "late")
        >>> mg.score_sessions(reference, late, metrics=["cpwer", "tcpwer"])["tcpwer"].value
        200.0

    Caveats: needs the times of segments on both sides. The collar is part of the result; 5 seconds are usual.
    Source: von Neumann et al. 2023, MeetEval. Values, assignment and kinds of errors are those of meeteval.
    """

    name = "tcpwer"
    version = 1

    def outcome(self, session: Session, settings: Settings) -> Outcome:  # noqa: ARG002 - ties are meeteval's
        """All speakers against all."""
        left = {name: self.add_times(own, "ref") for name, own in group_by_speaker(session.reference).items()}
        right = {name: self.add_times(own, "hyp") for name, own in group_by_speaker(session.hypothesis).items()}

        def counts(rows: Sequence[str | None], columns: Sequence[str | None]) -> Sequence[Sequence[int]]:
            nothing: tuple[list[str], list[int], list[int]] = ([], [], [])
            references = [nothing if row is None else left[row] for row in rows]
            return timed_counts(references, [nothing if column is None else right[column] for column in columns])

        return assign_speakers(list(left), list(right), counts, count_errors)


def count_errors(pair: Matched) -> float:
    """The cost of a pair in the assignment."""
    return float(pair.errors)
