"""`mondegreen corrupt`: a text with the errors that a recogniser might make."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.corrupt.drawing import Corrupted
    from mondegreen.corrupt.plan import Plan, Request
    from mondegreen.corrupt.profile import Profile
    from mondegreen.report.blocks import Block

HELP = """\
Makes the errors that a recogniser might make in a text, at a wanted rate.

example:
  mondegreen corrupt train.txt --wer 0.3 --seed 7 --output noisy.txt --edits noisy.jsonl
  mondegreen corrupt train.txt --language fr --vectors cc.fr.300.vec --save-table fr.tsv.gz --output noisy.txt
  mondegreen corrupt train.txt --table fr.tsv.gz --substitutions 0.1 --deletions 0.04 --insertions 0.03 --burst 1.8
  mondegreen corrupt train.txt --like sclite/hyp.sgml --output noisy.txt
"""
# As mondegreen.corrupt has them; help must not wait for what computes.
MODES = ("bernoulli", "exact", "calibrated")
KERNELS, CANDIDATES, VARIANTS = ("gauss", "exp"), ("vectors", "corpus"), ("first", "all")
FEATURES = ("hayes", "panphon")


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options
    from mondegreen.read import FORMATS, WRITTEN

    add = parser.add_argument
    add("text", metavar="TEXT", help="utterances in any format; `-` is standard input")
    add("--output", "-o", default="-", metavar="FILE", help="the text with errors (standard output)")
    add("--format", metavar="NAME", help=f"of TEXT: {', '.join(FORMATS)} (what it looks like)")
    add("--to", metavar="NAME", help=f"{', '.join(WRITTEN)} (what FILE's name ends as, else as TEXT)")
    add("--encoding", default="utf-8", metavar="NAME", help="of TEXT (%(default)s)")
    options.columned(parser)
    add("--edits", metavar="FILE", help="log of errors: both sides word by word, distances, probabilities (JSON Lines)")
    add("--summary", metavar="FILE", help="also writes what is shown of the errors, by its ending (.md, .json, ...)")
    add("--threads", type=int, metavar="N", help="(one for each core)")
    rates(parser)
    sources(parser)
    learning(parser)


def rates(parser: ArgumentParser) -> None:
    """How many errors, and of which kinds."""
    add = parser.add_argument_group("errors").add_argument
    add(
        "--wer",
        type=float,
        metavar="R",
        help="substitutions per word (0.3, beside other kinds 0); with --like the whole rate (the system's)",
    )
    add("--substitutions", type=float, metavar="R", help="the same as --wer, beside other kinds")
    add("--deletions", type=float, metavar="R", help="words lost, per word (0); short and frequent ones first")
    add("--insertions", type=float, metavar="R", help="words too many, per word (0), short ones of the text")
    add("--burst", type=float, metavar="N", help="mean number of words in a run of errors (as chance has it)")
    add(
        "--phrases",
        type=float,
        default=0.0,
        metavar="R",
        help="share of words heard as two, or with the next as one (0)",
    )
    add(
        "--mode",
        choices=MODES,
        help="each word by itself; just so many; or making up for words without candidates (bernoulli)",
    )
    add("--seed", type=int, default=7, metavar="N", help="the same seed gives the same errors (%(default)s)")


def sources(parser: ArgumentParser) -> None:
    """What words are taken for others."""
    add = parser.add_argument_group("substitution table").add_argument
    add("--language", default="en", metavar="CODE", help="whose vectors and voice are taken (%(default)s)")
    add(
        "--vectors",
        metavar="FILE",
        help="word vectors: text, .npy, fastText's .bin, or a spaCy pipeline (the language's)",
    )
    add("--words", type=int, metavar="N", help="only the first, which are the most frequent (all)")
    add("--pronunciations", metavar="NAME", help="cmudict, a dictionary file, or espeak:CODE (cmudict for en)")
    add("--features", choices=FEATURES, help="of sounds: hayes for ARPABET, panphon for any (by the dictionary)")
    add("--variants", choices=VARIANTS, help="ways a word is spoken that count (first)")
    add("--candidates", choices=CANDIDATES, help="taken from all vectors, or from TEXT (vectors)")
    add("--neighbours", type=int, metavar="N", help="nearest words in sense that are looked at (1000)")
    add("--threshold", type=float, metavar="D", help="candidates are nearer in sound (60)")
    add("--confusions", type=int, metavar="N", help="candidates of a word: the nearest in sound (15)")
    add("--kernel", choices=KERNELS, help="how likely at a distance: exp(-d²/2s²), or exp(-d/s²) as printed (gauss)")
    add("--table", metavar="FILE", help="a table that was saved, in place of vectors and pronunciations")
    add("--save-table", metavar="FILE", help="keeps the table: lines that can be read, packed if FILE ends in .gz")


def learning(parser: ArgumentParser) -> None:
    """Errors like those of a system."""
    from mondegreen.cli.outside import CHOICES

    add = parser.add_argument_group("errors like those of a system").add_argument
    add(
        "--like",
        nargs="+",
        metavar="FILE",
        help="a saved run, an sgml or other file of both sides, sclite's dtl, or REF HYP: their confusions and rates",
    )
    metavar, what = CHOICES["analyser"]
    add("--analyser", metavar=metavar, help=f"{what}: classes of words by it (by their letters)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, makes errors, writes, and tells of them."""
    from mondegreen.corrupt import log
    from mondegreen.corrupt.fitting import drawn
    from mondegreen.corrupt.plan import planned
    from mondegreen.errors import ScoreError
    from mondegreen.read import read, write, written

    checked(args)
    corpus = read(args.text, args.format, args.encoding, key=args.key_column, text=args.text_column)
    for note in corpus.notes:
        warn(note)
    if not any(map(str.strip, corpus.texts)):
        raise ScoreError("there is no word in which to make errors", path=corpus.name)
    goal = written(args.output, args.to or usual(args.output, corpus))
    plan = planned(request(args), corpus.texts)
    if args.save_table:
        plan.table.save(args.save_table)
    made, found = drawn(corpus.texts, plan, args.seed, keys(corpus), args.threads)
    for note in made.notes:
        warn(note)
    changed = noisy(corpus, made)
    if lost := goal.loses(changed):
        warn(f"{goal.name} has no place for these, left out: {', '.join(lost)}")
    write(changed, args.output, goal.name)
    if args.edits:
        log.write(args.edits, corpus.keys, corpus.texts, made)
    tell(args, plan, made, found)
    return 0


