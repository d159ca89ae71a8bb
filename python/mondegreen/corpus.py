"""Utterances, and a corpus of them in order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Utterance(NamedTuple):
    """One row of a corpus."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Utterances in order, held as columns: half a million of them are two lists of strings.

    `name` is what messages call the corpus. `keyed` is false where keys are mere positions, as in a file of
    plain lines.
    """

    keys: Sequence[str]
    texts: Sequence[str]
    name: str
    keyed: bool = True

    @classmethod
    def of(cls, utterances: Iterable[Utterance], name: str) -> "Corpus":
        """A corpus from rows."""
        rows = list(utterances)
        return cls([row.key for row in rows], [row.text for row in rows], name)

    @classmethod
    def by_position(cls, texts: Sequence[str], name: str) -> "Corpus":
        """A corpus whose keys are the positions 1, 2, ... of its texts."""
        return cls([str(position) for position in range(1, len(texts) + 1)], texts, name, keyed=False)

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Utterance]:
        return map(Utterance, self.keys, self.texts)

    def by_key(self) -> dict[str, str]:
        """Text by key, in order; the first utterance of a key is the one that counts."""
        texts = dict(zip(self.keys, self.texts, strict=True))
        if len(texts) < len(self.keys):
            texts.update(zip(reversed(self.keys), reversed(self.texts), strict=True))
        return texts

    def duplicates(self, by_key: dict[str, str]) -> tuple[str, ...]:
        """The key of each utterance that comes after another of the same key, given the texts by key."""
        if len(by_key) == len(self.keys):
            return ()
        return tuple(key for key, times in Counter(self.keys).items() for _ in range(times - 1))
