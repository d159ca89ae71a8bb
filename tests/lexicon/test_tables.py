"""Tables of an evaluation, groups of words and gaps between systems, each number by hand; and lines of their files."""

import math
from pathlib import Path
from typing import cast

import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.evaluate import groups, lemmatizer, precision_recall, predictions
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer
from mondegreen.lexicon.evaluate.pairwise import FirstAnswers, compare_first_answers
from mondegreen.lexicon.evaluate.precision_recall import Gold, judge_predictions
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.reports import lexicon as tables
from mondegreen.reports.blocks import Table

NAN = math.nan
# Four words; two translations of the first; the last has no vector in either system, and d's translation none in one.
DICTIONARY = Dictionary(
    [
        Pair("a", "A", 100.0, "n"),
        Pair("a", "AA", 90.0, "v"),
        Pair("b", "B", 50.0, "n"),
        Pair("c", "C", 10.0, "a"),
        Pair("d", "D"),
        Pair("ice cream", "E"),
    ],
    "dir/dict.txt",
)
ONE = Predictions("one", {"a": ["A", "x"], "b": ["x", "B"], "c": ["y", "z"], "d": ["D", "q"]}, {"a": 0, "b": 5, "c": 9})
TWO = Predictions("two", {"a": ["AA", "A"], "b": ["B", "x"], "d": ["q", "r"]}, None, {"A", "AA", "B", "q", "r", "x"})
GOLD = Gold.from_pairs(DICTIONARY.words)


def evaluation(*systems: Predictions, **more: object) -> Evaluation:
    return Evaluation(DICTIONARY, systems or (ONE, TWO), (1, 2), **more)  # type: ignore[arg-type]


def rows(table: Table | None) -> list[list[object]]:
    assert table is not None
    return [list(row) for row in table.rows]


def test_accuracy_of_words_covered_and_of_all() -> None:
    """One covers all four, and is right at once twice; two covers a and b, and is right at once both times."""
    table = tables.tabulate_accuracy(evaluation())
    assert [column.heading for column in table.columns] == [
        *("system", "words", "P@1", "P@2", "MRR@2", "all P@1", "all P@2")
    ]
    assert rows(table) == [["one", 4, 50.0, 75.0, 62.5, 50.0, 75.0], ["two", 2, 100.0, 100.0, 100.0, 50.0, 50.0]]


def test_coverage_says_what_is_lacking() -> None:
    table = tables.tabulate_coverage(evaluation())
    assert rows(table) == [["one", 4, 0, 0, 4, 100.0, ""], ["two", 4, 1, 1, 2, 50.0, "c"]]
    assert table.note == "1 pair of several words skipped"
    many = Dictionary([Pair(f"w{at}", "x") for at in range(9)])
    ((_, *counts, first),) = rows(tables.tabulate_coverage(Evaluation(many, [ONE])))
    assert counts == [9, 9, 0, 0, 0.0]
    assert first == "w0, w1, w2, w3, w4"
    assert tables.tabulate_coverage(Evaluation(many, [ONE])).note == ""


def test_precision_and_recall_of_pairs() -> None:
    """Of five pairs: one predicts four at once, two of them right; two predicts three, and none for c, which counts."""
    table = tables.tabulate_pairs(evaluation())
    assert [column.heading for column in table.columns][2:] == ["pairs", "P@1", "R@1", "P@2", "R@2"]
    assert rows(table) == [
        ["one", "dict.txt", 5, 50.0, 40.0, 37.5, 60.0],
        ["two", "dict.txt", 5, 50.0, 40.0, pytest.approx(300 / 7), 60.0],
    ]


def test_answers_by_lemma() -> None:
    """By lemmas AA is A, so that there are four answers; y is another form of C."""
    made = Lemmatizer({"AA": ["A"], "y": ["C"]}, "table")
    table = tables.tabulate_lemmas(evaluation(lemmatizer=made))
    assert rows(table)[0] == ["one", "dict.txt", 4, 75.0, 75.0, 50.0, 100.0]
    assert cast("Table", table).note.endswith("; lemmas by table")
    assert tables.tabulate_lemmas(evaluation()) is None


def test_groups_of_words() -> None:
    assert groups.group_by_senses(GOLD) == {"1": ["b", "c", "d"], "2": ["a"]}
    many = Gold.from_pairs(
        [(head, f"{head}{at}") for head, count in (("p", 3), ("q", 4), ("r", 5)) for at in range(count)]
    )
    assert groups.group_by_senses(many) == {"3": ["p"], "4+": ["q", "r"]}
    ranks = {"a": 0, "b": 5, "c": 9}
    assert groups.group_by_rank(GOLD, ranks, [5]) == {"to 5": ["a"], "beyond 5": ["b", "c"], "no vector": ["d"]}
    assert groups.group_by_rank(GOLD, ranks, [10, 6]) == {"to 6": ["a", "b"], "to 10": ["c"], "no vector": ["d"]}
    assert groups.group_by_rank(GOLD, ranks, []) == {"known": ["a", "b", "c"], "no vector": ["d"]}
    assert groups.group_by_tag(GOLD, DICTIONARY.pairs) == {"n": ["a", "b"], "a": ["c"]}
    assert groups.group_by_frequency(GOLD, DICTIONARY.pairs, 2) == {"100 to 100": ["a"], "50 to 10": ["b", "c"]}
    assert groups.group_by_frequency(GOLD, DICTIONARY.pairs) == {
        "100 to 100": ["a"],
        "50 to 50": ["b"],
        "10 to 10": ["c"],
    }


