"""Pairs whose whole tables take gigabytes: times at a length that sclite can align, memory at one that it cannot."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import peers
from command import peak
from sclite import command, link, written
from table import MEGABYTE, Faster, Row
from timing import Effort, best, process

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timing import Work

TIMED, HELD = 4_000, 45_000
ROOM = 500 * MEGABYTE
PEER = "Debian's sclite, a process"
"""It holds a table of all cells: 8 GB for the longer pairs."""


def linear(effort: Effort) -> Iterator[Row]:
    """Alternations, weights of words, and weights of pairs of words."""
    if not peers.SCLITE.exists():
        yield Row("alternations", PEER, Faster(5), skipped="sctk is not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        link(folder)
        timed, held = effort.size(TIMED), effort.size(HELD)
        for work, wanted in (("alternations", 4), ("-w", 4)):
            files, options = pair(folder, timed, work)
            runs: dict[str, Work] = {
                name: process(command(tool, folder, files, options))
                for name, tool in (("ours", folder / "sclite"), ("theirs", peers.SCLITE))
            }
            times = best(runs, effort.rounds(2))
            files, options = pair(folder, held, work)
            memory = peak(command(folder / "sclite", folder, files, options))
            yield Row(
                f"sclite, {work}: {timed:,} words; memory for {held:,}",
                PEER,
                Faster(wanted),
                times["ours"],
                times["theirs"],
                memory,
                ROOM,
            )
        files, options = pair(folder, timed, "-w")
        ours = process([sys.executable, __file__, *map(str, files)])
        times = best({"ours": ours, "theirs": process(command(peers.SCLITE, folder, files, options))}, effort.rounds(2))
        files, _ = pair(folder, held, "-w")
        yield Row(
            f"alignment of least weight: {timed:,} words; memory for {held:,}",
            "sclite -w, a process",
            Faster(2),
            times["ours"],
            times["theirs"],
            peak([sys.executable, __file__, *files]),
            ROOM,
        )


def pair(folder: Path, words: int, work: str) -> tuple[tuple[Path, Path], list[str]]:
    """A pair as trn, and sclite's options for it."""
    reference, hypothesis = (side.split() for side in corpus.long_pair(words))
    if work == "-w":
        weights = "".join(
            f"{word} {1 + at % 7 / 4}\n" for at, word in enumerate(corpus.Language(corpus.TYPES, 2).words)
        )
        (folder / "weights").write_text(weights, encoding="utf-8")
        options = ["-o", "sum", "-w", str(folder / "weights")]
    else:
        alternative = "{{ {0} / {0} {0} / @ }}".format
        reference = [word if at % 20 else alternative(word) for at, word in enumerate(reference)]
        options = ["-o", "sum"]
    return written(folder, [" ".join(reference)], [" ".join(hypothesis)]), options


def weigh(reference: str, hypothesis: str) -> None:
    """Aligns two texts by weights of pairs of words."""
    import numpy as np

    import mondegreen as mg

    texts = [[Path(file).read_text(encoding="utf-8")] for file in (reference, hypothesis)]
    words = corpus.Language(corpus.TYPES, 2).words
    vectors = 0.5 + np.random.default_rng(4).standard_normal((len(words), 8), dtype=np.float32)
    mg.align(*texts, policy="sclite", threads=1, weights=mg.Weights.from_vectors(words, vectors), goal="total")


if __name__ == "__main__":
    weigh(*sys.argv[1:])
