"""`mondegreen robustness`: what recognition errors do to encoders of sentences and to metrics."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.simulate import RobustnessPlan

HELP = """\
Shows how encoders of sentences, and metrics, move with the rate of recognition errors.
Sentences are cut as by --tokenize treebank where the language is en, else as by punctuated.

example:
  mondegreen robustness text.txt --encoders avg,sif,usif --table table.tsv --vectors glove.txt --language en
  mondegreen robustness --pairs sts=sts-dev.csv --pairs sts=sts-test.csv --pairs sick=SICK.txt --encoders sentences \\
      --table table.tsv --rates 0:0.5:0.05 --draws 3 --plot curves.pdf --output robustness.json
  mondegreen robustness text.txt --metrics wer,semdist,bertscore,ember --table table.tsv --language en
"""
PLAN = "mondegreen.plan.simulate:RobustnessPlan"


def run(plan: RobustnessPlan) -> int:
    """Measures and reports; what cannot be written is refused before."""
    from mondegreen.cli.matrices import by_one_thread
    from mondegreen.writers import refuse_plot, select_table_writer

    by_one_thread()
    from mondegreen.reports.robustness import report_robustness
    from mondegreen.robustness.experiment import run_experiment

    write = select_table_writer(plan)
    refuse_plot(plan)
    found = run_experiment(plan)
    if plan.plot:
        from mondegreen.render.plot.lines import plot_robustness

        plot_robustness(found.curves, plan.plot)
    write([], report_robustness(found, charts=is_for_terminal(plan)))
    return 0


def is_for_terminal(plan: RobustnessPlan) -> bool:
    """Whether the answer is a table for people, in which curves can be drawn with letters."""
    from mondegreen.writers import select_output_format

    return select_output_format(plan) == "table"
