"""What was found in n-best lists: what oracles chose, and scores under many settings of a decoder and their best.

Settings are such as language model weights and penalties.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from mondegreen.corpus import check_cells
from mondegreen.errors import ScoreError, pluralize
from mondegreen.io.source import load_bytes
from mondegreen.nbest.oracle import Oracle
from mondegreen.reports.blocks import Cell, Column, Table, make_columns
from mondegreen.results.interval import warn_of_few_units

if TYPE_CHECKING:
    from mondegreen.nbest.surface import Setting, Surface, Tuning


DECIMALS = 2
# What the names of maps begin with; the metric follows.
MAP_PREFIX = "surface_"
BEST, FLAT = "*", "~"
# From the best to the worst.
SHADES = "█▓▒░ "
NOTE = f"{BEST} best, {FLAT} not significantly worse"


def tabulate_settings(
    name: str,
    title: str,
    names: Sequence[str],
    values: Mapping[Any, float],
    show: Callable[[Any, float], str],
    note: str,
    *,
    first: Column,
    prefix: str = "",
    only: str = "",
) -> Table:
    """A row for each value of the first name, a column for each of the others; people see scores as `show` has them.

    `only` is the heading where there is but one name.
    """
    across = list(dict.fromkeys(setting[1:] for setting in values))
    columns = [first]
    for rest in across:
        heading = " ".join(f"{name} {value}" for name, value in zip(names[1:], rest, strict=True)) or only
        label = "_".join(rest) or "score"
        columns.append(Column(f"shown_{label}", heading, reader="people"))
        columns.append(Column(f"{prefix}{label}", heading, DECIMALS, reader="programs"))
    rows: list[list[Cell]] = []
    for one in dict.fromkeys(setting[0] for setting in values):
        rows.append([one])
        for rest in across:
            value = values.get((one, *rest), nan)
            rows[-1] += [show((one, *rest), value), value]
    return Table(name, title, columns, rows, note)


def make_grid(
    name: str, title: str, values: Mapping[tuple[int, str], float], best: tuple[int, str] | None, note: str = ""
) -> Table:
    """A row for each language model weight and a column for each penalty; people see the best score marked."""

    def show(setting: tuple[int, str], value: float) -> str:
        return f"{'-' if isnan(value) else f'{value:.{DECIMALS}f}'} {BEST if setting == best else ' '}"

    names, first = ("LM weight", "penalty"), Column("lmwt", "LM weight", 0)
    return tabulate_settings(name, title, names, values, show, note, first=first, prefix="penalty_")


def find_best(values: Mapping[tuple[int, str], float], *, higher: bool = False) -> tuple[int, str] | None:
    """The setting of the best score, the first of equals; none where no score is defined."""
    defined = [setting for setting, value in values.items() if not isnan(value)]
    return (max if higher else min)(defined, key=values.__getitem__, default=None)


def report_tuning(found: Tuning, reference: str) -> Iterator[Table]:
    """The maps and the best settings; those applied to the test if there is one."""
    for each in found.surfaces:
        yield make_heat_map(found.names, each, reference)
    yield make_best_table(found.names, found.surfaces)
    if found.test is not None:
        yield make_test_table(found.names, found.surfaces, found.test)


def make_heat_map(names: Sequence[str], found: Surface, what: str) -> Table:
    """The first setting down, all others across; the tables for people have shades and mark the best."""

    def show(setting: Setting, value: float) -> str:
        mark = BEST if setting == found.best else FLAT if setting in found.flat else " "
        return "-" if isnan(value) else f"{select_shade(found, value) * 2} {value:.{DECIMALS}f} {mark}"

    label, first = found.metric.label, Column(names[0], names[0])
    title = f"{label} of {what}"
    return tabulate_settings(f"{MAP_PREFIX}{label}", title, names, found.values, show, NOTE, first=first, only=label)


def select_shade(found: Surface, value: float) -> str:
    """The better a score, the darker."""
    defined = [each for each in found.values.values() if not isnan(each)]
    low, high = min(defined), max(defined)
    worst, best = (low, high) if found.metric.better == "higher" else (high, low)
    worse = (value - best) / (worst - best) if high > low else 0.0
    return SHADES[min(int(worse * len(SHADES)), len(SHADES) - 1)]


def make_best_table(names: Sequence[str], found: Sequence[Surface]) -> Table:
    """The best setting by each metric, the scores of all metrics there, and how many settings are as good."""
    columns = [*make_setting_columns(names, found), Column("flat", "not worse", 0)]
    rows: list[list[Cell]] = []
    for each in found:
        if each.best is not None:
            scores = [other.values[each.best] for other in found]
            rows.append([each.metric.label, *each.best, *scores, float(len(each.flat))])
    notes = [f"not worse: settings not significantly worse than the best, of {len(found[0].values)}"]
    notes += warn_of_few_units(found[0].units, "utterance")
    return Table("best", "best settings", columns, rows, "; ".join(notes))


def make_setting_columns(names: Sequence[str], found: Sequence[Surface], of: str = "") -> list[Column]:
    labels = [each.metric.label for each in found]
    scores = (Column(f"score_{label}", f"{label}{of}", DECIMALS) for label in labels)
    return [Column("metric", "chosen by"), *(Column(name, name) for name in names), *scores]


def make_test_table(names: Sequence[str], dev: Sequence[Surface], test: Sequence[Surface]) -> Table:
    """The best setting by each metric on the development set, scored on the test set; and the best of the test set."""
    columns = [*make_setting_columns(names, test, " on the test"), Column("least", "best possible", DECIMALS)]
    rows: list[list[Cell]] = []
    for each, there in zip(dev, test, strict=True):
        if each.best is not None:
            scores = [other.values.get(each.best, nan) for other in test]
            least = nan if there.best is None else there.values[there.best]
            rows.append([each.metric.label, *each.best, *scores, least])
    return Table("test", "settings of the development set on the test", columns, rows)


def make_weights_table(found: Mapping[str, tuple[str, float, float | None]]) -> Table:
    """The weights tuned for each metric, its score there, and that on the test if there is one."""
    columns = [Column("metric", "tuned for"), Column("weights", "weights"), Column("score", "score", DECIMALS)]
    rows: list[list[Cell]] = [[label, *each] for label, each in found.items()]
    if all(test is None for *_, test in found.values()):
        rows = [row[:-1] for row in rows]
    else:
        columns.append(Column("test", "on the test", DECIMALS))
    return Table("weights", "weights by line search", columns, rows)


def read_map_tables(path: str) -> list[Table]:
    """The tables of a file that `mondegreen nbest tune --output FILE.json` wrote; one at least must be a map."""
    try:
        reports = json.loads(load_bytes(path))["reports"]
        found = [restore_table(each, path) for each in reports]
    except ScoreError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = []
    if not any(each.name.startswith(MAP_PREFIX) for each in found):
        raise ScoreError(
            "it holds no map; give what `mondegreen nbest tune --grid ... --output FILE.json` wrote", path=path
        )
    return found


def restore_table(report: dict[str, Any], path: str) -> Table:
    rows = report["rows"]
    names = list(dict.fromkeys(name for row in rows for name in row))
    check_cells(len(names), len(rows), sum(map(len, rows)), path)
    columns = [Column(name, name, DECIMALS if is_numeric(rows, name) else None) for name in names]
    cells = [[restore_cell(row.get(name), column) for name, column in zip(names, columns, strict=True)] for row in rows]
    return Table(str(report["report"]), str(report["title"]), columns, cells, str(report.get("note", "")))


def is_numeric(rows: list[dict[str, Any]], name: str) -> bool:
    values = [value for row in rows if (value := row.get(name)) is not None]  # JSON has null for NaN
    return bool(values) and all(isinstance(value, int | float) for value in values)


def restore_cell(value: Any, column: Column) -> Cell:  # noqa: ANN401 - what JSON holds
    if column.places is None:
        return None if value is None else str(value)
    return nan if value is None else float(value)


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
