"""The tables of SCTK's reports, and texts in the middle of a line.

A row is a layout and texts. The layout has a letter for each column (`l`, `c` and `r` for how its text is aligned, `a`
for a column that is one with that to its left), and after it `|`, or `=` for a double line, or nothing for a space.

SCTK keeps two things in static variables, and later tables show them: the texts of all cells, of which those under `a`
columns still count as wide, and whether tables stand in the middle of the page.
"""

import operator
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mondegreen.dropin.sctk.statistics import round_figure

PAGE_WIDTH = 80
COLUMN = re.compile("([lcra])([|=]?)")


def center_text(text: bytes, width: int) -> bytes:
    """The text with spaces on both sides; of an odd number one more stands behind."""
    return (b" " * max(0, (width - len(text)) // 2) + text).ljust(width)


def make_indent(width: int) -> bytes:
    """The spaces before something of that width: one less than would center it, as sc_stats counts from one."""
    return b" " * ((PAGE_WIDTH - width) // 2 - 1)


def indent_line(text: bytes) -> bytes:
    return make_indent(len(text)) + text + b"\n"


def indent_lines(indent: bytes, lines: Iterable[bytes]) -> bytes:
    return b"".join(indent + line + b"\n" for line in lines)


class Layout:
    """A parsed layout; a group is the first and the last of columns that share a text."""

    def __init__(self, text: str, separators: list[str]) -> None:
        columns = COLUMN.findall(text)
        self.letters = "".join(letter for letter, _ in columns)
        self.doubles = text.count("=")
        self.separators = separators  # SCTK looks also at what an earlier layout left behind the last column
        separators[: len(columns)] = [separator or " " for _, separator in columns]
        self.groups = [(found.start(), found.end() - 1) for found in re.finditer("[lcr]a*", self.letters)]

    def get_separator(self, column: int) -> str:
        return self.separators[column] if column < len(self.separators) else ""

    def measure(self, widths: dict[int, list[int]], padding: int) -> int:
        """How wide rows of this layout are by themselves."""
        count = len(self.letters)
        return 2 + sum(widths[count]) + count * 2 * padding + self.doubles + count - 1


class Row(NamedTuple):
    """A row, and the lines drawn before and after it: one for each character."""

    layout: Layout
    before: str
    after: str


class Cell(NamedTuple):
    """A text, aligned by `letter` within `inner` characters, which are centered within `outer`."""

    letter: str
    text: bytes
    inner: int
    outer: int

    def format(self, piece: bytes) -> bytes:
        if self.letter == "c":
            piece = b" " * ((self.inner - len(piece)) // 2) + piece
        piece = piece.rjust(self.inner) if self.letter == "r" else piece.ljust(self.inner)
        return (b" " * ((self.outer - self.inner) // 2) + piece).ljust(self.outer)


class Table:
    """Rows that are drawn when all are there."""

    def __init__(self, cells: dict[tuple[int, int], bytes], separators: list[list[str]], *, is_centered: bool) -> None:
        self._cells = cells
        self._separators = separators
        self._is_centered = is_centered
        self._layouts: dict[str, Layout] = {}
        self._rows: list[Row] = []

    def add_row(self, columns: str, *texts: bytes, before: str = "", after: str = "") -> None:
        """Adds a row of the texts; texts that are missing are empty."""
        if columns not in self._layouts:
            # SCTK numbers the layouts of a table, and a number keeps its separators for the next table.
            if len(self._layouts) == len(self._separators):
                self._separators.append([])
            self._layouts[columns] = Layout(columns, self._separators[len(self._layouts)])
        layout = self._layouts[columns]
        for index, (first, _) in enumerate(layout.groups):
            self._cells[first, len(self._rows)] = texts[index] if index < len(texts) else b""
        self._rows.append(Row(layout, before, after))

    def draw(self, padding: int) -> bytes:
        """The table, with that many spaces on either side of each text."""
        widths = self._measure_columns(padding)
        width = max(layout.measure(widths, padding) for layout in self._layouts.values())
        indent = b" " * ((PAGE_WIDTH - width) // 2 if self._is_centered and width < PAGE_WIDTH else 0)
        rule = b"-" * (width - 2)
        lines = [b"," + rule + b"."]
        above: Layout | None = None
        for number, row in enumerate(self._rows):
            slack = width - row.layout.measure(widths, padding)
            lines += draw_row(row, above, self._make_cells(number, widths, padding, slack))
            above = row.layout
        lines.append(b"`" + rule + b"'")
        return b"".join(indent + line + b"\n" for line in lines)

    def _measure_columns(self, padding: int) -> dict[int, list[int]]:
        """How wide each column is; rows of as many columns share their widths."""
        widths: dict[int, list[int]] = {}
        for number, row in enumerate(self._rows):
            count = len(row.layout.letters)
            shared = widths.setdefault(count, [0] * count)
            for column in range(count):
                if row.layout.letters[column + 1 : column + 2] != "a":
                    shared[column] = max(shared[column], measure_text(self._cells.get((column, number), b"")))
        for number, row in enumerate(self._rows):
            for first, last in row.layout.groups:
                if last > first:
                    length = measure_text(self._cells[first, number])
                    stretch_columns(widths[len(row.layout.letters)], first, last, length, padding)
        return widths

    def _make_cells(self, number: int, widths: dict[int, list[int]], padding: int, slack: int) -> list[Cell]:
        """The texts of a row with their widths; what the row has to spare is shared out from the left."""
        layout = self._rows[number].layout
        count = len(layout.letters)
        cells, used = [], 0
        for first, last in layout.groups:
            share = slack if first == count - 1 else int(round_figure(slack / count * (last + 1), 0))
            inner = sum(widths[count][first : last + 1]) + (last - first) * (2 * padding + 1)
            outer = inner + 2 * padding + share - used
            cells.append(Cell(layout.letters[first], self._cells[first, number], inner, outer))
            used = share
        return cells


def measure_text(text: bytes) -> int:
    """The length of the longest of the lines into which `//` parts the text."""
    return max(len(piece) for piece in re.split(b"// ?", text))


def stretch_columns(widths: list[int], first: int, last: int, length: int, padding: int) -> None:
    """Widens the columns of a group until they hold a shared text of that length."""
    count = last - first + 1
    width = sum(widths[first : last + 1]) + (count - 1) * (1 + 2 * padding)
    if length <= width:
        return
    for column in range(first, last):
        more = int(round_figure((length - width) / count, 0))
        widths[column] += more
        width += more
    widths[last] += length - width


def draw_row(row: Row, above: Layout | None, cells: list[Cell]) -> list[bytes]:
    """The lines before a row, its texts, and the lines after it, with joints between the groups of its columns."""
    layout, groups = row.layout, row.layout.groups[:-1]

    def fill(character: str) -> list[bytes]:
        return [character.encode() * cell.outer for cell in cells]

    upright = [{" ": b" ", "=": b"||"}.get(layout.get_separator(last), b"|") for _, last in groups]
    lines = [(fill(each), [draw_joint_before(each, layout, above, last) for _, last in groups]) for each in row.before]
    lines += [(texts, upright) for texts in wrap_cells(cells)]
    lines += [(fill(each), [draw_joint_after(each, layout, above, *group) for group in groups]) for each in row.after]
    return [b"|" + b"".join(map(operator.add, texts, [*joints, b"|"])) for texts, joints in lines]


def draw_joint_before(character: str, layout: Layout, above: Layout | None, column: int) -> bytes:
    """The joint at a separator in a line before a row."""
    separator = layout.get_separator(column)
    times = 2 if separator == "=" else 1
    if separator == " ":
        return character.encode()
    if character == " ":
        return b"|" * times
    crosses = character == "-" and above is not None and above.get_separator(column) in {"|", "="}
    return (b"+" if crosses else character.encode()) * times


def draw_joint_after(character: str, layout: Layout, above: Layout | None, first: int, last: int) -> bytes:
    """The joint in a line after a row; SCTK forgets here that `=` is drawn twice."""
    separator = layout.get_separator(last)
    if separator != " " and character == " ":
        return separator.encode()
    is_upright = separator != " " and layout.get_separator(first) == "|" and above and above.get_separator(last) == "|"
    return b"+" if is_upright and character == "-" else character.encode()


def wrap_cells(cells: list[Cell]) -> Iterator[list[bytes]]:
    """The texts in as many lines as the longest of them needs, and at least one."""
    rest = [cell.text for cell in cells]
    while True:
        pieces = [split_text(text, cell.inner) for text, cell in zip(rest, cells, strict=True)]
        yield [cell.format(piece) for cell, (piece, _) in zip(cells, pieces, strict=True)]
        rest = [text for _, text in pieces]
        if not any(rest):
            return


def split_text(text: bytes, width: int) -> tuple[bytes, bytes]:
    """What goes in a line of that width, and the rest: up to `//`, or to the last space if it is too long."""
    piece, _, rest = text.partition(b"//")
    if len(piece) <= width:
        return piece, rest
    end = text.rfind(b" ", 0, width + 1)
    if end < 0:  # no space: SCTK would loop forever
        return text[:width], text[width:]
    return text[:end], text[end + 1 :]


class Tables:
    """The tables of one process."""

    def __init__(self) -> None:
        self._is_centered = False
        self._cells: dict[tuple[int, int], bytes] = {}
        self._separators: list[list[str]] = []

    def center(self) -> None:
        """From now on, tables stand in the middle of the page."""
        self._is_centered = True

    def make_table(self) -> Table:
        """A new table, of which there is one at a time."""
        return Table(self._cells, self._separators, is_centered=self._is_centered)
