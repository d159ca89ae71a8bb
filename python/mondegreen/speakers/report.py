"""What is shown of sessions: their errors, those of each speaker, and where each utterance went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report import metrics
from mondegreen.report.blocks import Column, Table
from mondegreen.report.caption import describe_runs, system_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mondegreen.measure.sessions.metric import Matched
    from mondegreen.report import View
    from mondegreen.report.blocks import Block, Cell
    from mondegreen.speakers.scoring import SessionRun

COUNTS = [
    Column("errors", "errors", 0),
    Column("words", "words", 0),
    Column("substitutions", "sub", 0),
    Column("deletions", "del", 0),
    Column("insertions", "ins", 0),
]
WHERE = [Column("metric", "metric"), Column("session", "session")]


def overall(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:
    """The scores themselves, as of any run."""
    return metrics.report_metrics(runs, view)


def by_session(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all sessions are shown
    """The score and the errors of each session by each metric."""
    for system, run in zip(system_names(runs), runs, strict=True):
        rows: list[list[Cell]] = []
        for label, score in run.scores.items():
            for place, key in enumerate(run.pairs.keys):
                row = score.rows[place]
                rows.append([label, key, score.metric.score(row), *(row[column.name] for column in COUNTS)])
        title = f"by session: {describe_runs([run], system)}"
        yield Table("sessions", title, [*WHERE, Column("score", "score", 2), *COUNTS], rows, system=system)


def by_speaker(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all speakers are shown
    """Who was matched with whom, and the errors between them; of combinations, those of each stream."""
    columns = [*WHERE, Column("reference", "reference"), Column("hypothesis", "hypothesis"), *COUNTS]
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = [
            [label, key, each.reference, each.hypothesis, *counts(each)]
            for label, outcomes in run.outcomes.items()
            for key, outcome in zip(run.pairs.keys, outcomes, strict=True)
            for each in outcome.matched
        ]
        yield Table("speakers", f"by speaker: {describe_runs([run], system)}", columns, rows, system=system)


def counts(matched: Matched) -> Iterable[Cell]:
    """The numbers of two who were matched."""
    return [getattr(matched, column.name) for column in COUNTS]


def by_utterance(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all utterances are shown
    """The stream to which a combination gives each utterance of the reference."""
    columns = [*WHERE, Column("utterance", "utterance"), Column("speaker", "speaker"), Column("stream", "stream")]
    for system, run in zip(system_names(runs), runs, strict=True):
        rows: list[list[Cell]] = [
            [label, session.key, segment.key, segment.speaker, stream]
            for label, outcomes in run.outcomes.items()
            for session, outcome in zip(run.sessions, outcomes, strict=True)
            for segment, stream in zip(session.reference, outcome.streams, strict=False)
        ]
        title = f"streams of utterances: {describe_runs([run], system)}"
        yield Table("utterances", title, columns, rows, system=system)


REPORTS: dict[str, Callable[[Sequence[SessionRun], View], Iterable[Block]]] = {
    "metrics": overall,
    "sessions": by_session,
    "speakers": by_speaker,
    "utterances": by_utterance,
}
