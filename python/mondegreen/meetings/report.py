"""Tables of sessions: their errors, those of each speaker, and the stream of each utterance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mondegreen.meetings.scoring import SessionRun
from mondegreen.metrics.meetings.metric import Matched
from mondegreen.reports import View, metrics
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.reports.caption import describe_runs, system_names

COUNTS = [
    Column("errors", "errors", 0),
    Column("words", "words", 0),
    Column("substitutions", "sub", 0),
    Column("deletions", "del", 0),
    Column("insertions", "ins", 0),
]
WHERE = [Column("metric", "metric"), Column("session", "session")]


def make_score_blocks(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:
    return metrics.report_metrics(runs, view)


def make_session_tables(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all sessions are shown
    """The score and the errors of each session by each metric."""
    for system, run in zip(system_names(runs), runs, strict=True):
        rows: list[list[Cell]] = []
        for label, score in run.scores.items():
            for index, key in enumerate(run.pairs.keys):
                row = score.rows[index]
                rows.append([label, key, score.metric.score(row), *(row[column.name] for column in COUNTS)])
        title = f"by session: {describe_runs([run], system)}"
        yield Table("sessions", title, [*WHERE, Column("score", "score", 2), *COUNTS], rows, system=system)


def make_speaker_tables(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all speakers are shown
    """The pairs of matched speakers and their errors; of combinations, those of each stream."""
    columns = [*WHERE, Column("reference", "reference"), Column("hypothesis", "hypothesis"), *COUNTS]
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = [
            [label, key, each.reference, each.hypothesis, *list_counts(each)]
            for label, outcomes in run.outcomes.items()
            for key, outcome in zip(run.pairs.keys, outcomes, strict=True)
            for each in outcome.matched
        ]
        yield Table("speakers", f"by speaker: {describe_runs([run], system)}", columns, rows, system=system)


def list_counts(matched: Matched) -> Iterable[Cell]:
    return [getattr(matched, column.name) for column in COUNTS]


def make_utterance_tables(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:  # noqa: ARG001 - all utterances are shown
    """The stream to which a combination assigns each utterance of the reference."""
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
    "metrics": make_score_blocks,
    "sessions": make_session_tables,
    "speakers": make_speaker_tables,
    "utterances": make_utterance_tables,
}
