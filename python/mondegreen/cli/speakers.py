"""`mondegreen speakers`: recordings of several speakers, whose names the recognizer does not know."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.meetings.scoring import SessionRun
    from mondegreen.plan.score import SessionPlan
    from mondegreen.reports import View
    from mondegreen.reports.blocks import Block

    Reports = Callable[[Sequence[SessionRun], View], Iterator[Block]]

HELP = """\
Scores recordings of several speakers, a session at a time: cpWER, tcpWER, ORC-WER.

example:
  mondegreen speakers ref.stm hyp.seglst.json --metrics cpwer,tcpwer,orcwer --collar 5
  mondegreen speakers ref.stm hyp.stm --report metrics,sessions,speakers,utterances --output scores.json
  mondegreen speakers text_spk1,text_spk2 hyp/text_spk1,hyp/text_spk2 --metrics pfer
"""
PLAN = "mondegreen.plan.score:SessionPlan"


def run(plan: SessionPlan) -> int:
    from mondegreen.errors import ScoreError
    from mondegreen.meetings.scoring import score_files, select_session_metrics
    from mondegreen.reports import View
    from mondegreen.resolve import join_values, make_bootstrap, make_settings, split_metrics
    from mondegreen.results import saved
    from mondegreen.results.row_files import select_row_writer
    from mondegreen.writers import find_kind, select_writer

    metrics = select_session_metrics(split_metrics(plan.metrics or ["cpwer"]), join_values(collar=plan.collar))
    settings, how, reports = make_settings(plan), make_bootstrap(plan), select_reports(plan)
    if find_kind(plan.output_format) != "tables":
        raise ScoreError(f"--as {plan.output_format} holds pairs of texts, and no sessions of several speakers")
    write, rows = select_writer(plan), (select_row_writer(plan.rows), plan.rows) if plan.rows else None
    if plan.save:
        saved.check_destination(plan.save)
    runs = score_files(plan, metrics, settings, how)
    if rows:
        write_rows, path = rows
        write_rows(runs, path)
    if plan.save:
        saved.save_runs(runs, plan.save)
    write(runs, reports(runs, View()))
    return 0


def select_reports(plan: SessionPlan) -> Reports:
    """The selected reports, concatenated."""
    from mondegreen.reports import SESSION_REPORTS

    reports = SESSION_REPORTS.find_all(plan.report)

    def blocks(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:
        for report in reports:
            yield from report(runs, view)

    return blocks
