"""One side of a score, a block at a time and as often as need be, so that memory does not grow with the files.

Only formats whose lines stand each for itself, and Parquet, can be read so. Whatever is unusual in a file is left to
those who read all of it: `NotStreamable` says why.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, BinaryIO

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import detect_format, find_format, parquet, split_prefix
from mondegreen.formats.detect import is_undecided
from mondegreen.formats.format import Format, Reading, Side
from mondegreen.formats.ids import HEAD, are_repeated, detect_id_format, first_fields, has_rivals, last_brackets
from mondegreen.io.source import (
    BYTE_ORDER_MARK,
    CHANGED,
    STDIN,
    UTF8,
    check_damage,
    expand_pattern,
    get_stamp,
    label,
    open_bytes,
    to_utf8,
    without_prefix,
)
from mondegreen.notes import Note


class NotStreamable(Exception):  # noqa: N818 - it is no error
    """Says why a side, or two, must be read whole; `told` if the user should know of it."""

    def __init__(self, why: str, *, told: bool = False) -> None:
        super().__init__(why)
        self.told = told


@dataclass(frozen=True, slots=True)
class Block:
    """Where some utterances lie: from this byte, or row, of a file on, after so many lines of it and so many others.

    `first` and `last` are their keys.
    """

    file: str
    start: int
    lines: int
    before: int
    at: int
    count: int
    first: str
    last: str


@dataclass
class Stream:
    """The files of a side, read as `kind`, in blocks of up to `size` lines; `table` says where those are."""

    path: str
    kind: type[Format] | None
    files: Sequence[str]
    size: int
    reading: Reading
    table: list[Block] = field(default_factory=list)
    fields: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    stamps: dict[str, tuple[int, ...] | None] = field(default_factory=dict)
    keyed: bool = True
    cached: tuple[int, Corpus] | None = None
    lines: _Lines | None = None

    @property
    def name(self) -> str:
        return label(self.path)

    @property
    def format(self) -> str:
        return parquet.NAME if self.kind is None else self.kind.name

    @property
    def count(self) -> int:
        return self.table[-1].at + self.table[-1].count if self.table else 0

    def blocks(self) -> Iterator[Corpus]:
        """All of it, block by block; where they are is noted."""
        self.table, self.cached = [], None
        for file in self.files:
            self.stamps[file] = get_stamp(file)
            for start, before, lines, data in self.read_pieces(file):
                here = Block(file, start, lines, before, self.count, 0, "", "")
                corpus = self.parse_block(here, data)
                self.check(corpus)
                if len(corpus):
                    first, last = end_keys(corpus)
                    self.table.append(replace(here, count=len(corpus), first=first, last=last))
                yield corpus

    def read_pieces(self, file: str) -> Iterator[tuple[int, int, int, Any]]:
        """The pieces of a file: where each begins, what number its first line has, how many there are, and they."""
        if self.kind is None:
            for row, batch in parquet.read_batches(file, self.size):
                yield row, row, batch.num_rows, batch
            return
        start = before = 0
        with open_bytes(file) as stream:
            while lines := take_lines(stream, self.size, file):
                data = b"".join(lines)
                yield start, before, len(lines), data
                start, before = start + len(data), before + len(lines)

    def parse_block(self, block: Block, data: Any) -> Corpus:  # noqa: ANN401 - bytes or a batch of pyarrow's
        """The utterances of a piece."""
        reading = replace(self.reading, name=label(block.file), before=block.before)
        if self.kind is None:
            corpus = parquet.make_corpus(data, reading)
        else:
            corpus = self.kind.read(decode_lines(data, reading), reading)
        if not corpus.keyed:
            count = len(corpus)
            corpus = replace(corpus, keys=[str(block.at + place) for place in range(1, count + 1)])
        return replace(corpus, name=self.name, format=self.format)

    def check(self, corpus: Corpus) -> None:
        """Leaves to others what is not as it was in the blocks before."""
        if corpus.words is not None:
            raise NotStreamable(f"{self.name} times words")
        if not len(corpus):
            return
        if not self.table:
            self.fields, self.notes, self.keyed = tuple(corpus.fields), corpus.notes, corpus.keyed
        if corpus.notes != self.notes or (corpus.notes and self.kind is not None):
            raise NotStreamable(f"there is something to say of {self.name}")
        if (tuple(corpus.fields), corpus.keyed) != (self.fields, self.keyed):
            raise NotStreamable(f"the lines of {self.name} have different columns")

    def block(self, place: int) -> Corpus:
        if self.cached is None or self.cached[0] != place:
            here = self.table[place]
            corpus = self.parse_block(here, self.read_block(here))
            if (len(corpus), *end_keys(corpus)) != (here.count, here.first, here.last):
                raise ScoreError(CHANGED, path=label(here.file))
            self.cached = place, corpus
        return self.cached[1]

    def read_block(self, block: Block) -> Any:  # noqa: ANN401 - as above
        if self.kind is None:
            return next(batch for _, batch in parquet.read_batches(block.file, self.size, block.start))
        if self.lines is None or self.lines.file != block.file:
            self.close()
            self.lines = _Lines(block.file)
        return self.lines.take(block)

    def close(self) -> None:
        if self.lines is not None:
            self.lines.close()
            self.lines = None

    def refuse_changed(self) -> None:
        for file, before in self.stamps.items():
            if get_stamp(file) != before:
                raise ScoreError(CHANGED, path=label(file))

    def part(self, start: int, stop: int) -> Corpus:
        first = bisect_right(self.table, start, key=lambda block: block.at) - 1
        last = bisect_left(self.table, stop, key=lambda block: block.at)
        spans = ((place, self.table[place].at) for place in range(max(first, 0), last))
        return self.join_parts([slice_corpus(self.block(place), start - at, stop - at) for place, at in spans])

    def between(self, low: str, high: str | None) -> Corpus:
        """The utterances of the utterance IDs from one to before another, where keys only rise."""
        found = []
        for place, block in enumerate(self.table):
            if block.last >= low and (high is None or block.first < high):
                corpus = self.block(place)
                stop = len(corpus) if high is None else bisect_left(corpus.keys, high)
                found.append(slice_corpus(corpus, bisect_left(corpus.keys, low), stop))
        return self.join_parts(found)

    def join_parts(self, parts: Sequence[Corpus]) -> Corpus:
        """Pieces of blocks as one."""
        if len(parts) == 1:
            return parts[0]
        return Corpus(
            [key for part in parts for key in part.keys],
            [text for part in parts for text in part.texts],
            self.name,
            self.keyed,
            {name: [value for part in parts for value in part.fields[name]] for name in self.fields},
            format=self.format,
        )

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "cached": None, "lines": None}


class _Lines:
    """An open file, which is read on from where it is wherever that will do."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.opened = open_bytes(file)
        self.stream = self.opened.__enter__()
        self.at = 0

    def take(self, block: Block) -> bytes:
        if self.at != block.start:
            with check_damage(label(self.file)):
                self.stream.seek(block.start)
        data = b"".join(take_lines(self.stream, block.lines, self.file))
        self.at = block.start + len(data)
        return data

    def close(self) -> None:
        self.opened.__exit__(None, None, None)


