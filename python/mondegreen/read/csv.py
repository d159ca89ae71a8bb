"""CSV: a table with commas, whose first line names its columns."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.read.columns import corpus_of, has_usual, table
from mondegreen.read.parts import KEYS, beyond, one_line
from mondegreen.read.reading import Reading

# The csv module's own limit would refuse long texts.
LONGEST = 2**31 - 1


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
        import csv

        csv.field_size_limit(LONGEST)
        reader = csv.reader((f"{line}\n" for line in lines), strict=True)
        try:
            rows = [(reader.line_num, row) for row in reader if row]
        except csv.Error as error:
            raise reading.error(f"this is not CSV: {error}", reader.line_num) from error
        return corpus_of(rows[1:], rows[0][1] if rows else [], reading)

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
