"""Plain lines: one utterance a line; its key is the line's number."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.read.parts import beyond, one_line
from mondegreen.read.reading import Reading


class PlainLines:
    """One utterance a line, with no key; an empty line is an utterance without words."""

    name = "lines"
    suffixes = ()
    tabular = False

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - any text is lines
        """Always: any text is lines."""
        return True

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """Each line an utterance."""
        return Corpus.by_position(lines, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """The texts alone."""
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            yield one_line(text, key, "a file of plain lines")

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but texts."""
        return beyond(corpus, ())
