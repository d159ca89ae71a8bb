"""Runs the original programs on the cases of this folder and keeps what they print; nobody edits it by hand.

A case is a folder with `cmd` (one line: a program and its arguments), `in/` (its inputs), perhaps `stdin` (the name of
the input that is fed to it) and `only` (patterns of the written files that count: what others hold is by chance, or is
not ours to keep), and `expect/`: exit code, output, and the files that were written, if any.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
# Where Debian's package keeps programs that `sctk` does not start; what they say of their own place is left out.
SCTK = Path("/usr/lib/sctk/bin")


def regenerate(case: Path) -> None:
    command = shlex.split((case / "cmd").read_text(encoding="utf-8"))
    with TemporaryDirectory() as parent:
        Path(parent, "hubscr").symlink_to(SCTK)  # where chfilt.pl looks for hubscr.pl
        folder = Path(parent, "case")
        shutil.copytree(case / "in", folder)
        (folder / "out").mkdir(exist_ok=True)
        feed = case / "stdin"
        stdin = (case / "in" / feed.read_text(encoding="utf-8").strip()).read_bytes() if feed.exists() else b""
        path = {**os.environ, "PATH": f"{os.environ['PATH']}:{SCTK}", "LC_ALL": "C"}
        done = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, check=False, env=path)
        files = [each for each in folder.rglob("*") if each.is_file()]
        given = {each.relative_to(case / "in") for each in (case / "in").rglob("*")}
        written = {each.relative_to(folder): each.read_bytes() for each in files}
        written = {each: data for each, data in written.items() if each not in given and counts(case, each)}
    expect = case / "expect"
    shutil.rmtree(expect, ignore_errors=True)
    (expect / "files").mkdir(parents=True) if written else expect.mkdir()
    (expect / "rc").write_text(f"{done.returncode}\n", encoding="utf-8")
    (expect / "stdout").write_bytes(undated(done.stdout))
    (expect / "stderr").write_bytes(unplaced(done.stderr))
    for name, data in written.items():
        (expect / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (expect / "files" / name).write_bytes(undated(data))


def counts(case: Path, name: Path) -> bool:
    """Whether a written file is one of those that are kept."""
    only = case / "only"
    return not only.exists() or any(name.match(pattern) for pattern in only.read_text(encoding="utf-8").split())


def undated(report: bytes) -> bytes:
    """Reports are dated; what is kept is not."""
    report = re.sub(rb'creation_date="[^"]*"', b'creation_date="DATE"', report)
    return unplaced(re.sub(rb'Creation date: "[^"]*"', b'Creation date: "DATE"', report))


def unplaced(text: bytes) -> bytes:
    """Programs as they are called, wherever they are installed."""
    return text.replace(os.fsencode(f"{SCTK}/"), b"")


if __name__ == "__main__":
    for found in sorted(HERE.glob("*/*/cmd")):
        regenerate(found.parent)
