"""Original programs and ours, run alike: arguments, standard input and a folder in; all they print and write out."""

import io
import os
import re
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from mondegreen.dropin import by_name
from mondegreen.registry import load

SCTK = Path("/usr/lib/sctk/bin")


class Done(NamedTuple):
    """What a program left behind."""

    code: int
    output: bytes
    complaints: bytes
    files: dict[str, bytes]


def needs(program: str) -> None:
    """Skips the test where the original is not installed."""
    if not (SCTK / program).exists():
        pytest.skip(f"{SCTK / program} is not installed (Debian's package sctk)")


def ours(name: str, arguments: list[str], folder: Path, stdin: bytes = b"") -> Done:
    """Our program, in this process."""
    before = files(folder)
    out, err = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in "oe")
    home = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))):
            code = load(by_name()[name])([os.fsencode(argument) for argument in arguments])
    finally:
        os.chdir(home)
    output, complaints = (unnumbered(stream.buffer.getvalue()) for stream in (out, err))
    return Done(code, output, complaints, written(folder, before))


def theirs(name: str, arguments: list[str], folder: Path, stdin: bytes = b"", *, timeout: float | None = None) -> Done:
    """The original, which calls others of its package; what it says of its place is left out."""
    before = files(folder)
    done = subprocess.run(
        [SCTK / name, *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        timeout=timeout,
        check=False,
        env={**os.environ, "PATH": f"{SCTK}:{os.environ['PATH']}", "LC_ALL": "C"},
    )
    output, complaints = (stream.replace(os.fsencode(f"{SCTK}/"), b"") for stream in (done.stdout, done.stderr))
    return Done(done.returncode, unnumbered(output), unnumbered(complaints), written(folder, before))


def unnumbered(text: bytes) -> bytes:
    """The text without the number of a process in the names of its temporary files."""
    return re.sub(rb"(/tmp/hs_filt\.\w+\.)\d+", rb"\1PID", text)


def crashed(done: Done) -> bool:
    """Whether the original, or a part of it, ended by a signal or took text for a pattern: nothing to compare with."""
    signs = (b"Segmentation fault", b"stack smashing", b"in regex; marked by")
    return done.code < 0 or any(sign in done.complaints for sign in signs)


def files(folder: Path) -> dict[str, bytes]:
    """The contents of the files in a folder, by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def written(folder: Path, before: dict[str, bytes]) -> dict[str, bytes]:
    """The files that a program made or changed; the folder is as it was before it, for the next."""
    after = files(folder)
    changed = {name: data for name, data in after.items() if before.get(name) != data}
    for name in changed:
        (folder / name).unlink()
    for name, data in before.items():
        if after.get(name) != data:
            (folder / name).write_bytes(data)
    return changed


def agree(name: str, arguments: list[str], folder: Path, stdin: bytes = b"") -> None:
    """That both do the same, unless the original crashes."""
    expected = theirs(name, arguments, folder, stdin)
    if not crashed(expected):
        assert ours(name, arguments, folder, stdin) == expected, (name, arguments, stdin)
