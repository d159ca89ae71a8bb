"""Reference words by what they are like, by hand: for every way to group them the names, their order and the counts."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.results.word_groups import (
    WAYS,
    Substitution,
    choose_weighted_metric,
    count_insertions,
    first_number,
    group_words,
    rank_by_cost,
)
from toys import TOYS

# Words of one letter and of 10, 11, 12 and 13; of several scripts and of none; "b" stands there twice, "a" three times.
LONG = ["b" * length for length in (10, 11, 12, 13)]
REFERENCES = ["a b a b 1 a", " ".join(LONG), "я 日", ""]
# The second "a" is replaced, the first word of eleven letters lost, the 日 replaced, two words are added.
HYPOTHESES = ["a b x b 1 a", f"{LONG[0]} {LONG[2]} {LONG[3]}", "я 月 y", "z"]

EXPECTED = {
    "word-class": [("1", 1, 0, 0), ("a", 3, 1, 0), ("b", 6, 0, 1), ("я", 1, 0, 0), ("日", 1, 1, 0)],
    "word-script": [("cyrillic", 1, 0, 0), ("han", 1, 1, 0), ("latin", 9, 1, 1), ("none", 1, 0, 0)],
    "word-frequency": [("1", 7, 1, 1), ("2-3", 5, 1, 0)],
    "word-length": [("1", 8, 2, 0), ("10", 1, 0, 0), ("11", 1, 0, 1), ("12 or more", 2, 0, 0)],
    # Places 0 to 5 of six: fifths 1 1 2 3 4 5; of four: 1 2 3 4; of two: 1 3.
    "position": [
        ("fifth 1", 4, 0, 0),
        ("fifth 2", 2, 1, 1),
        ("fifth 3", 3, 1, 0),
        ("fifth 4", 2, 0, 0),
        ("fifth 5", 1, 0, 0),
    ],
}


def run() -> mg.Run:
    return mg.score(REFERENCES, HYPOTHESES, policy="sub-first", resources=mg.Resources(None, TOYS))


@pytest.mark.parametrize("way", WAYS)
def test_by_hand(way: str) -> None:
    found = [(each.name, each.words, each.substitutions, each.deletions) for each in group_words(run(), way)]
    if way == "word-class":  # the tagger of the toys gives the first letter; digits stand where their number does
        assert sorted(found) == EXPECTED[way]
    else:
        assert found == EXPECTED[way]


def test_the_rate_is_of_what_was_replaced_or_lost() -> None:
    assert {each.name: each.rate for each in group_words(run(), "position")}["fifth 2"] == 100
    assert count_insertions(run()) == 2


def test_as_many_tags_as_words(tmp_path: Path) -> None:
    (tmp_path / "tags").write_text("u1 N V\n", encoding="utf-8")
    resources = mg.Resources(None, {"ref-tags": str(tmp_path / "tags")})
    one = mg.score({"u1": "a"}, {"u1": "a"}, resources=resources)
    with pytest.raises(mg.ScoreError):
        group_words(one, "word-class")


@pytest.mark.parametrize(
    ("name", "number"), [("12 or more", 12), ("2-3", 2), ("fifth 4", 4), ("latin", 0), ("16-31", 16), ("b2", 0)]
)
def test_groups_are_sorted_by_the_number_in_their_name(name: str, number: int) -> None:
    assert first_number(name) == number


def test_as_many_tags_as_words_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "tags").write_text("u1 N V\n", encoding="utf-8")
    one = mg.score({"u1": "a b"}, {"u1": "a"}, resources=mg.Resources(None, {"ref-tags": str(tmp_path / "tags")}))
    assert [(each.name, each.deletions) for each in group_words(one, "word-class")] == [("N", 0), ("V", 1)]


def test_of_substitutions_that_cost_as_much_words_decide() -> None:
    given = [("b", "a", 3.0), ("a", "b", 3.0), ("a", "a", 3.0), ("z", "z", 4.0), ("c", "c", 1.0)]
    found = rank_by_cost([Substitution(one, other, 2, cost, 0.0) for one, other, cost in given], 4)
    assert [(each.reference, each.hypothesis, each.cost) for each in found] == [
        ("z", "z", 2.0),
        ("a", "a", 1.5),
        ("a", "b", 1.5),
        ("b", "a", 1.5),
    ]


def test_costs_are_those_of_the_metric_asked_for_or_of_the_first_that_has_some() -> None:
    runs = [mg.score(["a"], ["a"], names, resources=mg.Resources(None, TOYS)) for names in (["wer"], ["ser", "wer-s"])]
    labels = [(found := choose_weighted_metric(name, runs)) and found.label for name in (None, "none", "ember")]
    assert labels == ["wer-s", None, "ember"]
    assert choose_weighted_metric(None, runs[:1]) is None
    with pytest.raises(mg.ScoreError, match=r"^cer has no error weights; choose from ember, wer-e, wer-s$"):
        choose_weighted_metric("cer", runs)
