"""CSV: a table with commas, semicolons or tabs, whose first line names its columns."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import is_table, make_corpus, make_table
from mondegreen.formats.csv_rows import parse_rows
from mondegreen.formats.format import Format
from mondegreen.formats.parts import KEYS, check_one_line, find_losses
from mondegreen.formats.reading import Reading

# What stands between cells; in Excel that depends on the country.
SEPARATORS = (",", ";", "\t")


class Csv(Format):
    """A table with commas, semicolons or tabs, quoted as RFC 4180 has it; the first line names the columns.

    The key and the text are in the columns that the user names, else in those that go by a usual name, such as
    `utterance` and `text`. All other columns are fields.
    """

    name = "csv"
    is_tabular = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether the first line has usual names for the columns; a table with tabs and no suffix is TSV."""
        return hinted or any(is_table(split_header(lines[0], each)) for each in SEPARATORS[:2])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A row each; a quoted cell may have line breaks."""
        names, *found = parse_rows(lines, reading, find_separator(lines[0])) or [(0, [])]
        return make_corpus(found, names[1], reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """The names of the columns, then a row for each utterance."""
        import csv
        from io import StringIO

        columns = make_table(corpus)
        buffer = StringIO(newline="")
        writer = csv.writer(buffer)
        for key, row in zip(("", *corpus.keys), (tuple(columns), *zip(*columns.values(), strict=True)), strict=True):
            try:
                writer.writerow(row)
            except csv.Error as error:  # before Python 3.11 of NUL characters
                raise ScoreError(f"a cell of CSV cannot hold this text: {error}", key=key) from error
            for line in buffer.getvalue().removesuffix("\r\n").split("\n"):
                yield check_one_line(line, key, "a cell of CSV")
            buffer.seek(0)
            buffer.truncate()

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs, texts and fields."""
        return find_losses(corpus, {KEYS, *corpus.fields})


def find_separator(line: str) -> str:
    """What stands between the names of the columns: what makes usual names of them, else what makes most."""
    return max(SEPARATORS, key=lambda each: (is_table(names := split_header(line, each)), len(names)))


def split_header(line: str, separator: str) -> list[str]:
    """The cells of the first line."""
    if '"' not in line:
        return line.split(separator)
    import csv

    try:
        return next(csv.reader([line[:100_000]], delimiter=separator), [])
    except csv.Error:
        return []
