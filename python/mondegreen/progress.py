"""Progress of long work, on a terminal only, and only once it has been long; nothing of it stays."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DELAY = 2.0


@contextmanager
def progress(
    title: str,
    total: int | None = None,
    *,
    stream: TextIO | None = None,
    clock: Callable[[], float] = time.monotonic,
    delay: float = DELAY,
) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with how much more was done, out of `total` where that is known.

    The bar is on standard error unless another stream is given. Nothing is imported until it is needed.
    """
    out = sys.stderr if stream is None else stream
    if out is None or not out.isatty():
        yield lambda amount: None  # noqa: ARG005 - nobody watches
        return
    bar = Bar(title, total, out, clock, clock() + delay)
    try:
        yield bar.advance
    finally:
        bar.close()


class Bar:
    """A bar that appears with the first advance after a point in time."""

    def __init__(self, title: str, total: int | None, out: TextIO, clock: Callable[[], float], appears: float) -> None:
        self.title = title
        self.total = total
        self.out = out
        self.clock = clock
        self.appears = appears
        self.done = 0
        self.shown: Any = None

    def advance(self, amount: int) -> None:
        """So much more was done."""
        self.done += amount
        if self.shown is None and self.clock() >= self.appears:
            self.shown = started(self.title, self.total, self.out)
        if self.shown is not None:
            self.shown.update(self.shown.task_ids[0], completed=self.done)

    def close(self) -> None:
        """Takes the bar away, if it ever appeared."""
        if self.shown is not None:
            self.shown.stop()


def started(title: str, total: int | None, out: TextIO) -> Any:  # noqa: ANN401 - rich is not imported for its type
    """A bar by rich, which clears its line at the end and leaves what others print alone."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    bar = Progress(console=Console(file=out), transient=True, redirect_stdout=False, redirect_stderr=False)
    bar.add_task(escape(title), total=total)
    bar.start()
    return bar