@pytest.mark.parametrize("count", range(1, 10))
def test_bands_hold_as_many_words_as_each_other(count: int) -> None:
    """All words once, the most frequent first, and no band more than one word larger than another."""
    pairs = [Pair(f"w{at}", "x", float(at)) for at in range(count)]
    found = list(groups.group_by_frequency(Gold.from_pairs((pair.source, "x") for pair in pairs), pairs).values())
    assert [word for band in found for word in band] == [f"w{at}" for at in reversed(range(count))]
    sizes = [len(band) for band in found]
    assert len(sizes) == min(count, 4)
    assert max(sizes) - min(sizes) <= 1


def test_tables_of_groups() -> None:
    assert rows(tables.tabulate_senses(evaluation(ONE))) == [
        ["one", "1", 3, pytest.approx(100 / 3), pytest.approx(200 / 3), pytest.approx(100 / 3), pytest.approx(200 / 3)],
        ["one", "2", 1, 100.0, 100.0, 50.0, 50.0],
    ]
    assert rows(tables.tabulate_pos(evaluation(ONE))) == [
        ["one", "nouns", 2, 50.0, 100.0, pytest.approx(100 / 3), pytest.approx(200 / 3)],
        ["one", "adjectives", 1, 0.0, 0.0, 0.0, 0.0],
    ]
    named = tables.tabulate_pos(
        evaluation(ONE, classes={"n": {("a", "A"), ("b", "B")}, "pn": {("d", "D")}, "o": {("x", "X")}})
    )
    assert rows(named) == [
        ["one", "nouns", 2, 50.0, 100.0, 50.0, 100.0],
        ["one", "proper nouns", 1, 100.0, 100.0, 100.0, 100.0],
    ]
    assert rows(tables.tabulate_frequency(evaluation(ONE, bands=[5]))) == [
        ["one", "to 5", 1, 100.0, 100.0],
        ["one", "beyond 5", 2, 0.0, 50.0],
        ["one", "no vector", 1, 100.0, 100.0],
    ]
    assert rows(tables.tabulate_frequency(evaluation(TWO, bands=[5])))[0][1] == "100 to 100"  # no ranks are known


def test_names_and_false_pairs_may_be_dropped() -> None:
    """Without d, a name, two is ahead of one."""
    classes = {"pn": {("d", "D")}, "nw": {("c", "C")}}
    table = cast("Table", tables.tabulate_ranking(evaluation(classes=classes)))
    assert rows(table) == [["one", 50.0, 50.0, 0.0, 0.0, 2, 2], ["two", 100.0, 100.0, 50.0, 50.0, 1, 1]]
    assert table.note == "P@1 of the words covered; 2 words are clean"
    assert tables.tabulate_ranking(evaluation()) is None
    assert [tables.rank_value(value, [5, 7, 7]) for value in (5, 7, 8)] == [3, 1, 1]


def test_wrong_answers_that_are_not_so_wrong() -> None:
    made = Lemmatizer({"y": ["C"], "C": ["C"], "x": ["x"]}, "table")
    found = evaluation(ONE, lemmatizer=made, synonyms={("b", "x"), ("c", "y"), ("a", "A")})
    table = cast("Table", tables.tabulate_explained(found))
    assert rows(table) == [["one", "all", 4, 50.0, 1, 1, 100.0]]  # a form is not counted as a synonym too
    assert table.note == "forms by table, which lists 20 % of the translations"
    classes = {"pn": {("d", "D")}}
    both = cast("Table", tables.tabulate_explained(evaluation(ONE, synonyms={("b", "x")}, classes=classes)))
    assert rows(both) == [
        ["one", "all", 4, 50.0, 0, 1, 75.0],
        ["one", "clean", 3, pytest.approx(100 / 3), 0, 1, pytest.approx(200 / 3)],
    ]
    assert both.note == ""
    assert tables.tabulate_explained(evaluation()) is None


def first(name: str, right: str, words: str = "abcdefgh", forms: str = "", synonyms: str = "") -> FirstAnswers:
    return FirstAnswers(name, list(words), frozenset(right), frozenset(forms), frozenset(synonyms))


