"""The data that this suite reads: all of them, or none."""

import pytest

from shared.data import DATA

if not DATA.is_dir():
    pytest.skip("../shared/data is not there, whose tests are all in tests/shared", allow_module_level=True)

READ = ["espnet", "figures.json", "hats", "kaldi", "lexicon", "repere", "sclite", "sctk-testdata", "wce"]


def test_the_data_are_complete() -> None:
    """Part of them would have tests fail for want of a file, and not for what they test."""
    assert set(READ) <= {path.name for path in DATA.iterdir()}
