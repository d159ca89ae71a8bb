"""sclite on random texts and on SCTK's own test data, every byte as the original left it."""

from pathlib import Path

import pytest

from dropin.sctk.test_sclite_cases import cases, run_again
from shared.data import DATA

CASES = [case for name in ("sclite", "sctk-testdata") for case in cases(DATA / name)]


def test_the_cases_are_found() -> None:
    assert len(CASES) > 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_byte_is_that_of_the_original(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    run_again(case, tmp_path, monkeypatch, capfdbinary)
