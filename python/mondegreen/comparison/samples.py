"""What is correlated: the scores of each utterance, block, speaker or system by every metric."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError
from mondegreen.metrics.support.noise import rank_values
from mondegreen.pairs import find_blank
from mondegreen.results.groups import Groups, iterate_group_scores
from mondegreen.results.run import Run

Values = NDArray[np.float64]

NUMBER = re.compile(r"[0-9]{1,18}")
UTTERANCE, SYSTEM, BLOCKS = "utterance", "system", "blocks:"


@dataclass(frozen=True, slots=True)
class Sample:
    """The `values[unit, metric]` of one system, or of all systems as units; `left_out` units have no part in it."""

    names: Sequence[str]
    values: Values
    left_out: int

    def constant(self) -> list[int]:
        """The places of the metrics that do not vary."""
        return [place for place, column in enumerate(self.values.T) if len(set(column.tolist())) < 2]


def make_samples(runs: Sequence[Run], over: str) -> list[Sample]:
    """A sample for each system; over systems there is one of them all."""
    if over == SYSTEM:
        every = np.array([[score.value for score in run.scores.values()] for run in runs])
        return [drop_undefined([run.name for run in runs], every, runs[0])]
    return [make_sample(run, over) for run in runs]


def make_sample(run: Run, over: str) -> Sample:
    """The scores of one system; utterances of which a side is empty are left out, as in the published tables."""
    groups = group_units(run, over)
    values = np.column_stack([list(iterate_group_scores(score, groups)) for score in run.scores.values()])
    if over == UTTERANCE:
        for batch_start, batch in zip(batch_starts(run), run.batches(), strict=True):
            empty = np.array(list(find_blank(batch.references))) | np.array(list(find_blank(batch.hypotheses)))
            values[batch_start : batch_start + len(batch)][empty] = np.nan
    return drop_undefined(groups.names, values, run)


def batch_starts(run: Run) -> list[int]:
    """Where the batches of a run begin."""
    found = [0]
    for batch in run.batches():
        found.append(found[-1] + len(batch))
    return found[:-1]


def drop_undefined(names: Sequence[str], values: Values, run: Run) -> Sample:
    """The units of which every metric says something; scores that are the same but for a metric's noise are equal."""
    kept = np.flatnonzero(~np.isnan(values).any(axis=1))
    columns = [
        rank_values(column, score.noise) for column, score in zip(values[kept].T, run.scores.values(), strict=True)
    ]
    return Sample([names[place] for place in kept.tolist()], np.column_stack(columns), len(names) - len(kept))


def group_units(run: Run, over: str) -> Groups:
    """The units: the values of a column, or so many utterances in a row."""
    if not over.startswith(BLOCKS):
        return run.groups(over)
    size = over.removeprefix(BLOCKS)
    if not NUMBER.fullmatch(size) or not int(size):
        raise ScoreError(f'"{over}" says no number of utterances; write it as {BLOCKS}100')
    ends = range(0, len(run.pairs), int(size))
    names = [f"{start + 1}-{min(start + int(size), len(run.pairs))}" for start in ends]
    return Groups(over, tuple(names), np.arange(len(run.pairs)) // int(size))
