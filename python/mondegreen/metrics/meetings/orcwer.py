"""Error rates of utterances, each given to the best stream: ORC-WER, and by times, tcORC-WER."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen._core import best_combination, timed_counts
from mondegreen.alignment import align
from mondegreen.batch import Settings
from mondegreen.corpus import Segment, Session
from mondegreen.metrics.meetings.metric import Combined, Outcome, Timed, drop_empty_segments, make_combined_outcome
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


class TimedCombinationErrorRate(Timed, Combined):
    """Time-constrained optimal reference combination word error rate (tcORC-WER).

    Measures: the same as orcwer, but words are aligned only if their times are close.
    Formula: that of orcwer, with the times of words and the collar of tcpwer.

    Example:
        >>> import mondegreen as mg
        >>> times = {"recording": "talk", "speaker": "eve", "start": "0", "end": "1"}
        >>> rows = [mg.Utterance("1", "yes", times), mg.Utterance("2", "no", times | {"start": "9", "end": "10"})]
        >>> reference, swapped = mg.Corpus.of(rows, "reference"), mg.Corpus.of(rows[:1], "hypothesis")
        >>> mg.score_sessions(reference, swapped, metrics=["tcorcwer"])["tcorcwer"].value
        50.0

    Caveats: those of orcwer and of tcpwer.
    Source: von Neumann et al. 2024, MeetEval. The number of errors is that of meeteval.
    """

    name = "tcorcwer"
    version = 1

    def outcome(self, session: Session, settings: Settings) -> Outcome:  # noqa: ARG002 - ties are meeteval's
        """The best combination; each stream is then aligned to the utterances that went there."""

        def counts(sides: Sequence[tuple[Sequence[Segment], Sequence[Segment]]]) -> Sequence[Sequence[int]]:
            pairs = [([self.add_times(one, "ref")], [self.add_times(other, "hyp")]) for one, other in sides]
            return [timed_counts(*pair)[0] for pair in pairs]

        utterances = drop_empty_segments(session.reference)
        streams = group_by_speaker(drop_empty_segments(session.hypothesis))
        combination = best_combination(
            [self.add_times([segment], "ref") for segment in utterances],
            [self.add_times(stream, "hyp") for stream in streams.values()] or [((), (), ())],
        )
        return make_combined_outcome(session, utterances, streams, combination, counts)
