"""FunASR's wer: counts, `ref:` and `hyp:` of each utterance.

Align as `kaldi`. FunASR itself writes small letters: normalize by `lower` for the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import count_pairs, kaldi_like, pairs_of
from mondegreen.results.run import Run


def lines(run: Run) -> Iterator[str]:
    for pair in pairs_of(run):
        own = count_pairs([pair])
        kinds = f"nwords={own.words},cor={own.correct},ins={own.insertions},del={own.deletions},sub={own.substitutions}"
        right, wrong = percent(own.correct, own.words), percent(own.errors, own.words)
        yield f"{pair.key}({kinds}) corr:{right:.2f}%,cer:{wrong:.2f}%"
        for side, words in (("ref", pair.references), ("hyp", pair.hypotheses)):
            yield f"{side}:\t{' '.join(filter(None, words))}"
    counts = count_pairs(pairs_of(run))
    extra = len(run.pairs.extra)
    yield ""
    yield f"%WER {round(percent(counts.errors, counts.words), 2)} {kaldi_like(counts)}"
    yield f"%SER {round(percent(counts.wrong, counts.pairs), 2)} [ {counts.wrong} / {counts.pairs} ]"
    yield f"Scored {counts.pairs + extra} sentences, {extra} not present in hyp."
