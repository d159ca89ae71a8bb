"""CSV: a table with commas, whose first line names its columns."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.read.columns import corpus_of, has_usual, table
from mondegreen.read.parts import KEYS, beyond, one_line
from mondegreen.read.quoted import rows
from mondegreen.read.reading import Reading


class Csv:
    """A table with commas, quoted as RFC 4180 has it; the first line names the columns.

    The key and the text are in the columns that the user names, else in those that go by a usual name, such as
    `utterance` and `text`. All other columns are fields.
    """

    name = "csv"
    suffixes = (".csv",)
    tabular = True

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether the first line has usual names for the key and for the text."""
        return hinted or has_usual(name.strip('"') for name in lines[0].split(","))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A row each; a quoted cell may have line breaks."""
        names, *found = rows(lines, reading) or [(0, [])]
        return corpus_of(found, names[1], reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """The names of the columns, then a row for each utterance."""
        import csv
        from io import StringIO

        columns = table(corpus)
        buffer = StringIO(newline="")
        writer = csv.writer(buffer)
        for key, row in zip(("", *corpus.keys), (tuple(columns), *zip(*columns.values(), strict=True)), strict=True):
            writer.writerow(row)
            for line in buffer.getvalue().removesuffix("\r\n").split("\n"):
                yield one_line(line, key, "a cell of CSV")
            buffer.seek(0)
            buffer.truncate()

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys, texts and fields."""
        return beyond(corpus, {KEYS, *corpus.fields})
