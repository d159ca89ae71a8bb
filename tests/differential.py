"""Runs sclite and the original on random inputs with random options, and compares every byte: `just differential`.

    python tests/differential.py [COUNT [FIRST]]

A case is known by its number; those that differ are named with what differs, and `--keep DIR NUMBER` writes one down.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from sclite_inputs import Case

ORIGINAL = Path("/usr/lib/sctk/bin/sclite")
OURS = [sys.executable, "-m", "mondegreen", "sclite"]
DATE = re.compile(rb'(Creation date: |creation_date=)"[^"]*"')
# The original hangs on some inputs; ours would have ended long ago.
SECONDS = 20


class Ran(NamedTuple):
    """What a program answered and wrote, but for dates."""

    code: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


def ran(program: list[str], case: Case) -> Ran | None:
    """What a program makes of a case; none if it has no end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        case.write(folder)
        try:
            done = subprocess.run(
                [*program, *case.words], cwd=folder, input=fed(case), capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return None
        paths = [path for path in folder.rglob("*") if path.is_file()]
        files = {str(path.relative_to(folder)): DATE.sub(b"", path.read_bytes()) for path in paths}
    # A report that fails on the way leaves an empty file with the original, and none with us.
    full = {path: data for path, data in files.items() if data or path in case.files}
    return Ran(done.returncode, DATE.sub(b"", done.stdout), done.stderr, full)


def fed(case: Case) -> bytes:
    """What comes from standard input: sgml by the original."""
    if case.piped is None:
        return b""
    with tempfile.TemporaryDirectory() as folder:
        case.write(Path(folder))
        command = [str(ORIGINAL), *case.piped]
        done = subprocess.run(command, cwd=folder, input=b"", capture_output=True, timeout=SECONDS, check=False)
    return DATE.sub(rb'\1"DATE"', done.stdout)


def difference(number: int) -> str | None:
    """What differs in a case; none where all agrees or the original crashes or hangs."""
    case = Case(number)
    wanted = ran([str(ORIGINAL)], case)
    if wanted is None or wanted.code < 0:
        return None
    got = ran(OURS, case)
    if got is None:
        return "no end"
    parts = [name for name in ("code", "out", "err") if getattr(got, name) != getattr(wanted, name)]
    paths = sorted(got.files.keys() | wanted.files.keys())
    parts += [path for path in paths if got.files.get(path) != wanted.files.get(path)]
    return ", ".join(parts) or None


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Compares so many cases."""
    if words[:1] == ["--keep"]:
        case = Case(int(words[2]))
        case.write(Path(words[1]))
        Path(words[1], "stdin").write_bytes(fed(case))
        say(" ".join(case.words))
        return 0
    count, first = int(words[0]) if words else 2000, int(words[1]) if len(words) > 1 else 0
    found = 0
    for number in range(first, first + count):
        differs = difference(number)
        if differs:
            found += 1
            say(f"{number}: {differs}: sclite {' '.join(Case(number).words)}")
    say(f"{count - found} of {count} cases agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
