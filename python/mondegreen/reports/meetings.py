"""Sessions of several speakers: their errors, those of each speaker, and the stream of each utterance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.reports import View, describe_runs, system_names
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.metrics import tabulate_groups
from mondegreen.results.run import Run

COUNTS = make_columns(0, errors="errors", words="words", substitutions="sub", deletions="del", insertions="ins")
WHERE = make_columns(metric="metric", session="session")


def report_sessions(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all sessions are shown
    """The score and the errors of each session by each metric."""
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = (
            ((label, key), (score.metric.score(row), *(row[column.name] for column in COUNTS)))
            for label, score in run.scores.items()
            for index, key in enumerate(run.pairs.keys)
            for row in [score.rows[index]]
        )
        title, columns = f"by session: {describe_runs([run], system)}", [*WHERE, Column("score", "score", 2), *COUNTS]
        yield tabulate_groups("sessions", title, columns, rows, "", system=system)


def report_speakers(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all speakers are shown
    """The pairs of matched speakers and their errors; of combinations, those of each stream."""
    columns = [*WHERE, *make_columns(reference="reference", hypothesis="hypothesis"), *COUNTS]
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = [
            [label, key, each.reference, each.hypothesis, *(getattr(each, column.name) for column in COUNTS)]
            for label, outcomes in run.outcomes.items()
            for key, outcome in zip(run.pairs.keys, outcomes, strict=True)
            for each in outcome.matched
        ]
        yield Table("speakers", f"by speaker: {describe_runs([run], system)}", columns, rows, system=system)


def report_streams(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all utterances are shown
    """The stream to which a combination assigns each utterance of the reference."""
    columns = [*WHERE, *make_columns(utterance="utterance", speaker="speaker", stream="stream")]
    for system, run in zip(system_names(runs), runs, strict=True):
        rows: list[list[Cell]] = [
            [label, session.key, segment.key, segment.speaker, stream]
            for label, outcomes in run.outcomes.items()
            for session, outcome in zip(run.pairs.sessions, outcomes, strict=True)
            for segment, stream in zip(session.reference, outcome.streams, strict=False)
        ]
        title = f"streams of utterances: {describe_runs([run], system)}"
        yield Table("utterances", title, columns, rows, system=system)
