"""The join: by key, in the reference's order, with everything that did not fit accounted for."""

from dataclasses import replace
from typing import Any

import pytest

from mondegreen import Corpus, Join, ScoreError, pair
from mondegreen._core import Strings
from mondegreen.corpus import Session
from mondegreen.notes import Note
from mondegreen.pairs import Pairs, StreamedPairs, note_silence, pair_shard

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
        "1 utterance of hyp not in ref, skipped: x",
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
    assert str(pairs.list_notes()[0]) == "2 utterances of ref not in hyp, skipped: d, e"


def test_missing_may_be_an_error() -> None:
    with pytest.raises(ScoreError, match=r"^hyp: 2 utterances of ref missing here: d, e$"):
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
    (Corpus(["u", "v"], ["", ""], "r"), Corpus(["x"], ["a"], "h"), "no utterance in common.* u, v in r and x in h"),
    (Corpus([], [], "r"), Corpus(["u"], ["a"], "h"), "no utterance in common.* none in r and u in h"),
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
    with pytest.raises(ScoreError, match=r"^ref: 1 utterance of hyp missing here: x$"):
        pair(REFERENCE, HYPOTHESIS, Join(extra="error"))


def test_the_last_of_a_key_may_count() -> None:
    pairs = pair(REFERENCE, HYPOTHESIS, Join(duplicate="last"))
    assert pairs.hypotheses[1] == "A2"
    assert str(pairs.list_notes()[2]) == "1 duplicate utterance ID, kept the last of each: a"


def test_duplicates_may_be_an_error() -> None:
    with pytest.raises(ScoreError, match=r"^hyp: 1 utterance with a duplicate ID: a$"):
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


UNPAIRED = [
    (
        Corpus.by_position(["a"], "r"),
        Corpus(["1"], ["a"], "h"),
        (
            "r and h cannot be paired: only h has utterance IDs; r is read as lines; to pair them by order: "
            "--pair-by order; if neither has IDs: --format lines"
        ),
    ),
    (
        Corpus(["1"], ["a"], "r"),
        Corpus(["1"], ["a"], "h", keyed=False, format="srt", fields={"start": ["0"]}),
        (
            "r and h cannot be paired: only r has utterance IDs; h is read as srt; name each file after its "
            "utterance, or score whole recordings: --whole"
        ),
    ),
    (
        Corpus.by_position(["a"], "r"),
        Corpus.by_position(["a", "b"], "h"),
        "r and h hold 1 and 2 texts; without utterance IDs they are paired by order, so both need the same number",
    ),
    (
        Corpus.by_position(["a", "b"], "r"),
        Corpus(["1"], ["a"], "h", keyed=False, fields={"start": ["0"]}),
        (
            "r and h hold 2 and 1 texts; without utterance IDs they are paired by order, so both need the same number; "
            "to score whole recordings: --whole"
        ),
    ),
    (
        Corpus(["the", "a"], ["", ""], "r", format="kaldi"),
        Corpus(["u"], ["a"], "h", format="kaldi"),
        (
            "r and h have no utterance in common; the first IDs are the, a in r and u in h; if the first fields are "
            "words: --format lines"
        ),
    ),
    (
        Corpus(["the", "a"], ["", ""], "r", format="kaldi"),
        Corpus(["u"], ["a"], "h", format="csv"),
        "r and h have no utterance in common; the first IDs are the, a in r and u in h",
    ),
]


