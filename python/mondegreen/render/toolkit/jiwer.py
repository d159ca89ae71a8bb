"""jiwer's word alignments and its summary.

Align as `rapidfuzz` for what jiwer's own alignment gives. Sentences are numbered, as jiwer knows no keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import Counts, pairs_of
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run


def lines(run: Run) -> Iterator[str]:
    counts = Counts()
    hypothesis = 0
    for at, pair in enumerate(pairs_of(run), 1):
        counts.add(pair)
        hypothesis += len(pair.steps) - pair.steps.count("D")
        yield f"=== SENTENCE {at} ==="
        yield ""
        yield from pair_rows(pair)
        yield ""
    yield "=== SUMMARY ==="
    yield f"number of sentences: {counts.pairs}"
    yield (
        f"substitutions={counts.substitutions} deletions={counts.deletions} "
        f"insertions={counts.insertions} hits={counts.correct}"
    )
    yield ""
    kept = percent(counts.correct, counts.words) * percent(counts.correct, hypothesis) / 100
    yield f"mer={percent(counts.errors, counts.errors + counts.correct):.2f}%"
    yield f"wil={100 - kept:.2f}%"
    yield f"wip={kept:.2f}%"
    yield f"wer={percent(counts.errors, counts.words):.2f}%"


def pair_rows(pair: AlignedPair) -> Iterator[str]:
    """Both sides, stars for what a side lacks, and the marks under the last letter of each."""
    cells = [("REF:", "HYP:", "    ")]
    for reference, hypothesis, step in pair.iterate_steps():
        width = max(len(reference), len(hypothesis))
        first, second = (word.rjust(width) if word else "*" * width for word in (reference, hypothesis))
        cells.append((first, second, step.replace("C", " ").rjust(width)))
    yield from (" ".join(row) for row in zip(*cells, strict=True))
