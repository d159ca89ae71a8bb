"""Files are read in the format that is named, else in the one that they look like."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.read import read


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text("u1 a\nu2 b\n", encoding="utf-8")
    return path


def test_a_file_is_read_as_what_it_looks_like(file: Path) -> None:
    assert list(read(file).keys) == ["u1", "u2"]
    file.write_text("it is\nso\n", encoding="utf-8")
    assert list(read(str(file)).texts) == ["it is", "so"]


def test_the_sniff_looks_at_the_beginning_only(file: Path) -> None:
    file.write_text("".join(f"u{number} a\n" for number in range(1000)) + "odd\n", encoding="utf-8")
    assert read(file).keys[-1] == "odd"


def test_a_format_that_is_named_is_not_doubted(file: Path) -> None:
    assert list(read(file, "lines").texts) == ["u1 a", "u2 b"]


def test_an_unknown_format(file: Path) -> None:
    with pytest.raises(ScoreError, match='no format "kaldy"; did you mean kaldi'):
        read(file, "kaldy")


def test_an_empty_file(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(ScoreError, match="text: the file is empty"):
        read(file)
