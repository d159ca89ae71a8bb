"""Twice as large a file takes twice the work and twice the memory, whatever is in it, by whatever door it comes.

Work is counted in calls, not in seconds. What C does within one call is not seen by that: there the file is so large
that it would take hours if it took the square of it.
"""

from __future__ import annotations

import re
import sys
import tracemalloc
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from fuzz.archive import reader_inputs
from fuzz.doors import DOORS, failure
from fuzz.growing import NEEDS, columns, makers_of, members, sound_file
from mondegreen import ScoreError
from mondegreen.formats import read, write
from mondegreen.formats.rated import read_table
from mondegreen.metrics.support.variants import read_synonyms

if TYPE_CHECKING:
    from pathlib import Path

# What doubling may cost, and what any file may cost beside: modules that are loaded, and errors that are told.
GROWTH, CALLS, BYTES = 2.3, 3_000, 300_000
SIZE = 1_500


def cost(door: str, data: bytes, folder: Path) -> tuple[int, int]:
    """How many calls a door makes of a file, and the most bytes that it holds."""
    folder.mkdir()
    (folder / "file").write_bytes(data)
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    tracemalloc.start()
    sys.setprofile(count)
    try:
        failure(door, folder / "file")
    finally:
        sys.setprofile(before)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return calls, peak


@pytest.mark.parametrize("door", DOORS)
def test_a_door_takes_twice_for_twice(door: str, tmp_path: Path) -> None:
    if door in NEEDS:
        pytest.importorskip(NEEDS[door])
    sound = sound_file(reader_inputs(door))
    cost(door, sound, tmp_path / "sound")  # which loads what is loaded but once
    for name, maker in makers_of(door).items():
        one, two = (
            cost(door, maker(size, sound), tmp_path / f"{name.encode().hex()}-{size}") for size in (SIZE, 2 * SIZE)
        )
        assert two[0] <= GROWTH * one[0] + CALLS, f"{name}: {one[0]:,} and then {two[0]:,} calls"
        assert two[1] <= GROWTH * one[1] + BYTES, f"{name}: {one[1]:,} and then {two[1]:,} bytes"


def test_a_long_word_in_a_tag_is_gone_through_once(tmp_path: Path) -> None:
    """From each of its letters on it took a minute and a half for 80 kB, and would take days for this."""
    for word in ("a", "0", "_"):
        text = f'<SYSTEM title="s">\n<SPEAKER id="s" {word * 4_000_000}>\n<PATH id="(u1)">\nC,"a","a"\n</PATH>\n'
        (tmp_path / "file").write_text(text, encoding="utf-8")
        assert list(read(tmp_path / "file", "sgml").keys) == ["u1"]


@pytest.mark.parametrize(("kind", "separator"), [("csv", ","), ("tsv", "\t")])
def test_each_column_is_looked_at_once(kind: str, separator: str, tmp_path: Path) -> None:
    """Counting each name among all took more than 100 s for 80,000 columns."""
    (tmp_path / "file").write_bytes(columns(300_000, separator))
    found = read(tmp_path / "file", kind)
    assert len(found.fields) == 300_000
    write(found, tmp_path / f"written.{kind}")
    assert len(read(tmp_path / f"written.{kind}").fields) == 300_000
    (tmp_path / "file").write_bytes(columns(300_000, separator).replace(b"c299999", b"c7"))
    with pytest.raises(ScoreError, match='two columns are named "c7"'):
        read(tmp_path / "file", kind)


def test_each_column_of_ratings_is_looked_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(columns(300_000, "\t"))
    assert len(read_table(str(tmp_path / "file")).columns) == 300_002
    (tmp_path / "file").write_bytes(columns(300_000, "\t").replace(b"c299999", b"c7"))
    with pytest.raises(ScoreError, match='two columns are named "c7"'):
        read_table(str(tmp_path / "file"))


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_a_table_that_is_nearly_empty_is_refused(kind: str, tmp_path: Path) -> None:
    rows = members(2_000)
    (tmp_path / "file").write_text("\n".join(rows) if kind == "jsonl" else f"[{','.join(rows)}]", encoding="utf-8")
    with pytest.raises(ScoreError, match=re.escape("2,000 utterances have 2,002 different fields")):
        read(tmp_path / "file", kind)
    # As many rows that share their members are a table, and so are few rows that share none.
    (tmp_path / "file").write_text("\n".join(row.replace('"c', '"c1') for row in rows[:500]), encoding="utf-8")
    assert len(read(tmp_path / "file", "jsonl").fields) == 500


def test_a_line_of_many_synonyms_is_refused(tmp_path: Path) -> None:
    """All of them for each of them are a square; the same one again is one."""
    (tmp_path / "file").write_text(" = ".join(f"w{at}" for at in range(101)), encoding="utf-8")
    with pytest.raises(ScoreError, match='file:1: more than 100 synonyms of "w0"'):
        read_synonyms(str(tmp_path / "file"))
    (tmp_path / "file").write_text(" = ".join(f"w{at}" for at in range(100)), encoding="utf-8")
    assert len(read_synonyms(str(tmp_path / "file"))) == 100
    (tmp_path / "file").write_text("a" + "=>" * 200_000, encoding="utf-8")
    with suppress(ScoreError):
        read_synonyms(str(tmp_path / "file"))
