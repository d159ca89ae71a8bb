"""`mondegreen lexicon map`: a mapping of two languages' word vectors."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.lexicon.mapping import Mapping, Trial
    from mondegreen.lexicon.methods import Options

HELP = """\
Maps the word vectors of two languages into one space.

example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.txt --output en-fr.npz
  mondegreen lexicon map en.vec fr.vec --supervision none --words 50000 --output en-fr.npz --write-source en.fr.vec
"""
# As mondegreen.lexicon.methods has them; help must not wait for what computes.
METHODS = ("vecmap", "muse", "rcsls")
SUPERVISION = ("dictionary", "semi", "identical", "none")
FORMATS = ("muse", "tsv", "csv", "tmx")
# The samples of an epoch make one batch at least.
LEAST = {"refinements": 0, "rank": 2, "patience": 1, "iterations": 1, "epochs": 1, "samples": 32, "seed": 0}


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli.lexicon import sides

    add = parser.add_argument
    add(
        "source",
        metavar="SRC",
        help="vectors of the source language: text, fastText's .bin, or NAME.npy beside NAME.txt",
    )
    add("target", metavar="TGT", help="vectors of the target language")
    add("--method", default=METHODS[0], choices=METHODS, help="whose (%(default)s)")
    add("--supervision", choices=SUPERVISION, help="what it starts from (dictionary if there is one, else none)")
    add("--dictionary", metavar="FILE", help="pairs of words to learn from")
    add("--dictionary-format", choices=FORMATS, help="(what FILE looks like)")
    add("--output", metavar="FILE", help="the mapping, to be applied later (.npz)")
    add("--write-source", metavar="FILE", help="all mapped source vectors, as .vec, .txt or .npy")
    add("--write-target", metavar="FILE", help="all mapped target vectors")
    sides.reading(parser)
    learning(parser)


def learning(parser: ArgumentParser) -> None:
    """How the mapping is learned."""
    group = parser.add_argument_group("learning")
    add = group.add_argument
    add("--steps", metavar="NAMES", help="unit,centre in any order, or none: done to vectors first (the method's own)")
    add("--select", choices=["similarity", "split"], help="what chooses the iteration (muse with a dictionary: split)")
    add("--seed", type=int, default=0, metavar="N", help="of all that is drawn (%(default)s)")
    # Those without a default are refused where the method has no use for them; `Options` has what is usual.
    add("--refinements", type=int, metavar="N", help="of muse (5)")
    add("--start", choices=["profiles", "adversarial"], help="of muse without any supervision (profiles)")
    add("--epochs", type=int, metavar="N", help="of the adversarial start (5)")
    add("--samples", type=int, metavar="N", help="in each such epoch (1000000)")
    add("--rank", type=int, metavar="N", help="words that induce dictionaries (20000)")
    add("--patience", type=int, metavar="N", help="iterations vecmap waits for a gain (10, and 50 if that fails)")
    add("--iterations", type=int, metavar="N", help="of rcsls (15)")
    add("--rate", type=float, metavar="R", help="rcsls's first step, halved where the loss grows (4)")
    add("--spectral", action="store_true", help="rcsls: no vector becomes longer")
    add("--neighbours", type=int, default=10, metavar="N", help="that make a mean of CSLS (%(default)s)")


def run(args: Namespace) -> int:
    """Learns and writes; progress is told on standard error."""
    from mondegreen.cli.lexicon import sides
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.learn import learn
    from mondegreen.lexicon.steps import steps

    if not (args.output or args.write_source or args.write_target):
        raise ScoreError("nothing would be kept; give --output, --write-source or --write-target")
    refuse(args)
    names = None if args.steps is None else steps(args.steps)
    chosen = options(args)
    source, target = sides.space(args, args.source), sides.space(args, args.target)
    pairs = None
    if args.dictionary is not None:
        kept = dictionary.load(args.dictionary, args.dictionary_format, keep_case=args.keep_case)
        pairs = [(pair.source, pair.target) for pair in kept.pairs if not pair.several_words]
    mapping = learn(
        source,
        target,
        args.method,
        chosen,
        pairs,
        steps=names,
        select=args.select,
        told=tell,
        name=str(args.dictionary),
    )
    if args.output:
        mapping.save(args.output)
    export(args, mapping)
    summary(mapping)
    return 0


def refuse(args: Namespace) -> None:
    """Refuses places where nothing can be written, before the work."""
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon import export
    from mondegreen.output import refuse_places

    if args.output and not args.output.endswith(".npz"):
        raise ScoreError("mappings are told by their ending, .npz", path=args.output)
    outputs = [args.output]
    for place in filter(None, (args.write_source, args.write_target)):
        export.refuse(place)
        outputs += export.files(place)
    refuse_places(outputs, filter(None, (args.source, args.target, args.dictionary)))


def options(args: Namespace) -> Options:
    """The options of the methods."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.errors import ScoreError
    from mondegreen.lexicon.methods import Options

    supervision = args.supervision or ("dictionary" if args.dictionary else "none")
    if args.dictionary and supervision in ("identical", "none"):
        raise ScoreError(f"supervision by {supervision} has no use for --dictionary; leave one of them out")
    refuse_unused(args, supervision)
    for name, least in LEAST.items():
        refuse_less(args, least, name)
    if args.rate is not None and not 0 < args.rate < float("inf"):
        raise ScoreError(f"--rate is {args.rate:g}; give a number above 0")
    fields = (*LEAST, "rate", "spectral", "neighbours", "start", "threads")
    chosen = {name: value for name in fields if (value := getattr(args, name)) is not None}
    return Options(supervision=supervision, **chosen)


