"""Lists of words of an evaluation, shares of parts of speech, tables of several pairs, and their plots."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.groups import count_shares
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.reports import lexicon as tables
from mondegreen.reports.lexicons_gathered import gather_tables, head_column

Command = Callable[..., Answer]

DICTIONARY = Dictionary(
    [Pair("rare", "R", 1.0), Pair("often", "O", 90.0), Pair("often", "OO", 90.0), Pair("some", "S", 30.0)], "dict.tsv"
)
CLASSES = {"n": {("rare", "R"), ("often", "O")}, "v": {("often", "OO")}, "nw": {("some", "S")}}
SYSTEM = Predictions("one", {"often": ["Os"], "some": ["T"]}, None, {"O", "Os", "T", "S"})
OTHER = Predictions("two", {"often": ["O"], "some": ["other"], "rare": ["x"]}, None, {"O", "other", "x"})


def evaluation(**more: object) -> Evaluation:
    return Evaluation(DICTIONARY, (SYSTEM, OTHER), (1,), **more)  # type: ignore[arg-type]


def test_every_answer_is_listed_with_what_it_is() -> None:
    forms = Lemmatizer({"Os": ["o"], "O": ["o"]}, "forms")
    found = list(evaluation(lemmatizer=forms, synonyms={("some", "T")}).answers())
    assert [(each.word, *each.translations) for each in found] == [("rare", "R"), ("often", "O", "OO"), ("some", "S")]
    assert [each.answers for each in found] == [
        [("", "not covered"), ("x", "not covered")],  # one has no vector; two knows no translation of it
        [("Os", "other form"), ("O", "right")],
        [("T", "synonym"), ("other", "not covered")],
    ]


def test_words_that_are_not_covered_have_their_rank_by_frequency() -> None:
    found = [(each.system, *each.word, each.lacks) for each in evaluation().uncovered()]
    assert found == [
        ("one", "rare", 1.0, 3, "vector"),
        ("two", "some", 30.0, 2, "translation vector"),
        ("two", "rare", 1.0, 3, "translation vector"),
    ]
    table = tables.tabulate_uncovered(evaluation())
    assert table.note == "rank: by the frequency in the dictionary, of 3 words"
    without = Dictionary([Pair("b", "B"), Pair("a", "A")], "plain")
    (first, second) = Evaluation(without, [Predictions("none", {})], (1,)).uncovered()
    assert [(each.word.word, each.word.frequency, each.word.rank) for each in (first, second)] == [
        *(("b", None, 1), ("a", None, 2))
    ]


def test_shares_are_of_words_and_of_pairs() -> None:
    """False pairs are no part of speech; a word of two counts in both."""
    found = evaluation(classes=CLASSES).shares()
    assert [tuple(each) for each in found] == [
        ("n", 2, pytest.approx(200 / 3), 2, pytest.approx(200 / 3)),
        ("v", 1, pytest.approx(100 / 3), 1, pytest.approx(100 / 3)),
    ]
    assert count_shares({}) == []
    assert tables.tabulate_shares(evaluation()) is None


def test_recall_stands_beside_precision_by_part_of_speech() -> None:
    table = tables.tabulate_pos(evaluation(classes=CLASSES))
    assert table is not None
    assert [column.heading for column in table.columns] == ["system", "part of speech", "words", "P@1", "R@1"]
    found = {(row[0], row[1]): row[2:] for row in table.rows}
    assert found["two", "nouns"] == [1, 100.0, 50.0]


def test_lists_are_shown_where_they_are_asked_for() -> None:
    assert {table.name for table in tables.report_evaluation(evaluation())}.isdisjoint(tables.LISTS)
    assert [table.name for table in tables.report_evaluation(evaluation(), tables.LISTS)] == list(tables.LISTS)


def test_tables_of_several_pairs_have_means() -> None:
    rows = {
        "en-de": {"pairs": [{"system": "a", "dictionary": "x", "pairs": 10, "precision_at_1": 40.0}]},
        "en-fr": {"pairs": [{"system": "a", "dictionary": "y", "pairs": 20, "precision_at_1": 60.0}]},
        "en-ru": {"pairs": [{"system": "b", "dictionary": "z", "pairs": 30, "precision_at_1": None}]},
    }
    (table,) = gather_tables(rows)
    assert [column.heading for column in table.columns] == ["pair", "system", "pairs", "P@1"]
    assert table.rows[1] == ["en-fr", "a", 20, 60.0]
    assert table.foot[0] == ["mean", "a", 15.0, 50.0]
    assert [head_column(key) for key in ("precision_of_all_at_10", "word_share")] == ["all P@10", "% of words"]
    with pytest.raises(ScoreError, match="there is no table pos in en-de"):
        list(gather_tables(rows, ["pos"]))


@pytest.fixture
def saved(files: Path, command: Command) -> None:
    """Evaluations of two pairs, and their parts of speech."""
    for name, word in (("one", "A"), ("two", "x")):
        Path(f"{name}.tsv").write_text("a\tA\nb\tB\nc\tC\n", encoding="utf-8")
        Path(f"{name}.n.txt").write_text("a\tA\nb\tB\n", encoding="utf-8")
        Path(f"{name}.v.txt").write_text("c\tC\n", encoding="utf-8")
        Path(f"{name}.answers.tsv").write_text(f"a\t{word}\nb\tB\nc\tx\n", encoding="utf-8")
        words = (f"{name}.tsv", f"s={name}.answers.tsv", "--pos", name, "--at", "1", "--output", f"{name}.json")
        assert command("lexicon", "eval", *words).code == 0


def test_evaluations_are_gathered(saved: None, command: Command) -> None:
    found = command("lexicon", "gather", "one.json", "second=two.json", "--report", "pos,shares", "--as", "json")
    pos, shares = json.loads(found.out)["reports"]
    assert [(row["pair"], row["group"], row["precision_at_1"]) for row in pos["rows"]] == [
        *(("one", "nouns", 100), ("one", "verbs", 0), ("second", "nouns", 50), ("second", "verbs", 0))
    ]
    assert [row["precision_at_1"] for row in pos["foot"]] == [75, 0]
    assert shares["foot"][0]["word_share"] == pytest.approx(200 / 3)
    assert [table.name for table in mg.lexicon.gather_evaluations(["one.json", "two.json"], report="pos")] == ["pos"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["one.json", "one.json"], 'two evaluations are called "one"'),
        (["one.tsv"], "one.tsv:1: this is not JSON"),
        (["empty.json"], "empty.json: this is no evaluation"),
        (["one.json", "--report", "pear"], 'there is no table "pear"'),
        (["one.json", "--report", "lemmas"], "there is no table lemmas in one"),
    ],
)
def test_what_cannot_be_gathered(saved: None, command: Command, words: list[str], said: str) -> None:
    Path("empty.json").write_text('{"reports": [{"report": 3}]}', encoding="utf-8")
    answer = command("lexicon", "gather", *words)
    assert answer.code == 2
    assert said in answer.err


def test_shares_need_no_system(saved: None, command: Command) -> None:
    found = command("lexicon", "eval", "one.tsv", "--pos", "one", "--report", "shares", "--as", "csv")
    assert found.code == 0
    assert "nouns,2" in found.out
    refused = command("lexicon", "eval", "one.tsv", "--pos", "one")
    assert (refused.code, "SYSTEM must be given" in refused.err) == (2, True)


@pytest.mark.parametrize("kind", ["accuracy", "pos", "shares", "uncovered"])
def test_evaluations_are_drawn(saved: None, command: Command, kind: str) -> None:
    pytest.importorskip("matplotlib")
    words = ("one.tsv", "s=one.answers.tsv", "--pos", "one", "--plot", f"{kind}=drawn.svg")
    assert command("lexicon", "eval", *words).code == 0
    shown = Path("drawn.svg").read_text(encoding="utf-8")
    wanted = {"accuracy": "P@1", "pos": "verbs", "shares": "% of words", "uncovered": "words not covered: one.tsv"}
    assert wanted[kind] in shown


def test_gathered_tables_are_drawn(saved: None, command: Command) -> None:
    pytest.importorskip("matplotlib")
    both = ("one.json", "two.json", "--plot", "pos=drawn.svg")
    assert command("lexicon", "gather", *both).code == 0
    assert "one, s" in Path("drawn.svg").read_text(encoding="utf-8")
    refused = command("lexicon", "gather", *both, "--report", "shares")
    assert "the table pos is not gathered; name it by --report" in refused.err
