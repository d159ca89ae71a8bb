"""What is shown of tuning: a map of each metric over the settings, and what each chooses."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from mondegreen.aggregate.interval import warn_of_few_units
from mondegreen.report.blocks import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.nbest.grid import Setting
    from mondegreen.nbest.surface import Surface
    from mondegreen.report.blocks import Cell

PLACES = 2
# What the names of maps begin with; the metric follows.
MAP = "surface_"
BEST, FLAT = "*", "~"
# From the best to the worst.
SHADES = "█▓▒░ "
NOTE = f"{BEST} best, {FLAT} not significantly worse"


def blocks(names: Sequence[str], found: Sequence[Surface], what: str) -> Iterator[Table]:
    """A map of each metric, and the best settings."""
    for each in found:
        yield heat(names, each, what)
    yield bests(names, found)


def heat(names: Sequence[str], found: Surface, what: str) -> Table:
    """The first name down, all others across; people see shades, the best and those as good as the best."""
    down = list(dict.fromkeys(setting[0] for setting in found.values))
    across = list(dict.fromkeys(setting[1:] for setting in found.values))
    columns = [Column(names[0], names[0])]
    for rest in across:
        heading = " ".join(f"{name} {value}" for name, value in zip(names[1:], rest, strict=True)) or found.metric.label
        name = "_".join(rest) or "score"
        columns += [Column(f"shown_{name}", heading, reader="people"), Column(name, heading, PLACES, reader="programs")]
    rows = [row(found, first, across) for first in down]
    return Table(f"{MAP}{found.metric.label}", f"{found.metric.label} of {what}", columns, rows, NOTE)


def row(found: Surface, first: str, across: Sequence[Setting]) -> list[Cell]:
    """The scores of one value of the first name."""
    cells: list[Cell] = [first]
    for rest in across:
        setting = (first, *rest)
        value = found.values.get(setting, float("nan"))
        mark = BEST if setting == found.best else FLAT if setting in found.flat else " "
        cells += ["-" if isnan(value) else f"{shade(found, value) * 2} {value:.{PLACES}f} {mark}", value]
    return cells


def shade(found: Surface, value: float) -> str:
    """How dark a score is: the better, the darker."""
    known = [each for each in found.values.values() if not isnan(each)]
    low, high = min(known), max(known)
    worst, best = (low, high) if found.metric.better == "higher" else (high, low)
    worse = (value - best) / (worst - best) if high > low else 0.0
    return SHADES[min(int(worse * len(SHADES)), len(SHADES) - 1)]


def bests(names: Sequence[str], found: Sequence[Surface]) -> Table:
    """What each metric chooses, what every metric says there, and how many settings are as good."""
    columns = [
        Column("metric", "chosen by"),
        *(Column(name, name) for name in names),
        *(Column(f"score_{each.metric.label}", each.metric.label, PLACES) for each in found),
        Column("flat", "as good", 0),
    ]
    rows: list[list[Cell]] = []
    for each in found:
        if each.best is not None:
            scores = [judge.values[each.best] for judge in found]
            rows.append([each.metric.label, *each.best, *scores, float(len(each.flat))])
    said = [f"as good: settings not significantly worse, of {len(found[0].values)}"]
    return Table(
        "best", "Best settings", columns, rows, "; ".join([*said, *warn_of_few_units(found[0].units, "utterance")])
    )


def applied(names: Sequence[str], dev: Sequence[Surface], test: Sequence[Surface]) -> Table:
    """What each metric chose on one set, scored on another; and the best there is on the other."""
    columns = [
        Column("metric", "chosen by"),
        *(Column(name, name) for name in names),
        *(Column(f"score_{each.metric.label}", f"{each.metric.label} of the test", PLACES) for each in test),
        Column("least", "best possible", PLACES),
    ]
    rows: list[list[Cell]] = []
    for each, there in zip(dev, test, strict=True):
        if each.best is None:
            continue
        scores = [judge.values.get(each.best, float("nan")) for judge in test]
        least = float("nan") if there.best is None else there.values[there.best]
        rows.append([each.metric.label, *each.best, *scores, least])
    return Table("test", "The choices applied to the test", columns, rows)


def untested(names: Sequence[str], dev: Sequence[Surface], test: Sequence[Surface]) -> Iterator[str]:
    """Says which of the chosen settings the test does not have."""
    chosen = dict.fromkeys(each.best for each in dev if each.best is not None and each.best not in test[0].values)
    for setting in chosen:
        told = " ".join(f"{name} {value}" for name, value in zip(names, setting, strict=True))
        yield f"the test has nothing at {told}, which was chosen"


def plot(names: Sequence[str], found: Sequence[Surface], path: str) -> None:
    """The maps as a picture."""
    from mondegreen.report.plot import maps

    down = list(dict.fromkeys(setting[0] for setting in found[0].values))
    across = list(dict.fromkeys(setting[1:] for setting in found[0].values))
    nothing = float("nan")
    values = {
        each.metric.label: [[each.values.get((first, *rest), nothing) for rest in across] for first in down]
        for each in found
    }
    maps.plot_maps(values, (names[0], " ".join(names[1:])), (down, [" ".join(rest) for rest in across]), path)


def search(found: Mapping[str, tuple[str, float, float | None]]) -> Table:
    """The weights that each metric found, its score there, and that on the test if there is one."""
    columns = [
        Column("metric", "tuned for"),
        Column("weights", "weights"),
        Column("score", "score", PLACES),
        Column("test", "on the test", PLACES),
    ]
    rows: list[list[Cell]] = [[label, *each] for label, each in found.items()]
    if all(test is None for *_, test in found.values()):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table("weights", "Weights by line search", columns, rows)