def request(args: Namespace) -> Request:
    """What the options ask for."""
    from dataclasses import fields

    from mondegreen.corrupt.building import Rules
    from mondegreen.corrupt.plan import Request

    rules = {name: value for name in Rules._fields if (value := getattr(args, name)) is not None}
    own = {each.name: getattr(args, each.name) for each in fields(Request) if each.name != "rules"}
    return Request(**own, rules=rules)


def checked(args: Namespace) -> None:
    """Refuses options that do not go together."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.errors import ScoreError
    from mondegreen.report import form_of

    if args.wer is not None and args.substitutions is not None:
        raise ScoreError("--wer and --substitutions are the same; give one of them")
    shares = [name for name in ("substitutions", "deletions", "insertions", "burst") if getattr(args, name) is not None]
    if args.like and shares:
        raise ScoreError(f"--like learns all rates; leave out --{shares[0]}, or give a whole rate by --wer")
    if args.like and len(args.like) > 2:
        raise ScoreError(f"--like is given {len(args.like)} files; give one, or REF and HYP")
    if args.analyser and not args.like:
        raise ScoreError("--analyser gives classes of words to --like; leave it out, or say whose errors are learned")
    if args.threads is not None and args.threads < 1:
        raise ScoreError(f"{args.threads} threads cannot do anything; give 1 or more")
    refuse_less(args, 0, "seed")
    if args.summary:
        form_of(args.summary)


def usual(output: str, corpus: Corpus) -> str | None:
    """The format of the text, if that can be written, where the name of the output does not tell another."""
    from mondegreen.read import WRITTEN, ending, known

    told = any(ending(output) in kind.suffixes for kind in known())
    return corpus.format if not told and corpus.format in WRITTEN else None


def keys(corpus: Corpus) -> Sequence[str] | None:
    """The keys of utterances, if they have any of their own."""
    return corpus.keys if corpus.keyed else None


def noisy(corpus: Corpus, made: Corrupted) -> Corpus:
    """The corpus with other texts; the times of words are no longer theirs."""
    from dataclasses import replace

    return replace(corpus, texts=made.texts, words=None)


def tell(args: Namespace, plan: Plan, made: Corrupted, found: Profile) -> None:
    """Shows the errors: on standard output, or on standard error where the text went there."""
    from mondegreen.corrupt import report
    from mondegreen.output import output
    from mondegreen.registry import load
    from mondegreen.report import FORMS, form_of

    blocks: list[Block] = list(report.errors(made, plan.asked, found, plan.notes))
    if plan.profile is not None:
        blocks += report.likeness(plan.profile, found, plan.classes)
    load(FORMS["table"])([], blocks, sys.stderr if args.output == "-" else sys.stdout)
    if args.summary:
        with output(args.summary) as stream:
            load(FORMS[form_of(args.summary)])([], blocks, stream)
