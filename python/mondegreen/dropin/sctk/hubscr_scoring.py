"""How hubscr.pl scores systems, by sclite or by asclite, and compares them: programs are called in its process."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import nullcontext, redirect_stderr, redirect_stdout, suppress

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.perl import DIED, NO_SUCH_FILE
from mondegreen.dropin.emulation.streams import out

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.hubscr import Options, System

NAME = "hubscr.pl"
# What sclite is given beside the usual.
SCORE_OPTIONS: dict[bytes, list[bytes]] = {b"mandarin": b"-c NOASCII DH -e gb".split(), b"arabic": [b"-s"]}
REPORTS = b"-F -D -o sum rsum sgml lur dtl pra prf -C det sbhist hist".split()
TESTS = b"sc_stats -p -r sum rsum es res lur -t std4 -u -g grange2 det"
IN_DIRECTORY = re.compile(rb"(\S+)/([^/]+)")
ALIGNED = b"-F -D -spkrautooverlap ref -o sgml sum rsum".split()
PRUNED = b"-adaptive-cost -time-prune 100 -word-time-align 100".split()
# What is made of asclite's sgml.
MORE_REPORTS = b"-P -o dtl pra prf -C det sbhist hist".split()
DIARIZED = b"-nafcs -c 0.25 -o"


def score_system(options: Options, system: System) -> None:
    reference = options.filtered_reference
    out(b"Scoring %b Hyp '%b' against ref '%b'\n" % (options.language, system.filtered, reference))
    words = [b"-r", reference, b"stm", b"-h", system.filtered, options.system_format, system.title, *REPORTS]
    words += name_output(system.filtered)
    words += SCORE_OPTIONS.get(options.language, [])
    weights = [(option, options.given.get(letter, b"")) for letter, option in (("K", b"-L"), ("w", b"-w"))]
    weighted = [word for option, path in weights if path for word in (option, path)]
    words += [*weighted, b"-o", b"wws"] if weighted else []
    command = b" ".join([b"sclite", *words])
    if options.verbose:
        out(b"   Exec: %b\n" % command)
    code = run_program("sclite", words)
    if code:
        raise perl.DieError(b"Error: SCLITE execution failed\n      Command: " + command, NAME, 665, code=code)


def name_output(path: bytes) -> list[bytes]:
    found = IN_DIRECTORY.fullmatch(path)
    return [b"-O", found[1], b"-n", found[2]] if found else [b"-n", path]


def score_speakers(options: Options, system: System) -> None:
    """Score with asclite, which aligns several speakers, and have sclite report more of its alignment."""
    path, given = system.filtered, options.given
    out(b"Scoring %b Hyp '%b' against ref '%b'\n" % (options.language, path, options.filtered_reference))
    mapping = map_speakers(options, path) if options.hub == b"sastt" else b""
    speakers = b"-spkr-align " + mapping if mapping else b""
    # Negative numbers are no limit.
    overlap = parse_perl_number(given.get("o", b"-1"))
    limit = b"-overlap-limit " + given["o"] if overlap != -1 else b""
    force = b"-force-memory-compression" if "C" in given else b""
    memory = b"-memory-compression %b -memory-limit %b" % (given.get("B", b"256"), options.memory)
    memory += b" -difficulty-limit " + options.difficulty if options.difficulty else b""
    files = (options.filtered_reference, options.reference_format, path, options.system_format, system.title)
    parts = [b"-f 6", speakers, limit, *PRUNED, force, memory, b"-r %b %b -h %b %b %b" % files, *ALIGNED]
    table = path + b".aligninfo.csv"
    run_stage(options, "asclite", b" ".join(parts), (b"2>", table), (b"ASCLITE execution", 705))
    if "G" in given:
        pages = path + b".alignments"
        arguments = b"%b -a %b -o %b" % (b"-m " + mapping if mapping else b"", table, pages)
        os.makedirs(os.fsdecode(pages), exist_ok=True)
        run_stage(options, "align2html.pl", arguments, (b"mkdir -p %b ;" % pages, b""), (b"ALIGN2HTML execution", 712))
    else:
        remove_file(table)
    words = [*MORE_REPORTS, *name_output(path)]
    code = run_program("sclite", words, perl.read_file(path + b".sgml"))
    if code:
        command = b"sclite %b < %b.sgml" % (b" ".join(words), path)
        raise perl.DieError(b"Error: SCLITE execution failed\n      Command: " + command, NAME, 719, code=code)


def map_speakers(options: Options, path: bytes) -> bytes:
    """Have md-eval.pl map the system's speakers to those of the reference; the path of the mapping."""
    reference = options.filtered_reference
    if options.reference_format == b"stm":
        code, converted = run_filter("stm2rttm.pl", [b"-e", b"rt05s"], perl.read_file(reference))
        command = b"cat %b | stm2rttm.pl -e rt05s > %b.rttm" % (reference, reference)
        failure = perl.DieError(b"Error: STM2RTTM failed\n      Command: " + command, NAME, 679, code=code or DIED)
        if code:
            raise failure
        reference += b".rttm"
        perl.write_file(reference, converted, failure)
    mapping = path + b".mdeval.spkrmap"
    uem = b"-u " + options.given["u"] if options.given.get("u") else b""
    files = (options.given.get("M", DIARIZED), uem, reference, path, mapping)
    words = b"%b %b -r %b -s %b -M %b" % files
    run_stage(options, "md-eval.pl", words, (b"1>", path + b".mdeval"), (b"MDEVAL", 686))
    return mapping


