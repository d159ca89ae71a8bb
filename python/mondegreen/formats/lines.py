"""Plain lines: one utterance a line; its utterance ID is the line's number."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format, check_one_line
from mondegreen.formats.reading import Reading


class PlainLines(Format):
    """One utterance per line, without ID; an empty line is an utterance without words."""

    name = "lines"
    is_by_line = True
    holds = ()

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - any text is lines
        return True

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        return Corpus.by_position(lines, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            yield check_one_line(text, key, "a file of plain lines")
