"""Maps that `mondegreen tune` wrote, read back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.errors import ScoreError
from mondegreen.reports import tuning as tables

Command = Callable[..., Answer]


def test_what_was_written_is_read(files: Path, command: Command) -> None:
    for weight, text in {"7": "utt-1 le chat dort\nutt-2 été\nutt-3 a\n", "8": "utt-1 le\n"}.items():
        Path(f"lm_{weight}.txt").write_text(text, encoding="utf-8")
    words = ("--grid", "lm_{lmwt}.txt", "--resamples", "20", "--output", "map.json")
    assert command("tune", "ref.txt", *words).code == 0
    surface, best = tables.read_map_tables("map.json")
    assert surface.name == "surface_wer"
    assert surface.rows == [["7", 37.5], ["8", 87.5]]  # 3 of 8 words lost, and 7
    assert [column.places for column in surface.columns] == [None, 2]
    assert best.rows[0][:2] == ["wer", "7"]


def test_what_is_not_defined_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    rows = [{"lm": "1", "0": None}, {"lm": "2", "0": 3.5}]
    path.write_text(json.dumps({"reports": [{"report": "surface_wer", "title": "t", "rows": rows}]}), encoding="utf-8")
    (found,) = tables.read_map_tables(str(path))
    assert str(found.rows) == "[['1', nan], ['2', 3.5]]"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"reports": []}',
        '{"reports": [1]}',
        '{"reports": [{"report": "surface_wer", "title": "t"}]}',
        '{"reports": [{"report": "surface_wer", "title": "t", "rows": [1]}]}',
        '{"reports": [{"report": "best", "title": "t", "rows": []}]}',
        '{"reports": [{"report": "surface_wer", "title": "t", "rows": [{"lm": [1], "0": {}}]}]}x',
        "\udcff",
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "map.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ScoreError, match="it holds no map"):
        tables.read_map_tables(str(path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="cannot be read: No such file"):
        tables.read_map_tables(str(tmp_path / "none.json"))
