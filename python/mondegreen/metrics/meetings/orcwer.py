"""Optimal reference combination word error rate."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen._core import best_combination
from mondegreen.alignment import align
from mondegreen.batch import Settings
from mondegreen.corpus import Segment, Session
from mondegreen.metrics.meetings.metric import Combined, Outcome, drop_empty_segments, make_combined_outcome
from mondegreen.metrics.meetings.session import group_by_speaker, list_words


class CombinationErrorRate(Combined):
    """Optimal reference combination word error rate (ORC-WER).

    Measures: word errors when each utterance of the reference is assigned to the stream of the hypothesis that suits
        best: speaker attribution is not judged.
    Formula: 100 (S + D + I) / N, where the utterances of each stream stand in the order of their starts and the
        assignment of utterances to streams is the one with the fewest errors.

    Example:
        >>> import mondegreen as mg
        >>> times = {"recording": "talk", "speaker": "eve", "start": "0", "end": "1"}
        >>> rows = [mg.Utterance("1", "yes", times), mg.Utterance("2", "no", times | {"start": "1"})]
        >>> streams = {"talk_1": "no", "talk_2": "yes"}
        >>> mg.score_sessions(mg.Corpus.of(rows, "reference"), streams, metrics=["orcwer"])["orcwer"].value
        0.0

    Caveats: the column `least` holds a lower bound of the errors of any assignment. Where it is below `errors`, the
        optimum is not proven, and a warning says how far off it may be; this happens only in long sessions with very
        bad recognition. Of several assignments with as few errors one is shown, and how errors divide into S, D and I
        may differ from other programs.
    Source: Sklyar et al. 2022; von Neumann et al. 2023, MeetEval. The number of errors is that of meeteval.
    """

    name = "orcwer"
    version = 1
    policy = "kaldi"

    def outcome(self, session: Session, settings: Settings) -> Outcome:
        """The best combination; each stream is then aligned to the utterances that went there."""

        def counts(sides: Sequence[tuple[Sequence[Segment], Sequence[Segment]]]) -> Sequence[Sequence[int]]:
            words = [list_words(one) for one, _ in sides], [list_words(other) for _, other in sides]
            found: Sequence[Sequence[int]] = align(*words, policy="kaldi", threads=settings.threads).counts.tolist()
            return found

        utterances = drop_empty_segments(session.reference)
        streams = group_by_speaker(drop_empty_segments(session.hypothesis))
        combination = best_combination(
            [(segment.words, (), ()) for segment in utterances],
            [(list_words(stream), (), ()) for stream in streams.values()] or [((), (), ())],
        )
        return make_combined_outcome(session, utterances, streams, combination, counts)
