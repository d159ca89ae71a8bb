"""Commands whose exit code says what was found."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.compare import ComparePlan
    from mondegreen.plan.runs import VerifyPlan


def run_compare(plan: ComparePlan) -> int:
    """Fails if a condition holds."""
    from mondegreen.api.plans import carry_out
    from mondegreen.api.runs import compare
    from mondegreen.cli.guard import print_message

    failed = [finding for finding in carry_out(compare, plan).findings if finding.fails]
    for finding in failed:
        print_message("error", finding)  # where the tables go elsewhere this tells why the program ends so
    return 1 if failed else 0


def run_verify(plan: VerifyPlan) -> int:
    """Fails if anything differs."""
    from mondegreen.api.plans import carry_out
    from mondegreen.api.runs import verify

    return 0 if all(carry_out(verify, plan)) else 1
