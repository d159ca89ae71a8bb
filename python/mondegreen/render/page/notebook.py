"""What notebooks show of runs and comparisons: the top of their page, and their tables behind it."""

from __future__ import annotations

from collections.abc import Iterable

from mondegreen.render.page.head import Summary, draw_forest, draw_kinds, make_cards, make_verdict
from mondegreen.render.page.write import load_template, read_sources

STYLES = ("page", "plots", "notebook")


def render_summary(summary: Summary, tables: Iterable[str]) -> str:
    """The verdict, the scores and the plots of changes and of kinds of errors, as an element of a notebook.

    The tables are markup already.
    """
    panels = [draw_forest(summary)] if summary.comparison else []
    if all("wer" in run.scores for run in summary.runs):  # else all would be aligned, to be looked at once
        panels.append(draw_kinds(summary))
    return load_template("notebook.html").render(
        style=scope_style(read_sources("style", STYLES, "css")),
        verdict=make_verdict(summary),
        cards=list(make_cards(summary)),
        panels=panels,
        tables="".join(tables),
    )


def scope_style(style: str) -> str:
    """The page's style for one element, so that it touches nothing else of the notebook."""
    return f".mondegreen {{ {style.replace(':root', '&')} }}"
