"""Whether first words or last parentheses are utterance IDs, as both files together tell: each rule at its limits."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats.format import Side
from mondegreen.formats.undecided import (
    Lines,
    are_echoed,
    count_common,
    decide_lines,
    decide_sides,
    format_options,
    has_repeats,
    judge_fields,
    judge_ordered,
    match_format,
    may_be_ids,
)

TEN = ["anna", "bert", "carl", "dora", "emil", "fred", "gerd", "hans", "ivar", "jens"]
COUNTED = ["utta", "uttb"]
ORDERED = [
    (["u1"], 0.0, False, ("text", False), "one line tells nothing"),
    (COUNTED, 0.25, False, ("open", False), "a pattern, though a quarter are said"),
    (TEN, 0.25, False, ("text", False), "a quarter are said"),
    (COUNTED, 0.2, False, ("open", False), "a pattern, though some are said"),
    (COUNTED, 0.0, False, ("ids", False), "a pattern of which none is said"),
    (COUNTED, 0.0, True, ("ids", False), "even if some differ"),
    (TEN, 0.0, False, ("ids", False), "ten that are never said"),
    (TEN[:9], 0.0, False, ("open", False), "nine are too few to tell"),
    (TEN, 0.1, False, ("open", False), "one of ten is said"),
    (TEN, 0.0, True, ("text", False), "some differ, as words do that were not recognized"),
    ([str(1900 + 7 * at) for at in range(10)], 0.0, False, ("open", False), "ten numbers may be years"),
]


@pytest.mark.parametrize(("ids", "inside", "replaced", "verdict", "why"), ORDERED, ids=[why for *_, why in ORDERED])
def test_fields_in_one_order(
    ids: list[str], inside: float, replaced: bool, verdict: tuple[str, bool], why: str
) -> None:
    assert judge_ordered(ids, inside, replaced=replaced) == verdict, why


SAID = (["x"], ["y"])
OTHERS = [f"other{at}" for at in range(10)]
FIELDS = [
    (["a", "b", "c"], ["a", "b"], ("ids", False), "of three lines and two, all of the two are common"),
    (["a", "b", "c"], ["a", "x"], ("text", True), "one of two is common"),
    (["a"], ["b", "c"], ("text", True), "none is common"),
    ([*TEN, "x"], [*TEN[:9], "y"], ("ids", False), "nine of ten are nearly all"),
    ([*TEN, "x"], [*TEN[:8], "y", "z"], ("text", True), "eight of ten are not"),
    ([*TEN[:8], *TEN[:2]], [*TEN[:8], *TEN[:3]], ("text", True), "both come again, as first words do"),
    ([*TEN[:8], *TEN[:2]], TEN[:8], ("ids", False), "only one side's come again"),
    (["a", "a", "b"], ["a", "a", "b"], ("text", True), "one in three comes again"),
    ([*TEN[:9], "anna"], [*TEN[:9], "anna"], ("text", False), "one in ten comes again"),
    ([*TEN[:9], "anna"], TEN, ("text", False), "on the left alone"),
    (TEN, [*TEN[:9], "anna"], ("text", False), "on the right alone"),
    (["a", "a", "b"], ["a", "b", "c"], ("text", False), "a third on one side"),
    ([*TEN[:9], "anna"], OTHERS, ("text", True), "and none is common"),
    (["a", "b", "c"], ["b", "a", "c"], ("ids", False), "two of three in another order can be nothing but IDs"),
    (["a", "b", "x", "y"], ["b", "a", "z", "w"], ("ids", False), "half are common, and moved"),
    (["a", "b", "x", "y", "v"], ["b", "a", "z", "w", "u"], ("text", True), "less than half are common"),
    (TEN[:4], ["bert", "anna", "carl", "dora"], ("open", False), "no more than half moved"),
    (TEN[:5], ["bert", "carl", "anna", *TEN[3:5]], ("ids", False), "more than half moved"),
    (TEN, [*TEN[:9], "x"], ("text", False), "one of ten is another"),
    (TEN, [*TEN[:8], "x", "y"], ("text", True), "two of ten are others"),
    (COUNTED, COUNTED, ("ids", False), "one pattern on both sides"),
]


@pytest.mark.parametrize(("ours", "theirs", "verdict", "why"), FIELDS, ids=[why for *_, why in FIELDS])
def test_whether_fields_are_ids(ours: list[str], theirs: list[str], verdict: tuple[str, bool], why: str) -> None:
    assert judge_fields((ours, theirs), SAID) == verdict, why
    assert judge_fields((theirs, ours), SAID)[0] == verdict[0], "the sides may be turned"


def test_fields_without_texts_behind_them_are_the_texts() -> None:
    assert judge_fields((COUNTED, COUNTED), (["", " "], [""])) == ("text", True)
    assert judge_fields((COUNTED, COUNTED), (["", " "], ["a"])) == ("ids", False)
    assert judge_fields((TEN, TEN), (["anna bert carl"], [])) == ("text", False)  # three of ten are said


COMMON = [
    ({"a", "b"}, {"b", "c"}, 1),
    ({"x/a.wav", "b"}, {"a", "c"}, 1),
    ({"x/a.wav", "b"}, {"a", "b"}, 2),
    ({"x/a", "y/a"}, {"x/a", "y/a"}, 2),  # of one name in two directories
    (set(), {"a"}, 0),
]


@pytest.mark.parametrize(("these", "those", "number"), COMMON)
def test_ids_that_both_have(these: set[str], those: set[str], number: int) -> None:
    assert count_common(these, those) == count_common(those, these) == number


def test_the_format_in_which_half_of_the_ids_are_known() -> None:
    fields = {"trn": ["x", "y"], "kaldi": ["a", "b"]}
    assert match_format(fields, ["a", "z"]) == "kaldi"
    assert match_format(fields, ["z"]) == "lines"
    assert match_format(fields, ["a", "b", "x"]) == "trn"  # asked first
    assert match_format({"kaldi": ["a", "b", "c"]}, ["a"]) == "lines"
    assert match_format({}, ["a"]) == "lines"


def test_the_options_that_say_which_formats_are_meant() -> None:
    assert format_options(("trn", "trn")) == "--format trn"
    assert format_options(("kaldi", "trn")) == "--ref-format kaldi --hyp-format trn"


def side(kind: str, *lines: str) -> Lines:
    return Lines(Side(kind, kind), kind, lines)


def test_first_words_that_begin_the_other_sides_texts_are_echoed() -> None:
    assert are_echoed(["a", "b"], ["a x", "c"])
    assert not are_echoed(["a", "b"], ["x a", "c"])
    assert not are_echoed(["a", "b", "c"], ["a", "x", "x"])
    assert not are_echoed(["a"], ["a", "a"])


MAY_BE = [
    (["p a", "q b"], "kaldi", ["a", "b"], True, "texts without them are the other side's"),
    (["p a", "p b"], "kaldi", ["a", "b"], False, "one comes twice"),
    (["p a", "q b"], "kaldi", ["a"], False, "another number of lines"),
    (["p a", "q b"], "kaldi", ["p a", "q b"], False, "they are words of the other side"),
    (["p a", "q b", "r c", "s d", "t e"], "kaldi", ["p x", "b", "c", "d", "e"], True, "one in five is"),
    (["p a", "q b", "r c", "s d", "t e"], "kaldi", ["p x", "q x", "c", "x", "x"], False, "two of five are"),
    (["p p", "q q"], "kaldi", ["p", "q"], True, "half of the words behind are the first there, too"),
    (["p p", "q b", "r"], "kaldi", ["p", "q", "z"], False, "a third is"),
    (["a (p)", "b (q)"], "trn", ["x a", "x b"], True, "at the end"),
    (["x a", "q b"], "kaldi", ["", " "], True, "texts without a word"),
    (["a (p)", "b (q)"], "trn", ["x p", "x q"], False, "words at the end"),
]


@pytest.mark.parametrize(("lines", "name", "texts", "expected", "why"), MAY_BE, ids=[why for *_, why in MAY_BE])
def test_whether_fields_may_be_ids(lines: list[str], name: str, texts: list[str], expected: bool, why: str) -> None:
    assert may_be_ids(side("hyp", *lines), name, texts) is expected, why


def test_ids_that_come_again() -> None:
    assert has_repeats(side("ref", "u-1 a", "u-1 b"))
    assert not has_repeats(side("ref", "u-1 a", "u-2 a"))
    assert has_repeats(side("ref", "a (u-1)", "b (u-1)"))
    assert not has_repeats(side("ref", "a (u-1)", "a (u-2)"))  # whatever the first words are
    assert not has_repeats(side("ref", *(f"u-{at} a" for at in range(1000)), *["u-0 a"] * 1000))


def keyed(*keys: str, texts: Sequence[str] = (), **fields: list[str]) -> Corpus:
    return Corpus(list(keys), list(texts) or ["said"] * len(keys), "ref", fields=fields)


OPEN = "; if they are words: --hyp-format lines"
DECIDED = [
    (["u-1 a", "u-2 b"], keyed("u-1", "u-2"), "kaldi", "", "certain IDs that the other side has"),
    (["anna a", "bert b"], keyed("anna", "bert"), "kaldi", "", "words that are its IDs, and are not said"),
    (
        ["anna a", "bert b"],
        keyed("anna", "bert", texts=["anna", "b"]),
        "kaldi",
        OPEN,
        "words that are its IDs and said",
    ),
    (["anna a", "bert b"], keyed("anna", "x"), "kaldi", "", "half of them are"),
    (["anna a", "bert b", "carl c"], keyed("anna", "x", "y"), "lines", "", "a third is"),
    (["anna a", "bert b", "carl c"], keyed("anna"), "kaldi", "", "it is all that the other side has"),
    (["anna a", "bert b"], keyed("x", "y", recording=["anna", "bert"]), "kaldi", "", "they are its recordings"),
    (["anna a", "bert b"], keyed(), "lines", "", "the other side has none"),
    (["u-1 a", "u-2 b"], keyed("x", "y"), "kaldi", "", "certain IDs, though the other side has none of them"),
    (["x (anna)", "y (bert)"], keyed("anna", "bert"), "trn", "", "in parentheses"),
]


@pytest.mark.parametrize(("lines", "other", "kind", "note", "why"), DECIDED, ids=[why for *_, why in DECIDED])
def test_lines_beside_utterances_with_ids(lines: list[str], other: Corpus, kind: str, note: str, why: str) -> None:
    found = decide_lines(side("hyp", *lines), other)
    assert found.format == kind, why
    names = "anna, bert"
    expected = [f"hyp: the first fields are read as utterance IDs ({names}){note}"] if note else []
    assert [*map(str, found.notes)] == expected


def unkeyed(*texts: str) -> Corpus:
    return Corpus.by_position(list(texts), "ref")


NO_IDS = "hyp: read as lines without utterance IDs; if the {} are IDs: --hyp-format {} --pair-by order"
UNKEYED = [
    (["u-1 a", "u-2 b"], unkeyed("a", "b"), "kaldi", [], "certain IDs"),
    (["u-1 a", "u-2 b"], unkeyed("u-1 a", "u-2 c"), "lines", [], "which begin the other side's texts"),
    (["p a", "q b"], unkeyed("a", "b"), "lines", [NO_IDS.format("first fields", "kaldi")], "what may be IDs"),
    (["p a", "q b"], unkeyed("p a", "q b"), "lines", [], "what is said on the other side"),
    (
        ["x (p)", "y (q)"],
        unkeyed("x", "y"),
        "lines",
        [NO_IDS.format("last fields, in parentheses,", "trn")],
        "in parentheses",
    ),
]


@pytest.mark.parametrize(("lines", "other", "kind", "notes", "why"), UNKEYED, ids=[why for *_, why in UNKEYED])
def test_lines_beside_texts_without_ids(lines: list[str], other: Corpus, kind: str, notes: list[str], why: str) -> None:
    found = decide_lines(side("hyp", *lines), other)
    assert [found.format, [*map(str, found.notes)]] == [kind, notes], why


GUESSED = "ref and hyp: the {} are read as utterance IDs ({}); if they are words: --format lines"
BOTH = "ref and hyp: read as lines without utterance IDs; if the first fields are IDs: --format kaldi"
PAIRS = [
    (["u-1 a", "u-2 b"], ["u-1 a", "u-2 c"], "kaldi kaldi", [], "IDs on both sides"),
    (["u-1 a"], ["u-1 b"], "kaldi kaldi", [], "one certain ID on both sides"),
    (["mp3 a"], ["mp3 b"], "kaldi kaldi", [GUESSED.format("first fields", "mp3")], "one that may be a word"),
    (["mp3 a"], ["mp4 b"], "kaldi kaldi", [], "two that differ"),
    (["u-1 a", "u-2 b"], ["x (u-1)", "y (u-2)"], "kaldi trn", [], "each in its own format"),
    (["u-1 a", "u-2 b"], ["anna a", "bert b"], "kaldi lines", [], "IDs on one side"),
    (["anna a", "bert b"], ["u-1 a", "u-2 b"], "lines kaldi", [], "on the other"),
    (["anna a", "u-2 b"], ["u-1 a", "u-2 b"], "kaldi kaldi", [], "half of which the other side has, too"),
    (["b x", "a y"], ["a x", "b y"], "kaldi kaldi", [GUESSED.format("first fields", "b, a")], "in another order"),
    (
        ["x (b)", "y (a)"],
        ["x (a)", "y (b)"],
        "trn trn",
        [GUESSED.format("last fields, in parentheses,", "b, a")],
        "in parentheses and in another order",
    ),
    (["", " "], ["a", "b"], "lines lines", [], "a side without fields"),
    (["anna said"], ["anna sad"], "lines lines", [BOTH], "one line on each side"),
]


@pytest.mark.parametrize(("ours", "theirs", "kinds", "notes", "why"), PAIRS, ids=[why for *_, why in PAIRS])
def test_two_files_of_lines(ours: list[str], theirs: list[str], kinds: str, notes: list[str], why: str) -> None:
    left, right = decide_sides(side("ref", *ours), side("hyp", *theirs))
    assert f"{left.format} {right.format}" == kinds, why
    assert [*map(str, (*left.notes, *right.notes))] == notes


def test_fields_that_may_be_either_are_refused() -> None:
    with pytest.raises(ScoreError) as refused:
        decide_sides(side("ref", "utta x", "uttb y"), side("hyp", "utta uttb", "uttb y"))
    assert str(refused.value) == (
        "ref and hyp: the first fields (utta, uttb) may be utterance IDs or words; "
        "say which with --format kaldi or --format lines"
    )


def test_ids_that_come_again_on_both_sides_are_words() -> None:
    left, right = decide_sides(side("ref", "u-1 a", "u-1 b"), side("hyp", "u-1 c", "u-1 d"))
    assert [left.format, right.format] == ["lines", "lines"]
    assert [note.kind for note in left.notes] == ["repeated-fields"]
    sentence = "ref and hyp are read as lines, since their first fields repeat; if they are IDs: --format kaldi"
    assert [*map(str, left.notes)] == [sentence]
    left, right = decide_sides(side("ref", "u-1 a", "u-1 b"), side("hyp", "u-1 c", "u-2 d"))
    assert [left.format, right.format, left.notes] == ["kaldi", "kaldi", ()]


def test_ids_of_one_side_alone_are_pointed_at() -> None:
    left, right = decide_sides(side("ref", "the cat", "a dog"), side("hyp", "p the cat", "q a dog"))
    assert [left.format, right.format] == ["lines", "lines"]
    sentence = "ref and hyp: read as lines without utterance IDs; if the first fields of hyp are IDs: "
    assert [*map(str, left.notes)] == [f"{sentence}--hyp-format kaldi --pair-by order"]
    left, _ = decide_sides(side("ref", "p the cat", "q the dog"), side("hyp", "the cat", "the dog"))
    assert "if the first fields of ref are IDs: --ref-format kaldi --pair-by order" in str(left.notes[0])


def test_blank_lines_are_no_hypotheses() -> None:
    left, right = decide_sides(keyed("u-1"), side("hyp", "", " "))
    assert [len(left), len(right), right.name] == [1, 0, "hyp"]
    left, right = decide_sides(side("ref", "u-1 a"), keyed("u-1"))
    assert [left.format, list(left.keys), list(right.keys)] == ["kaldi", ["u-1"], ["u-1"]]
    left, right = decide_sides(keyed("u-1"), side("hyp", "u-1 a"))
    assert [list(left.keys), right.format, list(right.keys)] == [["u-1"], "kaldi", ["u-1"]]
    assert decide_sides(keyed("a"), keyed("b")) == (keyed("a"), keyed("b"))


def test_notes_on_lines_are_kept() -> None:
    lines = replace(side("hyp", "u-1 a"), notes=decide_sides(side("ref", "anna x"), side("hyp", "anna y"))[0].notes)
    assert lines.add_notes(*lines.notes).corpus("kaldi").notes == lines.notes * 2
