"""Several systems under one reference: which words stand under each other, and where lines are cut."""

import io

import pytest

from mondegreen.render.systems import (
    REFERENCE,
    cut_strips,
    list_slots,
    list_system_lines,
    shorten_names,
    split_by_reference,
    systems_heading,
    wrap_heading,
)
from mondegreen.render.terminal import write
from mondegreen.reports.blocks import AlignedPair, AlignedSystems


def pair(references: str, hypotheses: str, steps: str, **fields: str) -> AlignedPair:
    """A pair of words with blanks between, `_` where a side has none."""
    sides = [[word.replace("_", "") for word in side.split()] for side in (references, hypotheses)]
    return AlignedPair("u1", sides[0], sides[1], steps, fields)


ONE = pair("a _ _ bb c", "a x yyy bb _", "CIICD")
TWO = pair("_ a _ bb c", "z a w q c", "ICISC")


def show(
    pairs: list[AlignedPair | None], room: int | None = None, names: tuple[str, ...] = ("one", "two")
) -> list[str]:
    block = AlignedSystems("n", "t", names, [pairs], folds=False)
    return list(list_system_lines(block, pairs, room))


def test_insertions_at_one_place_stand_under_each_other() -> None:
    slots = [(slot.texts, slot.marks, slot.width) for slot in list_slots([ONE, TWO], folds=False)]
    gap = slots[0][0][0]
    assert gap
    assert slots[0] == ((gap, "", "z"), ("", "I"), 1)
    assert slots[1] == (("a", "a", "a"), ("", ""), 1)
    assert slots[2][0][1:] == ("x", "w")
    assert slots[3][0][1:] == ("yyy", "")
    assert [slot[1] for slot in slots] == [("", "I"), ("", ""), ("I", "I"), ("I", ""), ("", "S"), ("D", "")]
    assert [slot[2] for slot in slots] == [1, 1, 1, 3, 2, 1]
    assert slots[3][0][0] == gap * 3
    assert slots[5][0] == ("c", gap, "c")


def test_the_rows_of_a_system_that_is_wrong_have_marks_below() -> None:
    lines = show([pair("a bb c", "a x c", "CSC"), pair("a bb c", "a bb c", "CCC")])
    assert lines[1:] == ["  ref  a bb c", "  one  a x  c", "         S", "  two  a bb c", ""]


@pytest.mark.parametrize(("room", "strips"), [(None, [4]), (11, [4]), (10, [3, 1]), (7, [2, 2]), (2, [1, 1, 1, 1])])
def test_lines_are_cut_where_they_are_full(room: int | None, strips: list[int]) -> None:
    """Four words of two letters and the blanks between them take eleven columns."""
    found = list(cut_strips([pair("aa bb cc dd", "aa bb cc dd", "CCCC")], room))
    assert [len(strip) for strip in found] == strips


def test_a_word_wider_than_a_line_is_broken() -> None:
    found = list(cut_strips([pair("abcdef", "abx", "S")], 4))
    assert [[slot.texts for slot in strip] for strip in found] == [[("abcd", "abx")], [("ef", "")]]
    assert [slot.width for strip in found for slot in strip] == [4, 2]
    assert [slot.marks for strip in found for slot in strip] == [("S",), ("S",)]


def test_words_written_leftward_stand_apart_from_what_is_wrong() -> None:
    found = list(cut_strips([pair("א ב ג ד", "א ב x ד", "CCSC")], None))
    assert [len(strip) for strip in found] == [2, 1, 1]


@pytest.mark.parametrize(
    ("name", "label"), [("n" * 20, "n" * 20), ("m" + "n" * 20, "…" + "n" * 19), ("語" * 10, "語" * 10), ("a\tb", None)]
)
def test_of_long_names_the_end_is_shown(name: str, label: str | None) -> None:
    (found,) = shorten_names([name])
    assert found == label if label else "\t" not in found


@pytest.mark.parametrize(
    ("room", "lines"),
    [(None, ["one two-three four"]), (18, ["one two-three four"]), (17, ["one two-three", "    four"])],
)
def test_a_heading_is_broken_between_words(room: int | None, lines: list[str]) -> None:
    assert wrap_heading("one two-three four", room) == lines


def test_a_heading_has_fields_and_errors() -> None:
    own = pair("a _ b", "a x y", "CIS", speaker="eve", empty="")
    heading = systems_heading([own, pair("a b", "a b", "CC")], ["one", "two"])
    assert heading.startswith("u1  speaker eve  (one ")
    assert heading.endswith("; of 2)")
    assert "empty" not in heading


def test_systems_with_other_references_stand_apart() -> None:
    """Whose insertions are no words of the reference; a system that lacks the utterance is left out."""
    other = pair("A b", "A b", "CC")
    pairs = [pair("a _ b", "a x b", "CIC"), other, None, pair("a b", "a b", "CC")]
    found = list(split_by_reference(pairs, ["one", "two", "three", "four"]))
    assert [names for _, names in found] == [["one", "four"], ["two"]]
    lines = show(pairs, names=("one", "two", "three", "four"))
    assert [line.split()[0] for line in lines if line].count(REFERENCE) == 2
    assert not any("three" in line for line in lines)
    assert lines.count("") == 2


def test_labels_take_their_room_from_a_line() -> None:
    """`ref` and two blanks on either side, and at least ten columns for words."""
    words = pair("aaaa bbbb cccc", "aaaa bbbb cccc", "CCC")
    assert [line for line in show([words], 21, ("s",)) if REFERENCE in line] == ["  ref  aaaa bbbb cccc"]
    assert [line for line in show([words], 20, ("s",)) if REFERENCE in line] == ["  ref  aaaa bbbb", "  ref  cccc"]
    assert [line for line in show([words], 5, ("s",)) if REFERENCE in line] == ["  ref  aaaa bbbb", "  ref  cccc"]
    assert "  longer  aaaa bbbb cccc" in show([words], None, ("longer",))


def test_systems_stand_under_one_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    out = io.StringIO()
    base = AlignedPair("u", ["a", "", "cat", "on"], ["a", "the", "bat", ""], "CISD")
    new = AlignedPair("u", ["a", "cat", "on"], ["a", "cat", "on"], "CCC")
    write([], [AlignedSystems("x", "title", ["base", "new"], [(base, new), (None, new)])], out)
    assert out.getvalue().splitlines()[3:] == [
        "u  (base 1 S 1 D 1 I, new no errors; of 3)",
        "  ref   a *** cat on",
        "  base  a the bat **",
        "          I   S   D",
        "  new   a     cat on",
        "",
        "u  (new no errors; of 3)",
        "  ref   a cat on",
        "  new   a cat on",
        "",
    ]
