"""What every format says of itself and can do."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.both import REFERENCE_FIELD
from mondegreen.formats.parts import KEYS, find_losses
from mondegreen.formats.reading import Reading


class Format:
    """What a format's class inherits, and overrides with its own facts and methods.

    The docstring of the class is its page: the first sentence says what the format is.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    """Ends of file names, for formats of installed packages; ours stand in `FORMATS`."""
    is_tabular: ClassVar[bool] = False
    """Whether it has named columns, of which the user may choose."""
    is_writable: ClassVar[bool] = True
    """Whether a corpus can be written in it: what holds alignments is a report's to write."""
    holds_both: ClassVar[bool] = False
    """Whether it holds references beside hypotheses: the one as the field `reference`, the other as the text."""
    table_format: ClassVar[str] = ""
    """The format that reads its columns where the user chooses those of both sides, or it does not hold both."""
    holds_texts: ClassVar[bool] = True
    """Whether it holds texts, and not numbers that were made of them."""
    is_by_line: ClassVar[bool] = False
    """Whether some of its lines can be read without those before and after."""

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether these lines, the first of a file, look like the format.

        `hinted` says that the file's name ends as the format's do. Then a look at the first line will do, so that
        slips further down are found in reading; else plain text must never be taken for the format.
        """
        raise NotImplementedError

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The corpus that these lines hold."""
        raise NotImplementedError

    @classmethod
    def write(cls, corpus: Corpus) -> Iterable[str]:
        """The lines that hold the corpus; what would read back as something else is refused."""
        raise NotImplementedError

    @staticmethod
    def list_losses(corpus: Corpus) -> Sequence[str]:
        """What of this corpus, by name, the format does not hold."""
        raise NotImplementedError


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
        """All but utterance IDs and both sides."""
        return find_losses(corpus, {KEYS, REFERENCE_FIELD})
