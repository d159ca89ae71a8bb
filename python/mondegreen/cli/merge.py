"""`mondegreen merge`: saved runs of parts become the run of the whole."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.score import MergePlan

HELP = """\
Makes the run of the whole from saved runs of its parts.

Each part was scored by itself, on whatever machine, with the same options: a part of the hypotheses against the whole
reference (with --missing skip) or against its own part. Parts that overlap are refused, and so are gaps. A part is what
`mondegreen score ref.txt hyp.3.txt --missing skip --save runs/part.3` leaves.

example:
  mondegreen merge runs/part.*.parquet --save runs/whole.parquet
  mondegreen merge runs/part.* --reference ref.txt --save runs/whole
"""
PLAN = "mondegreen.plan.score:MergePlan"


def run(plan: MergePlan) -> int:
    """Checks, joins and reports."""
    from mondegreen.formats import read
    from mondegreen.formats.shards import natural_key
    from mondegreen.notes import report_notes
    from mondegreen.reports import REPORTS, View
    from mondegreen.results.merged import merge_runs
    from mondegreen.writers import select_table_writer

    if plan.reference is None:
        idle = ("format", "encoding")
        plan.refuse_idle(idle, "says how --reference is read; give that too")
    write = select_table_writer(plan)
    keys = None if plan.reference is None else read(plan.reference, plan.format, plan.encoding).keys
    folders = sorted(plan.runs, key=natural_key)
    found = merge_runs(folders, plan.save, reference=keys, skip=plan.missing == "skip", name=plan.name)
    report_notes(found.notes)
    write([found], REPORTS.find("metrics")([found], View()))
    return 0
