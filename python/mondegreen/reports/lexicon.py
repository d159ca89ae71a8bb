"""The tables of an evaluation: of each system by itself, then of systems set against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path

from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError, pluralize
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.groups import CLASSES
from mondegreen.lexicon.evaluate.pairwise import compare_precision
from mondegreen.lexicon.evaluate.precision_recall import (
    ALL_PAIRS,
    ALL_WORDS,
    Judgments,
    compute_intervals,
    compute_precision,
    compute_recall,
    compute_reciprocal_rank,
)
from mondegreen.metrics.base import percent
from mondegreen.reports import LEXICON_REPORTS
from mondegreen.reports.blocks import Cell, Column, Table, make_columns
from mondegreen.reports.metrics import tabulate_groups
from mondegreen.results.interval import Bootstrap, warn_of_few_units

SYSTEM, DICTIONARY, WORDS = Column("system", "system"), Column("dictionary", "dictionary"), Column("words", "words", 0)
TWO_SYSTEMS = make_columns(one="system", other="against")
INTERVAL = make_columns(2, low="low", high="high")
# Lists of words, as long as the dictionary: shown where they are asked for.
LISTS = ("answers", "uncovered")
TITLES = {"pos": "part of speech", "senses": "number of translations"}
# What a table needs that may be missing.
NEEDS = {
    "lemmas": "give --forms",
    "pos": "give --pos, or a dictionary with parts of speech",
    "frequency": "give --bands, or a dictionary with frequency bands",
    "ranking": "give --pos with files",
    "shares": "give --pos, or a dictionary with parts of speech",
    "explained": "give --forms or --synonyms",
    "gaps": "give two systems or more",
    "significance": "give two systems or more",
}


def select_reports(report: str | None) -> tuple[str, ...]:
    """The tables that are asked for, of which all are known."""
    names = tuple(report.split(",")) if report else ()
    for name in names:
        if name not in LEXICON_REPORTS:
            raise unknown_name(LEXICON_REPORTS.kind, name, LEXICON_REPORTS)
    return names


def report_evaluation(found: Evaluation, names: Sequence[str] = ()) -> Iterator[Table]:
    """The tables of these names, each of which must be known; without names, all of which anything is known."""
    makers: dict[str, Callable[[Evaluation], Table | None]] = {
        name: LEXICON_REPORTS.find(name) for name in names or LEXICON_REPORTS if names or name not in LISTS
    }
    for name, make in makers.items():
        table = make(found)
        if table is not None:
            yield table
        elif names:
            raise ScoreError(f"there is nothing to report of {name}; {NEEDS[name]}")


def tabulate_accuracy(found: Evaluation) -> Table:
    """P@k of covered words, of all words, and the mean reciprocal rank."""
    columns = [SYSTEM, WORDS, *depth_columns(found, "precision_at", "P")]
    columns += [Column("reciprocal_rank", f"MRR@{max(found.depths)}", 2)]
    columns += depth_columns(found, "precision_of_all_at", "all P")
    rows: list[list[Cell]] = []
    for each in found.surface:
        values = [*compute_precision(each), compute_reciprocal_rank(each), *compute_precision(each, ALL_WORDS)]
        rows.append([each.name, int(each.covered.sum()), *values])
    note = "P@k: of the words covered, those with a translation among k; all: words without a vector count as errors"
    if found.interval:
        columns += INTERVAL
        ends = compute_intervals(found.surface, found.bootstrap)
        rows = [[*row, *pair] for row, pair in zip(rows, ends, strict=True)]
        note += f"; low, high: confidence interval of P@{found.depths[0]}, {describe_resampling(found.bootstrap)}"
    return Table("accuracy", f"Translations against {found.dictionary.name}", columns, rows, note)


def tabulate_coverage(found: Evaluation) -> Table:
    """What of the dictionary could be answered."""
    counted = {"no_vector": "no vector", "no_translation": "no translation vector", "covered": "covered"}
    columns = [SYSTEM, WORDS, *make_columns(0, **counted)]
    columns += [Column("coverage", "coverage", 2, unit="%"), Column("first_words", "first without vector")]
    rows: list[list[Cell]] = []
    for each in found.surface:
        lacking = [head for head, known in zip(each.headwords, each.known.tolist(), strict=True) if not known]
        covered, known = int(each.covered.sum()), int(each.known.sum())
        counts = [len(each.headwords), len(lacking), known - covered, covered]
        rows.append([each.name, *counts, percent(covered, len(each.headwords)), ", ".join(lacking[:5])])
    multiword = found.gold.multiword
    note = f"{pluralize(multiword, 'pair')} of several words skipped" if multiword else ""
    return Table("coverage", "Words of the dictionary", columns, rows, note)


def tabulate_pairs(found: Evaluation) -> Table:
    """Precision and recall of pairs, as words are written."""
    return make_pair_table(found, "pairs", "pairs found", found.surface)


def tabulate_lemmas(found: Evaluation) -> Table | None:
    if found.lemmatizer is None:
        return None
    more = f"; lemmas by {found.lemmatizer.name}"
    return make_pair_table(found, "lemmas", "pairs found, by lemma", found.lemmatized, more)


def make_pair_table(found: Evaluation, name: str, title: str, judged: Sequence[Judgments], more: str = "") -> Table:
    """Precision beside recall of pairs at each depth; the dictionary distinguishes tables of several languages."""
    columns = [SYSTEM, DICTIONARY, Column("pairs", "pairs", 0)]
    for depth in found.depths:
        columns += [Column(f"precision_at_{depth}", f"P@{depth}", 2), Column(f"recall_at_{depth}", f"R@{depth}", 2)]
    rows: list[list[Cell]] = [
        [
            *(each.name, Path(found.dictionary.name).name, int(each.answers.sum())),
            *chain.from_iterable(zip(compute_precision(each, ALL_PAIRS), compute_recall(each), strict=True)),
        ]
        for each in judged
    ]
    note = "P: correct predictions among all, words without a vector counting as one each; R: among all pairs"
    return Table(name, title, columns, rows, note + more)


def tabulate_shares(found: Evaluation) -> Table | None:
    """What part of the dictionary each part of speech is."""
    shares = found.shares()
    if not shares:
        return None
    columns = [DICTIONARY, Column("group", "part of speech"), WORDS, Column("word_share", "% of words", 2)]
    columns += [Column("pairs", "pairs", 0), Column("pair_share", "% of pairs", 2)]
    name = Path(found.dictionary.name).name
    rows: list[list[Cell]] = [[name, CLASSES.get(each.group, each.group), *each[1:]] for each in shares]
    note = "of the words and pairs with a part of speech; a word with several counts in each"
    return Table("shares", f"Parts of speech of {name}", columns, rows, note)


def tabulate_answers(found: Evaluation) -> Table:
    """Each word, its translations, and what every system answered."""
    columns = make_columns(word="word", translations="translations")
    for index, system in enumerate(found.systems, 1):
        columns += [Column(f"answer_{index}", system.name), Column(f"kind_{index}", "is")]
    rows: list[list[Cell]] = [
        [each.word, ", ".join(filter(None, each.translations)), *chain.from_iterable(each.answers)]
        for each in found.answers()
    ]
    return Table("answers", f"First answers to {found.dictionary.name}", columns, rows)


def tabulate_uncovered(found: Evaluation) -> Table:
    """The words that cannot be translated, by the rank of their frequency."""
    columns = [SYSTEM, *make_columns(word="word", lacks="lacks"), *make_columns(0, rank="rank", frequency="frequency")]
    rows: list[list[Cell]] = [
        [each.system, each.word.word, each.lacks, each.word.rank, each.word.frequency] for each in found.uncovered()
    ]
    known = any(pair.frequency is not None for pair in found.dictionary.pairs)
    note = f"rank: by the frequency in the dictionary, of {len(found.gold.answers)} words"
    if not known:
        note = f"rank: place in the dictionary, which has no frequencies, of {len(found.gold.answers)} words"
    return Table("uncovered", "Words without a vector, or without one of a translation", columns, rows, note)


def tabulate_pos(found: Evaluation) -> Table | None:
    """Precision and recall by part of speech."""
    parts = {CLASSES.get(name, name): judged for name, judged in found.by_class().items()}
    if not parts:
        return None
    return tabulate_both(found, "pos", Column("group", "part of speech"), parts)


def tabulate_frequency(found: Evaluation) -> Table | None:
    return make_group_table(found, "frequency", "frequency of the source word", found.by_frequency())


def make_group_table(found: Evaluation, name: str, by: str, groups: Mapping[str, Sequence[Judgments]]) -> Table | None:
    if not groups:
        return None
    columns = [SYSTEM, Column("group", by), WORDS, *depth_columns(found, "precision_at", "P")]
    rows = (
        ((system, group), (words, *compute_precision(each)))
        for system, group, words, each in iterate_groups(found, groups)
    )
    return tabulate_groups(name, f"By {by}", columns, rows, "of the words covered")


def iterate_groups(
    found: Evaluation, groups: Mapping[str, Sequence[Judgments]]
) -> Iterator[tuple[str, str, int, Judgments]]:
    """Each system's judgments of each group, and how many of its words they cover."""
    for index, system in enumerate(found.systems):
        for group, judged in groups.items():
            yield system.name, group, int(judged[index].covered.sum()), judged[index]


