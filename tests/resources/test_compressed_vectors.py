"""Packed files laid out: all of them, or somewhat more than so many lines, of which none is cut."""

import gzip
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.resources import text_vectors
from mondegreen.resources.text_vectors import decompress_file

LINES = [f"line {number}\n" for number in range(10)]  # 7 bytes each


def test_what_is_not_packed_is_looked_at_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("a", encoding="utf-8")
    with decompress_file(tmp_path / "v.txt") as place:
        assert place == tmp_path / "v.txt"


@pytest.mark.parametrize("lines", [None, 1, 2, 3, 9, 10, 11])
def test_lines_are_unpacked_whole(lines: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_vectors, "PIECE", 15)  # two lines and a letter
    (tmp_path / "v.txt.gz").write_bytes(gzip.compress("".join(LINES).encode()))
    with decompress_file(tmp_path / "v.txt.gz", lines) as place:
        assert place.name == "v.txt"
        found = place.read_text(encoding="utf-8").splitlines(keepends=True)
    assert not place.exists()
    assert found == LINES[: len(found)]
    least = 10 if lines is None else min(lines + 1, 10)
    assert least <= len(found) <= least + 2
    assert (len(found) == 10) is (least >= 9), "and not much more than that"


@pytest.mark.parametrize("damage", [slice(None, -9), slice(None, 12)])
def test_a_packed_file_that_is_cut_off(damage: slice, tmp_path: Path) -> None:
    (tmp_path / "v.gz").write_bytes(gzip.compress("".join(LINES).encode())[damage])
    with pytest.raises(ScoreError, match=r"v\.gz: cannot be decompressed: "), decompress_file(tmp_path / "v.gz"):
        pytest.fail("there is nothing to look at")