def test_the_gap_between_two_systems() -> None:
    """Of eight words one has five, the other three, two in common; half of the lead is explained."""
    found = compare_first_answers(first("one", "abcde", synonyms="f"), first("two", "abf", forms="c", synonyms="g"))
    assert (found.words, found.table.only_first_right, found.table.only_second_right) == (8, 3, 1)
    assert (found.one_explained, found.other_explained) == (1, 1)
    assert found.before == 100 * 2 / 8
    assert found.after == 100 * (3 - 1 - 1 + 1) / 8
    assert found.shared == 100 * 2 / 6
    assert found.p == pytest.approx(10 / 16)  # of four tosses three or more, or one or fewer, are alike
    some = compare_first_answers(first("one", "ab", "abx"), first("two", "b", "bay"))
    assert (some.words, some.before) == (2, 50.0)
    nothing = compare_first_answers(first("one", "", ""), first("two", "", ""))
    assert (nothing.before, nothing.after) == (0.0, 0.0)
    assert math.isnan(nothing.shared)
    right = compare_first_answers(first("one", "ab", "ab"), first("two", "ab", "ab"))
    assert math.isnan(right.shared)
    assert math.isnan(first("one", "", "").accuracy())
    assert first("one", "ab", forms="c", synonyms="d").accuracy(explained=True) == 50.0


@pytest.mark.parametrize("make", [tables.tabulate_gaps, tables.tabulate_significance])
def test_one_system_has_no_rival(make: object) -> None:
    assert make(evaluation(ONE)) is None  # type: ignore[operator]
    assert len(rows(make(evaluation()))) in {1, 2}  # type: ignore[operator]


def test_tables_that_cannot_be_made_are_named_with_what_they_need() -> None:
    every = [table.name for table in tables.report_evaluation(evaluation(ONE))]
    assert every == ["accuracy", "coverage", "pairs", "shares", "pos", "frequency", "senses"]
    for name, needs in tables.NEEDS.items():
        if name not in every:
            with pytest.raises(ScoreError, match=f"there is nothing to report of {name}; {needs}"):
                list(tables.report_evaluation(evaluation(ONE), [name]))
    assert [table.name for table in tables.report_evaluation(evaluation(), ["gaps", "pairs"])] == ["gaps", "pairs"]


def test_forms_of_a_word_are_one_answer_at_each_depth() -> None:
    found = judge_predictions(
        Gold.from_pairs([("a", "xs")]), Predictions("p", {"a": ["y", "ys", "x", "xs"]}), (1, 2, 3), lambda word: word[0]
    )
    assert found.rows.tolist() == [[1, 1, 2]]
    assert found.right.tolist() == [[0, 0, 1]]
    assert found.reciprocal.tolist() == [0.5]
    assert precision_recall.compute_recall(found) == [0.0, 0.0, 100.0]


@pytest.mark.parametrize("level", [95.0, 50.0])
def test_intervals_leave_as_much_out_on_either_side(level: float) -> None:
    import numpy as np

    low, high = precision_recall.find_bounds(np.arange(101.0), np.full(101, 100.0), level)
    assert (low, high) == pytest.approx(((100 - level) / 2, 100 - (100 - level) / 2))
    assert math.isnan(precision_recall.find_bounds(np.zeros(2), np.zeros(2), level)[0])


# --- files, line by line ---


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("blank", ["", "  ", "\t", "\t\t"])
def test_blank_lines_of_tables_of_forms(tmp_path: Path, blank: str, place: int) -> None:
    lines = ["go\twent\tV;PST", "go\tgoes"]
    lines[place:place] = [blank]
    (tmp_path / "forms").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = lemmatizer.load_lemmas(str(tmp_path / "forms"))
    assert found.lemmas == {"went": ["go"], "goes": ["go"]}
    with (tmp_path / "forms").open("a", encoding="utf-8") as file:
        file.write("alone\n")
    with pytest.raises(ScoreError, match=r"forms:4: a lemma, a tab and a form belong here"):
        lemmatizer.load_lemmas(str(tmp_path / "forms"))


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("blank", ["", "  ", "\t"])
def test_blank_lines_of_predictions(tmp_path: Path, blank: str, place: int) -> None:
    lines = ["a\tx\ty\tx", "b\t-"]
    lines[place:place] = [blank]
    (tmp_path / "p").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert predictions.load_predictions(str(tmp_path / "p"), "p").ranked == {"a": ["x", "y"]}
    with (tmp_path / "p").open("a", encoding="utf-8") as file:
        file.write("a\tz\n")
    with pytest.raises(ScoreError, match=r'p:4: "a" had come before'):
        predictions.load_predictions(str(tmp_path / "p"), "p")


def test_forms_that_share_a_lemma_are_alike() -> None:
    made = Lemmatizer({"saw": ["see", "saw"], "seen": ["see"], "sawed": ["saw"]})
    pairs = [("saw", "seen"), ("saw", "sawed"), ("seen", "sawed"), ("x", "x"), ("x", "y"), ("seen", "see")]
    assert [made.share_lemma(*pair) for pair in pairs] == [True, True, False, True, False, True]
    assert (made.lemma("saw"), made.lemma("x")) == ("see", "x")
    assert (made.coverage(["saw", "x"]), made.coverage([])) == (0.5, 0.0)
