"""What looks like an utterance ID, which column holds it, and how two files spell it: each rule at its limits."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import ids
from mondegreen.formats.format import Side

LOOKS = [
    ("u1", True, "a digit beside a letter"),
    ("utt_a", True, "an underscore"),
    ("call/a", True, "a slash"),
    ("call\\a", True, "a slash of Windows"),
    ("84-121123-0000", True, "numbers with hyphens"),
    ("007", True, "a leading zero"),
    ("12345", True, "five digits"),
    ("call.one", True, "a point inside"),
    ("1.2.3.4", True, "more points than a date has"),
    ("1-2-3-4", True, "more hyphens than a date has"),
    ("01st", True, "no ordinal begins with zero"),
    ("1234", False, "a year"),
    ("2020-12-24", False, "a date"),
    ("1/2", False, "a fraction"),
    ("3.14", False, "a number"),
    ("1st", False, "an ordinal"),
    ("21ST", False, "an ordinal in capitals"),
    ("90s", False, "a decade"),
    ("2ème", False, "an ordinal of French"),
    ("3º", False, "an ordinal of Spanish"),
    ("twenty-one", False, "a word with a hyphen"),
    ("e.g.", False, "a point at the end"),
    ("u1:", False, "a colon at the end"),
    ("u1,a", False, "cells of a table"),
    ("u1|a", False, "cells of a table"),
    ("cat", False, "a word"),
    ("", False, "nothing"),
]


@pytest.mark.parametrize(("token", "expected", "why"), LOOKS, ids=[f"{token}: {why}" for token, _, why in LOOKS])
def test_what_looks_like_an_id(token: str, expected: bool, why: str) -> None:
    assert ids.looks_like_id(token) is expected, why
    assert ids.look_like_ids([token, token]) is expected
    assert ids.look_like_ids(["u-1", token]) is expected


def test_ids_are_looked_for_in_the_first_thousand_lines() -> None:
    assert not ids.look_like_ids([])
    assert ids.look_like_ids(["u1"] * 1000 + ["cat"])
    assert not ids.look_like_ids(["u1"] * 999 + ["cat"])


def test_more_than_one_in_ten_that_come_again_are_words() -> None:
    ten = [f"u{at}" for at in range(10)]
    assert not ids.are_repeated([*ten[:9], "u0"])
    assert ids.are_repeated([*ten[:8], "u0", "u0"])
    assert not ids.are_repeated([])
    assert not ids.are_repeated([f"u{at}" for at in range(1000)] + ["u0"] * 1000)


PATTERNS = [
    (["0", "1"], True, "counted from 0"),
    (["1", "2"], True, "counted from 1"),
    (["2", "3"], False, "counted from 2"),
    (["1", "3"], False, "a gap"),
    (["utta", "uttb"], True, "three letters in common"),
    (["uta", "utb"], False, "two letters in common"),
    (["A", "B"], True, "single capitals"),
    (["a", "b"], False, "single small letters"),
    (["A", "BC"], False, "more than a letter"),
    (["utterance"], False, "one alone has no pattern"),
]


@pytest.mark.parametrize(("found", "expected", "why"), PATTERNS)
def test_a_pattern_of_ids(found: list[str], expected: bool, why: str) -> None:
    assert ids.have_a_pattern(found) is expected, why


OVERLAPS = [
    (["The", "cat,"], [["the dog"], ["CAT!"]], 1.0),
    (["a", "b"], [["a x"], ["y"]], 0.5),
    (["a"], [["x"], []], 0.0),
    ([], [["x"]], 0.0),
]


@pytest.mark.parametrize(("found", "texts", "share"), OVERLAPS)
def test_the_share_of_ids_that_are_words(found: list[str], texts: list[list[str]], share: float) -> None:
    assert ids.measure_overlap(found, texts) == share


BRACKETS = [
    (["a (u1)", "", ";; x", "** y", "(u2) \t"], ["u1", "u2"]),
    (["a (b) (u1)"], ["u1"]),
    (["(u1)", "a"], []),
    (["a ()"], []),
    (["a (u1) b"], []),
    (["a)"], []),
    (["(a", "(u)"], []),
    (["a (b)"], ["b"]),
]


@pytest.mark.parametrize(("lines", "expected"), BRACKETS)
def test_what_stands_in_the_last_parentheses(lines: list[str], expected: list[str]) -> None:
    assert ids.last_brackets(lines) == expected


WORDS = [f"w ({word})" for word in ("am", "an", "as", "at", "be")]
FORMATS = [
    (["a (u-1)"], "trn", "IDs in parentheses"),
    (WORDS, "trn", "five distinct words, in parentheses are no accident"),
    (WORDS[:4], None, "four may be"),
    ([*WORDS[:4], WORDS[0]], None, "five of which one comes again, too"),
    (["u-1 a"], "kaldi", "an ID in front"),
    (["am\tan", "as\tat"], "kaldi", "a tab behind the first field of each line"),
    (["am\tan", "", "as\tat"], "kaldi", "blank lines do not count"),
    (["am\tan"], None, "one line is no table"),
    (["am an\tas", "at\tbe"], None, "two words before the tab"),
    (["am\tan", "as at"], None, "a line without a tab"),
    (["am an"], None, "words"),
    ([], None, "nothing"),
    ([*["u-1 a"] * 1000, "am"], "kaldi", "a thousand lines are looked at"),
    ([*["u-1 a"] * 999, "am"], None, "and no fewer"),
]


@pytest.mark.parametrize(("lines", "expected", "why"), FORMATS, ids=[why for *_, why in FORMATS])
def test_the_format_of_lines_with_ids(lines: list[str], expected: str | None, why: str) -> None:
    assert ids.detect_id_format(lines) == expected, why


STEMS = [
    ("clips/a.wav", "a"), ("dir\\a.MP3", "a"), ("a.b.wav", "a.b"), ("a.b", "a.b"), (".wav", ".wav"), ("wav", "wav"),
    ("dir/", "dir/"), ("a.", "a."), ("x/y/a", "a"), ("a.jsonl", "a"), ("a.lab", "a"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "stem"), STEMS)
def test_an_id_without_directory_and_ending(key: str, stem: str) -> None:
    assert ids.strip_path(key) == stem


def test_ids_that_two_share_a_stem_of_are_not_respelled() -> None:
    assert ids.group_by_stem({"a.wav", "a.mp3", "b/c", "d"}) == {"c": "b/c", "d": "d"}


def table(keys: str, name: str = "ref", **fields: str) -> Corpus:
    """A corpus of utterances with one letter each as ID, and as each field."""
    return Corpus(list(keys), [f"said {key}" for key in keys], name, fields={n: list(v) for n, v in fields.items()})


CHOSEN = [
    (table("ab", path="pq"), table("ac", "hyp", path="pq"), None, "half of the IDs fit: the usual column is kept"),
    (table("abx", path="pqr"), table("acd", "hyp", path="pqr"), ("pqr", "pqr", "path"), "less than half fit"),
    (table("ab", path="pq"), table("pq", "hyp"), ("pq", "pq", "path"), "the other side has them as its IDs"),
    (table("pq"), table("cd", "hyp", file="pq"), ("pq", "pq", "file"), "the same the other way round"),
    (table("ab", path="pp"), table("pq", "hyp"), None, "a value that is a duplicate is no ID"),
    (replace(table("ab"), fields={"path": ["p", ""]}), table("pq", "hyp"), None, "nor is one that is empty"),
    (table("ab", topic="pq"), table("pq", "hyp"), None, "nor a column of another name"),
    (table("abx", path="pqr"), table("cde", "hyp", path="pst"), None, "no column fits by half"),
    (table("abcde", path="pqrst"), table("xy", "hyp", path="pq"), ("pqrst", "pq", "path"), "all of the shorter side"),
    (table("ab", path="pq"), table("cd", "hyp", path="pr"), ("pq", "pr", "path"), "one that fits by half"),
]


@pytest.mark.parametrize(("left", "right", "expected", "why"), CHOSEN, ids=[why for *_, why in CHOSEN])
def test_the_column_of_ids_that_both_sides_share(
    left: Corpus, right: Corpus, expected: tuple[str, str, str] | None, why: str
) -> None:
    ours, theirs = ids.choose_ids(left, right)
    if expected is None:
        assert (ours, theirs) == (left, right), why
    else:
        assert ("".join(ours.keys), "".join(theirs.keys)) == expected[:2]
        sentence = (
            f'ref and hyp are paired by "{expected[2]}", since their other IDs differ; to choose another: --id-column'
        )
        assert [*map(str, theirs.notes)] == [sentence]


def test_two_columns_that_pair_different_rows_are_refused() -> None:
    left = table("ab", path="pq")
    sentence = '^ref and hyp: the utterance IDs pair other rows than "path" does; name one with --id-column$'
    with pytest.raises(ScoreError, match=sentence):
        ids.choose_ids(left, table("ab", "hyp", path="qp"))
    with pytest.raises(ScoreError, match=sentence):
        ids.choose_ids(left, table("ab", "hyp", path="zp"))  # p is b there, and a here
    for path in ("pz", "pq"):  # what is only on one side pairs nothing
        assert ids.choose_ids(left, table("ab", "hyp", path=path)) == (left, table("ab", "hyp", path=path))


def test_ids_are_respelled_as_in_the_reference() -> None:
    left = Corpus(["a", "b/c.wav", "d"], ["", "", ""], "ref")
    right = Corpus(["x/a.flac", "c", "d"], ["", "", ""], "hyp")
    found = ids.respell_ids(left, right)
    assert found.keys == ["a", "b/c.wav", "d"]
    sentence = "2 utterances of hyp paired after removing a directory or file ending from the ID: "
    assert [*map(str, found.notes)] == [f"{sentence}c with b/c.wav, x/a.flac with a"]
    other = Corpus(["y", "z"], ["", ""], "hyp")
    assert ids.respell_ids(left, other) is other
    assert ids.respell_ids(left, replace(right, keys=left.keys)).notes == ()


REF, HYP = Side("r", "ref"), Side("h", "hyp")


def lines(*texts: str, name: str = "hyp") -> Corpus:
    return replace(Corpus.by_position(texts, name), format="lines")


PHRASES = {"note": ["one two three", "four five six"]}
DOUBTS = [
    (lines("a b", "c"), lines("a b"), [], "as many lines are needed"),
    (lines(), lines(), [], "and one at least"),
    (lines("u-1 a"), lines("a"), ["ids-as-words"], "IDs in front of one side alone"),
    (lines("u-1 a"), lines("u-1 b"), [], "of both: they were meant so"),
    (lines("u-1 a"), replace(lines("a"), format="csv"), [], "a table has no IDs in its texts"),
    (table("ab"), replace(table("ab", "hyp"), texts=["said a", "x"]), [], "texts differ"),
    (table("ab"), replace(table("ab", "hyp"), keys=["b", "a"]), ["same-texts"], "equal texts under other IDs"),
    (
        replace(table("ab"), texts=["a", "a"]),
        replace(table("ab", "hyp"), keys=["b", "a"], texts=["a", "a"]),
        [],
        "one text alone",
    ),
    (table("ab"), table("ab", "hyp"), [], "nothing else to take"),
    (table("ab"), replace(table("ab", "hyp"), fields=PHRASES), ["column-doubtful"], "phrases in another column"),
    (table("ab"), table("ab", "hyp", note="xy"), [], "single words there"),
]


@pytest.mark.parametrize(("left", "right", "kinds", "why"), DOUBTS, ids=[why for *_, why in DOUBTS])
def test_what_makes_a_pair_of_files_doubtful(left: Corpus, right: Corpus, kinds: list[str], why: str) -> None:
    assert [note.kind for note in ids.find_doubts(left, right, REF, HYP)] == kinds, why


def test_a_column_that_was_named_is_not_doubted() -> None:
    right = replace(table("ab", "hyp"), fields=PHRASES)
    assert [*ids.find_doubts(table("ab"), right, REF, replace(HYP, text="text"))] == []


def test_a_file_beside_itself(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    one = Side(str(tmp_path / "file"), "ref")
    for other, right, kinds in (
        (replace(one, kind="hyp"), table("ab", "hyp"), ["itself"]),
        (replace(one, kind="hyp", among=True), table("ab", "hyp"), []),  # one of several systems
        (replace(one, kind="hyp", among=True), table("ab", "hyp", note="xy"), ["itself"]),
        (HYP, table("ab", "hyp"), []),
        (Side("\0", "hyp"), table("ab", "hyp"), []),
    ):
        assert [note.kind for note in ids.find_doubts(table("ab"), right, one, other)] == kinds


PHRASED = [
    (["a b c", "d e f"], True, "three words in each"),
    (["a b", "c d"], False, "two words in each"),
    (["a b c", "d e"], True, "five words in two"),
    (["a b c", "", ""], True, "empty cells do not count"),
    (["a b c", "a b c"], False, "half of them come again"),
    (["a b c", "a b c", "d e f"], True, "two of three differ"),
    (["1 2 3", "4 5 6"], False, "numbers are no words"),
    ([], False, "nothing"),
    ([*["a b c"] * 600, *(f"{'a' * at} b c" for at in range(2, 700))], False, "a thousand rows are looked at"),
]


@pytest.mark.parametrize(("values", "expected", "why"), PHRASED, ids=[why for *_, why in PHRASED])
def test_columns_of_phrases(values: Sequence[str], expected: bool, why: str) -> None:
    assert ids.are_phrases(values) is expected, why


TEXTS = ["the cat sat", "a dog ran"]
COULD = [
    ("hyp", ["x", "y"], True, "a name of hypotheses"),
    ("Ref Text", ["x"], True, "a name of references, however it is written"),
    ("sentence", ["x"], True, "a name of texts"),
    ("pred", ["1", "2"], False, "a name of texts, without a letter"),
    ("path", TEXTS, False, "a name of IDs"),
    ("whisper", ["the cat", "dog"], True, "words of the texts"),
    ("whisper", ["the cat", "x y"], True, "half of the words"),
    ("whisper", ["the", "x y"], False, "fewer"),
    ("whisper", ["", " "], False, "nothing"),
    ("topic", ["cat", "cat", "dog", "dog"], False, "a few values that come again"),
    ("topic", ["cat", "cat", "dog"], True, "three rows are too few to tell"),
    ("topic", ["cat", "cat", "dog", "ran"], True, "most of them differ"),
    ("CAPS", ["THE CAT"], True, "whatever their case"),
]


@pytest.mark.parametrize(("name", "values", "expected", "why"), COULD, ids=[why for *_, why in COULD])
def test_columns_that_could_be_the_text(name: str, values: list[str], expected: bool, why: str) -> None:
    assert ids.could_be_text(name, values, TEXTS) is expected, why


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    assert ids.collect_words(["Abc привет", "1_2"]) == {"abc", "привет"}
    assert ids.collect_words(["今天天气非常好"]) == {"今天天气非常好"}
    assert ids.collect_words(["今天天气非常好吗"]) == set("今天天气非常好吗")
    assert ids.collect_words(["extraordinary"]) == {"extraordinary"}


def test_a_second_text_is_refused() -> None:
    with pytest.raises(ScoreError) as refused:
        ids.check_second_text(
            replace(table("ab", "hyp.csv", speaker="xy"), fields={"pred": ["a", "b"], "hyp": ["c", ""]})
        )
    assert str(refused.value) == (
        'hyp.csv: "pred", "hyp" could be the hypothesis, too, besides the column that was used; '
        "name the right one with --hyp-column"
    )
    ids.check_second_text(table("ab", "hyp.csv", speaker="xy"))
    nemo = replace(table("ab", "h", reference="xy", pred_text_a="pq"), format="nemo")
    ids.check_second_text(nemo)  # the hypothesis of the one system
    with pytest.raises(ScoreError, match=r'^h: "pred_text_a", "pred_text_b" could be the hypothesis'):
        ids.check_second_text(replace(nemo, fields={**nemo.fields, "pred_text_b": ["p", "q"]}))


def test_rivals_of_a_column() -> None:
    for fields, expected in (
        ({"path": ["x", "y"]}, True),
        (PHRASES, True),
        ({"hyp": ["x", "y"]}, True),
        ({"speaker": ["x", "y"]}, False),
        ({}, False),
    ):
        assert ids.has_rivals(replace(table("ab"), fields=fields)) is expected


ORDERED = Side("r", "ref", by_order=True)


def by_order(left: Corpus, right: Corpus, path: str = "h") -> tuple[Corpus, Corpus]:
    return ids.match_ids(left, right, ORDERED, Side(path, "hyp", by_order=True))


def test_the_order_pairs_whatever_the_ids_are(tmp_path: Path) -> None:
    left, right = by_order(table("abc"), table("axc", "hyp"))
    assert [left.keys, right.keys, left.keyed, right.keyed] == [list("abc"), list("abc"), True, True]
    assert [*map(str, right.notes)] == [
        "ref and hyp are paired by order, though 1 of their IDs differ (--pair-by order)"
    ]
    for ours, theirs, keys, keyed in (
        (table("aa"), table("xy", "hyp"), ["x", "y"], True),  # IDs that come twice are none
        (table("aa"), table("xx", "hyp"), ["1", "2"], False),
        (lines("p", "q"), table("xy", "hyp"), ["x", "y"], True),
        (table("xy"), lines("p", "q"), ["x", "y"], True),
        (lines("p", "q"), lines("r", "s"), ["1", "2"], False),
    ):
        left, right = by_order(ours, theirs)
        assert [list(left.keys), list(right.keys), left.keyed, right.keyed] == [keys, keys, keyed, keyed]
        assert len(right.notes) == (ours.keyed and theirs.keyed)
    left, right = by_order(lines("p"), lines("q"), str(tmp_path))
    assert [*map(str, right.notes)] == [f"{tmp_path}: files are paired in the order of their names (--pair-by order)"]


def test_the_order_cannot_pair_different_numbers_of_texts() -> None:
    with pytest.raises(ScoreError) as refused:
        by_order(table("ab"), table("a", "hyp"))
    assert str(refused.value) == ("ref and hyp hold 2 and 1 texts, so their order cannot pair them (--pair-by order)")
    nothing = lines()
    assert by_order(table("ab"), nothing) == (table("ab"), nothing)


def test_a_column_that_the_user_names_is_the_id() -> None:
    left, right = table("abx", path="pqr"), table("acd", "hyp", path="pqr")
    assert ids.match_ids(left, right, replace(REF, key="id"), HYP)[0].keys == list("abx")
    assert ids.match_ids(left, right, REF, replace(HYP, key="id"))[0].keys == list("abx")
    assert ids.match_ids(left, right, REF, HYP)[0].keys == list("pqr")
