"""Readers of files twice as large: what C does within one call takes time that tests, which count calls, do not see."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from table import Row, Within
from timing import Effort, best

sys.path.append(str(Path(__file__).parents[1]))

from fuzz.archive import reader_inputs
from fuzz.doors import DOORS, failure
from fuzz.growing import NEEDS, makers_of, sound_file

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE, GROWTH = 20_000, 2.3
# What takes less is over before its growth could be told from noise.
SHORTEST = 0.05


def growth(effort: Effort) -> Iterator[Row]:
    """By each door, the input whose time grows most."""
    with tempfile.TemporaryDirectory() as name:
        for door in DOORS:
            peer = "a file of half its size"
            if door in NEEDS and not find_spec(NEEDS[door]):
                yield Row(f"reading {door}", peer, Within(GROWTH), skipped=f"{NEEDS[door]} is not installed")
                continue
            found = list(measure(door, Path(name), effort))
            if not found:
                yield Row(f"reading {door}", peer, Within(GROWTH), skipped="takes no time to speak of")
                continue
            maker, once, twice = max(found, key=lambda each: each[2] / each[1])
            yield Row(f"reading {door}: {maker}", peer, Within(GROWTH), twice, once)


def measure(door: str, folder: Path, effort: Effort) -> Iterator[tuple[str, float, float]]:
    """The times that a door takes for each kind of file and for one twice as large."""
    sound = sound_file(reader_inputs(door))
    for name, maker in makers_of(door).items():
        size = effort.size(SIZE)
        files = {count: folder / f"{door}-{count}" for count in (size, 2 * size)}
        for count, path in files.items():
            path.write_bytes(maker(count, sound))
        runs = {str(count): partial(failure, door, path) for count, path in files.items()}
        once, twice = best(runs, effort.rounds(3)).values()
        if twice >= SHORTEST:
            yield name, once, twice
