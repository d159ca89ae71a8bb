"""Maps that `mondegreen nbest tune` wrote, read back."""

import json
import math
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
    assert command("nbest", "tune", "ref.txt", *words).code == 0
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


def test_a_table_is_what_json_says(tmp_path: Path) -> None:
    """Columns are all names in their first order; one is of numbers if all that it has are; a note may lack."""
    rows = [{"lm": "1", "a": 1, "b": None}, {"a": 2.5, "b": None, "c": True, "d": 1}, {"d": "x", "lm": None}]
    reports = [
        {"report": "surface_wer", "title": "t", "rows": rows, "note": "n"},
        {"report": "best", "title": "u", "rows": []},
    ]
    path = tmp_path / "map.json"
    path.write_text(json.dumps({"reports": reports}), encoding="utf-8")
    found, best = tables.read_map_tables(str(path))
    assert (found.name, found.title, found.note) == ("surface_wer", "t", "n")
    assert [(column.name, column.heading, column.places) for column in found.columns] == [
        *(("lm", "lm", None), ("a", "a", 2), ("b", "b", None), ("c", "c", 2), ("d", "d", None))
    ]
    assert str(found.rows) == str(
        [["1", 1.0, None, math.nan, None], [None, 2.5, None, 1.0, "1"], [None, math.nan, None, math.nan, "x"]]
    )
    assert (best.name, best.note) == ("best", "")


def test_what_a_map_is_is_said(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"reports": [{"report": "a surface_wer", "title": "t", "rows": []}]}', encoding="utf-8")
    with pytest.raises(ScoreError) as caught:
        tables.read_map_tables(str(path))
    assert str(caught.value) == (
        f"{path}: it holds no map; give what `mondegreen nbest tune --grid ... --output FILE.json` wrote"
    )
