"""`-g range`: the spread of error rates by speaker and by system (`.range`)."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.sctk.pad import pad, padded
from mondegreen.dropin.sctk.statistics import compute_moments
from mondegreen.dropin.sctk.stats.ranking import FORMULA

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.stats.ranking import Ranking

STEP = 2  # percent in a letter of the graph
SCALE = 50  # letters for 100 percent
LITTLE = 0.0001
LEGEND = (b"      |-> shows the mean", b"      +-> shows plus or minus one standard deviation")


class Range(NamedTuple):
    """A name, and the error rates of what bears it."""

    name: bytes
    high: float
    low: float
    deviation: float
    mean: float


def report(ranking: "Ranking", test: bytes) -> bytes:
    """Both parts."""
    speakers = [spread(ranking.speakers[number], ranking.rates[number]) for number in ranking.speaker_order]
    systems = [spread(ranking.systems[number], ranking.column(number)) for number in ranking.system_order]
    text = part(b"SPEAKERS", test, speakers, b"  SPKR") + b"\f"
    return text + part(b"RECOGNITION SYSTEMS", test, systems, b"  SYS")


def spread(name: bytes, rates: list[float]) -> Range:
    """The range of the rates; it begins at 100 or less."""
    found = compute_moments(rates)
    return Range(name, max([0.0, *rates]), min([100.0, *rates]), found.deviation, found.mean)


def part(across: bytes, test: bytes, ranges: list[Range], label: bytes) -> bytes:
    """A table and a graph."""
    text = b"\n\n\n" + padded(b"RANGE ANALYSIS ACROSS %b FOR THE TEST:" % across) + padded(test)
    text += padded(b"by " + FORMULA) + b"\n\n\n\n"
    width = max([6, *(len(each.name) for each in ranges)]) + 1
    name = b"| %%-%ds|" % width
    return text + table(ranges, name, label, width) + b"\n" * 6 + graph(ranges, name, label, width)


def table(ranges: list[Range], name: bytes, label: bytes, width: int) -> bytes:
    """The figures."""
    indent = pad(42 + width)
    rule = b"|-" + b"-" * (width + 39) + b"|"
    lines = [rule, name % label + b"  high  |   low  || std dev |   mean  |"]
    lines.append(b"|-" + b"-" * width + b"+--------" * 2 + b"+" + b"+---------" * 2 + b"|")
    lines += [name % each.name + b" %5.1f  | %5.1f  ||  %5.1f  |  %5.1f  |" % each[1:] for each in ranges]
    return b"".join(indent + line + b"\n" for line in [*lines, rule])


def graph(ranges: list[Range], name: bytes, label: bytes, width: int) -> bytes:
    """The picture."""
    indent = pad(SCALE + 4 + width)
    rule, between = b"-" * (width + 3 + SCALE), b"|-" + b"-" * width + b"+-" + b"-" * SCALE + b"|"
    ticks = range(5 * STEP, 101, 5 * STEP)
    lines = [b"|" + rule + b"|", b"| " + b" " * width + b"|" + b"PERCENTAGES".center(SCALE + 1) + b"|", between]
    lines.append(b"| " + b" " * width + b"|0" + b"".join(b"  %3d" % tick for tick in ticks) + b"|")
    lines += [name % label + b"|" + b"    |" * len(ticks) + b"|", between]
    lines += [name % each.name + bar(each) + b"|" for each in ranges]
    lines += [b"|" + rule + b"|", b"", *LEGEND]
    return b"".join((indent + line if line else line) + b"\n" for line in lines)


def bar(of: Range) -> bytes:
    """The mean, the deviation around it, and the range."""
    letters = b""
    for percent in range(0, 101, STEP):
        if near(percent, of.mean):
            letters += b"|"
        elif near(percent, of.mean + of.deviation) or near(percent, of.mean - of.deviation):
            letters += b"+"
        else:
            letters += b"-" if of.low <= percent <= of.high else b" "
    return letters


def near(percent: int, value: float) -> bool:
    """Whether a letter stands for the value."""
    reach = LITTLE + STEP / 2.0
    return value - reach < percent < value + reach
