"""`mondegreen tools`: the original programs under their own names, in a folder of the user's choice."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.recipes import ToolsPlan

HELP = """\
Puts the original programs, such as sclite, into a folder under their own names.

example:
  mondegreen tools link ~/sctk/bin
  mondegreen tools link --kaldi ~/kaldi-scoring  # bin, steps, utils and local, as recipes look for them
  mondegreen tools link --espnet ~/espnet-scoring  # utils and scripts/utils
  mondegreen tools unlink ~/sctk/bin --only sclite
"""
PLAN = "mondegreen.plan.recipes:ToolsPlan"


def run(plan: ToolsPlan) -> int:
    """Links or unlinks, and prints each place."""
    from mondegreen.dropin.link import link, unlink

    groups = [*plan.of, *(name for name in ("kaldi", "espnet") if getattr(plan, name))] or ["sctk"]
    if plan.action == "link":
        places = link(plan.folder, groups, plan.only, force=plan.force)
    else:
        plan.refuse_idle(["force"], "is for link")
        places = unlink(plan.folder, groups, plan.only)
    for place in places:
        print(place)
    return 0
