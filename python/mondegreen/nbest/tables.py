"""Tables of oracles and of tuning: oracle scores, curves over list lengths, maps over settings, selected weights."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any

from mondegreen.errors import ScoreError
from mondegreen.nbest.grid import Setting
from mondegreen.nbest.oracle import Oracle
from mondegreen.nbest.surface import Surface, Tuning
from mondegreen.reports.blocks import Cell, Column, Table
from mondegreen.results.interval import warn_of_few_units
from mondegreen.wording import pluralize

DECIMALS = 2
# A curve of a longer list is shown at some lengths only.
MAX_CURVE_ROWS = 24
# The width of the bars of a curve, in characters.
CURVE_WIDTH = 24
FIRST = "first"
# What the names of maps begin with; the metric follows.
MAP_PREFIX = "surface_"
BEST, FLAT = "*", "~"
# From the best to the worst.
SHADES = "█▓▒░ "
NOTE = f"{BEST} best, {FLAT} not significantly worse"


def make_oracle_tables(found: Oracle, reference: str, lists: str) -> Iterator[Table]:
    """The scores of each choice by each metric, a curve of each metric, and how often choices differ."""
    yield make_score_table(found, f"Oracles of {lists} against {reference}")
    for label in found.metrics:
        yield make_curve_table(label, found.curve(label))
    if len(found.metrics) > 1:
        yield make_difference_table(found)


def make_score_table(found: Oracle, title: str) -> Table:
    """A row for each metric that selected, below the first of each list; a column for each metric that scores."""
    columns = [Column("chosen_by", "chosen by"), *(Column(label, label, DECIMALS) for label in found.metrics)]
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
            for what, some in (("of all paths:", exact), ("of the paths listed:", listed))
            if some
        )
        yield from (
            f"{label}: of {count} of {found.lattices} lattices there may be a better path"
            for label, count in found.unsure.items()
            if count
        )


def make_curve_table(label: str, values: Sequence[float]) -> Table:
    """A metric's score of its own choice from the first 1, 2, ... hypotheses."""
    low, high = min(values), max(values)
    columns = [
        Column("hypotheses", "hypotheses", 0),
        Column("score", label, DECIMALS),
        Column("drawn", "", reader="people"),
    ]
    rows: list[list[Cell]] = []
    for count in select_lengths(len(values)):
        value = values[count - 1]
        share = (value - low) / (high - low) if high > low else 0.0
        rows.append([float(count), value, "█" * round(1 + share * (CURVE_WIDTH - 1)) if not isnan(share) else ""])
    return Table(f"curve_{label}", f"{label} by the length of the lists", columns, rows)


def select_lengths(longest: int) -> list[int]:
    if longest <= MAX_CURVE_ROWS:
        return list(range(1, longest + 1))
    return sorted({round(longest ** (step / (MAX_CURVE_ROWS - 1))) for step in range(MAX_CURVE_ROWS)})


def make_difference_table(found: Oracle) -> Table:
    """The number of utterances of which two metrics selected different words."""
    columns = [
        Column("one", "chosen by"),
        Column("other", "and by"),
        Column("differ", "differ", 0),
        Column("percent", "%", DECIMALS),
    ]
    rows: list[list[Cell]] = [
        [one, other, float(count), 100 * count / len(found.keys)] for one, other, count in found.count_differences()
    ]
    return Table("differing", "How often the choices differ", columns, rows)


def plot_curves(found: Oracle, path: str) -> None:
    from mondegreen.render.plot import lines as curves

    curves.plot_curves({label: found.curve(label) for label in found.metrics}, "hypotheses", path)


def make_tuning_tables(found: Tuning, reference: str) -> Iterator[Table]:
    """The maps and the best settings; those applied to the test if there is one."""
    yield from make_map_tables(found.names, found.surfaces, reference)
    if found.test is not None:
        yield make_test_table(found.names, found.surfaces, found.test)


def make_map_tables(names: Sequence[str], found: Sequence[Surface], what: str) -> Iterator[Table]:
    for each in found:
        yield make_heat_map(names, each, what)
    yield make_best_table(names, found)


def make_heat_map(names: Sequence[str], found: Surface, what: str) -> Table:
    """The first setting down, all others across; the tables for people have shades and mark the best."""
    down = list(dict.fromkeys(setting[0] for setting in found.values))
    across = list(dict.fromkeys(setting[1:] for setting in found.values))
    columns = [Column(names[0], names[0])]
    for rest in across:
        heading = " ".join(f"{name} {value}" for name, value in zip(names[1:], rest, strict=True)) or found.metric.label
        name = "_".join(rest) or "score"
        columns.append(Column(f"shown_{name}", heading, reader="people"))
        columns.append(Column(name, heading, DECIMALS, reader="programs"))
    rows = [make_map_row(found, first, across) for first in down]
    return Table(f"{MAP_PREFIX}{found.metric.label}", f"{found.metric.label} of {what}", columns, rows, NOTE)


