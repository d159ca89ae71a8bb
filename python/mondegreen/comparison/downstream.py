"""Whether a metric of recognition tells how good the translations will be: correlation over blocks of utterances."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np

from mondegreen.comparison.meteor import DOWNLOAD, Matches, load_meteor, sum_matches
from mondegreen.comparison.numbers import Values, mean_by_group
from mondegreen.comparison.paired_tests import Signs, sign_test
from mondegreen.comparison.statistics import pearson, spearman
from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.metrics.support.noise import SUMS, NoiseWidth, rank_values, settle_noise
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.results.run import Run
from mondegreen.results.score import Score
from mondegreen.results.shown import Drawable

# Of two blocks all coefficients are 1 or -1.
LEAST = 3
NONE: Mapping[str, Values] = {}


class TranslationCorrelation(NamedTuple):
    """The coefficients between a metric and a score of translations, over so many blocks."""

    metric: str
    score: str
    pearson: float
    spearman: float
    blocks: int


@dataclass(frozen=True)
class SentenceScores:
    """Scores of both systems' sentences by name, as wide as the run: metrics of recognition, then of translations.

    Where the other system's hypotheses are not known, it has no metrics of recognition.
    """

    texts: Sequence[str]
    others: Sequence[str]
    references: Sequence[str]
    hypotheses: Sequence[str] | None
    metrics: Mapping[str, tuple[Sequence[float], Sequence[float] | None]]
    scores: Mapping[str, tuple[Sequence[float], Sequence[float]]]
    gains: Values

    def top(self, count: int) -> list[int]:
        """The sentences that differ most by the first score: so many won, then so many lost."""
        order = np.argsort(-self.gains, kind="stable").tolist()
        won = [index for index in order[:count] if self.gains[index] > 0]
        return won + [index for index in order[::-1][:count] if self.gains[index] < 0]


@dataclass(frozen=True)
class Downstream(Drawable):
    """How the metrics of a run go with scores of its translations, what these are over all, and who wins by each.

    The totals are of both systems where there is another; of recognition it has some only if its hypotheses are known.
    """

    run: Run
    correlations: Sequence[TranslationCorrelation]
    totals: Mapping[str, float]
    against: Mapping[str, float] = field(default_factory=dict)
    contests: Mapping[str, Signs] = field(default_factory=dict)
    notes: Sequence[str] = ()
    sentences: SentenceScores | None = None


def follow_translations(
    run: Run,
    texts: Sequence[str],
    references: Sequence[str],
    how: Translations,
    scores: Sequence[str],
    size: int,
    others: Sequence[str] | None,
    numbers: Mapping[str, Values],
    against: Run | None,
) -> Downstream:
    """The translations of a run held beside those of people, and beside `others`, those of another system."""
    found = correlate_translations(run, texts, references, how, scores, size, numbers)
    totals = score_corpus(run, texts, references, how, scores)
    notes = how.list_notes(scores)
    if others is None:
        return Downstream(run, found, totals, notes=notes)
    every = list(dict.fromkeys(["bleu", *scores]))
    gains = {name: (how.gains(name, texts, references), how.gains(name, others, references)) for name in every}
    contests = {name: compare_sentences(*sides) for name, sides in gains.items()}
    sentences = make_sentences(run, texts, references, others, gains, against)
    second = score_corpus(against, others, references, how, scores)
    return Downstream(run, found, totals, second, contests, notes, sentences)


def score_corpus(
    run: Run | None, texts: Sequence[str], references: Sequence[str], how: Translations, scores: Sequence[str]
) -> dict[str, float]:
    """The metrics of a run, where it is known, and the scores of its translations."""
    recognized = {} if run is None else {label: score.value for label, score in run.scores.items()}
    return recognized | {name: how.corpus(name, texts, references) for name in scores}


def make_sentences(
    run: Run,
    texts: Sequence[str],
    references: Sequence[str],
    others: Sequence[str],
    gains: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    against: Run | None,
) -> SentenceScores:
    """The scores of each sentence of both systems; of TER, which `gains` has below 0, as they are."""
    metrics = {
        label: (sentence_values(score), None if against is None else sentence_values(against[label]))
        for label, score in run.scores.items()
    }
    scores = {name: tuple(np.abs(side).tolist() for side in sides) for name, sides in gains.items()}
    first, second = next(iter(gains.values()))
    hypotheses = None if against is None else against.pairs.hypotheses
    differences = settle_noise(np.subtract(first, second), SUMS.width(first, second))
    return SentenceScores(texts, others, references, hypotheses, metrics, scores, differences)


def sentence_values(score: Score) -> list[float]:
    return [nan if value is None else value for value in score.values()]


def correlate_translations(
    run: Run,
    texts: Sequence[str],
    references: Sequence[str],
    how: Translations,
    scores: Sequence[str],
    size: int,
    numbers: Mapping[str, Values] = NONE,
) -> list[TranslationCorrelation]:
    """Each metric of a run against each score of the translations of its utterances, which come in the same order.

    Blocks are so many utterances that follow each other; the last may be shorter. A block of which a metric is not
    defined counts for no pair with that metric. Numbers from elsewhere stand on both sides, as the mean of each block.
    """
    spans = split_blocks(len(run.pairs), size)
    blocks = Groups("block", tuple(map(str, range(len(spans)))), np.arange(len(run.pairs)) // size)
    means = {name: mean_by_group(values, blocks).tolist() for name, values in numbers.items()}
    metrics = {label: (score_blocks(score, spans), score.noise) for label, score in run.scores.items()}
    metrics |= {name: (values, SUMS) for name, values in means.items()}
    judged = {name: [how.corpus(name, texts[span], references[span]) for span in spans] for name in scores}
    if same := [name for name in means if name in judged]:
        raise ScoreError(f'--with gives "{same[0]}", which is in --scores too; give the numbers another name')
    judged |= means
    return [
        correlate_blocks(label, name, values, others, noise)
        for label, (values, noise) in metrics.items()
        for name, others in judged.items()
        if name != label
    ]


def correlate_blocks(
    label: str, name: str, values: Sequence[float], others: Sequence[float], noise: NoiseWidth
) -> TranslationCorrelation:
    """The coefficients over blocks for which both are defined."""
    pairs = [pair for pair in zip(values, others, strict=True) if not any(map(isnan, pair))]
    sides = (
        rank_values([one for one, _ in pairs], noise).tolist(),
        rank_values([other for _, other in pairs], SUMS).tolist(),
    )
    both = (pearson(*sides), spearman(*sides)) if len(pairs) >= LEAST else (nan, nan)
    return TranslationCorrelation(label, name, *both, len(pairs))


def split_blocks(count: int, size: int) -> list[slice]:
    if size < 1:
        raise ScoreError(f"blocks of {size} utterances are impossible; give 1 or more")
    found = [slice(start, start + size) for start in range(0, count, size)]
    if len(found) < LEAST:
        made = f"{pluralize(count, 'utterance')} make {pluralize(len(found), 'block')} of {size}"
        raise ScoreError(f"{made}: too few to correlate; three or more are needed, so give a smaller size")
    return found


def score_blocks(score: Score, spans: Sequence[slice]) -> list[float]:
    rows = score.rows
    return [score.metric.score(Rows(rows.columns, rows.values[span]).total()) for span in spans]


def compare_sentences(first: Sequence[float], second: Sequence[float]) -> Signs:
    """The sign test on sentences of two systems."""
    gains = np.subtract(first, second)
    return sign_test(settle_noise(gains, SUMS.width(first, second)).tolist())


def find_translations(keys: Sequence[str], texts: Mapping[str, str], name: str) -> list[str]:
    """The text of each utterance; each must have one."""
    lacking = [key for key in keys if key not in texts]
    if lacking:
        raise ScoreError(
            f"{len(lacking)} of {len(keys)} utterances have no translation, such as {lacking[0]}", path=name
        )
    return [texts[key] for key in keys]


# A shift is looked for in so many translations at least, by so many lines at most (each sentence may stand there once
# per speaker), and said where the words that they share with the references so far away are this much more than those
# that they share with their own, and this large a part.
SHIFTED, FARTHEST, TIMES, SHARED = 20, 5, 2.0, 0.15


def find_shift(texts: Sequence[str], references: Sequence[str]) -> tuple[int, int] | None:
    """From which translation on each fits the reference so many lines behind its own; before it where negative.

    None if they fit their own. The published references of one corpus lack a sentence, which three speakers read, from
    which on each stands three lines too early.
    """
    if len(texts) < SHIFTED:
        return None
    sides = [[set(text.lower().split()) for text in side] for side in (texts, references)]
    own = [share_words(*pair) for pair in zip(*sides, strict=True)]
    most, found = 0.0, None
    for shift in sorted({*range(-FARTHEST, FARTHEST + 1)} - {0}, key=abs):
        none: list[set[str]] = [set()] * abs(shift)
        moved = [*sides[1][shift:], *none] if shift > 0 else [*none, *sides[1][:shift]]
        other = [share_words(*pair) for pair in zip(sides[0], moved, strict=True)]
        gains = np.cumsum(np.subtract(other, own)[::-1])[::-1]
        start = int(gains.argmax())
        whole, better = sum(own[start:]), sum(other[start:])
        count = len(own) - start
        if count >= SHIFTED and better > TIMES * whole and better > SHARED * count and gains[start] > most:
            most, found = float(gains[start]), (start, shift)
    return found


def share_words(one: set[str], other: set[str]) -> float:
    """The part of the words of either that both have."""
    return len(one & other) / max(len(one | other), 1)


def warn_of_shift(keys: Sequence[str], texts: Sequence[str], references: Sequence[str], name: str) -> None:
    """Warns where the references look shifted against the translations by a few lines."""
    if found := find_shift(texts, references):
        start, shift = found
        near = {1: "next reference", -1: "previous reference"}
        where = near.get(shift, f"reference {abs(shift)} lines {'on' if shift > 0 else 'back'}")
        warnings.warn(
            f"{name}: from {keys[start]} on, translations fit the {where} far better than their own; "
            "does a line lack, or stand twice?",
            ScoreWarning,
            stacklevel=2,
        )


INSTALL = "scores of translations need sacrebleu: pip install 'mondegreen[translation]'"
METEOR = "meteor"
SCORES = ("bleu", "ter", "chrf", METEOR)


@dataclass(frozen=True, slots=True)
class Translations:
    """How translations are compared with those of people: sacrebleu's tokenizer for BLEU, and whether case counts."""

    tokenize: str = "13a"
    lowercase: bool = False

    def __post_init__(self) -> None:
        kinds = self.library().BLEU.TOKENIZERS
        if self.tokenize not in kinds:
            raise ScoreError(f'the tokenizer of BLEU is "{self.tokenize}"; choose from {", ".join(kinds)}')

    @staticmethod
    def library() -> Any:  # noqa: ANN401 - a module, whose types are not there without the extra
        """Sacrebleu's metrics."""
        try:
            import sacrebleu.metrics
        except ImportError as error:
            raise ScoreError(INSTALL) from error
        return sacrebleu.metrics

    def corpus(self, name: str, texts: Sequence[str], references: Sequence[str]) -> float:
        if name == METEOR:
            return sum_matches(self.match(texts, references)).score
        return float(self.metric(name).corpus_score(list(texts), [list(references)]).score)

    def match(self, texts: Sequence[str], references: Sequence[str]) -> Iterator[Matches]:
        """What METEOR finds in each pair, of words as BLEU's tokenizer cuts them."""
        meteor, cut = load_meteor(), self.library().BLEU(tokenize=self.tokenize).tokenizer
        for pair in zip(texts, references, strict=True):
            yield meteor.match(*(cut(text).split() for text in pair))

    def gains(self, name: str, texts: Sequence[str], references: Sequence[str]) -> list[float]:
        """The score of each text, of which more is better."""
        if name == "bleu":
            return self.sentences(texts, references)
        if name == METEOR:
            return [each.score for each in self.match(texts, references)]
        judge, sign = self.metric(name), -1 if name == "ter" else 1
        pairs = zip(texts, references, strict=True)
        return [sign * float(judge.sentence_score(text, [reference]).score) for text, reference in pairs]

    def list_notes(self, scores: Sequence[str]) -> list[str]:
        """What is to be known of the scores."""
        if METEOR not in scores:
            return []
        if load_meteor().synonyms is not None:
            return ["meteor matches words, stems and synonyms, in lower case"]
        return [f"meteor matches words and stems alone, in lower case; for synonyms, {DOWNLOAD}"]

    def sentences(self, texts: Sequence[str], references: Sequence[str]) -> list[float]:
        """BLEU of each text, with 1 added to the counts of longer n-grams, so that most texts have one above 0."""
        judge = self.library().BLEU(
            tokenize=self.tokenize,
            lowercase=self.lowercase,
            effective_order=True,
            smooth_method="add-k",
            smooth_value=1,
        )
        pairs = zip(texts, references, strict=True)
        return [float(judge.sentence_score(text, [reference]).score) for text, reference in pairs]

    def metric(self, name: str) -> Any:  # noqa: ANN401 - as above
        library = self.library()
        if name == "bleu":
            return library.BLEU(tokenize=self.tokenize, lowercase=self.lowercase)
        if name == "ter":
            return library.TER(case_sensitive=not self.lowercase)
        if name == "chrf":
            return library.CHRF(lowercase=self.lowercase)
        if name == METEOR:
            return load_meteor()
        raise ScoreError(f'"{name}" is not a score of translations; choose from {", ".join(SCORES)}')
