"""The additive rows of every pair, for other programs: JSON Lines, CSV or Parquet, by the file's ending.

They may be written a part at a time. A part is made ready by `chunk`, wherever it was scored, and put behind others.
"""

from __future__ import annotations

import csv
import json
import shutil
from contextlib import contextmanager
from io import StringIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol

from mondegreen.errors import ScoreError
from mondegreen.output import STDOUT, binary_output, output
from mondegreen.read.parquet import pyarrow
from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from mondegreen.aggregate.run import Run
    from mondegreen.measure.metric import Quantity

    Columns = dict[str, Sequence["str | float | None"]]
    Writer = Callable[[Sequence[Run], str], None]

KINDS = {
    ".jsonl": "mondegreen.report.rows:JsonLines",
    ".csv": "mondegreen.report.rows:CommaSeparated",
    ".parquet": "mondegreen.report.rows:Parquet",
}


class Kind(Protocol):
    """A kind of file."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> Any:  # noqa: ANN401 - each kind has its own
        """A part, ready to be put behind others."""

    @staticmethod
    def opened(path: str, names: Sequence[str]) -> AbstractContextManager[Callable[[Any], None]]:
        """What puts parts into a file, which is there when all are."""


def kind_of(path: str) -> type[Kind]:
    """The kind of a file of that ending."""
    ending = PurePath(path.removesuffix(".gz")).suffix
    if ending not in KINDS:
        raise ScoreError(f"rows are written to a file that ends in {', '.join(KINDS)}", path=path)
    chosen: type[Kind] = find("kind of rows", ending, KINDS)
    return chosen


def writer(path: str) -> Writer:
    """What writes rows into a file of that ending."""
    kind = kind_of(path)

    def write(runs: Sequence[Run], path: str) -> None:
        fields = dict.fromkeys(name for run in runs for name in run.pairs.fields)
        names = named(fields, {label: score.metric for label, score in runs[0].scores.items()})
        with kind.opened(path, names) as put:
            for run in runs:
                put(kind.chunk(names, run.columns()))

    return write


def named(fields: Iterable[str], metrics: Mapping[str, Quantity]) -> list[str]:
    """The names of all columns."""
    parts = [f"{label}{part}" for label, metric in metrics.items() for part in ("", *dotted(metric))]
    return ["system", "utterance", *fields, *parts]


def dotted(metric: Quantity) -> list[str]:
    """The endings of the names of a metric's columns."""
    return [f".{name}" for name in metric.columns]


def lines(names: Sequence[str], columns: Columns) -> Iterator[tuple[str | float | None, ...]]:
    """Each pair's values; a column that is not there has none."""
    empty = [None] * len(columns["utterance"])
    return zip(*(columns.get(name, empty) for name in names), strict=True)


class JsonLines:
    """An object a line."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> str:
        """Lines."""
        found = (dict(zip(names, line, strict=True)) for line in lines(names, columns))
        return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in found)

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[str], object]]:  # noqa: ARG004 - each line has them
        """Text is put behind text."""
        with output(path) as stream:
            yield stream.write


class CommaSeparated:
    """A line of names, then a line for each pair."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> str:
        """Lines."""
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows(lines(names, columns))
        return out.getvalue()

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[str], object]]:
        """Text is put behind text, after the names."""
        with output(path) as stream:
            csv.writer(stream, lineterminator="\n").writerow(names)
            yield stream.write


class Parquet:
    """Typed columns, by pyarrow."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> Any:  # noqa: ANN401 - pyarrow has no types
        """A table."""
        return pyarrow("rows").table({name: list(columns[name]) for name in names if name in columns})

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[Any], None]]:  # noqa: ARG004 - each table has them
        """Tables become groups of rows; until all are there, they are in a file without a name."""
        pyarrow(path)
        folder = None if path == STDOUT else Path(path).absolute().parent
        with binary_output(path) as out, Growing(folder) as table:
            yield table.add
            shutil.copyfileobj(table.finished(), out)


class Growing:
    """A table in a nameless file, whose columns become of a wider type where a part needs it.

    A column whose first parts hold whole numbers alone is of those, until a part has others.
    """

    def __init__(self, folder: Path | None) -> None:
        self.arrow = pyarrow("rows")
        self.folder = folder
        self.file: Any = None
        self.writer: Any = None
        self.schema: Any = None

    def add(self, table: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        """Puts a part behind the others."""
        if self.writer is None:
            self.start(table.schema)
        wide = self.arrow.unify_schemas([self.schema, table.schema], promote_options="permissive")
        if wide != self.schema:
            self.widen(wide)
        lacking = [name for name in wide.names if name not in table.schema.names]
        for name in lacking:
            table = table.append_column(name, self.arrow.nulls(table.num_rows))
        self.writer.write_table(table.select(wide.names).cast(wide))

    def start(self, schema: Any) -> None:  # noqa: ANN401 - as above
        """Begins a file."""
        from tempfile import TemporaryFile

        self.schema, self.file = schema, TemporaryFile(dir=self.folder)  # noqa: SIM115 - closed in the end
        self.writer = self.arrow.parquet.ParquetWriter(self.file, schema)

    def widen(self, schema: Any) -> None:  # noqa: ANN401 - as above
        """Writes anew what there is."""
        self.writer.close()
        with self.file as before:
            found = self.arrow.parquet.ParquetFile(before)
            self.start(schema)
            for group in range(found.num_row_groups):
                self.add(found.read_row_group(group))

    def finished(self) -> Any:  # noqa: ANN401 - as above
        """The file, from its beginning."""
        if self.writer is None:
            self.start(self.arrow.schema([]))
        self.writer.close()
        self.writer = None
        self.file.seek(0)
        return self.file

    def __enter__(self) -> Growing:
        return self

    def __exit__(self, *failure: object) -> None:
        if self.writer is not None:
            self.writer.close()
        if self.file is not None:
            self.file.close()
