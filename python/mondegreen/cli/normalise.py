"""`mondegreen normalise`: what text rules change, rule by rule, and the texts after them."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.aggregate.changes import Changes
    from mondegreen.corpus import Corpus
    from mondegreen.normalise import Rule

HELP = """\
Shows what text rules change, rule by rule, and writes the texts after them.

example:
  mondegreen normalise ref.txt --rules lower,punctuation
  mondegreen normalise hyp.jsonl --rules whisper-english --output hyp.norm.jsonl
"""
SIDES = {"ref": "references", "hyp": "hypotheses"}


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options
    from mondegreen.read import FORMATS, WRITTEN
    from mondegreen.report import FORMS

    add = parser.add_argument
    add("input", metavar="FILE", help="texts in any format, gzip or not; `-` is standard input")
    add(
        "--rules",
        "--normalise",
        action="append",
        required=True,
        metavar="RULES",
        help="separated by commas, in their order; may come again; see `mondegreen list rules`",
    )
    add("--side", choices=SIDES, help="whose texts these are, for the rules of a GLM file that tell the sides apart")
    add("--output", metavar="FILE", help="the texts after all rules; `-` is standard output, and no tables are shown")
    add("--to", metavar="NAME", help=f"the format of that file: {', '.join(WRITTEN)} (its ending's, else that of FILE)")
    add("--as", dest="form", default="table", metavar="FORM", help=f"of the tables: {', '.join(FORMS)} (%(default)s)")
    add("--top", type=int, default=20, metavar="N", help="changes of words shown for each rule (%(default)s)")
    add("--format", metavar="NAME", help=f"of FILE: {', '.join(FORMATS)} (what it looks like)")
    add("--encoding", default="utf-8", metavar="NAME", help="of FILE (%(default)s)")
    options.bounded(parser)
    options.columned(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, rewrites, writes and shows."""
    from mondegreen.cli import options
    from mondegreen.normalise import rules
    from mondegreen.output import STDOUT
    from mondegreen.read import read, write
    from mondegreen.registry import find
    from mondegreen.report import FORMS
    from mondegreen.report.changes import blocks

    chosen = [rule for spec in args.rules for rule in rules(spec)]
    form = find("form", args.form, FORMS)
    options.refuse_less(args, 1, "top")
    if args.output is None:
        options.refuse_idle(args, {"to": None}, "is the format of what --output writes; say where to by that")
    if args.output == STDOUT:
        idle = {"form": "table", "top": 20}
        options.refuse_idle(args, idle, "is for tables, which are not shown where --output writes to standard output")
    corpus = read(args.input, args.format, args.encoding, key=args.key_column, text=args.text_column)
    goal = None if args.output is None else written_as(args.output, args.to, corpus.format)
    found, after = rewritten(corpus, chosen, SIDES.get(args.side, ""))
    for note in after.notes:
        warn(note)
    if args.output is not None:
        write(after, args.output, goal)
    if args.output != STDOUT:
        form([], blocks(corpus.name, found, args.top), sys.stdout)
    return 0


def written_as(path: str, asked: str | None, read_as: str) -> str:
    """The format to write: the one asked for, the one that the name ends as, or the one that was read."""
    from mondegreen.errors import ScoreError
    from mondegreen.read import WRITTEN, written

    try:
        return written(path, asked).name
    except ScoreError:
        if asked or read_as not in WRITTEN:
            raise
        return read_as


def rewritten(corpus: Corpus, rules: Sequence[Rule], side: str) -> tuple[list[Changes], Corpus]:
    """What each rule changed, and the corpus after all: both sides of it, where the file holds both."""
    from dataclasses import replace

    from mondegreen.aggregate.changes import rule_by_rule
    from mondegreen.normalise import normalise
    from mondegreen.read.both import SPOKEN, holds_both

    steps = list(rule_by_rule(corpus.keys, corpus.texts, rules, side))
    found, texts = [changes for changes, _ in steps], steps[-1][1] if steps else corpus.texts
    fields = dict(corpus.fields)
    if holds_both(corpus):
        fields[SPOKEN] = normalise(fields[SPOKEN], rules, side)
    after = replace(corpus, texts=texts, fields=fields)
    if corpus.words is None or texts == corpus.texts:
        return found, after
    note = f"the times of words in {corpus.name}, which rules may join or part, are left out"
    return found, replace(after, words=None, notes=(*corpus.notes, note))
