"""A recipe of Kaldi's, small enough to be known by heart."""

from pathlib import Path

import pytest

from kaldi_recipe import recipe


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return recipe(tmp_path)
