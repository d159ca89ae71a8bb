"""`mondegreen list`: what there is to choose from."""

from __future__ import annotations

from itertools import groupby

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.about import ListPlan

HELP = """\
Lists metrics, formats, reports and whatever else has a name.

example:
  mondegreen list metrics
"""
PLAN = "mondegreen.plan.about:ListPlan"


def run(plan: ListPlan) -> int:
    """Prints each kind with its names, a line each."""
    from mondegreen.catalogue import OPTIONS, list_entries
    from mondegreen.cli.layout import get_width, hang_text
    from mondegreen.component import unknown_name

    kinds = {f"{kind}s": kind for kind in OPTIONS}
    if plan.kind is not None and plan.kind not in {*kinds, *kinds.values()}:
        raise unknown_name("kind of thing", plan.kind, kinds)
    wanted = None if plan.kind is None else kinds.get(plan.kind, plan.kind)
    shown = [entry for entry in list_entries() if wanted in (None, entry.kind)]
    width = max((len(entry.name) for entry in shown), default=0)
    for kind, group in groupby(shown, key=lambda entry: entry.kind):
        print(f"{kind}s ({OPTIONS[kind]})")
        for entry in group:
            print(hang_text(f"  {entry.name:<{width}}  ", entry.summary, get_width()))
    return 0
