"""Commands whose exit code says what was found, and those that only look at saved runs."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.compare import ComparePlan
    from mondegreen.plan.runs import ListPlan, ShowPlan, VerifyPlan


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


def run_list(plan: ListPlan) -> None:
    """Lists the saved runs in directories and below them."""
    from pathlib import Path

    from mondegreen.errors import ScoreError
    from mondegreen.reports.stored import report_stored
    from mondegreen.results.saved import ABOUT, load_run
    from mondegreen.writers import save_plots, select_plots, select_table_writer

    write, plots = select_table_writer(plan), select_plots(plan)
    for name in plan.directories:
        if not Path(name).is_dir():
            raise ScoreError("there is no such directory", path=name)
    found = (path.parent for name in plan.directories for path in sorted(Path(name).rglob(ABOUT)))
    places = [*map(str, dict.fromkeys(found))]
    if not places:
        raise ScoreError(f"no saved run in {', '.join(plan.directories)}; mondegreen score --save DIR writes one")
    runs = [load_run(place) for place in places]
    if plots:
        from mondegreen.render.plot.bars import draw_named_scores

        title = f"saved runs in {', '.join(plan.directories)}"
        save_plots(plan, plots, lambda kind: draw_named_scores(runs, places, title))  # noqa: ARG005 - it has one
    write([], report_stored(places, runs))


def run_show(plan: ShowPlan) -> None:
    """Shows the scores of saved runs."""
    from mondegreen.reports.stored import report_signatures
    from mondegreen.results.saved import load_run
    from mondegreen.saved_runs import refuse_folders
    from mondegreen.writers import save_plots, select_plots, select_table_writer

    write, plots = select_table_writer(plan), select_plots(plan)
    refuse_folders(plan.runs)
    runs = [load_run(place) for place in plan.runs]
    if plots:
        from mondegreen.render.plot.bars import draw_scores

        save_plots(plan, plots, lambda kind: draw_scores(runs))  # noqa: ARG005 - it has one
    write(runs, [block for run in runs for block in report_signatures(run)])
