"""`mondegreen score`: the scores of one or more hypotheses against a reference."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mondegreen.plan.score import ScorePlan
    from mondegreen.reports import View
    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run

HELP = """\
Scores hypotheses against a reference.

example:
  mondegreen score ref.txt hyp.txt
  mondegreen score results.csv --ref-column sentence --hyp-column prediction
  mondegreen score ref.txt whisper-out
  mondegreen score recogs-test-clean.txt
  mondegreen score ref.stm base.ctm new.ctm --by speaker --report metrics,summary,confusions
  mondegreen score ref.txt hyp.txt --metrics wer,cer:blanks=no --normalize lower,punctuation --output scores.json
  mondegreen score ref.txt hyp.txt --metrics wer,ler,ember,semdist --language fr --vectors cc.fr.300.vec --ties range
  mondegreen score ref.txt hyp.txt --metrics ember,wer-e --only PROPN,NOUN --report metrics,costs
  mondegreen score ref.txt hyp.txt --metrics wer,mixed,case,entities --ref-tags ner.txt --report metrics,word-class
  mondegreen score ref.txt base.txt --metrics wer,cer,semdist --utt2spk utt2spk --save runs/base
  mondegreen score ref.txt 'hyp.*.txt' --rows rows.parquet --save runs/new.parquet --resume
  mondegreen score ref.txt 'hyp.*.txt' --metrics semdist --save runs/new --engine ray --ray-address auto
"""
PLAN = "mondegreen.plan.score:ScorePlan"
PLAN = "mondegreen.plan.score:ScorePlan"


def run(plan: ScorePlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from mondegreen import runner
    from mondegreen.reports import View
    from mondegreen.writers import refuse_plot, select_writer

    reports, write = select_reports(plan), select_writer(plan)
    refuse_plot(plan)
    runs = runner.score_systems(plan)
    if plan.plot:
        from mondegreen.render.plot.bars import plot_scores

        plot_scores(runs, plan.plot)
    write(runs, reports(runs, View(top=plan.top, by=plan.by)))
    return 0


def select_reports(plan: ScorePlan) -> Callable[[Sequence[Run], View], Iterable[Block]]:
    """All reports that were asked for, one behind the other."""
    from mondegreen.reports import REPORTS
    from mondegreen.writers import find_kind

    kind = find_kind(plan.output_format)
    if kind in ("system", "summary"):
        refuse_idle_metrics(plan)
    if kind != "tables":
        idle = ("report", "top")
        plan.refuse_idle(idle, f"is for tables, and --as {plan.output_format} writes none; leave it out")
    usual = "metrics,groups" if plan.by else "metrics"
    reports = REPORTS.find_all(usual if plan.report is None else plan.report)

    def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:
        for report in reports:
            yield from report(runs, view)

    return blocks


def refuse_idle_metrics(plan: ScorePlan) -> None:
    """Refuses metrics that show nowhere: the files of other toolkits hold errors of words."""
    from mondegreen.resolve import name_metrics

    if not (plan.save or plan.rows or plan.plot or "wer" in name_metrics(plan)):
        file = f"--as {plan.output_format}"
        why = f"shows nowhere: {file} holds errors of words; leave it out, or say --tokenize characters"
        plan.refuse_idle(["metrics"], why)
