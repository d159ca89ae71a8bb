"""Original programs and ours, run alike: arguments, standard input and a folder in; all they print and write out."""

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import reduce
from operator import and_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest import mock

from mondegreen.component import load_target
from mondegreen.dropin import list_programs
from mondegreen.errors import ScoreError
from recorded import VARIABLE, Record, decode_content, decode_contents, encode_content, find_answer, write_files

SCTK = Path(os.environ.get("MONDEGREEN_SCTK", "/usr/lib/sctk/bin"))
# Some originals hang on some inputs.
SECONDS = 60
# Layouts of memory: what was freed is taken again in another order, or what is small has pages of its own.
TUNABLES = [
    "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0",
    "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0:glibc.malloc.mmap_threshold=16:glibc.malloc.top_pad=0",
]
# How often it is asked again to see what chance decides: of two orders the same comes each time once in 2 ** 20.
TURNS = 20
# What align2html.pl copies to its pages, which is by others.
COPIED = ("js/wz_jsgraphics.js", "images/white_dk.gif", "images/white_lt.gif")
# What align2html.pl dies of, also where hubscr.pl starts it.
DIVIDED = b"Illegal division by zero at align2html.pl"
# Reports are dated, and temporary files bear the number of a process.
DATE = re.compile(rb'(Creation date: |creation_date=)"[^"]*"')
RUN = re.compile(rb"(run on )\d{4} \w{3} \d+ at [\d:]{8}")
NUMBER = re.compile(rb"(/tmp/hs_filt\.\w+\.)\d+")


class Done(NamedTuple):
    """What a program left behind."""

    code: int
    output: bytes
    complaints: bytes
    files: dict[str, bytes]


class Call(NamedTuple):
    """How a program is called."""

    name: str
    arguments: list[str]
    stdin: bytes = b""


def ours(name: str, arguments: list[str], folder: Path, stdin: bytes = b"") -> Done:
    """Our program, in this process."""
    before = files(folder)
    out, err = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in "oe")
    home = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))):
            code = load_target(list_programs()[name])([os.fsencode(argument) for argument in arguments])
    finally:
        os.chdir(home)
        changed = written(folder, before)
    return drop_chance(Done(code, out.buffer.getvalue(), err.buffer.getvalue(), changed))


def theirs(name: str, arguments: list[str], folder: Path, stdin: bytes = b"", turn: int = 0) -> Done:
    """The original's recorded answer, or its live one; "SCTK" in arguments is the directory that it is in.

    In another turn its hashes have another order, and its memory another layout.
    """
    if turn:
        return run(name, locate_originals(arguments), folder, stdin, turn)
    given = {str(path.relative_to(folder)): path.is_file() and path.read_bytes() for path in folder.rglob("*")}
    asked = [name, arguments, stdin, given]
    record = find_answer(asked, shlex.join([name, *arguments]), lambda: ask(name, arguments, folder, stdin))
    return decode_done(record)


def decode_done(record: Record) -> Done:
    """What a program left behind, from its record."""
    return Done(
        record["rc"],
        decode_content(record["stdout"]),
        decode_content(record["stderr"]),
        decode_contents(record["files"]),
    )


def prepare_case(case: Record, folder: Path) -> bytes:
    """Write the inputs of a hand-made case, and return its standard input."""
    write_files(case["in"], folder)
    (folder / "out").mkdir(exist_ok=True)
    return decode_content(case["in"][case["stdin"]]) if "stdin" in case else b""


def select_files(done: Done, case: Record) -> Done:
    """Keep of the written files those that count in a case."""
    kept = [name for name in done.files if any(map(Path(name).match, case.get("only", ["*"])))]
    return done._replace(files={name: done.files[name] for name in kept})


def ask(name: str, arguments: list[str], folder: Path, stdin: bytes) -> Record:
    """The record of what the installed original does in a copy of the directory."""
    return encode_done(run(name, locate_originals(arguments), folder, stdin))


def locate_originals(arguments: list[str]) -> list[str]:
    """Arguments with the directory of the originals."""
    return [each.replace("SCTK", str(SCTK)) for each in arguments]


def encode_done(done: Done) -> Record:
    """What a program left behind, as a record."""
    record: Record = {"rc": done.code, "stdout": encode_content(done.output), "stderr": encode_content(done.complaints)}
    record["files"] = {each: encode_content(data) for each, data in done.files.items()}
    return {**record, "crashed": True} if crashed(done) else record


def run(name: str, arguments: list[str], folder: Path, stdin: bytes, turn: int = 0) -> Done:
    """Run the installed original in a copy of the directory; its own path is removed from what it prints."""
    with TemporaryDirectory() as parent:
        Path(parent, "hubscr").symlink_to(SCTK)  # where chfilt.pl looks for hubscr.pl
        place = Path(shutil.copytree(folder, Path(parent, "case")))
        before = files(place)
        # Perl's hashes have an order that is the same each time.
        more = {"PATH": f"{SCTK}:{os.environ['PATH']}", "LC_ALL": "C", "PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"}
        if turn:
            more |= {"PERL_HASH_SEED": str(turn), "PERL_PERTURB_KEYS": "2"}
            more["GLIBC_TUNABLES"] = TUNABLES[turn % len(TUNABLES)]
        program = SCTK / name if (SCTK / name).exists() else name
        with subprocess.Popen(
            [program, *arguments],
            cwd=place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **more},
            start_new_session=True,
        ) as started:
            try:
                streams = started.communicate(stdin, timeout=SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, signal.SIGKILL)  # with what it started, which would go on without end
                return Done(-signal.SIGKILL, b"", b"", {})
        output, complaints = (stream.replace(os.fsencode(f"{SCTK}/"), b"") for stream in streams)
        own = {name: data for name, data in written(place, before).items() if not name.endswith(COPIED)}
        return drop_chance(Done(started.returncode, output, complaints, own))


