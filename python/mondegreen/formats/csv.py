"""CSV and TSV: tables whose first line names their columns."""

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import is_table, make_corpus, make_table
from mondegreen.formats.format import Format, Reading, check_one_line

# The csv module refuses cells longer than a limit that all of the process share: it is lifted while rows are read here,
# and stands again afterwards.
LONGEST = 2**31 - 1
LIMIT = Lock()


def parse_rows(lines: Iterable[str], reading: Reading, separator: str = ",") -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with the number of the line that it ends on.

    A quote that does not close, or text behind one that does, is an error: rows would be lost without a word.
    """
    import csv

    reader = csv.reader((f"{line}\n" for line in lines), strict=True, delimiter=separator)
    with LIMIT:
        before = csv.field_size_limit(LONGEST)
        try:
            return [(reader.line_num, row) for row in reader if row]
        except csv.Error as error:
            raise reading.error(f"this is not CSV: {error}", reader.line_num) from error
        finally:
            csv.field_size_limit(before)


# What stands between cells; in Excel that depends on the country.
SEPARATORS = (",", ";", "\t")


class Csv(Format):
    """A table separated by commas, semicolons or tabs, quoted as in RFC 4180; the first line names the columns.

    The key and the text are in the columns that the user names, else in those that go by a usual name, such as
    `utterance` and `text`. All other columns are fields.
    """

    name = "csv"
    is_tabular = True
    holds_fields = True

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


def find_separator(line: str) -> str:
    """What stands between the names of the columns: what makes usual names of them, else what makes most."""
    return max(SEPARATORS, key=lambda each: (is_table(names := split_header(line, each)), len(names)))


def split_header(line: str, separator: str) -> list[str]:
    if '"' not in line:
        return line.split(separator)
    import csv

    try:
        return next(csv.reader([line[:100_000]], delimiter=separator), [])
    except csv.Error:
        return []


class Tsv(Csv):
    """A tab-separated table without quoting; the first line names the columns.

    The key and the text are in the columns that the user names, else in those that go by a usual name, such as
    `utterance` and `text`. All other columns are fields.
    """

    name = "tsv"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        return hinted or is_table(lines[0].split("\t"))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A row each; an empty line is a row only where there is but one column."""
        names = lines[0].split("\t")
        rows = [(at, line.split("\t")) for at, line in enumerate(lines[1:], 2) if line or len(names) == 1]
        return make_corpus(rows, names, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """The names of the columns, then a row for each utterance."""
        columns = make_table(corpus)
        for key, row in zip(("", *corpus.keys), (tuple(columns), *zip(*columns.values(), strict=True)), strict=True):
            if any("\t" in cell for cell in row):
                raise ScoreError("a cell of TSV cannot hold a tab", key=key)
            yield check_one_line("\t".join(row), key, "TSV")
