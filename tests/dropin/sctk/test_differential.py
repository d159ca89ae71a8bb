"""Random inputs with random options: sclite and the original write the same bytes."""

import random
from pathlib import Path

import pytest

from differential import difference
from sclite_inputs import Case


@pytest.mark.parametrize("number", range(200))
def test_all_that_both_write_agrees(tmp_path: Path, number: int) -> None:
    """But where the original crashes; tests/test_recorded.py counts how often it may."""
    assert difference(Case(random.Random(number)), tmp_path) in (None, "crash")
