"""`mondegreen oracle`: the best hypothesis of each list by each metric."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.nbest import OraclePlan

HELP = """\
Chooses the best hypothesis of each n-best list, or of a whole lattice, by each metric.

Of equals the first in the list is chosen. Of a lattice the best of all paths is found for wer, cer, wer-s, wer-e and
ember, each word by itself being rewritten and cut; for others the best of the paths that --n lists. All choices are
scored as whole texts.

example:
  mondegreen oracle ref.txt nbest.txt --metrics wer,cer
  mondegreen oracle ref.txt nbest.jsonl --n 100 --metrics wer,wer-s --language fr --write 'oracle.{metric}.txt'
  mondegreen oracle ref.txt exp/decode/lat.*.gz --words words.txt --plot curve.png
  mondegreen oracle ref.txt system1.txt system2.ctm system3.trn
"""
PLAN = "mondegreen.plan.nbest:OraclePlan"

DEFAULT = "wer,cer"


def run(plan: OraclePlan) -> int:
    from mondegreen.nbest.oracle import run_oracle
    from mondegreen.nbest.reading import select_text_metrics
    from mondegreen.nbest.writing import check_pattern, write_choices
    from mondegreen.reports.oracles import report_oracle
    from mondegreen.resolve import make_settings
    from mondegreen.writers import refuse_plot, select_table_writer

    metrics, settings, write = select_text_metrics(plan, DEFAULT), make_settings(plan), select_table_writer(plan)
    check_pattern(plan.write, len(metrics))
    refuse_plot(plan)
    found, lists = run_oracle(plan, metrics, settings)
    if plan.write:
        write_choices(found, plan.write)
    if plan.plot:
        from mondegreen.render.plot.lines import plot_curves

        plot_curves({label: found.curve(label) for label in found.metrics}, "hypotheses", plan.plot)
    write([], report_oracle(found, plan.reference, lists))
    return 0
