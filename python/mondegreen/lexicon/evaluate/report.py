"""The tables of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.lexicon.dictionary.pos import CLASSES
from mondegreen.lexicon.evaluate import scores
from mondegreen.report.blocks import Column, Table
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.lexicon.evaluate.evaluation import Evaluation
    from mondegreen.lexicon.evaluate.judge import Judged
    from mondegreen.report.blocks import Cell

SYSTEM = Column("system", "system")


def blocks(found: Evaluation, how: Bootstrap | None = None) -> Iterator[Table]:
    """All tables for which something is known."""
    yield accuracy(found, how)
    yield coverage(found)
    yield from headline(found)
    yield from grouped(found, "pos", "part of speech", found.by_class())
    yield from grouped(found, "frequency", "frequency of the source word", found.by_frequency())
    yield senses(found)
    if found.classes:
        yield ranking(found)
    if found.forms or found.synonyms:
        yield explained(found)
    if len(found.systems) > 1:
        yield gaps(found)


def accuracy(found: Evaluation, how: Bootstrap | None) -> Table:
    """P@k of covered words, of all words, and the mean reciprocal rank."""
    columns = [SYSTEM, Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    columns += [Column("reciprocal_rank", f"MRR@{max(found.depths)}", 2)]
    columns += [Column(f"precision_of_all_at_{depth}", f"all P@{depth}", 2) for depth in found.depths]
    rows: list[list[Cell]] = [
        [
            each.name,
            int(each.covered.sum()),
            *scores.precision(each),
            scores.reciprocal_rank(each),
            *scores.precision(each, scores.ALL),
        ]
        for each in found.surface
    ]
    said = "P@k: of the words covered, those with a translation among k; all: words without a vector count as errors"
    if how is not None:
        columns += [Column("low", "low", 2), Column("high", "high", 2)]
        ends = scores.interval(found.surface, how.resamples, how.level, how.seed)
        rows = [[*row, *pair] for row, pair in zip(rows, ends, strict=True)]
        said += f"; P@{found.depths[0]} lies between low and high in {how.level:g} % of {how.resamples} resamples"
    return Table("accuracy", f"Translations against {found.dictionary.name}", columns, rows, said)


def coverage(found: Evaluation) -> Table:
    """What of the dictionary could be answered."""
    names = ("words", "no_vector", "no_translation", "covered")
    heads = ("words", "no vector", "no translation has one", "covered")
    columns = [SYSTEM, *(Column(name, head, 0) for name, head in zip(names, heads, strict=True))]
    columns += [Column("coverage", "covered %", 2), Column("first_words", "without vector, the first")]
    rows: list[list[Cell]] = []
    for each in found.surface:
        lacking = [head for head, known in zip(each.heads, each.known.tolist(), strict=True) if not known]
        covered, known = int(each.covered.sum()), int(each.known.sum())
        counts = [len(each.heads), len(lacking), known - covered, covered]
        rows.append([each.name, *counts, scores.percent(covered, len(each.heads)), ", ".join(lacking[:5])])
    left_out = found.gold.several_words
    said = f"{amount(left_out, 'pair')} of several words left out" if left_out else ""
    return Table("coverage", "Words of the dictionary", columns, rows, said)


def headline(found: Evaluation) -> Iterator[Table]:
    """Precision and recall of pairs, as words are written and by lemmas."""
    columns = [SYSTEM, Column("pairs", "pairs", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    columns += [Column(f"recall_at_{depth}", f"R@{depth}", 2) for depth in found.depths]
    said = "P: of all predictions, with one for each word without a vector, those that are right; R: of all pairs"
    lemmas = f"{said}; lemmas by {found.forms.name}" if found.forms else ""
    parts = (
        ("pairs", "Pairs found", found.surface, said),
        ("lemmas", "Pairs found, by lemmas", found.lemmatised, lemmas),
    )
    for name, title, judged, note in parts:
        rows: list[list[Cell]] = [
            [each.name, int(each.answers.sum()), *scores.precision(each, scores.PAIRS), *scores.recall(each)]
            for each in judged
        ]
        if rows:
            yield Table(name, title, columns, rows, note)


def grouped(found: Evaluation, name: str, by: str, groups: Mapping[str, Sequence[Judged]]) -> Iterator[Table]:
    """P@k of each group."""
    if not groups:
        return
    columns = [SYSTEM, Column("group", by), Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    rows: list[list[Cell]] = []
    for place, system in enumerate(found.systems):
        for group, judged in groups.items():
            each = judged[place]
            label = CLASSES.get(group, group) if name == "pos" else group
            rows.append([system.name, label, int(each.covered.sum()), *scores.precision(each)])
    yield Table(name, f"By {by}", columns, rows, "of the words covered")


def senses(found: Evaluation) -> Table:
    """Precision and recall by how many translations words have."""
    columns = [SYSTEM, Column("translations", "translations"), Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    columns += [Column(f"recall_at_{depth}", f"R@{depth}", 2) for depth in found.depths]
    groups = found.by_senses()
    rows: list[list[Cell]] = [
        [system.name, group, int(each.covered.sum()), *scores.precision(each), *scores.recall(each)]
        for place, system in enumerate(found.systems)
        for group, judged in groups.items()
        for each in [judged[place]]
    ]
    return Table("senses", "By number of translations", columns, rows, "P of the words covered, R of all pairs")


def ranking(found: Evaluation) -> Table:
    """Systems before and after proper nouns and pairs that are no translations are dropped."""
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


def explained(found: Evaluation) -> Table:
    """Wrong first answers that are another form of a translation, or a synonym."""
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


def gaps(found: Evaluation) -> Table:
    """Two systems each: what either alone has right, before and after, and whether it may be chance."""
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
        "p": ("McNemar's p", 4),
    }
    columns = [Column(name, head, places) for name, (head, places) in names.items()]
    rows: list[list[Cell]] = [
        [
            *(each.one, each.other, each.words, each.table.only_first_right, each.table.only_second_right),
            *(each.one_explained, each.other_explained, each.before, each.after, each.shared, each.p),
        ]
        for each in found.gaps()
    ]
    said = "first answers to the clean dictionary; after: where a wrong answer is another form or a synonym, it counts"
    return Table("gaps", "Systems compared", columns, rows, said)
