"""What a system takes for the translations of each word, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.lexicon.spelling import fold_case
from mondegreen.read.source import label, load_lines

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

    def can_answer(self, word: str) -> bool:
        """Whether a word could have been answered."""
        return bool(word) and (self.targets is None or word in self.targets)


def predict_translations(
    name: str, retriever: Retriever, headwords: Sequence[str], count: int, method: str
) -> Predictions:
    """The translations that two mapped spaces give."""
    known = retriever.filter_known(headwords)
    indices = retriever.translate(known, count, method).indices.tolist() if known else []
    words = retriever.target.words
    ranked = {headword: [words[index] for index in row] for headword, row in zip(known, indices, strict=True)}
    return Predictions(name, ranked, retriever.source.indices, retriever.target.indices)


def load_predictions(path: str, name: str, *, keep_case: bool = False) -> Predictions:
    """A file of a word and its translations, the best first, with tabs between them; `-` alone stands for none."""
    ranked: dict[str, list[str]] = {}
    for number, line in enumerate(load_lines(path), 1):
        headword, *found = [cell.strip() for cell in fold_case(line, keep_case=keep_case).split("\t")]
        if not line.strip():
            continue
        if not headword or not found:
            raise ScoreError("a word, a tab and its translations belong here", path=label(path), line=number)
        if headword in ranked:
            raise ScoreError(f'"{headword}" had come before', path=label(path), line=number)
        if found != ["-"]:
            ranked[headword] = list(dict.fromkeys(word for word in found if word))
    return Predictions(name, ranked)
