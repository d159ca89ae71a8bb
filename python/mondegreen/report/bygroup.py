"""Where systems differ from a baseline: by group, and with marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.interval import warn_of_few_units
from mondegreen.compare.bygroup import CLASS, compare_groups
from mondegreen.compare.comparison import Comparison
from mondegreen.compare.standings import Marked
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.comparison import compared_names, comparison_title

NUMBERS = [
    Column("base", "base", 2),
    Column("score", "score", 2),
    Column("change", "change", 2),
    Column("relative", "%", 2),
    Column("units", "n", 0),
]
NOTES = {
    CLASS: "distance: 100 (1 - cosine) with the word in its place, mean of words that are right or replaced; "
    "n: of the baseline; largest reduction first",
    "errors": "errors: words replaced or lost, per hundred reference words; n: reference words",
}
UTTERANCES = "n: utterances"
MARKED = [
    Column("metric", "metric"),
    Column("worse", "worse", 0),
    Column("others", "others", 0),
    Column("mean_worse", "marks in worse", 3),
    Column("mean_others", "in others", 3),
    Column("ratio", "ratio", 3),
    Column("low", "low", 3),
    Column("high", "high", 3),
]


def report_group_changes(comparison: Comparison, name: str) -> Iterator[Block]:
    """A table for each system, with a row for each group and metric."""
    for system, run in zip(compared_names(comparison), comparison.systems, strict=True):
        found = compare_groups(comparison.base, run, name)
        what = found[0].what if found else ""
        columns = [Column("group", name), Column("metric", ""), *NUMBERS]
        rows: list[list[Cell]] = [
            [each.group, each.what, each.base, each.system, each.change, each.relative, each.units] for each in found
        ]
        note = NOTES.get(name) or NOTES.get(what) or UTTERANCES
        yield Table("by", f"by {name}: {comparison_title(comparison, system)}", columns, rows, note, system=system)


def report_marks(comparison: Comparison, found: Sequence[dict[str, Marked]], path: str) -> Iterator[Block]:
    """Of each system and metric, whether marks go with what got worse."""
    how = comparison.how
    note = (
        f"ratio: marks in utterances that got worse over those in others; {how.level:g} % of {how.resamples} resamples"
    )
    for system, each in zip(compared_names(comparison), found, strict=True):
        rows: list[list[Cell]] = [[label, *numbers] for label, numbers in each.items()]
        heading = f"marks of {path}: {comparison_title(comparison, system)}"
        few = warn_of_few_units(len(comparison.groups.names), comparison.unit)
        said = "; ".join([f"{note} by {how.over}, seed {how.seed}", *few])
        yield Table("marks", heading, MARKED, rows, said, system=system)
