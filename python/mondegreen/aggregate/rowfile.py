"""Columns of values as a file of rows: JSON Lines, or Parquet by pyarrow; and back."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

from mondegreen.formats.parquet import import_pyarrow
from mondegreen.output import binary_output, output

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    Columns = Mapping[str, Sequence[Any]]


def write_json_lines(columns: Columns, path: Path) -> None:
    """An object a line."""
    with output(path) as stream:
        stream.writelines(lines(columns))


def json_lines(columns: Columns) -> bytes:
    """The same as bytes."""
    return "".join(lines(columns)).encode()


def lines(columns: Columns) -> Iterator[str]:
    """A line for each row."""
    for row in zip(*columns.values(), strict=True):
        yield json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n"


def read_json_lines(path: Path, names: Sequence[str]) -> dict[str, list[Any]]:
    """The columns of these names; where there are no rows the file does not tell of them."""
    with path.open("rb") as stream:
        rows = [json.loads(line) for line in stream]
    return {name: [row[name] for row in rows] for name in names}


def write_parquet(columns: Columns, path: Path) -> None:
    """Typed columns."""
    arrow = import_pyarrow(path)
    with binary_output(path) as stream:
        arrow.parquet.write_table(arrow.table(dict(columns)), stream)


def parquet(columns: Columns) -> bytes:
    """The same as bytes."""
    arrow = import_pyarrow("rows")
    stream = BytesIO()
    arrow.parquet.write_table(arrow.table(dict(columns)), stream)
    return stream.getvalue()


def read_parquet(path: Path, names: Sequence[str]) -> dict[str, list[Any]]:
    """The columns of these names."""
    found: dict[str, list[Any]] = import_pyarrow(path).parquet.read_table(path, columns=list(names)).to_pydict()
    return found
