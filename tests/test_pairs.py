"""The join: by key, in the reference's order, with everything that did not fit accounted for."""

import pytest

from mondegreen import Corpus, Join, ScoreError, pair
from mondegreen.notes import Note

REFERENCE = Corpus(["b", "a", "c", "d", "e"], ["B", "A", "", "D", "E"], "ref")
HYPOTHESIS = Corpus(["x", "c", "a", "b", "a"], ["X", "C", "A1", "B1", "A2"], "hyp")


def test_pairs_follow_the_reference() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS)
    assert [pairs.keys, pairs.references] == [["b", "a", "c", "d", "e"], ["B", "A", "", "D", "E"]]
    assert pairs.hypotheses == ["B1", "A1", "C", "", ""]


def test_what_does_not_fit_is_kept_and_told() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS)
    assert [pairs.missing, pairs.extra, pairs.duplicate] == [("d", "e"), ("x",), ("a",)]
    assert pairs.counts() == {"scored": 5, "missing": 2, "extra": 1, "duplicate": 1, "empty": 3}
    assert [*map(str, pairs.list_notes())] == [
        "2 utterances of ref not in hyp, scored as empty: d, e",
        "1 utterance of hyp not in ref, left out: x",
        "1 duplicate utterance ID, kept the first of each: a",
    ]


NEAR = [
    (["u1", "u2"], ["u1", "U2"], "U2 for u2"),
    (["s-u1", "s-u2"], ["s-u1", "u2"], "u2 for s-u2"),
    (["u1", "u2", "u3"], ["u1", "s1_U2", "s2-u3"], "s1_U2 for u2, s2-u3 for u3"),
    (["u1", "a-u2", "b-u2"], ["u1", "u2"], ""),  # it might be either
    (["u1", "u2"], ["u1", "u3"], ""),
]


@pytest.mark.parametrize(("said", "heard", "near"), NEAR)
def test_keys_that_are_nearly_others_are_told(said: list[str], heard: list[str], near: str) -> None:
    notes = pair(Corpus(said, said, "ref"), Corpus(heard, heard, "hyp")).list_notes()
    assert [note.detail["spellings"] for note in notes if note.kind == "similar-ids"] == ([near] if near else [])


def test_some_may_be_chosen() -> None:
    some = pair(REFERENCE, HYPOTHESIS).only([0, 1])
    assert [some.keys, some.hypotheses, some.dropped] == [["b", "a"], ["B1", "A1"], ("c", "d", "e")]
    assert some.counts() == {"scored": 2, "missing": 2, "extra": 1, "duplicate": 1, "empty": 3}


def test_missing_may_be_left_out() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS, Join(missing="skip"))
    assert [pairs.keys, pairs.counts()["scored"], pairs.counts()["missing"]] == [["b", "a", "c"], 3, 2]
    assert str(pairs.list_notes()[0]) == "2 utterances of ref not in hyp, left out: d, e"


def test_missing_may_be_an_error() -> None:
    with pytest.raises(ScoreError, match=r"^hyp: 2 utterances of ref not here: d, e$"):
        pair(REFERENCE, HYPOTHESIS, Join(missing="error"))
    assert len(pair(REFERENCE, REFERENCE, Join(missing="error"))) == 5


def test_only_three_keys_are_named() -> None:
    reference = Corpus(list("abcde"), [""] * 5, "ref")
    (note,) = pair(reference, Corpus(["a"], [""], "hyp")).list_notes()
    assert str(note) == "4 utterances of ref not in hyp, scored as empty: b, c, d, ..."
    assert note.ids == ("b", "c", "d", "e")


def test_a_text_of_blanks_is_empty() -> None:
    assert pair(Corpus.by_position([" ", "a"], "r"), Corpus.by_position(["a", "\t"], "h")).counts()["empty"] == 2


def test_no_utterance_at_all() -> None:
    nothing = Corpus([], [], "nothing")
    assert len(pair(nothing, nothing)) == 0


HOPELESS = [
    (Corpus.by_position(["a"], "r"), Corpus.by_position(["a", "b"], "h"), "r and h hold 1 and 2 texts"),
    (Corpus.by_position(["a"], "r"), Corpus(["1"], ["a"], "h"), "only h has utterance IDs"),
    (Corpus(["u", "v"], ["", ""], "r"), Corpus(["x"], ["a"], "h"), "no utterance in common.*: u, v; and: x"),
    (Corpus([], [], "r"), Corpus(["u"], ["a"], "h"), "no utterance in common.*: none; and: u"),
]


@pytest.mark.parametrize(("reference", "hypothesis", "sentence"), HOPELESS)
def test_corpora_that_do_not_belong_together(reference: Corpus, hypothesis: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        pair(reference, hypothesis)


def test_extra_may_be_scored_against_nothing() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS, Join(extra="empty"))
    assert [pairs.keys[-1], pairs.references[-1], pairs.hypotheses[-1]] == ["x", "", "X"]
    assert pairs.counts() == {"scored": 6, "missing": 2, "extra": 1, "duplicate": 1, "empty": 4}
    assert str(pairs.list_notes()[1]) == "1 utterance of hyp not in ref, scored as empty: x"


def test_extra_may_be_an_error() -> None:
    with pytest.raises(ScoreError, match=r"^ref: 1 utterance of hyp not here: x$"):
        pair(REFERENCE, HYPOTHESIS, Join(extra="error"))


def test_the_last_of_a_key_may_count() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS, Join(duplicate="last"))
    assert pairs.hypotheses[1] == "A2"
    assert str(pairs.list_notes()[2]) == "1 duplicate utterance ID, kept the last of each: a"


def test_duplicates_may_be_an_error() -> None:
    with pytest.raises(ScoreError, match=r"^hyp: 1 utterance under a key that another bears: a$"):
        pair(REFERENCE, HYPOTHESIS, Join(duplicate="error"))


def test_fields_come_from_the_side_that_has_them() -> None:
    reference = Corpus(["u", "v"], ["", ""], "ref", fields={"speaker": ["eve", ""], "room": ["1", "2"]})
    hypothesis = Corpus(
        ["x", "v", "u"], ["", "", ""], "hyp", fields={"speaker": ["bob", "ann", "ian"], "beam": list("123")}
    )
    pairs = pair(reference, hypothesis, Join(extra="empty"))
    assert pairs.keys == ["u", "v", "x"]
    assert pairs.fields == {"speaker": ["eve", "ann", "bob"], "room": ["1", "2", ""], "beam": ["3", "2", "1"]}
    assert pairs.column("utterance") == pairs.keys
    with pytest.raises(ScoreError, match=r'no column "speeker"; did you mean speaker'):
        pairs.column("speeker")


@pytest.mark.parametrize("name", ["missing", "extra", "duplicate"])
def test_an_unknown_way(name: str) -> None:
    with pytest.raises(ScoreError, match=rf'^{name} is "drop"; choose from \w+, \w+, error$'):
        Join(**{name: "drop"})


def test_what_was_told_of_each_side_is_told_of_the_pairs() -> None:
    left = Corpus(["u1"], ["a"], "ref", notes=(Note("no-ids", "ref"),))
    right = Corpus(["u1"], ["a"], "hyp", notes=(Note("itself", "hyp"),))
    assert pair(left, right).list_notes() == (*left.notes, *right.notes)
