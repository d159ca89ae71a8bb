"""Report: formats finished numbers and computes nothing; one report, one file.

A report says what is shown: a function from runs to blocks (tables and alignments). A form says how: it writes blocks
to a stream. Each is one file, and every report can be had in every form.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.compare.comparison import Comparison
    from mondegreen.measure.weighed import Weighed
    from mondegreen.report.blocks import Block

REPORTS = {
    "metrics": "mondegreen.report.metrics:report_metrics",
    "summary": "mondegreen.report.groups:report_summary",
    "counts": "mondegreen.report.groups:report_counts",
    "groups": "mondegreen.report.groups:report_groups",
    "lengths": "mondegreen.report.groups:report_lengths",
    "word-class": "mondegreen.report.groups:report_classes",
    "word-script": "mondegreen.report.groups:report_scripts",
    "word-frequency": "mondegreen.report.groups:report_frequencies",
    "word-length": "mondegreen.report.groups:report_word_lengths",
    "confusions": "mondegreen.report.errors:report_confusions",
    "costs": "mondegreen.report.errors:report_costs",
    "costs-by-word": "mondegreen.report.errors:report_costs_by_word",
    "costs-by-tag": "mondegreen.report.errors:report_costs_by_tag",
    "worst": "mondegreen.report.alignments:report_worst",
    "alignments": "mondegreen.report.alignments:report_alignments",
}
# What is shown of a comparison of systems: functions of a comparison and a view.
COMPARISONS = {
    "changes": "mondegreen.report.comparison:report_changes",
    "tests": "mondegreen.report.comparison:report_tests",
    "utterances": "mondegreen.report.comparison:report_utterances",
    "examples": "mondegreen.report.comparison:report_examples",
}
FORMS = {
    "table": "mondegreen.report.form.terminal:write",
    "json": "mondegreen.report.form.json:write",
    "markdown": "mondegreen.report.form.markdown:write",
    "csv": "mondegreen.report.form.csv:write",
    "latex": "mondegreen.report.form.latex:write",
    "html": "mondegreen.report.form.html:write",
    "github": "mondegreen.report.form.github:write",
}
# Files of other toolkits, each of one system: a function from a run to lines. They look at no blocks.
TOOLKITS = {
    "errs": "mondegreen.report.toolkit.errs:lines",
    "wenet": "mondegreen.report.toolkit.wenet:lines",
    "funasr": "mondegreen.report.toolkit.funasr:lines",
    "speechbrain": "mondegreen.report.toolkit.speechbrain:lines",
    "jiwer": "mondegreen.report.toolkit.jiwer:lines",
    "texterrors": "mondegreen.report.toolkit.texterrors:lines",
}
# The same of any number of systems: functions from runs to lines.
SUMMARIES = {"wer-summary": "mondegreen.report.toolkit.wersummary:lines"}
# A directory of sclite's reports rather than a file.
SCLITE = "sclite"
EVERY_FORM = {**FORMS, **TOOLKITS, **SUMMARIES}
ENDINGS = {".txt": "table", ".json": "json", ".md": "markdown", ".csv": "csv", ".tex": "latex", ".html": "html"}


@dataclass(frozen=True, slots=True)
class View:
    """What the reports show: so many rows of each ranking, groups by this column, and which pairs.

    Alignments show the pairs with errors, or all; only those of `utterances` where there are any; cut into `unit`; or
    the words as `weights`, a metric of weighed errors, aligns them, with what each error weighs; with insertion loops
    folded, or `unfolded`.
    """

    top: int = 20
    by: str | None = None
    all: bool = False
    utterances: tuple[str, ...] = ()
    unit: str = "words"
    weights: Weighed | None = None
    unfolded: bool = False

    def column(self, run: Run) -> str | None:
        """The column of a run's groups: the one asked for, else the speakers where they are known."""
        return self.by or run.by or ("speaker" if "speaker" in run.pairs.fields else None)


class Report(Protocol):
    """What is shown of the runs."""

    def __call__(self, runs: Sequence[Run], view: View) -> Iterable[Block]:
        """The blocks to show, in order."""


class ComparisonReport(Protocol):
    """What is shown of a comparison."""

    def __call__(self, comparison: Comparison, view: View) -> Iterable[Block]:
        """The blocks to show, in order."""


class Form(Protocol):
    """How it is shown."""

    def __call__(self, runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
        """Writes the blocks; the runs are there for what belongs to every form, such as their names."""


def form_of(path: str | os.PathLike[str]) -> str:
    """The form that a file's ending asks for; a further .gz says only that it is to be compressed."""
    name = os.fspath(path)
    ending = os.path.splitext(name.removesuffix(".gz"))[1].lower()  # noqa: PTH122 - help must not wait for pathlib
    if ending not in ENDINGS:
        known = ", ".join(f"{each} ({form})" for each, form in ENDINGS.items())
        raise ScoreError(f"the ending does not say which form the file is to have; known are {known}", path=name)
    return ENDINGS[ending]
