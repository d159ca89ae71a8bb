"""Plain lines, and how lines are taken from a file."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.read.lines import PlainLines, load_lines

FILES = [
    (b"a\nb\n", ["a", "b"]),
    (b"a\nb", ["a", "b"]),  # the last line need not end
    (b"a\r\nb\r\n", ["a", "b"]),
    (b"\xef\xbb\xbfa\n", ["a"]),  # a byte order mark is no letter
    (b"a\n\nb\n\n", ["a", "", "b", ""]),  # an empty line is a line
    (b"", []),
    (b"\n", [""]),
    ("a\u2028b\x0bc\x85d\n".encode(), ["a\u2028b\x0bc\x85d"]),  # rare separators stay inside a text
    (b"a\x00b\n", ["a\x00b"]),
]


@pytest.mark.parametrize(("data", "lines"), FILES)
def test_load_lines(tmp_path: Path, data: bytes, lines: list[str]) -> None:
    (tmp_path / "file").write_bytes(data)
    assert load_lines(str(tmp_path / "file")) == lines


@pytest.mark.parametrize(("data", "line"), [(b"\xff\n", 1), (b"a\nb\n\xc3", 3), (b"a\r\n\xe9t\xe9\r\n", 2)])
def test_a_byte_that_is_not_utf8_has_its_place_told(tmp_path: Path, data: bytes, line: int) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(ScoreError, match=f"file:{line}: byte 0x[0-9a-f]{{2}} is not UTF-8") as caught:
        load_lines(str(tmp_path / "file"))
    assert [caught.value.path, caught.value.line] == [str(tmp_path / "file"), line]


def test_each_line_is_an_utterance() -> None:
    corpus = PlainLines.read(["a b", "", "c"], "file")
    assert [list(corpus.keys), list(corpus.texts), corpus.keyed] == [["1", "2", "3"], ["a b", "", "c"], False]
