"""What was measured against what was wanted, on the terminal and as a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Faster:
    """So many times faster than the peer, at least."""

    times: float

    def __str__(self) -> str:
        return f"≥ {self.times:g}"

    def reached(self, ours: float, theirs: float) -> tuple[str, bool]:
        """The ratio, and whether it is enough."""
        return f"{theirs / ours:.2f}", theirs / ours >= self.times


@dataclass(frozen=True)
class Within:
    """No more than so many times the peer's time."""

    times: float

    def __str__(self) -> str:
        return f"takes ≤ {self.times:g}"

    def reached(self, ours: float, theirs: float) -> tuple[str, bool]:
        """Our share of the peer's time, and whether it is small enough."""
        return f"takes {ours / theirs:.2f}", ours / theirs <= self.times


@dataclass(frozen=True)
class Above:
    """No more than so many seconds above the peer."""

    seconds: float

    def __str__(self) -> str:
        return f"≤ + {time(self.seconds)}"

    def reached(self, ours: float, theirs: float) -> tuple[str, bool]:
        """The difference, and whether it is small enough."""
        return f"+ {time(ours - theirs)}", ours - theirs <= self.seconds


@dataclass(frozen=True)
class Under:
    """No more than so many seconds, whatever the peer takes."""

    seconds: float

    def __str__(self) -> str:
        return f"≤ {time(self.seconds)}"

    def reached(self, ours: float, theirs: float) -> tuple[str, bool]:
        """The ratio, for what it is worth, and whether the time is short enough."""
        return f"{theirs / ours:.0f}", ours <= self.seconds


@dataclass(frozen=True)
class Row:
    """One comparison; or why there is none."""

    work: str
    peer: str
    wanted: Faster | Within | Above | Under
    ours: float = 0.0
    theirs: float = 0.0
    memory: float | None = None
    memory_wanted: float | None = None
    skipped: str = ""

    @property
    def cells(self) -> list[str]:
        """Work, ours, peer, theirs, ratio, wanted, memory, verdict."""
        if self.skipped:
            return [self.work, "", self.peer, "", "", str(self.wanted), "", self.skipped]
        ratio, verdict = self.reached[0], "yes" if self.is_reached else "NO"
        return [self.work, time(self.ours), self.peer, time(self.theirs), ratio, str(self.wanted), self.space, verdict]

    @property
    def reached(self) -> tuple[str, bool]:
        """The ratio in words, and whether it is what was wanted."""
        return self.wanted.reached(self.ours, self.theirs)

    @property
    def is_reached(self) -> bool:
        """Whether time and memory are what was wanted; nothing is missed where nothing was compared."""
        return bool(self.skipped) or (self.reached[1] and self.small)

    @property
    def small(self) -> bool:
        """Whether memory stayed below its limit, if there is one."""
        return self.memory is None or self.memory_wanted is None or self.memory <= self.memory_wanted

    @property
    def space(self) -> str:
        """Memory and its limit."""
        if self.memory is None:
            return ""
        limit = "" if self.memory_wanted is None else f" (≤ {self.memory_wanted / MEGABYTE:.0f})"
        return f"{self.memory / MEGABYTE:.0f} MB{limit}"


def time(seconds: float) -> str:
    """Seconds to three digits."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


HEADINGS = ["work", "ours", "peer", "theirs", "ratio", "wanted", "memory above the strings", "reached"]


def terminal(rows: Sequence[Row]) -> Table:
    """The rows as a rich table."""
    table = Table(*HEADINGS)
    for row in rows:
        *cells, verdict = row.cells
        colour = {"yes": "green", "NO": "bold red"}.get(verdict, "yellow")
        table.add_row(*cells, f"[{colour}]{verdict}[/]")
    return table


def markdown(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *(row.cells for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
