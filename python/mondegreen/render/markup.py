"""The walk over blocks that markup languages share: each says only how it writes the parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from mondegreen.render.sidebyside import StepColumn, fold_insertions, pad_right, pair_heading, split_strips, strip_lines
from mondegreen.render.systems import (
    REFERENCE,
    Slot,
    cut_strips,
    shorten_names,
    split_by_reference,
    strip_rows,
    systems_heading,
)
from mondegreen.render.text import cell_width, format_rows
from mondegreen.reports import caption_runs
from mondegreen.reports.blocks import AlignedSystems, Alignments, Block, Table, for_people, tone_of
from mondegreen.results.run import Run

# Cells in a line of aligned words; a page has no width to ask for.
ROOM = 80
LABELS = ("ref", "hyp", "", "weight", "cosine")


class Markup(Protocol):
    """How a language writes the parts of a block; each function gives whole lines."""

    def title(self, text: str) -> str:
        """What stands over aligned pairs."""

    def note(self, text: str) -> str:
        """What stands under them."""

    def begin(self, block: Table) -> str:
        """A table up to its first row, title and headings included."""

    def row(self, texts: Sequence[str], best: Sequence[bool]) -> str:
        """A row of the table, and which of its cells are the best of their kind."""

    def foot(self, texts: Sequence[str], *, first: bool) -> str:
        """A row about all others."""

    def end(self, block: Table) -> str:
        """The rest of the table, its note included."""

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        """An aligned pair."""

    def systems(self, head: str, names: Sequence[str], strips: Iterable[list[Slot]]) -> str:
        """An utterance with several systems under its reference."""


def render_report(markup: Markup, runs: Sequence[Run], blocks: Iterable[Block]) -> Iterator[str]:
    """The blocks, and below all of them what was paired."""
    yield from render_blocks(markup, blocks)
    if runs:
        yield markup.note(caption_runs(runs))


def render_blocks(markup: Markup, blocks: Iterable[Block]) -> Iterator[str]:
    for block in for_people(blocks):
        if isinstance(block, Table):
            yield from render_table(markup, block)
        else:
            yield markup.title(block.title)
            if isinstance(block, Alignments):
                yield from render_alignments(markup, block)
            else:
                yield from render_systems(markup, block)
            yield markup.note(block.note)


def render_table(markup: Markup, block: Table) -> Iterator[str]:
    if block.is_prose:
        yield markup.title(block.title)
        yield from (markup.note(text) for (text,) in format_rows(block.rows, block.columns))
        yield markup.note(block.note)
        return
    yield markup.begin(block)
    for cells, texts in zip(block.rows, format_rows(block.rows, block.columns), strict=True):
        yield markup.row(texts, [tone_of(cell) == "best" for cell in cells])
    for place, row in enumerate(format_rows(block.foot, block.columns)):
        yield markup.foot(row, first=not place)
    yield markup.end(block)


def render_alignments(markup: Markup, block: Alignments) -> Iterator[str]:
    for pair in block.pairs:
        yield markup.pair(pair_heading(pair), split_strips(fold_insertions(pair) if block.folds else pair, ROOM))


def render_systems(markup: Markup, block: AlignedSystems) -> Iterator[str]:
    for pairs in block.utterances:
        for these, names in split_by_reference(pairs, shorten_names(block.systems)):
            strips = cut_strips(these, ROOM, folds=block.folds)
            yield markup.systems(systems_heading(these, names), names, strips)


def list_strip_lines(systems: Sequence[str], strips: Iterable[list[Slot]]) -> list[str]:
    """The lines of several systems where all letters are equally wide."""
    wide = max(map(cell_width, [REFERENCE, *systems])) + 2
    found = []
    for strip in strips:
        rows = strip_rows(strip, systems)
        found += [*(f"{pad_right(label, wide)}{' '.join(cells)}".rstrip() for label, cells in rows), ""]
    return found[:-1]


def list_pair_lines(strips: Iterable[list[StepColumn]]) -> list[str]:
    """The lines of an aligned pair where all letters are equally wide."""
    found = []
    for strip in strips:
        named = list(zip(LABELS, strip_lines(strip), strict=False))
        width = max(len(label) for label, _ in named) + 2
        found += [f"{label:{width}}{line}" for label, line in named if line]
        found.append("")
    return found[:-1]
