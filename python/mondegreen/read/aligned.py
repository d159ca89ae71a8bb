"""What formats share that hold alignments: they are read for their texts."""

from collections.abc import Iterator
from typing import ClassVar

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read.both import REFERENCE_FIELD
from mondegreen.read.format import Format
from mondegreen.read.parts import KEYS, find_losses


class Aligned(Format):
    """A format of alignments, which are made anew when it is read; to write them is a report's business."""

    is_writable = False
    holds_both = True
    scored: ClassVar[bool] = True
    """Whether a scored system can be written in the format."""

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        """Nothing: a corpus has no alignments."""
        how = f"; `mondegreen score --as {cls.name}` writes it" if cls.scored else ", and is only read"
        raise ScoreError(f"{cls.name} holds alignments, not texts{how}", path=corpus.name)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but keys and both sides."""
        return find_losses(corpus, {KEYS, REFERENCE_FIELD})
