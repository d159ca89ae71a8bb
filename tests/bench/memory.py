"""Memory that aligning takes above the strings, at its peak, measured in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

STATUS, REFERENCES = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def above_strings(references: Sequence[str], hypotheses: Sequence[str], policy: str) -> float | None:
    """Bytes, or nothing where the system does not tell."""
    if not REFERENCES.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("references", "hypotheses")]
        for file, texts in zip(files, (references, hypotheses)):
            file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        command = [sys.executable, __file__, *map(str, files), policy]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def texts(file: str) -> list[str]:
    """Line by line, which leaves no garbage that the aligner could use instead of new memory."""
    with Path(file).open(encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def status(field: str) -> int:
    """A field of this process's status, in bytes."""
    found = re.search(rf"^{field}:\s*(\d+) kB", STATUS.read_text(), re.MULTILINE)
    assert found
    return 1024 * int(found[1])


def main(references: str, hypotheses: str, policy: str) -> None:
    """Prints the bytes."""
    import mondegreen as mg

    sides = texts(references), texts(hypotheses)
    mg.align(["a"], ["b"], threads=1)
    REFERENCES.write_text("5")  # the peak starts anew from here
    before = status("VmRSS")
    alignment = mg.align(*sides, policy=policy, threads=1)
    sys.stdout.write(f"{status('VmHWM') - before}\n")
    assert len(alignment) == len(sides[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
