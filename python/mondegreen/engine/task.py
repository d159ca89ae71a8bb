"""The task of scoring one shard, and its result, the same for all engines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mondegreen.batch import BatchStore, Settings, select_pairs
from mondegreen.digest import digest_text
from mondegreen.metrics.base import Metric
from mondegreen.pairs import Pairs
from mondegreen.results.row_files import SAVED_FORMATS, select_row_format
from mondegreen.results.run import Run
from mondegreen.results.run_data import list_columns
from mondegreen.results.score import make_signature
from mondegreen.runner import measure_batches


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
