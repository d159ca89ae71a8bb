"""hubscr.pl: filters references and hypotheses by the rules of an evaluation, scores them, and compares the systems.

The original starts some thirty processes; here the filters, sclite and sc_stats are called in this one. `-p` is checked
and otherwise of no matter: there is nothing to be looked for.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.sctk import arabic, ctm_validator, def_art, stm_validator
from mondegreen.dropin.sctk import csrfilt as rules_filter
from mondegreen.dropin.sctk.hubscr_options import NAME, Options, System, parse_options
from mondegreen.dropin.streams import out

# Of a ctm with types, only words are kept, and nothing behind their scores.
KEEP_WORDS = (
    rb"perl -nae 'if ($_ =~ /^;;/ || $#F < 6) {print} else {s/^\s+//; if ($F[6] eq 'lex') "
    rb"""{ $st = 6; $st-- if ($F[5] =~ /^na$/i); splice(@F, $st, 10); print join(" " ,@F)."\n" }}' """
)
# What csrfilt.sh and sclite are given beside the usual.
FILTER_OPTIONS: dict[bytes, list[bytes]] = {b"arabic": [b"-s"], b"spanish": [b"-e"], b"italian": [b"-s", b"-e"]}
SCORE_OPTIONS: dict[bytes, list[bytes]] = {b"mandarin": b"-c NOASCII DH -e gb".split(), b"arabic": [b"-s"]}
REPORTS = b"-F -D -o sum rsum sgml lur dtl pra prf -C det sbhist hist".split()
TESTS = b"sc_stats -p -r sum rsum es res lur -t std4 -u -g grange2 det"
IN_DIRECTORY = re.compile(rb"(\S+)/([^/]+)")

SEPARATOR = re.compile(rb"(\s+)")

# A filter's command as the original runs it, and what does the same here.
Stage = tuple[bytes, Callable[[bytes], bytes]]
CAT: Stage = (b"cat", bytes)


@perl.catch_die
def main(arguments: list[bytes]) -> int:
    # What the original does for itself.
    sorters = {b"sortCTM": sort_ctm, b"sortSTM": sort_stm}
    if arguments and arguments[0] in sorters:
        out(sorters[arguments[0]](sys.stdin.buffer.read()))
        return 0
    if not arguments:
        for line in (215, 220):
            perl.warn(b"Use of uninitialized value $ARGV[0] in string eq" + perl.format_location(NAME, line))
    options = parse_options(arguments)
    filter_files(options)
    for system in options.systems:
        score_system(options, system)
    if len(options.systems) > 1:
        compare_systems(options)
    return 0


def filter_files(options: Options) -> None:
    """Filters the references and every system, and only then gives up if one of them does not pass."""
    out(b"Filtering Files:\n")
    references = [(options.reference, options.filtered_reference, options.reference_format, b"ref")]
    systems = [(each.path, each.filtered, options.system_format, b"hyp") for each in options.systems]
    valid = [filter_file(options, *file) for file in references + systems]
    if not all(valid):
        message = b"Error: Filter processes failure detect.  Aborting.  The -V option disables validation"
        raise perl.DieError(message + perl.format_location(NAME, 193))


def filter_file(options: Options, path: bytes, target: bytes, kind: bytes, purpose: bytes) -> bool:
    """Filters one file into another; whether the result is valid."""
    out(b"   Filtering %b file '%b', %b format\n" % (options.language, path, kind))
    stages = list(build_chain(options, path, kind))
    own = FILTER_OPTIONS.get(options.language, [])
    last = b" ".join([b"csrfilt.sh", *own, b"-i", kind, b"-t", purpose, b"-dh", options.rules])
    command = b" | ".join([*(name for name, _ in stages), last]) + b" > " + target
    if options.verbose:
        out(b"      Exec: %b\n" % command)
    data = b""
    for _, stage in stages:
        data = stage(data)
    done = rules_filter.Result(b"", code=1)  # as csrfilt.sh fails where it does not know the kind of file
    if kind in rules_filter.LAYOUTS:
        wanted = rules_filter.Options(kind, purpose, upper=b"-s" not in own, extended=b"-e" in own, split_hyphens=True)
        done = rules_filter.filter_file(data, perl.read_file(options.rules), wanted)
    perl.warn(done.complaints)
    complaint = b"Error: Unable to filter file: %b with command:\n   %b\n" % (path, command)
    if done.code:
        Path(os.fsdecode(target)).unlink(missing_ok=True)
        raise perl.DieError(complaint)
    perl.write_file(target, done.output, complaint)
    return not options.validates or is_valid(options, target, kind)


def build_chain(options: Options, path: bytes, kind: bytes) -> Iterator[Stage]:
    yield read_in_order(options.language, path, kind)
    if options.hub == b"rt-stt" and kind == b"ctm":
        yield KEEP_WORDS, lambda data: b"".join(map(keep_word, perl.split_lines(data)))
    else:
        yield CAT
    if options.language == b"arabic":
        lexicon = options.given.get("L", b"")
        # Without a lexicon its option takes the next word for one, and nothing comes out.
        words = [b"-s", *lexicon.split(), b"-i", kind, b"-", b"-"]
        command = b"def_art.pl -s %b -i %b - -" % (lexicon, kind)
        yield CAT if "d" in options.given else make_stage(command, def_art.run, words)
        words = [b"-i", kind, b"--", b"-", b"-"]
        for letter, command, run, more in (
            ("H", b"hamzaNorm.pl -i %b -- - -", arabic.normalize_hamza, []),
            ("T", b"tanweenFilt.pl -a -i %b -- - -", arabic.filter_tanween, [b"-a"]),
        ):
            is_wanted = letter in options.given
            yield make_stage(command % kind, run, more + words) if is_wanted else CAT


