"""From ten thousand to ten million utterances of twenty words, wer and cer, text files in, rows out as Parquet.

Each size stands beside ten times what a tenth of it took, start-up taken off both, so that 1 is a straight line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import corpus
from table import MEGABYTE, Above, Row, Within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from timing import Effort

SMALLEST, LARGEST, WORDS, TEXTS = 10_000, 10_000_000, 20, 20_000
RAY = ("--engine", "ray", "--num-cpus", "2")
# How often the small sizes are scored, which are soon done.
ROUNDS = {10_000: 5, 100_000: 3}
# The share of the largest size that goes to Ray too.
TENTH = 10


class Took(NamedTuple):
    """CPU seconds of a command and of what it waited for, its wall time, and its memory at the peak."""

    cpu: float
    wall: float
    memory: float


def scale(effort: Effort) -> Iterator[Row]:
    """Time and memory by size; then Ray's workers."""
    sizes = [effort.size(10**power) for power in range(round(log10(SMALLEST)), round(log10(LARGEST)) + 1)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = scored(folder, 10, rounds=effort.rounds(5))
        before: tuple[int, float] | None = None
        for size in sizes:
            took = scored(folder, size, rounds=effort.rounds(ROUNDS.get(size, 1)))
            work = took.cpu - begin.cpu
            if before is None:
                what = f"{size:,} utterances, {took.wall:.1f} s of wall time"
                yield Row(what, "start-up alone", Above(5), took.cpu, begin.cpu, took.memory, 1000 * MEGABYTE)
            else:
                times = size / before[0]
                slope = log10(max(work, 1e-9) / max(before[1], 1e-9)) / log10(times)
                peer = f"{times:g} times a tenth (slope {slope:.2f})"
                what = f"{size:,} utterances, {took.wall:.0f} s of wall time"
                yield Row(what, peer, Within(1.2), work, times * before[1], took.memory, 1000 * MEGABYTE)
            before = size, work
        yield from by_ray(folder, effort.size(LARGEST // TENTH), 1)


def by_ray(folder: Path, size: int, rounds: int) -> Iterator[Row]:
    """Two workers beside one process, wall time without start-up; rows are compared."""
    work, peer = f"{size:,} utterances by Ray's two workers, wall time", "one process"
    try:
        import ray  # noqa: F401 - only to know
    except ImportError:
        yield Row(work, peer, Within(2.5), skipped="no Ray")
        return
    begins = [scored(folder, 10, *words, rounds=rounds).wall for words in ((), RAY)]
    ours, theirs = (scored(folder, size, *words, rounds=rounds, rows=name) for words, name in ((RAY, "a"), ((), "b")))
    from pyarrow import parquet

    assert parquet.read_table(folder / "a.parquet").equals(parquet.read_table(folder / "b.parquet"))
    yield Row(work, f"{peer}; rows identical", Within(2.5), ours.wall - begins[1], theirs.wall - begins[0], ours.memory)


def scored(folder: Path, size: int, *words: str, rounds: int, rows: str = "rows") -> Took:
    """The least that scoring so many utterances took."""
    sides = [folder / f"{side}.txt" for side in ("ref", "hyp")]
    if not sides[0].exists() or lines(sides[0]) != size:
        write(sides, size)
    command = [sys.executable, "-m", "mondegreen", "score", *map(str, sides), "--rows", str(folder / f"{rows}.parquet")]
    return min(run([*command, "--as", "csv", *words]) for _ in range(rounds))


def lines(path: Path) -> int:
    """How many utterances a file holds, which the last one's key tells."""
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - 1000))
        return int(stream.read().splitlines()[-1].split()[0][4:]) + 1


def write(sides: Sequence[Path], size: int) -> None:
    """Files of so many utterances, drawn from some thousands of texts."""
    language = corpus.Language(corpus.TYPES, 1)
    spoken = [language.draw(WORDS) for _ in range(TEXTS)]
    pairs = [(" ".join(text), " ".join(language.misrecognize(text, corpus.ERRORS))) for text in spoken]
    with sides[0].open("w", encoding="utf-8") as references, sides[1].open("w", encoding="utf-8") as hypotheses:
        for place in range(size):
            reference, hypothesis = language.random.choice(pairs)
            references.write(f"utt-{place:09} {reference}\n")
            hypotheses.write(f"utt-{place:09} {hypothesis}\n")


def run(command: Sequence[str]) -> Took:
    """Runs a command, and asks the system what it took."""
    begin = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Took(usage.ru_utime + usage.ru_stime, time.perf_counter() - begin, 1024.0 * usage.ru_maxrss)
