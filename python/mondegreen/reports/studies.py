"""How metrics correlate with each other, and how often they agree with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import KENDALL, Beside, Correlation, Correlations
from mondegreen.comparison.downstream import Downstream, SentenceScores
from mondegreen.comparison.humans import SHARES, Humans
from mondegreen.comparison.ratings import CLEAR, Rated
from mondegreen.errors import pluralize
from mondegreen.metrics.base import Quantity
from mondegreen.pairs import UTTERANCE
from mondegreen.reports import describe_runs
from mondegreen.reports.blocks import Cell, Column, Table, make_columns
from mondegreen.reports.comparison import (
    CORRECTED,
    MARK,
    PROBABILITY,
    compared_names,
    comparison_title,
    significance_mark,
)
from mondegreen.results.interval import Bootstrap, warn_of_few_units
from mondegreen.results.run import Run

PLACES = 3


def report_correlations(runs: Sequence[Run], found: Correlations) -> Iterator[Table]:
    """Every pair of metrics with its interval and who matters most; then the coefficients alone."""
    over = found.how.over
    numbers = {found.method: found.method, "low": "low", "high": "high", "without": "without"}
    columns = [
        *make_columns(first="metric", second="with"),
        *make_columns(PLACES, **numbers),
        Column("influence", over),
    ]
    title = f"{found.method} over {over}: {describe_runs(runs)}"
    pairs = [correlation_row(each) for each in found.pairs]
    yield Table("correlations", title, columns, pairs, describe_samples(found))
    heads = [Column("metric", "metric"), *(Column(label, label, PLACES) for label in found.labels)]
    rows: list[list[Cell]] = [[one, *(found.value(one, other) for other in found.labels)] for one in found.labels]
    yield Table("matrix", title, heads, rows)


def correlation_row(each: Correlation) -> list[Cell]:
    numbers = [each.value, each.interval.low, each.interval.high]
    influence: list[Cell] = [None, None] if each.influence is None else [each.influence.without, each.influence.name]
    return [each.first, each.second, *numbers, *influence]


EACH_OWN = "each system over its own, not only those that all share"


def describe_samples(found: Correlations) -> str:
    """The units of the coefficients, and how their intervals were computed."""
    counts = " and ".join(dict.fromkeys(str(len(each.names)) for each in found.samples))
    several, same = len(found.samples) > 1, len({tuple(each.names) for each in found.samples}) == 1
    left_out = sum(each.left_out for each in found.samples)
    drawn = found.how
    way = "the jackknife" if found.method == KENDALL else f"{drawn.resamples} resamples, seed {drawn.seed}"
    said = [
        *([f"mean of {len(found.samples)} systems"] if several else []),
        f"{counts} by {drawn.over}" + (f", {'the same for all systems' if same else EACH_OWN}" if several else ""),
        *([f"{left_out} excluded, of which a side is empty or a metric is undefined"] if left_out else []),
        f"low to high: {drawn.level:g} % by {way}",
        *warn_of_few_units(
            min(len(each.names) for each in found.samples), drawn.over.partition(":")[0].removesuffix("s")
        ),
        f"without: excluding the one {drawn.over} with the most influence",
        *(f"{label} does not vary: nothing correlates with it" for label in found.constant),
    ]
    return "; ".join(said)


def report_beside(comparison: Comparison, found: Sequence[Sequence[Beside]]) -> Iterator[Table]:
    """How numbers from elsewhere correlate with the scores of two systems, and with what changed between them."""
    columns = [
        *make_columns(metric="metric", of="of", name="with"),
        *make_columns(PLACES, pearson="pearson", low="low", high="high", spearman="spearman"),
        *make_columns(0, units="N"),
        *make_columns(PLACES, without="without"),
        Column("influence", UTTERANCE),
    ]
    how = comparison.how
    note = "; ".join(
        [
            "change: score of the system less that of the baseline",
            f"low to high: {how.level:g} % of pearson by {how.resamples} resamples of the utterances, seed {how.seed}",
            "without: pearson without the utterance with the most influence",
            "all systems over the same utterances",
        ]
    )
    for system, each in zip(compared_names(comparison), found, strict=True):
        rows = [beside_row(one) for one in each]
        yield Table("with", f"numbers: {comparison_title(comparison, system)}", columns, rows, note, system=system)


def beside_row(each: Beside) -> list[Cell]:
    pearson = correlation_row(each.pearson)
    return [each.metric, each.what, each.name, *pearson[2:5], each.spearman, each.units, *pearson[5:]]


DUEL_COLUMNS = [
    *make_columns(first="metric", second="against"),
    *make_columns(0, only_first="only first right", only_second="only second right"),
    *(PROBABILITY, CORRECTED, MARK),
]


def report_agreement(found: Humans | Rated, path: str) -> Iterator[Table]:
    """How far each metric agrees with people's choices, ratings or grades."""
    if isinstance(found, Humans):
        yield from report_choices(found, path)
    elif found.ratings.graded:
        yield report_grades(found, path)
    else:
        yield report_ratings(found, path)


