"""`mondegreen tune`: the setting, or the weights of scores, that a metric holds best."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.grid import Grid
    from mondegreen.nbest.search import Space
    from mondegreen.plan.nbest import TunePlan
    from mondegreen.report.blocks import Block

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
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from mondegreen.cli import lists
    from mondegreen.resolve import make_settings
    from mondegreen.writers import refuse_plot, select_table_writer

    check(plan)
    metrics, settings, write = lists.metrics(plan, DEFAULT), make_settings(plan), select_table_writer(plan)
    refuse_plot(plan)
    write([], line_search(plan, metrics, settings) if plan.search else mapped(plan, metrics, settings))
    return 0


def check(plan: TunePlan) -> None:
    """Refuses what does not belong together."""
    from mondegreen.errors import ScoreError

    ways = [name for name in ("grid", "weights", "search") if getattr(plan, name)]
    if len(ways) != 1:
        raise ScoreError("give one of --grid PATTERN, --weights RANGES and --search NAMES")
    if (plan.grid is None) != bool(plan.sources):
        raise ScoreError("--grid names all files itself" if plan.grid else f"--{ways[0]} needs lists")
    tested = plan.test_grid if plan.grid else plan.test_lists
    if bool(plan.test) != bool(tested):
        raise ScoreError(f"--test and --test-{'grid' if plan.grid else 'lists'} go together")
    idle = (plan.test_lists, "lists") if plan.grid else (plan.test_grid, "grid")
    if idle[0]:
        raise ScoreError(f"--test-{idle[1]} does not go with --{ways[0]}; leave it out")
    refuse_idle(plan)
    if plan.plot and plan.search:
        raise ScoreError("--search has no map to draw; leave --plot out")
    if plan.grid and plan.test_grid:
        from mondegreen.nbest.grid import named

        ours, theirs = named(plan.grid), named(plan.test_grid)
        if ours != theirs:
            raise ScoreError(f"--grid names {', '.join(ours)}, and --test-grid {', '.join(theirs)}; name the same")


def refuse_idle(plan: TunePlan) -> None:
    """Refuses what the way that was chosen has no use for."""
    of_lists = ["lists", "costs", "n", "lm_weight"]
    if plan.grid:
        plan.refuse_idle([*of_lists, "words"], "is for lists, and --grid names files of single texts")
    elif plan.weights and plan.words:
        plan.refuse_idle(of_lists, "does nothing here: of lattices --weights sees all paths")
    if plan.search:
        plan.refuse_idle(["resamples", "level"], "is for maps, and --search draws none")
    else:
        plan.refuse_idle(["restarts"], "is for --search")


def mapped(plan: TunePlan, metrics: list[Metric], settings: Settings) -> list[Block]:
    """The maps over all settings, what is best, and that applied to the test."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import lists
    from mondegreen.nbest import maps
    from mondegreen.nbest.surface import surfaces
    from mondegreen.pairs import Join

    how, join = Bootstrap("utterance", plan.resamples, plan.level, plan.seed), Join(plan.missing)
    names, grid = gridded(plan, plan.grid, plan.sources)
    found, notes = surfaces(lists.reference(plan, plan.reference), grid, metrics, settings, how, join)
    lists.tell(notes)
    if plan.plot:
        maps.plot(names, found, plan.plot)
    blocks = list(maps.blocks(names, found, plan.reference))
    if plan.test:
        _, grid = gridded(plan, plan.test_grid, plan.test_lists)
        test, notes = surfaces(lists.reference(plan, plan.test), grid, metrics, settings, how, join)
        lists.tell(notes)
        lists.tell(maps.untested(names, found, test))
        blocks.append(maps.applied(names, found, test))
    return list(blocks)


def gridded(plan: TunePlan, pattern: str | None, sources: list[str]) -> tuple[list[str], Grid]:
    """The names of the settings, and what was recognised at each."""
    from mondegreen.cli import lists
    from mondegreen.nbest import grid
    from mondegreen.nbest.reading import watched

    if pattern:
        return grid.from_files(pattern, plan.format, plan.encoding)
    spans = grid.axes(plan.weights or "")
    if plan.words:
        return list(spans), grid.from_lattices(sources, plan.words, spans)
    opened = lists.opened(plan, sources)
    shortened = (each.first(plan.n) for each in watched(opened))
    return list(spans), grid.from_lists(shortened, spans, opened.name)


def line_search(plan: TunePlan, metrics: list[Metric], settings: Settings) -> list[Block]:
    """The best weights by each metric, scored on the test if there is one."""
    from mondegreen.nbest import maps
    from mondegreen.nbest.search import searched
    from mondegreen.nbest.weights import LENGTH, refuse_again, written

    names: list[str] = []
    for name in (plan.search or "").split(","):
        refuse_again(name.strip(), names)
        names.append(name.strip())
    start = [0.0 if name == LENGTH else 1.0 for name in names]
    found: dict[str, tuple[str, float, float | None]] = {}
    for metric in metrics:
        space = space_of(plan, plan.reference, plan.sources, metric, names, settings)
        value, weights = searched(space, start, plan.restarts, plan.seed)
        test = None
        if plan.test:
            there = space_of(plan, plan.test, plan.test_lists, metric, names, settings)
            test = there.reached(list(weights.values()))
        found[metric.label] = (written(weights), value, test)
    return [maps.search(found)]


def space_of(
    plan: TunePlan, reference: str, sources: list[str], metric: Metric, names: list[str], settings: Settings
) -> Space:
    """The lists of a set as the search sees them."""
    from mondegreen.cli import lists
    from mondegreen.nbest.pairing import Paired
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.search import Space

    paired = Paired(lists.reference(plan, reference), lists.opened(plan, sources), plan.missing)
    shortened = (each.first(plan.n) for each in watched(paired, len(paired.references)))
    space = Space.of(paired.references, shortened, metric, names, settings)
    lists.tell(paired.notes)
    return space
