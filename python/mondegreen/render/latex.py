"""LaTeX tables with booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import TextIO

from mondegreen.render.markup import LABELS, render_report
from mondegreen.render.sidebyside import StepColumn
from mondegreen.render.systems import REFERENCE, Slot
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.results.run import Run

# A bracket or an asterisk behind the end of a row would be its option.
SIGNS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "`": r"\textasciigrave{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "[": "{[}",
        "]": "{]}",
        "*": "{*}",
        "\N{OPEN BOX}": r"\textvisiblespace{}",
        "↓": r"$\downarrow$",
        "↑": r"$\uparrow$",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)

# Letters of a text that had better be broken into lines.
LONG = 40


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes the blocks, to be included where the packages are loaded."""
    out.write("% needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs}\n")
    out.writelines(render_report(Latex(), runs, blocks))


class Latex:
    """How LaTeX writes the parts of a block."""

    def title(self, text: str) -> str:
        return f"\n\\paragraph{{{escape_latex(text)}}}\n"

    def note(self, text: str) -> str:
        return f"\n{{\\footnotesize {escape_latex(text)}\\par}}\n" if text else ""

    def begin(self, block: Table) -> str:
        """A table that floats, up to the rule below the headings."""
        sides = "".join(map(column_letter, block.columns, zip(*block.rows, strict=True) if block.rows else repeat(())))
        heads = join_cells(escape_latex(column.heading) for column in block.columns)
        caption = f"\\caption{{{escape_latex(block.title)}}}"
        return (
            f"\n\\begin{{table}}\n\\centering\n{caption}\n\\begin{{tabular}}{{{sides}}}\n\\toprule\n{heads}\\midrule\n"
        )

    def row(self, texts: Sequence[str], best: Sequence[bool]) -> str:
        cells = map(escape_latex, texts)
        return join_cells(f"\\textbf{{{cell}}}" if bold else cell for cell, bold in zip(cells, best, strict=True))

    def foot(self, texts: Sequence[str], *, first: bool) -> str:
        return ("\\midrule\n" if first else "") + join_cells(map(escape_latex, texts))

    def end(self, block: Table) -> str:
        return f"\\bottomrule\n\\end{{tabular}}\n{self.note(block.note)}\\end{{table}}\n"

    def pair(self, head: str, strips: Iterable[list[StepColumn]]) -> str:
        """A table for each line of words, so that they stand under each other in any font."""
        return f"\n\\noindent {escape_latex(head)}\n" + "".join(map(write_strip, strips))

    def systems(self, head: str, names: Sequence[str], strips: Iterable[list[Slot]]) -> str:
        """The same with a row for each system; its errors are bold."""
        return f"\n\\noindent {escape_latex(head)}\n" + "".join(write_slots(strip, names) for strip in strips)


def join_cells(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\\n"


def column_letter(column: Column, cells: Iterable[Cell]) -> str:
    """How a column stands: numbers to the right, texts to the left, long ones on several lines."""
    if column.places is not None:
        return "r"
    return r"p{0.3\linewidth}" if any(len(cell) > LONG for cell in cells if isinstance(cell, str)) else "l"


def write_strip(columns: list[StepColumn]) -> str:
    """A line of aligned words; what the hypothesis got wrong is bold."""
    above = [escape_latex(each.reference) for each in columns]
    below = [
        f"\\textbf{{{text}}}" if each.mark else text for each in columns for text in [escape_latex(each.hypothesis)]
    ]
    marks = [each.mark for each in columns]
    lines = (above, below, marks, *zip(*(each.notes for each in columns), strict=True))
    return write_lines(LABELS, lines)


def write_slots(strip: Sequence[Slot], names: Sequence[str]) -> str:
    """The same of several systems, of which each has a line for its words and one for its marks."""
    labels, lines = [REFERENCE], [[escape_latex(slot.texts[0]) for slot in strip]]
    for number, name in enumerate(names):
        marks = [slot.marks[number] for slot in strip]
        words = [escape_latex(slot.texts[number + 1]) for slot in strip]
        labels += [escape_latex(name), ""]
        lines += [[f"\\textbf{{{word}}}" if mark else word for word, mark in zip(words, marks, strict=True)], marks]
    return write_lines(labels, lines)


def write_lines(labels: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [[label, *cells] for label, cells in zip(labels, lines, strict=False)]
    inside = "".join(map(join_cells, rows))
    return f"\n\\noindent\\begin{{tabular}}{{@{{}}{'l' * len(rows[0])}@{{}}}}\n{inside}\\end{{tabular}}\n"


def escape_latex(text: str) -> str:
    return re.sub("-(?=-)", "-{}", make_printable(text).translate(SIGNS))  # else two hyphens would join into a dash
