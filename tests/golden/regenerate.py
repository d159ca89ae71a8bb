"""Runs the original programs on the cases of this folder and keeps what they print; nobody edits it by hand.

A case is a folder with `cmd` (one line: a program and its arguments), `in/` (its inputs), and `expect/` (exit code
and output).
"""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent


def regenerate(case: Path) -> None:
    command = shlex.split((case / "cmd").read_text(encoding="utf-8"))
    with TemporaryDirectory() as folder:
        shutil.copytree(case / "in", folder, dirs_exist_ok=True)
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    expect = case / "expect"
    expect.mkdir(exist_ok=True)
    (expect / "rc").write_text(f"{done.returncode}\n", encoding="utf-8")
    (expect / "stdout").write_bytes(undated(done.stdout))
    (expect / "stderr").write_bytes(done.stderr)


def undated(report: bytes) -> bytes:
    """Reports are dated; what is kept is not."""
    return re.sub(rb'creation_date="[^"]*"', b'creation_date="DATE"', report)


if __name__ == "__main__":
    for found in sorted(HERE.glob("*/*/cmd")):
        regenerate(found.parent)
