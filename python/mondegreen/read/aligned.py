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
    scored: ClassVar[bool] = True
    """Whether a scored system can be written in the format."""

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        """Nothing: a corpus has no alignments."""
        how = f"; `mondegreen score --as {cls.name}` writes it" if cls.scored else ", and is only read"
        raise ScoreError(f"{cls.name} holds alignments, not texts{how}", path=corpus.name)

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys and both sides."""
        return beyond(corpus, {KEYS, SPOKEN})
