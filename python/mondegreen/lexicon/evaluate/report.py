"""The tables of an evaluation."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary.pos import CLASSES
from mondegreen.lexicon.evaluate import TABLES, scores
from mondegreen.registry import find
from mondegreen.report.blocks import Column, Table
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.lexicon.evaluate.evaluation import Evaluation
    from mondegreen.lexicon.evaluate.judge import Judgments
    from mondegreen.report.blocks import Cell

SYSTEM = Column("system", "system")
# What a table is made of that may not be there.
NEEDS = {
    "lemmas": "give --forms",
    "pos": "give --pos, or a dictionary that tells it",
    "frequency": "give --bands, or a dictionary that tells it",
    "ranking": "give --pos with files",
    "explained": "give --forms or --synonyms",
    "gaps": "give two systems or more",
    "significance": "give two systems or more",
}


def make_tables(found: Evaluation, names: Sequence[str] = ()) -> Iterator[Table]:
    """The tables of these names, each of which must be known; without names, all of which anything is known."""
    makers: dict[str, Callable[[Evaluation], Table | None]] = {
        name: find("report", name, TABLES) for name in names or TABLES
    }
    for name, make in makers.items():
        table = make(found)
        if table is not None:
            yield table
        elif names:
            raise ScoreError(f"there is nothing to report of {name}; {NEEDS[name]}")


def tabulate_accuracy(found: Evaluation) -> Table:
    """P@k of covered words, of all words, and the mean reciprocal rank."""
    columns = [SYSTEM, Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    columns += [Column("reciprocal_rank", f"MRR@{max(found.depths)}", 2)]
    columns += [Column(f"precision_of_all_at_{depth}", f"all P@{depth}", 2) for depth in found.depths]
    rows: list[list[Cell]] = [
        [
            each.name,
            int(each.covered.sum()),
            *scores.compute_precision(each),
            scores.compute_reciprocal_rank(each),
            *scores.compute_precision(each, scores.ALL),
        ]
        for each in found.surface
    ]
    note = "P@k: of the words covered, those with a translation among k; all: words without a vector count as errors"
    if found.interval:
        bootstrap = found.bootstrap
        columns += [Column("low", "low", 2), Column("high", "high", 2)]
        ends = scores.compute_intervals(found.surface, bootstrap.resamples, bootstrap.level, bootstrap.seed)
        rows = [[*row, *pair] for row, pair in zip(rows, ends, strict=True)]
        note += f"; P@{found.depths[0]} lies between low and high in {describe_resampling(bootstrap)}"
    return Table("accuracy", f"Translations against {found.dictionary.name}", columns, rows, note)


def tabulate_coverage(found: Evaluation) -> Table:
    """What of the dictionary could be answered."""
    names = ("words", "no_vector", "no_translation", "covered")
    heads = ("words", "no vector", "no translation has one", "covered")
    columns = [SYSTEM, *(Column(name, head, 0) for name, head in zip(names, heads, strict=True))]
    columns += [Column("coverage", "covered %", 2), Column("first_words", "without vector, the first")]
    rows: list[list[Cell]] = []
    for each in found.surface:
        lacking = [head for head, known in zip(each.headwords, each.known.tolist(), strict=True) if not known]
        covered, known = int(each.covered.sum()), int(each.known.sum())
        counts = [len(each.headwords), len(lacking), known - covered, covered]
        rows.append([each.name, *counts, scores.to_percent(covered, len(each.headwords)), ", ".join(lacking[:5])])
    multiword = found.gold.multiword
    note = f"{amount(multiword, 'pair')} of several words left out" if multiword else ""
    return Table("coverage", "Words of the dictionary", columns, rows, note)


def tabulate_pairs(found: Evaluation) -> Table:
    """Precision and recall of pairs, as words are written."""
    return make_pair_table(found, "pairs", "Pairs found", found.surface)


def tabulate_lemmas(found: Evaluation) -> Table | None:
    """The same by lemmas."""
    if found.forms is None:
        return None
    return make_pair_table(
        found, "lemmas", "Pairs found, by lemmas", found.lemmatized, f"; lemmas by {found.forms.name}"
    )


def make_pair_table(found: Evaluation, name: str, title: str, judged: Sequence[Judgments], more: str = "") -> Table:
    """Precision beside recall of pairs at each depth; the dictionary tells tables of several languages apart."""
    columns = [SYSTEM, Column("dictionary", "dictionary"), Column("pairs", "pairs", 0)]
    for depth in found.depths:
        columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2), Column(f"recall_at_{depth}", f"R@{depth}", 2)]
    rows: list[list[Cell]] = [
        [
            *(each.name, Path(found.dictionary.name).name, int(each.answers.sum())),
            *chain.from_iterable(
                zip(scores.compute_precision(each, scores.PAIRS), scores.compute_recall(each), strict=True)
            ),
        ]
        for each in judged
    ]
    note = "P: of all predictions, with one for each word without a vector, those that are right; R: of all pairs"
    return Table(name, title, columns, rows, note + more)


def tabulate_pos(found: Evaluation) -> Table | None:
    """P@k by part of speech."""
    return make_group_table(found, "pos", "part of speech", found.by_class())


def tabulate_frequency(found: Evaluation) -> Table | None:
    """P@k by how frequent words are."""
    return make_group_table(found, "frequency", "frequency of the source word", found.by_frequency())


def make_group_table(found: Evaluation, name: str, by: str, groups: Mapping[str, Sequence[Judgments]]) -> Table | None:
    """P@k of each group."""
    if not groups:
        return None
    columns = [SYSTEM, Column("group", by), Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    rows: list[list[Cell]] = []
    for index, system in enumerate(found.systems):
        for group, judged in groups.items():
            each = judged[index]
            label = CLASSES.get(group, group) if name == "pos" else group
            rows.append([system.name, label, int(each.covered.sum()), *scores.compute_precision(each)])
    return Table(name, f"By {by}", columns, rows, "of the words covered")


def tabulate_senses(found: Evaluation) -> Table:
    """Precision and recall by how many translations words have."""
    columns = [SYSTEM, Column("translations", "translations"), Column("words", "words", 0)]
    columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2) for depth in found.depths]
    columns += [Column(f"recall_at_{depth}", f"R@{depth}", 2) for depth in found.depths]
    groups = found.by_senses()
    rows: list[list[Cell]] = [
        [system.name, group, int(each.covered.sum()), *scores.compute_precision(each), *scores.compute_recall(each)]
        for index, system in enumerate(found.systems)
        for group, judged in groups.items()
        for each in [judged[index]]
    ]
    return Table("senses", "By number of translations", columns, rows, "P of the words covered, R of all pairs")


def describe_resampling(bootstrap: Bootstrap) -> str:
    """How often chance was tried, and from which seed."""
    return f"{bootstrap.level:g} % of {bootstrap.resamples} resamples, seed {bootstrap.seed}"
