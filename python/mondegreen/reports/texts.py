"""What became of texts: what rules changed in them, and which errors were simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mondegreen.errors import pluralize
from mondegreen.metrics.base import percent
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.results.changes import Changes
from mondegreen.simulation.drawing import Corrupted
from mondegreen.simulation.profile import Profile
from mondegreen.simulation.rates import TargetRates
from mondegreen.simulation.simulation import SimulationPlan

RULES = [
    Column("rule", "rule"),
    *make_columns(0, texts="texts", changed="changed", emptied="to nothing", words="changes of words"),
]
WORDS = [*make_columns(before="before", after="after"), Column("count", "times", 0), Column("utterance", "first in")]


def report_rule_changes(name: str, found: Sequence[Changes], top: int) -> Iterator[Block]:
    """A table of the rules, and for each that changed words one of the most frequent changes."""
    yield tabulate_rules(name, found)
    for each in found:
        if each.words:
            ranked = sorted(each.words.items(), key=lambda item: (-item[1], item[0]))[:top]
            lines = [(before, after, times, each.examples[before, after]) for (before, after), times in ranked]
            note = f"{len(ranked)} of {len(each.words)} different changes" if len(ranked) < len(each.words) else ""
            yield Table("changes", each.rule, WORDS, lines, note)


def tabulate_rules(name: str, found: Sequence[Changes]) -> Table:
    """How many texts each rule changed, and how many words."""
    rows = [(each.rule, each.texts, each.changed, each.emptied, each.words.total()) for each in found]
    return Table("rules", f"what each step changes in {name}", RULES, rows)


KINDS = ("substitutions", "deletions", "insertions")


def report_simulation(simulation: SimulationPlan, corrupted: Corrupted, found: Profile) -> list[Table]:
    """The errors, and those of an imitated system beside them."""
    tables = [make_error_table(corrupted, simulation.requested, found, simulation.notes)]
    if simulation.profile is not None:
        tables += make_likeness_tables(simulation.profile, found, simulation.classes)
    return tables


def make_error_table(corrupted: Corrupted, requested: TargetRates, found: Profile, notes: Sequence[str]) -> Table:
    """How many errors were requested, how many were simulated, and how many an aligner finds."""
    counts = corrupted.counts
    observed = [sum(each.values()) for each in (found.replaced, found.lost, found.added)]
    table = [*zip(KINDS, requested, counts, observed, strict=True)]
    table.append(("word error rate", sum(requested), sum(counts), sum(observed)))
    words = corrupted.words
    rows: list[list[Cell]] = [
        [name, 100 * goal, made, percent(made, words), count, percent(count, words)]
        for name, goal, made, count in table
    ]
    columns = [Column("errors", "errors"), Column("wanted", "target", 2, unit="%")]
    columns += [Column("made", "simulated", 0), Column("made_rate", "rate", 2, unit="%")]
    columns += [Column("found", "aligned", 0), Column("found_rate", "rate", 2, unit="%")]
    uncovered = round(words * (1 - corrupted.covered))
    covered = (
        f"{uncovered} of {pluralize(words, 'word')} have no candidates; aligned: errors as the aligner counts them"
    )
    return Table("errors", "errors", columns, rows[:-1], "; ".join([covered, *notes]), rows[-1:])


def make_likeness_tables(system: Profile, simulated: Profile, classes: Mapping[str, str]) -> Iterator[Table]:
    """The errors of a system beside those that imitate them."""
    columns = [Column("measure", "measure"), *make_columns(2, system="system", simulated="simulated")]
    sides = (system, simulated)
    rows: list[list[Cell]] = [["reference words", *(each.words for each in sides)]]
    rows.append(["word error rate, %", *(100 * each.rate for each in sides)])
    rows += [[f"{kind}, %", *(100 * getattr(each, kind) for each in sides)] for kind in KINDS]
    for kind in KINDS:
        rows.append([f"share of {kind}, %", *(percent(getattr(each, kind), each.rate) for each in sides)])
    rows.append(["words in a run of errors", *(each.run for each in sides)])
    yield Table("likeness", f"errors of {system.name} vs. simulated errors", columns, rows)
    yield make_class_table(sides, classes)


def make_class_table(sides: Sequence[Profile], classes: Mapping[str, str]) -> Table:
    """How many words of each class were replaced and lost."""
    columns = [Column("class", "word class")]
    for name in ("system", "simulated"):
        columns.append(Column(f"{name}_words", f"{name}: words", 0))
        columns += make_columns(2, **{f"{name}_substituted": "sub %", f"{name}_deleted": "del %"})
    found = [each.count_by_class(classes) for each in sides]
    rows: list[list[Cell]] = []
    for name in sorted({*found[0], *found[1]}):
        cells: list[Cell] = [name or "others"]
        for each in found:
            words, replaced, lost = each.get(name, (0, 0, 0))
            cells += [words, percent(replaced, words), percent(lost, words)]
        rows.append(cells)
    note = "" if sides[0].spoken else "a dtl holds neither word counts nor the order of errors"
    return Table("classes", "errors by word class", columns, rows, note)
