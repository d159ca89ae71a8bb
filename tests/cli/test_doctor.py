"""What a report of a fault should hold."""

import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen import alignment
from mondegreen.cli import doctor

Command = Callable[..., Answer]


def test_what_is_there(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = files / "cache" / "mondegreen"
    kept.mkdir(parents=True)
    (kept / "some").write_bytes(bytes(3 * 2**20))
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "cache"))
    (files / "mondegreen.toml").write_text("", encoding="utf-8")
    answer = command("doctor")
    assert [answer.code, answer.err] == [0, ""]
    for part in (sys.executable, version("numpy"), "3.0 MiB", "mondegreen.toml", str(kept)):
        assert part in answer.out


def test_what_is_missing_has_its_command(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "list_installed", lambda name: None if name in ("spacy", "rich") else "1.0")
    out = command("doctor").out
    assert "missing spacy: pip install 'mondegreen[linguistic]'" in out
    assert "missing: pip install rich" in out


def test_a_core_that_counts_wrong_is_told(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "align", lambda *_: [type("Steps", (), {"tolist": lambda _: [0, 0, 0]})()])
    answer = command("doctor")
    assert answer.code == 1
    assert "DOES NOT COUNT AS IT SHOULD" in answer.out
