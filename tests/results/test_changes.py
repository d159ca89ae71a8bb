"""What rules change in texts, by hand."""

import mondegreen as mg
from mondegreen.results.changes import Changes, apply_rules_in_turn, find_replacements
from mondegreen.results.groups import score_column_groups

KEYS = ["u1", "u2", "u3", "u4"]
TEXTS = ["the Cat", "Cat  sat", "Um", ""]


def without_um(text: str) -> str:
    return " ".join(word for word in text.split() if word != "um")


def twins(text: str) -> str:
    return text.replace("cat", "two cats")


def test_rule_by_rule() -> None:
    """Each rule sees what those before it left; blanks alone are no change of words, though the text differs."""
    first, second, third = apply_rules_in_turn(KEYS, TEXTS, [str.lower, without_um, twins])
    assert first == (
        Changes("lower", 4, 3, 0, first[0].words, {("Cat", "cat"): "u1", ("Um", "um"): "u3"}),
        ["the cat", "cat  sat", "um", ""],
    )
    assert first[0].words == {("Cat", "cat"): 2, ("Um", "um"): 1}
    assert second[1] == ["the cat", "cat sat", "", ""]
    assert [second[0].rule, second[0].changed, second[0].emptied, second[0].words] == [
        "without_um",
        2,
        1,
        {("um", ""): 1},
    ]
    assert [third[0].changed, third[0].emptied] == [2, 0]
    assert third[0].words == {("cat", "two cats"): 2}
    assert third[0].examples == {("cat", "two cats"): "u1"}


def test_neighbors_are_one_replacement() -> None:
    pairs = [("a b c d", "a x y d"), ("a b", "a"), ("a", "a b c"), ("a b c", "x b y"), ("a", "a"), ("", "a")]
    assert list(find_replacements([old for old, _ in pairs], [new for _, new in pairs])) == [
        [("b c", "x y")],
        [("b", "")],
        [("", "b c")],
        [("a", "x"), ("c", "y")],
        [],
        [("", "a")],
    ]
    assert list(find_replacements([], [])) == []


def test_scores_by_group() -> None:
    corpus = mg.Corpus(KEYS, ["a b", "a", "b b", "b"], "ref", fields={"speaker": ["eve", "ann", "eve", "ann"]})
    run = mg.score(corpus, dict(zip(KEYS, ["a x", "a", "b b", "x"])), ["wer", "ser"])
    assert score_column_groups(run, "speaker") == (("eve", "ann"), {"wer": [25.0, 50.0], "ser": [50.0, 50.0]})
