"""Files of rows: JSON as `json.dumps` writes it, whatever stands where, and columns that grow wider."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.digest import digest_file
from mondegreen.results.row_files import (
    ROW_FORMATS,
    SAVED_FORMATS,
    Columns,
    CommaSeparated,
    Growing,
    JsonLines,
    Parquet,
    encode_column,
    encode_rows,
    list_row_columns,
    need_no_escapes,
    select_row_format,
)

# What JSON has to escape, and what it has not.
ESCAPES = ['"', "\\", "\n", "\x00", "\x1f"]
PLAIN = ["", " ", "%s", "été", "\x7f", "\u2028", "/"]


@pytest.mark.parametrize("letter", ESCAPES + PLAIN)
@pytest.mark.parametrize("place", range(5))
def test_texts_are_escaped_wherever_they_stand(letter: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are looked at some at a time: first and last of each portion."""
    monkeypatch.setattr("mondegreen.results.row_files.PIECE", 2)
    texts = ["a"] * place + [letter] + ["b"] * (4 - place)
    assert need_no_escapes(texts) is (letter in PLAIN)
    assert [json.loads(each) for each in encode_column(texts)] == texts


COLUMNS: list[list[Any]] = [
    [],
    [1, 2, 1],
    [1, 2.5, 1],
    [0.1, 1e300, -0.0],
    [1, None, 2],
    [None, None, None],
    ["a", None, "b"],
    ["a", "b", "c"],
    [True, False, 1],  # true is no 1
    [True, True, True],
    [["a", "b, c"], [], ['"']],
    ["1", 2, 3.0],
]


@pytest.mark.parametrize("values", COLUMNS, ids=str)
def test_columns_are_encoded_as_json_encodes_each_value(values: list[Any]) -> None:
    assert list(encode_column(values)) == [json.dumps(value, ensure_ascii=False) for value in values]


def test_rows_are_lines_of_json_under_any_name() -> None:
    columns: Columns = {"utterance": ["u", "v"], '100 %s "x"': [1, 2], "é": [["a"], None]}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    assert list(encode_rows(columns)) == [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]


@pytest.mark.parametrize("ending", SAVED_FORMATS)
@pytest.mark.parametrize("count", range(5))
def test_what_is_written_is_read_back(ending: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole portions and begun ones; some columns of it, in any order."""
    monkeypatch.setattr("mondegreen.results.row_files.PIECE", 2)
    kind, path = SAVED_FORMATS[ending], tmp_path / f"rows{ending}"
    columns: Columns = {
        "utterance": [f"u{at}" for at in range(count)],
        "n": list(range(count)),
        "x": [at / 2 for at in range(count)],
    }
    digest = kind.write(columns, path)
    assert digest == digest_file(path)
    assert kind.read(path, ["x", "utterance"]) == {"x": columns["x"], "utterance": columns["utterance"]}
    assert path.read_bytes() == kind.encode(columns)


def test_half_a_character_is_named(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match=r"rows\.jsonl: cannot be written: U\+D83D is half a character$"):
        JsonLines.write({"utterance": ["a", "b \ud83d"]}, tmp_path / "rows.jsonl")


@pytest.mark.parametrize(
    ("path", "ending"),
    [
        ("r.jsonl", ".jsonl"),
        ("a.b/r.csv", ".csv"),
        ("r.parquet", ".parquet"),
        ("r.csv.gz", ".csv"),
        ("r.jsonl.gz", ".jsonl"),
    ],
)
def test_the_ending_says_the_format(path: str, ending: str) -> None:
    assert select_row_format(path) is ROW_FORMATS[ending]


@pytest.mark.parametrize("path", ["r", "r.txt", "r.gz", "csv", "r.gz.csv.x"])
def test_other_endings_are_refused(path: str) -> None:
    with pytest.raises(mg.ScoreError, match=r": rows are written as a file that ends in \.jsonl, \.csv, \.parquet$"):
        select_row_format(path)


def test_columns_are_the_system_the_utterance_the_fields_and_the_metrics() -> None:
    """Of each metric the value, then what it was made from."""
    metrics = {"ser": mg.score(["a"], ["a"], ["ser"])["ser"].metric}
    assert list_row_columns(["speaker"], metrics) == [
        "system",
        "utterance",
        "reference",
        "hypothesis",
        "alignment",
        "speaker",
        "ser",
        "ser.wrong",
        "ser.utterances",
    ]


def test_a_column_that_a_system_does_not_have_is_empty() -> None:
    names = ["utterance", "speaker", "wer"]
    columns: Columns = {"utterance": ["u,1", "v"], "wer": [1.0, None]}
    assert list(csv.reader(StringIO(CommaSeparated.chunk(names, columns)))) == [["u,1", "", "1.0"], ["v", "", ""]]
    rows = [json.loads(line) for line in JsonLines.chunk(names, columns).splitlines()]
    assert rows == [{"utterance": "u,1", "speaker": None, "wer": 1.0}, {"utterance": "v", "speaker": None, "wer": None}]
    pytest.importorskip("pyarrow")
    assert Parquet.chunk(names, columns).column_names == ["utterance", "wer"]


PARTS: list[tuple[list[dict[str, list[Any]]], dict[str, list[Any]]]] = [
    ([], {}),
    ([{"a": [1]}, {"a": [2]}], {"a": [1, 2]}),
    ([{"a": [1]}, {"a": [2.5]}], {"a": [1.0, 2.5]}),  # a wider type
    ([{"a": [2.5]}, {"a": [1]}], {"a": [2.5, 1.0]}),
    ([{"a": [None]}, {"a": ["x"]}], {"a": [None, "x"]}),
    ([{"a": [1]}, {"a": [2], "b": ["x"]}, {"b": ["y"]}], {"a": [1, 2, None], "b": [None, "x", "y"]}),
    ([{"a": [1], "b": [2]}, {"b": [3], "a": [4]}], {"a": [1, 4], "b": [2, 3]}),  # columns go by name
    ([{"a": [1]}, {"a": [2]}, {"a": [0.5]}, {"a": [3]}], {"a": [1.0, 2.0, 0.5, 3.0]}),
]


@pytest.mark.parametrize(("parts", "expected"), PARTS)
def test_parts_make_one_table_of_the_widest_types(
    parts: list[dict[str, list[Any]]], expected: dict[str, list[Any]], tmp_path: Path
) -> None:
    arrow = pytest.importorskip("pyarrow")
    with Growing(tmp_path) as growing:
        for part in parts:
            growing.add(arrow.table(part))
        assert arrow.parquet.read_table(growing.finished()).to_pydict() == expected
        file = growing.file
    assert file.closed
    assert not list(tmp_path.iterdir())


def test_a_table_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    growing = Growing(tmp_path)
    with growing:
        growing.add(arrow.table({"a": [1]}))
    assert [growing.file.closed, list(tmp_path.iterdir())] == [True, []]
    with Growing(tmp_path):
        pass  # nor one that was never begun
