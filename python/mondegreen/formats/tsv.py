"""TSV: a table with tabs, whose first line names its columns."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import is_table, make_corpus, make_table
from mondegreen.formats.format import Format
from mondegreen.formats.parts import KEYS, check_one_line, find_losses
from mondegreen.formats.reading import Reading


class Tsv(Format):
    """A table with tabs, where quotation marks are letters like any; the first line names the columns.

    The key and the text are in the columns that the user names, else in those that go by a usual name, such as
    `utterance` and `text`. All other columns are fields.
    """

    name = "tsv"
    is_tabular = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether the first line has usual names for the columns."""
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

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs, texts and fields."""
        return find_losses(corpus, {KEYS, *corpus.fields})