@pytest.mark.parametrize(("reference", "hypothesis", "sentence"), UNPAIRED, ids=[each[2][-30:] for each in UNPAIRED])
def test_why_corpora_cannot_be_paired(reference: Corpus, hypothesis: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        pair(reference, hypothesis)
    assert str(refused.value) == sentence


def test_sessions_are_named_in_errors() -> None:
    with pytest.raises(ScoreError, match="have no session in common"):
        pair(Corpus(["u"], ["a"], "r"), Corpus(["v"], ["a"], "h"), noun="session")
    with pytest.raises(ScoreError, match=r"^h: 1 session of r missing here: v$"):
        pair(Corpus(["u", "v"], ["a", ""], "r"), Corpus(["u"], ["a"], "h"), Join(missing="error"), "session")


@pytest.mark.parametrize("keyed", [True, False])
def test_nothing_recognized_needs_no_ids(keyed: bool) -> None:
    reference = Corpus(["1", "2"], ["a", "b"], "r", keyed=keyed)
    for nothing in (Corpus([], [], "h"), Corpus([], [], "h", keyed=False)):
        pairs = pair(reference, nothing)
        assert [pairs.hypotheses, pairs.missing, pairs.keyed] == [["", ""], ("1", "2"), keyed]


def test_positions_of_the_same_number_are_paired() -> None:
    pairs = pair(Corpus.by_position(["a", "b"], "r"), Corpus.by_position(["c", "d"], "h"))
    assert [pairs.hypotheses, pairs.keyed, pairs.names, pairs.list_notes()] == [["c", "d"], False, ("r", "h"), ()]


FLAGGED = [
    (Join(), []),
    (Join(missing="skip"), ["missing:skip"]),
    (Join(extra="empty"), ["extra:empty"]),
    (Join(duplicate="last"), ["duplicate:last"]),
    (Join("skip", "empty", "last"), ["missing:skip", "extra:empty", "duplicate:last"]),
]


@pytest.mark.parametrize(("join", "flags"), FLAGGED)
def test_what_changes_numbers_is_signed(join: Join, flags: list[str]) -> None:
    assert pair(REFERENCE, HYPOTHESIS, join).flags() == flags
    assert pair(REFERENCE, REFERENCE, join).flags() == []  # where all fit, nothing was changed


def test_duplicates_on_both_sides() -> None:
    twice = Corpus(["u", "v", "u", "u"], ["1", "2", "3", "4"], "ref")
    for duplicate, text in (("first", "1"), ("last", "4")):
        pairs = pair(twice, replace(twice, name="hyp"), Join(duplicate=duplicate))
        assert [pairs.keys, pairs.references, pairs.hypotheses] == [["u", "v"], [text, "2"], [text, "2"]]
        assert pairs.duplicate == ("u",) * 4
    with pytest.raises(ScoreError, match=r"^ref: 2 utterances with a duplicate ID: u, u$"):
        pair(twice, twice, Join(duplicate="error"))


def test_a_shard_is_joined_as_the_whole_is() -> None:
    left, right = Corpus(["a", "b"], ["A", "B"], "ref"), Corpus(["b", "c"], ["x", "y"], "hyp")
    for join in (Join(), Join(missing="skip"), Join(extra="empty"), Join("skip", "empty")):
        assert pair_shard(left, right, join) == pair(left, right, join)
        assert pair_shard(left, left, join) == pair(left, left, join)
    alone = pair_shard(left, Corpus(["x"], ["y"], "hyp"), Join())
    assert [alone.hypotheses, alone.missing, alone.extra] == [["", ""], ("a", "b"), ("x",)]


@pytest.mark.parametrize("kind", [list, lambda texts: Strings.lines("\n".join(texts).encode())])
def test_pairs_with_an_empty_side_are_counted(kind: Any) -> None:
    sides = kind(["a", "", " ", "b"]), kind(["x", "y", "\t", " "])
    pairs = Pairs(list("1234"), *sides, names=("r", "h"))
    assert pairs.counts() == {"scored": 4, "missing": 0, "extra": 0, "duplicate": 0, "empty": 3}
    assert list(pairs.take([3, 0]).references) == ["b", "a"]
    some = pairs.only([0])
    assert [some.counts()["scored"], some.counts()["empty"], some.dropped] == [1, 3, ("2", "3", "4")]


def test_what_has_nothing_to_score() -> None:
    def sides(references: list[str], hypotheses: list[str]) -> Pairs:
        return Pairs([str(at) for at in range(len(references))], references, hypotheses, ("r", "h"))

    with pytest.raises(ScoreError, match=r"^r and h have nothing to score$"):
        note_silence(sides([], []))
    with pytest.raises(ScoreError, match=r"^r and h have nothing to score: all texts are empty on both sides$"):
        note_silence(sides(["", " "], ["", "\t"]))
    for references, hypotheses in ((["", "a"], ["", ""]), ([""], ["a"]), (["a"], [""])):
        note_silence(sides(references, hypotheses))


def test_pairs_that_are_no_longer_there_are_counted() -> None:
    pairs = StreamedPairs((), (), (), ("r", "h"), numbers={"scored": 7, "empty": 2})
    assert [len(pairs), pairs.counts()] == [7, {"scored": 7, "empty": 2}]


def test_a_column_by_the_noun_of_the_pairs() -> None:
    pairs = Pairs(["u"], ["a"], ["b"], ("r", "h"), noun="session", fields={"speaker": ["eve"]})
    assert [pairs.column(name) for name in ("session", "utterance", "speaker")] == [["u"], ["u"], ["eve"]]
    with pytest.raises(ScoreError, match=r"choose from session, speaker|did you mean session"):
        pairs.column("sessions")


def test_sessions_follow_their_pairs() -> None:
    sessions = [Session("u", [], []), Session("v", [], [])]
    pairs = Pairs(["u", "v"], ["a", "b"], ["c", "d"], ("r", "h"), sessions=sessions)
    assert [pairs.take([1]).sessions, pairs.take([1, 0]).keys] == [[sessions[1]], ["v", "u"]]
    assert pairs.only([1]).dropped == ("u",)
