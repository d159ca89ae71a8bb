"""Blocks as GitHub shows them in summaries and comments: Markdown, where all but the first tables unfold on a click."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TextIO

from mondegreen.report.blocks import Table
from mondegreen.report.form.markdown import Markdown
from mondegreen.report.form.markup import pieces
from mondegreen.report.form.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report.blocks import Block

# What one wants to see at once: whether it passed, and the numbers.
OPEN = ("conditions", "changes", "metrics")


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:  # noqa: ARG001
    """Writes the blocks."""
    for block in blocks:
        if block.name in OPEN or (isinstance(block, Table) and not block.rows):
            out.writelines(pieces(Markdown(), [block]))
        else:
            out.write(f"<details><summary>{escape(shown(block.title))}</summary>\n\n")
            out.writelines(pieces(Untitled(), [block]))
            out.write("</details>\n\n")


class Untitled(Markdown):
    """Markdown of a block whose title stands above it already."""

    def title(self, text: str) -> str:  # noqa: ARG002 - it is said
        """Nothing."""
        return ""
