"""`mondegreen corrupt`: a text with the errors that a recognizer might make."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.plan.simulate import CorruptPlan
    from mondegreen.reports.blocks import Block

HELP = """\
Makes the errors that a recognizer might make in a text, at a wanted rate.

example:
  mondegreen corrupt train.txt --wer 0.3 --seed 7 --output noisy.txt --edits noisy.jsonl
  mondegreen corrupt train.txt --language fr --vectors cc.fr.300.vec --save-table fr.tsv.gz --output noisy.txt
  mondegreen corrupt train.txt --table fr.tsv.gz --substitutions 0.1 --deletions 0.04 --insertions 0.03 --burst 1.8
  mondegreen corrupt train.txt --like sclite/hyp.sgml --output noisy.txt
"""
PLAN = "mondegreen.plan.simulate:CorruptPlan"


def run(plan: CorruptPlan) -> int:
    from itertools import chain

    from mondegreen.errors import ScoreError
    from mondegreen.formats import find_output_format, read
    from mondegreen.notes import report_notes
    from mondegreen.reports.simulation import report_simulation
    from mondegreen.simulation.simulation import plan_simulation, simulate_errors, write_corpus, write_edit_log

    check_plan(plan)
    corpus = read(plan.text, plan.format, plan.encoding, key=plan.id_column, text=plan.text_column)
    report_notes(corpus.notes)
    if not any(map(str.strip, corpus.texts)):
        raise ScoreError("there is no word in which to make errors", path=corpus.name)
    target = find_output_format(plan.output, plan.to or guess_format(plan.output, corpus.format))
    simulation = plan_simulation(plan, corpus.texts)
    if plan.save_table:
        simulation.table.save(plan.save_table)
    ids = corpus.keys if corpus.keyed else None
    corrupted, found = simulate_errors(corpus.texts, simulation, plan.seed, ids, plan.threads)
    for note in chain(corrupted.notes, write_corpus(corpus, corrupted, plan.output, target)):
        warn(note)
    if plan.edits:
        write_edit_log(plan.edits, corpus.keys, corpus.texts, corrupted)
    write_tables(report_simulation(simulation, corrupted, found), plan)
    return 0


def write_tables(tables: Sequence[Block], plan: CorruptPlan) -> None:
    """Shows the tables, on standard error where the text went to standard output, and writes them to a summary."""
    from mondegreen.output import text_output
    from mondegreen.writers import find_output_format, load_table_format

    load_table_format("table")([], tables, sys.stderr if plan.output == "-" else sys.stdout)
    if plan.summary:
        with text_output(plan.summary) as stream:
            load_table_format(find_output_format(plan.summary))([], tables, stream)


def check_plan(plan: CorruptPlan) -> None:
    """Rejects options that do not go together."""
    from mondegreen.errors import ScoreError
    from mondegreen.writers import find_output_format

    if plan.wer is not None and plan.substitutions is not None:
        raise ScoreError("--wer and --substitutions are the same; give one of them")
    shares = [name for name in ("substitutions", "deletions", "insertions", "burst") if getattr(plan, name) is not None]
    if plan.like and shares:
        raise ScoreError(f"--like learns all rates; leave out --{shares[0]}, or give a whole rate by --wer")
    if plan.like and len(plan.like) > 2:
        raise ScoreError(f"--like is given {len(plan.like)} files; give one, or REF and HYP")
    if plan.analyzer and not plan.like:
        raise ScoreError("--analyzer gives classes of words to --like; leave it out, or say whose errors are learned")
    if plan.threads is not None and plan.threads < 1:
        raise ScoreError(f"{plan.threads} threads cannot do anything; give 1 or more")
    if plan.summary:
        find_output_format(plan.summary)


def guess_format(output: str, format: str | None) -> str | None:
    """The format of the text, if it can be written and the suffix of the output does not name another."""
    from mondegreen.formats import get_suffix, is_known_suffix, list_writable

    is_named = is_known_suffix(get_suffix(output))
    return format if not is_named and format in list_writable() else None
