"""The strings of a file behave as a list of them would."""

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen._core import Strings
from mondegreen.alignment import UnitName

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), max_size=6)
PLACES = st.integers(-8, 8)


@given(TEXTS, st.slices(6))
def test_they_are_a_sequence(texts: list[str], part: slice) -> None:
    held = Strings.of(texts)
    assert [list(held), len(held), list(reversed(held))] == [texts, len(texts), texts[::-1]]
    assert list(held[part]) == texts[part]
    assert held == texts
    assert texts == held
    assert held == Strings.of(texts)
    assert held != [*texts, "x"]
    assert held != 1
    assert [text in held for text in texts] == [True] * len(texts)
    assert held.blank() == [not text.strip() for text in texts]
    assert held.are_distinct() == (len(set(texts)) == len(texts))
    assert pickle.loads(pickle.dumps(held)) == held


@given(TEXTS, PLACES)
def test_places(texts: list[str], place: int) -> None:
    held = Strings.of(texts)
    if -len(texts) <= place < len(texts):
        assert held[place] == texts[place]
        assert [held.index(texts[place]), held.count(texts[place])] == [
            texts.index(texts[place]),
            texts.count(texts[place]),
        ]
    else:
        with pytest.raises(IndexError, match=f"there is no string {place}"):
            held[place]


def test_taken_strings_are_in_the_order_asked_for() -> None:
    held = Strings.of(["a", "é", "日本"])
    assert list(held.take([2, -1, 0, 0])) == ["日本", "", "a", "a"]
    with pytest.raises(IndexError, match="there is no string 3"):
        held.take([3])


def test_what_is_not_there() -> None:
    with pytest.raises(ValueError, match='there is no string "b"'):
        Strings.of(["a"]).index("b")
    with pytest.raises(ValueError, match="byte 1 is not UTF-8"):
        Strings.lines(b"a\xff")
    with pytest.raises(TypeError):
        Strings.of([1])  # type: ignore[list-item]
    with pytest.raises(UnicodeEncodeError):
        Strings.of(["\ud800"])


def test_they_show_their_beginning() -> None:
    assert repr(Strings.of(["a", "b'"])) == """<Strings 'a', "b'">"""
    assert repr(Strings.of(list("abcd"))) == "<Strings 'a', 'b', 'c', ... (4 in all)>"


@given(
    st.lists(st.text("ab éœ日\x01\u2003", max_size=8), max_size=5), st.sampled_from(["words", "characters", "letters"])
)
def test_they_align_as_python_strings_do(texts: list[str], unit: UnitName) -> None:
    others = [text[::-1] for text in texts]
    plain = mg.align(texts, others, unit=unit)
    for sides in ((Strings.of(texts), Strings.of(others)), (Strings.of(texts), others), (texts, Strings.of(others))):
        held = mg.align(*sides, unit=unit)
        assert [held.steps.tolist(), held.offsets.tolist()] == [plain.steps.tolist(), plain.offsets.tolist()]


@pytest.mark.parametrize("wide", [0, 0.02, 0.1, 0.5, 1])
def test_any_share_of_wide_characters_aligns_alike(wide: float) -> None:
    """Python's strings go to the core by ways that depend on how many of them Latin-1 can hold; a file's by one."""
    rng = random.Random(1)
    words = ["été", "a", "b", "\x01", "A@@@"]

    def text() -> str:
        some = rng.choices([*words, "œuf", "\u0101", "日本"] if rng.random() < wide else words, k=rng.randint(0, 6))
        return rng.choice([" ", "\u00a0", "\u2003" if rng.random() < wide else "  "]).join(some)

    sides = [[text() for _ in range(3000)] for _ in range(2)]
    for unit in ("words", "characters"):
        plain, held = mg.align(*sides, unit=unit), mg.align(*map(Strings.of, sides), unit=unit)
        assert plain.steps.tolist() == held.steps.tolist()


def test_they_do_not_align_with_lists_of_tokens() -> None:
    for sides in ((Strings.of(["a"]), [["a"]]), ([["a"]], Strings.of(["a"]))):
        with pytest.raises(TypeError, match="either texts or lists of tokens"):
            mg.align(*sides)


def test_they_live_as_long_as_they_are_needed(tmp_path: Path) -> None:
    keys, texts = Strings.lines("\ufeffu1 a b\r\n\n u2\tc \nu3".encode()).keyed()
    assert [list(keys), list(texts)] == [["u1", "u2", "u3"], ["a b", "c ", ""]]
