"""slatreport.pl: how late the words and turns of an RTTM file were recognized (SLAT, its tenth field)."""

import math
import os
import shutil
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.numbers import format_perl_float, parse_perl_number
from mondegreen.dropin.emulation.streams import ExitError, catch_exit, out, write_parts
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.statistics import add_up

SCRIPT = "slatreport.pl"
SPEC = ["help|h", "man|m", "version", "i=s", "o=s", "type|t=s", "stype|s=s", "file|f=s", "chnl|c=s", "name|n=s"]
SPEC += ["Histogram|H=i"]
# Conditions as they are printed, with their options and fields.
CONDITIONS = [
    *((b"FILE", "file", 1), (b"CHANNEL", "chnl", 2), (b"NAME", "name", 7)),
    *((b"TYPE", "type", 0), (b"SUBTYPE", "stype", 6)),
]
FIELDS = 10
NO_PICTURES = b"PNG: 'gnuplot not found' - no PNG generated. Install 'gnuplot' to have the PNGs.\n"
# What times are measured from.
POINTS = ((b"Begin", b"SPLb"), (b"Mid-point", b"SPLm"), (b"End", b"SPLe"))


class Bar(NamedTuple):
    """How many times lie between two."""

    start: float
    end: float
    height: int


@catch_exit
def main(arguments: list[bytes]) -> int:
    options, _, is_valid = parse_getopt_long(arguments, SPEC, case_sensitive=True, final=("version",))
    if "version" in options:
        out(b"%b version 1.13\n" % os.path.basename(perl.get_program_name(SCRIPT)))
        return 0
    usage = read_usage(SCRIPT)
    if not is_valid or "help" in options or "man" in options:
        out(usage)
        return 0 if is_valid and "help" not in options else 1
    partitions = options.get("Histogram", b"10")
    check_options(options, partitions, usage)
    chosen = {field: options.get(name, b"") for _, name, field in CONDITIONS}
    lines = [b"  %b: %b\n" % (title, chosen[field] or b"ALL") for title, _, field in CONDITIONS]
    out(b"Conditions:\n" + b"".join(lines) + b"\n")
    program = shutil.which("gnuplot")
    latencies = read_latencies(options["i"], chosen, code=perl.DIED if program else 1)
    if not latencies:
        out(b"No data found in files regarding criteria for Latency.\n")
        return 0
    for index, (point, name) in enumerate(POINTS):
        out(b"\n" if index else b"")
        values = [each[index] for each in latencies]
        bars = report(b"Sample Processing Latency %b Time Based" % point, name, values, int(partitions))
        if bars is not None and options["o"] != b"/dev/null":
            target = b"%b.%bDistribution.%b" % (options["o"], name, partitions)
            title = b"Sample Processing Latency %b Time Based Distribution - %b partitions" % (point, partitions)
            draw_bars(bars, target, title, program)
    return 0


def check_options(options: dict[str, bytes], partitions: bytes, usage: bytes) -> None:
    faults = [
        (not options.get("i"), b"RTTM file must be specified."),
        (not options.get("o"), b"Output filename must be specified."),
        (int(partitions) < 2, b"Histogram partitions 'H' must be bigger than 1."),
    ]
    for is_wrong, what in faults:
        if is_wrong:
            raise ExitError(b"Error: %b\n\n" % what + usage.partition(b"Options:\n")[0], 2)