def tabulate_senses(found: Evaluation) -> Table:
    """Precision and recall by how many translations words have."""
    return tabulate_both(found, "senses", Column("translations", "translations"), found.by_senses())


def tabulate_both(found: Evaluation, name: str, by: Column, groups: Mapping[str, Sequence[Judgments]]) -> Table:
    """Precision of words and recall of pairs by group."""
    columns = [SYSTEM, by, WORDS, *depth_columns(found, "precision_at", "P"), *depth_columns(found, "recall_at", "R")]
    rows = (
        ((system, group), (words, *compute_precision(each), *compute_recall(each)))
        for system, group, words, each in iterate_groups(found, groups)
    )
    return tabulate_groups(name, f"By {TITLES[name]}", columns, rows, "P of the words covered, R of all pairs")


def depth_columns(found: Evaluation, name: str, heading: str) -> list[Column]:
    return make_columns(2, **{f"{name}_{depth}": f"{heading}@{depth}" for depth in found.depths})


def describe_resampling(bootstrap: Bootstrap) -> str:
    return f"{bootstrap.level:g} % of {bootstrap.resamples} resamples, seed {bootstrap.seed}"


def tabulate_ranking(found: Evaluation) -> Table | None:
    """Systems before and after proper nouns and pairs that are no translations are dropped."""
    if not found.classes:
        return None
    columns = [SYSTEM, *make_columns(2, all="all", clean="clean")]
    columns += make_columns(2, all_difference="to the first", clean_difference="clean to the first")
    columns += make_columns(0, all_rank="rank", clean_rank="clean rank")
    full, clean = ([each.accuracy() for each in found.firsts(gold)] for gold in (found.gold, found.clean))
    rows: list[list[Cell]] = [
        [system.name, one, other, one - full[0], other - clean[0], rank_value(one, full), rank_value(other, clean)]
        for system, one, other in zip(found.systems, full, clean, strict=True)
    ]
    note = f"P@1 of the words covered; {len(found.clean.answers)} words are clean"
    return Table("ranking", "Without proper nouns and false pairs", columns, rows, note)