def refuse_unused(args: Namespace, supervision: str) -> None:
    """Refuses options that would do nothing."""
    from mondegreen.cli.options import refuse_idle

    learns_itself = args.method == "vecmap" and supervision != "dictionary"
    users = {
        "refinements": ("--method muse", args.method == "muse"),
        "start": ("--method muse --supervision none", args.method == "muse" and supervision == "none"),
        **dict.fromkeys(("epochs", "samples"), ("--start adversarial", args.start == "adversarial")),
        **dict.fromkeys(("iterations", "rate", "spectral"), ("--method rcsls", args.method == "rcsls")),
        "patience": ("--method vecmap without a full dictionary", learns_itself),
        "rank": ("--method muse, or vecmap without a full dictionary", args.method == "muse" or learns_itself),
        "select": (
            "methods that go on by iterations, as vecmap with a dictionary does not",
            args.method != "vecmap" or learns_itself,
        ),
    }
    for name, (user, used) in users.items():
        if not used:
            refuse_idle(args, {name: False if name == "spectral" else None}, f"is for {user}; leave it out here")
    if args.select == "split" and supervision == "none":
        refuse_idle(
            args, {"select": None}, "split is for words that are given, of which there are none; leave it out here"
        )


def tell(trial: Trial) -> None:
    """A line for each iteration."""
    print(f"iteration {trial.iteration}: criterion {trial.criterion:.5f}, {trial.pairs} pairs", file=sys.stderr)


def export(args: Namespace, mapping: Mapping) -> None:
    """Writes mapped vectors of all words, capitals and all."""
    from mondegreen.lexicon.export import write
    from mondegreen.lexicon.space import read

    for path, place, side in (
        (args.source, args.write_source, mapping.source),
        (args.target, args.write_target, mapping.target),
    ):
        if place:
            space = read(path)
            write(space.with_matrix(side.mapped(space.matrix)), place)


def summary(mapping: Mapping) -> None:
    """What was learned from, and how it looks."""
    about = mapping.about
    parts = [f"{about['method']}, supervision {about['supervision']}"]
    if about["pairs"] is not None:
        parts.append(f"{about['pairs']} pairs")
    if about["chosen"] is not None:
        parts.append(f"iteration {about['chosen']}")
    if about["attempts"] > 1:
        parts.append(f"{about['attempts']} attempts")
    if about["transfer"] is not None:
        parts.append(f"half of the dictionary finds {100 * about['transfer']:.1f} % of the other among ten")
    parts.append(f"halves of its pairs agree on {100 * about['agreement']:.1f} %")
    print(", ".join(parts))
