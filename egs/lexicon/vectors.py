"""Makes vectors of words.txt, its dictionary, the same by part of speech, and forms: two languages, nearly one turned.

A word is a point; its translation is the same point, turned, and moved by chance: verbs more than nouns, and names in
one direction besides. Forms lie around their first one. Numbers are words too, which both languages spell alike, and
which lie so near to the middle that they are neighbors of many.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

WIDTH, NUMBERS = 24, 60
MOVED = {"n": 0.4, "v": 0.6, "a": 0.5, "pn": 0.55, "o": 0.5}
DRAWS = random.Random(2019)


def drawn(scale: float = 1.0) -> list[float]:
    """A point by chance."""
    return [DRAWS.gauss(0, scale) for _ in range(WIDTH)]


def point(scale: float = 1.0) -> list[float]:
    """The same where some directions tell much, others little."""
    return [value * 1.5 * 0.93**place for place, value in enumerate(drawn(scale))]


def plus(*vectors: list[float]) -> list[float]:
    """Their sum."""
    return [sum(values) for values in zip(*vectors, strict=True)]


def product(one: list[float], other: list[float]) -> float:
    """Their inner product."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def axes() -> list[list[float]]:
    """Directions at right angles to each other, by chance."""
    found: list[list[float]] = []
    while len(found) < WIDTH:
        new = drawn()
        for axis in found:
            along = product(new, axis)
            new = [value - along * other for value, other in zip(new, axis, strict=True)]
        found.append([value / math.sqrt(product(new, new)) for value in new])
    return found


def turned(vector: list[float]) -> list[float]:
    """It from these axes."""
    return [product(vector, axis) for axis in AXES]


def write(name: str, lines: list[str]) -> None:
    """A file of lines."""
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


AXES, middles, aside = axes(), (drawn(), drawn()), drawn(0.8)
vectors: dict[str, list[tuple[str, list[float]]]] = {"en": [], "fr": []}
pairs: dict[str, list[str]] = {}
forms: list[str] = []
for line in Path("words.txt").read_text(encoding="utf-8").splitlines()[1:]:
    english, french, kind = line.split()
    first, *others = french.split(",")
    here = point()
    there = plus(turned(here), drawn(MOVED[kind]), middles[1], *([aside] if kind == "pn" else []))
    vectors["en"].append((english, plus(here, middles[0])))
    vectors["fr"] += [(first, there), *((form, plus(there, drawn(0.5))) for form in others)]
    pairs.setdefault(kind, []).append(f"{english}\t{first}")
    forms += [f"{first}\t{form}" for form in (first, *others)]
for number in map(str, range(1900, 1900 + NUMBERS)):
    here = point(0.5)
    vectors["en"].append((number, plus(here, middles[0])))
    vectors["fr"].append((number, plus(turned(here), drawn(0.3), middles[1])))
for language, rows in vectors.items():
    lines = [f"{word} {' '.join(f'{value:.3f}' for value in vector)}" for word, vector in rows]
    write(f"{language}.vec", [f"{len(rows)} {WIDTH}", *lines])
for kind, found in pairs.items():
    write(f"words.{kind}.txt", found)
write("en-fr.txt", [pair for found in pairs.values() for pair in found])
write("forms.tsv", forms)
