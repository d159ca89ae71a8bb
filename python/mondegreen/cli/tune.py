"""`mondegreen tune`: the setting, or the weights of scores, that a metric holds best."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.grid import Grid
    from mondegreen.nbest.search import Space
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

DEFAULT = "wer"


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import lists, options, outside

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file; see `mondegreen list formats`")
    add("sources", metavar="LISTS", nargs="*", help="lists with scores, or archives of lattices")
    add("--grid", metavar="PATTERN", help="the files of all settings, with the names of settings in braces")
    add("--weights", metavar="RANGES", help="weights of the scores of lists, such as 'am=1 lm=0:2:0.25 length=-1,0'")
    add("--search", metavar="NAMES", help="find weights of these scores of lists by line search; length counts words")
    add("--restarts", type=int, default=10, metavar="N", help="of --search, from weights drawn (%(default)s)")
    lists.measuring(parser, DEFAULT)
    lists.reading(parser)
    held = parser.add_argument_group("what was chosen, applied to a test")
    held.add_argument("--test", metavar="REF", help="references of the test")
    held.add_argument("--test-grid", metavar="PATTERN", help="its files, by the same names")
    held.add_argument("--test-lists", nargs="+", default=[], metavar="LISTS", help="its lists")
    chance = parser.add_argument_group("which settings are not significantly worse, by the bootstrap over utterances")
    chance.add_argument("--resamples", type=int, default=1000, metavar="N", help="how often (%(default)s)")
    chance.add_argument("--level", type=float, default=95.0, metavar="PERCENT", help="of confidence (%(default)g)")
    chance.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same (%(default)s)")
    options.aligning(parser)
    outside.models(parser)
    options.answering(parser, toolkits=False)
    options.plotting(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from mondegreen.cli import lists, options

    check(args)
    metrics, settings, write = lists.metrics(args, DEFAULT), options.settings(args), options.tables_writer(args)
    options.refuse_plot(args)
    write([], line_search(args, metrics, settings) if args.search else mapped(args, metrics, settings))
    return 0


def check(args: Namespace) -> None:
    """Refuses what does not belong together."""
    from mondegreen.cli import options
    from mondegreen.errors import ScoreError

    ways = [name for name in ("grid", "weights", "search") if getattr(args, name)]
    if len(ways) != 1:
        raise ScoreError("give one of --grid PATTERN, --weights RANGES and --search NAMES")
    if (args.grid is None) != bool(args.sources):
        raise ScoreError("--grid names all files itself" if args.grid else f"--{ways[0]} needs lists")
    tested = args.test_grid if args.grid else args.test_lists
    if bool(args.test) != bool(tested):
        raise ScoreError(f"--test and --test-{'grid' if args.grid else 'lists'} go together")
    idle = (args.test_lists, "lists") if args.grid else (args.test_grid, "grid")
    if idle[0]:
        raise ScoreError(f"--test-{idle[1]} does not go with --{ways[0]}; leave it out")
    refuse_idle(args)
    if args.plot and args.search:
        raise ScoreError("--search has no map to draw; leave --plot out")
    if args.test_grid:
        from mondegreen.nbest.grid import named

        ours, theirs = named(args.grid), named(args.test_grid)
        if ours != theirs:
            raise ScoreError(f"--grid names {', '.join(ours)}, and --test-grid {', '.join(theirs)}; name the same")
    options.refuse_less(args, 0, "restarts", "seed")


def refuse_idle(args: Namespace) -> None:
    """Refuses what the way that was chosen has no use for."""
    from mondegreen.cli import options

    of_lists: dict[str, object] = {"lists": None, "costs": [], "n": None, "lm_weight": 1.0}
    if args.grid:
        options.refuse_idle(args, of_lists | {"words": None}, "is for lists, and --grid names files of single texts")
    elif args.weights and args.words:
        options.refuse_idle(args, of_lists, "does nothing here: of lattices --weights sees all paths")
    if args.search:
        options.refuse_idle(args, {"resamples": 1000, "level": 95.0}, "is for maps, and --search draws none")
    else:
        options.refuse_idle(args, {"restarts": 10}, "is for --search")


def mapped(args: Namespace, metrics: list[Metric], settings: Settings) -> list[Block]:
    """The maps over all settings, what is best, and that applied to the test."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import lists
    from mondegreen.nbest import maps
    from mondegreen.nbest.surface import surfaces
    from mondegreen.pairs import Join

    how, join = Bootstrap("utterance", args.resamples, args.level, args.seed), Join(args.missing)
    names, grid = gridded(args, args.grid, args.sources)
    found, notes = surfaces(lists.reference(args, args.reference), grid, metrics, settings, how, join)
    lists.tell(notes)
    if args.plot:
        maps.plot(names, found, args.plot)
    blocks = list(maps.blocks(names, found, args.reference))
    if args.test:
        _, grid = gridded(args, args.test_grid, args.test_lists)
        test, notes = surfaces(lists.reference(args, args.test), grid, metrics, settings, how, join)
        lists.tell(notes)
        lists.tell(maps.untested(names, found, test))
        blocks.append(maps.applied(names, found, test))
    return list(blocks)


def gridded(args: Namespace, pattern: str | None, sources: list[str]) -> tuple[list[str], Grid]:
    """The names of the settings, and what was recognised at each."""
    from mondegreen.cli import lists
    from mondegreen.nbest import grid
    from mondegreen.nbest.reading import watched

    if pattern:
        return grid.from_files(pattern, args.format, args.encoding)
    spans = grid.axes(args.weights)
    if args.words:
        return list(spans), grid.from_lattices(sources, args.words, spans)
    opened = lists.opened(args, sources)
    shortened = (each.first(args.n) for each in watched(opened))
    return list(spans), grid.from_lists(shortened, spans, opened.name)


def line_search(args: Namespace, metrics: list[Metric], settings: Settings) -> list[Block]:
    """The best weights by each metric, scored on the test if there is one."""
    from mondegreen.nbest import maps
    from mondegreen.nbest.search import searched
    from mondegreen.nbest.weights import LENGTH, refuse_again, written

    names: list[str] = []
    for name in args.search.split(","):
        refuse_again(name.strip(), names)
        names.append(name.strip())
    start = [0.0 if name == LENGTH else 1.0 for name in names]
    found: dict[str, tuple[str, float, float | None]] = {}
    for metric in metrics:
        space = space_of(args, args.reference, args.sources, metric, names, settings)
        value, weights = searched(space, start, args.restarts, args.seed)
        test = None
        if args.test:
            there = space_of(args, args.test, args.test_lists, metric, names, settings)
            test = there.reached(list(weights.values()))
        found[metric.label] = (written(weights), value, test)
    return [maps.search(found)]


def space_of(
    args: Namespace, reference: str, sources: list[str], metric: Metric, names: list[str], settings: Settings
) -> Space:
    """The lists of a set as the search sees them."""
    from mondegreen.cli import lists
    from mondegreen.nbest.pairing import Paired
    from mondegreen.nbest.reading import watched
    from mondegreen.nbest.search import Space

    paired = Paired(lists.reference(args, reference), lists.opened(args, sources), args.missing)
    shortened = (each.first(args.n) for each in watched(paired, len(paired.references)))
    space = Space.of(paired.references, shortened, metric, names, settings)
    lists.tell(paired.notes)
    return space
