"""`mondegreen corrupt`: a text with the errors that a recogniser might make."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.corrupt.drawing import Corrupted
    from mondegreen.corrupt.plan import Plan, Request
    from mondegreen.corrupt.profile import Profile
    from mondegreen.plan.simulate import CorruptPlan
    from mondegreen.report.blocks import Block

HELP = """\
Makes the errors that a recogniser might make in a text, at a wanted rate.

example:
  mondegreen corrupt train.txt --wer 0.3 --seed 7 --output noisy.txt --edits noisy.jsonl
  mondegreen corrupt train.txt --language fr --vectors cc.fr.300.vec --save-table fr.tsv.gz --output noisy.txt
  mondegreen corrupt train.txt --table fr.tsv.gz --substitutions 0.1 --deletions 0.04 --insertions 0.03 --burst 1.8
  mondegreen corrupt train.txt --like sclite/hyp.sgml --output noisy.txt
"""
PLAN = "mondegreen.plan.simulate:CorruptPlan"


def run(chosen: CorruptPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, makes errors, writes, and tells of them."""
    from mondegreen.corrupt import log
    from mondegreen.corrupt.fitting import drawn
    from mondegreen.corrupt.plan import planned
    from mondegreen.errors import ScoreError
    from mondegreen.formats import find_output_format, read, write

    checked(chosen)
    corpus = read(chosen.text, chosen.format, chosen.encoding, key=chosen.id_column, text=chosen.text_column)
    for note in corpus.notes:
        warn(note)
    if not any(map(str.strip, corpus.texts)):
        raise ScoreError("there is no word in which to make errors", path=corpus.name)
    goal = find_output_format(chosen.output, chosen.to or usual(chosen.output, corpus))
    plan = planned(request(chosen), corpus.texts)
    if chosen.save_table:
        plan.table.save(chosen.save_table)
    made, found = drawn(corpus.texts, plan, chosen.seed, keys(corpus), chosen.threads)
    for note in made.notes:
        warn(note)
    changed = noisy(corpus, made)
    if lost := goal.list_losses(changed):
        warn(f"{goal.name} has no place for these, left out: {', '.join(lost)}")
    write(changed, chosen.output, goal.name)
    if chosen.edits:
        log.write(chosen.edits, corpus.keys, corpus.texts, made)
    tell(chosen, plan, made, found)
    return 0


def request(chosen: CorruptPlan) -> Request:
    """What the options ask for."""
    from dataclasses import fields

    from mondegreen.corrupt.building import Rules
    from mondegreen.corrupt.plan import Request

    rules = {name: value for name in Rules._fields if (value := getattr(chosen, name)) is not None}
    own = {each.name: getattr(chosen, each.name) for each in fields(Request) if each.name != "rules"}
    return Request(**own, rules=rules)


def checked(chosen: CorruptPlan) -> None:
    """Refuses options that do not go together."""
    from mondegreen.errors import ScoreError
    from mondegreen.report import form_of

    if chosen.wer is not None and chosen.substitutions is not None:
        raise ScoreError("--wer and --substitutions are the same; give one of them")
    shares = [
        name for name in ("substitutions", "deletions", "insertions", "burst") if getattr(chosen, name) is not None
    ]
    if chosen.like and shares:
        raise ScoreError(f"--like learns all rates; leave out --{shares[0]}, or give a whole rate by --wer")
    if chosen.like and len(chosen.like) > 2:
        raise ScoreError(f"--like is given {len(chosen.like)} files; give one, or REF and HYP")
    if chosen.analyser and not chosen.like:
        raise ScoreError("--analyser gives classes of words to --like; leave it out, or say whose errors are learned")
    if chosen.threads is not None and chosen.threads < 1:
        raise ScoreError(f"{chosen.threads} threads cannot do anything; give 1 or more")
    if chosen.summary:
        form_of(chosen.summary)


def usual(output: str, corpus: Corpus) -> str | None:
    """The format of the text, if that can be written, where the name of the output does not tell another."""
    from mondegreen.formats import get_suffix, is_known_suffix, list_writable

    told = is_known_suffix(get_suffix(output))
    return corpus.format if not told and corpus.format in list_writable() else None


def keys(corpus: Corpus) -> Sequence[str] | None:
    """The keys of utterances, if they have any of their own."""
    return corpus.keys if corpus.keyed else None


def noisy(corpus: Corpus, made: Corrupted) -> Corpus:
    """The corpus with other texts; the times of words are no longer theirs."""
    from dataclasses import replace

    return replace(corpus, texts=made.texts, words=None)


def tell(chosen: CorruptPlan, plan: Plan, made: Corrupted, found: Profile) -> None:
    """Shows the errors: on standard output, or on standard error where the text went there."""
    from mondegreen.corrupt import report
    from mondegreen.output import output
    from mondegreen.registry import load
    from mondegreen.report import FORMS, form_of

    blocks: list[Block] = list(report.errors(made, plan.asked, found, plan.notes))
    if plan.profile is not None:
        blocks += report.likeness(plan.profile, found, plan.classes)
    load(FORMS["table"])([], blocks, sys.stderr if chosen.output == "-" else sys.stdout)
    if chosen.summary:
        with output(chosen.summary) as stream:
            load(FORMS[form_of(chosen.summary)])([], blocks, stream)
