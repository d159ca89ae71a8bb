"""`mondegreen robustness`: what recognition errors do to encoders of sentences and to metrics."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.encode.base import Encoder
    from mondegreen.measure.metric import Metric
    from mondegreen.read.similarity import SimilarityPairs
    from mondegreen.report.blocks import Block
    from mondegreen.resources import Resources
    from mondegreen.robustness.curves import Curves
    from mondegreen.robustness.panel import Panel
    from mondegreen.tokenise import Tokeniser

HELP = """\
Shows how encoders of sentences, and metrics, move with the rate of recognition errors.
Sentences are cut as by --tokenise treebank where the language is en, else as by punctuated.

example:
  mondegreen robustness text.txt --encoders avg,sif,usif --table table.tsv --vectors glove.txt --language en
  mondegreen robustness --pairs sts=sts-dev.csv --pairs sts=sts-test.csv --pairs sick=SICK.txt --encoders sentences \\
      --table table.tsv --rates 0:0.5:0.05 --draws 3 --plot curves.pdf --output robustness.json
  mondegreen robustness text.txt --metrics wer,semdist,bertscore,ember --table table.tsv --language en
"""
ENCODERS = "avg,avg-stop,sif,usif,subs-stop"
COUNTED = "text:"
PAIR_RATES = "0,0.1,0.3"


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, outside

    add = parser.add_argument
    add("text", metavar="TEXT", nargs="?", help="sentences without errors (those of the pairs)")
    subjects(parser)
    noise(parser)
    group = parser.add_argument_group("reading")
    group.add_argument("--format", metavar="NAME", help="that of TEXT (what it looks like)")
    group.add_argument("--encoding", default="utf-8", metavar="NAME", help="of the characters in files (%(default)s)")
    options.columned(group)
    options.aligning(parser)
    parser.set_defaults(tokenise=None, ref_tags=None, hyp_tags=[])
    outside.models(parser)
    options.answering(parser, toolkits=False)
    options.plotting(parser)


def subjects(parser: ArgumentParser) -> None:
    """What is shown the errors, and what it knows."""
    add = parser.add_argument_group("what is shown errors").add_argument
    what = "separated by commas, options after colons; may come again"
    add(
        "--encoders",
        action="append",
        metavar="NAMES",
        help=f"{what}; see `mondegreen list encoders` ({ENCODERS}, unless metrics are named)",
    )
    add("--metrics", "--metric", action="append", metavar="NAMES", help=f"{what} (none)")
    add("--frequencies", metavar="SOURCE", help="of words: a file of `word count`, text:FILE, or wordfreq (wordfreq)")
    add("--stop-words", metavar="FILE", help="words that say little, one on each line (spaCy's of the language)")
    parser.set_defaults(ties=None, only=None)


def noise(parser: ArgumentParser) -> None:
    """Which errors, how many, and of what texts."""
    from mondegreen.cli.corrupt import MODES

    add = parser.add_argument_group("errors").add_argument
    add("--table", metavar="FILE", required=True, help="substitutions, as `mondegreen corrupt` makes them")
    add("--rates", default="0:0.5:0.05", metavar="RATES", help="from:to:by, or a list (%(default)s)")
    add("--mode", default="bernoulli", choices=MODES, help="how rates are met (%(default)s)")
    add("--draws", type=int, default=3, metavar="N", help="how often errors are drawn (%(default)s)")
    add("--seed", type=int, default=7, metavar="N", help="of the first draw; the others follow (%(default)s)")
    add("--pairs", action="append", default=[], metavar="[NAME=]FILE", help="sentences and how alike people find them")
    add("--pair-rates", metavar="RATES", help=f"of errors on both sides of pairs ({PAIR_RATES})")
    add("--distances", default="0.1", metavar="RATE", help="at which distances are looked at (%(default)s)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, corrupts, measures and reports."""
    from mondegreen.cli import options
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.corrupt import Table
    from mondegreen.robustness import Noise, curves, distances, tables, tasks
    from mondegreen.robustness.rates import rates

    along, of_pairs = rates("--rates", args.rates), rates("--pair-rates", args.pair_rates or PAIR_RATES)
    looked_at = rates("--distances", args.distances)
    refuse_numbers(args, len(looked_at))
    write = options.tables_writer(args)
    options.refuse_plot(args)
    cutter = tokeniser(args)
    panel = planned(args, cutter)
    sets = pairs(args, cutter)
    name, keys, texts = sentences(args, cutter, sets)
    refuse_strangers(panel, texts, name)
    errors = Noise(Table.load(args.table), range(args.seed, args.seed + args.draws), args.mode, args.threads)
    found = curves(texts, panel, errors, along, keys=keys)
    blocks: list[Block] = [*tables.curves(found, name, how(args, cutter))]
    blocks += tables.distances(distances(texts, panel, errors, looked_at[0], keys=keys))
    blocks += tables.tasks(tasks(sets, panel, errors, of_pairs))
    if args.plot:
        draw(found, args.plot)
    write([], [*(tables.drawn(found) if for_terminal(args) else ()), *blocks])
    return 0


def how(args: Namespace, cutter: Tokeniser) -> str:
    """What else changes the numbers."""
    from mondegreen.tokenise import named

    rules = f", after {','.join(args.normalise)}" if args.normalise else ""
    seeds = f"{args.seed}" if args.draws == 1 else f"{args.seed} to {args.seed + args.draws - 1}"
    cut = "words" if cutter is str.split else named(cutter, "words")
    return f"cut by {cut}{rules}; errors of {args.table}, {args.mode}, seed {seeds}"


