"""What is shown of oracles: tables of finished numbers."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from mondegreen.report.blocks import Column, Table
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.nbest.oracle import Oracle
    from mondegreen.report.blocks import Cell

PLACES = 2
# A curve of a longer list is shown at some places only.
SHOWN = 24
# How wide the drawing of a curve is, in characters.
WIDTH = 24
FIRST = "first"


def blocks(found: Oracle, reference: str, lists: str) -> Iterator[Table]:
    """The scores of each choice by each metric, a curve for each metric, and how often choices differ."""
    yield scores(found, f"Oracles of {lists} against {reference}")
    for label in found.metrics:
        yield curve(label, found.curve(label))
    if len(found.metrics) > 1:
        yield differing(found)


def scores(found: Oracle, title: str) -> Table:
    """A row for each metric that chose, and the first of each list above them; a column for each that judges."""
    columns = [Column("chosen_by", "chosen by"), *(Column(label, label, PLACES) for label in found.metrics)]
    choices = {FIRST: found.first, **found.choices}
    rows: list[list[Cell]] = [
        [name, *(found.score(choice, metric) for metric in found.metrics.values())] for name, choice in choices.items()
    ]
    lists = f"up to {found.longest} {'hypothesis' if found.longest == 1 else 'hypotheses'} each"
    size = f"{amount(len(found.keys), 'utterance')}, {lists}"
    return Table("oracle", title, columns, rows, "; ".join([size, *reach(found)]))


def reach(found: Oracle) -> Iterator[str]:
    """By which metrics the best of all paths of lattices is told, and by which the best of those that were listed."""
    if found.lattices:
        whole = [label for label in found.metrics if found.unsure.get(label) == 0]
        listed = [label for label in found.metrics if label not in found.unsure]
        yield from (
            f"{what} {', '.join(some)}"
            for what, some in (("of all paths:", whole), ("of the paths listed:", listed))
            if some
        )
        yield from (
            f"{label}: of {count} of {found.lattices} lattices there may be a better path"
            for label, count in found.unsure.items()
            if count
        )


def curve(label: str, values: Sequence[float]) -> Table:
    """A metric's score of its own choice from the first 1, 2, ... hypotheses."""
    low, high = min(values), max(values)
    columns = [
        Column("hypotheses", "hypotheses", 0),
        Column("score", label, PLACES),
        Column("drawn", "", reader="people"),
    ]
    rows: list[list[Cell]] = []
    for count in counts(len(values)):
        value = values[count - 1]
        share = (value - low) / (high - low) if high > low else 0.0
        rows.append([float(count), value, "█" * round(1 + share * (WIDTH - 1)) if not isnan(share) else ""])
    return Table(f"curve_{label}", f"{label} by the length of the lists", columns, rows)


def counts(longest: int) -> list[int]:
    """Lengths from 1 to the longest, all or about evenly many for each doubling."""
    if longest <= SHOWN:
        return list(range(1, longest + 1))
    return sorted({round(longest ** (step / (SHOWN - 1))) for step in range(SHOWN)})


def differing(found: Oracle) -> Table:
    """Of how many utterances two metrics chose different words."""
    columns = [
        Column("one", "chosen by"),
        Column("other", "and by"),
        Column("differ", "differ", 0),
        Column("percent", "%", PLACES),
    ]
    rows: list[list[Cell]] = [
        [one, other, float(count), 100 * count / len(found.keys)] for one, other, count in found.differing()
    ]
    return Table("differing", "How often the choices differ", columns, rows)
