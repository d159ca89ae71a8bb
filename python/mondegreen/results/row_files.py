"""Rows of pairs as files: the rows of a saved run, and those that `--rows` writes for other programs.

JSON Lines, CSV or Parquet, by the file's ending. Rows may be written in chunks, each encoded where it was scored.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO, StringIO
from itertools import chain, islice
from json.encoder import encode_basestring
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol

from mondegreen._core import Digest
from mondegreen.digest import digest_file
from mondegreen.errors import ScoreError
from mondegreen.formats.parquet import import_pyarrow
from mondegreen.metrics.base import Quantity
from mondegreen.output import STDOUT, binary_output, encode_text, text_output
from mondegreen.results.run import TEXT_COLUMNS

if TYPE_CHECKING:
    from mondegreen.results.run import Run

Columns = Mapping[str, Sequence[Any]]
Writer = Callable[[Sequence["Run"], str], None]

# Rows that are encoded before they are written.
PIECE = 4096
# What a string of JSON cannot hold as it is.
ESCAPED = bytes([*range(0x20), *b'"\\'])
encode_value = json.JSONEncoder(ensure_ascii=False).encode


class RowFormat(Protocol):
    """A format of row files."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> Any:  # noqa: ANN401 - each format has its own
        """Encoded rows, to be appended to others."""

    @staticmethod
    def opened(path: str, names: Sequence[str]) -> AbstractContextManager[Callable[[Any], object]]:
        """A function that appends chunks to a file, which is there when all are."""


def select_row_format(path: str) -> type[RowFormat]:
    """The format of a file of that ending."""
    ending = PurePath(path.removesuffix(".gz")).suffix
    if ending not in ROW_FORMATS:
        raise ScoreError(f"rows are written as a file that ends in {', '.join(ROW_FORMATS)}", path=path)
    return ROW_FORMATS[ending]


def select_row_writer(path: str) -> Writer:
    """A function that writes the rows of runs to a file of that ending."""
    kind = select_row_format(path)

    def write(runs: Sequence[Run], path: str) -> None:
        fields = dict.fromkeys(name for run in runs for name in run.pairs.fields)
        names = list_row_columns(fields, {label: score.metric for label, score in runs[0].scores.items()})
        with kind.opened(path, names) as put:
            for run in runs:
                put(kind.chunk(names, run.columns()))

    return write


def list_row_columns(fields: Iterable[str], metrics: Mapping[str, Quantity]) -> list[str]:
    columns = [(label, *(f"{label}.{each}" for each in metric.columns)) for label, metric in metrics.items()]
    return list(dict.fromkeys(["system", "utterance", *TEXT_COLUMNS, *fields, *chain.from_iterable(columns)]))


def iterate_rows(names: Sequence[str], columns: Columns) -> Iterator[tuple[str | float | None, ...]]:
    """The values of each pair; None in a column that is absent."""
    empty = [None] * len(columns["utterance"])
    return zip(*(columns.get(name, empty) for name in names), strict=True)


def need_no_escapes(texts: Sequence[str]) -> bool:
    """Whether JSON writes the texts as they are; to look at many at once is faster than to look at each."""
    pieces = ("".join(texts[start : start + PIECE]) for start in range(0, len(texts), PIECE))
    data = (piece.encode("utf-8", "surrogatepass") for piece in pieces)
    return all(len(each.translate(None, ESCAPED)) == len(each) for each in data)


def encode_column(values: Sequence[Any]) -> Iterable[str]:
    """Each value as JSON; columns of one type are encoded many times faster than rows of several."""
    types = set(map(type, values))
    if types == {int}:  # counts, of which few are different
        texts = {value: str(value) for value in set(values)}
        return map(texts.__getitem__, values)
    if types <= {str}:
        return map('"%s"'.__mod__ if need_no_escapes(values) else encode_basestring, values)
    if types <= {int, float, type(None)}:
        return encode_value(list(values))[1:-1].split(", ") if values else ()
    return map(encode_value, values)


