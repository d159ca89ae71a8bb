"""Starting up: what a script pays that imports mondegreen, and a user who asks for help."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table import Above, Row, Within
from timing import Effort, best, process

if TYPE_CHECKING:
    from collections.abc import Iterator


def startup(effort: Effort) -> Iterator[Row]:
    """Processes, their CPU time."""
    python = Path(sys.executable)
    command = python.parent / "mondegreen"
    runs = {
        "nothing": process([python, "-c", "pass"]),
        "import": process([python, "-c", "import mondegreen"]),
        "help": process([command, "--help"]),
    }
    times = best(runs, effort.rounds(40))
    peer = "python -c pass"
    yield Row("importing mondegreen", peer, Above(0.004), times["import"], times["nothing"])
    yield Row("mondegreen --help", peer, Within(3), times["help"], times["nothing"])
