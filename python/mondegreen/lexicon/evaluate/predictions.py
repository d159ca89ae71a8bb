"""What a system takes for the translations of each word, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.spelling import folded

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from mondegreen.lexicon.retrieve import Retriever


@dataclass(frozen=True)
class Predictions:
    """The best translations of each word that the system knows, the best first.

    `ranks` tells how frequent source words are, `targets` which words might have been answered, where that is known.
    """

    name: str
    ranked: Mapping[str, Sequence[str]]
    ranks: Mapping[str, int] | None = None
    targets: Collection[str] | None = None

    def reaches(self, word: str) -> bool:
        """Whether a word could have been answered."""
        return bool(word) and (self.targets is None or word in self.targets)


def predicted(name: str, retriever: Retriever, heads: Sequence[str], count: int, way: str) -> Predictions:
    """The translations that two mapped spaces give."""
    known = retriever.known(heads)
    places = retriever.translations(known, count, way).places.tolist() if known else []
    words = retriever.target.words
    ranked = {head: [words[place] for place in row] for head, row in zip(known, places, strict=True)}
    return Predictions(name, ranked, retriever.source.places, retriever.target.places)


def load(path: str, name: str, *, keep_case: bool = False) -> Predictions:
    """A file of a word and its translations, the best first, with tabs between them; `-` alone stands for none."""
    ranked: dict[str, list[str]] = {}
    for number, line in enumerate(load_lines(path), 1):
        head, *found = [cell.strip() for cell in folded(line, keep_case=keep_case).split("\t")]
        if not line.strip():
            continue
        if not head or not found:
            raise ScoreError("a word, a tab and its translations belong here", path=label(path), line=number)
        if head in ranked:
            raise ScoreError(f'"{head}" had come before', path=label(path), line=number)
        if found != ["-"]:
            ranked[head] = list(dict.fromkeys(word for word in found if word))
    return Predictions(name, ranked)
