"""What the encoders share that take a mean of word vectors: each sentence's is found once, as long as there is room."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.encode.words import WordEncoder
from mondegreen.resources.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from mondegreen.encode.base import Values
    from mondegreen.encode.words import Bag
    from mondegreen.resources import Resources


# Bytes of means that are remembered: some fifty thousand sentences.
ROOM = 128 * 2**20


class MeanEncoder(WordEncoder):
    """An encoder whose `means` of some sentences do not depend on others."""

    def __init__(self, resources: Resources, **chosen: str) -> None:
        super().__init__(resources, **chosen)
        self.memo: Memo[Values] = Memo(ROOM)

    @abstractmethod
    def means(self, bag: Bag) -> Values:
        """The mean of each sentence."""

    def remembered(self, sentences: Sequence[str]) -> Values:
        """The means, found anew only of sentences that were not asked for lately."""
        known: dict[Hashable, Values] = {
            sentence: row for sentence in sentences if (row := self.memo.get(sentence)) is not None
        }
        missing = list(dict.fromkeys(sentence for sentence in sentences if sentence not in known))
        if missing:
            new: dict[Hashable, Values] = dict(zip(missing, self.means(self.bag(missing)), strict=True))
            self.memo.update(new)
            known |= new
        return np.array([known[sentence] for sentence in sentences]).reshape(len(sentences), -1)
