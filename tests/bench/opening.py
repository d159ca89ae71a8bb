"""Opening a large file of word vectors again, in a process of its own, whose memory tells what was copied."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import memory
import numpy as np
from table import MEGABYTE, Row, Under

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timing import Effort

ROWS, DIMENSION = 1_000_000, 300


def opening(effort: Effort) -> Iterator[Row]:
    """The first time the text is read; from then on what was kept of it is mapped."""
    rows = effort.size(ROWS)
    with TemporaryDirectory() as folder:
        path = Path(folder, "vectors.vec")
        write(path, rows)
        first, _ = opened(path)
        again = [opened(path) for _ in range(effort.rounds(5))]
    yield Row(
        f"{rows:,} x {DIMENSION} vectors of a text opened again, wall time; memory besides the mapped file",
        "the first time",
        Under(1),
        min(seconds for seconds, _ in again),
        first,
        max(size for _, size in again),
        50 * MEGABYTE,
    )


def write(path: Path, rows: int) -> None:
    """Words that are all different, with vectors of which there are a thousand."""
    values = np.random.default_rng(6).standard_normal((1000, DIMENSION), dtype=np.float32)
    lines = [" ".join(f"{value:.4f}" for value in vector) for vector in values.tolist()]
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{rows} {DIMENSION}\n")
        file.writelines(f"mot{number} {line}\n" for number, line in enumerate(islice(cycle(lines), rows)))


def opened(path: Path) -> tuple[float, float]:
    """Seconds until the first cosine, and bytes of memory."""
    command = [sys.executable, __file__, str(path)]
    seconds, size = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(size)


def main(path: str) -> None:
    """Prints both."""
    from mondegreen.resources import text_vectors

    before = memory.status("RssAnon")
    begin = time.perf_counter()
    vectors = text_vectors.load(path, beside=True)
    assert vectors.cosine("mot0", "mot1") is not None
    seconds = time.perf_counter() - begin
    sys.stdout.write(f"{seconds} {memory.status('RssAnon') - before}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
