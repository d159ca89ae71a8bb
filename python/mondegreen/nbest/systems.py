"""Several single-best files as lists: of each utterance, what each system said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.formats import read
from mondegreen.nbest.lists import NBest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class SystemLists:
    """Files of any format, whose utterances may come in any order; only their texts are held."""

    def __init__(self, paths: Sequence[str], format: str | None = None, encoding: str = "utf-8") -> None:
        self.corpora = [read(path, format, encoding) for path in paths]
        self.name = f"{len(paths)} systems"
        self.notes = [note for corpus in self.corpora for note in corpus.notes]

    def __iter__(self) -> Iterator[NBest]:
        # Of a key that comes twice the first counts, as where files are scored.
        places = [
            dict(zip(reversed(corpus.keys), range(len(corpus) - 1, -1, -1), strict=True)) for corpus in self.corpora
        ]
        for key in dict.fromkeys(key for corpus in self.corpora for key in corpus.keys):
            there = [
                (rank, corpus, at[key])
                for rank, (corpus, at) in enumerate(zip(self.corpora, places, strict=True), 1)
                if key in at
            ]
            yield NBest(key, [corpus.texts[place] for _, corpus, place in there], {}, [rank for rank, *_ in there])
