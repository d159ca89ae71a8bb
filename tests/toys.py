"""Small stand-ins for outside models, so that what stands on them is tested without any: a toy for each kind."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from mondegreen.resources.analysis import Analysis, Sentence
from mondegreen.resources.contextual import Contextual, Tokens
from mondegreen.resources.sentence_models import Sentences
from mondegreen.resources.vectors import WordVectors


class Letters:
    """An encoder to which sentences of the same letters are the same."""

    window = 1000

    def length(self, text: str) -> int:
        return len(text)

    def ids(self, text: str) -> list[int]:
        return list(map(ord, text))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        counts = [np.bincount([0, *(1 + ord(letter) % 30 for letter in text)], minlength=31) for text in texts]
        return np.array(counts, dtype=np.float32)


class RuleTagger:
    """Lemmas without an s at their end; tags by the first letter, and detailed ones by the last too."""

    identity = "rules-1"

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:
        for each in sentences:
            words = each.replace("'", "' ").split() if isinstance(each, str) else each
            yield Analysis(
                tuple(word.rstrip("s") for word in words),
                tuple(word[:1] for word in words),
                tuple(f"{word[:1]}|{word[-1:]}" for word in words),
            )


class FirstLetters:
    """Tags as of a file: the first letter of each word."""

    identity = "first-letters-1"

    def of(self, _keys: Sequence[str], words: Sequence[Sequence[str]], **_how: bool) -> list[list[str]]:
        return [[word[:1] for word in each] for each in words]


class LetterSpeaker:
    """Reads a letter as a sound, and ph as f."""

    identity = "letters-1"

    def speak(self, text: str) -> list[str]:
        return list(text.replace("ph", "f").replace(" ", ""))


class Spelling:
    """A contextual model to which words of the same letters are the same, wherever they stand."""

    layers = 1
    special = frozenset({0})
    window = 1000

    def length(self, text: str) -> int:
        return 2 + len(text.split())

    def ids(self, text: str) -> list[int]:
        return [0, *(sum(map(ord, word)) for word in text.split()), 0]

    def owners(self, text: str) -> list[int]:
        return [-1, *range(len(text.split())), -1]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:  # noqa: ARG002 - there is but one
        found = []
        for text in texts:
            vectors = Letters().encode(["", *text.split(), ""])
            vectors[[0, -1], 0] += 5
            found.append(Tokens(np.array(self.ids(text)), vectors / np.linalg.norm(vectors, axis=1, keepdims=True)))
        return found


# Some words of the contract's texts are near (a, x), some at right angles (a, b), some opposite (b, d); y has none.
TOYS: dict[str, object] = {
    "vectors": WordVectors.of(
        {"a": [1, 0], "b": [0, 1], "c": [0.6, 0.8], "d": [0, -1], "x": [0.8, 0.6], "été": [2, 1], "ete": [1, 2]}
    ),
    "analyzer": RuleTagger(),
    "ref-tags": FirstLetters(),
    "hyp-tags": FirstLetters(),
    "phonemes": LetterSpeaker(),
    "sentences": Sentences(Letters(), "letters"),
    "contextual": Contextual(Spelling(), "spelling"),
}
