"""Random inputs with random options: sclite and the original write the same bytes."""

import pytest

from differential import ORIGINAL, difference


@pytest.mark.skipif(not ORIGINAL.exists(), reason="the original sclite (Debian's sctk) is not installed")
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_all_that_both_write_agrees(first: int) -> None:
    assert {number: differs for number in range(first, first + 20) if (differs := difference(number))} == {}
