"""The tables of SCTK's reports.

A row is a format and texts. The format has a letter for each column (`l`, `c` and `r` for where its text stands, `a`
for a column that is one with that to its left), and after it `|`, or `=` for a double line, or nothing for a blank.

Two things are never forgotten while a process runs, and later tables show them: the texts of all cells, of which those
under `a` columns still count as wide, and whether tables stand in the middle of the page.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mondegreen.dropin.sctk.statistics import round_figure

PAGE = 80
COLUMN = re.compile("([lcra])([|=]?)")


class Tables:
    """The tables of one process."""

    def __init__(self) -> None:
        self._centred = False
        self._cells: dict[tuple[int, int], bytes] = {}
        self._separators: list[list[str]] = []

    def centre(self) -> None:
        """From now on, tables stand in the middle of the page."""
        self._centred = True

    def table(self) -> "Table":
        """A new table, of which there is one at a time."""
        return Table(self._cells, self._separators, centred=self._centred)


class Layout:
    """A format, taken apart."""

    def __init__(self, text: str, separators: list[str]) -> None:
        columns = COLUMN.findall(text)
        self.letters = "".join(letter for letter, _ in columns)
        self.doubles = text.count("=")
        self.separators = separators  # what an earlier format left behind the last column is still looked at
        separators[: len(columns)] = [separator or " " for _, separator in columns]
        self.groups = list(self._groups())

    def _groups(self) -> Iterator["Group"]:
        """The columns, each with those that are one with it."""
        for match in re.finditer("[lcr]a*", self.letters):
            yield Group(match.start(), match.end() - 1)

    def separator(self, column: int) -> str:
        """What stands behind that column."""
        return self.separators[column] if column < len(self.separators) else ""


class Group(NamedTuple):
    """Columns that share a text."""

    first: int
    last: int


class Row(NamedTuple):
    """A row, and the lines drawn before and after it: one for each character."""

    layout: Layout
    before: str
    after: str


class Field(NamedTuple):
    """A text and how much room it has: `inside` for letters, in the middle of `outside`."""

    letter: str
    text: bytes
    inside: int
    outside: int


class Table:
    """Rows that are drawn when all are there."""

    def __init__(self, cells: dict[tuple[int, int], bytes], separators: list[list[str]], *, centred: bool) -> None:
        self._cells = cells
        self._separators = separators
        self._centred = centred
        self._layouts: dict[str, Layout] = {}
        self._rows: list[Row] = []

    def row(self, columns: str, *texts: bytes, before: str = "", after: str = "") -> None:
        """Adds a row of the texts; texts that are missing are empty."""
        layout = self._layout(columns)
        for index, group in enumerate(layout.groups):
            self._cells[group.first, len(self._rows)] = texts[index] if index < len(texts) else b""
        self._rows.append(Row(layout, before, after))

    def drawn(self, padding: int) -> bytes:
        """The table, with that many blanks on either side of each text."""
        widths = self._widths(padding)
        width = max(natural_width(layout, widths, padding) for layout in self._layouts.values())
        indent = b" " * ((PAGE - width) // 2 if self._centred and width < PAGE else 0)
        rule = b"-" * (width - 2)
        lines = [b"," + rule + b"."]
        above: Layout | None = None
        for number, row in enumerate(self._rows):
            slack = width - natural_width(row.layout, widths, padding)
            lines += drawn_row(row, above, self._fields(number, widths, padding, slack))
            above = row.layout
        lines.append(b"`" + rule + b"'")
        return b"".join(indent + line + b"\n" for line in lines)

    def _layout(self, columns: str) -> Layout:
        """That format; the formats of a table are numbered, and a number keeps its separators for the next table."""
        if columns not in self._layouts:
            if len(self._layouts) == len(self._separators):
                self._separators.append([])
            self._layouts[columns] = Layout(columns, self._separators[len(self._layouts)])
        return self._layouts[columns]

    def _widths(self, padding: int) -> dict[int, list[int]]:
        """How wide each column is; rows of as many columns share their widths."""
        widths: dict[int, list[int]] = {}
        for number, row in enumerate(self._rows):
            count = len(row.layout.letters)
            shared = widths.setdefault(count, [0] * count)
            for column in range(count):
                if row.layout.letters[column + 1 : column + 2] != "a":
                    shared[column] = max(shared[column], longest_piece(self._cells.get((column, number), b"")))
        for number, row in enumerate(self._rows):
            shared = widths[len(row.layout.letters)]
            for group in row.layout.groups:
                if group.last > group.first:
                    stretch(shared, group, longest_piece(self._cells[group.first, number]), padding)
        return widths

    def _fields(self, number: int, widths: dict[int, list[int]], padding: int, slack: int) -> list[Field]:
        """The texts of a row with their room; what the row has to spare is shared out from the left."""
        layout = self._rows[number].layout
        count = len(layout.letters)
        shared = widths[count]
        fields, given = [], 0
        for first, last in layout.groups:
            share = slack if first == count - 1 else int(round_figure(slack / count * (last + 1), 0))
            inside = sum(shared[first : last + 1]) + (last - first) * (2 * padding + 1)
            outside = inside + 2 * padding + share - given
            fields.append(Field(layout.letters[first], self._cells[first, number], inside, outside))
            given = share
        return fields


def longest_piece(text: bytes) -> int:
    """The length of the longest of the lines into which `//` parts the text."""
    return max(len(piece) for piece in re.split(b"// ?", text))


def stretch(widths: list[int], group: Group, length: int, padding: int) -> None:
    """Widens the columns of a group until the text that they share has room."""
    count = group.last - group.first + 1
    room = sum(widths[group.first : group.last + 1]) + (count - 1) * (1 + 2 * padding)
    if length <= room:
        return
    for column in range(group.first, group.last):
        more = int(round_figure((length - room) / count, 0))
        widths[column] += more
        room += more
    widths[group.last] += length - room


def natural_width(layout: Layout, widths: dict[int, list[int]], padding: int) -> int:
    """How wide the rows of a format would be by themselves."""
    count = len(layout.letters)
    return 2 + sum(widths[count]) + count * 2 * padding + layout.doubles + count - 1


def drawn_row(row: Row, above: Layout | None, fields: list[Field]) -> list[bytes]:
    """The lines of a row."""
    ends = [group.last for group in row.layout.groups[:-1]]
    lines = []
    for character in row.before:
        joints = [joint_before(character, row.layout, above, end) for end in ends]
        lines.append(joined([character.encode() * field.outside for field in fields], joints))
    joints = [{" ": b" ", "=": b"||"}.get(row.layout.separator(end), b"|") for end in ends]
    lines += [joined(texts, joints) for texts in wrapped(fields)]
    for character in row.after:
        joints = [joint_after(character, row.layout, above, group) for group in row.layout.groups[:-1]]
        lines.append(joined([character.encode() * field.outside for field in fields], joints))
    return lines


def joined(texts: list[bytes], joints: list[bytes]) -> bytes:
    """A line of the table; a joint stands behind every text but the last."""
    return b"|" + b"".join(text + joint for text, joint in zip(texts, [*joints, b""], strict=True)) + b"|"


def joint_before(character: str, layout: Layout, above: Layout | None, column: int) -> bytes:
    """What a line before a row has where the row has a separator."""
    separator = layout.separator(column)
    times = 2 if separator == "=" else 1
    if separator == " ":
        return character.encode()
    if character == " ":
        return b"|" * times
    crossing = character == "-" and above is not None and above.separator(column) in {"|", "="}
    return (b"+" if crossing else character.encode()) * times


def joint_after(character: str, layout: Layout, above: Layout | None, group: Group) -> bytes:
    """What a line after a row has there; SCTK forgets here that `=` is drawn twice."""
    separator = layout.separator(group.last)
    if separator == " ":
        return character.encode()
    if character == " ":
        return separator.encode()
    upright = layout.separator(group.first) == "|" and above is not None and above.separator(group.last) == "|"
    return b"+" if upright and character == "-" else character.encode()


def wrapped(fields: list[Field]) -> Iterator[list[bytes]]:
    """The texts in as many lines as the longest of them needs, and at least one."""
    left = [field.text for field in fields]
    while True:
        texts = []
        for at, field in enumerate(fields):
            piece, left[at] = next_piece(left[at], field.inside)
            margin = (field.outside - field.inside) // 2
            texts.append((b" " * margin + placed(piece, field)).ljust(field.outside))
        yield texts
        if not any(left):
            return


def next_piece(text: bytes, width: int) -> tuple[bytes, bytes]:
    """What goes in a line of that width, and the rest: up to `//`, or to the last blank if it is too long."""
    piece, _, rest = text.partition(b"//")
    if len(piece) <= width:
        return piece, rest
    at = text.rfind(b" ", 0, width + 1)
    if at < 0:  # no blank: SCTK would go on for ever
        return text[:width], text[width:]
    return text[:at], text[at + 1 :]


def placed(piece: bytes, field: Field) -> bytes:
    """The text within its room."""
    if field.letter == "c":
        return (b" " * ((field.inside - len(piece)) // 2) + piece).ljust(field.inside)
    return piece.rjust(field.inside) if field.letter == "r" else piece.ljust(field.inside)
