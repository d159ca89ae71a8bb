"""Concatenated minimum-permutation word error rate."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.alignment import align
from mondegreen.batch import Settings
from mondegreen.corpus import Session
from mondegreen.metrics.meetings.metric import Matched, Outcome, Permuted, assign_speakers
from mondegreen.metrics.meetings.session import group_by_speaker, list_words


class PermutationErrorRate(Permuted):
    """Concatenated minimum-permutation word error rate (cpWER).

    Measures: word errors when each speaker's words of a session, concatenated, are compared with those of the best
        matching speaker of the hypothesis.
    Formula: 100 (S + D + I) / N under the assignment of speakers with the fewest errors, found by the Hungarian
        algorithm; all words of a speaker without a partner are deletions or insertions.

    Example:
        >>> import mondegreen as mg
        >>> reference = {"talk_eve": "good morning", "talk_bob": "hello"}
        >>> mg.score_sessions(reference, {"talk_1": "hello", "talk_2": "good moaning"})["cpwer"].value
        33.333333333333336

    Caveats: a word given to the wrong speaker counts twice, once missing and once too many. Words follow each other in
        the order in which their segments begin, or in the order of the file where there are no times.
    Source: Watanabe et al. 2020, CHiME-6 Challenge. Values, assignment and kinds of errors are those of meeteval.
    """

    name = "cpwer"
    version = 1

    def outcome(self, session: Session, settings: Settings) -> Outcome:
        """All speakers against all."""
        left, right = group_by_speaker(session.reference), group_by_speaker(session.hypothesis)

        def counts(rows: Sequence[str | None], columns: Sequence[str | None]) -> Sequence[Sequence[int]]:
            references = [list_words(left.get(row or "", ())) if row is not None else [] for row in rows]
            hypotheses = [list_words(right.get(column or "", ())) if column is not None else [] for column in columns]
            every = [(one, other) for one in references for other in hypotheses]
            sides = [one for one, _ in every], [other for _, other in every]
            found: Sequence[Sequence[int]] = align(
                *sides, policy=settings.policy, threads=settings.threads
            ).counts.tolist()
            return found

        return assign_speakers(list(left), list(right), counts, self.cost)

    def cost(self, pair: Matched) -> float:
        """The cost of a pair in the assignment."""
        return float(pair.errors)
