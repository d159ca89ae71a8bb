"""The shards of a corpus, by number, each a few pairs; the task of scoring one, and its result."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import BatchStore, Settings, select_pairs
from mondegreen.corpus import Corpus
from mondegreen.digest import digest_text
from mondegreen.formats.stream import NotStreamable, Stream, slice_corpus
from mondegreen.metrics.base import Metric
from mondegreen.pairs import Join, Pairs, StreamedPairs, check_one_sided, check_pairable, pair_shard
from mondegreen.progress import progress
from mondegreen.results.row_files import SAVED_FORMATS, select_row_format
from mondegreen.results.run import Run
from mondegreen.results.run_data import list_columns
from mondegreen.results.score import make_signature
from mondegreen.runner import measure_batches

UNSORTED = "are neither in one order nor both sorted by utterance ID (LC_ALL=C sort), so both are held in memory"

DUPLICATES = "have duplicate utterance IDs, so both are held in memory"


class Shards(Protocol):
    """Pairs by shard; `overview` is known of all of them before any is scored."""

    @property
    def overview(self) -> StreamedPairs:
        """Names, formats and unmatched IDs."""

    @property
    def count(self) -> int:
        """The number of references, or an estimate of it."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Pairs: ...

    def refuse_changed(self) -> None:
        """Rejects files that have changed meanwhile."""

    def close(self) -> None:
        """Closes files."""


@dataclass
class HeldShards:
    """Shards of pairs that are held in memory."""

    pairs: Pairs
    size: int

    @property
    def overview(self) -> StreamedPairs:
        return strip_pairs(self.pairs)

    @property
    def count(self) -> int:
        return len(self.pairs)

    def __len__(self) -> int:
        return (len(self.pairs) + self.size - 1) // self.size

    def __getitem__(self, index: int) -> Pairs:
        places = range(len(self.pairs))[index * self.size : (index + 1) * self.size]
        return replace(self.pairs.take(places), missing=(), extra=(), duplicate=(), notes=())

    def refuse_changed(self) -> None:
        """Nothing can have changed."""

    def close(self) -> None:
        """There is nothing to close."""


@dataclass
class StreamedShards:
    """Shards of files: a block of references, and the hypotheses at the same positions or in the same range of IDs."""

    reference: Stream
    hypothesis: Stream
    join: Join
    sorted: bool
    overview: StreamedPairs

    @property
    def count(self) -> int:
        return self.reference.count

    def __len__(self) -> int:
        return len(self.reference.table)

    def __getitem__(self, index: int) -> Pairs:
        return pair_shard(*self.read_sides(index), self.join)

    def refuse_changed(self) -> None:
        self.reference.refuse_changed()
        self.hypothesis.refuse_changed()

    def close(self) -> None:
        self.reference.close()
        self.hypothesis.close()

    def read_sides(self, index: int) -> tuple[Corpus, Corpus]:
        table = self.reference.table
        start, stop = table[index].at, table[index].at + table[index].count
        if not self.sorted:
            return self.reference.block(index), self.hypothesis.part(start, stop)
        low = "" if index == 0 else table[index].first
        high = table[index + 1].first if index + 1 < len(table) else None
        return self.reference.block(index), self.hypothesis.between(low, high)


def open_streamed(reference: Stream, hypothesis: Stream, join: Join) -> StreamedShards:
    """The shards of two sides in the same order, or both sorted; otherwise `Whole` is raised."""
    try:
        return pair_streams(reference, hypothesis, join)
    finally:
        for side in (reference, hypothesis):
            side.close()


def pair_streams(reference: Stream, hypothesis: Stream, join: Join) -> StreamedShards:
    ours, theirs = survey_ids(reference), survey_ids(hypothesis)
    if reference.keyed != hypothesis.keyed or not reference.count or not hypothesis.count:
        raise NotStreamable("they cannot be paired")  # the error is that of reading them into memory
    if not reference.keyed and reference.count != hypothesis.count:
        raise NotStreamable("they hold different numbers of texts")
    overview = describe_streams(reference, hypothesis, join)
    if ours.order == theirs.order and ours.distinct:
        return StreamedShards(reference, hypothesis, join, sorted=False, overview=overview)
    if ours.order == theirs.order:
        raise NotStreamable(DUPLICATES, told=True)
    if not (ours.rising and theirs.rising):
        raise NotStreamable(UNSORTED, told=True)
    return check_unmatched(StreamedShards(reference, hypothesis, join, sorted=True, overview=overview))


def check_unmatched(shards: StreamedShards) -> StreamedShards:
    """The shards, with their unmatched IDs, which are found by another scan of the IDs."""
    missing: list[str] = []
    extra: list[str] = []
    for index in range(len(shards)):
        ours, theirs = (dict.fromkeys(side.keys) for side in shards.read_sides(index))
        missing += (key for key in ours if key not in theirs)
        extra += (key for key in theirs if key not in ours)
    sides = [peek_corpus(side) for side in (shards.reference, shards.hypothesis)]
    together = len(missing) < shards.reference.count
    if missing and extra:
        raise NotStreamable("IDs may be spelled in two ways")
    check_pairable(sides[0], sides[1], shards.overview.noun, together=together)
    names = (sides[0].name, sides[1].name)
    check_one_sided(missing, shards.join.missing, names, shards.overview.noun)
    check_one_sided(extra, shards.join.extra, names[::-1], shards.overview.noun)
    if extra and shards.join.extra == "empty":
        raise NotStreamable("have utterances on one side only, which come last, so both are held in memory", told=True)
    return replace(shards, overview=replace(shards.overview, missing=tuple(missing), extra=tuple(extra)))


def peek_corpus(stream: Stream) -> Corpus:
    return slice_corpus(stream.block(0), 0, 4)


