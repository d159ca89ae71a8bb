"""`mondegreen lexicon split`: a dictionary cut into parts to train and to test on."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

example:
  mondegreen lexicon split en-fr.tsv --train train.tsv --test test.tsv --target-forms fr.lemma.tsv
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli.lexicon.map import FORMATS

    add = parser.add_argument
    add("dictionary", metavar="DICT", help="pairs of words")
    add("--format", choices=FORMATS, help="(what DICT looks like)")
    add("--train", metavar="FILE", required=True, help="where the pairs to train on are written, with tabs")
    add("--test", metavar="FILE", required=True, help="where those to test on are written")
    add("--share", type=float, default=0.2, metavar="PART", help="of the pairs, to test on (%(default)s)")
    add("--source-forms", metavar="FILE", help="table of lemma, tab, form: forms of a source word stay together")
    add("--target-forms", metavar="FILE", help="the same of target words")
    add("--keep-case", action="store_true", help="words with capitals are other words")
    add("--seed", type=int, default=0, metavar="N", help="the same seed cuts in the same way (%(default)s)")


def run(args: Namespace) -> int:
    """Reads, cuts and writes."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.divide import divided
    from mondegreen.lexicon.evaluate import forms
    from mondegreen.output import output

    refuse_less(args, 0, "seed")
    known = dictionary.load(args.dictionary, args.format, keep_case=args.keep_case).pairs
    pairs = [pair for pair in known if pair.target]
    lemmas = [
        forms.load(path, keep_case=args.keep_case).lemma if path else str
        for path in (args.source_forms, args.target_forms)
    ]
    parts = divided(pairs, args.share, args.seed, *lemmas)
    for path, part in zip((args.train, args.test), parts, strict=True):
        with output(path) as out:
            out.writelines(f"{pair.source}\t{pair.target}\n" for pair in part)
    print(f"{len(parts[0])} pairs to train on, {len(parts[1])} to test on")
    return 0
