"""Aligned pairs as columns of text: a word over its counterpart, and under both what became of it.

Insertion loops are folded: what a recognizer says over and over is shown once and counted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, repeat, zip_longest
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

from rich.cells import chop_cells

from mondegreen.render.text import cell_width, make_printable
from mondegreen.reports.blocks import AlignedPair

if TYPE_CHECKING:
    from typing_extensions import Self

GAP = "*"
Paint: TypeAlias = "Callable[[str, str], str]"


def leave_unpainted(mark: str, text: str) -> str:  # noqa: ARG001
    return text


class StepColumn(NamedTuple):
    """A step of an alignment: both tokens, "" for a match or S, I, D, and how many blanks each token lacks.

    Where errors are weighed, `notes` are the weight and the cosine.
    """

    reference: str
    hypothesis: str
    mark: str
    width: int
    above: int = 0
    below: int = 0
    notes: tuple[str, ...] = ()

    @property
    def is_wrong(self) -> bool:
        return bool(self.mark)

    def split(self, room: int) -> Iterator[StepColumn]:
        """The column in pieces that are no wider than a line."""
        sides = (chop_cells(text, room) for text in (self.reference, self.hypothesis))
        for above, below in zip_longest(*sides, fillvalue=""):
            wide, broad = cell_width(above), cell_width(below)
            width = max(wide, broad, 1, *map(len, self.notes))
            yield StepColumn(above, below, self.mark, width, width - wide, width - broad, self.notes)


class LineColumn(Protocol):
    """What lines of words are made of: the steps of a pair, or the words of several systems at one place."""

    @property
    def width(self) -> int: ...
    @property
    def is_wrong(self) -> bool: ...
    def split(self, room: int) -> Iterator[Self]: ...


AnyColumn = TypeVar("AnyColumn", bound=LineColumn)

# Letters that are written from right to left, in Unicode's names of directions.
LEFTWARD = {"R", "AL"}


def split_strips(pair: AlignedPair, room: int | None = None) -> Iterator[list[StepColumn]]:
    """The columns of a pair, cut where a line of so many cells is full; one strip where there is room for all."""
    return cut_lines(iterate_columns(pair), room, apart=is_leftward(pair))


def cut_lines(columns: Iterable[AnyColumn], room: int | None, *, apart: bool) -> Iterator[list[AnyColumn]]:
    """The columns, cut where a line of so many cells is full.

    A terminal turns a line of Hebrew or Arabic around, and two lines of different words do not stay under each other.
    So where words are `apart` each error has a strip of its own, and so has each run of words that are alike.
    """
    strip: list[AnyColumn] = []
    used = 0
    for whole in columns:
        for column in [whole] if room is None or whole.width <= room else whole.split(room):
            full = room is not None and used + 1 + column.width > room
            if strip and (full or (apart and (column.is_wrong or strip[-1].is_wrong))):
                yield strip
                strip, used = [], 0
            used += column.width + (1 if strip else 0)
            strip.append(column)
    if strip:
        yield strip


def is_leftward(pair: AlignedPair) -> bool:
    """Whether any word is written from right to left."""
    return any(
        unicodedata.bidirectional(letter) in LEFTWARD
        for side in (pair.references, pair.hypotheses)
        for word in side
        if not word.isascii()
        for letter in word
    )


def iterate_columns(pair: AlignedPair) -> Iterator[StepColumn]:
    """The steps of a pair."""
    sides = zip(pair.references, pair.hypotheses, pair.steps, weight_notes(pair), strict=False)
    for reference, hypothesis, step, said in sides:
        if step == "C" and reference == hypothesis:
            text, width = make_visible(reference)
            yield StepColumn(text, text, "", width, notes=said)
        else:
            yield error_column(reference, hypothesis, step, said)


def weight_notes(pair: AlignedPair) -> Iterable[tuple[str, ...]]:
    """What stands under each step: nothing, or the weight of an error and the cosine of its words."""
    if not pair.weights:
        return repeat(())
    weights = ("" if step == "C" else f"{weight:.2f}" for step, weight in zip(pair.steps, pair.weights, strict=True))
    return zip(weights, ("" if cosine is None else f"{cosine:.2f}" for cosine in pair.cosines), strict=True)


def error_column(reference: str, hypothesis: str, step: str, said: tuple[str, ...]) -> StepColumn:
    """A step whose sides differ; a side without a token is as wide a gap as the other is."""
    (above, wide), (below, broad) = make_visible(reference), make_visible(hypothesis)
    width = max(wide, broad, 1)
    if step == "I":
        above, wide = GAP * width, width
    elif step == "D":
        below, broad = GAP * width, width
    room = max([width, *map(len, said)])
    return StepColumn(above, below, "" if step == "C" else step, room, room - wide, room - broad, said)


@lru_cache(maxsize=1 << 16)
def make_visible(token: str) -> tuple[str, int]:
    """A token of which all can be seen, and its width: a blank, and an accent without its letter, get some ground."""
    text = "\N{OPEN BOX}" * len(token) if token.isspace() else make_printable(token)
    if text and unicodedata.combining(text[0]):
        text = f"\N{DOTTED CIRCLE}{text}"
    return text, cell_width(text)


def pad_right(text: str, width: int) -> str:
    return text + " " * (width - cell_width(text))


def strip_lines(strip: list[StepColumn], paint: Paint = leave_unpainted) -> list[str]:
    """Reference, hypothesis, marks and notes of a strip as lines that stand under each other; errors are painted."""
    above = [paint(mark, text) + " " * lacks if mark or lacks else text for text, _, mark, _, lacks, _, _ in strip]
    below = [paint(mark, text) + " " * lacks if mark or lacks else text for _, text, mark, _, _, lacks, _ in strip]
    marks = [paint(column.mark, column.mark) + " " * (column.width - len(column.mark)) for column in strip]
    said = [
        [note.ljust(column.width) for note, column in zip(line, strip, strict=True)]
        for line in zip(*(column.notes for column in strip), strict=True)
    ]
    return [" ".join(line).rstrip() for line in (above, below, marks, *said)]


def pair_heading(pair: AlignedPair) -> str:
    """What stands over a pair: its ID, its fields, and how many errors of each kind it has."""
    fields = [f"{name} {make_printable(value)}" for name, value in pair.fields.items() if value]
    words = len(pair.steps) - pair.steps.count("I")
    weight = f", weight {sum(pair.weights):.2f}" if pair.weights else ""
    return "  ".join([make_printable(pair.key), *fields, f"({count_errors(pair)} of {words}{weight})"])


def count_errors(pair: AlignedPair) -> str:
    """How many errors of each kind a pair has."""
    counts = [f"{pair.steps.count(letter)} {letter}" for letter in "SDI" if letter in pair.steps]
    return " ".join(counts) or "no errors"


Item = TypeVar("Item")

# So many insertions one after the other are folded; and so many tokens, at most, make what is repeated.
LEAST, LONGEST_CYCLE = 12, 8
# How often a cycle must come to be one, and how many tokens are shown on either side where there is none.
TIMES, SHOWN = 3, 4


def fold_insertions(pair: AlignedPair) -> AlignedPair:
    """The pair with long runs of insertions shortened; a token in brackets tells of what is left out."""
    if "I" * LEAST not in pair.steps:
        return pair
    kept = [part for run in step_runs(pair.steps) for part in shorten_run(pair, run)]
    indices = [part.start for part in kept]
    texts = [describe_loop(pair.hypotheses[part.start : part.stop]) for part in kept]
    return replace(
        pair,
        references=take_values(pair.references, indices),
        hypotheses=[text or pair.hypotheses[index] for text, index in zip(texts, indices, strict=True)],
        steps="".join(pair.steps[index] for index in indices),
        weights=[sum(pair.weights[part.start : part.stop]) for part in kept] if pair.weights else (),
        cosines=take_values(pair.cosines, indices) if pair.cosines else (),
    )


def take_values(values: Sequence[Item], indices: Sequence[int]) -> list[Item]:
    return [values[index] for index in indices]


def step_runs(steps: str) -> Iterator[range]:
    """The steps in runs of the same kind."""
    start = 0
    for _, run in groupby(steps):
        end = start + len(list(run))
        yield range(start, end)
        start = end


def shorten_run(pair: AlignedPair, run: range) -> Iterator[range]:
    """The steps of a run, each by itself but for those that are left out together."""
    hidden = range(0)
    if pair.steps[run.start] == "I" and len(run) >= LEAST:
        words = pair.hypotheses[run.start : run.stop]
        length = cycle_length(words)
        hidden = run[length : len(run) - len(run) % length] if length else run[SHOWN:-SHOWN]
    for index in run:
        if index not in hidden:
            yield range(index, index + 1)
        elif index == hidden.start:
            yield hidden


def cycle_length(words: Sequence[str]) -> int:
    """How many words come over and over, up to the last time, which may break off; 0 if none do."""
    for length in range(1, LONGEST_CYCLE + 1):
        if len(words) >= TIMES * length and all(map(str.__eq__, words, words[length:])):
            return length
    return 0


def describe_loop(hidden: Sequence[str]) -> str:
    """What stands for words that are left out: how often more they come, or how many they are; nothing for one word."""
    if len(hidden) < 2:
        return ""
    length = cycle_length(hidden) or (
        len(hidden) // 2 if hidden[: len(hidden) // 2] == hidden[len(hidden) // 2 :] else 0
    )
    if not length or len(hidden) % length:
        return f"[{len(hidden)} more]"
    return f"[{len(hidden) // length} times more]"
