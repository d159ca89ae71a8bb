"""Render: how reports are written; one output format, one file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol, TextIO

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run

TABLE_FORMATS = {
    "table": "mondegreen.render.terminal:write",
    "json": "mondegreen.render.json:write",
    "markdown": "mondegreen.render.markdown:write",
    "csv": "mondegreen.render.csv:write",
    "latex": "mondegreen.render.latex:write",
    "html": "mondegreen.render.html:write",
    "github": "mondegreen.render.github:write",
}
# Files of other toolkits, each of one system: a function from a run to lines. They look at no blocks.
TOOLKITS = {
    "errs": "mondegreen.render.toolkit.errs:lines",
    "wenet": "mondegreen.render.toolkit.wenet:lines",
    "funasr": "mondegreen.render.toolkit.funasr:lines",
    "speechbrain": "mondegreen.render.toolkit.speechbrain:lines",
    "jiwer": "mondegreen.render.toolkit.jiwer:lines",
    "texterrors": "mondegreen.render.toolkit.texterrors:lines",
}
# The same of any number of systems: functions from runs to lines.
SUMMARIES = {"wer-summary": "mondegreen.render.toolkit.wersummary:lines"}
# A directory of sclite's reports rather than a file.
SCLITE = "sclite"
OUTPUT_FORMATS = {**TABLE_FORMATS, **TOOLKITS, **SUMMARIES}
ENDINGS = {".txt": "table", ".json": "json", ".md": "markdown", ".csv": "csv", ".tex": "latex", ".html": "html"}


class Form(Protocol):
    """How it is shown."""

    def __call__(self, runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
        """Writes the blocks; the runs are there for what belongs to every form, such as their names."""


def find_output_format(path: str | os.PathLike[str]) -> str:
    """The form that a file's ending asks for; a further .gz says only that it is to be compressed."""
    name = os.fspath(path)
    ending = os.path.splitext(name.removesuffix(".gz"))[1].lower()  # noqa: PTH122 - help must not wait for pathlib
    if ending not in ENDINGS:
        known = ", ".join(f"{each} ({form})" for each, form in ENDINGS.items())
        raise ScoreError(f"the ending does not say which form the file is to have; known are {known}", path=name)
    return ENDINGS[ending]
