"""Rows of cells with commas between them, quoted as RFC 4180 has it, with cells of any length."""

from collections.abc import Iterable
from threading import Lock

from mondegreen.formats.reading import Reading

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
