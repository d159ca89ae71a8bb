"""What a recogniser says at each of several settings: from files, from lists with scores, or from lattices."""

from __future__ import annotations

import re
from itertools import product
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import read
from mondegreen.nbest.weights import LENGTH, combined, refuse_again

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.nbest.lists import NBest

    Setting = tuple[str, ...]
    Grid = dict[Setting, Corpus]

NAME = re.compile(r"\{(\w+)\}")
# More settings than this are a slip in a range rather than a wish.
MOST = 10_000


def from_files(pattern: str, format: str | None = None, encoding: str = "utf-8") -> tuple[list[str], Grid]:
    """The names of a pattern, `decode/lmwt_{lmwt}/wip_{wip}.txt`, and the files by what stands in their places."""
    names = named(pattern)
    found: dict[Setting, Path] = {}
    matching = expression(pattern)
    for path in candidates(pattern):
        match = matching.fullmatch(str(path))
        if match is not None:
            found[tuple(match[name] for name in names)] = path
    if not found:
        raise ScoreError("no file fits the pattern", path=pattern)
    ordered = sorted(found, key=lambda setting: tuple(map(rank, setting)))
    return names, {setting: read(found[setting], format, encoding) for setting in ordered}


def named(pattern: str) -> list[str]:
    """The names of a pattern."""
    names = list(dict.fromkeys(NAME.findall(pattern)))
    for name in names:
        if not name.isidentifier():
            raise ScoreError(f'"{name}" is no name of a setting: one begins with a letter, as {{lmwt}}', path=pattern)
    if not names:
        raise ScoreError("the pattern names no setting; write it as decode/lmwt_{lmwt}/wip_{wip}.txt", path=pattern)
    return names


def candidates(pattern: str) -> Iterable[Path]:
    """Files that may fit, the names taken for anything."""
    where = Path(NAME.sub("*", pattern))
    anchor = where.anchor or "."
    parts = where.parts[1:] if where.anchor else where.parts
    return Path(anchor).glob(str(Path(*(re.sub(r"\[", "[[]", part) for part in parts))))


def expression(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression; a name that comes again stands for the same."""
    text, seen = "", set()
    for place, part in enumerate(NAME.split(str(Path(pattern)))):
        if place % 2 == 0:
            text += re.escape(part)
        else:
            text += f"(?P={part})" if part in seen else f"(?P<{part}>[^/\\\\]+)"
            seen.add(part)
    return re.compile(text)


def rank(value: str) -> tuple[int, float, str]:
    """Numbers by their size, and before other texts."""
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def values(text: str) -> list[str]:
    """The values of a range, `7:17` or `0:1:0.25`, or of a list, `0,0.5,1`."""
    try:
        if ":" not in text:
            return [f"{finite(part):.15g}" for part in text.split(",")]
        first, last, *rest = (float(part) for part in text.split(":"))
        width = rest[0] if rest else 1.0
        count = int(np.floor((last - first) / width + 1e-9)) + 1
    except (ValueError, ZeroDivisionError, OverflowError):
        count, rest = 0, []
    if len(rest) > 1 or not 0 < count <= MOST:
        raise ScoreError(f'"{text}" is no range; write it as 7:17, 0:1:0.25 or 0,0.5,1')
    return [f"{first + place * width:.10g}" for place in range(count)]


def finite(text: str) -> float:
    """A number that is one."""
    found = float(text)
    if not isfinite(found):
        raise ValueError(text)
    return found


def axes(text: str) -> dict[str, list[str]]:
    """The values of each name, as in `lm=7:17 am=1 length=0,-0.5`."""
    found: dict[str, list[str]] = {}
    for part in text.split():
        name, equals, span = part.partition("=")
        if not (name and equals):
            raise ScoreError(f'"{part}" is no range of a weight; write it as lm=7:17')
        if "=" in span:
            raise ScoreError(f'"{part}" is more than one range; put blanks between them, as in am=1 lm=7:17')
        refuse_again(name, found)
        found[name] = values(span)
    if not found or np.prod([len(each) for each in found.values()]) > MOST:
        raise ScoreError(f'"{text}" makes no grid of 1 to {MOST} settings')
    return found


def from_lists(lists: Iterable[NBest], spans: Mapping[str, Sequence[str]], name: str) -> Grid:
    """The best of each list by weights of its scores, at all combinations of the weights."""
    settings = list(product(*spans.values()))
    weights = np.array([[float(value) for value in setting] for setting in settings])
    keys: list[str] = []
    texts: list[list[str]] = [[] for _ in settings]
    for each in lists:
        keys.append(each.key)
        if not each.texts:
            best = [0] * len(settings)
        else:
            scores = np.stack([combined(each, {axis: 1.0}) for axis in spans])
            best = (weights @ scores).argmax(axis=1).tolist()
        for said, place in zip(texts, best, strict=True):
            said.append(each.texts[place] if each.texts else "")
    return {setting: Corpus(keys, said, name) for setting, said in zip(settings, texts, strict=True)}


def from_lattices(paths: Sequence[str], words: str, spans: Mapping[str, Sequence[str]]) -> Grid:
    """The best path of each lattice by the language model's weight, `lm`, and a weight of each word, `length`.

    Each lattice is read once. As in Kaldi's scripts the acoustic cost is divided by the language model's weight, and a
    penalty of a word is the negated `length`.
    """
    from mondegreen._core import LatticeSweep
    from mondegreen.lattice.reading import symbols
    from mondegreen.lattice.wordlattice import spelled

    if not set(spans) <= {"lm", LENGTH} or any(float(value) <= 0 for value in spans.get("lm", ())):
        raise ScoreError(
            f"over lattices the weights are lm, over 0, and {LENGTH}; expand them for others", path=paths[0]
        )
    table = symbols(words)
    settings = list(product(*spans.values()))
    named = [dict(zip(spans, map(float, setting), strict=True)) for setting in settings]
    asked = [(single(1 / each.get("lm", 1.0)), single(-each.get(LENGTH, 0.0))) for each in named]
    keys: list[str] = []
    texts: list[list[str]] = [[] for _ in settings]
    try:
        for key, found in LatticeSweep(list(paths), asked):
            keys.append(key.decode("utf-8", "surrogateescape"))
            for said, path in zip(texts, found, strict=True):
                said.append("" if path is None else " ".join(spelled(path[0], table, keys[-1])))
    except ValueError as error:
        raise error if isinstance(error, ScoreError) else ScoreError(str(error)) from error
    return {setting: Corpus(keys, said, paths[0]) for setting, said in zip(settings, texts, strict=True)}


def single(number: float) -> float:
    """The nearest number of 32 bits, in which lattices are scaled."""
    return float(np.float32(number))
