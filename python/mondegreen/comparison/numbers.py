"""Numbers of each utterance from elsewhere, such as its signal-to-noise ratio, to stand beside metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.formats.kaldi_files import read_mapping
from mondegreen.metrics.support.rows import Groups
from mondegreen.results.run import Run

Values = NDArray[np.float64]
Numbers = Mapping[str, Mapping[str, float]]
Given = Sequence[str] | Numbers


def read_numbers(given: Given, encoding: str, runs: Sequence[Run]) -> dict[str, Mapping[str, float]]:
    """The number of each utterance by name and ID, of NAME=FILE, of a column called NAME, or of what Python holds."""
    if isinstance(given, Mapping):
        found = dict(given)
    else:
        found = {}
        for each in given:
            name, _, path = each.partition("=")
            if name in found:
                raise ScoreError(f'--with gives "{name}" twice; leave one out')
            found[name] = parse_numbers(read_mapping(path, encoding), path) if path else take_column(runs, name)
    if same := [name for name in found if name in runs[0].scores]:
        raise ScoreError(f'--with gives "{same[0]}", which is a metric here; give the numbers another name')
    return found


def take_column(runs: Sequence[Run], name: str) -> dict[str, float]:
    """A column of the data as numbers."""
    run = next((run for run in runs if name in run.pairs.fields), None)
    if run is None:
        known = ", ".join(dict.fromkeys(field for run in runs for field in run.pairs.fields)) or "none"
        raise ScoreError(f'there is no column "{name}" (columns: {known}); for a file write --with {name}=FILE')
    return parse_numbers(dict(zip(run.pairs.keys, run.pairs.fields[name], strict=True)), run.name)


def parse_numbers(values: Mapping[str, str], path: str) -> dict[str, float]:
    """Texts as numbers; nan, or no text, is a number that is not known."""
    found = {}
    for key, value in values.items():
        try:
            found[key] = float(value) if value else math.nan
        except ValueError:
            raise ScoreError(f'"{value}" is not a number', path=path, key=key) from None
        if math.isinf(found[key]):
            raise ScoreError(f"{value} is not a finite number; write nan for one that is not known", path=path, key=key)
    return found


def list_numbers(run: Run, name: str, values: Mapping[str, float]) -> Values:
    """The numbers of a run's utterances, in their order."""
    lacking = [key for key in run.pairs.keys if key not in values]
    if lacking:
        many = f"{count_ids(lacking, run.pairs.noun)} without a number"
        raise ScoreError(f"{many} of {name}: {join_ids(lacking)}; write nan for those that are not known")
    return np.array([values[key] for key in run.pairs.keys], dtype=np.float64)


def group_numbers(run: Run, groups: Groups, numbers: Numbers) -> list[Values]:
    """The mean of each of the numbers in each group, over utterances of which it is known."""
    return [mean_by_group(list_numbers(run, name, each), groups) for name, each in numbers.items()]


def mean_by_group(values: Values, groups: Groups) -> Values:
    known = ~np.isnan(values)
    count = np.bincount(groups.index, known, len(groups.names))
    total = np.bincount(groups.index, np.where(known, values, 0.0), len(groups.names))
    found: Values = np.divide(total, count, out=np.full(len(groups.names), np.nan), where=count > 0)
    return found
