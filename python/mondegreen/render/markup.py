"""The walk over blocks that markup languages share: each says only how it writes the parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from mondegreen.render.sidebyside import StepColumn, fold_insertions, pair_heading, split_strips, strip_lines
from mondegreen.render.text import format_rows
from mondegreen.reports.blocks import Alignments, Block, Table

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

    def row(self, texts: Sequence[str]) -> str:
        """A row of the table."""

    def foot(self, texts: Sequence[str], *, first: bool) -> str:
        """A row about all others."""

    def end(self, block: Table) -> str:
        """The rest of the table, its note included."""

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        """An aligned pair."""


def render_blocks(markup: Markup, blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield from (
            render_table(markup, block.of("people")) if isinstance(block, Table) else render_alignments(markup, block)
        )


def render_table(markup: Markup, block: Table) -> Iterator[str]:
    yield markup.begin(block)
    for row in format_rows(block.rows, block.columns):
        yield markup.row(row)
    for place, row in enumerate(format_rows(block.foot, block.columns)):
        yield markup.foot(row, first=not place)
    yield markup.end(block)


def render_alignments(markup: Markup, block: Alignments) -> Iterator[str]:
    yield markup.title(block.title)
    for pair in block.pairs:
        yield markup.pair(pair_heading(pair), split_strips(fold_insertions(pair) if block.folds else pair, ROOM))
    yield markup.note(block.note)


def list_pair_lines(strips: Iterable[list[StepColumn]]) -> list[str]:
    """The lines of an aligned pair where all letters are equally wide."""
    found = []
    for strip in strips:
        named = list(zip(LABELS, strip_lines(strip), strict=False))
        width = max(len(label) for label, _ in named) + 2
        found += [f"{label:{width}}{line}" for label, line in named if line]
        found.append("")
    return found[:-1]
