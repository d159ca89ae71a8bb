"""What all tests of utf_filt.pl stand on."""

from pathlib import Path

import pytest

from utf_transcripts import write_definition


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a definition, in which the parser takes text for UTF-8."""
    write_definition(tmp_path, monkeypatch)
    return tmp_path
