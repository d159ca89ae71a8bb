"""`mondegreen correlate`: how closely metrics go together."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.compare import CorrelatePlan

HELP = """\
Correlates metrics over utterances, blocks, speakers or systems.

example:
  mondegreen correlate ref.txt base.txt new.txt --metrics wer,cer,semdist
  mondegreen correlate runs/base runs/new --method spearman --over speaker
  mondegreen correlate runs/base --over blocks:100 --output correlations.tex --plot correlations.pdf
"""
PLAN = "mondegreen.plan.compare:CorrelatePlan"


def run(plan: CorrelatePlan) -> int:
    """Reads, scores, correlates and reports."""
    from mondegreen.comparison.correlations import correlate_metrics
    from mondegreen.reports.studies import report_correlations
    from mondegreen.results.interval import Bootstrap
    from mondegreen.saved_runs import read_runs
    from mondegreen.writers import refuse_plot, select_table_writer

    how = Bootstrap(plan.over, plan.resamples, plan.level, plan.seed)
    write = select_table_writer(plan)
    refuse_plot(plan)
    scored = read_runs(plan)
    found = correlate_metrics(scored, plan.method, how)
    if plan.plot:
        from mondegreen.render.plot.maps import plot_correlations

        plot_correlations(found, plan.plot)
    write(scored, report_correlations(scored, found))
    return 0