def rank_value(value: float, values: Sequence[float]) -> int:
    return 1 + sum(other > value for other in values)


def tabulate_explained(found: Evaluation) -> Table | None:
    """Wrong first answers that are another form of a translation, or a synonym."""
    if not (found.lemmatizer or found.synonyms):
        return None
    columns = [SYSTEM, DICTIONARY, WORDS, Column("precision", "P@1", 2)]
    columns += [
        *make_columns(0, forms="other forms", synonyms="synonyms"),
        Column("with_explained", "P@1 with them", 2),
    ]
    rows: list[list[Cell]] = []
    for name, gold in (("all", found.gold), *((("clean", found.clean),) if found.classes else ())):
        for each in found.firsts(gold):
            counts = [len(each.forms), len(each.synonyms)]
            rows.append([each.name, name, len(each.words), each.accuracy(), *counts, each.accuracy(explained=True)])
    note = ""
    if found.lemmatizer is not None:
        share = found.lemmatizer.coverage(word for words in found.gold.answers.values() for word in words if word)
        note = f"forms by {found.lemmatizer.name}, which lists {100 * share:.0f} % of the translations"
    return Table("explained", "first answers that are other forms or synonyms", columns, rows, note)


def tabulate_gaps(found: Evaluation) -> Table | None:
    """Two systems each: what either alone has right, before and after, and McNemar's p-value."""
    if len(found.systems) < 2:
        return None
    columns = [*TWO_SYSTEMS, WORDS, *make_columns(0, only_one="only one right", only_other="only other right")]
    columns += make_columns(0, one_explained="one explained", other_explained="other explained")
    columns += make_columns(2, gap="gap", gap_after="gap after", shared_errors="errors shared %")
    columns.append(Column("p", "McNemar's p", 4, probability=True))
    rows: list[list[Cell]] = [
        [
            *(each.one, each.other, each.words, each.table.only_first_right, each.table.only_second_right),
            *(each.one_explained, each.other_explained, each.before, each.after, each.shared, each.p),
        ]
        for each in found.gaps()
    ]
    note = "first answers to the clean dictionary; after: where a wrong answer is another form or a synonym, it counts"
    return Table("gaps", "systems compared", columns, rows, note)


def tabulate_significance(found: Evaluation) -> Table | None:
    """Two systems each: the difference of P@k, its confidence interval, and p-values."""
    if len(found.systems) < 2:
        return None
    columns = [*TWO_SYSTEMS, Column("at", "P@k, k", 0), WORDS]
    columns += [*make_columns(2, precision="P@k", other_precision="other P@k", gap="gap"), *INTERVAL]
    tests = {"bootstrap": "bootstrap p", "randomization": "randomization p", "mcnemar": "McNemar's p"}
    columns += [Column(f"{name}_p", heading, 4, probability=True) for name, heading in tests.items()]
    compared = [
        (one, other, each)
        for one, other in combinations(found.surface, 2)
        for each in compare_precision(one, other, found.bootstrap)
    ]
    rows: list[list[Cell]] = [
        [
            *(one.name, other.name, each.depth, each.words, each.one, each.other, each.gap),
            *(each.low, each.high, each.bootstrap, each.randomization, each.mcnemar),
        ]
        for one, other, each in compared
    ]
    drawn = describe_resampling(found.bootstrap)
    note = f"of the words that both cover; low, high: confidence interval of the gap, {drawn}"
    few = warn_of_few_units(min((each.words for *_, each in compared), default=None), "word")
    return Table("significance", "Significance of differences", columns, rows, "; ".join([note, *few]))
