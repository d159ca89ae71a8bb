"""`mondegreen humans`: how far metrics agree with people who chose between two hypotheses."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.aggregate.run import Run
    from mondegreen.pairs import Pairs
    from mondegreen.read.triplets import Triplets
    from mondegreen.report.blocks import Block

HELP = """\
Compares metrics with what people choose, or collects their votes.

example:
  mondegreen humans hats.tsv --metrics wer,cer,semdist,human --language fr
  mondegreen humans hats.tsv --metrics cer,per,semdist --fit
  mondegreen humans mine.tsv --vote
"""
FITTED = "fitted"
# What says how metrics are compared with votes, as it usually is.
OF_METRICS: dict[str, object] = {"metrics": None, "ties": None, "only": None, "fit": False, "form": None, "output": "-"}


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import measuring, options, outside
    from mondegreen.read.triplets import LEAST_VOTES

    add = parser.add_argument
    add(
        "triplets", metavar="TRIPLETS", help="columns reference, hypA, nbrA, hypB, nbrB between tabs, with a first line"
    )
    measuring.declare(parser)
    add("--least-votes", type=int, default=LEAST_VOTES, metavar="N", help="for a triplet to count (%(default)s)")
    add("--fit", action="store_true", help="fit weights to the metrics, and judge those of one half by the other")
    add("--vote", action="store_true", help="show triplets one by one, and add votes to the file")
    add("--seed", type=int, default=0, metavar="N", help="of the halves, and of the order of voting (%(default)s)")
    add("--encoding", default="utf-8", metavar="NAME", help="of the characters in the file (%(default)s)")
    options.aligning(parser)
    outside.models(parser)
    options.answering(parser, toolkits=False)
    parser.set_defaults(ref_tags=None, hyp_tags=[])


def run(args: Namespace) -> int:
    """Collects votes, or scores both sides of all triplets and compares with people."""
    from mondegreen.cli import options
    from mondegreen.errors import ScoreError
    from mondegreen.read.triplets import read_triplets

    if args.vote:
        options.refuse_idle(args, OF_METRICS, "is for metrics, and --vote only collects votes; leave one of them out")
    options.refuse_less(args, 1, "least_votes")
    options.refuse_less(args, 0, "seed")
    triplets = read_triplets(args.triplets, args.encoding)
    if not len(triplets):
        raise ScoreError("there are no triplets after the first line", path=args.triplets)
    if args.vote:
        from mondegreen.cli.vote import vote

        return vote(triplets, args.seed)
    return compared(args, triplets)


def compared(args: Namespace, triplets: Triplets) -> int:
    """Shows how often the metrics agree with the votes."""
    import numpy as np

    from mondegreen.cli import measuring, options
    from mondegreen.compare.fitted import fitted
    from mondegreen.compare.humans import Choices, Humans, losses, preference, refuse_none
    from mondegreen.report import humans

    choices = Choices(np.array(triplets.votes(), dtype=np.int64).reshape(-1, 2), args.least_votes)
    refuse_none(choices)
    metrics, write = measuring.chosen(args), options.tables_writer(args)
    first, second = scored(args, triplets)
    found = {metric.label: losses([first[metric.label], second[metric.label]]) for metric in metrics}
    preferences = {metric.label: preference(found[metric.label], metric.noise) for metric in metrics}
    blocks: list[Block] = []
    if args.fit:
        weights = fitted(list(found.values()), choices, args.seed, [metric.noise for metric in metrics])
        preferences[FITTED] = weights.preferences
        blocks += humans.weights(metrics, weights, args.triplets)
    blocks = [*humans.agreement(Humans(preferences, choices), args.triplets), *blocks]
    write([], blocks)
    return 0


def scored(args: Namespace, triplets: Triplets) -> list[Run]:
    """The run of the first hypotheses, and that of the second."""
    from mondegreen import pipeline
    from mondegreen.cli import measuring, options

    settings = options.settings(args)
    return [pipeline.run(pairs, measuring.chosen(args), settings) for pairs in sides(triplets)]


def sides(triplets: Triplets) -> list[Pairs]:
    """The references with the first hypotheses, and with the second."""
    from mondegreen.pairs import Pairs

    reference, *hypotheses = triplets.texts
    keys = [str(line) for line in triplets.lines]
    return [
        Pairs(keys, reference, texts, (triplets.path, f"{triplets.path} ({name})"))
        for name, texts in zip("AB", hypotheses, strict=True)
    ]