def run_stage(
    options: Options, name: str, words: bytes, stream: tuple[bytes, bytes], failure: tuple[bytes, int]
) -> None:
    """Run a program with one of its streams in a file, where the arguments are separated as in a shell."""
    sign, path = stream
    program = name.encode()
    command = b"%b %b %b %b" % (program, words, sign, path) if path else b"%b %b %b" % (sign, program, words)
    if options.verbose:
        out(b"   Exec: %b\n" % command)
    printed = io.TextIOWrapper(io.BytesIO(), write_through=True)
    redirect = redirect_stderr if sign == b"2>" else redirect_stdout
    sys.stdout.flush()
    with redirect(printed) if path else nullcontext():
        code = run_program(name, words.split())
    what, line = failure
    error = perl.DieError(b"Error: %b failed\n      Command: " % what + command, NAME, line, code=code or DIED)
    if path:
        perl.write_file(path, printed.buffer.getvalue(), error)
    if code:
        raise error


def compare_systems(options: Options) -> None:
    out(b"Running Statistical Comparison Tests\n")
    if options.verbose:
        out(b"    Checking for sclite's sgml files\n")
    files = [system.filtered + b".sgml" for system in options.systems]
    for file in files:
        if not perl.is_file(file):
            raise perl.DieError(b"Error: Unable to local sgml file '%b'" % file, NAME, 739, code=NO_SUCH_FILE)
    words = TESTS.split()[1:]
    command = b" ".join([b"cat", *files, b"|", TESTS])
    if root := options.given.get("n", b""):
        words += [b"-n", *root.split()]
        command += b" -n " + root
    if description := options.given.get("e", b""):
        words += [b"-e", description]
        command += b' -e "%b"' % description
    if options.verbose:
        out(b"    Exec: %b\n" % command)
    code = run_program("sc_stats", words, b"".join(map(perl.read_file, files)))
    if code:
        raise perl.DieError(b"Error: SC_STATS execution failed\n      Command: " + command, NAME, 748, code=code)


def run_program(name: str, words: list[bytes], data: bytes = b"") -> int:
    """Runs a program of the registry here, on this standard input; its exit code."""
    from mondegreen.dropin.start import run

    own = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        return run(name, words)
    finally:
        sys.stdin = own


def run_filter(name: str, words: list[bytes], data: bytes = b"") -> tuple[int, bytes]:
    """Runs a program of the registry here; its exit code, and what it writes to standard output."""
    sys.stdout.flush()
    printed = io.TextIOWrapper(io.BytesIO(), write_through=True)
    with redirect_stdout(printed):
        code = run_program(name, words, data)
    return code, printed.buffer.getvalue()


def remove_file(path: bytes) -> None:
    """Removes a file if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(path)
