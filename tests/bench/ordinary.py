"""A corpus of ordinary utterances: its words, and its characters."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import peers
from table import Faster, Row, Within
from timing import Effort, best

if TYPE_CHECKING:
    from collections.abc import Iterator


def words(effort: Effort) -> Iterator[Row]:
    """Words with sclite's ties."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    work = "words, sclite's ties"
    ours = peers.ours(*texts)
    near = best({"ours": ours, "rapidfuzz": peers.rapidfuzz_words(*texts)}, effort.rounds(60))
    runs = {"ours": ours, "jiwer": peers.jiwer_words(*texts)}
    with tempfile.TemporaryDirectory() as folder:
        if peers.SCLITE.exists():
            runs["sclite"] = peers.sclite(*texts, Path(folder))
        times = best(runs, effort.rounds(12))
    yield Row(work, "jiwer", Faster(15), times["ours"], times["jiwer"])
    yield Row(work, "rapidfuzz, split()", Faster(3), near["ours"], near["rapidfuzz"])
    if "sclite" in times:
        yield Row(work, "sclite, a process", Faster(100), times["ours"], times["sclite"])
    else:
        yield Row(work, "sclite, a process", Faster(100), skipped="sctk is not installed")


def characters(effort: Effort) -> Iterator[Row]:
    """Characters with unit costs."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    ours = peers.ours(*texts, "rapidfuzz", "characters")
    near = best({"ours": ours, "rapidfuzz": peers.rapidfuzz_characters(*texts)}, effort.rounds(60))
    times = best({"ours": ours, "jiwer": peers.jiwer_characters(*texts)}, effort.rounds(12))
    work = "characters, unit costs"
    yield Row(work, "jiwer", Faster(15), times["ours"], times["jiwer"])
    yield Row(work, "rapidfuzz", Within(1.3), near["ours"], near["rapidfuzz"])
