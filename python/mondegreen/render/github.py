"""Markdown for GitHub summaries and comments; all tables but the first are folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TextIO

from mondegreen.render.markdown import Markdown
from mondegreen.render.markup import render_blocks, render_report
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Block, Table, for_people
from mondegreen.results.run import Run

# What GitHub links by itself, and tells people of: @user, #12, GH-12, addresses of pages; behind these letters.
LIVE = re.compile(r"@|#(?=\w)|\bGH-(?=\d)|:(?=//)|\bwww(?=\.)", re.IGNORECASE)
# A space of no width, behind which no name goes on.
BREAK = "\u200b"
# What one wants to see at once: whether it passed, and the numbers.
OPEN = ("conditions", "verdict", "changes", "metrics")


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes the blocks."""
    for block in for_people(blocks):
        if block.name in OPEN or (isinstance(block, Table) and not block.rows):
            out.writelines(render_blocks(GitHub(), [block]))
        else:
            out.write(f"<details><summary>{escape(break_links(make_printable(block.title)))}</summary>\n\n")
            out.writelines(render_blocks(Untitled(), [block]))
            out.write("</details>\n\n")
    out.writelines(render_report(GitHub(), runs, []))


def break_links(text: str) -> str:
    """The text with nothing in it that GitHub would link, or call people by."""
    return LIVE.sub(rf"\g<0>{BREAK}", text)


class GitHub(Markdown):
    """Markdown in which names of strangers' utterances call nobody."""

    def text(self, text: str) -> str:
        return break_links(super().text(text))


class Untitled(GitHub):
    """Markdown of a block whose title stands above it already."""

    def title(self, text: str) -> str:  # noqa: ARG002 - it is said
        return ""
