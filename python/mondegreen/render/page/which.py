"""Which words are wrong: what was taken for what, what was lost and what was made up, with links to utterances."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from mondegreen.render.page.head import Summary
from mondegreen.render.page.panels import Box, Head, Panel, make_number
from mondegreen.render.page.svg import Axis, color_system, draw_bars
from mondegreen.render.sidebyside import make_visible
from mondegreen.results.confusions import Confusion, Confusions

TITLES = {"substitutions": "Substitutions", "deletions": "Deletions", "insertions": "Insertions"}
COLUMNS = {"substitutions": "ref → hyp", "deletions": "reference", "insertions": "hypothesis"}


def draw_confusions(summary: Summary, found: Confusions, top: int) -> Iterator[Panel]:
    """A table for each kind of error, with a bar for each system."""
    for kind in TITLES:
        these = found.of(kind)
        if len(these.pairs):
            yield draw_kind(summary, kind, these, top)


def draw_kind(summary: Summary, kind: str, these: Confusions, top: int) -> Panel:
    shown = these.top(top)
    axis = Axis(0, max(max(each.counts) for each in shown), ())
    colors = [color_system(index) for index in range(len(summary.runs))]
    rows = [
        [
            link_confusion(each),
            *(make_number(count, 0) for count in each.counts),
            Box(plot=draw_bars(each.counts, axis, colors)),
        ]
        for each in shown
    ]
    heads = [Head(COLUMNS[kind]), *(Head(name, number=True) for name in summary.names), Head("", plot=True)]
    note = f"{len(rows):,} of {len(these.pairs):,} different, {int(these.counts.sum()):,} in all"
    return Panel(TITLES[kind], note, "", heads, rows)


def link_confusion(each: Confusion) -> Box:
    """The words, leading to the utterances in which the one stands for the other."""
    reference, hypothesis = (make_visible(word)[0] for word in (each.reference, each.hypothesis))
    text = f"{reference} → {hypothesis}" if reference and hypothesis else reference or hypothesis
    return Box(text, link=f"#ref={quote(reference, safe='')}&hyp={quote(hypothesis, safe='')}")