def open_streams(reference: Side, hypothesis: Side, size: int) -> tuple[Stream, Stream]:
    """Both sides, if they can be read so, and if the beginnings tell what they are."""
    both = tuple(read_head(side) for side in (reference, hypothesis))
    if reference.by_order or hypothesis.by_order:
        raise NotStreamable("they are paired by order")
    found = detect_formats(both)
    ours, theirs = (
        open_stream(side.path, side.format or name, side.encoding, side.key, side.text, size, side.kind)
        for side, name in zip((reference, hypothesis), found, strict=True)
    )
    for each in (ours, theirs):
        if each.kind is None or each.kind.is_tabular:
            check_columns(each)
    return ours, theirs


def check_columns(side: Stream) -> None:
    """Leaves to others a table with another column that may be the text, or the ID."""
    try:
        first = next(side.blocks(), None)
    finally:
        side.close()
    side.table = []
    if first is not None and side.reading.text is None and has_rivals(first):
        raise NotStreamable("the table has other columns that may be meant")


def read_head(side: Side) -> tuple[str | None, Sequence[str]]:
    """The format that a side has, if that is known by itself, and the first lines of its first file."""
    wanted, place = split_prefix(side.path, side.format)
    file = expand_pattern(place)[0] if place != STDIN else place
    if wanted or os.path.isdir(file) or parquet.is_parquet(file):  # noqa: PTH112 - `-` is no path
        return wanted or parquet.NAME, ()
    with open_bytes(file) as held:
        lines = take_lines(held, HEAD, file)
    if not lines:
        raise NotStreamable(f"{label(file)} is empty")
    found = decode_lines(b"".join(lines), Reading(label(file)))
    kind = detect_format(found, file)
    return (None if is_undecided(file, kind) else kind.name), found


