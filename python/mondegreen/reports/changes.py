"""What text rules changed: for each how many texts, and which words became which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.reports.blocks import Block, Column, Table, make_columns
from mondegreen.results.changes import Changes

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
