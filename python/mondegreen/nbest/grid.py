"""The hypotheses at each setting of a decoder: from files, from lists with scores, or from lattices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import isfinite
from pathlib import Path

import numpy as np

from mondegreen._core import LatticeSweep
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.lattice import read_symbols, spell_words
from mondegreen.nbest.lists import LENGTH, NBest, check_unused_name, combine_scores

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
