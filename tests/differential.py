"""Random inputs and options for sclite, and whether ours and the original write the same bytes: `just differential`.

    python tests/differential.py [COUNT [FIRST]]

A case is known by its number; those that differ are named with what differs, and `--keep DIR NUMBER` writes one down.
A case on which the original crashes or hangs says nothing; if more than one in twenty does, the run has failed.
"""

import os
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from programs import Done, check_ends_well, crashed, ours, theirs
from recorded import VARIABLE
from sclite_inputs import Case

# How many of the cases must have been compared.
SHARE = 0.95


def fed(case: Case, folder: Path) -> bytes:
    """What comes from standard input: sgml by the original."""
    return b"" if case.piped is None else theirs("sclite", case.piped, folder).output


def difference(case: Case, folder: Path) -> str | None:
    """What differs in a case that is written to an empty folder; "crash" where the original says nothing."""
    case.write(folder)
    stdin = fed(case, folder)
    wanted = theirs("sclite", case.words, folder, stdin)
    if crashed(wanted):
        check_ends_well("sclite", case.words, folder, stdin)
        return "crash"
    got = full(ours("sclite", case.words, folder, stdin))
    wanted = full(wanted)
    parts = [name for name in ("code", "output", "complaints") if getattr(got, name) != getattr(wanted, name)]
    paths = sorted(got.files.keys() | wanted.files.keys())
    parts += [path for path in paths if got.files.get(path) != wanted.files.get(path)]
    return ", ".join(parts) or None


def full(done: Done) -> Done:
    """A report that fails on the way leaves an empty file with the original, and none with us."""
    return done._replace(files={name: data for name, data in done.files.items() if data})


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Compares so many cases."""
    os.environ.setdefault(VARIABLE, "live")
    if words[:1] == ["--keep"]:
        case, kept = Case(random.Random(int(words[2]))), Path(words[1])
        case.write(kept)
        (kept / "stdin").write_bytes(fed(case, kept))
        say(" ".join(case.words))
        return 0
    count, first = int(words[0]) if words else 2000, int(words[1]) if len(words) > 1 else 0
    crashes = differences = 0
    for number in range(first, first + count):
        case = Case(random.Random(number))
        with TemporaryDirectory() as folder:
            differs = difference(case, Path(folder))
        crashes += differs == "crash"
        if differs not in (None, "crash"):
            differences += 1
            say(f"{number}: {differs}: sclite {' '.join(case.words)}")
    say(f"{count - crashes - differences} of {count} cases agree, {differences} differ, {crashes} crash the original")
    return 1 if differences or count - crashes < SHARE * count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
