"""Ratings and grades: what their columns say, and where they cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.formats.rated import Ratings, is_rated, parse_ratings, read_table


def read(path: Path, text: str) -> Ratings:
    path.write_text(text, encoding="utf-8")
    table = read_table(str(path))
    assert is_rated(table)
    return parse_ratings(table)


def test_ratings(tmp_path: Path) -> None:
    found = read(tmp_path / "r.tsv", "raters\thypothesis\tsd\treference\trating\n4\th\t1\tr\t4.5\n9\t\t0\tr\t-1\n")
    assert (found.references, found.hypotheses, found.goodness) == (["r", "r"], ["h", ""], [4.5, -1])
    assert (found.spreads, found.errors, found.graded, found.lines) == ([1, 0], [0.5, 0], False, [2, 3])


@pytest.mark.parametrize("name", ["label", "grade"])
def test_grades_are_worse_the_higher(tmp_path: Path, name: str) -> None:
    found = read(tmp_path / "g.tsv", f"reference\thypothesis\t{name}\nr\th\t0\nr\tx\t2\n")
    assert (found.goodness, found.graded, found.errors) == ([0, -2], True, [])
    assert str(found.goodness[0]) == "0.0"


def test_without_raters_there_are_no_errors(tmp_path: Path) -> None:
    found = read(tmp_path / "r.tsv", "reference\thypothesis\trating\tsd\nr\th\t1\t2\n")
    assert (found.spreads, found.errors) == ([2], [])


HEAD = "reference\thypothesis\trating\tsd\traters\n"
BAD = [
    (HEAD + "r\th\tgood\t1\t1\n", 'r.tsv:2: "good" in rating is not a number'),
    (HEAD + "r\th\t1\t1\t1\n\nr\th\tnan\t1\t1\n", 'r.tsv:4: "nan" in rating is not a number'),
    (HEAD + "r\th\t1\t-1\t1\n", 'r.tsv:2: "-1" in sd is not a number of 0 or more'),
    (HEAD + "r\th\t1\t1\t0\n", 'r.tsv:2: "0" in raters is not a number of 1 or more'),
    (HEAD + "r\th\t1\t1\n", "r.tsv:2: expected 5 columns, found 4"),
    ("reference\thypothesis\tlabel\nr\th\t1.5\n", 'r.tsv:2: "1.5" in label is not a grade; write a whole number'),
    ("reference\thypothesis\tlabel\nr\th\t-1\n", 'r.tsv:2: "-1" in label is not a grade; write a whole number'),
    ("reference\tlabel\nr\t1\n", 'r.tsv:1: the first line names no column "hypothesis"; it holds reference, label'),
    ("reference\thypothesis\tlabel\trating\nr\th\t1\t1\n", "r.tsv:1: columns rating and label both hold judgments"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(mg.ScoreError) as refused:
        read(Path("r.tsv"), text)
    assert str(refused.value).startswith(sentence)
