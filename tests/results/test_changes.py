"""What rules change in texts, by hand."""

import mondegreen as mg
from mondegreen.formats.format import REFERENCE_FIELD
from mondegreen.normalization import parse_normalizers
from mondegreen.results.changes import Changes, apply_rules_in_turn, find_replacements, normalize_corpus
from mondegreen.results.run import score_groups

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
    assert score_groups(run, run.groups("speaker")) == (("eve", "ann"), {"wer": [25.0, 50.0], "ser": [50.0, 50.0]})


def test_a_corpus_after_its_rules() -> None:
    """Both sides of it, where it holds both; what was changed is counted of its texts."""
    corpus = mg.Corpus(["u", "v"], ["A", "b"], "c", fields={"speaker": ["X", "Y"]})
    found = normalize_corpus(corpus, parse_normalizers("lower,upper"))
    assert [found.texts, [(each.rule, each.changed) for each in found.changes]] == [
        ["A", "B"],
        [("lower", 1), ("upper", 2)],
    ]
    assert found.corpus.fields == {"speaker": ["X", "Y"]}
    assert [list(found.corpus.keys), found.corpus.name] == [["u", "v"], "c"]
    both = mg.Corpus(["u"], ["A"], "c", format="icefall", fields={REFERENCE_FIELD: ["B"]})
    assert normalize_corpus(both, parse_normalizers("lower")).corpus.fields[REFERENCE_FIELD] == ["b"]
    nothing = normalize_corpus(corpus, [])
    assert [nothing.texts, nothing.changes] == [["A", "b"], []]


def test_a_text_of_blanks_is_emptied_by_nobody() -> None:
    """What had no words before has lost none."""
    ((found, _),) = apply_rules_in_turn(
        ["u", "v", "w"], [" ", "um", "a"], [lambda text: text.replace("um", " ").strip()]
    )
    assert [found.texts, found.changed, found.emptied] == [3, 2, 1]
