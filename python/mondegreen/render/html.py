"""Plain HTML tables, for notebooks and other pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, TextIO

from mondegreen.render.markup import list_pair_lines, list_strip_lines, render_report
from mondegreen.render.sidebyside import StepColumn
from mondegreen.render.systems import Slot
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Block, Column, Table
from mondegreen.results.interval import Bootstrap
from mondegreen.results.run import Run

if TYPE_CHECKING:
    from mondegreen.comparison.comparison import Comparison

NUMBER = ' style="text-align: right"'


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes the blocks."""
    out.writelines(render_report(Html(), runs, blocks))


def render_run(one: Run) -> str:
    """A run's scores, and those of its groups, as a notebook shows them."""
    from mondegreen.render.page.head import Summary
    from mondegreen.render.page.write import render_summary
    from mondegreen.reports import View
    from mondegreen.reports.metrics import report_groups, report_metrics

    blocks = [*report_metrics([one], View()), *(report_groups([one], View()) if one.by else ())]
    tables = render_report(Html(), [one], blocks)
    if not one.scores:
        return wrap_notebook(tables)
    return wrap_notebook([render_summary(Summary([one], None, Bootstrap(), draws=False), tables)])


def render_comparison(found: Comparison) -> str:
    """All of a comparison, as a notebook shows it."""
    from mondegreen.render.page.head import Summary
    from mondegreen.render.page.write import render_summary
    from mondegreen.reports import COMPARISON_REPORTS, View
    from mondegreen.reports.comparison import report_comparison

    reports = COMPARISON_REPORTS.find_all(",".join(COMPARISON_REPORTS))
    tables = render_report(Html(), found.runs, report_comparison(found, reports, View(top=3), []))
    return wrap_notebook([render_summary(Summary(found.runs, found, found.how, found.threads, draws=False), tables)])


def wrap_notebook(pieces: Iterable[str]) -> str:
    """The pieces in an element in which notebooks take nothing that stands between dollars for formulas."""
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
        heads = self.cells([escape_text(column.heading) for column in block.columns], "th")
        return f"<table>\n<caption>{escape_text(block.title)}</caption>\n<thead>\n{heads}</thead>\n<tbody>\n"

    def row(self, texts: Sequence[str], best: Sequence[bool]) -> str:
        cells = map(escape_text, texts)
        return self.cells([f"<b>{cell}</b>" if bold else cell for cell, bold in zip(cells, best, strict=True)], "td")

    def foot(self, texts: Sequence[str], *, first: bool) -> str:  # noqa: ARG002 - bold letters are the rule
        return self.cells(list(map(escape_text, texts)), "th")

    def cells(self, cells: Sequence[str], tag: str) -> str:
        sides = ("" if column.places is None else NUMBER for column in self.columns)
        inside = "".join(f"<{tag}{side}>{cell}</{tag}>" for cell, side in zip(cells, sides, strict=True))
        return f"<tr>{inside}</tr>\n"

    def end(self, block: Table) -> str:
        return f"</tbody>\n</table>\n{self.note(block.note)}"

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        return self.preformat([head, *list_pair_lines(strips)])

    def systems(self, head: str, names: Sequence[str], strips: Iterable[list[Slot]]) -> str:
        return self.preformat([head, *list_strip_lines(names, strips)])

    def preformat(self, lines: Sequence[str]) -> str:
        return f'<pre dir="auto">{escape(chr(10).join(lines))}</pre>\n'


def escape_text(text: str) -> str:
    return escape(make_printable(text))