def report_choices(found: Humans, path: str) -> Iterator[Table]:
    """A row for each metric, columns by how much people agree among themselves; then each metric against the others."""
    columns = [Column("metric", "metric")]
    for name in SHARES:
        key = name.removesuffix(" %")
        numbers = {f"agreement_{key}": name, f"low_{key}": "low", f"high_{key}": "high"}
        columns += [*make_columns(2, **numbers), Column(f"ties_{key}", "ties", 0)]
        columns += [Column(f"{each}_{key}", each, 0, "programs") for each in ("right", "triplets")]
    rows = [[label, *agreement_cells(found, label)] for label in found.preferences]
    yield Table("humans", f"agreement with annotators: {path}", columns, rows, describe_triplets(found))
    if len(found.preferences) > 1:
        duels: list[list[Cell]] = [[*duel, significance_mark(duel.corrected)] for duel in found.duels()]
        title, note = f"metrics against each other: {path}", "over all triplets, by McNemar's test"
        yield Table("duels", title, DUEL_COLUMNS, duels, note)


def agreement_cells(found: Humans, label: str) -> list[Cell]:
    every = [(found.agreement(label, share), found.interval(label, share)) for share in SHARES.values()]
    return [cell for each, ends in every for cell in (each.percent, *ends, each.ties, each.right, each.triplets)]


def describe_triplets(found: Humans) -> str:
    """How many triplets count, and how many are excluded."""
    choices = found.choices
    counts = (f"{name}: {pluralize(int(choices.counted(share).sum()), 'triplet')}" for name, share in SHARES.items())
    few = int((~choices.counted(0)).sum())
    even = int((choices.counted(0) & (choices.sides == 0)).sum())
    said = [
        *counts,
        describe_resamples(found.how),
        "ties: equal scores, or none, which are wrong",
        *([f"{pluralize(even, 'triplet')} with as many votes for either side, wrong for all"] if even else []),
        *([f"{pluralize(few, 'triplet')} with fewer than {choices.least} votes excluded"] if few else []),
    ]
    return "; ".join(said)


def describe_resamples(how: Bootstrap) -> str:
    return f"low to high: {how.level:g} % by {how.resamples} resamples of the references, seed {how.seed}"


RANKS = {"spearman": "Spearman", "kendall": "Kendall"}


def report_ratings(found: Rated, path: str) -> Table:
    """Of each metric how many pairs it orders as people did, and how it correlates with their ratings."""
    columns = [Column("metric", "metric"), *estimate_columns("agreement", "pairs", 2), Column("ties", "ties", 0)]
    columns += [Column(each, each, 0, "programs") for each in ("right", "pairs")]
    if found.ratings.errors:
        columns += estimate_columns("clear", "clear pairs", 2)
    for key, name in RANKS.items():
        columns += estimate_columns(key, name, PLACES)
    rows: list[list[Cell]] = []
    for label in found.losses:
        every, right, pairs, ties = found.agreement(label)
        clear = found.agreement(label, clear=True)[0] if found.ratings.errors else ()
        ranks = (*found.spearman(label), *found.kendall(label))
        rows.append([label, *every, ties, right, pairs, *clear, *ranks])
    said = [
        f"{pluralize(len(found.pairs), 'pair')} of hypotheses of one reference that were rated differently",
        f"{pluralize(found.equal_texts, 'pair')} of equal texts, which no metric can order",
        *([describe_clear(found)] if found.ratings.errors else []),
        describe_resamples(found.how),
        "ties: equal scores, which are wrong",
        *describe_undefined(found),
    ]
    return Table("ratings", f"agreement with ratings: {path}", columns, rows, "; ".join(said))


def describe_clear(found: Rated) -> str:
    """Which pairs are clear, and how far other raters would agree."""
    return (
        f"clear: the {int(found.clear.sum())} whose ratings are more than {CLEAR} standard errors apart; as many other "
        f"raters would order about {found.expected_agreement:.1f} % of the pairs of different texts alike"
    )


def report_grades(found: Rated, path: str) -> Table:
    """Of each metric the areas under the ROC curves, and how it correlates with the grades."""
    columns = [Column("metric", "metric")]
    for grade in found.grades:
        columns += estimate_columns(f"auc_{-grade:g}", f"AUC {-grade:g}+", PLACES)
    for key, name in RANKS.items():
        columns += estimate_columns(key, name, PLACES)
    rows: list[list[Cell]] = []
    for label in found.losses:
        areas = [cell for grade in found.grades for cell in found.area(label, grade)]
        rows.append([label, *areas, *found.spearman(label), *found.kendall(label)])
    counts = Counter(found.ratings.goodness)
    said = [
        ", ".join(f"{counts[each]} of grade {abs(each):g}" for each in sorted(counts, reverse=True)),
        "AUC 1+: how often one of grade 1 or worse scores worse than one that is better, ties half",
        describe_resamples(found.how),
        *describe_undefined(found),
    ]
    return Table("grades", f"agreement with grades: {path}", columns, rows, "; ".join(said))


def estimate_columns(key: str, label: str, places: int) -> list[Column]:
    return make_columns(places, **{key: label, f"{key}_low": "low", f"{key}_high": "high"})


