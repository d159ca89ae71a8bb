"""SpeechBrain's wer.txt: a summary like Kaldi's, and the alignment of each utterance.

Align as `kaldi` for what SpeechBrain's own scoring gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import count_pairs, kaldi_like, pairs_of
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run

RULE = "=" * 80
NOTHING = "<eps>"
# How the file explains itself.
HEAD = (
    RULE,
    "ALIGNMENTS",
    "",
    "Format:",
    "<utterance-id>, WER DETAILS",
    "<eps> ; reference  ; on ; the ; first ;  line",
    "  I   ;     S      ; =  ;  =  ;   S   ;   D  ",
    " and  ; hypothesis ; on ; the ; third ; <eps>",
)


def lines(run: Run) -> Iterator[str]:
    counts = count_pairs(pairs_of(run))
    missing = len(run.pairs.missing)
    yield f"%WER {percent(counts.errors, counts.words):.2f} {kaldi_like(counts)}"
    yield f"%SER {percent(counts.wrong, counts.pairs):.2f} [ {counts.wrong} / {counts.pairs} ]"
    yield f"Scored {counts.pairs} sentences, {missing} not present in hyp."
    yield from HEAD
    for pair in pairs_of(run):
        own = count_pairs([pair])
        yield RULE
        yield f"{pair.key}, %WER {percent(own.errors, own.words):.2f} {kaldi_like(own)}"
        yield from pair_rows(pair)


def pair_rows(pair: AlignedPair) -> Iterator[str]:
    """The words, the steps and what was recognized, in columns."""
    steps = pair.steps.replace("C", "=")
    sides = ([word or NOTHING for word in side] for side in (pair.references, pair.hypotheses))
    columns = list(zip(next(sides), steps, next(sides), strict=True))
    for row in range(3):
        yield " ; ".join(column[row].center(max(map(len, column))) for column in columns)
