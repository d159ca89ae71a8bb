"""`mondegreen speakers`: recordings of several speakers, whose names the recogniser does not know."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.measure.sessions.metric import SessionMetric
    from mondegreen.plan.score import SessionPlan
    from mondegreen.report import View
    from mondegreen.report.blocks import Block
    from mondegreen.speakers.scoring import SessionRun

    Reports = Callable[[Sequence[SessionRun], View], Iterator[Block]]

HELP = """\
Scores recordings of several speakers, a session at a time: cpWER, tcpWER, ORC-WER.

example:
  mondegreen speakers ref.stm hyp.seglst.json --metrics cpwer,tcpwer,orcwer --collar 5
  mondegreen speakers ref.stm hyp.stm --report metrics,sessions,speakers,utterances --output scores.json
  mondegreen speakers text_spk1,text_spk2 hyp/text_spk1,hyp/text_spk2 --metrics pfer
"""
PLAN = "mondegreen.plan.score:SessionPlan"
# How files that each hold one speaker are written one behind the other.
BETWEEN = ","


def run(plan: SessionPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from dataclasses import replace

    from mondegreen.aggregate import saved
    from mondegreen.aggregate.row_files import select_row_writer
    from mondegreen.errors import ScoreError
    from mondegreen.measure.sessions.session import sessions
    from mondegreen.pairs import Join, refuse_nothing
    from mondegreen.read.inputfiles import input_files
    from mondegreen.report import SCLITE, SUMMARIES, TOOLKITS, View
    from mondegreen.resolve import make_bootstrap, make_settings
    from mondegreen.runner import refuse_twice
    from mondegreen.speakers import scoring
    from mondegreen.writers import select_writer

    metrics, settings, how, reports = measuring(plan), make_settings(plan), make_bootstrap(plan), reporting(plan)
    if plan.output_format in (*TOOLKITS, *SUMMARIES, SCLITE):
        raise ScoreError(f"--as {plan.output_format} holds pairs of texts, and no sessions of several speakers")
    write, rows = select_writer(plan), (select_row_writer(plan.rows), plan.rows) if plan.rows else None
    if plan.save:
        saved.check_destination(plan.save)
    refuse_twice(*(name for side in (plan.reference, *plan.hypotheses) for name in side.split(BETWEEN)))
    ours, *theirs = [
        tuple(file for path in paths.split(BETWEEN) for file in input_files(side, path))
        for side, paths in (("reference", plan.reference), *(("hypothesis", name) for name in plan.hypotheses))
    ]
    reference, runs = corpus(plan, plan.reference, "ref"), []
    for name, files in zip(plan.hypotheses, theirs, strict=True):
        hypothesis = corpus(plan, name, "hyp")
        pairs, found = sessions(reference, hypothesis, settings, Join(plan.missing, plan.extra))
        pairs = replace(pairs, files=(*ours, *files))
        refuse_nothing(pairs)
        runs.append(scoring.run(pairs, found, metrics, settings, how))
        for note in (*pairs.notes(), *scoring.unproven(runs[-1])):
            warn(note)
    if rows:
        write_rows, path = rows
        write_rows(runs, path)
    if plan.save:
        saved.save_runs(runs, plan.save)
    write(runs, reports(runs, View()))
    return 0


def measuring(plan: SessionPlan) -> list[SessionMetric]:
    """The metrics, with the collar that is said for all of them."""
    from mondegreen.resolve import join_values, split_metrics
    from mondegreen.speakers.scoring import chosen

    return chosen(split_metrics(plan.metrics or ["cpwer"]), join_values(collar=plan.collar))


def reporting(plan: SessionPlan) -> Reports:
    """All reports that were asked for, one behind the other."""
    from mondegreen.registry import unknown
    from mondegreen.speakers.report import REPORTS

    names = plan.report.split(",")
    for name in names:
        if name not in REPORTS:
            raise unknown("report", name, REPORTS)

    def blocks(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:
        for name in names:
            yield from REPORTS[name](runs, view)

    return blocks


def corpus(plan: SessionPlan, paths: str, side: str) -> Corpus:
    """A file as it is read, or several of one speaker each."""
    from mondegreen.errors import ScoreError
    from mondegreen.measure.sessions.session import merged
    from mondegreen.read import read_as
    from mondegreen.read.reading import Side

    names = paths.split(BETWEEN)
    if not all(names):
        raise ScoreError(f'"{paths}" lacks a name at a comma; write it as FILE,FILE')
    kind, encoding = (getattr(plan, f"{side}_{name}") or getattr(plan, name) for name in ("format", "encoding"))
    return merged([read_as(name, kind, Side(name, side, kind, encoding).reading()) for name in names])
