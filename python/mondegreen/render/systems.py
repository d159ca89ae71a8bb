"""Several systems under one reference: their words column by column, and under each system what it got wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.cells import chop_cells

from mondegreen.render.sidebyside import (
    GAP,
    Paint,
    count_errors,
    cut_lines,
    fold_insertions,
    is_leftward,
    leave_unpainted,
    make_visible,
    pad_right,
)
from mondegreen.render.text import cell_width, make_printable
from mondegreen.reports.blocks import AlignedPair, AlignedSystems

REFERENCE = "ref"
# A system's name takes no more of a line than that.
LONGEST_NAME = 20


class Slot(NamedTuple):
    """A column: the reference word and each system's, and for each system S, I, D, or "" where it has no error."""

    texts: tuple[str, ...]
    marks: tuple[str, ...]
    width: int

    @property
    def is_wrong(self) -> bool:
        return any(self.marks)

    def split(self, room: int) -> Iterator[Slot]:
        """The column in pieces that are no wider than a line."""
        pieces = [chop_cells(text, room) for text in self.texts]
        for index in range(max(map(len, pieces))):
            texts = tuple(piece[index] if index < len(piece) else "" for piece in pieces)
            yield Slot(texts, self.marks, max(1, *map(cell_width, texts)))


def make_slot(tokens: Sequence[str | None], marks: Sequence[str]) -> Slot:
    """A column of these tokens: "" is a word that is lacking, None what a system has nothing to do with."""
    seen = [("", 0) if token is None else make_visible(token) for token in tokens]
    width = max(1, *(wide for _, wide in seen))
    texts = (text if text or token is None else GAP * width for token, (text, _) in zip(tokens, seen, strict=True))
    return Slot(tuple(texts), tuple(marks), width)


def list_slots(pairs: Sequence[AlignedPair], *, folds: bool) -> Iterator[Slot]:
    """The columns of an utterance; what systems insert at the same place stands under each other."""
    parts = [split_at_references(fold_insertions(pair) if folds else pair) for pair in pairs]
    words = reference_words(pairs[0])
    for index in range(len(words) + 1):
        added = [insertions[index] for insertions, _ in parts]
        for place in range(max(map(len, added))):
            tokens = [each[place] if place < len(each) else None for each in added]
            yield make_slot(["", *tokens], ["" if token is None else "I" for token in tokens])
        if index < len(words):
            found = [matched[index] for _, matched in parts]
            yield make_slot([words[index], *(token for token, _ in found)], [mark for _, mark in found])


def split_at_references(pair: AlignedPair) -> tuple[list[list[str]], list[tuple[str, str]]]:
    """What was inserted before each reference word and behind the last, and what became of each word."""
    insertions: list[list[str]] = [[]]
    matched = []
    for _, hypothesis, step in pair.iterate_steps():
        if step == "I":
            insertions[-1].append(hypothesis)
        else:
            matched.append((hypothesis, step if step in "SD" else ""))
            insertions.append([])
    return insertions, matched


def cut_strips(pairs: Sequence[AlignedPair], room: int | None, *, folds: bool = True) -> Iterator[list[Slot]]:
    """The columns of an utterance in as many lines as they need."""
    return cut_lines(list_slots(pairs, folds=folds), room, apart=any(map(is_leftward, pairs)))


def strip_rows(
    strip: Sequence[Slot], systems: Sequence[str], paint: Paint = leave_unpainted
) -> Iterator[tuple[str, list[str]]]:
    """The rows of a strip, each with its label: the reference, each system, and below it its errors if any."""
    yield REFERENCE, [pad_right(slot.texts[0], slot.width) for slot in strip]
    for number, name in enumerate(systems):
        cells = [(slot.texts[number + 1], slot.marks[number], slot.width) for slot in strip]
        yield name, [paint(mark, text) + " " * (width - cell_width(text)) for text, mark, width in cells]
        if any(mark for _, mark, _ in cells):
            yield "", [paint(mark, mark) + " " * (width - len(mark)) for _, mark, width in cells]


def shorten_names(names: Sequence[str]) -> list[str]:
    """The names as labels of rows; of long ones the end tells them apart."""
    seen = (make_printable(name) for name in names)
    return [name if cell_width(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}" for name in seen]


def systems_heading(pairs: Sequence[AlignedPair], systems: Sequence[str]) -> str:
    """What stands over an utterance: its ID, its fields, and how many errors of each kind each system makes."""
    fields = [f"{name} {make_printable(value)}" for name, value in pairs[0].fields.items() if value]
    errors = ", ".join(f"{name} {count_errors(pair)}" for name, pair in zip(systems, pairs, strict=True))
    words = len(pairs[0].steps) - pairs[0].steps.count("I")
    return "  ".join([make_printable(pairs[0].key), *fields, f"({errors}; of {words})"])


def wrap_heading(text: str, room: int | None) -> list[str]:
    """A heading in as many lines as a terminal needs, broken between words."""
    return wrap(text, room, subsequent_indent="    ", break_on_hyphens=False) if room and len(text) > room else [text]


def split_by_reference(
    pairs: Sequence[AlignedPair | None], systems: Sequence[str]
) -> Iterator[tuple[Sequence[AlignedPair], Sequence[str]]]:
    """The systems that hold the same reference words, one after the other: rules of texts may differ."""
    rest = [(pair, name) for pair, name in zip(pairs, systems, strict=True) if pair is not None]
    while rest:
        words = reference_words(rest[0][0])
        alike = [each for each in rest if reference_words(each[0]) == words]
        rest = [each for each in rest if reference_words(each[0]) != words]
        yield [pair for pair, _ in alike], [name for _, name in alike]


def reference_words(pair: AlignedPair) -> list[str]:
    return [word for word, step in zip(pair.references, pair.steps, strict=True) if step != "I"]


def list_system_lines(
    block: AlignedSystems, pairs: Sequence[AlignedPair | None], room: int | None, paint: Paint = leave_unpainted
) -> Iterator[str]:
    """The lines of an utterance, its heading first, an empty one behind each strip; `room` is that of a whole line."""
    systems = shorten_names(block.systems)
    wide = max(map(cell_width, [REFERENCE, *systems])) + 2
    for these, names in split_by_reference(pairs, systems):
        yield from (paint("key", line) for line in wrap_heading(systems_heading(these, names), room))
        for strip in cut_strips(these, None if room is None else max(10, room - wide - 2), folds=block.folds):
            for label, cells in strip_rows(strip, names, paint):
                yield f"  {pad_right(label, wide)}{' '.join(cells)}".rstrip()
            yield ""
