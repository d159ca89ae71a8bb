"""Texts normalized, converted, and with errors as a recognizer might make them."""

from __future__ import annotations

import sys
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from mondegreen.api.plans import take_plan
from mondegreen.errors import ScoreError, warn
from mondegreen.formats import find_output_format, list_writable, write
from mondegreen.notes import report_notes
from mondegreen.output import STDOUT, text_output
from mondegreen.plan.texts import ConvertPlan, NormalizePlan, SimulatePlan
from mondegreen.resolve import make_normalizers
from mondegreen.results.changes import Normalized, normalize_corpus
from mondegreen.results.shown import draw
from mondegreen.sources import load_texts
from mondegreen.writers import find_output_format as find_table_format
from mondegreen.writers import load_table_format, save_plots, select_plots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.formats.format import Format
    from mondegreen.render.plot.canvas import Plot
    from mondegreen.reports.blocks import Block
    from mondegreen.simulation.simulation import Simulated

SIDES = {None: "", "ref": "references", "hyp": "hypotheses"}


@draw.register(Normalized)
def draw_normalized(found: Normalized, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - it has one plot
    from mondegreen.render.plot.tables import draw_rules
    from mondegreen.reports.texts import tabulate_rules

    return draw_rules(tabulate_rules(found.corpus.name, found.changes))


@take_plan(NormalizePlan)
def normalize(plan: NormalizePlan) -> Normalized:
    """Rewrites texts by rules, in their order.

    `input` holds texts as `score` takes a side, or is a file; `rules` are names or callables. The result has `texts`,
    the `corpus` that they are in, and `changes`, what each rule changed. The other arguments are the options of
    `mondegreen normalize`.

    Example:
        >>> import mondegreen as mg
        >>> mg.normalize(["The cat!"], rules="lower,punctuation").texts
        ['the cat']
    """
    rules, plots = make_normalizers(plan.rules), select_plots(plan)
    write_blocks = load_table_format(plan.output_format)
    corpus = load_texts(plan, plan.input, plan.format)
    target = "" if plan.output is None else choose_output_format(plan.output, plan.to, corpus.format).name
    found = normalize_corpus(corpus, rules, SIDES[plan.side])
    report_notes(found.corpus.notes)
    save_plots(plan, plots, partial(draw, found))
    if plan.output is not None:
        write(found.corpus, plan.output, target)
    if not plan.in_python and plan.output != STDOUT:
        from mondegreen.reports.texts import report_rule_changes

        write_blocks([], report_rule_changes(corpus.name, found.changes, plan.top), sys.stdout)
    return found


@take_plan(ConvertPlan)
def convert(plan: ConvertPlan) -> Corpus:
    """Writes utterances in another format, and gives them.

    `input` is a file, or texts as `score` takes a side; the other arguments are the options of `mondegreen convert`.
    """
    kind = find_output_format(plan.output, plan.goal)
    corpus = load_texts(plan, plan.input, plan.source)
    if plan.segments:
        from mondegreen.formats.kaldi_files import read_boundaries
        from mondegreen.formats.recordings import segment_words

        corpus = segment_words(corpus, read_boundaries(plan.segments, plan.encoding))
    report_notes(corpus.notes)
    if lost := kind.list_losses(corpus):
        warn(f"{kind.name} cannot hold these, dropped: {', '.join(lost)}")
    write(corpus, plan.output, kind.name)
    return corpus


@take_plan(SimulatePlan)
def simulate(plan: SimulatePlan) -> Simulated:
    """Makes the errors that a recognizer might make in texts, at a wanted rate.

    `text` holds texts as `score` takes a side, or is a file. The result has `texts` and `edits`; the other arguments
    are the options of `mondegreen simulate`.
    """
    from mondegreen.reports.texts import report_simulation
    from mondegreen.simulation.simulation import Simulated, simulate_corpus, write_corpus, write_edit_log

    draw.register(Simulated, draw_simulated)  # whose module takes long to load

    plots = select_plots(plan)
    corpus = load_texts(plan, plan.text, plan.format)
    report_notes(corpus.notes)
    if not any(map(str.strip, corpus.texts)):
        raise ScoreError("the text holds no word to replace", path=corpus.name)
    is_written = not (plan.in_python and plan.output == STDOUT)
    target = choose_output_format(plan.output, plan.to, corpus.format) if is_written else None
    found = simulate_corpus(plan, corpus)
    written = write_corpus(corpus, found.corrupted, plan.output, target) if target else ()
    for note in chain(found.corrupted.notes, written):
        warn(note)
    if plan.edits:
        write_edit_log(plan.edits, corpus.keys, corpus.texts, found.corrupted)
    save_plots(plan, plots, partial(draw, found))
    write_tables(report_simulation(found.simulation, found.corrupted, found.profile), plan)
    return found


def draw_simulated(found: Simulated, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - it has one plot
    from mondegreen.render.plot.tables import draw_simulation
    from mondegreen.reports.texts import report_simulation

    return draw_simulation(report_simulation(found.simulation, found.corrupted, found.profile)[0])


def write_tables(tables: Sequence[Block], plan: SimulatePlan) -> None:
    """Shows the tables, on standard error where the text went to standard output, and writes them to a summary."""
    if not plan.in_python:
        load_table_format("table")([], tables, sys.stderr if plan.output == STDOUT else sys.stdout)
    if plan.summary:
        with text_output(plan.summary) as stream:
            load_table_format(find_table_format(plan.summary))([], tables, stream)


def choose_output_format(path: str, asked: str | None, read_as: str) -> type[Format]:
    """The format to write: the one asked for, the one that the name ends as, or the one that was read."""
    try:
        return find_output_format(path, asked)
    except ScoreError:
        if asked or read_as not in list_writable():
            raise
        return find_output_format(path, read_as)
