"""Times, all runs in turn and the best of several each, so that a busy machine is equally busy for all of them."""

from __future__ import annotations

import gc
import resource
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Work = Callable[[], object]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Effort:
    """How large the work is, as a share of what the record is about; the test of the harness asks for little."""

    scale: float = 1.0
    vectors: Path | None = None  # the folder of English and French ones, if it is at hand

    def size(self, full: int) -> int:
        """So many utterances, words or characters."""
        return max(2, int(full * self.scale))

    def rounds(self, full: int) -> int:
        """So many turns; one where the figures do not count."""
        return full if self.scale >= 1 else 1


def cpu() -> float:
    """CPU seconds of this process and of the processes it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def best(runs: Mapping[str, Work], rounds: int, clock: Clock = cpu) -> dict[str, float]:
    """The shortest time of each run; the peers' memory is given back outside of the time."""
    times = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            gc.collect()
            begin = clock()
            result = run()
            times[name] = min(times[name], clock() - begin)
            del result
    return times


def process(command: Sequence[str | Path]) -> Work:
    """A run that starts a process and waits for it."""

    def run() -> None:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    return run