def refuse_numbers(args: Namespace, looked_at: int) -> None:
    """Refuses what cannot be drawn, and places where it cannot be written."""
    from mondegreen.cli.options import refuse_idle, refuse_less
    from mondegreen.errors import ScoreError

    refuse_less(args, 1, "threads", "draws")
    refuse_less(args, 0, "seed")
    if not args.pairs:
        refuse_idle(args, {"pair_rates": None}, "is for --pairs, of which none are given; leave it out here")
    if looked_at != 1:
        raise ScoreError(f'--distances is "{args.distances}"; give one rate')
    if args.text is None and not args.pairs:
        raise ScoreError("there is nothing to corrupt; give TEXT, or --pairs FILE")


def refuse_strangers(panel: Panel, texts: Sequence[str], name: str) -> None:
    """Refuses texts of which an encoder of word vectors knows no word."""
    from mondegreen.encode.words import WordEncoder
    from mondegreen.errors import ScoreError

    for each in panel.encoders:
        if isinstance(each, WordEncoder):
            words = list({word for text in texts for word in each.words(text)})
            if words and not each.vectors.has(words).any():
                what = f"{each.label}: no word of {name} has a vector in {each.vectors.identity}"
                raise ScoreError(f"{what}; are they of the same language?")


def for_terminal(args: Namespace) -> bool:
    """Whether the answer is a table for people, in which curves can be drawn with letters."""
    from mondegreen.report import form_of

    form: str = args.form or ("table" if args.output == "-" else form_of(args.output))
    return form == "table"


def tokeniser(args: Namespace) -> Tokeniser:
    """What cuts sentences into words; English as word vectors and lists of words mostly have it."""
    from mondegreen.tokenise import tokeniser as named

    name = args.tokenise or ("treebank" if args.language == "en" else "punctuated")
    return named(name) or str.split


def planned(args: Namespace, cutter: Tokeniser) -> Panel:
    """All encoders and metrics, of which nothing is loaded yet."""
    from mondegreen import measure
    from mondegreen.batch import Settings
    from mondegreen.cli import outside
    from mondegreen.cli.measuring import asked
    from mondegreen.encode import encoders
    from mondegreen.robustness import Panel

    metrics: list[Metric] = measure.chosen(asked(args.metrics or ()))
    named = args.encoders or ([] if metrics else [ENCODERS])
    resources = known(args, outside.resources(args), cutter)
    found: list[Encoder] = encoders(asked(named), resources)
    return Panel(found, metrics, Settings(args.align, resources=resources, threads=args.threads))


def known(args: Namespace, resources: Resources, cutter: Tokeniser) -> Resources:
    """The resources, with what only encoders look things up in."""
    chosen: dict[str, object] = {}
    if args.stop_words:
        chosen["stop-words"] = args.stop_words
    if args.frequencies and args.frequencies.startswith(COUNTED):
        from mondegreen.read import read
        from mondegreen.resources.frequencies import Frequencies

        path = args.frequencies.removeprefix(COUNTED)
        chosen["frequencies"] = Frequencies.counted(cutter(text) for text in read(path, None, args.encoding).texts)
    elif args.frequencies:
        chosen["frequencies"] = args.frequencies
    return resources.choosing(chosen)


def prepared(args: Namespace, cutter: Tokeniser, texts: Sequence[str]) -> list[str]:
    """Texts after the rules, their words between blanks."""
    from mondegreen.normalise import normalise, rules
    from mondegreen.tokenise import tokens

    chosen = tuple(rule for spec in args.normalise for rule in rules(spec))
    return [" ".join(tokens(cutter, text)) for text in normalise(texts, chosen, "references")]


def pairs(args: Namespace, cutter: Tokeniser) -> list[SimilarityPairs]:
    """The sets of pairs; files under one name are one set."""
    from dataclasses import replace

    from mondegreen.read.similarity import read_similarities

    found: dict[str, SimilarityPairs] = {}
    for each in args.pairs:
        name, equals, path = each.partition("=")
        name, path = (name, path) if equals else (each, each)
        one = read_similarities(path, name, args.encoding)
        left, right = (prepared(args, cutter, side) for side in (one.left, one.right))
        one = replace(one, left=left, right=right)
        found[name] = found[name].and_(one) if name in found else one
    return list(found.values())


def sentences(
    args: Namespace, cutter: Tokeniser, sets: Sequence[SimilarityPairs]
) -> tuple[str, Sequence[str], list[str]]:
    """The name, the keys and the texts of what curves are drawn of."""
    from mondegreen.errors import ScoreError
    from mondegreen.read import read

    if args.text is None:
        texts = [text for each in sets for side in (each.left, each.right) for text in side]
        return ", ".join(each.name for each in sets), [str(place) for place in range(1, len(texts) + 1)], texts
    corpus = read(args.text, args.format, args.encoding, key=args.key_column, text=args.text_column)
    if not len(corpus):
        raise ScoreError("there is no sentence in this file", path=args.text)
    return corpus.name, corpus.keys, prepared(args, cutter, corpus.texts)


def draw(found: Curves, path: str) -> None:
    """The picture: a panel for encoders and one for metrics."""
    from mondegreen.report.plot.lines import plot
    from mondegreen.robustness import tables

    panels = {what: tables.series(found, kind) for kind, what in tables.WHAT.items() if tables.of_kind(found, kind)}
    plot(panels, found.rates, "rate of errors", path)
