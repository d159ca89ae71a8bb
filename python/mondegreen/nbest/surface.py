"""Tuning of decoder settings: the hypotheses at each of them, a metric over all, the best, and those as good.

Hypotheses come from files, from lists with scores, or from lattices. Settings are compared by the bootstrap over
utterances (Efron 1979), all over the same resamples.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import isfinite
from pathlib import Path

import numpy as np

from mondegreen._core import LatticeSweep
from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError, count_ids
from mondegreen.formats import read
from mondegreen.inputs import REFERENCES, Source
from mondegreen.lattice import read_symbols, spell_words
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.noise import rank_values
from mondegreen.metrics.support.rows import Rows
from mondegreen.nbest.lists import LENGTH, NBest, check_unused_name, combine_scores
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

Setting = tuple[str, ...]
Grid = dict[Setting, Corpus]


NAME = re.compile(r"\{(\w+)\}")
# More settings than this are a slip in a range.
MAX_SETTINGS = 10_000


def find_grid(pattern: str) -> tuple[list[str], dict[Setting, str]]:
    """The setting names of a pattern, `decode/lmwt_{lmwt}/wip_{wip}.txt`, and the files by their values."""
    names = list_setting_names(pattern)
    found: dict[Setting, Path] = {}
    matching = compile_pattern(pattern)
    for path in glob_files(pattern):
        match = matching.fullmatch(str(path))
        if match is not None:
            found[tuple(match[name] for name in names)] = path
    if not found:
        raise ScoreError("no file fits the pattern", path=pattern)
    ordered = sorted(found, key=lambda setting: tuple(map(sort_key, setting)))
    return names, {setting: str(found[setting]) for setting in ordered}


def list_setting_names(pattern: str) -> list[str]:
    names = list(dict.fromkeys(NAME.findall(pattern)))
    for name in names:
        if not name.isidentifier():
            raise ScoreError(f'"{name}" is not a name of a setting: it begins with a letter, as {{lmwt}}', path=pattern)
    if not names:
        raise ScoreError("the pattern names no setting; write it like decode/lmwt_{lmwt}/wip_{wip}.txt", path=pattern)
    return names


def glob_files(pattern: str) -> Iterable[Path]:
    """The files that match when names stand for anything."""
    where = Path(NAME.sub("*", pattern))
    anchor = where.anchor or "."
    parts = where.parts[1:] if where.anchor else where.parts
    return Path(anchor).glob(str(Path(*(re.sub(r"\[", "[[]", part) for part in parts))))


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression; a repeated name stands for the same value."""
    text, seen = "", set()
    for index, part in enumerate(NAME.split(str(Path(pattern)))):
        if index % 2 == 0:
            text += re.escape(part)
        else:
            text += f"(?P={part})" if part in seen else f"(?P<{part}>[^/\\\\]+)"
            seen.add(part)
    return re.compile(text)


def sort_key(value: str) -> tuple[int, float, str]:
    """Orders numbers by value, before other texts."""
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def parse_range(text: str) -> list[str]:
    """The values of a range, `7:17` or `0:1:0.25`, or of a list, `0,0.5,1`."""
    try:
        if ":" not in text:
            return [f"{parse_finite(part):.15g}" for part in text.split(",")]
        first, last, *rest = (float(part) for part in text.split(":"))
        width = rest[0] if rest else 1.0
        count = int(np.floor((last - first) / width + 1e-9)) + 1
    except (ValueError, ZeroDivisionError, OverflowError):
        count, rest = 0, []
    if len(rest) > 1 or not 0 < count <= MAX_SETTINGS:
        raise ScoreError(f'"{text}" is not a range; write it like 7:17, 0:1:0.25 or 0,0.5,1')
    return [f"{first + index * width:.10g}" for index in range(count)]


def parse_finite(text: str) -> float:
    """A number; infinity and NaN raise ValueError."""
    found = float(text)
    if not isfinite(found):
        raise ValueError(text)
    return found


def parse_axes(text: str) -> dict[str, list[str]]:
    """The values of each name, as in `lm=7:17 am=1 length=0,-0.5`."""
    found: dict[str, list[str]] = {}
    for part in text.split():
        name, equals, span = part.partition("=")
        if not (name and equals):
            raise ScoreError(f'"{part}" is not the range of a weight; write it like lm=7:17')
        if "=" in span:
            raise ScoreError(f'"{part}" is more than one range; separate them by spaces, as in am=1 lm=7:17')
        check_unused_name(name, found)
        found[name] = parse_range(span)
    if not found or np.prod([len(each) for each in found.values()]) > MAX_SETTINGS:
        raise ScoreError(f'"{text}" makes no grid of 1 to {MAX_SETTINGS} settings')
    return found


def sweep_lists(lists: Iterable[NBest], spans: Mapping[str, Sequence[str]], name: str) -> Grid:
    """The best hypothesis of each list at all combinations of the weights of its scores."""
    settings = list(product(*spans.values()))
    weights = np.array([[float(value) for value in setting] for setting in settings])
    keys: list[str] = []
    texts: list[list[str]] = [[] for _ in settings]
    for each in lists:
        keys.append(each.key)
        if not each.texts:
            best = [0] * len(settings)
        else:
            scores = np.stack([combine_scores(each, {axis: 1.0}) for axis in spans])
            best = (weights @ scores).argmax(axis=1).tolist()
        for selected, index in zip(texts, best, strict=True):
            selected.append(each.texts[index] if each.texts else "")
    return {setting: Corpus(keys, selected, name) for setting, selected in zip(settings, texts, strict=True)}


def sweep_lattices(paths: Sequence[str], words: str, spans: Mapping[str, Sequence[str]]) -> Grid:
    """The best path of each lattice by the language model's weight, `lm`, and a weight of each word, `length`.

    Each lattice is read once. As in Kaldi's scripts (lattice-scale --inv-acoustic-scale, lattice-add-penalty) the
    acoustic cost is divided by the weight of the language model; the word insertion penalty is the negated `length`.
    """
    if not set(spans) <= {"lm", LENGTH} or any(float(value) <= 0 for value in spans.get("lm", ())):
        what = f"for lattices the weights are lm, above 0, and {LENGTH}; expand them for others"
        raise ScoreError(what, path=paths[0])
    table = read_symbols(words)
    settings = list(product(*spans.values()))
    weights = [dict(zip(spans, map(float, setting), strict=True)) for setting in settings]
    scales = [(round_to_single(1 / each.get("lm", 1.0)), round_to_single(-each.get(LENGTH, 0.0))) for each in weights]
    keys: list[str] = []
    texts: list[list[str]] = [[] for _ in settings]
    try:
        for key, found in LatticeSweep(list(paths), scales):
            keys.append(key.decode("utf-8", "surrogateescape"))
            for selected, path in zip(texts, found, strict=True):
                selected.append("" if path is None else " ".join(spell_words(path[0], table, keys[-1])))
    except ValueError as error:
        raise error if isinstance(error, ScoreError) else ScoreError(str(error)) from error
    return {setting: Corpus(keys, selected, paths[0]) for setting, selected in zip(settings, texts, strict=True)}


def round_to_single(number: float) -> float:
    """The nearest 32-bit float; Kaldi scales lattices in these."""
    return float(np.float32(number))


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
