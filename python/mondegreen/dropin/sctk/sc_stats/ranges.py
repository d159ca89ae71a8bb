"""Error rates by speaker and system: their ranking, and their ranges as letters (`-g range`) and for gnuplot."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c
from mondegreen.dropin.emulation.streams import ExitError, write_parts
from mondegreen.dropin.sctk.statistics import add_up, compute_moments, find_median, percent_of, sort_indices
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import indent_line, indent_lines, make_indent

Range = tuple[bytes, float, float, float, float]  # the name, high, low, deviation and mean of error rates

FORMULA = b"Speaker Word Error Rate (%)"
STEP = 2  # percent in a letter of the graph
SCALE = 50  # letters for 100 percent
MARGIN = 0.0001
LEGEND = (b"      |-> shows the mean", b"      +-> shows plus or minus one standard deviation")


class Ranking:
    """Error rates in percent: `rates[speaker][system]`.

    Speakers go by number, not by name: sc_stats takes the names from the first system. Speakers that a system
    lacks count with a rate of 0.
    """

    def __init__(self, systems: Sequence[System]) -> None:
        self.systems = systems
        self.titles = [system.title for system in systems]
        totals = [system.scored.totals() for system in systems]
        columns = [[percent_of(sum(counts[1:]), sum(counts[:3])) for _, _, counts in each] for each in totals]
        longest = max(len(column) for column in columns)
        speakers = [system.scored.speakers() for system in systems]
        self.speakers = [next(names[number] for names in speakers if number < len(names)) for number in range(longest)]
        padded = [column + [0.0] * (longest - len(column)) for column in columns]
        self.rates = [[column[number] for column in padded] for number in range(longest)]
        # From best to worst.
        self.speaker_order = sort_indices([add_up(row) for row in self.rates])
        self.system_order = sort_indices([add_up(column) for column in padded])

    def get_rates(self, system: int) -> list[float]:
        return [row[system] for row in self.rates]

    def order_pair(self, first: int, second: int) -> tuple[int, int]:
        """The two systems, the one with the larger summed rate before the other; the second one if they are equal."""
        is_larger = add_up(self.get_rates(first)) > add_up(self.get_rates(second))
        return (first, second) if is_larger else (second, first)


class Group(NamedTuple):
    """Rows of rates, by speaker or by system, from best to worst; and what each column is."""

    axis: bytes
    names: list[bytes]
    rows: list[list[float]]
    columns: list[bytes]


def group_rates(ranking: Ranking) -> tuple[Group, Group]:
    """The rates by speaker, and by system."""
    speakers = Group(
        b"Speaker ID",
        [ranking.speakers[number] for number in ranking.speaker_order],
        [ranking.rates[number] for number in ranking.speaker_order],
        ranking.titles,
    )
    systems = Group(
        b"Systems",
        [ranking.titles[number] for number in ranking.system_order],
        [ranking.get_rates(number) for number in ranking.system_order],
        ranking.speakers,
    )
    return speakers, systems


def format_ranges(ranking: Ranking, test: bytes) -> bytes:
    """`-g range`: tables and graphs of letters by speaker and by system (`.range`)."""
    speakers, systems = group_rates(ranking)
    text = format_group(b"SPEAKERS", test, speakers, b"  SPKR") + b"\f"
    return text + format_group(b"RECOGNITION SYSTEMS", test, systems, b"  SYS")


def format_group(across: bytes, test: bytes, group: Group, label: bytes) -> bytes:
    """A table and a graph."""
    ranges = []
    for name, rates in zip(group.names, group.rows, strict=True):
        moments = compute_moments(rates)
        ranges.append((name, max([0.0, *rates]), min([100.0, *rates]), moments.deviation, moments.mean))
    text = b"\n\n\n" + indent_line(b"RANGE ANALYSIS ACROSS %b FOR THE TEST:" % across) + indent_line(test)
    text += indent_line(b"by " + FORMULA) + b"\n\n\n\n"
    width = max([6, *(len(name) for name in group.names)]) + 1
    cell = b"| %%-%ds|" % width
    return text + format_table(ranges, cell, label, width) + b"\n" * 6 + draw_ranges(ranges, cell, label, width)


def format_table(ranges: list[Range], cell: bytes, label: bytes, width: int) -> bytes:
    indent = make_indent(42 + width)
    rule = b"|-" + b"-" * (width + 39) + b"|"
    lines = [rule, cell % label + b"  high  |   low  || std dev |   mean  |"]
    lines.append(b"|-" + b"-" * width + b"+--------" * 2 + b"+" + b"+---------" * 2 + b"|")
    lines += [cell % each[0] + b" %5.1f  | %5.1f  ||  %5.1f  |  %5.1f  |" % each[1:] for each in ranges]
    return indent_lines(indent, [*lines, rule])


def draw_ranges(ranges: list[Range], cell: bytes, label: bytes, width: int) -> bytes:
    """The graph of letters."""
    indent = make_indent(SCALE + 4 + width)
    rule, between = b"-" * (width + 3 + SCALE), b"|-" + b"-" * width + b"+-" + b"-" * SCALE + b"|"
    ticks = range(5 * STEP, 101, 5 * STEP)
    lines = [b"|" + rule + b"|", b"| " + b" " * width + b"|" + b"PERCENTAGES".center(SCALE + 1) + b"|", between]
    lines.append(b"| " + b" " * width + b"|0" + b"".join(b"  %3d" % tick for tick in ticks) + b"|")
    lines += [cell % label + b"|" + b"    |" * len(ticks) + b"|", between]
    lines += [cell % each[0] + draw_range(each) + b"|" for each in ranges]
    return indent_lines(indent, [*lines, b"|" + rule + b"|"]) + b"\n" + indent_lines(indent, LEGEND)


def draw_range(rates: Range) -> bytes:
    """The mean, the deviation around it, and the range."""
    _, high, low, deviation, mean = rates
    letters = b""
    for percent in range(0, 101, STEP):
        if is_near(percent, mean):
            letters += b"|"
        elif is_near(percent, mean + deviation) or is_near(percent, mean - deviation):
            letters += b"+"
        else:
            letters += b"-" if low <= percent <= high else b" "
    return letters


def is_near(percent: int, value: float) -> bool:
    reach = MARGIN + STEP / 2.0
    return value - reach < percent < value + reach


def write_gnuplot(ranking: Ranking, test: bytes, root: bytes, *, together: bool) -> Iterator[bytes]:
    """`-g grange`, and `-g grange2` if `together`, with a line for each row. Yields the base of each name."""
    for suffix, group in zip((b".spk", b".sys"), group_rates(ranking), strict=True):
        base = root + suffix
        means = [divide_as_c(add_up(row), len(row)) for row in group.rows]
        write_gnuplot_file(base + b".dat", format_rates(group.rows, together=together), b"data file")
        yield base
        write_gnuplot_file(base + b".mean", format_rows(means), b"data file")
        write_gnuplot_file(base + b".median", format_rows([find_median(row) for row in group.rows]), b"data file")
        write_gnuplot_file(base + b".plt", format_plot(group, test, base, together=together), b"file")


def write_gnuplot_file(path: bytes, text: bytes, kind: bytes) -> None:
    if not write_parts(path, [text]):
        raise ExitError(b"Error: unable to open GNUPLOT %b %b\n" % (kind, path))


def format_rates(rows: list[list[float]], *, together: bool) -> bytes:
    """A line for each rate, or for each row."""
    if not together:
        return b"".join(b"%d %f\n" % (number, rate) for number, row in enumerate(rows, 1) for rate in row)
    lines = (b"%d" % number + b"".join(b" %f" % rate for rate in row) for number, row in enumerate(rows, 1))
    return b"".join(line + b"\n" for line in lines)


def format_rows(values: list[float]) -> bytes:
    return b"".join(b"%d %f\n" % (number, value) for number, value in enumerate(values, 1))


def format_plot(group: Group, test: bytes, base: bytes, *, together: bool) -> bytes:
    """The commands for gnuplot: means, medians, and all rates as one or each column by itself."""
    names = b",".join(b'"%b" %d' % (name, number) for number, name in enumerate(group.names, 1))
    lines = (
        b"set yrange [%d:0]" % (len(group.names) + 1),
        b"set xrange [0:100]",
        b'set title "%b"' % test,
        b"set key",
        b'set ylabel "%b"' % group.axis,
        b'set xlabel "%b"' % FORMULA,
        b"set ytics (%b)" % names,
    )
    curve = b'"%b.%b" using 2:1 title "%b %b"'
    curves = [curve % (base, b"mean", b"Mean", FORMULA) + b" with lines"]
    curves.append(curve % (base, b"median", b"Median", FORMULA) + b" with lines")
    if together:
        for number, column in enumerate(group.columns):
            curves.append(b'"%b.dat" using 2:1 "%%lf%b%%lf" title "%b"' % (base, b"%*s" * number, column))
    else:
        curves.append(curve % (base, b"dat", b"Individual", FORMULA))
    return b"\n".join(lines) + b"\nplot " + (b",\\\n     " if together else b",").join(curves) + b"\n"
