"""`mondegreen normalize`: what text rules change, rule by rule, and the texts after them."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.normalization import Rule
    from mondegreen.plan.texts import NormalizePlan
    from mondegreen.results.changes import Changes

HELP = """\
Shows what text rules change, rule by rule, and writes the texts after them.

example:
  mondegreen normalize ref.txt --rules lower,punctuation
  mondegreen normalize hyp.jsonl --rules whisper-english --output hyp.norm.jsonl
"""
PLAN = "mondegreen.plan.texts:NormalizePlan"
SIDES = {"ref": "references", "hyp": "hypotheses"}


def run(plan: NormalizePlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, rewrites, writes and shows."""
    from mondegreen.formats import read, write
    from mondegreen.normalization import parse_rules
    from mondegreen.notes import report_notes
    from mondegreen.output import STDOUT
    from mondegreen.reports.changes import report_rule_changes
    from mondegreen.writers import load_table_format

    chosen = [rule for spec in plan.rules for rule in parse_rules(spec)]
    write_blocks = load_table_format(plan.output_format)
    if plan.output is None:
        plan.refuse_idle(["to"], "is the format of what --output writes; say where to by that")
    if plan.output == STDOUT:
        idle = ("output_format", "top")
        plan.refuse_idle(idle, "is for tables, which are not shown where --output writes to standard output")
    corpus = read(plan.input, plan.format, plan.encoding, key=plan.id_column, text=plan.text_column)
    goal = None if plan.output is None else written_as(plan.output, plan.to, corpus.format)
    found, after = rewrite_corpus(corpus, chosen, SIDES[plan.side] if plan.side else "")
    report_notes(after.notes)
    if plan.output is not None:
        write(after, plan.output, goal)
    if plan.output != STDOUT:
        write_blocks([], report_rule_changes(corpus.name, found, plan.top), sys.stdout)
    return 0


def written_as(path: str, asked: str | None, read_as: str) -> str:
    """The format to write: the one asked for, the one that the name ends as, or the one that was read."""
    from mondegreen.errors import ScoreError
    from mondegreen.formats import find_output_format, list_writable

    try:
        return find_output_format(path, asked).name
    except ScoreError:
        if asked or read_as not in list_writable():
            raise
        return read_as


def rewrite_corpus(corpus: Corpus, rules: Sequence[Rule], side: str) -> tuple[list[Changes], Corpus]:
    """What each rule changed, and the corpus after all: both sides of it, where the file holds both."""
    from dataclasses import replace

    from mondegreen.formats.both import REFERENCE_FIELD, holds_both
    from mondegreen.normalization import normalize
    from mondegreen.notes import Note
    from mondegreen.results.changes import apply_rules_in_turn

    steps = list(apply_rules_in_turn(corpus.keys, corpus.texts, rules, side))
    found, texts = [changes for changes, _ in steps], steps[-1][1] if steps else corpus.texts
    fields = dict(corpus.fields)
    if holds_both(corpus):
        fields[REFERENCE_FIELD] = normalize(fields[REFERENCE_FIELD], rules, side)
    after = replace(corpus, texts=texts, fields=fields)
    if corpus.words is None or texts == corpus.texts:
        return found, after
    return found, replace(after, words=None).add_notes(Note("times-dropped", corpus.name))