def strip_pairs(pairs: Pairs) -> StreamedPairs:
    nothing = replace(pairs.take(()), fields=dict.fromkeys(pairs.fields, ()))
    return StreamedPairs(**{each.name: getattr(nothing, each.name) for each in fields(Pairs)})


def describe_streams(reference: Stream, hypothesis: Stream, join: Join) -> StreamedPairs:
    """The overview of pairs that are not read yet."""
    names, formats = (reference.name, hypothesis.name), (reference.format, hypothesis.format)
    columns: dict[str, tuple[str, ...]] = dict.fromkeys([*reference.fields, *hypothesis.fields], ())
    notes = (*reference.notes, *hypothesis.notes)
    return StreamedPairs((), (), (), names, formats, reference.keyed, join, fields=columns, notes=notes)


@dataclass(frozen=True, slots=True)
class IdOrder:
    """Whether IDs are rising, whether they are distinct, and a digest of their order."""

    rising: bool
    distinct: bool
    order: bytes


def survey_ids(stream: Stream) -> IdOrder:
    """Scans all IDs once, and again from the start if they are not rising.

    Rising IDs are distinct. Otherwise an 8-byte hash of each is stored; a collision counts as a duplicate, and the
    files are then read into memory, where the IDs themselves are compared.
    """
    return scan_ids(stream, None) or scan_ids(stream, []) or IdOrder(rising=False, distinct=False, order=b"")


def scan_ids(stream: Stream, hashes: list[NDArray[np.int64]] | None) -> IdOrder | None:
    """One scan, which ends where IDs do not rise unless their hashes are to be stored."""
    order = blake2b()
    last: str | None = None
    with progress(f"{stream.name}: keys") as advance:
        for corpus in stream.blocks():
            keys = list(corpus.keys)
            found = np.fromiter(map(hash, keys), np.int64, len(keys))
            order.update(found.tobytes())
            if hashes is not None:
                hashes.append(found)
            elif not is_rising(keys, last):
                return None
            last = keys[-1] if keys else last
            advance(len(keys))
    return IdOrder(rising=hashes is None, distinct=hashes is None or are_distinct(hashes), order=order.digest())


def is_rising(keys: Sequence[str], last: str | None) -> bool:
    return not keys or ((last is None or last < keys[0]) and all(one < two for one, two in pairwise(keys)))


def are_distinct(hashes: Sequence[NDArray[np.int64]]) -> bool:
    ordered = np.concatenate(hashes)
    ordered.sort()
    return not (ordered[1:] == ordered[:-1]).any()


@dataclass(frozen=True, slots=True)
class ShardTask:
    """How each shard is measured, and what is needed of it beside sums.

    `saved` is the suffix of the file of its rows in a checkpoint, `rows` that of the file of all rows, whose columns
    are `names`; `columns` says that the rows themselves are needed.
    """

    metrics: Sequence[Metric]
    settings: Settings
    saved: str | None = None
    rows: str | None = None
    names: Sequence[str] = ()
    columns: bool = False


@dataclass(frozen=True, slots=True)
class ShardSummary:
    """Counts, dropped and emptied utterance IDs, and partial metric sums of one shard, and a digest of its inputs."""

    index: int
    scored: int
    empty: int
    dropped: tuple[str, ...]
    emptied: tuple[str, ...]
    sums: dict[str, list[list[float]]]
    columns: tuple[str, ...]
    inputs: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, row: dict[str, Any]) -> ShardSummary:
        """From JSON."""
        found: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
        }
        return cls(**found)


@dataclass(frozen=True, slots=True)
class ShardResult:
    """The summary of a shard, its rows as the bytes of a file, its part of the file of all rows, and its columns."""

    summary: ShardSummary
    saved: bytes | None = None
    rows: Any = None
    columns: dict[str, Sequence[Any]] | None = None


def score_shard(
    index: int,
    pairs: Pairs,
    task: ShardTask,
    advance: Callable[[int], None] = lambda amount: None,  # noqa: ARG005
) -> ShardResult:
    inputs = digest_inputs(pairs, task) if task.saved else ""
    store = BatchStore(select_pairs(pairs, task.settings), task.settings)
    run, emptied = measure_batches(store, task.metrics, advance)
    return make_result(index, run, tuple(emptied), task, inputs)


def digest_inputs(pairs: Pairs, task: ShardTask) -> str:
    """The digest of the texts and fields of a shard as read, and of its normalization, models and metrics."""
    texts = [list(each) for each in (pairs.keys, pairs.references, pairs.hypotheses)]
    fields = {name: list(values) for name, values in pairs.fields.items()}
    measured_by = [make_signature(metric, pairs, task.settings) for metric in task.metrics]
    speakers = [repr(each) for each in pairs.sessions]
    return digest_text(json.dumps([texts, fields, measured_by, *([speakers] if speakers else [])]))


def make_result(index: int, run: Run, emptied: tuple[str, ...], task: ShardTask, inputs: str = "") -> ShardResult:
    """What the task needs of a shard that was scored."""
    held = list_columns(run) if task.saved or task.columns else None
    summary = ShardSummary(
        index,
        len(run.pairs),
        run.pair_counts["empty"],
        run.pairs.dropped,
        emptied,
        {label: score.rows.sums() for label, score in run.scores.items()},
        tuple(held or ()),
        inputs,
    )
    saved = SAVED_FORMATS[task.saved].encode(held) if task.saved and held is not None else None
    return ShardResult(summary, saved, make_chunk(run, task), held if task.columns else None)


def make_chunk(run: Run, task: ShardTask) -> Any:  # noqa: ANN401 - each kind of file has its own
    """The shard's part of the file of all rows."""
    if task.rows is None:
        return None
    return select_row_format(task.rows).chunk(task.names, run.columns())
