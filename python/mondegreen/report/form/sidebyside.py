"""Aligned pairs as columns of text: a word over its counterpart, and under both what became of it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rich.cells import cell_len, chop_cells

from mondegreen.report.form.text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen.report.blocks import AlignedPair

GAP = "*"
Paint: TypeAlias = "Callable[[str, str], str]"


def plain(mark: str, text: str) -> str:  # noqa: ARG001
    """The text as it is, whatever its mark."""
    return text


class Place(NamedTuple):
    """A step of an alignment: both tokens, "" for a match or S, I, D, and how many blanks each token lacks."""

    reference: str
    hypothesis: str
    mark: str
    width: int
    above: int = 0
    below: int = 0


def strips(pair: AlignedPair, room: int | None = None) -> Iterator[list[Place]]:
    """The places of a pair, cut where a line of so many cells is full; one strip where there is room for all."""
    if room is None:
        yield from filter(None, [list(places(pair))])
        return
    strip: list[Place] = []
    used = 0
    for whole in places(pair):
        for place in [whole] if whole.width <= room else pieces(whole, room):
            if strip and used + 1 + place.width > room:
                yield strip
                strip, used = [], 0
            used += place.width + (1 if strip else 0)
            strip.append(place)
    if strip:
        yield strip


def places(pair: AlignedPair) -> Iterator[Place]:
    """The steps of a pair."""
    for reference, hypothesis, step in zip(pair.references, pair.hypotheses, pair.steps, strict=True):
        if step == "C" and reference == hypothesis:
            text, width = visible(reference)
            yield Place(text, text, "", width)
        else:
            yield odd_place(reference, hypothesis, step)


def odd_place(reference: str, hypothesis: str, step: str) -> Place:
    """A step whose sides differ; a side without a token is as wide a gap as the other is."""
    (above, wide), (below, broad) = visible(reference), visible(hypothesis)
    width = max(wide, broad, 1)
    if step == "I":
        above, wide = GAP * width, width
    elif step == "D":
        below, broad = GAP * width, width
    return Place(above, below, "" if step == "C" else step, width, width - wide, width - broad)


def pieces(place: Place, room: int) -> Iterator[Place]:
    """A place that is wider than a line, line by line."""
    sides = (chop_cells(text, room) for text in (place.reference, place.hypothesis))
    for above, below in zip_longest(*sides, fillvalue=""):
        width = max(cells(above), cells(below), 1)
        yield Place(above, below, place.mark, width, width - cells(above), width - cells(below))


@lru_cache(maxsize=1 << 16)
def visible(token: str) -> tuple[str, int]:
    """A token of which all can be seen, and its width: a blank, and an accent without its letter, get some ground."""
    text = "\N{OPEN BOX}" * len(token) if token.isspace() else shown(token)
    if text and unicodedata.combining(text[0]):
        text = f"\N{DOTTED CIRCLE}{text}"
    return text, cells(text)


def cells(text: str) -> int:
    """How wide a terminal shows the text."""
    return len(text) if text.isascii() else cell_len(text)


def padded(text: str, width: int) -> str:
    """The text and as many blanks as it lacks."""
    return text + " " * (width - cells(text))


def marked(strip: list[Place], paint: Paint = plain) -> tuple[str, str, str]:
    """Reference, hypothesis and marks of a strip as lines that stand under each other; errors are painted."""
    above = [paint(mark, text) + " " * lacks if mark or lacks else text for text, _, mark, _, lacks, _ in strip]
    below = [paint(mark, text) + " " * lacks if mark or lacks else text for _, text, mark, _, _, lacks in strip]
    marks = [paint(mark, mark) + " " * (width - len(mark)) for _, _, mark, width, _, _ in strip]
    return " ".join(above).rstrip(), " ".join(below).rstrip(), " ".join(marks).rstrip()


def head(pair: AlignedPair) -> str:
    """What stands over a pair: its key, its fields, and how many errors of each kind it has."""
    fields = [f"{name} {shown(value)}" for name, value in pair.fields.items() if value]
    counts = [f"{pair.steps.count(letter)} {letter}" for letter in "SDI" if letter in pair.steps]
    words = len(pair.steps) - pair.steps.count("I")
    errors = f"{' '.join(counts) or 'no errors'} of {words}"
    return "  ".join([shown(pair.key), *fields, f"({errors})"])
