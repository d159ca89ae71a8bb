"""What all tests of utf_filt.pl stand on."""

import shutil
from pathlib import Path

import pytest

DEFINITION = Path(__file__).parents[3] / "golden" / "sctk" / "utf_filt_stm" / "in" / "utf.dtd"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a definition, in which the parser takes text for UTF-8."""
    shutil.copy(DEFINITION, tmp_path)
    monkeypatch.setenv("SP_ENCODING", "utf-8")
    monkeypatch.setenv("SP_CHARSET_FIXED", "YES")
    return tmp_path
