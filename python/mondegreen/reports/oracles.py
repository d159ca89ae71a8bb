"""Oracle scores of n-best lists and lattices, and curves over the lengths of the lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from mondegreen.errors import pluralize
from mondegreen.nbest.oracle import Oracle
from mondegreen.reports.blocks import Cell, Column, Table, make_columns

DECIMALS = 2
# A curve of a longer list is shown at some lengths only.
MAX_CURVE_ROWS = 24
# The width of the longest bar of a curve, in characters; bars begin at zero.
CURVE_WIDTH = 24
FIRST = "first"


def report_oracle(found: Oracle, reference: str, lists: str) -> Iterator[Table]:
    """The scores of each choice by each metric, a curve of each metric, and how often choices differ."""
    yield make_score_table(found, f"oracles of {lists} against {reference}")
    for label in found.metrics:
        yield make_curve_table(label, found.curve(label))
    if len(found.metrics) > 1:
        yield make_difference_table(found)


def make_score_table(found: Oracle, title: str) -> Table:
    """A row for each metric that selected, below the first of each list; a column for each metric that scores."""
    columns = [Column("chosen_by", "chosen by"), *(Column(label, label, DECIMALS, unit="%") for label in found.metrics)]
    choices = {FIRST: found.first, **found.choices}
    rows: list[list[Cell]] = [
        [name, *(found.score(choice, metric) for metric in found.metrics.values())] for name, choice in choices.items()
    ]
    lists = f"up to {found.longest} {'hypothesis' if found.longest == 1 else 'hypotheses'} each"
    size = f"{pluralize(len(found.keys), 'utterance')}, {lists}"
    return Table("oracle", title, columns, rows, "; ".join([size, *describe_coverage(found)]))


def describe_coverage(found: Oracle) -> Iterator[str]:
    """Notes on the metrics whose oracle is the best of all paths of a lattice, or of the listed paths alone."""
    if found.lattices:
        exact = [label for label in found.metrics if found.unsure.get(label) == 0]
        listed = [label for label in found.metrics if label not in found.unsure]
        yield from (
            f"{what} {', '.join(some)}"
            for what, some in (("best of all paths:", exact), ("best of the listed paths:", listed))
            if some
        )
        yield from (
            f"{label}: {count} of {found.lattices} lattices may hold a better path"
            for label, count in found.unsure.items()
            if count
        )


def make_curve_table(label: str, values: Sequence[float]) -> Table:
    """A metric's score of its own choice from the first 1, 2, ... hypotheses."""
    high = max((value for value in values if not isnan(value)), default=0.0)
    columns = [Column("hypotheses", "hypotheses", 0), Column("score", label, DECIMALS, unit="%")]
    columns.append(Column("drawn", "", reader="people"))
    rows: list[list[Cell]] = []
    for count in select_lengths(len(values)):
        value = values[count - 1]
        share = max(0.0, value / high) if high > 0 else 0.0
        rows.append([float(count), value, "█" * round(share * CURVE_WIDTH) if not isnan(share) else ""])
    return Table(f"curve_{label}", f"{label} by the length of the lists", columns, rows)


def select_lengths(longest: int) -> list[int]:
    if longest <= MAX_CURVE_ROWS:
        return list(range(1, longest + 1))
    return sorted({round(longest ** (step / (MAX_CURVE_ROWS - 1))) for step in range(MAX_CURVE_ROWS)})


def make_difference_table(found: Oracle) -> Table:
    """The number of utterances of which two metrics selected different words."""
    columns = [*make_columns(one="chosen by", other="and by"), Column("differ", "differ", 0)]
    columns.append(Column("percent", "share", DECIMALS, unit="%"))
    rows: list[list[Cell]] = [
        [one, other, float(count), 100 * count / len(found.keys)] for one, other, count in found.count_differences()
    ]
    return Table("differing", "how often choices differ", columns, rows)
