"""Maps that `mondegreen tune --output FILE.json` wrote, read back as the tables that they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError
from mondegreen.nbest.maps import MAP, PLACES
from mondegreen.report.blocks import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.report.blocks import Cell


def read(path: str) -> list[Table]:
    """The tables of a file, of which one at least must be a map."""
    try:
        reports = json.loads(Path(path).read_text(encoding="utf-8"))["reports"]
        found = [table(each) for each in reports]
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=path) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = []
    if not any(each.name.startswith(MAP) for each in found):
        raise ScoreError("it holds no map; give what `mondegreen tune --grid ... --output FILE.json` wrote", path=path)
    return found


def table(report: dict[str, Any]) -> Table:
    """One table; its columns are those of its rows."""
    rows = report["rows"]
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = [Column(name, name, PLACES if is_number(rows, name) else None) for name in names]
    cells = [[cell(row.get(name), column) for name, column in zip(names, columns, strict=True)] for row in rows]
    return Table(str(report["report"]), str(report["title"]), columns, cells, str(report.get("note", "")))


def is_number(rows: list[dict[str, Any]], name: str) -> bool:
    """Whether a column holds numbers, and not texts that look like some."""
    values = list(values_of(rows, name))
    return bool(values) and all(isinstance(value, int | float) for value in values)


def values_of(rows: list[dict[str, Any]], name: str) -> Iterator[Any]:
    """The values of a column that are there; JSON has null for what is not defined."""
    return (value for row in rows if (value := row.get(name)) is not None)


def cell(value: Any, column: Column) -> Cell:  # noqa: ANN401 - what JSON holds
    """A value as tables have it."""
    if column.places is None:
        return None if value is None else str(value)
    return float("nan") if value is None else float(value)
