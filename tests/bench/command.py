"""The score command as a process: files in, the table out."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import jiwer
import peers
from table import MEGABYTE, Faster, Row
from timing import Effort, best, process

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TIMES = 100
SHARE = 10
"""jiwer needs gigabytes for all of it, so it is given a tenth and its time is taken tenfold."""


def command(effort: Effort) -> Iterator[Row]:
    """An ordinary corpus beside sclite, and a hundred times as much beside jiwer; its memory is that of the whole process."""
    with tempfile.TemporaryDirectory() as folder:
        texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
        runs = {"ours": process(scoring(*texts, Path(folder), "--threads", "1"))}
        if peers.SCLITE.exists():
            runs["sclite"] = peers.sclite(*texts, Path(folder))
        times = best(runs, effort.rounds(8))
        work = "mondegreen score of files, a process"
        if "sclite" in times:
            yield Row(work, "sclite -o sum, a process", Faster(3), times["ours"], times["sclite"])
        else:
            yield Row(work, "sclite -o sum, a process", Faster(3), skipped="sctk is not installed")
        texts = corpus.corpus(effort.size(TIMES * corpus.UTTERANCES), effort.size(TIMES * corpus.WORDS))
        some = [side[: len(side) // SHARE] for side in texts]
        ours = scoring(*texts, Path(folder), "--metrics", "wer", "--report", "summary", "--threads", "1")
        times = best({"ours": process(ours), "jiwer": lambda: jiwer.wer(*some)}, effort.rounds(3))
        peer = "jiwer.wer of strings, ten times a tenth"
        yield Row(
            f"the same of {TIMES} times those words",
            peer,
            Faster(12),
            times["ours"],
            SHARE * times["jiwer"],
            peak(ours),
            600 * MEGABYTE,
        )


def scoring(references: Sequence[str], hypotheses: Sequence[str], folder: Path, *options: str) -> list[str | Path]:
    """A command that reads two files of Kaldi text and prints a table."""
    files = folder / "ref.txt", folder / "hyp.txt"
    for file, texts in zip(files, (references, hypotheses)):
        file.write_text("".join(f"utt-{index:07} {text}\n" for index, text in enumerate(texts)), encoding="utf-8")
    mondegreen = Path(sys.executable).parent / "mondegreen"
    return [mondegreen, "score", *files, *options]


def peak(command: Sequence[str | Path]) -> float:
    """The most memory that a process of this command held, in bytes.

    It is started by a small process, for the system counts what a process held before it became the command.
    """
    watcher = [sys.executable, __file__, *map(str, command)]
    return float(subprocess.run(watcher, check=True, capture_output=True, text=True).stdout)


def watch(command: Sequence[str]) -> None:
    """Runs a command and prints its peak alone."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    sys.stdout.write(f"{1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}\n")


if __name__ == "__main__":
    watch(sys.argv[1:])
