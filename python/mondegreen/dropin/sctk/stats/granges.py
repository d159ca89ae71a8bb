"""`-g grange` and `-g grange2`: the error rates by speaker and by system, for gnuplot."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.statistics import add_up, find_median
from mondegreen.dropin.sctk.stats.ranking import FORMULA
from mondegreen.dropin.sctk.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.dropin.sctk.stats.ranking import Ranking


class Group(NamedTuple):
    """Rows of rates, by speaker or by system, from best to worst; and what each column is."""

    axis: bytes
    names: list[bytes]
    rows: list[list[float]]
    columns: list[bytes]


def files(ranking: "Ranking", test: bytes, base: bytes, *, together: bool) -> "Iterator[tuple[bytes, bytes, bytes]]":
    """Name and text of each file, and the base of its name; `together` is `grange2`, with a line for each row."""
    speakers = Group(
        b"Speaker ID",
        [ranking.speakers[number] for number in ranking.speaker_order],
        [ranking.rates[number] for number in ranking.speaker_order],
        ranking.systems,
    )
    systems = Group(
        b"Systems",
        [ranking.systems[number] for number in ranking.system_order],
        [ranking.column(number) for number in ranking.system_order],
        ranking.speakers,
    )
    for ending, group in ((b".spk", speakers), (b".sys", systems)):
        name = base + ending
        means = [divide_as_c(add_up(row), len(row)) for row in group.rows]
        yield name, b".dat", joint_rates(group.rows) if together else single_rates(group.rows)
        yield name, b".mean", by_row(means)
        yield name, b".median", by_row([find_median(row) for row in group.rows])
        yield name, b".plt", head(group, test) + (joint_plot(group, name) if together else single_plot(name))


def save(ranking: "Ranking", test: bytes, base: bytes, *, together: bool) -> "Iterator[bytes]":
    """Writes all files; gives the base of each name when its first file is there."""
    for name, ending, text in files(ranking, test, base, together=together):
        if not written(name + ending, [text]):
            what = b"file" if ending == b".plt" else b"data file"
            raise Refusal(b"Error: unable to open GNUPLOT %b %b\n" % (what, name + ending))
        if ending == b".dat":
            yield name


def single_rates(rows: list[list[float]]) -> bytes:
    """A line for each rate."""
    return b"".join(b"%d %f\n" % (number, rate) for number, row in enumerate(rows, 1) for rate in row)


def joint_rates(rows: list[list[float]]) -> bytes:
    """A line for each row."""
    return b"".join(
        b"%d" % number + b"".join(b" %f" % rate for rate in row) + b"\n" for number, row in enumerate(rows, 1)
    )


def by_row(values: list[float]) -> bytes:
    """A line for each row's value."""
    return b"".join(b"%d %f\n" % (number, value) for number, value in enumerate(values, 1))


def head(group: Group, test: bytes) -> bytes:
    """What the axes are."""
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
    return b"\n".join(lines) + b"\n"


def single_plot(name: bytes) -> bytes:
    """Means, medians, and all rates as one."""
    curves = (b"mean", b"Mean", b" with lines"), (b"median", b"Median", b" with lines"), (b"dat", b"Individual", b"")
    told = [b'"%b.%b" using 2:1 title "%b %b"%b' % (name, *curve[:2], FORMULA, curve[2]) for curve in curves]
    return b"plot " + b",".join(told) + b"\n"


def joint_plot(group: Group, name: bytes) -> bytes:
    """Means, medians, and each column by itself."""
    curves = (b"mean", b"Mean"), (b"median", b"Median")
    told = [b'"%b.%b" using 2:1 title "%b %b" with lines' % (name, *curve, FORMULA) for curve in curves]
    for number, column in enumerate(group.columns):
        told.append(b'"%b.dat" using 2:1 "%%lf%b%%lf" title "%b"' % (name, b"%*s" * number, column))
    return b"plot " + b",\\\n     ".join(told) + b"\n"
