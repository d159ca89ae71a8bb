"""Blocks as Markdown."""

import io

import pytest

from mondegreen.render.markdown import Markdown, write
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Column, Table


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