def encode_rows(columns: Columns) -> Iterator[str]:
    """A line of JSON for each row, as `json.dumps(row, ensure_ascii=False)` writes it."""
    template = ", ".join(f"{encode_basestring(name)}: ".replace("%", "%%") + "%s" for name in columns)
    return map(f"{{{template}}}\n".__mod__, zip(*map(encode_column, columns.values()), strict=True))


class JsonLines:
    """One object per line."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> str:
        """Lines."""
        empty = [None] * len(columns["utterance"])
        return "".join(encode_rows({name: columns.get(name, empty) for name in names}))

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[str], object]]:  # noqa: ARG004 - each line has them
        """Append text to text."""
        with text_output(path) as stream:
            yield stream.write

    @staticmethod
    def write(columns: Columns, path: Path) -> str:
        """Write a file of a directory that is not complete yet, a few thousand rows at a time; return its digest."""
        digest, lines = Digest(), encode_rows(columns)
        with path.open("wb") as stream:
            while piece := "".join(islice(lines, PIECE)):
                data = encode_text(piece, path)
                digest.update(data)
                stream.write(data)
        return digest.hex()

    @staticmethod
    def encode(columns: Columns) -> bytes:
        """The content of such a file."""
        return "".join(encode_rows(columns)).encode()

    @staticmethod
    def read(path: Path, names: Sequence[str]) -> dict[str, list[Any]]:
        """The columns of these names; a file without rows does not name its columns."""
        with path.open("rb") as stream:
            rows = [json.loads(line) for line in stream]
        return {name: [row[name] for row in rows] for name in names}


class CommaSeparated:
    """A line of names, then a line for each pair."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> str:
        """Lines."""
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows(iterate_rows(names, columns))
        return out.getvalue()

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[str], object]]:
        """Text is put behind text, after the names."""
        with text_output(path) as stream:
            csv.writer(stream, lineterminator="\n").writerow(names)
            yield stream.write


class Parquet:
    """Typed columns, by pyarrow."""

    @staticmethod
    def chunk(names: Sequence[str], columns: Columns) -> Any:  # noqa: ANN401 - pyarrow has no types
        """A table."""
        return import_pyarrow("rows").table({name: list(columns[name]) for name in names if name in columns})

    @staticmethod
    @contextmanager
    def opened(path: str, names: Sequence[str]) -> Iterator[Callable[[Any], None]]:  # noqa: ARG004 - each table has them
        """Tables become groups of rows; until all are there, they are in a file without a name."""
        import_pyarrow(path)
        folder = None if path == STDOUT else Path(path).absolute().parent
        with binary_output(path) as out, Growing(folder) as table:
            yield table.add
            shutil.copyfileobj(table.finished(), out)

    @staticmethod
    def write(columns: Columns, path: Path) -> str:
        """Write a file of such a directory, and return its digest."""
        arrow = import_pyarrow(path)
        with path.open("wb") as stream:
            arrow.parquet.write_table(arrow.table(dict(columns)), stream)
        return digest_file(path)

    @staticmethod
    def encode(columns: Columns) -> bytes:
        """The content of such a file."""
        arrow, stream = import_pyarrow("rows"), BytesIO()
        arrow.parquet.write_table(arrow.table(dict(columns)), stream)
        return stream.getvalue()

    @staticmethod
    def read(path: Path, names: Sequence[str]) -> dict[str, list[Any]]:
        """The columns of these names."""
        found: dict[str, list[Any]] = import_pyarrow(path).parquet.read_table(path, columns=list(names)).to_pydict()
        return found


class Growing:
    """A table in a nameless file, whose columns become of a wider type where a part needs it.

    A column whose first parts hold whole numbers alone is of those, until a part has others.
    """

    def __init__(self, folder: Path | None) -> None:
        self.arrow = import_pyarrow("rows")
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


ROW_FORMATS: dict[str, type[RowFormat]] = {".jsonl": JsonLines, ".csv": CommaSeparated, ".parquet": Parquet}
# The formats of the rows of saved runs, by the ending.
SAVED_FORMATS: dict[str, type[JsonLines | Parquet]] = {".jsonl": JsonLines, ".parquet": Parquet}