def drop_chance(done: Done) -> Done:
    """Replace dates and process numbers, which change from run to run."""
    output, complaints = (drop_dates(NUMBER.sub(rb"\1PID", stream)) for stream in done[1:3])
    return Done(done.code, output, complaints, {name: drop_dates(data) for name, data in done.files.items()})


def drop_dates(report: bytes) -> bytes:
    """Replace the dates of a report."""
    return RUN.sub(rb"\1DATE", DATE.sub(rb'\1"DATE"', report))


def crashed(done: Done) -> bool:
    """Whether the original, or a part of it, had no end, ended by a signal or took text for a pattern."""
    signs = (b"Segmentation fault", b"stack smashing", b"in regex; marked by", b"Can't use an undefined value", DIVIDED)
    # Some start others in a shell, which ends with 128 and the signal.
    return done.code < 0 or done.code in (134, 139) or any(sign in done.complaints for sign in signs)


def files(folder: Path) -> dict[str, bytes]:
    """The contents of the files in a folder, by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(folder: Path, before: dict[str, bytes]) -> dict[str, bytes]:
    """The files that a program made or changed; the folder has the files of before, for the next."""
    after = files(folder)
    changed = {name: data for name, data in after.items() if before.get(name) != data}
    for name in changed:
        (folder / name).unlink()
    for name, data in before.items():
        if after.get(name) != data:
            (folder / name).write_bytes(data)
    return changed


def as_it_is(done: Done) -> Done:
    """All that a program left behind."""
    return done


def agree(
    name: str, arguments: list[str], folder: Path, stdin: bytes = b"", *, but: Callable[[Done], Done] = as_it_is
) -> Done:
    """That both do the same, but for what `but` changes; where the original crashes, ours has to end well."""
    return compare(theirs(name, arguments, folder, stdin), Call(name, arguments, stdin), folder, but)


def compare(expected: Done, call: Call, folder: Path, but: Callable[[Done], Done]) -> Done:
    """That ours does what the original did; where chance decides of that, what all its runs do."""
    if crashed(expected):
        return check_ends_well(*call[:2], folder, call.stdin)
    done = ours(*call[:2], folder, call.stdin)
    found, runs = but(done), [but(expected)]
    if os.environ.get(VARIABLE) == "live":
        while find_differences(found, runs) and len(runs) <= TURNS:
            runs.append(but(theirs(*call[:2], folder, call.stdin, len(runs))))
        assert not find_differences(found, runs), call
        return done
    assert found == runs[0], call
    return done


def find_differences(done: Done, runs: list[Done]) -> set[str]:
    """What of ours is not that of any run of the original, and lacks what its runs have in common."""
    found, parts = split_parts(done), [split_parts(run) for run in runs]
    names = {name for each in [found, *parts] for name in each}
    return {name for name in names if not has_constant(found.get(name), [part.get(name) for part in parts])}


def split_parts(done: Done) -> dict[str, bytes]:
    """The streams and files of a run, by their names."""
    return {" code": b"%d" % done.code, " stdout": done.output, " stderr": done.complaints, **done.files}


def has_constant(found: bytes | None, runs: list[bytes | None]) -> bool:
    """Whether a text has the lines that are the same in all runs, of which some differ; or is that of a run."""
    if found in runs:
        return True
    texts = [run.splitlines() for run in runs if run is not None]
    if found is None or len(texts) < len(runs) or len(set(runs)) == 1:
        return False
    own = found.splitlines()
    lengths = {len(text) for text in texts}
    if len(lengths) > 1:
        # Chance adds lines; those of all runs must be there.
        common = reduce(and_, map(Counter, texts))
        return len(own) in lengths and common <= Counter(own)
    if lengths != {len(own)}:
        return False
    varying = [place for place, lines in enumerate(zip(*texts, strict=True)) if len(set(lines)) > 1]
    if len({tuple(sorted(text)) for text in texts}) == 1:
        # Lines in another order, of which one may happen to keep its place.
        varying = [*range(varying[0], varying[-1] + 1)]
        if sorted(own) != sorted(texts[0]):
            return False
    changing = set(varying)
    return all(place in changing or line == texts[0][place] for place, line in enumerate(own))


def check_ends_well(name: str, arguments: list[str], folder: Path, stdin: bytes = b"") -> Done:
    """That ours does something sensible with what the original crashes on, or refuses it with a sentence."""
    try:
        done = ours(name, arguments, folder, stdin)
    except ScoreError as error:  # the command line says it, and ends with 2
        done = Done(2, b"", str(error).encode(), {})
    # Where Perl dies elsewhere, as of nothing to divide by, ours ends as it does.
    assert done.code in (*range(5), 25, 255), (name, arguments, stdin)
    assert b"Traceback" not in done.complaints
    return done


def agree_on_calls(calls: Iterator[Call], folder: Path, *, but: Callable[[Done], Done] = as_it_is) -> list[bool]:
    """The same of calls that are drawn one after the other, each with its files; whether each could be compared."""
    compared = []
    for call in calls:
        expected = theirs(*call[:2], folder, call.stdin)
        compare(expected, call, folder, but)
        compared.append(not crashed(expected))
    return compared


def without(*starts: bytes) -> Callable[[Done], Done]:
    """Leaves out the lines of complaints that begin so."""

    def left(done: Done) -> Done:
        lines = done.complaints.splitlines(keepends=True)
        return done._replace(complaints=b"".join(each for each in lines if not each.startswith(starts)))

    return left


# What Perl itself says of values that are missing or are no numbers.
without_remarks = without(b"Use of uninitialized", b'Argument "')
