"""`mondegreen runs verify`: whether saved runs are what they say."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.score import VerifyPlan

HELP = """\
Recompute the scores of saved runs from their rows, and compare the digests of inputs and models.

Relative paths of inputs are looked up from here: run it where `mondegreen score --save` was run. Files, models and
packages that are not here are not checked, and do not fail. The exit code is 1 if anything differs.

example:
  mondegreen runs verify runs/new
  mondegreen runs verify runs/* --as json
"""
PLAN = "mondegreen.plan.score:VerifyPlan"


def run(plan: VerifyPlan) -> int:
    """Checks all runs, then shows what became of each check."""
    from mondegreen.reports.verified import report_checks
    from mondegreen.results.verified import verify_run
    from mondegreen.writers import select_table_writer

    write = select_table_writer(plan)
    found = [verify_run(folder) for folder in plan.runs]
    write([], [table for each in found for table in report_checks(each)])
    return 0 if all(found) else 1
