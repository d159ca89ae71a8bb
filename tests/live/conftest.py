"""The originals answer, whatever was recorded."""

import pytest

from recorded import VARIABLE


@pytest.fixture(autouse=True)
def _live(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "live")
