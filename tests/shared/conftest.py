"""The suite that reads ../shared: in the full tier alone, and skipped as a whole where that directory is absent."""

import pytest

from kaldi_cases import Cases
from shared.data import DATA

# test_data.py says once for all why nothing else is collected.
collect_ignore_glob = [] if DATA.is_dir() else ["*/*"]


@pytest.fixture(scope="session")
def kaldi() -> Cases:
    """All cases of Kaldi's programs, of which tests/golden holds a few."""
    return Cases(DATA / "kaldi", has_our_messages=False)
