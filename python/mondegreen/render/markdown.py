"""Markdown: tables, alignments as text; for GitHub all tables but the first are folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TextIO

from mondegreen.render.markup import list_pair_lines, list_strip_lines, render_blocks, render_report
from mondegreen.render.sidebyside import StepColumn
from mondegreen.render.systems import Slot
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Block, Table, for_people
from mondegreen.results.run import Run

SIGNS = re.compile(r"[\\`*_\[\]<>|~&$]")


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Markdown tables; alignments as text."""
    out.writelines(render_report(Markdown(), runs, blocks))


class Markdown:
    """How Markdown writes the parts of a block."""

    def text(self, text: str) -> str:
        return SIGNS.sub(r"\\\g<0>", make_printable(text))

    def title(self, text: str) -> str:
        """A heading of the third level, which fits below most others."""
        return f"### {self.text(text)}\n\n"

    def note(self, text: str) -> str:
        return f"{self.text(text)}\n\n" if text else ""

    def begin(self, block: Table) -> str:
        """The headings, and the line that says which columns are numbers."""
        rule = ["---" if column.places is None else "---:" for column in block.columns]
        heads = " | ".join(self.text(column.heading) for column in block.columns)
        return f"{self.title(block.title)}| {heads} |\n|{'|'.join(rule)}|\n"

    def row(self, texts: Sequence[str], best: Sequence[bool]) -> str:
        cells = (f"**{self.text(text)}**" if bold else self.text(text) for text, bold in zip(texts, best, strict=True))
        return f"| {' | '.join(cells)} |\n"

    def foot(self, texts: Sequence[str], *, first: bool) -> str:  # noqa: ARG002 - there is no rule to draw
        return f"| {' | '.join(f'**{self.text(text)}**' if text else '' for text in texts)} |\n"

    def end(self, block: Table) -> str:
        return f"\n{self.note(block.note)}"

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        return self.fence([head, *list_pair_lines(strips)])

    def systems(self, head: str, names: Sequence[str], strips: Iterable[list[Slot]]) -> str:
        return self.fence([head, *list_strip_lines(names, strips)])

    def fence(self, inside: Sequence[str]) -> str:
        """A fenced block, with a fence that nothing in it can close."""
        longest = max((len(run) for line in inside for run in re.findall("`+", line)), default=0)
        fence = "`" * max(3, longest + 1)
        return "\n".join([f"{fence}text", *inside, fence]) + "\n\n"


# What GitHub links by itself, and tells people of: @user, #12, GH-12, addresses of pages; behind these letters.
LIVE = re.compile(r"@|#(?=\w)|\bGH-(?=\d)|:(?=//)|\bwww(?=\.)", re.IGNORECASE)
# A space of no width, behind which no name goes on.
BREAK = "\u200b"
# What one wants to see at once: whether it passed, and the numbers.
OPEN = ("conditions", "verdict", "changes", "metrics")


def write_github(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Markdown for GitHub summaries and comments; all tables but the first are folded."""
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
