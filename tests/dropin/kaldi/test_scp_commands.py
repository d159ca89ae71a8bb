"""Commands in scripts (`scp:`) are data: they are run only where an environment variable allows it."""

from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.kaldi_io import ALLOW_COMMANDS
from programs import ours

READERS = {
    "compute-wer": ["--text", "scp:evil.scp", "ark:texts"],
    "align-text": ["scp:evil.scp", "ark:texts", "ark,t:-"],
    "compute-wer-bootci": ["scp:evil.scp", "ark:texts"],
    "lattice-copy": ["scp:evil.scp", "ark,t:-"],
    "lattice-1best": ["scp:evil.scp", "ark,t:-"],
    "lattice-to-nbest": ["scp:evil.scp", "ark,t:-"],
    "lattice-best-path": ["scp:evil.scp", "ark,t:-"],
    "lattice-mbr-decode": ["scp:evil.scp", "ark,t:-"],
    "lattice-oracle": ["ark:lats", "scp:evil.scp", "ark,t:-"],
    "linear-to-nbest": ["scp:evil.scp", "ark:ints", "", "", "ark,t:-"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(ALLOW_COMMANDS, raising=False)
    (tmp_path / "texts").write_text("u1 a b\n", encoding="utf-8")
    (tmp_path / "evil.scp").write_text("u1 touch made; cat one.txt |\n", encoding="utf-8")
    (tmp_path / "one.txt").write_text("a b\n", encoding="utf-8")
    (tmp_path / "ints").write_text("u1 1 2\n", encoding="utf-8")
    (tmp_path / "lats").write_text("u1\n0 1 3 1,2,\n1 0,0,\n\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", READERS)
def test_they_are_refused_with_what_allows_them(folder: Path, name: str) -> None:
    done = ours(name, READERS[name], folder)
    assert done.code != 0
    assert f"set {ALLOW_COMMANDS}=1 to run such commands".encode() in done.complaints
    assert "made" not in done.files


def test_an_environment_variable_allows_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOW_COMMANDS, "1")
    done = ours("compute-wer", READERS["compute-wer"], folder)
    assert done.code == 0
    assert "made" in done.files
    assert b"%WER 0.00 [ 0 / 2" in done.output


def test_what_only_unpacks_is_no_command(folder: Path) -> None:
    (folder / "evil.scp").write_text("u1 cat one.txt |\n", encoding="utf-8")
    assert b"%WER 0.00 [ 0 / 2" in ours("compute-wer", READERS["compute-wer"], folder).output


def test_commands_on_the_command_line_work_as_before(folder: Path) -> None:
    done = ours("compute-wer", ["--text", "ark:sed s/a/c/ texts |", "ark:texts"], folder)
    assert b"%WER 50.00 [ 1 / 2" in done.output


def test_files_that_a_script_names_for_output_are_no_commands(folder: Path) -> None:
    (folder / "out.scp").write_text("u1 | cat > made\n", encoding="utf-8")
    (folder / "lat").write_text("u1\n0 1 3 1,2,\n1 0,0,\n\n", encoding="utf-8")
    done = ours("lattice-copy", ["ark:lat", "scp,t:out.scp"], folder)
    assert done.code != 0
    assert ALLOW_COMMANDS.encode() in done.complaints
    assert "made" not in done.files
