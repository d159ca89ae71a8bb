"""`mondegreen espnet score` beside the runs of sclite that ESPnet's scoring stage makes, and nothing else of that stage."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import peers
from table import Faster, Row
from timing import Effort, best

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS = ("test_clean", "test_other", "dev")
UTTERANCES = 3_000
PIECES = 500
WORK, PEER = (
    "espnet score of 3 sets of {:,} utterances, cer, wer and ter, wall time",
    "Debian's sclite on their trn files",
)


def espnet(effort: Effort) -> Iterator[Row]:
    """An experiment from decode folders to RESULTS.md, a process; the peer only aligns and reports."""
    work = WORK.format(effort.size(UTTERANCES))
    missing = None if peers.SCLITE.exists() else "sctk"
    try:
        import sentencepiece  # noqa: F401 - whether it is there
    except ImportError:
        missing = "sentencepiece"
    if missing:
        yield Row(work, PEER, Faster(6), skipped=f"{missing} is not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        experiment(folder, effort)
        command = [sys.executable, "-m", "mondegreen", "espnet", "score", "exp/asr", "--bpemodel", "bpe.model"]

        def ours() -> None:
            subprocess.run(command, cwd=folder, check=True, capture_output=True)

        def theirs() -> None:
            for place in sorted(folder.glob("exp/asr/decode/*/score_*")):
                files = ["-r", place / "ref.trn", "trn", "-h", place / "hyp.trn", "trn"]
                with (place / "result.peer").open("wb") as out:
                    subprocess.run(
                        [peers.SCLITE, *files, "-i", "rm", "-o", "all", "stdout"], stdout=out, check=True, cwd=folder
                    )

        ours()
        times = best({"ours": ours, "theirs": theirs}, effort.rounds(2), time.perf_counter)
        yield Row(work, PEER, Faster(6), times["ours"], times["theirs"])


def experiment(folder: Path, effort: Effort) -> None:
    """A recipe's folder with three decoded sets of ordinary sentences, and a model of pieces of their words."""
    from sentencepiece import SentencePieceTrainer

    references, hypotheses = corpus.corpus(len(SETS) * effort.size(UTTERANCES), effort.size(corpus.WORDS))
    for number, name in enumerate(SETS):
        part = slice(number, None, len(SETS))
        keys = [f"spk{index % 50:02}-{index:06}" for index in range(len(references[part]))]
        write(folder / "dump/raw" / name / "text", keys, references[part])
        write(folder / "dump/raw" / name / "utt2spk", keys, [key.partition("-")[0] for key in keys])
        write(folder / "exp/asr/decode" / name / "text", keys, hypotheses[part])
    sentences = iter(random.Random(1).sample(list(references), len(references)))
    SentencePieceTrainer.train(
        sentence_iterator=sentences,
        model_prefix=str(folder / "bpe"),
        vocab_size=min(PIECES, 40 + len(references)),
        hard_vocab_limit=False,
        minloglevel=2,
        num_threads=os.cpu_count(),
    )


def write(path: Path, keys: list[str], values: list[str]) -> None:
    """A table of a recipe."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{key} {value}\n" for key, value in zip(keys, values)), encoding="utf-8")