def make_map_row(found: Surface, first: str, across: Sequence[Setting]) -> list[Cell]:
    cells: list[Cell] = [first]
    for rest in across:
        setting = (first, *rest)
        value = found.values.get(setting, float("nan"))
        mark = BEST if setting == found.best else FLAT if setting in found.flat else " "
        cells += ["-" if isnan(value) else f"{select_shade(found, value) * 2} {value:.{DECIMALS}f} {mark}", value]
    return cells


def select_shade(found: Surface, value: float) -> str:
    """The better a score, the darker."""
    defined = [each for each in found.values.values() if not isnan(each)]
    low, high = min(defined), max(defined)
    worst, best = (low, high) if found.metric.better == "higher" else (high, low)
    worse = (value - best) / (worst - best) if high > low else 0.0
    return SHADES[min(int(worse * len(SHADES)), len(SHADES) - 1)]


def make_best_table(names: Sequence[str], found: Sequence[Surface]) -> Table:
    """The best setting by each metric, the scores of all metrics there, and how many settings are as good."""
    columns = [*make_setting_columns(names, found), Column("flat", "as good", 0)]
    rows: list[list[Cell]] = []
    for each in found:
        if each.best is not None:
            scores = [other.values[each.best] for other in found]
            rows.append([each.metric.label, *each.best, *scores, float(len(each.flat))])
    notes = [f"as good: settings not significantly worse, of {len(found[0].values)}"]
    return Table(
        "best", "Best settings", columns, rows, "; ".join([*notes, *warn_of_few_units(found[0].units, "utterance")])
    )


def make_setting_columns(names: Sequence[str], found: Sequence[Surface], of: str = "") -> list[Column]:
    labels = [each.metric.label for each in found]
    scores = (Column(f"score_{label}", f"{label}{of}", DECIMALS) for label in labels)
    return [Column("metric", "chosen by"), *(Column(name, name) for name in names), *scores]


def make_test_table(names: Sequence[str], dev: Sequence[Surface], test: Sequence[Surface]) -> Table:
    """The best setting by each metric on the development set, scored on the test set; and the best of the test set."""
    columns = [*make_setting_columns(names, test, " of the test"), Column("least", "best possible", DECIMALS)]
    rows: list[list[Cell]] = []
    for each, there in zip(dev, test, strict=True):
        if each.best is None:
            continue
        scores = [other.values.get(each.best, float("nan")) for other in test]
        least = float("nan") if there.best is None else there.values[there.best]
        rows.append([each.metric.label, *each.best, *scores, least])
    return Table("test", "The choices applied to the test", columns, rows)


def plot_maps(names: Sequence[str], found: Sequence[Surface], path: str) -> None:
    from mondegreen.render.plot import maps

    down = list(dict.fromkeys(setting[0] for setting in found[0].values))
    across = list(dict.fromkeys(setting[1:] for setting in found[0].values))
    undefined = float("nan")
    values = {
        each.metric.label: [[each.values.get((first, *rest), undefined) for rest in across] for first in down]
        for each in found
    }
    maps.plot_maps(values, (names[0], " ".join(names[1:])), (down, [" ".join(rest) for rest in across]), path)


def make_weights_table(found: Mapping[str, tuple[str, float, float | None]]) -> Table:
    """The weights tuned for each metric, its score there, and that on the test if there is one."""
    columns = [
        Column("metric", "tuned for"),
        Column("weights", "weights"),
        Column("score", "score", DECIMALS),
        Column("test", "on the test", DECIMALS),
    ]
    rows: list[list[Cell]] = [[label, *each] for label, each in found.items()]
    if all(test is None for *_, test in found.values()):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table("weights", "Weights by line search", columns, rows)


def read_map_tables(path: str) -> list[Table]:
    """The tables of a file that `mondegreen tune --output FILE.json` wrote, of which one at least must be a map."""
    try:
        reports = json.loads(Path(path).read_text(encoding="utf-8"))["reports"]
        found = [restore_table(each) for each in reports]
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=path) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = []
    if not any(each.name.startswith(MAP_PREFIX) for each in found):
        raise ScoreError("it holds no map; give what `mondegreen tune --grid ... --output FILE.json` wrote", path=path)
    return found


def restore_table(report: dict[str, Any]) -> Table:
    rows = report["rows"]
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = [Column(name, name, DECIMALS if is_numeric(rows, name) else None) for name in names]
    cells = [[restore_cell(row.get(name), column) for name, column in zip(names, columns, strict=True)] for row in rows]
    return Table(str(report["report"]), str(report["title"]), columns, cells, str(report.get("note", "")))


def is_numeric(rows: list[dict[str, Any]], name: str) -> bool:
    values = [value for row in rows if (value := row.get(name)) is not None]  # JSON has null for NaN
    return bool(values) and all(isinstance(value, int | float) for value in values)


def restore_cell(value: Any, column: Column) -> Cell:  # noqa: ANN401 - what JSON holds
    if column.places is None:
        return None if value is None else str(value)
    return float("nan") if value is None else float(value)
