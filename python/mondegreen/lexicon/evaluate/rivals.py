"""The tables that set systems against each other."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from mondegreen.aggregate.interval import warn_of_few_units
from mondegreen.lexicon.evaluate.report import SYSTEM, drawn
from mondegreen.lexicon.evaluate.significance import differences
from mondegreen.report.blocks import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.lexicon.evaluate.evaluation import Evaluation
    from mondegreen.report.blocks import Cell


def ranking(found: Evaluation) -> Table | None:
    """Systems before and after proper nouns and pairs that are no translations are dropped."""
    if not found.classes:
        return None
    columns = [SYSTEM, Column("all", "all", 2), Column("clean", "clean", 2)]
    columns += [Column("all_difference", "to the first", 2), Column("clean_difference", "clean to the first", 2)]
    columns += [Column("all_rank", "rank", 0), Column("clean_rank", "clean rank", 0)]
    whole, clean = ([each.accuracy() for each in found.firsts(gold)] for gold in (found.gold, found.clean))
    rows: list[list[Cell]] = [
        [system.name, one, other, one - whole[0], other - clean[0], rank(one, whole), rank(other, clean)]
        for system, one, other in zip(found.systems, whole, clean, strict=True)
    ]
    kept = len(found.clean.answers)
    return Table(
        "ranking",
        "Without proper nouns and false pairs",
        columns,
        rows,
        f"P@1 of the words covered; {kept} words are clean",
    )


def rank(value: float, values: Sequence[float]) -> int:
    """How many are greater, and one."""
    return 1 + sum(other > value for other in values)


def explained(found: Evaluation) -> Table | None:
    """Wrong first answers that are another form of a translation, or a synonym."""
    if not (found.forms or found.synonyms):
        return None
    columns = [SYSTEM, Column("dictionary", "dictionary"), Column("words", "words", 0), Column("precision", "P@1", 2)]
    columns += [Column("forms", "other forms", 0), Column("synonyms", "synonyms", 0)]
    columns += [Column("with_explained", "P@1 with them", 2)]
    rows: list[list[Cell]] = []
    for name, gold in (("all", found.gold), *((("clean", found.clean),) if found.classes else ())):
        for each in found.firsts(gold):
            counts = [len(each.forms), len(each.synonyms)]
            rows.append([each.name, name, len(each.words), each.accuracy(), *counts, each.accuracy(explained=True)])
    said = ""
    if found.forms is not None:
        share = found.forms.share(word for words in found.gold.answers.values() for word in words if word)
        said = f"forms by {found.forms.name}, which lists {100 * share:.0f} % of the translations"
    return Table("explained", "Wrong first answers that are not so wrong", columns, rows, said)


def gaps(found: Evaluation) -> Table | None:
    """Two systems each: what either alone has right, before and after, and whether it may be chance."""
    if len(found.systems) < 2:
        return None
    names = {
        "one": ("system", None),
        "other": ("against", None),
        "words": ("words", 0),
        "only_one": ("only one right", 0),
        "only_other": ("only other right", 0),
        "one_explained": ("one explained", 0),
        "other_explained": ("other explained", 0),
        "gap": ("gap", 2),
        "gap_after": ("gap after", 2),
        "shared_errors": ("errors shared %", 2),
    }
    columns = [Column(name, head, places) for name, (head, places) in names.items()]
    columns.append(Column("p", "McNemar's p", 4, probability=True))
    rows: list[list[Cell]] = [
        [
            *(each.one, each.other, each.words, each.table.only_first_right, each.table.only_second_right),
            *(each.one_explained, each.other_explained, each.before, each.after, each.shared, each.p),
        ]
        for each in found.gaps()
    ]
    said = "first answers to the clean dictionary; after: where a wrong answer is another form or a synonym, it counts"
    return Table("gaps", "Systems compared", columns, rows, said)


def significance(found: Evaluation) -> Table | None:
    """Two systems each: by how much P@k differs, and how likely so much is by chance."""
    if len(found.systems) < 2:
        return None
    columns = [
        Column("one", "system"),
        Column("other", "against"),
        Column("at", "P@k, k", 0),
        Column("words", "words", 0),
    ]
    columns += [Column("precision", "P@k", 2), Column("other_precision", "other P@k", 2), Column("gap", "gap", 2)]
    columns += [Column("low", "low", 2), Column("high", "high", 2)]
    tests = {"bootstrap": "bootstrap p", "randomisation": "randomisation p", "mcnemar": "McNemar's p"}
    columns += [Column(f"{name}_p", heading, 4, probability=True) for name, heading in tests.items()]
    compared = [
        (one, other, each)
        for one, other in combinations(found.surface, 2)
        for each in differences(one, other, found.how)
    ]
    rows: list[list[Cell]] = [
        [
            *(one.name, other.name, each.depth, each.words, each.one, each.other, each.gap),
            *(each.low, each.high, each.bootstrap, each.randomisation, each.mcnemar),
        ]
        for one, other, each in compared
    ]
    said = f"of the words that both cover; the gap lies between low and high in {drawn(found.how)}"
    few = warn_of_few_units(min((each.words for *_, each in compared), default=None), "word")
    return Table("significance", "Differences that may be chance", columns, rows, "; ".join([said, *few]))
