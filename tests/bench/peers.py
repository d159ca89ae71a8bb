"""The programs to compare with, each given the same Python strings; sclite gets them as files."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import jiwer
import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from timing import Work, process

import mondegreen as mg

SCLITE = Path("/usr/lib/sctk/bin/sclite")

Texts = Sequence[str]
Vectors = NDArray[np.float32]


def absent(*modules: str) -> str:
    """Why there is no comparison with what needs these modules; nothing where all are there."""
    module = ""
    try:
        for module in modules:
            import_module(module)
    except ModuleNotFoundError:
        return f"{module} is not installed"
    except (ImportError, RuntimeError, OSError) as error:
        return f"{module} cannot be imported: {str(error).splitlines()[0]}"
    return ""


def ours(references: Texts, hypotheses: Texts, policy: str = "sclite", unit: str = "words", threads: int = 1) -> Work:
    """Our alignment, on one thread unless said otherwise."""
    return lambda: mg.align(references, hypotheses, policy=policy, unit=unit, threads=threads)


def jiwer_words(references: Texts, hypotheses: Texts) -> Work:
    """jiwer's word alignments and counts."""
    return lambda: jiwer.process_words(list(references), list(hypotheses))


def jiwer_characters(references: Texts, hypotheses: Texts) -> Work:
    """jiwer's character alignments and counts."""
    return lambda: jiwer.process_characters(list(references), list(hypotheses))


def rapidfuzz_words(references: Texts, hypotheses: Texts) -> Work:
    """rapidfuzz's edit operations of words, cut by `str.split`."""
    return lambda: [Levenshtein.editops(one.split(), other.split()) for one, other in zip(references, hypotheses)]


def rapidfuzz_characters(references: Texts, hypotheses: Texts) -> Work:
    """rapidfuzz's edit operations of characters, which a string is to it."""
    return lambda: [Levenshtein.editops(one, other) for one, other in zip(references, hypotheses)]


def speechbrain_ember(references: Texts, hypotheses: Texts, words: Sequence[str], vectors: Vectors) -> Work:
    """speechbrain's EmbER of texts that are cut at blanks: its alignment, then cosines of torch's."""
    import torch
    from speechbrain.utils.metric_stats import EmbeddingErrorRateSimilarity, ErrorRateStats, WeightedErrorRateStats

    torch.set_num_threads(1)
    rows = dict(zip(words, torch.from_numpy(vectors)))
    keys = [str(number) for number in range(len(references))]

    def run() -> float:
        errors = ErrorRateStats()
        errors.append(keys, [text.split() for text in hypotheses], [text.split() for text in references])
        near = EmbeddingErrorRateSimilarity(rows.get, 1.0, 0.1, 0.4)
        return WeightedErrorRateStats(errors, near, "ember").summarize("ember_wer")

    return run


def sclite(references: Texts, hypotheses: Texts, folder: Path) -> Work:
    """A process that reads two files and prints its summary."""
    files = folder / "ref.trn", folder / "hyp.trn"
    for file, texts in zip(files, (references, hypotheses)):
        file.write_text("".join(f"{text} (a_{index:07})\n" for index, text in enumerate(texts)), encoding="utf-8")
    return process([SCLITE, "-r", files[0], "trn", "-h", files[1], "trn", "-i", "rm", "-o", "sum", "stdout"])
