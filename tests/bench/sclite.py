"""`mondegreen sclite` as a linked tool beside the original: processes from files to reports."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import peers
from command import peak
from table import Faster, Row
from timing import Effort, best, process

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from timing import Work

TIMES = 50
LONG = 20_000
PEER = "Debian's sclite, a process"
# What is scored, how it is reported, and how much faster it has to be.
WORK = (
    ("-o sum", ["-o", "sum"], 5),
    ("-o all stdout", ["-o", "all", "stdout"], 4),
    ("-c -o sum", ["-c", "-o", "sum"], 15),
)


def sclite(effort: Effort) -> Iterator[Row]:
    """An ordinary corpus, one fifty times as large, and a long pair."""
    if not peers.SCLITE.exists():
        yield Row("sclite", PEER, Faster(5), skipped="sctk is not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        link(folder)
        texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
        files = written(folder, *texts)
        for work, options, wanted in WORK:
            times = best(runs(folder, files, options), effort.rounds(5))
            yield Row(
                f"sclite {work}, {len(texts[0]):,} utterances", PEER, Faster(wanted), times["ours"], times["theirs"]
            )
        large = [[text for _ in range(TIMES) for text in side] for side in texts]
        files = written(folder, *large)
        times = best(runs(folder, files, ["-o", "all"]), effort.rounds(1))
        ours, theirs = (peak(command(tool, folder, files, ["-o", "all"])) for tool in (folder / "sclite", peers.SCLITE))
        work = f"sclite -o all, {TIMES} times those"
        yield Row(work, PEER, Faster(8), times["ours"], times["theirs"], ours, theirs)
        pair = corpus.long_pair(effort.size(LONG))
        files = written(folder, *([text] for text in pair))
        times = best(runs(folder, files, ["-o", "sum"]), effort.rounds(1))
        yield Row(
            f"sclite -o sum, a pair of {len(pair[0].split()):,} words", PEER, Faster(30), times["ours"], times["theirs"]
        )


def link(folder: Path) -> None:
    """Links our tool, as a recipe would call it."""
    words = [sys.executable, "-m", "mondegreen", "tools", "link", folder, "--only", "sclite"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def written(folder: Path, references: Sequence[str], hypotheses: Sequence[str]) -> tuple[Path, Path]:
    """Reference and hypothesis as trn, of fifty speakers."""
    files = folder / "ref.trn", folder / "hyp.trn"
    for file, texts in zip(files, (references, hypotheses)):
        lines = (f"{text} (speaker{index % 50:02}-{index:07})\n" for index, text in enumerate(texts))
        file.write_text("".join(lines), encoding="utf-8")
    return files


def command(tool: Path, folder: Path, files: tuple[Path, Path], options: list[str]) -> list[str | Path]:
    """The words that start a tool, silent, with its files beside the inputs."""
    return [tool, "-r", files[0], "trn", "-h", files[1], "trn", "-i", "rm", "-f", "0", "-O", folder, *options]


def runs(folder: Path, files: tuple[Path, Path], options: list[str]) -> dict[str, Work]:
    """Both programs."""
    tools = {"ours": folder / "sclite", "theirs": peers.SCLITE}
    return {name: process(command(tool, folder, files, options)) for name, tool in tools.items()}
