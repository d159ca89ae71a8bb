"""Tables and colored alignments for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO, TextIOWrapper
from itertools import chain
from typing import Literal, TextIO

from rich.box import Box
from rich.console import Console
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

from mondegreen.color import BOLD, PLAIN, find_colors, has_many_colors, is_colored, is_terminal, start_tone
from mondegreen.render.sidebyside import fold_insertions, pad_right, pair_heading, split_strips, strip_lines
from mondegreen.render.systems import list_system_lines, wrap_heading
from mondegreen.render.text import cell_width, format_cell, format_rows, make_printable
from mondegreen.reports import caption_runs
from mondegreen.reports.blocks import (
    AlignedSystems,
    Alignments,
    Block,
    Cell,
    Column,
    JudgedText,
    Table,
    for_people,
    tone_of,
)
from mondegreen.results.run import Run

# Lines under the headings and over what is said of all rows, and no others.
RULES = Box("    \n    \n ── \n    \n ── \n ── \n    \n    \n")
# rich lays out some thousand cells a second: a longer table is set without it.
LONG = 1000
LABELS = ("  ref  ", "  hyp  ", "       ")
WEIGHED = tuple(f"  {label:8}" for label in ("ref", "hyp", "", "weight", "cosine"))
LEAST_ROOM = 10
# Words of headings are not cut, unless they are as long as names of systems may be.
LONGEST_WORD = 14


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes each block as soon as it is there, and below all of them what was paired."""
    console = console_for(out)
    between = ""
    for block in for_people(blocks):
        out.write(between + render_text(console, Text(make_printable(block.title), style="bold")))
        if isinstance(block, Table):
            out.writelines(table_lines(console, block))
        elif isinstance(block, Alignments):
            out.writelines(pair_lines(console, block))
        else:
            out.writelines(system_lines(console, block))
        if block.note:
            out.write(render_text(console, Text(make_printable(block.note), style="dim")))
        # What stands below a table and below pairs is an empty line already.
        between = "\n" if block.note or (isinstance(block, Table) and block.is_prose) else ""
    if runs:
        out.write(between + render_text(console, Text(make_printable(caption_runs(runs)), style="dim")))


def console_for(out: TextIO) -> Console:
    """A console with the colors, the width and the letters of the stream, to which it does not write.

    For rich would end the program where a pipe is closed.
    """
    colored = is_colored(out)
    nowhere = TextIOWrapper(BytesIO(), encoding=getattr(out, "encoding", None) or "utf-8")
    return Console(
        file=nowhere,
        force_terminal=colored or is_terminal(out),
        color_system=("256" if has_many_colors() else "standard") if colored else None,
        no_color=not colored,
        highlight=False,
    )


def render_text(console: Console, what: Text | RichTable) -> str:
    with console.capture() as captured:
        console.print(what, soft_wrap=isinstance(what, Text) and not console.is_terminal, crop=False)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def table_lines(console: Console, block: Table) -> Iterator[str]:
    """The lines of a table."""
    if block.is_prose:
        yield from (render_text(console, judged_text(row[0], block.columns[0])) for row in block.rows)
    elif not block.rows and not block.foot:
        yield "\n  none\n\n"
    elif len(block.rows) > LONG:
        yield from long_lines(block)
    elif console.is_terminal:
        yield from (render_text(console, laid) for laid in lay_out_table(block, console.width))
    else:  # a pipe has no width: nothing may be cut to fit one
        shown = format_parts(block)
        laid = make_table(block, shown, [wanted for _, wanted in column_widths(block, shown)])
        console.width = console.measure(laid, options=console.options.update(max_width=1_000_000)).maximum
        yield render_text(console, laid)


def lay_out_table(block: Table, room: int) -> Iterator[RichTable]:
    """The table as it fits a terminal: its columns apart, else closer, else some of them below the others."""
    shown = format_parts(block)
    widths = column_widths(block, shown)
    least = [narrow for narrow, _ in widths]
    for padding in (1, 0):
        if total_width(least, padding) <= room:
            yield make_table(block, shown, spread_widths(widths, padding, room), padding)
            return
    for indices in strips_of(block, least, room):
        texts = [[[row[index] for index in indices] for row in rows] for rows in shown]
        yield make_table(block.only(indices), texts, spread_widths([widths[index] for index in indices], 1, room))


def strips_of(block: Table, least: Sequence[int], room: int) -> Iterator[list[int]]:
    """The places of as many columns as there is room for, each time behind those that name the rows."""
    names = next((index for index, column in enumerate(block.columns) if column.places is not None), 1) or 1
    if total_width([*least[:names], max(least[names:], default=0)], 1) > room:
        names = 1
    head = list(range(names))
    strip: list[int] = []
    for group in groups_of(block, names):
        if strip and total_width([least[each] for each in (*head, *strip, *group)], 1) > room:
            yield head + strip
            strip = []
        strip += group
    yield head + strip


