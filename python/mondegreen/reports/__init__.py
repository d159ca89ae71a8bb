"""Report: what is shown of finished numbers, a function from runs to blocks (tables and alignments); computes nothing.

How blocks are written is the business of `render`: every report can be had in every output format. What reports call
their runs, and say under their tables, stands here too.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mondegreen.component import Registry
from mondegreen.errors import pluralize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.comparison.comparison import Comparison
    from mondegreen.metrics.support.weighed import Weighed
    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run


REPORTS = Registry(
    "report",
    {
        "metrics": "mondegreen.reports.metrics:report_metrics",
        "summary": "mondegreen.reports.metrics:report_summary",
        "counts": "mondegreen.reports.metrics:report_counts",
        "groups": "mondegreen.reports.metrics:report_groups",
        "lengths": "mondegreen.reports.metrics:report_lengths",
        "word-class": "mondegreen.reports.metrics:report_classes",
        "word-script": "mondegreen.reports.metrics:report_scripts",
        "word-frequency": "mondegreen.reports.metrics:report_frequencies",
        "word-length": "mondegreen.reports.metrics:report_word_lengths",
        "confusions": "mondegreen.reports.errors:report_confusions",
        "calibration": "mondegreen.reports.calibration:report_calibration",
        "costs": "mondegreen.reports.errors:report_costs",
        "costs-by-word": "mondegreen.reports.errors:report_costs_by_word",
        "costs-by-tag": "mondegreen.reports.errors:report_costs_by_tag",
        "worst": "mondegreen.reports.alignments:report_worst",
        "alignments": "mondegreen.reports.alignments:report_alignments",
    },
    group="reports",
)
# Functions of a comparison and a view.
COMPARISON_REPORTS = Registry(
    "comparison report",
    {
        "changes": "mondegreen.reports.comparison:report_changes",
        "tests": "mondegreen.reports.comparison:report_tests",
        "utterances": "mondegreen.reports.comparison:report_utterances",
        "examples": "mondegreen.reports.comparison:report_examples",
    },
    group="comparison_reports",
)
# Functions of the runs of sessions and a view.
SESSION_REPORTS = Registry(
    "report",
    {
        "metrics": "mondegreen.reports.metrics:report_metrics",
        "sessions": "mondegreen.reports.meetings:report_sessions",
        "speakers": "mondegreen.reports.meetings:report_speakers",
        "utterances": "mondegreen.reports.meetings:report_streams",
    },
)
# Functions of an evaluation of translations of words, in the order in which they are shown.
LEXICON_REPORTS = Registry(
    "report",
    {
        name: f"mondegreen.reports.lexicon:tabulate_{name}"
        for name in (
            *("accuracy", "coverage", "pairs", "lemmas", "shares", "pos", "frequency", "senses", "ranking"),
            *("explained", "gaps", "significance", "answers", "uncovered"),
        )
    },
)

# Which of them are drawn.
LEXICON_PLOTS = ("accuracy", "pairs", "lemmas", "shares", "pos", "frequency", "senses", "uncovered")


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


def system_names(runs: Sequence[Run]) -> list[str]:
    """The systems' names, each of them once: lists given from Python all have the same."""
    seen: Counter[str] = Counter()
    unique = []
    for run in runs:
        seen[run.name] += 1
        unique.append(run.name if seen[run.name] == 1 else f"{run.name} ({seen[run.name]})")
    return unique


def short_names(runs: Sequence[Run]) -> list[str]:
    """The same without the directories that all of them share, so that columns may be narrow."""
    whole = system_names(runs)
    alike = len(whole) > 1 and len(set(map(os.path.isabs, whole))) == 1
    shared = os.path.commonpath(whole) if alike else ""
    return [name.removeprefix(f"{shared}/") if shared else name for name in whole]


def describe_runs(runs: Sequence[Run], system: str = "") -> str:
    reference, names = runs[0].reference if runs else "", system or ", ".join(system_names(runs))
    return f"both sides of {names}" if names and names == reference else f"{names} against {reference}"


def caption_run(run: Run) -> str:
    """What was paired, how, and what the files were taken for."""
    counts = run.pair_counts
    odd = [f"{count:,} {what}" for what, count in counts.items() if count and what != "scored"]
    if run.pairs.dropped:
        odd[-1] += " dropped"
    by_order = any(note.kind == "ids-differ" for note in run.pairs.notes)
    how = "order" if by_order else "ID" if run.pairs.keyed else "line"
    formats = " and ".join(dict.fromkeys(name for name in run.pairs.formats if name))
    return ", ".join(
        [
            f"{pluralize(len(run.pairs), run.pairs.noun)} paired by {how}",
            *odd,
            *([f"read as {formats}"] if formats else []),
        ]
    )


def caption_runs(runs: Sequence[Run]) -> str:
    """The same of several runs: once if all is alike."""
    said = [caption_run(run) for run in runs]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{name}: {each}" for name, each in zip(system_names(runs), said, strict=True))
