"""Contextual models: a vector for each token of a sentence, from any layer, by bert-score or by a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.progress import progress
from mondegreen.resources.layered import Layered
from mondegreen.resources.memo import Memo
from mondegreen.resources.modelfiles import find_model_files, require_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache

# So many sentences are held at once; as many as bert-score takes.
AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a sentence: their numbers in the model's vocabulary, and a vector of length 1 for each."""

    ids: NDArray[np.int64]
    vectors: NDArray[np.float32]

    @property
    def nbytes(self) -> int:
        """So many bytes."""
        return self.ids.nbytes + self.vectors.nbytes


class Embedder(Protocol):
    """What is asked of a model."""

    @property
    def layers(self) -> int:
        """The layer that is taken where none is named."""

    @property
    def special(self) -> frozenset[int]:
        """The numbers of the tokens that stand for no part of the text."""

    @property
    def window(self) -> int:
        """How many tokens of a sentence it takes, ends included."""

    def ids(self, text: str) -> list[int]:
        """The numbers of a sentence's tokens, of as many as it takes."""

    def length(self, text: str) -> int:
        """How many tokens a sentence has, ends included."""

    def owners(self, text: str) -> list[int]:
        """For each of the numbers that `ids` gives, the place of its word as blanks part them; -1 at the ends."""

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        """The tokens of each sentence, none of them empty."""


class Contextual:
    """The resource: `tokens`, and the `identity` that stands in signatures."""

    def __init__(self, model: Embedder, identity: str, *, keep: bool = False) -> None:
        self.model = model
        self.identity = identity
        self.keep = keep  # only where the identity tells the model from every other
        self.memo: Memo[Tokens] = Memo()

    @classmethod
    def of(cls, vectors: Mapping[str, Sequence[float]], identity: str = "table") -> Contextual:
        """Vectors of words that are known beforehand; an error for any other word."""
        return cls(Words(vectors), identity)

    def tokens(self, texts: Iterable[str], layer: int | None = None) -> dict[str, Tokens]:
        """The tokens of each text: found once for the same IDs, and unpadded, with others of as many IDs."""
        layer = self.model.layers if layer is None else layer
        distinct = sorted(set(texts), key=lambda text: (len(text), text))
        ids = {text: tuple(self.model.ids(text)) for text in distinct}
        found = {each: tokens for each in ids.values() if (tokens := self.memo.get((layer, each))) is not None}
        first = {each: text for text, each in reversed(ids.items()) if each not in found}
        for size in sorted({len(each) for each in first}):
            these = [each for each in dict.fromkeys(ids.values()) if each in first and len(each) == size]
            for start in range(0, len(these), AT_ONCE):
                part = these[start : start + AT_ONCE]
                made = dict(zip(part, self.model.embed([first[each] for each in part], layer), strict=True))
                self.memo.update({(layer, each): tokens for each, tokens in made.items()})
                found |= made
        return {text: found[each] for text, each in ids.items()}

    def ids(self, texts: Iterable[str]) -> dict[str, list[int]]:
        """The numbers of each text's tokens, which need no more than the model's tokeniser."""
        distinct = sorted(set(texts))
        found = {}
        with progress(f"tokens: {self.identity}", len(distinct)) as advance:
            for text in distinct:
                found[text] = self.model.ids(text)
                advance(1)
        return found

    def cut(self, text: str) -> int:
        """How many tokens did not fit; a text is counted only if it may not, for each token has a byte at least."""
        if len(text.encode("utf-8", "replace")) + 2 <= self.model.window:
            return 0
        return max(0, self.model.length(text) - self.model.window)

    def counts(self, text: str, words: Mapping[str, NDArray[np.bool_]]) -> NDArray[np.bool_]:
        """Of each token, whether its word is among those that count."""
        counted = words[text]
        return np.array([place >= 0 and bool(counted[place]) for place in self.model.owners(text)], dtype=np.bool_)


class Words:
    """A model without a context: each word has the vector that was given, and the ends have one of their own."""

    layers = 1
    special = frozenset({0})
    window = 1_000_000

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.numbers = {word: 1 + index for index, word in enumerate(vectors)}
        given = np.array(list(vectors.values()), dtype=np.float32)
        # At right angles to all words.
        table = np.pad(given, ((1, 0), (1, 0)))
        table[0, 0] = 1
        self.table = table / np.linalg.norm(table, axis=1, keepdims=True)

    def ids(self, text: str) -> list[int]:
        """The words between the ends."""
        for word in text.split():
            if word not in self.numbers:
                raise ScoreError(f'there is no vector for "{word}"')
        return [0, *(self.numbers[word] for word in text.split()), 0]

    def length(self, text: str) -> int:
        """Words and ends."""
        return len(self.ids(text))

    def owners(self, text: str) -> list[int]:
        """A word is a token."""
        return [-1, *range(len(text.split())), -1]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:  # noqa: ARG002 - there is but one
        """The vectors that were given."""
        found = [np.array(self.ids(text)) for text in texts]
        return [Tokens(ids, self.table[ids]) for ids in found]


def load(name: str | None, _language: str | None, cache: Cache | None = None) -> Contextual:
    """The model of that name or in that folder, else the packaged one; it is opened when a sentence needs it."""
    require_package("bert-score", "a contextual model")
    files = find_model_files(name, cache)
    return Contextual(Layered(files), files.identity, keep=True)
