"""Matrices of word vectors: which file holds the words, and rows of a long one by any places."""

import random
from pathlib import Path

import numpy as np
import pytest

from mondegreen import ScoreError
from mondegreen.resources import matrix
from mondegreen.resources.matrix import FiledRows, find_words_file, read_matrix, read_rows


@pytest.mark.parametrize(
    ("file", "beside", "found"),
    [
        ("v.npy", ["v.txt"], "v.txt"),
        ("v.npy", ["v.words.txt"], "v.words.txt"),
        ("v.npy", ["v.words.txt", "v.txt"], "v.txt"),
        ("v.f16.npy", ["v.txt"], "v.txt"),
        ("v.f32.npy", ["v.words.txt"], "v.words.txt"),
        ("v.f16.npy", ["v.txt", "v.f16.words.txt"], "v.f16.words.txt"),
    ],
)
def test_where_the_words_stand(file: str, beside: list[str], found: str, tmp_path: Path) -> None:
    for name in beside:
        (tmp_path / name).touch()
    assert find_words_file(tmp_path / file) == tmp_path / found


@pytest.mark.parametrize("file", ["v.npy", "v.f16.npy", "v.f64.npy"])
def test_words_that_are_nowhere(file: str, tmp_path: Path) -> None:
    (tmp_path / "w.txt").touch()
    expected = file.replace(".npy", ".txt")
    with pytest.raises(ScoreError, match=rf"{expected}: the words of {file} are read from this file, one a line"):
        find_words_file(tmp_path / file)


@pytest.mark.parametrize("kind", ["<f4", "<f2"])
def test_rows_of_a_long_matrix_by_any_places(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "SHORT", 29)
    values = np.arange(30, dtype=kind).reshape(10, 3)
    np.save(tmp_path / "v.npy", values)
    (tmp_path / "v.txt").write_text("".join(f"w{number}\n" for number in range(10)), encoding="utf-8")
    words, rows = read_matrix(tmp_path / "v.npy")
    assert isinstance(rows, FiledRows)
    assert [len(words), len(rows), rows.shape, rows.ndim, rows.dtype, rows.size] == [10, 10, (10, 3), 2, kind, 30]
    rng = random.Random(1)
    for places in (
        [],
        [0],
        [9],
        [0, 1, 2],
        [2, 1, 0],
        [5, 5],
        [0, 2, 3, 9, 8],
        *(rng.choices(range(10), k=6) for _ in "abc"),
    ):
        assert rows[places].tolist() == values[places].tolist()


def test_a_matrix_is_long_beyond_a_limit_and_where_its_rows_lie_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.save(tmp_path / "v.npy", np.zeros((10, 3), "<f4"))
    np.save(tmp_path / "turned.npy", np.zeros((10, 3), "<f4", order="F"))
    for limit, filed in ((29, True), (30, False)):
        monkeypatch.setattr(matrix, "SHORT", limit)
        assert isinstance(read_rows(tmp_path / "v.npy"), FiledRows) is filed
        assert not isinstance(read_rows(tmp_path / "turned.npy"), FiledRows)
    assert matrix.SHORT == 30
