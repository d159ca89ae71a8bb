"""Scores shards by an engine, and makes one run of what is found of them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mondegreen.aggregate.run import Run
from mondegreen.aggregate.run_data import describe_run, restore_run
from mondegreen.aggregate.score import Score, aggregate, make_signature
from mondegreen.batch import batches, wanted
from mondegreen.engine.outcome import Outcome, digest_inputs, of_run
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.measure.rows import Rows, total
from mondegreen.pairs import Pairs
from mondegreen.runner import describe_emptied
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mondegreen.batch import Batch
    from mondegreen.engine.outcome import Told, Work
    from mondegreen.engine.shards import Shards
    from mondegreen.engine.unfinished import Unfinished
    from mondegreen.measure.metric import Metric
    from mondegreen.pairs import Gone


class Engine(Protocol):
    """Who scores shards."""

    def __call__(self, shards: Shards, places: Sequence[int], work: Work) -> Iterator[Outcome]:
        """What is found of the shards at these places, in their order."""


@dataclass
class Sums:
    """What all shards have told so far."""

    work: Work
    scored: int = 0
    empty: int = 0
    dropped: list[str] = field(default_factory=list)
    emptied: list[str] = field(default_factory=list)
    sums: dict[str, list[list[float]]] = field(default_factory=dict)
    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Takes in what was found of the next shard."""
        told = outcome.told
        self.scored += told.scored
        self.empty += told.empty
        self.dropped += told.dropped
        self.emptied += told.emptied
        for label, found in told.sums.items():
            for whole, part in zip(self.sums.setdefault(label, [[] for _ in found]), found, strict=True):
                whole.extend(part)
        for name, values in (outcome.columns or {}).items():
            self.columns.setdefault(name, []).extend(values)

    def run(self, told: Gone) -> Run:
        """The run of all shards; with its rows, if their columns were wanted."""
        odd = {name: len(getattr(told, name)) for name in ("missing", "extra", "duplicate")}
        numbers = {"scored": self.scored, **odd, "empty": self.empty}
        pairs = replace(told, numbers=numbers, dropped=tuple(self.dropped))
        scores = {metric.label: self.score(metric, pairs) for metric in self.work.metrics}
        run = Run(pairs, scores, self.work.settings)
        if not self.work.columns:
            return run
        held = restore_run(describe_run(run), self.columns)
        return replace(held, pairs=replace(held.pairs, files=told.files))

    def score(self, metric: Metric, pairs: Pairs) -> Score:
        """A metric's score, without the rows that it was made from."""
        whole = total(metric.columns, self.sums.get(metric.label, [[] for _ in metric.columns]))
        return Score(metric, Rows.joined(metric.columns, []), whole, make_signature(metric, pairs, self.work.settings))


def score(
    shards: Shards,
    work: Work,
    engine: Engine,
    put: Callable[[Any], object] | None = None,
    keeper: Unfinished | None = None,
) -> Run:
    """Scores all shards but those that `keeper` has, gives it and `put` the rows, and makes a run of the sums."""
    shards.refuse_changed()  # so that what is kept is of the files that the plan of a kept run names
    prepare(work, shards)
    done = still_valid(keeper, shards, work) if keeper is not None else {}
    places = [place for place in range(len(shards)) if place not in done]
    found, sums = engine(shards, places, work), Sums(work)
    names: tuple[str, ...] = ()
    for place in range(len(shards)):
        if place in done and keeper is not None:
            outcome = again(done[place], keeper, shards.told, work)
        else:
            outcome = next(found)
            if keeper is not None:
                keeper.add(outcome)
        if put is not None:
            put(outcome.rows)
        names = outcome.told.columns or names
        sums.add(outcome)
    next(found, None)  # so that the engine can end what it began
    shards.refuse_changed()
    if sums.dropped and not sums.scored:
        raise ScoreError(f"{' and '.join(shards.told.names)} have nothing to score: each pair has an empty side")
    run = sums.run(shards.told)
    if sums.emptied:
        warnings.warn(describe_emptied(sums.emptied, run.reference), ScoreWarning, stacklevel=2)
    if keeper is not None:
        keeper.finish(run, names)
    return run


def prepare(work: Work, shards: Shards) -> None:
    """Lets the metrics that look ahead see all batches."""

    def every() -> Iterator[Batch]:
        parts = (wanted(shards[place], work.settings) for place in range(len(shards)))
        return chain.from_iterable(batches(part, work.settings) for part in parts)

    for metric in work.metrics:
        if metric.looks_ahead:
            metric.prepare(every())


def still_valid(keeper: Unfinished, shards: Shards, work: Work) -> dict[int, Told]:
    """The shards of an earlier run whose inputs are as they were, byte by byte: sizes and times may deceive."""
    done = keeper.done()
    known = {place: told for place, told in done.items() if place < len(shards)}
    found = {place: told for place, told in known.items() if told.inputs == digest_inputs(shards[place], work)}
    changed = done.keys() - found.keys()
    if changed:
        keeper.forget(changed)
        what = f"{amount(len(changed), 'shard')} of {len(done)} that were done had other inputs then"
        warnings.warn(f"{what}, and {'is' if len(changed) == 1 else 'are'} scored again", ScoreWarning, stacklevel=2)
    return found


def again(told: Told, keeper: Unfinished, pairs: Gone, work: Work) -> Outcome:
    """What was found of a shard that an earlier run has done, with the rows that are wanted now."""
    if work.rows is None and not work.columns:
        return Outcome(told)
    run = run_of(keeper.columns(told), pairs, work)
    return replace(of_run(told.place, run, told.emptied, replace(work, saved=None)), told=told)


def run_of(columns: Mapping[str, Sequence[Any]], told: Gone, work: Work) -> Run:
    """The run of a shard from the columns of its rows, whose texts are as the rules left them."""
    pairs = Pairs(
        columns["utterance"],
        columns["reference"],
        columns["hypothesis"],
        told.names,
        told.formats,
        told.keyed,
        told.join,
        fields={name: columns[f"field.{name}"] for name in told.fields},
        noun=told.noun,
    )
    settings = replace(work.settings, normalise=())
    scores = {}
    for metric in work.metrics:
        values = (columns[f"metric.{metric.label}.{name}"] for name in metric.columns)
        rows = Rows.of(metric.columns, [np.array(each, dtype=np.float64) for each in values])
        scores[metric.label] = aggregate(metric, rows, pairs, work.settings)
    return Run(pairs, scores, settings)