def detect_formats(both: Sequence[tuple[str | None, Sequence[str]]]) -> tuple[str | None, ...]:
    """The format of each side; where both files are to be looked at as a whole, that is left to others."""
    names = [name or detect_id_format(lines) for name, lines in both]
    if names == [None, None]:
        repeated = all(are_repeated(first_fields(lines)) for _, lines in both)
        if not repeated or any(last_brackets(lines) for _, lines in both):
            raise NotStreamable("whether they have IDs depends on all of their lines")
        return ("lines", "lines")
    if all(lines and are_repeated(first_fields(lines)) for _, lines in both):
        raise NotStreamable("what may be IDs comes again and again")
    if None in names or {*names} & {"lines"}:
        raise NotStreamable("the format of one side decides that of the other")
    return tuple(name if lines else None for name, (_, lines) in zip(names, both, strict=True))


def open_stream(
    path: str, format: str | None, encoding: str, key: str | None, text: str | None, size: int, side: str = ""
) -> Stream:
    """The side in these files, if it can be read so."""
    prefixed, place = without_prefix(path)
    if encoding != UTF8 or os.path.isdir(place):  # noqa: PTH112 - `-` is no path
        raise NotStreamable(f"{label(place)} is a directory, or not in UTF-8")
    if prefixed and format not in (None, prefixed):
        raise NotStreamable("the prefix says otherwise")  # as those will say who read it whole
    found = expand_pattern(place) if place != STDIN else [place]
    if not all(file == STDIN or os.path.isfile(file) for file in found):  # noqa: PTH113 - nor is a name with a blank at its end
        raise NotStreamable("a pipe can be read only once")
    kinds = {detect_file(file, format or prefixed) for file in found}
    if None not in kinds:
        for file in found:
            check_line_ends(file)
    if len(kinds) > 1:
        raise NotStreamable("files of different formats")
    kind = kinds.pop()
    if kind is not None and (not kind.is_by_line or ((key or text) and not kind.is_tabular)):
        raise NotStreamable(f"{label(place)} is read as {kind.name}, of which a part does not stand for itself")
    return Stream(place, kind, found, size, Reading(label(place), encoding, key, text, side=side))


def detect_file(file: str, format: str | None) -> type[Format] | None:
    """The format of a file; none if it is Parquet."""
    if format == parquet.NAME or (file != STDIN and parquet.is_parquet(file, format)):
        return None
    if format is not None:
        return find_format(format)
    with open_bytes(file) as stream:
        lines = take_lines(stream, 1000, file)
    if not lines:
        raise NotStreamable(f"{label(file)} is empty")
    return detect_format(decode_lines(b"".join(lines), Reading(label(file))), file)


def take_lines(stream: BinaryIO, count: int, file: str) -> list[bytes]:
    with check_damage(label(file)):
        return list(islice(stream, count))


def check_line_ends(file: str) -> None:
    """Leaves a file whose lines end in carriage returns alone to others: all of it would be the first line."""
    with open_bytes(file) as stream:
        first = b"".join(take_lines(stream, 1, file))
    if b"\r" in first and not first.endswith(b"\n"):
        raise NotStreamable(f"{label(file)} ends its lines with carriage returns alone")


def decode_lines(data: bytes, reading: Reading) -> Strings:
    """Lines as strings; only the first of a file may begin with the mark of an encoding, or lack a line feed."""
    later = reading.before and (data.startswith(BYTE_ORDER_MARK.encode()) or b"\n" not in data)
    try:
        return Strings.lines(b"\n" + data)[1:] if later else Strings.lines(data)
    except ValueError:
        pass
    try:
        to_utf8(data, UTF8, reading.name)
    except ScoreError as error:
        raise reading.error(error.what, error.line) from error
    raise AssertionError  # one of the two takes it


def end_keys(corpus: Corpus) -> tuple[str, str]:
    return (corpus.keys[0], corpus.keys[-1]) if len(corpus) else ("", "")


def slice_corpus(corpus: Corpus, start: int, stop: int) -> Corpus:
    some = slice(max(start, 0), max(stop, 0))
    if some.start == 0 and some.stop >= len(corpus):
        return corpus
    fields = {name: values[some] for name, values in corpus.fields.items()}
    return replace(corpus, keys=corpus.keys[some], texts=corpus.texts[some], fields=fields)
