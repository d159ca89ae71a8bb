"""Progress of long work, on a terminal only, and only once it has been long; nothing of it stays.

Work may hold other work: a bar that is opened inside another stands below it, in one display for all. It appears even
where nothing advances, as in one huge pair: then a sign turns and the time is counted, which is all that is known.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from mondegreen.color import is_colored
from mondegreen.errors import Verbosity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DELAY = 2.0
# Instead of rich's colors, of which yellow is not read on white, and none on white as well as on black.
STYLES = {
    **dict.fromkeys(("progress.percentage", "progress.elapsed", "progress.spinner"), "none"),
    **dict.fromkeys(("bar.complete", "bar.finished", "bar.pulse"), "bold"),
    "bar.back": "dim",
}
# The displays that are open, by the streams they are on.
DISPLAYS: dict[int, Display] = {}


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
    if out is None or not out.isatty() or not Verbosity.has_notes:
        yield lambda amount: None  # noqa: ARG005 - nobody watches
        return
    display = DISPLAYS.setdefault(id(out), Display(out, clock, delay))
    bar = Bar(title, total, display)
    display.open(bar)
    try:
        yield bar.advance
    finally:
        display.close(bar)


@contextmanager
def counted_progress(title: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """The same for work that tells how much is done in all."""
    done = 0
    with progress(title, total) as advance:

        def told(now: int) -> None:
            nonlocal done
            advance(now - done)
            done = now

        yield told


class Bar:
    """How far some work is."""

    def __init__(self, title: str, total: int | None, display: Display) -> None:
        self.title = title
        self.total = total
        self.display = display
        self.done = 0
        self.began = display.clock()
        self.task: Any = None

    def advance(self, amount: int) -> None:
        """So much more was done."""
        self.done += amount
        self.display.show(self)


class Display:
    """The bars on a stream, the outermost first.

    They appear with the first advance after a delay, or at a timer's signal where nothing advances that long.
    """

    def __init__(self, out: TextIO, clock: Callable[[], float], delay: float) -> None:
        self.out = out
        self.clock = clock
        self.appears = clock() + delay
        self.bars: list[Bar] = []
        self.shown: Any = None
        self.lock = threading.RLock()
        self.timer = threading.Timer(delay, self.appear)
        self.timer.daemon = True

    def open(self, bar: Bar) -> None:
        """Adds a bar below the others."""
        with self.lock:
            if not self.bars:
                self.timer.start()
            self.bars.append(bar)
            self.draw()

    def appear(self) -> None:
        """Shows the bars, unless they are shown or gone."""
        with self.lock:
            if self.shown is None and self.bars:
                self.shown = start_progress(self.out)
                self.draw()

    def show(self, bar: Bar) -> None:
        """Shows how far a bar is, once the work has been long."""
        if self.shown is None:
            if self.clock() < self.appears:
                return
            self.appear()
        with self.lock:
            if self.shown is not None:
                self.shown.update(bar.task, completed=bar.done)

    def draw(self) -> None:
        """Draws the bars that are not drawn yet, if any is to be."""
        if self.shown is None:
            return
        from rich.markup import escape

        for bar in self.bars:
            if bar.task is None:
                bar.task = self.shown.add_task(escape(bar.title), start=False, total=bar.total, completed=bar.done)
                task = next(each for each in self.shown.tasks if each.id == bar.task)
                task.start_time = self.shown.get_time() - (self.clock() - bar.began)  # the time before counts too
                self.shown.refresh()

    def close(self, bar: Bar) -> None:
        """Takes a bar away, if it ever appeared, and with the last of them the display."""
        with self.lock:
            self.bars.remove(bar)
            if not self.bars:
                self.timer.cancel()
                del DISPLAYS[id(self.out)]
                if self.shown is not None:
                    self.shown.stop()
            elif bar.task is not None:
                self.shown.remove_task(bar.task)


def start_progress(out: TextIO) -> Any:  # noqa: ANN401 - rich is not imported for its type
    """A display by rich, which clears its lines at the end and leaves what others print alone."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.theme import Theme

    signs = (
        *(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()),
        *(TimeElapsedColumn(), SpinnerColumn("line")),
    )
    console = Console(file=out, no_color=not is_colored(out), theme=Theme(STYLES))
    shown = Progress(*signs, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    shown.start()
    return shown
