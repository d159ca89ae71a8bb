"""Words over words: what stands under what, however wide the script is."""

import pytest

from mondegreen.render.sidebyside import pair_heading, split_strips, strip_lines
from mondegreen.reports.blocks import AlignedPair


def drawn(references: list[str], hypotheses: list[str], steps: str, room: int | None = None) -> list[str]:
    pair = AlignedPair("u", references, hypotheses, steps)
    return [line for strip in split_strips(pair, room) for line in strip_lines(strip)]


CASES = [
    (["a", "cat", "", "on"], ["a", "bat", "sat", ""], "CSID", ["a cat *** on", "a bat sat **", "  S   I   D"], "marks"),
    (["a", "b"], ["a", "b"], "CC", ["a b", "a b", ""], "no marks"),
    (["日本", "x"], ["日", "y"], "SS", ["日本 x", "日   y", "S    S"], "a wide letter takes two cells"),
    (["", "한국"], ["中", ""], "ID", ["** 한국", "中 ****", "I  D"], "a gap is as wide as its counterpart"),
    (["e\u0301te\u0301", "a"], ["été", "b"], "SS", ["e\u0301te\u0301 a", "été b", "S   S"], "an accent takes none"),
    (
        ["👍🏽", "👩\u200d👧", "z"],
        ["a", "b", "z"],
        "SSC",
        ["👍🏽 👩\u200d👧 z", "a  b  z", "S  S"],
        "nor emoji's parts",
    ),
    (["❤️", "z"], ["a", "z"], "SC", ["❤️ z", "a  z", "S"], "a selected emoji is wide"),
    (["e", "\u0301"], ["e", ""], "CD", ["e \u25cc\u0301", "e *", "  D"], "an accent alone stands on a circle"),
    (["a", " ", "b"], ["a", "", "b"], "CDC", ["a ␣ b", "a * b", "  D"], "a blank is seen"),
    (["\x1b[2J"], ["x"], "S", ["\\x1b[2J", "x", "S"], "controls are escaped, and as wide as that"),
    ([], [], "", [], "nothing"),
]


@pytest.mark.parametrize(("references", "hypotheses", "steps", "lines", "why"), CASES, ids=[case[4] for case in CASES])
def test_lines(references: list[str], hypotheses: list[str], steps: str, lines: list[str], why: str) -> None:
    assert drawn(references, hypotheses, steps) == lines


def test_what_errors_weigh_stands_under_them() -> None:
    weights, cosines = [0, 1.999, 1, 1], [None, -0.999, None, None]
    pair = AlignedPair("u", ["a", "b", "", "d"], ["a", "c", "e", ""], "CSID", {}, weights, cosines)
    assert pair_heading(pair) == "u  (1 S 1 D 1 I of 3, weight 4.00)"
    (strip,) = split_strips(pair)
    assert strip_lines(strip) == ["a b     *    d", "a c     e    *", "  S     I    D", "  2.00  1.00 1.00", "  -1.00"]
    assert [strip_lines(strip)[3:] for strip in split_strips(pair, 5)] == [
        ["", ""],
        ["2.00", "-1.00"],
        ["1.00", ""],
        ["1.00", ""],
    ]


WRAPPED = [
    (["aa", "bb", "cc"], 5, ["aa bb", "aa bb", "", "cc", "cc", ""], "five cells hold two words of two"),
    (["aa", "bb", "cc"], 4, ["aa", "aa", "", "bb", "bb", "", "cc", "cc", ""], "four do not"),
    (["abcdef", "g"], 4, ["abcd", "abcd", "", "ef g", "ef g", ""], "a word wider than the line goes on"),
    (["日本語", "x"], 4, ["日本", "日本", "", "語 x", "語 x", ""], "no wide letter is cut through"),
]


@pytest.mark.parametrize(("words", "room", "lines", "why"), WRAPPED, ids=[case[3] for case in WRAPPED])
def test_wrapping(words: list[str], room: int, lines: list[str], why: str) -> None:
    assert drawn(words, words, "C" * len(words), room) == lines


LEFTWARD = [
    (
        ["אב", "גד", "הו", "זח"],
        ["אב", "גד", "ט", ""],
        "CCSD",
        ["אב גד", "אב גד", "", "הו", "ט", "S", "זח", "**", "D"],
        "each error of Hebrew has lines of its own, which nothing turns around",
    ),
    (["a", "سلام"], ["b", "سلام"], "SC", ["a", "b", "S", "سلام", "سلام", ""], "so has a Latin word among Arabic ones"),
    (["١", "a"], ["2", "a"], "SC", ["١ a", "2 a", "S"], "digits alone turn nothing around"),
]


@pytest.mark.parametrize(
    ("references", "hypotheses", "steps", "lines", "why"), LEFTWARD, ids=[case[4] for case in LEFTWARD]
)
@pytest.mark.parametrize("room", [None, 40])
def test_scripts_from_right_to_left(
    references: list[str], hypotheses: list[str], steps: str, lines: list[str], why: str, room: int | None
) -> None:
    assert drawn(references, hypotheses, steps, room) == lines


def test_sides_stay_together_where_a_wide_word_is_broken() -> None:
    assert drawn(["abcdef", "x"], ["yz", ""], "SD", 4) == ["abcd", "yz", "S", "ef x", "   *", "S  D"]


def test_no_line_is_wider_than_its_room() -> None:
    words = ["日本語", "a" * 37, "été", "👍🏽", "", "x"] * 7
    others = ["", "b", "e\u0301te\u0301" * 9, "y", "z" * 8, "x"] * 7
    for room in (10, 11, 24, 80):
        for line in drawn(words, others, "DSSSIC" * 7, room):
            widths = (0 if letter in "\u0301🏽" else 2 if letter in "日本語👍" else 1 for letter in line)
            assert sum(widths) <= room


def test_head() -> None:
    pair = AlignedPair("u\x1b", ["a", "b", ""], ["a", "", "c"], "CDI", {"speaker": "s 1", "channel": ""})
    assert pair_heading(pair) == "u\\x1b  speaker s 1  (1 D 1 I of 2)"
    assert pair_heading(AlignedPair("v", ["a"], ["a"], "C")) == "v  (no errors of 1)"
