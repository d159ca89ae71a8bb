"""One browser for the tests of a module."""

from collections.abc import Iterator
from typing import Any

import pytest

from browsers import start_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    started = start_browser()
    yield started
    started.quit()