def groups_of(block: Table, names: int) -> list[list[int]]:
    """The places of the columns after those, of which one without a heading belongs to the one before."""
    groups: list[list[int]] = []
    for index in range(names, len(block.columns)):
        if groups and not block.columns[index].heading:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def spread_widths(widths: Sequence[tuple[int, int]], padding: int, room: int) -> list[int]:
    """How wide each column becomes: the narrowest of those that want more get it first, as long as there is room."""
    found, wanted = (list(each) for each in zip(*widths, strict=True))
    for _ in range(room - total_width(found, padding)):
        short = [index for index, width in enumerate(found) if width < wanted[index]]
        if short:
            found[min(short, key=found.__getitem__)] += 1
    return found


def total_width(columns: Sequence[int], padding: int) -> int:
    return sum(columns) + len(columns) * (1 + 2 * padding) + 1


def format_parts(block: Table) -> list[list[list[str]]]:
    """The rows as people read them, and those about all of them."""
    return [format_rows(part, block.columns) for part in (block.rows, block.foot)]


def column_widths(block: Table, shown: Iterable[Sequence[Sequence[str]]]) -> list[tuple[int, int]]:
    """How wide each column must be, and wants to be: words may be cut to fit a narrow terminal, but no number."""
    rows, found = list(chain(*shown)), []
    for index, column in enumerate(block.columns):
        widest = max((cell_width(row[index]) for row in rows), default=0)
        heading = make_printable(column.heading)
        least = widest if column.places is not None else min(widest, LEAST_ROOM)
        word = max(map(cell_width, heading.split()), default=0)
        found.append((max(least, min(word, LONGEST_WORD)), max(widest, cell_width(heading))))
    return found


def make_table(
    block: Table, shown: Iterable[Sequence[Sequence[str]]], widths: Sequence[int], padding: int = 1
) -> RichTable:
    """The block as rich lays it out: what is shown of its cells, in columns of these widths."""
    laid = RichTable(box=RULES, padding=(0, padding))
    for width, column in zip(widths, block.columns, strict=True):
        side: Literal["left", "right"] = "left" if column.places is None else "right"
        laid.add_column(
            Text(make_printable(column.heading)), overflow="fold", min_width=width, max_width=width, justify=side
        )
    for part, rows in zip((block.rows, block.foot), shown, strict=True):
        for cells, texts in zip(part, rows, strict=True):
            laid.add_row(*map(judged_text, cells, block.columns, texts))
        laid.add_section()
    return laid


def judged_text(cell: Cell, column: Column, shown: str | None = None) -> Text:
    """A cell, or what is shown of it, with the color of its judgement: of a text its head; the best is bold."""
    text, tone = Text(format_cell(cell, column) if shown is None else shown), tone_of(cell)
    if tone is not None:
        # Not bold too: some terminals make black gray by that.
        style = Style(bold=True) if tone == "best" else make_style(tone)
        end = len(make_printable(cell.head)) if isinstance(cell, JudgedText) else None
        text.stylize(style, 0, end)
    return text


def make_style(tone: str) -> Style:
    text, ground = find_colors(tone)
    return Style(color=f"color({text})", bgcolor=f"color({ground})")


def long_lines(block: Table) -> Iterator[str]:
    """The lines of a long table, as wide as they are."""
    rows = [
        [make_printable(column.heading) for column in block.columns],
        *format_rows((*block.rows, *block.foot), block.columns),
    ]
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        parts = [
            pad_right(text, width) if column.places is None else text.rjust(width)
            for text, width, column in zip(row, widths, block.columns, strict=True)
        ]
        yield f"  {'   '.join(parts).rstrip()}\n"


def pair_lines(console: Console, block: Alignments) -> Iterator[str]:
    """The lines of aligned pairs: what the marks mean, then each pair, in as many strips as the terminal needs."""
    paint = make_painter(console)
    labels = WEIGHED if block.weighed else LABELS
    room = max(LEAST_ROOM, console.width - len(labels[0])) if console.is_terminal else None
    yield error_legend(paint)
    pair = None
    for pair in block.pairs:
        width = console.width if console.is_terminal else None
        yield from (f"{paint('key', line)}\n" for line in wrap_heading(pair_heading(pair), width))
        for strip in split_strips(fold_insertions(pair) if block.folds else pair, room):
            yield from (
                f"{label}{line}\n" for label, line in zip(labels, strip_lines(strip, paint), strict=True) if line
            )
            yield "\n"
    if pair is None:
        yield "  none\n\n"


def system_lines(console: Console, block: AlignedSystems) -> Iterator[str]:
    """The lines of utterances with several systems: what the marks mean, then each utterance in its strips."""
    paint, room = make_painter(console), console.width if console.is_terminal else None
    yield error_legend(paint)
    pairs = None
    for pairs in block.utterances:
        yield from (f"{line}\n" for line in list_system_lines(block, pairs, room, paint))
    if pairs is None:
        yield "  none\n\n"


def error_legend(paint: Callable[[str, str], str]) -> str:
    return f"{paint('S', 'S substitution')}  {paint('D', 'D deletion')}  {paint('I', 'I insertion')}\n\n"


def make_painter(console: Console) -> Callable[[str, str], str]:
    """A function that gives a text the color of a mark, or leaves it as it is."""
    if console.color_system is None:
        return lambda mark, text: text  # noqa: ARG005
    begins = {"key": BOLD, **{mark: start_tone(mark) for mark in "SDI"}}
    return lambda mark, text: f"{begins[mark]}{text}{PLAIN}" if mark in begins and text else text
