"""Error rates of speakers' words, each speaker matched with the best stream: cpWER, tcpWER, and of phonemes, PFER."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen._core import timed_counts
from mondegreen.alignment import align
from mondegreen.batch import Settings
from mondegreen.corpus import Session
from mondegreen.metrics.meetings.metric import Matched, Outcome, Permuted, Timed, assign_speakers
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


class PermutationFreeErrorRate(PermutationErrorRate):
    """Permutation-free error rate, as ESPnet scores mixtures of speakers.

    Measures: word errors when each speaker of a mixture is compared with the best matching output, where the sum of
        the speakers' error rates is minimized rather than of their errors.
    Formula: 100 (S + D + I) / N under the assignment with the minimum sum of (S + D + I) / (C + S + D).

    Example:
        >>> import mondegreen as mg
        >>> reference = {"mix_1": "a", "mix_2": "b c d e"}
        >>> mg.score_sessions(reference, {"mix_1": "x", "mix_2": "b c"}, metrics=["pfer"])["pfer"].value
        60.0

    Caveats: differs from `cpwer` only where a short text competes with a long one. For a speaker without words the
        rate is the number of words in the output, where the original divides by zero. Outputs without a partner count
        as insertions; the original ignores them.
    Source: ESPnet's eval_perm_free_error.py.
    """

    name = "pfer"
    version = 1

    def cost(self, pair: Matched) -> float:
        """The speaker's error rate."""
        return pair.errors / max(1, pair.words)
