"""`mondegreen report`: one page to look through the errors of runs."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.metrics.support.weighed import Weighed
    from mondegreen.plan.compare import PagePlan
    from mondegreen.results.run import Run

HELP = """\
Writes one HTML file with scores, tests, pictures and every utterance's errors, which opens without a network.

example:
  mondegreen report runs/base runs/new -o report.html
  mondegreen report ref.txt base.txt new.txt --metrics wer,cer,semdist --utt2spk utt2spk -o report.html
"""
PLAN = "mondegreen.plan.compare:PagePlan"


def run(plan: PagePlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores, compares and writes."""
    from mondegreen.comparison.comparison import Comparison
    from mondegreen.render.page import write
    from mondegreen.render.page.utterances import find_column
    from mondegreen.render.plot import canvas
    from mondegreen.reports import View
    from mondegreen.reports.tuning import read_map_tables
    from mondegreen.results.interval import Bootstrap
    from mondegreen.saved_runs import read_runs
    from mondegreen.writers import open_output

    how = Bootstrap(plan.over, plan.resamples, plan.level, plan.seed)
    write.import_jinja()
    canvas.import_matplotlib(plan.output)
    surfaces = [table for path in plan.surfaces for table in read_map_tables(path)]
    found = read_runs(plan)
    comparison = Comparison(found, how, plan.threads) if len(found) > 1 else None
    if plan.by is not None:
        find_column(found, plan.by)  # a slip is better found at once
    view = View(top=plan.top, by=plan.by, all=True, weights=select_weights(plan.weights, found))
    with open_output(plan.output) as out:
        write.write(found, comparison, view, out, title=plan.title, surfaces=surfaces)
    return 0


def select_weights(name: str | None, found: list[Run]) -> Weighed | None:
    """The metric by which errors tell what they weigh: the one asked for, else the first that the runs have."""
    from mondegreen.results.word_groups import list_weighted_metrics, select_weighted_metric

    if name is None:
        return next(iter(list_weighted_metrics(found)), None)
    return None if name == "none" else select_weighted_metric(name)
