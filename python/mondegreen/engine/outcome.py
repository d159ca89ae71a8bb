"""What is found of one shard, by whichever engine."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.aggregate.row_files import SAVED_FORMATS, select_row_format
from mondegreen.aggregate.run import Run
from mondegreen.aggregate.run_data import list_columns
from mondegreen.aggregate.score import aggregate, make_signature
from mondegreen.batch import BatchStore, wanted
from mondegreen.digest import digest_text
from mondegreen.runner import measure_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.pairs import Pairs


@dataclass(frozen=True, slots=True)
class Work:
    """What is done with each shard: how it is measured, and what is wanted of it beside sums.

    `saved` is the ending of the file that keeps its rows, `rows` that of the file of all rows, whose columns `names`
    are; `columns` says that the rows themselves are wanted.
    """

    metrics: Sequence[Metric]
    settings: Settings
    saved: str | None = None
    rows: str | None = None
    names: Sequence[str] = ()
    columns: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """How many pairs there were, which were left out or emptied by the rules, and by metric and column the sums.

    `inputs` is the digest of all that it was made of.
    """

    place: int
    scored: int
    empty: int
    dropped: tuple[str, ...]
    emptied: tuple[str, ...]
    sums: dict[str, list[list[float]]]
    columns: tuple[str, ...]
    inputs: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @classmethod
    def of(cls, said: dict[str, Any]) -> Told:
        """From JSON."""
        found: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in said.items()
        }
        return cls(**found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is told of a shard, its rows as a file's bytes, its part of the file of all rows, and its columns."""

    told: Told
    saved: bytes | None = None
    rows: Any = None
    columns: dict[str, Sequence[Any]] | None = None


def outcome(place: int, pairs: Pairs, work: Work, advance: Callable[[int], None] = lambda amount: None) -> Outcome:  # noqa: ARG005
    """Scores a shard."""
    inputs = digest_inputs(pairs, work) if work.saved else ""
    pairs = wanted(pairs, work.settings)
    store = BatchStore(pairs, work.settings)
    rows, emptied = measure_batches(store, work.metrics, advance)
    scores = {
        metric.label: aggregate(metric, found, pairs, work.settings)
        for metric, found in zip(work.metrics, rows, strict=True)
    }
    run = Run(pairs, scores, work.settings, store=store)
    return of_run(place, run, tuple(emptied), work, inputs)


def digest_inputs(pairs: Pairs, work: Work) -> str:
    """The digest of a shard's texts and fields as they were read, and of what measures them: rules, models, metrics."""
    texts = [list(each) for each in (pairs.keys, pairs.references, pairs.hypotheses)]
    fields = {name: list(values) for name, values in pairs.fields.items()}
    measured_by = [make_signature(metric, pairs, work.settings) for metric in work.metrics]
    return digest_text(json.dumps([texts, fields, measured_by]))


def of_run(place: int, run: Run, emptied: tuple[str, ...], work: Work, inputs: str = "") -> Outcome:
    """What is wanted of a shard that was scored."""
    kept = list_columns(run) if work.saved or work.columns else None
    told = Told(
        place,
        len(run.pairs),
        run.pair_counts["empty"],
        run.pairs.dropped,
        emptied,
        {label: score.rows.sums() for label, score in run.scores.items()},
        tuple(kept or ()),
        inputs,
    )
    saved = SAVED_FORMATS[work.saved].encode(kept) if work.saved and kept is not None else None
    return Outcome(told, saved, chunk(run, work), kept if work.columns else None)


def chunk(run: Run, work: Work) -> Any:  # noqa: ANN401 - each kind of file has its own
    """The shard's part of the file of all rows."""
    if work.rows is None:
        return None
    return select_row_format(work.rows).chunk(work.names, run.columns())
