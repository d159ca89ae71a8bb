"""`mondegreen lexicon eval`: translations against a dictionary."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.lexicon import EvaluatePlan

HELP = """\
Evaluates translations of one system or several against a dictionary.

example:
  mondegreen lexicon eval test.txt vecmap.npz muse.npz --source en.vec --target fr.vec --way cosine,csls
  mondegreen lexicon eval test.tsv a=predictions-a.tsv b=predictions-b.tsv --pos en-fr.5000-6500 --forms fr.lemma.tsv
  mondegreen lexicon eval en-fr.csv a=predictions-a.tsv b=predictions-b.tsv --report pairs,lemmas --at 1,10 --as latex
"""
PLAN = "mondegreen.plan.lexicon:EvaluatePlan"


def run(plan: EvaluatePlan) -> int:
    """Evaluates and reports."""
    from mondegreen.cli.matrices import by_one_thread
    from mondegreen.writers import select_table_writer

    by_one_thread()
    from mondegreen.lexicon.evaluate.evaluation import evaluate_files
    from mondegreen.reports.lexicon import report_evaluation, select_reports

    names = select_reports(plan.report)
    write = select_table_writer(plan)
    write([], report_evaluation(evaluate_files(plan), names))
    return 0
