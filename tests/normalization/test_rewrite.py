"""Tables of replacements: what they do, what their signature says, and what is wrong with a line."""

import re
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.normalization import make_normalizer
from mondegreen.normalization.text_function import name_function

CASES = [
    ("a\tb\n", "a ab a", "b ab b", "whole tokens"),
    ("a\tb\nb\tc\n", "a b", "b c", "what is written is not looked at again"),
    ("a\tx\na b\ty\na b c\tz\n", "a b a b c a c", "y z x c", "the longest wins"),
    ("a b\tx\nb c\ty\n", "a b c", "x c", "from left to right"),
    ("a a\tb\n", "a a a", "b a", "what was used is used up"),
    ("uh\t\n", "uh a uh", "a", "left out"),
    ("a\tb c  d\n", "a", "b c d", "one to many"),
    (" a  b \tc\n", "a\u00a0b", "c", "blanks of any kind and number"),
    ("# from\tto\n\n#\tnumber\n#a\tb\n", "# #a", "number b", "comments, and tokens that look like them"),
    ("\ufeffa\tb\r\nc\td\r\n", "a c", "b d", "as other systems write files"),
    ("", "a", "a", "an empty table does nothing"),
]
WRONG = [
    ("a\tb\nc d\n", 2, "expected one TAB between two fields, found 0"),
    ("a\tb\tc\n", 1, "expected one TAB between two fields, found 2"),
    ("\tb\n", 1, "nothing before the tab"),
    ("a\tb\n# x\na\tc\n", 3, '"a" was to become "b" before'),
]


def table(folder: Path, text: str, name: str = "t.tsv") -> str:
    (folder / name).write_bytes(text.encode())
    return f"rewrite:{folder / name}"


@pytest.mark.parametrize(("lines", "text", "expected", "why"), CASES, ids=[case[3] for case in CASES])
def test_rewrite(tmp_path: Path, lines: str, text: str, expected: str, why: str) -> None:
    assert make_normalizer(table(tmp_path, lines))(text) == expected


@pytest.mark.parametrize(("lines", "line", "sentence"), WRONG, ids=[sentence for *_, sentence in WRONG])
def test_wrong_lines(tmp_path: Path, lines: str, line: int, sentence: str) -> None:
    with pytest.raises(ScoreError, match=re.escape(f"t.tsv:{line}: {sentence}")):
        make_normalizer(table(tmp_path, lines))


def test_the_signature_is_that_of_what_the_table_does(tmp_path: Path) -> None:
    one, same, other = (
        name_function(make_normalizer(table(tmp_path, lines, file)))
        for lines, file in [("a\tb\nc\td\n", "1"), ("# no\nc\t d\n\na\tb\n", "2"), ("a\tb\nc\te\n", "3")]
    )
    assert re.fullmatch(r"rewrite\([0-9a-f]{64}\)", one)
    assert one == same
    assert one != other
