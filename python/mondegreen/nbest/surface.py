"""A metric over settings: its surface, the best setting, and which settings are not clearly worse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.aggregate.interval import resample_rows
from mondegreen.errors import ScoreError
from mondegreen.measure.noise import ranked
from mondegreen.measure.rows import Rows
from mondegreen.pairs import Join, pair
from mondegreen.progress import progress
from mondegreen.runner import measure_pairs
from mondegreen.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping, Sequence

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.batch import Settings
    from mondegreen.corpus import Corpus
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.grid import Grid, Setting


@dataclass(frozen=True)
class Surface:
    """A metric's score at each setting; `flat` are the settings that are not significantly worse than the best.

    `units` are the utterances that were drawn for that, if it is known.
    """

    metric: Metric
    values: Mapping[Setting, float]
    best: Setting | None
    flat: frozenset[Setting]
    units: int | None = None


def surfaces(
    reference: Corpus, grid: Grid, metrics: Sequence[Metric], settings: Settings, how: Bootstrap, join: Join
) -> tuple[list[Surface], list[str]]:
    """The surface of each metric, and what did not fit: at the first setting where something did not, or of all.

    Utterances that are left out at one setting are left out at all, so that scores compare.
    """
    rows: list[dict[Setting, Rows]] = [{} for _ in metrics]
    keys: dict[Setting, Sequence[str]] = {}
    notes: list[str] = []
    with progress("settings", len(grid)) as advance:
        for setting, hypothesis in grid.items():
            pairs = pair(reference, hypothesis, join)
            notes = notes or list(pairs.notes())
            scores = measure_pairs(pairs, metrics, settings).scores
            keys[setting] = pairs.keys
            for held, score in zip(rows, scores.values(), strict=True):
                held[setting] = score.rows
            advance(1)
    every = set(reference.keys).intersection(*keys.values())
    if any(len(each) > len(every) for each in keys.values()):
        gone = [key for key in dict.fromkeys(reference.keys) if key not in every]
        refuse_none(every, reference.name)
        whole = f"compared are the {counted(every)} that all settings have"
        notes.append(f"{whole}, without {len(gone)} that one or another lacks: {listed(gone)}")
        rows = [{setting: only(each, keys[setting], every) for setting, each in held.items()} for held in rows]
    return [surface(metric, held, how) for metric, held in zip(metrics, rows, strict=True)], notes


def refuse_none(every: Collection[str], name: str) -> None:
    """Refuses settings that have nothing in common."""
    if not every:
        raise ScoreError("it has no utterance that all settings have; leave --missing skip out", path=name)


def only(rows: Rows, keys: Sequence[str], wanted: Container[str]) -> Rows:
    """The rows of the wanted keys."""
    return Rows(rows.columns, rows.values[[place for place, key in enumerate(keys) if key in wanted]])


def surface(metric: Metric, rows: Mapping[Setting, Rows], how: Bootstrap) -> Surface:
    """The surface of one metric from its rows at each setting."""
    values = {setting: metric.score(each.total()) for setting, each in rows.items()}
    best = best_of(values, metric)
    units = len(next(iter(rows.values()), ()))
    return Surface(metric, values, best, frozenset() if best is None else flat(metric, rows, best, how), units)


def best_of(values: Mapping[Setting, float], metric: Metric) -> Setting | None:
    """The setting of the best score, the first of equals; none where no score is defined."""
    defined = [setting for setting, value in values.items() if not np.isnan(value)]
    same = dict(zip(defined, ranked([values[setting] for setting in defined], metric.noise).tolist(), strict=True))
    return (max if metric.better == "higher" else min)(defined, key=same.__getitem__, default=None)


def flat(metric: Metric, rows: Mapping[Setting, Rows], best: Setting, how: Bootstrap) -> frozenset[Setting]:
    """The settings that are at least as good as the best in more resamples of the utterances than chance allows.

    All settings are compared over the same resamples.
    """
    wide = np.column_stack([each.values for each in rows.values()])
    sums = resample_rows(wide, how, None)
    sign = -1.0 if metric.better == "higher" else 1.0
    columns = len(metric.columns)
    scores = {
        setting: sign * metric.scores(Rows(metric.columns, sums[:, place * columns : (place + 1) * columns]))
        for place, setting in enumerate(rows)
    }
    allowed, least = 1 - how.level / 100, scores[best]
    as_good = least + metric.noise.width(least)
    return frozenset(
        setting for setting, each in scores.items() if setting == best or np.mean(each <= as_good) > allowed
    )