def describe_undefined(found: Rated) -> list[str]:
    """Metrics that are not defined for some hypotheses."""
    gone = {label: int(np.isnan(each).sum()) for label, each in found.losses.items()}
    return [
        f"{label} is not defined for {pluralize(count, 'utterance')}: no correlation, and pairs with such are wrong"
        for label, count in gone.items()
        if count
    ]


def report_fitted(members: Sequence[Quantity], found: Humans | Rated, path: str, model: str | None) -> Iterator[Table]:
    """The weights that were fitted, and how their model does on references that it has not seen."""
    fitted = found.fitted
    assert fitted is not None
    columns = [Column("metric", "metric"), *make_columns(4, weight="weight", low="low", high="high")]
    ends = zip(fitted.weights.tolist(), fitted.low.tolist(), fitted.high.tolist(), strict=True)
    rows: list[list[Cell]] = [[member.label, *each] for member, each in zip(members, ends, strict=True)]
    use = f"score by --metrics human:model={model}" if model else "--save-model FILE keeps them for human:model=FILE"
    said = [
        use,
        "weights of the root of the words that each metric finds missing",
        f"L2 penalty {fitted.strength:g}, chosen within the training part",
        f"low to high: {found.how.level:g} % by resamples of the references",
    ]
    yield Table("weights", f"weights that predict annotators best: {path}", columns, rows, "; ".join(said))
    heads = [*make_columns(part="part", share="pairs"), *make_columns(2, agreement="agreement", low="low", high="high")]
    heads += make_columns(0, right="right", pairs="of")
    judged: list[list[Cell]] = [
        [each.part, each.share, each.percent, each.low, each.high, each.right, each.pairs] for each in found.verdicts()
    ]
    note = f"by models that have not seen the reference: {fitted.folds} folds of four fifths; a fifth was kept aside"
    yield Table("verdict", f"fitted weights on unseen references: {path}", heads, judged, note)


def report_translations(found: Downstream, translation: str, against: str, top: int = 3) -> Iterator[Table]:
    """The coefficients, what the whole corpus scores, and how often either system's translation is better."""
    columns = [
        Column("metric", "metric"),
        Column("score", "with"),
        Column("pearson", "Pearson", 3),
        Column("spearman", "Spearman", 3),
        Column("blocks", "blocks", 0),
    ]
    rows: list[list[Cell]] = [
        [each.metric, each.score, each.pearson, each.spearman, float(each.blocks)] for each in found.correlations
    ]
    yield Table("correlation", f"{found.run.name} and its translations", columns, rows, "; ".join(found.notes))
    every: list[list[Cell]] = [[name, value] for name, value in found.totals.items()]
    columns = [Column("name", "name"), Column("value", "score", 2)]
    if found.against:
        columns.append(Column("against", "against", 2))
        every = [[*row, found.against.get(name)] for row, name in zip(every, found.totals, strict=True)]
    yield Table("corpus", "corpus scores", columns, every)
    if found.contests:
        heads = [Column("score", "score"), *make_columns(0, wins="wins", losses="losses", ties="ties")]
        heads.append(Column("p", "sign test p", 4, probability=True))
        counts: list[list[Cell]] = [
            [name, float(signs.plus), float(signs.minus), float(signs.ties), signs.p]
            for name, signs in found.contests.items()
        ]
        note = "wins: sentences that score better; of bleu with 1 added to the counts of longer n-grams"
        yield Table("contest", f"Sentences of {translation} against {against}", heads, counts, note)
        if found.sentences is not None:
            yield tabulate_sentences(found, found.sentences, translation, against, top)


def tabulate_sentences(found: Downstream, sentences: SentenceScores, ours: str, theirs: str, top: int) -> Table:
    """The sentences that one system's translation wins most, each with its texts and all scores below each other."""
    pairs = found.run.pairs
    columns = [Column("utterance", UTTERANCE, once=True), *make_columns(text="text", words="")]
    columns += make_columns(2, **{name: name for name in (*sentences.metrics, *sentences.scores)})
    rows: list[list[Cell]] = []
    for index in sentences.top(top):
        metrics, scores = [sides.values() for sides in (sentences.metrics, sentences.scores)]
        none: tuple[list[Cell], list[Cell]] = [None] * len(sentences.metrics), [None] * len(sentences.scores)
        recognized, translated = (
            [[None if side is None else side[index] for side in column] for column in zip(*each, strict=True)]
            for each in (metrics, scores)
        )
        key = pairs.keys[index]
        rows += [
            [key, "reference", pairs.references[index], *none[0], *none[1]],
            [key, "hypothesis", pairs.hypotheses[index], *recognized[0], *none[1]],
        ]
        if sentences.hypotheses is not None:
            rows.append([key, "against", sentences.hypotheses[index], *recognized[1], *none[1]])
        rows += [
            [key, "translated", sentences.references[index], *none[0], *none[1]],
            [key, ours, sentences.texts[index], *none[0], *translated[0]],
            [key, theirs, sentences.others[index], *none[0], *translated[1]],
        ]
    return Table("sentences", f"Sentences that {ours} wins and loses most", columns, rows, "by sentence BLEU")
