"""How metrics correlate with each other, and how often they agree with people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.comparison.correlations import KENDALL, Correlation, Correlations
from mondegreen.comparison.downstream import Downstream
from mondegreen.comparison.humans import SHARES, Fitted, Humans, write_formula
from mondegreen.metrics.base import Quantity
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.caption import describe_runs
from mondegreen.reports.comparison import CORRECTED, MARK, PROBABILITY, significance_mark
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run
from mondegreen.wording import pluralize

PLACES = 3


def report_correlations(runs: Sequence[Run], found: Correlations) -> Iterator[Block]:
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


def describe_samples(found: Correlations) -> str:
    """The units of the coefficients, and how their intervals were computed."""
    counts = " and ".join(dict.fromkeys(str(len(each.names)) for each in found.samples))
    left_out = sum(each.left_out for each in found.samples)
    drawn = found.how
    way = "the jackknife" if found.method == KENDALL else f"{drawn.resamples} resamples, seed {drawn.seed}"
    said = [
        *([f"mean of {len(found.samples)} systems"] if len(found.samples) > 1 else []),
        f"{counts} by {drawn.over}",
        *([f"{left_out} excluded, of which a side is empty or a metric is undefined"] if left_out else []),
        f"low to high: {drawn.level:g} % by {way}",
        *warn_of_few_units(
            min(len(each.names) for each in found.samples), drawn.over.partition(":")[0].removesuffix("s")
        ),
        f"without: excluding the one {drawn.over} that matters most",
        *(f"{label} does not vary: nothing correlates with it" for label in found.constant),
    ]
    return "; ".join(said)


DUEL_COLUMNS = [
    *make_columns(first="metric", second="against"),
    *make_columns(0, only_first="alone right", only_second="the other alone"),
    *(PROBABILITY, CORRECTED, MARK),
]


def report_agreement(found: Humans, path: str) -> Iterator[Block]:
    """A row for each metric, columns by how much people agree among themselves; then each metric against the others."""
    columns = [Column("metric", "metric")]
    for name in SHARES:
        key = name.removesuffix(" %")
        columns += [
            *make_columns(2, **{f"agreement_{key}": name, f"error_{key}": "±"}),
            Column(f"ties_{key}", "ties", 0),
        ]
        columns += [Column(f"{each}_{key}", each, 0, "programs") for each in ("right", "triplets")]
    rows = [[label, *agreement_cells(found, label)] for label in found.preferences]
    yield Table("humans", f"agreement with people: {path}", columns, rows, describe_triplets(found))
    if len(found.preferences) > 1:
        duels: list[list[Cell]] = [[*duel, significance_mark(duel.corrected)] for duel in found.duels()]
        title, note = f"metrics against each other: {path}", "over all triplets, by McNemar's test"
        yield Table("duels", title, DUEL_COLUMNS, duels, note)


def agreement_cells(found: Humans, label: str) -> list[Cell]:
    every = (found.agreement(label, share) for share in SHARES.values())
    return [cell for each in every for cell in (each.percent, each.error, each.ties, each.right, each.triplets)]


def describe_triplets(found: Humans) -> str:
    """How many triplets count, and how many are excluded."""
    choices = found.choices
    counts = (f"{name}: {pluralize(int(choices.counted(share).sum()), 'triplet')}" for name, share in SHARES.items())
    few = int((~choices.counted(0)).sum())
    even = int((choices.counted(0) & (choices.sides == 0)).sum())
    said = [
        *counts,
        "±: standard error",
        "ties: equal scores, or none, which are wrong",
        *([f"{pluralize(even, 'triplet')} with as many votes for either side, where nobody is right"] if even else []),
        *([f"{pluralize(few, 'triplet')} with fewer than {choices.least} votes excluded"] if few else []),
    ]
    return "; ".join(said)


def report_weights(metrics: Sequence[Quantity], found: Fitted, path: str) -> Iterator[Block]:
    """The weights that were fitted, on all triplets and on either half."""
    halves = {"weight": "weight", "first_half": "first half", "second_half": "second half"}
    columns = [Column("metric", "metric"), *make_columns(4, **halves)]
    each = (found.weights, *found.halves)
    rows: list[list[Cell]] = [
        [metric.label, *(float(part[index]) for part in each)] for index, metric in enumerate(metrics)
    ]
    said = (
        f"as --metrics '{write_formula(metrics, found.weights)}'; `fitted` is judged by the weights of the other half"
    )
    yield Table("weights", f"weights that agree best with people: {path}", columns, rows, said)


def report_translations(found: Downstream, translation: str, against: str) -> Iterator[Block]:
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
    yield Table("correlation", f"{found.run.name} and its translations", columns, rows)
    values = {**{label: score.value for label, score in found.run.scores.items()}, **found.totals}
    every: list[list[Cell]] = [[name, value] for name, value in values.items()]
    yield Table("corpus", "The whole corpus", [Column("name", "name"), Column("value", "score", 2)], every)
    if found.contest is not None:
        heads = make_columns(0, wins="wins", losses="losses", ties="ties")
        heads.append(Column("p", "p of the sign test", 4, probability=True))
        signs = found.contest
        counts: list[Cell] = [float(signs.plus), float(signs.minus), float(signs.ties), signs.p]
        yield Table("contest", f"Sentence BLEU of {translation} against {against}", heads, [counts])
