"""Tuning of decoder settings: a metric over all settings, the best one, and those not significantly worse.

Settings are compared by the bootstrap over utterances (Efron 1979), all over the same resamples.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError, count_ids
from mondegreen.formats import read
from mondegreen.inputs import REFERENCES, Source
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.noise import rank_values
from mondegreen.metrics.support.rows import Rows
from mondegreen.nbest.grid import Grid, Setting, find_grid, parse_axes, sweep_lattices, sweep_lists
from mondegreen.nbest.reading import Sources as Lists
from mondegreen.nbest.reading import open_lists, read_files, read_reference, show_progress
from mondegreen.nbest.search import TunedWeights
from mondegreen.notes import Note, report_notes
from mondegreen.pairs import Join, pair
from mondegreen.plan.nbest import TunePlan
from mondegreen.progress import progress
from mondegreen.results.interval import Bootstrap, resample_rows
from mondegreen.results.shown import Drawable
from mondegreen.runner import measure_pairs
from mondegreen.sources import is_path, load_texts


@dataclass(frozen=True)
class Surface:
    """A metric's score at each setting; `flat` are the settings that are not significantly worse than the best.

    `units` is the number of utterances that were resampled for that, if known.
    """

    metric: Metric
    values: Mapping[Setting, float]
    best: Setting | None
    flat: frozenset[Setting]
    units: int | None = None


@dataclass(frozen=True)
class Tuning(Drawable):
    """The surfaces of all metrics over settings of these names, and those of a test set if there is one.

    Of a line search there are no surfaces, but by metric the `weights`, their score, and that on the test.
    """

    names: Sequence[str]
    surfaces: Sequence[Surface]
    test: Sequence[Surface] | None = None
    weights: Mapping[str, TunedWeights] = field(default_factory=dict)


def tune_settings(plan: TunePlan, metrics: Sequence[Metric], settings: Settings) -> Tuning:
    """The surfaces over the settings of a plan, and over those of its test."""
    how, join = Bootstrap("utterance", plan.resamples, plan.level, plan.seed), Join(plan.missing)

    def score(reference: Source, pattern: str | None, sources: Lists) -> tuple[list[str], list[Surface]]:
        names, corpus, grid = read_settings(plan, reference, pattern, sources)
        surfaces, notes = make_surfaces(corpus, grid, metrics, settings, how, join)
        report_notes(notes)
        return names, surfaces

    names, surfaces = score(plan.reference, plan.grid, plan.sources)
    if plan.test is None:
        return Tuning(names, surfaces)
    _, test = score(plan.test, plan.test_grid, plan.test_lists)
    report_notes(note_untested(names, surfaces, test))
    return Tuning(names, surfaces, test)


def read_settings(
    plan: TunePlan, reference: Source, pattern: str | None, sources: Lists
) -> tuple[list[str], Corpus, Grid]:
    """The names of the settings, the reference, and the hypotheses at each setting."""
    if pattern:
        names, files = find_grid(pattern)
        if is_path(reference):
            corpus, found = read_files(plan, reference, files.values())
        else:
            corpus = load_texts(plan, reference, plan.ref_format, REFERENCES)
            found = [read(path, plan.format, plan.encoding) for path in files.values()]
        return names, corpus, dict(zip(files, found, strict=True))
    axes = parse_axes(plan.weights or "")
    if plan.words:
        grid = sweep_lattices([str(each) for each in sources], plan.words, axes)
    else:
        lists = open_lists(plan, sources)
        grid = sweep_lists((each.truncate(plan.n) for each in show_progress(lists)), axes, lists.name)
    return list(axes), read_reference(plan, reference, next(iter(grid.values()))), grid


def note_untested(names: Sequence[str], dev: Sequence[Surface], test: Sequence[Surface]) -> Iterator[Note]:
    """A note for each selected setting that the test does not have."""
    selected = dict.fromkeys(each.best for each in dev if each.best is not None and each.best not in test[0].values)
    for setting in selected:
        values = " ".join(f"{name} {value}" for name, value in zip(names, setting, strict=True))
        yield Note("untested", detail={"setting": values})


def make_surfaces(
    reference: Corpus, grid: Grid, metrics: Sequence[Metric], settings: Settings, how: Bootstrap, join: Join
) -> tuple[list[Surface], list[Note]]:
    """The surface of each metric, and notes on unmatched utterances: of the first setting that has some, and of all.

    Utterances that are excluded at one setting are excluded at all, so that scores compare.
    """
    rows: list[dict[Setting, Rows]] = [{} for _ in metrics]
    keys: dict[Setting, Sequence[str]] = {}
    notes: list[Note] = []
    with progress("settings", len(grid)) as advance:
        for setting, hypothesis in grid.items():
            pairs = pair(reference, hypothesis, join)
            notes = notes or list(pairs.list_notes())
            scores = measure_pairs(pairs, metrics, settings).scores
            keys[setting] = pairs.keys
            for by_setting, score in zip(rows, scores.values(), strict=True):
                by_setting[setting] = score.rows
            advance(1)
    common = set(reference.keys).intersection(*keys.values())
    if any(len(each) > len(common) for each in keys.values()):
        dropped = [key for key in dict.fromkeys(reference.keys) if key not in common]
        if not common:
            what = "no utterance is common to all settings; remove --missing skip"
            raise ScoreError(what, path=reference.name)
        notes.append(Note("settings-differ", reference.name, tuple(dropped), {"common": count_ids(common)}))
        rows = [
            {setting: select_rows(each, keys[setting], common) for setting, each in by_setting.items()}
            for by_setting in rows
        ]
    return [make_surface(metric, by_setting, how) for metric, by_setting in zip(metrics, rows, strict=True)], notes


def select_rows(rows: Rows, keys: Sequence[str], selected: Container[str]) -> Rows:
    return Rows(rows.columns, rows.values[[index for index, key in enumerate(keys) if key in selected]])


def make_surface(metric: Metric, rows: Mapping[Setting, Rows], how: Bootstrap) -> Surface:
    values = {setting: metric.score(each.total()) for setting, each in rows.items()}
    best = find_best_setting(values, metric)
    flat = frozenset() if best is None else find_flat_settings(metric, rows, best, how)
    return Surface(metric, values, best, flat, units=len(next(iter(rows.values()), ())))


def find_best_setting(values: Mapping[Setting, float], metric: Metric) -> Setting | None:
    """The setting of the best score, the first of equals; none where no score is defined."""
    defined = [setting for setting, value in values.items() if not np.isnan(value)]
    same = dict(zip(defined, rank_values([values[setting] for setting in defined], metric.noise).tolist(), strict=True))
    return (max if metric.better == "higher" else min)(defined, key=same.__getitem__, default=None)


def find_flat_settings(
    metric: Metric, rows: Mapping[Setting, Rows], best: Setting, how: Bootstrap
) -> frozenset[Setting]:
    """The settings that are at least as good as the best in more resamples than the level of confidence allows."""
    wide = np.column_stack([each.values for each in rows.values()])
    sums = resample_rows(wide, how, None)
    sign = -1.0 if metric.better == "higher" else 1.0
    columns = len(metric.columns)
    scores = {
        setting: sign * metric.scores(Rows(metric.columns, sums[:, index * columns : (index + 1) * columns]))
        for index, setting in enumerate(rows)
    }
    allowed, least = 1 - how.level / 100, scores[best]
    as_good = least + metric.noise.width(least)
    return frozenset(
        setting for setting, each in scores.items() if setting == best or np.mean(each <= as_good) > allowed
    )
