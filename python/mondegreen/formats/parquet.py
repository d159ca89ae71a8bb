"""Parquet: a column of utterance IDs, one of texts, and fields; by pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from mondegreen.corpus import Corpus
from mondegreen.errors import ReadError, ScoreError
from mondegreen.formats.columns import make_corpus_of_columns, select_columns
from mondegreen.formats.format import Format, Reading
from mondegreen.formats.members import note_skipped

NAME = "parquet"
MAGIC = b"PAR1"


class Parquet(Format):
    """What holds of Parquet as of the formats of lines."""

    name = NAME
    is_tabular = True


def is_parquet(path: str, format: str | None = None) -> bool:
    """Whether a file is to be read as Parquet: where it begins so, unless a format is asked for.

    A pipe, which can be read but once, is not looked at.
    """
    if format is not None or not Path(path).is_file():
        return format == NAME
    try:
        with Path(path).open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False  # which whoever reads it will say


def read(path: str, reading: Reading) -> Corpus:
    from mondegreen.formats.directory import join_shards
    from mondegreen.io.compressed import memory_limit

    with open_parquet(path, memory_limit()) as file:
        parts = [make_corpus(batch, reading) for batch in check_size(path, file.iter_batches(), memory_limit())]
        parts_read = parts or [make_corpus(file.schema_arrow.empty_table(), reading)]
    return replace(join_shards(reading.name, parts_read), notes=parts_read[0].notes)


def read_batches(path: str, size: int, start: int = 0) -> Iterator[tuple[int, Any]]:
    """Up to so many rows at a time from that row on, with the number of the first; none spans two groups of rows."""
    from mondegreen.io.compressed import Limit

    with open_parquet(path, Limit.bytes) as file:
        row = 0
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if row + rows > start:
                at = row
                for batch in check_size(path, file.iter_batches(size, row_groups=[group]), Limit.bytes):
                    if at >= start:
                        yield at, batch
                    at += batch.num_rows
            row += rows


@contextmanager
def open_parquet(path: str, limit: int) -> Iterator[Any]:
    """The open file; what pyarrow finds wrong with it is a `ScoreError`, and so is a size beyond the limit.

    Texts come as the file has them, each different one once, so that many copies of a long one need no memory here.
    """
    from mondegreen.io.compressed import make_limit_error

    arrow = import_pyarrow(path)
    with check_damage(path):
        about = arrow.parquet.read_metadata(path)
        groups = [about.row_group(number) for number in range(about.num_row_groups)]
        if sum(group.total_byte_size for group in groups) > limit:
            raise make_limit_error("decompresses to", limit, path)
        columns = map(about.schema.column, range(about.num_columns))
        texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
        with arrow.parquet.ParquetFile(path, metadata=about, read_dictionary=texts) as file:
            yield file


def check_size(path: str, batches: Iterator[Any], limit: int) -> Iterator[Any]:
    """The batches, while what they hold is within the limit."""
    from mondegreen.io.compressed import make_limit_error

    size = 0
    for batch in batches:
        size += sum(map(plain_size, batch.columns))
        if size > limit:
            raise make_limit_error("decompresses to", limit, path)
        yield batch


def plain_size(column: Any) -> int:  # noqa: ANN401 - as above
    import pyarrow as arrow
    from pyarrow import compute

    if not arrow.types.is_dictionary(column.type):
        return int(column.nbytes)
    sizes = compute.take(compute.binary_length(column.dictionary), column.indices)
    return int(compute.sum(compute.cast(sizes, arrow.int64())).as_py() or 0) + int(column.indices.nbytes)


@contextmanager
def check_damage(path: str) -> Iterator[None]:
    """Says of a file that pyarrow cannot read what is wrong with it."""
    from pyarrow.lib import ArrowException

    try:
        yield
    except MemoryError:
        raise  # of which pyarrow has its own
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise ReadError(f"cannot be read as Parquet: {error}; was the file cut off?", path=path) from error


def import_pyarrow(path: object) -> Any:  # noqa: ANN401 - it has no types
    try:
        import pyarrow as arrow
        import pyarrow.parquet
    except ImportError as error:
        raise ScoreError("Parquet needs pyarrow: pip install 'mondegreen[parquet]'", path=str(path)) from error
    return arrow


def make_corpus(batch: Any, reading: Reading) -> Corpus:  # noqa: ANN401 - as above
    """The corpus that rows make; columns that are neither text nor number are skipped, and told."""
    import pyarrow as arrow

    plain = {field.name for field in batch.schema if not arrow.types.is_nested(field.type)}
    names = [name for name in batch.schema.names if name in plain]
    skipped = [name for name in batch.schema.names if name not in plain]
    columns = select_columns(names, reading)
    with check_damage(reading.name):
        cells = {name: decode_column(batch.column(name)).cast(arrow.string()).to_pylist() for name in names}
    for name, what in ((columns.key, "key"), (columns.text, "text")):
        if name is not None and None in cells[name]:
            raise reading.error(f'the {what}, in the column "{name}", is missing', cells[name].index(None) + 1)
    values = {name: [value or "" for value in column] for name, column in cells.items()}
    corpus = make_corpus_of_columns(values, columns, reading, range(1, batch.num_rows + 1))
    return replace(corpus, format=NAME, notes=note_skipped(skipped, reading.name, "columns"))


def decode_column(column: Any) -> Any:  # noqa: ANN401 - as above
    """The column with each of its texts where it stands."""
    import pyarrow as arrow

    return column.dictionary_decode() if arrow.types.is_dictionary(column.type) else column