def read_in_order(language: bytes, path: bytes, kind: bytes) -> Stage:
    """Reads the file, sorted but for Mandarin."""
    if language == b"mandarin":
        return b"cat " + path, lambda _: perl.read_file(path)
    if kind == b"ctm":
        return b"%b sortCTM <  %b" % (perl.get_program_name(NAME), path), lambda _: sort_ctm(perl.read_file(path))
    if kind == b"stm":
        return b"%b sortSTM <  %b" % (perl.get_program_name(NAME), path), lambda _: sort_stm(perl.read_file(path))
    return b" " + path, bytes  # the original knows no way to read it, and csrfilt.sh refuses it


def sort_ctm(data: bytes) -> bytes:
    """The lines of a ctm file in hubscr.pl's order, without comments and empty lines."""
    return b"".join(sort_records(data, 4)[1])


def sort_stm(data: bytes) -> bytes:
    """The lines of an stm file in hubscr.pl's order, after its comments."""
    comments, records = sort_records(data, 6)
    return b"".join([*comments, *records])


def sort_records(data: bytes, time: int) -> tuple[list[bytes], Iterable[bytes]]:
    """The comments, and the lines by file, by what separates it from the channel, by channel and time.

    hubscr.pl means to sort by the channel first and takes the whitespace before it. Lines begin without whitespace,
    and the last may come before others without a line feed.
    """
    comments: list[bytes] = []
    records: list[tuple[bytes, bytes, bytes, float, bytes]] = []
    for line in map(bytes.lstrip, perl.split_lines(data)):
        if not line or line.startswith(b";;"):
            comments.append(line)
            continue
        parts = SEPARATOR.split(line)
        parts += [b""] * (time + 1 - len(parts))
        records.append((parts[0], parts[1], parts[2], parse_perl_number(parts[time]), line))
    records.sort(key=lambda record: record[:4])
    return comments, (record[4] for record in records)


def keep_word(line: bytes) -> bytes:
    """A line of a ctm without its type and what follows that, or without a score that is `NA`; nothing if no word."""
    parts = line.split()
    if line.startswith(b";;") or len(parts) < 7:
        return line
    if parts[6] != b"lex":
        return b""
    start = 5 if parts[5].lower() == b"na" else 6
    return b" ".join(parts[:start] + parts[start + 10 :]) + b"\n"


def make_stage(command: bytes, run: arabic.Run, words: list[bytes]) -> Stage:
    """A filter; one that dies passes nothing on, and the chain goes on."""

    def stage(data: bytes) -> bytes:
        try:
            return run(words, lambda: data)[1]
        except perl.DieError as death:
            perl.warn(death.message)
            return b""

    return command, stage


def is_valid(options: Options, target: bytes, kind: bytes) -> bool:
    """Whether a validator passes a filtered file; else its output is shown."""
    if options.verbose:
        out(b"      Validating the output file '%b'\n" % target)
    validate = ctm_validator.main if kind == b"ctm" else stm_validator.main
    printed = io.TextIOWrapper(io.BytesIO(), write_through=True)
    with redirect_stdout(printed):
        code = validate([b"-l", options.language, b"-i", target])
    if code:
        out(b"".join(b"      " + line for line in perl.split_lines(printed.buffer.getvalue())))
        what = (kind, code << 8)
        out(b"Error: Filter operation yielded a non-validated %b output with return code %d\n" % what)
    return not code


def score_system(options: Options, system: System) -> None:
    reference = options.filtered_reference
    out(b"Scoring %b Hyp '%b' against ref '%b'\n" % (options.language, system.filtered, reference))
    words = [b"-r", reference, b"stm", b"-h", system.filtered, options.system_format, system.title, *REPORTS]
    found = IN_DIRECTORY.fullmatch(system.filtered)
    words += [b"-O", found[1], b"-n", found[2]] if found else [b"-n", system.filtered]
    words += SCORE_OPTIONS.get(options.language, [])
    weights = [(option, options.given.get(letter, b"")) for letter, option in (("K", b"-L"), ("w", b"-w"))]
    weighted = [word for option, path in weights if path for word in (option, path)]
    words += [*weighted, b"-o", b"wws"] if weighted else []
    command = b" ".join([b"sclite", *words])
    if options.verbose:
        out(b"   Exec: %b\n" % command)
    code = run_program("sclite", words)
    if code:
        raise perl.DieError(
            b"Error: SCLITE execution failed\n      Command: " + command + perl.format_location(NAME, 665), code
        )


def compare_systems(options: Options) -> None:
    out(b"Running Statistical Comparison Tests\n")
    if options.verbose:
        out(b"    Checking for sclite's sgml files\n")
    files = [system.filtered + b".sgml" for system in options.systems]
    for file in files:
        if not perl.is_file(file):
            raise perl.DieError(b"Error: Unable to local sgml file '%b'" % file + perl.format_location(NAME, 739), 2)
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
        message = b"Error: SC_STATS execution failed\n      Command: "
        raise perl.DieError(message + command + perl.format_location(NAME, 748), code)


def run_program(name: str, words: list[bytes], data: bytes = b"") -> int:
    """Runs a program of the registry here, on this standard input; its exit code."""
    from mondegreen.dropin.start import run

    own = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        return run(name, words)
    finally:
        sys.stdin = own