def read_latencies(path: bytes, chosen: dict[int, bytes], *, code: int) -> list[list[float]]:
    """From when each record's begin, middle and end on it was known; a later one of the same begin replaces it."""
    failure = perl.DieError(b"Cannot open file '%b'" % path, SCRIPT, 282, code=perl.NO_SUCH_FILE)
    found: dict[tuple[bytes, ...], list[float]] = {}
    wanted = {index: split_names(names) for index, names in chosen.items()}
    # A file may have the name of standard input.
    text = perl.read_file(path if path != b"-" else b"./-", failure)
    for number, line in enumerate(perl.split_lines(text), 1):
        if line.startswith(b";;") or not line.strip():
            continue
        fields = perl.split_fields(line)
        if len(fields) != FIELDS:
            what = b"This file '%b' is not properly formated: SLAT information missing" % path
            code = perl.NO_TERMINAL if line.endswith(b"\n") else code
            raise perl.DieError(what, SCRIPT, 294, code=code, input_position=f"<FILE> line {number}")
        if b"<NA>" in fields[9]:
            continue
        if all(not names or fields[index] in names for index, names in wanted.items()):
            start, known = parse_perl_number(fields[3]), parse_perl_number(fields[9])
            duration = 0.0 if b"<NA>" in fields[4] else parse_perl_number(fields[4])
            times = [known - start, known - (start + duration / 2), known - (start + duration)]
            found[fields[0], fields[1], fields[2], fields[6], fields[7], fields[3]] = times
    return list(found.values())


def split_names(names: bytes) -> list[bytes]:
    """Names between commas, but empty ones at the end; if none is left, all are chosen."""
    return names.rstrip(b",").split(b",") if names.rstrip(b",") else []


def report(title: bytes, name: bytes, values: list[float], partitions: int) -> list[Bar] | None:
    """Print figures of times; returns how they are distributed, if there are several."""
    mean = add_up(values) / len(values)
    out(b"%b (%b):\n  Mean: %b\n" % (title, name, format_perl_float(mean, 3)))
    if len(values) == 1:
        out(b"  Distribution:\nNo distribution with one data point.\n")
        return None
    variance = add_up([(value - mean) * (value - mean) for value in values]) / len(values)
    out(b"  Standard Deviation: %b\n  Distribution:\n" % format_perl_float(math.sqrt(variance), 3))
    bars = count_bars(values, partitions)
    for bar in bars:
        ends = b" - ".join(format_perl_float(time, 3).rjust(6) for time in (bar.start, bar.end))
        out(b"    %b: %d\n" % (ends, bar.height))
    return bars


def count_bars(values: list[float], partitions: int) -> list[Bar]:
    """Parts of equal size between the least and the greatest value, without empty ones; none if all are equal."""
    least = min(values)
    size = (max(values) - least) / partitions
    counts: dict[int, int] = {}
    for value in values if math.isfinite(size) and size > 0 else []:
        # Where a part begins is rounded, so that a value may be in the next one, or in two.
        near = int((value - least) / size)
        for part in range(max(near - 2, 0), min(near + 3, partitions)):
            start = least + part * size
            end = start + size
            # The last part is twice as long, for the greatest value.
            if start <= value < (end + size if part == partitions - 1 else end):
                counts[part] = counts.get(part, 0) + 1
    starts = {part: least + part * size for part in sorted(counts)}
    return [Bar(start, start + size, counts[part]) for part, start in starts.items()]


def draw_bars(bars: list[Bar], target: bytes, title: bytes, program: str | None) -> None:
    """Have gnuplot draw a picture, if it is installed."""
    from subprocess import PIPE, run

    if program is None:
        out(NO_PICTURES)
        return
    width, height = max([-1.0, *(bar.end for bar in bars)]), max([-1, *(bar.height for bar in bars)])
    script = b'set terminal png medium\nset nokey\nset title "%b"\n' % title
    script += b"set xrange [0:%.15g]\nset yrange [0:%d]\n" % (width, height)
    for bar in bars:
        script += b"set object rect from %.15g,0 to %.15g,%d fc lt 1\n" % (bar.start, bar.end, bar.height)
    drawn = run([program], input=script + b"plot -1\n", stdout=PIPE, check=False)
    if not write_parts(target + b".png", [drawn.stdout]):
        raise perl.DieError(b"Cannot open file '%b.plt'" % target, SCRIPT, 176, code=perl.NO_SUCH_FILE)
    out(b"PNG: %b.png\n" % target)
