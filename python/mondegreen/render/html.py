"""Blocks as HTML, for notebooks and pages of one's own: plain tables, which the page around them may style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TextIO

from mondegreen.render.markup import list_pair_lines, render_blocks
from mondegreen.render.sidebyside import StepColumn
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Block, Column, Table
from mondegreen.results.run import Run

NUMBER = ' style="text-align: right"'


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:  # noqa: ARG001
    """Writes the blocks."""
    out.writelines(render_blocks(Html(), blocks))


def render_run(one: Run) -> str:
    """A run's scores, as a notebook shows them."""
    from mondegreen.reports import View
    from mondegreen.reports.metrics import report_metrics

    # Notebooks would take what stands between dollars for formulas.
    pieces = render_blocks(Html(), report_metrics([one], View()))
    return f'<div class="tex2jax_ignore mathjax_ignore">\n{"".join(pieces)}</div>\n'


class Html:
    """How HTML writes the parts of a block. Numbers stand to the right, as the columns of the table at hand say."""

    def __init__(self) -> None:
        self.columns: Sequence[Column] = ()

    def title(self, text: str) -> str:  # a paragraph: what level a heading has is for the page to say
        return f"<p><strong>{escape_text(text)}</strong></p>\n"

    def note(self, text: str) -> str:
        return f"<p><small>{escape_text(text)}</small></p>\n" if text else ""

    def begin(self, block: Table) -> str:
        self.columns = block.columns
        heads = self.cells([column.heading for column in block.columns], "th")
        return f"<table>\n<caption>{escape_text(block.title)}</caption>\n<thead>\n{heads}</thead>\n<tbody>\n"

    def row(self, texts: Sequence[str]) -> str:
        return self.cells(texts, "td")

    def foot(self, texts: Sequence[str], *, first: bool) -> str:  # noqa: ARG002 - bold letters are the rule
        return self.cells(texts, "th")

    def cells(self, texts: Sequence[str], tag: str) -> str:
        sides = ("" if column.places is None else NUMBER for column in self.columns)
        inside = "".join(f"<{tag}{side}>{escape_text(text)}</{tag}>" for text, side in zip(texts, sides, strict=True))
        return f"<tr>{inside}</tr>\n"

    def end(self, block: Table) -> str:
        return f"</tbody>\n</table>\n{self.note(block.note)}"

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        inside = "\n".join([head, *list_pair_lines(strips)])
        return f'<pre dir="auto">{escape(inside)}</pre>\n'


def escape_text(text: str) -> str:
    return escape(make_printable(text))
