"""What formats share that hold alignments: they are read for their texts."""

from collections.abc import Iterator
from typing import ClassVar

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read.both import SPOKEN
from mondegreen.read.parts import KEYS, beyond


class Aligned:
    """A format of alignments, which are made anew when it is read; to write them is a report's business."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    tabular: ClassVar[bool] = False

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        """Nothing: a corpus has no alignments."""
        raise ScoreError(f"{cls.name} holds alignments, not texts, and is only read", path=corpus.name)

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys and both sides."""
        return beyond(corpus, {KEYS, SPOKEN})
