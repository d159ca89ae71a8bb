"""hubscr.pl's calls of sclite for each system, and of sc_stats for all."""

import io
import re
import sys

from mondegreen.dropin.sctk.hubscr.options import NAME, Options, System
from mondegreen.dropin.sctk.perl import DieError, is_file, place, read_file

SCORES = b"-F -D -o sum rsum sgml lur dtl pra prf -C det sbhist hist".split()
TESTS = b"sc_stats -p -r sum rsum es res lur -t std4 -u -g grange2 det"
LANGUAGES: dict[bytes, list[bytes]] = {b"mandarin": b"-c NOASCII DH -e gb".split(), b"arabic": [b"-s"]}
FOLDER = re.compile(rb"(\S+)/([^/]+)")


def score(options: Options, system: System) -> None:
    """Scores a system."""
    reference = options.filtered_reference
    names = (options.language, system.filtered, reference)
    sys.stdout.buffer.write(b"Scoring %b Hyp '%b' against ref '%b'\n" % names)
    words = [b"-r", reference, b"stm", b"-h", system.filtered, options.system_format, system.title, *SCORES]
    words += [*named(system.filtered), *LANGUAGES.get(options.language, []), *weighted(options)]
    command = b" ".join([b"sclite", *words])
    if options.verbose:
        sys.stdout.buffer.write(b"   Exec: %b\n" % command)
    code = called("sclite", words)
    if code:
        raise DieError(b"Error: SCLITE execution failed\n      Command: " + command + place(NAME, 665), code)


def named(name: bytes) -> list[bytes]:
    """How the output is called, and its folder if it has one."""
    found = FOLDER.fullmatch(name)
    return [b"-O", found[1], b"-n", found[2]] if found else [b"-n", name]


def weighted(options: Options) -> list[bytes]:
    """What is asked for if words have weights."""
    model, weights = options.given.get("K", b""), options.given.get("w", b"")
    words = ([b"-L", model] if model else []) + ([b"-w", weights] if weights else [])
    return [*words, b"-o", b"wws"] if words else []


def compare(options: Options) -> None:
    """Compares all systems."""
    tell = sys.stdout.buffer.write
    tell(b"Running Statistical Comparison Tests\n")
    if options.verbose:
        tell(b"    Checking for sclite's sgml files\n")
    files = [system.filtered + b".sgml" for system in options.systems]
    for file in files:
        if not is_file(file):
            raise DieError(b"Error: Unable to local sgml file '%b'" % file + place(NAME, 739), 2)
    words = TESTS.split()[1:]
    command = b" ".join([b"cat", *files, b"|", TESTS])
    if root := options.given.get("n", b""):
        words += [b"-n", *root.split()]
        command += b" -n " + root
    if description := options.given.get("e", b""):
        words += [b"-e", description]
        command += b' -e "%b"' % description
    if options.verbose:
        tell(b"    Exec: %b\n" % command)
    code = called("sc_stats", words, b"".join(map(read_file, files)))
    if code:
        raise DieError(b"Error: SC_STATS execution failed\n      Command: " + command + place(NAME, 748), code)


def called(name: str, words: list[bytes], data: bytes = b"") -> int:
    """Runs a program of the registry here, on this standard input; its exit code."""
    from mondegreen.dropin.start import run

    own = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        return run(name, words)
    finally:
        sys.stdin = own
