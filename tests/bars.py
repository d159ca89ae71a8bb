"""Progress bars as a terminal would see them: what each is called, how much it waits for, and how much came."""

import io
import sys
from typing import Any

import pytest

from mondegreen import progress


class Watching(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int | None, int]]:
    """By title the total of each bar, and what it came to."""
    found: dict[str, tuple[int | None, int]] = {}

    class Kept(progress.Bar):
        def __init__(self, *what: Any) -> None:
            super().__init__(*what)
            found[self.title] = (self.total, 0)

        def advance(self, amount: int) -> None:
            super().advance(amount)
            found[self.title] = (self.total, self.done)

    monkeypatch.setattr(progress, "Bar", Kept)
    monkeypatch.setattr(sys, "stderr", Watching())
    return found
