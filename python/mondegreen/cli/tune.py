"""`mondegreen tune`: the setting, or the weights of scores, that a metric holds best."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.batch import Settings
    from mondegreen.metrics.base import Metric
    from mondegreen.plan.nbest import TunePlan
    from mondegreen.reports.blocks import Block

HELP = """\
Finds the setting of a decoder, or the weights of its scores, that each metric holds best.

example:
  mondegreen tune ref.txt --grid 'decode/lmwt_{lmwt}/wip_{wip}.txt' --metrics wer,wer-s --language fr
  mondegreen tune dev.txt --grid 'dev_{lmwt}.txt' --test test.txt --test-grid 'test_{lmwt}.txt' --plot map.png
  mondegreen tune ref.txt nbest.jsonl --weights 'am=1 lm=0:2:0.25 length=-1,0,1'
  mondegreen tune ref.txt exp/decode/lat.*.gz --words words.txt --weights 'lm=7:17 length=0,-0.5,-1'
  mondegreen tune dev.txt dev.jsonl --search am,lm,length --test test.txt --test-lists test.jsonl
"""
PLAN = "mondegreen.plan.nbest:TunePlan"

DEFAULT = "wer"


def run(plan: TunePlan) -> int:
    from mondegreen.nbest.reading import select_text_metrics
    from mondegreen.resolve import make_settings
    from mondegreen.writers import refuse_plot, select_table_writer

    check_plan(plan)
    metrics, settings, write = select_text_metrics(plan, DEFAULT), make_settings(plan), select_table_writer(plan)
    refuse_plot(plan)
    write([], make_tables(plan, metrics, settings))
    return 0


def make_tables(plan: TunePlan, metrics: list[Metric], settings: Settings) -> list[Block]:
    """The weights that line search finds, or maps of all settings and the best of them."""
    from mondegreen.reports import tuning

    if plan.search:
        from mondegreen.nbest.search import tune_weights

        return [tuning.make_weights_table(tune_weights(plan, metrics, settings))]
    from mondegreen.nbest.surface import tune_settings

    found = tune_settings(plan, metrics, settings)
    if plan.plot:
        from mondegreen.render.plot.maps import plot_maps

        plot_maps(found.names, found.surfaces, plan.plot)
    return list(tuning.report_tuning(found, plan.reference))


def check_plan(plan: TunePlan) -> None:
    """Rejects options that do not go together."""
    from mondegreen.errors import ScoreError

    ways = [name for name in ("grid", "weights", "search") if getattr(plan, name)]
    if len(ways) != 1:
        raise ScoreError("give one of --grid PATTERN, --weights RANGES and --search NAMES")
    if (plan.grid is None) != bool(plan.sources):
        raise ScoreError("--grid names all files itself" if plan.grid else f"--{ways[0]} needs lists")
    test_lists = plan.test_grid if plan.grid else plan.test_lists
    if bool(plan.test) != bool(test_lists):
        raise ScoreError(f"--test and --test-{'grid' if plan.grid else 'lists'} go together")
    ignored = (plan.test_lists, "lists") if plan.grid else (plan.test_grid, "grid")
    if ignored[0]:
        raise ScoreError(f"--test-{ignored[1]} does not go with --{ways[0]}; leave it out")
    check_ignored(plan)
    if plan.plot and plan.search:
        raise ScoreError("--search has no map to draw; leave --plot out")
    if plan.grid and plan.test_grid:
        from mondegreen.nbest.grid import list_setting_names

        ours, theirs = list_setting_names(plan.grid), list_setting_names(plan.test_grid)
        if ours != theirs:
            raise ScoreError(f"--grid names {', '.join(ours)}, and --test-grid {', '.join(theirs)}; name the same")


def check_ignored(plan: TunePlan) -> None:
    """Rejects options that the selected way of tuning ignores."""
    of_lists = ["lists", "costs", "n", "lm_weight"]
    if plan.grid:
        plan.refuse_idle([*of_lists, "words"], "is for lists, and --grid names files of single texts")
    elif plan.weights and plan.words:
        plan.refuse_idle(of_lists, "does nothing here: of lattices --weights sees all paths")
    if plan.search:
        plan.refuse_idle(["resamples", "level"], "is for maps, and --search draws none")
    else:
        plan.refuse_idle(["restarts"], "is for --search")
