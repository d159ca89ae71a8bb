"""Reports of simulated errors: tables of requested, simulated and found errors, beside a system's; and the edit log."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mondegreen.corpus import Corpus
from mondegreen.formats import write
from mondegreen.formats.format import Format
from mondegreen.output import text_output
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.simulation.drawing import Corrupted, Edit
from mondegreen.simulation.profile import Profile
from mondegreen.simulation.rates import TargetRates
from mondegreen.simulation.simulation import SimulationPlan
from mondegreen.wording import pluralize
from mondegreen.writers import find_output_format, load_table_format

KINDS = ("substitutions", "deletions", "insertions")


def make_tables(simulation: SimulationPlan, corrupted: Corrupted, found: Profile) -> list[Block]:
    """The errors, and those of an imitated system beside them."""
    tables = [make_error_table(corrupted, simulation.requested, found, simulation.notes)]
    if simulation.profile is not None:
        tables += make_likeness_tables(simulation.profile, found, simulation.classes)
    return tables


def write_tables(tables: Sequence[Block], summary: str | None, *, to_stderr: bool) -> None:
    """Shows the tables, on standard error where the text went to standard output, and writes them to a summary."""
    load_table_format("table")([], tables, sys.stderr if to_stderr else sys.stdout)
    if summary:
        with text_output(summary) as stream:
            load_table_format(find_output_format(summary))([], tables, stream)


def write_corpus(corpus: Corpus, corrupted: Corrupted, path: str, target: type[Format]) -> Iterator[str]:
    """Writes the corpus with the corrupted texts; notes say what the format has no place for."""
    changed = replace(corpus, texts=corrupted.texts, words=None)  # the times of words are no longer theirs
    if dropped := target.list_losses(changed):
        yield f"{target.name} has no place for these, left out: {', '.join(dropped)}"
    write(changed, path, target.name)


def make_error_table(corrupted: Corrupted, requested: TargetRates, found: Profile, notes: Sequence[str]) -> Block:
    """How many errors were requested, how many were simulated, and how many an aligner finds."""
    counts = corrupted.counts
    observed = [sum(each.values()) for each in (found.replaced, found.lost, found.added)]
    table = [*zip(KINDS, requested, counts, observed, strict=True)]
    table.append(("word error rate", sum(requested), sum(counts), sum(observed)))
    words = corrupted.words
    rows: list[list[Cell]] = [
        [name, 100 * goal, made, compute_percent(made, words), count, compute_percent(count, words)]
        for name, goal, made, count in table
    ]
    columns = [
        Column("errors", "errors"),
        Column("wanted", "wanted %", 2),
        Column("made", "made", 0),
        Column("made_rate", "%", 2),
        Column("found", "found", 0),
        Column("found_rate", "%", 2),
    ]
    uncovered = round(words * (1 - corrupted.covered))
    covered = f"of {pluralize(words, 'word')} {uncovered} have no candidates; found: as the aligner sees them"
    return Table("errors", "errors", columns, rows[:-1], "; ".join([covered, *notes]), rows[-1:])


def make_likeness_tables(system: Profile, simulated: Profile, classes: Mapping[str, str]) -> Iterator[Block]:
    """The errors of a system beside those that imitate them."""
    columns = [Column("measure", "measure"), Column("system", "system", 2), Column("simulated", "simulated", 2)]
    sides = (system, simulated)
    rows: list[list[Cell]] = [["reference words", *(each.words for each in sides)]]
    rows.append(["word error rate, %", *(100 * each.rate for each in sides)])
    rows += [[f"{kind}, %", *(100 * getattr(each, kind) for each in sides)] for kind in KINDS]
    for kind in KINDS:
        rows.append([f"share of {kind}, %", *(compute_percent(getattr(each, kind), each.rate) for each in sides)])
    rows.append(["words in a run of errors", *(each.run for each in sides)])
    yield Table("likeness", f"errors of {system.name} beside simulated ones", columns, rows)
    yield make_class_table(sides, classes)


def make_class_table(sides: Sequence[Profile], classes: Mapping[str, str]) -> Block:
    """How many words of each class were replaced and lost."""
    columns = [Column("class", "word class")]
    for name in ("system", "simulated"):
        columns += [
            Column(f"{name}_words", f"{name}: words", 0),
            Column(f"{name}_substituted", "sub %", 2),
            Column(f"{name}_deleted", "del %", 2),
        ]
    found = [each.count_by_class(classes) for each in sides]
    rows: list[list[Cell]] = []
    for name in sorted({*found[0], *found[1]}):
        cells: list[Cell] = [name or "others"]
        for each in found:
            words, replaced, lost = each.get(name, (0, 0, 0))
            cells += [words, compute_percent(replaced, words), compute_percent(lost, words)]
        rows.append(cells)
    note = "" if sides[0].spoken else "a dtl does not tell how often words were said, nor of runs"
    return Table("classes", "errors by word class", columns, rows, note)


def compute_percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else float("nan")


def write_edit_log(
    path: str | os.PathLike[str], keys: Sequence[str], texts: Sequence[str], corrupted: Corrupted
) -> None:
    with text_output(path) as stream:
        for key, text, changed, edits in zip(keys, texts, corrupted.texts, corrupted.edits, strict=True):
            row = {
                "key": key,
                "reference": text,
                "text": changed,
                "alignment": list(align_edits(text.split(), edits)),
                "edits": [format_edit(edit) for edit in edits],
            }
            stream.write(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n")


def align_edits(words: Sequence[str], edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """The pairs of original and new words, "" where a side has none."""
    at = 0
    for edit in edits:
        yield from ((word, word) for word in words[at : edit.position])
        yield edit.reference, edit.hypothesis
        at = edit.position + len(edit.reference.split())
    yield from ((word, word) for word in words[at:])


def format_edit(edit: Edit) -> dict[str, Any]:
    """An error as JSON has it; unknown values are null."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in edit._asdict().items()
    }
