"""What readers make of files that were damaged: a small part of what `tests/fuzz/readers.py` tries."""

from pathlib import Path
from random import Random

import pytest

from fuzz.archive import inputs, reader_inputs
from fuzz.doors import DOORS, failure
from fuzz.mutations import mutated

CHANGED = 12
NEEDS = {"parquet": "pyarrow", "pronunciations": "panphon"}


@pytest.mark.parametrize("door", DOORS)
def test_a_door_reads_or_refuses(door: str, tmp_path: Path) -> None:
    """What is kept is what was once read wrongly, beside a sound file of each kind."""
    if door in NEEDS:
        pytest.importorskip(NEEDS[door])
    kept = reader_inputs(door)
    luck = Random(door)
    changed = [mutated(luck.choice([*kept.values()]), [*kept.values()], luck) for _ in range(CHANGED)]
    tried = {**kept, **{f"changed-{number}": data for number, data in enumerate(changed)}}
    for name, data in tried.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "file").write_bytes(data)
        assert failure(door, folder / "file") is None, f"{door}/{name}: {data[:500]!r}"


def test_every_door_has_a_sound_file() -> None:
    assert {name.partition("/")[0] for name in inputs("readers")} == DOORS.keys()
