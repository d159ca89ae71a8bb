"""Blocks as Markdown."""

import io

import pytest

from mondegreen.render.markdown import Markdown, write
from mondegreen.reports.blocks import AlignedPair, AlignedSystems, Alignments, Block, Column, Table


def drawn(*blocks: Block) -> str:
    out = io.StringIO()
    write([], blocks, out)
    return out.getvalue()


def test_a_table() -> None:
    columns = [Column("w", "word"), Column("n", "rate", 1)]
    table = Table("t", "a | b", columns, [["x|y", 12.34], [None, float("nan")]], "a note", [["all", 1.0]])
    assert drawn(table) == (
        "### a \\| b\n\n| word | rate |\n|---|---:|\n| x\\|y | 12.3 |\n|  | NaN |\n| **all** | **1.0** |\n\na note\n\n"
    )


TEXTS = [
    ("a|b", r"a\|b", "a bar would end the cell"),
    ("*a* _b_ `c` ~d~", r"\*a\* \_b\_ \`c\` \~d\~", "emphasis"),
    ("<unk> &amp; [x](y)", r"\<unk\> \&amp; \[x\](y)", "tags, entities, links"),
    ("$x$ \\n", r"\$x\$ \\n", "formulas, backslashes"),
    ("a\nb\x1b", r"a\\nb\\x1b", "a line end would end the table"),
    ("été 日本 l'", "été 日本 l'", "letters are left alone"),
]


@pytest.mark.parametrize(("text", "expected", "why"), TEXTS, ids=[case[2] for case in TEXTS])
def test_escaping(text: str, expected: str, why: str) -> None:
    assert Markdown().text(text) == expected


def test_alignments_are_fenced_and_nothing_in_them_ends_the_fence() -> None:
    pair = AlignedPair("u", ["````", "b"], ["x", "b"], "SC")
    assert drawn(Alignments("a", "t", [pair])) == (
        "### t\n\n`````text\nu  (1 S of 2)\nref  ```` b\nhyp  x    b\n     S\n`````\n\n"
    )


def test_what_errors_weigh_stands_below_their_marks() -> None:
    pair = AlignedPair("u", ["a", "b"], ["a", "c"], "CS", {}, [0.0, 0.5], [None, 0.25])
    assert drawn(Alignments("a", "t", [pair], "a_b", weighed=True)) == (
        "### t\n\n```text\nu  (1 S of 2, weight 0.50)\nref     a b\nhyp     a c\n          S\n"
        "weight    0.50\ncosine    0.25\n```\n\na\\_b\n\n"
    )


@pytest.mark.parametrize(("ticks", "fence"), [(0, 3), (2, 3), (3, 4), (5, 6)])
def test_a_fence_is_longer_than_what_is_in_it(ticks: int, fence: int) -> None:
    lines = drawn(Alignments("a", "t", [AlignedPair("u", ["`" * ticks + "x"], ["y"], "S")])).splitlines()
    assert [lines[2], lines[-2]] == ["`" * fence + "text", "`" * fence]


@pytest.mark.parametrize(("words", "lines"), [(16, [79]), (17, [79, 4]), (32, [79, 79])])
def test_pairs_have_eighty_cells(words: int, lines: list[int]) -> None:
    """A page has no width to ask for: sixteen words of four letters and a blank fit, and then a line is left empty."""
    pair = AlignedPair("u", ["aaaa"] * words, ["aaaa"] * words, "C" * words)
    shown = drawn(Alignments("a", "t", [pair])).splitlines()
    assert [len(line) - len("ref  ") for line in shown if line.startswith("ref")] == lines
    assert shown[4:-2].count("") == len(lines) - 1


@pytest.mark.parametrize(("folds", "seen"), [(True, "a [11 times more]"), (False, "a a a a a a a a a a a a")])
def test_loops_are_folded_unless_all_is_asked_for(folds: bool, seen: str) -> None:
    pair = AlignedPair("u", [""] * 12, ["a"] * 12, "I" * 12)
    assert f"\nhyp  {seen}\n" in drawn(Alignments("a", "t", [pair], folds=folds))


def test_a_cell_of_nothing_is_not_bold() -> None:
    assert "| **all** |  |\n" in drawn(
        Table("t", "t", [Column("w", "w"), Column("n", "n", 0)], [["a", 1]], foot=[["all", None]])
    )


def test_systems_stand_under_one_reference() -> None:
    base, new = AlignedPair("u", ["a", "b"], ["a", "c"], "CS"), AlignedPair("u", ["a", "b"], ["a", "b"], "CC")
    assert drawn(AlignedSystems("a", "t", ["base", "new"], [(base, new)], "note")) == (
        "### t\n\n```text\nu  (base 1 S, new no errors; of 2)\n"
        "ref   a b\nbase  a c\n        S\nnew   a b\n```\n\nnote\n\n"
    )
