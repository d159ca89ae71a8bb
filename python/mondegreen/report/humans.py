"""How often metrics agree with people, and which of them does so more often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.compare.humans import SHARES, Fitted, Humans, write_formula
from mondegreen.measure.metric import Metric
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.comparison import significance_mark
from mondegreen.wording import amount

DUELS = [
    Column("first", "metric"),
    Column("second", "against"),
    Column("only_first", "alone right", 0),
    Column("only_second", "the other alone", 0),
    Column("p", "p", 4, probability=True),
    Column("corrected", "Holm", 4, probability=True),
    Column("mark", ""),
]


def report_agreement(found: Humans, path: str) -> Iterator[Block]:
    """A row for each metric, columns by how much people agree among themselves; then each metric against the others."""
    columns = [Column("metric", "metric")]
    for name in SHARES:
        key = name.removesuffix(" %")
        columns += [
            Column(f"agreement_{key}", name, 2),
            Column(f"error_{key}", "±", 2),
            Column(f"ties_{key}", "ties", 0),
            Column(f"right_{key}", "right", 0, "programs"),
            Column(f"triplets_{key}", "triplets", 0, "programs"),
        ]
    rows = [[label, *agreement_cells(found, label)] for label in found.preferences]
    yield Table("humans", f"agreement with people: {path}", columns, rows, describe_triplets(found))
    if len(found.preferences) > 1:
        duels: list[list[Cell]] = [[*duel, significance_mark(duel.corrected)] for duel in found.duels()]
        yield Table(
            "duels", f"metrics against each other: {path}", DUELS, duels, "over all triplets, by McNemar's test"
        )


def agreement_cells(found: Humans, label: str) -> list[Cell]:
    """The columns of a metric."""
    every = (found.agreement(label, share) for share in SHARES.values())
    return [cell for each in every for cell in (each.percent, each.error, each.ties, each.right, each.triplets)]


def describe_triplets(found: Humans) -> str:
    """How many triplets count, and what does not."""
    choices = found.choices
    counts = (f"{name}: {amount(int(choices.counted(share).sum()), 'triplet')}" for name, share in SHARES.items())
    few = int((~choices.counted(0)).sum())
    even = int((choices.counted(0) & (choices.sides == 0)).sum())
    said = [
        *counts,
        "±: standard error",
        "ties: equal scores, or none, which are wrong",
        *([f"{amount(even, 'triplet')} with as many votes for either side, where nobody is right"] if even else []),
        *([f"{amount(few, 'triplet')} with fewer than {choices.least} votes left out"] if few else []),
    ]
    return "; ".join(said)


def report_weights(metrics: Sequence[Metric], found: Fitted, path: str) -> Iterator[Block]:
    """The weights that were fitted, on all triplets and on either half."""
    columns = [Column("metric", "metric"), Column("weight", "weight", 4)]
    columns += [Column("first_half", "first half", 4), Column("second_half", "second half", 4)]
    each = (found.weights, *found.halves)
    rows: list[list[Cell]] = [
        [metric.label, *(float(part[place]) for part in each)] for place, metric in enumerate(metrics)
    ]
    said = (
        f"as --metrics '{write_formula(metrics, found.weights)}'; `fitted` is judged by the weights of the other half"
    )
    yield Table("weights", f"weights that agree best with people: {path}", columns, rows, said)
