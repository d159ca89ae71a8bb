"""`mondegreen downstream`: whether metrics of recognition tell how good its translations are."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.compare.downstream import Correlation
    from mondegreen.compare.sign import Signs
    from mondegreen.report.blocks import Block, Cell, Table

HELP = """\
Tells which metrics of recognition go with BLEU, TER and chrF of its translations.

example:
  mondegreen downstream ref.fr hyp.fr --translation hyp.en --translated ref.en --metrics wer,wer-s --language fr
  mondegreen downstream ref.fr hyp.fr --translation hyp.en --translated ref.en --against other.en --lowercase
"""

DEFAULT = "wer,cer"


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import measuring, options, outside

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file; see `mondegreen list formats`")
    add("hypothesis", metavar="HYP", help="what was recognised")
    measuring.metrics(parser, DEFAULT)
    group = parser.add_argument_group("translations, by sacrebleu")
    more = group.add_argument
    more("--translation", required=True, metavar="FILE", help="of HYP, with the same utterance keys")
    more("--translated", required=True, metavar="FILE", help="of what was said, by people")
    more("--against", metavar="FILE", help="another system's translation: wins, losses and ties of sentence BLEU")
    more("--scores", default="bleu,ter,chrf", metavar="NAMES", help="what is correlated (%(default)s)")
    more("--blocks", type=int, default=100, metavar="N", help="utterances in each block (%(default)s)")
    more("--bleu-tokenise", default="13a", metavar="NAME", help="sacrebleu's tokeniser of BLEU (%(default)s)")
    more("--lowercase", action="store_true", help="capitals make no difference")
    options.reading(parser)
    options.aligning(parser)
    outside.models(parser)
    options.answering(parser, toolkits=False)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then scores and compares."""
    from mondegreen import pipeline
    from mondegreen.cli import lists, options
    from mondegreen.compare.downstream import aligned, blocks, compared, correlations
    from mondegreen.compare.translation import Translations

    metrics, settings, write = lists.metrics(args, DEFAULT), options.settings(args), options.tables_writer(args)
    how, scores = Translations(args.bleu_tokenise, args.lowercase), args.scores.split(",")
    for name in scores:
        how.metric(name)
    (pairs,) = options.pairs(args, [args.hypothesis])
    blocks(len(pairs), args.blocks)
    files = (args.translation, args.translated, *([args.against] if args.against else []))
    texts, references, *others = [aligned(pairs.keys, translation(args, name), name) for name in files]
    scored = pipeline.run(pairs, metrics, settings)
    found = correlations(scored, texts, references, how, scores, args.blocks)
    shown = list(tables(found, scored, {name: how.corpus(name, texts, references) for name in scores}))
    for other in others:
        signs = compared(how.sentences(texts, references), how.sentences(other, references))
        shown.append(contest(signs, args))
    write([], shown)
    return 0


def translation(args: Namespace, path: str) -> dict[str, str]:
    """The translations by key."""
    from mondegreen.read import read

    found = read(path, args.format, args.encoding, key=args.key_column, text=args.text_column)
    return dict(zip(found.keys, found.texts, strict=True))


def tables(found: Sequence[Correlation], scored: Run, totals: dict[str, float]) -> Iterator[Block]:
    """The coefficients, and what the whole corpus scores."""
    from mondegreen.report.blocks import Column, Table

    columns = [
        Column("metric", "metric"),
        Column("score", "with"),
        Column("pearson", "Pearson", 3),
        Column("spearman", "Spearman", 3),
        Column("blocks", "blocks", 0),
    ]
    rows: list[list[Cell]] = [
        [each.metric, each.score, each.pearson, each.spearman, float(each.blocks)] for each in found
    ]
    yield Table("correlation", f"{scored.name} and its translations", columns, rows)
    values = {**{label: score.value for label, score in scored.scores.items()}, **totals}
    whole: list[list[Cell]] = [[name, value] for name, value in values.items()]
    yield Table("corpus", "The whole corpus", [Column("name", "name"), Column("value", "score", 2)], whole)


def contest(signs: Signs, args: Namespace) -> Table:
    """Wins, losses and ties."""
    from mondegreen.report.blocks import Column, Table

    names = [("wins", "wins"), ("losses", "losses"), ("ties", "ties")]
    columns = [*(Column(name, heading, 0) for name, heading in names), Column("p", "p of the sign test", 4)]
    title = f"Sentence BLEU of {args.translation} against {args.against}"
    return Table("contest", title, columns, [[float(signs.plus), float(signs.minus), float(signs.ties), signs.p]])
