"""`--color`: one setting for tables, alignments and messages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]
MARK = "\x1b["
COMMANDS = [
    ("score", "ref.txt", "hyp.txt"),
    ("align", "ref.txt", "hyp.txt"),
    ("compare", "ref.txt", "hyp.txt", "ref.txt"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_is_typed_rules(
    files: Path, command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert MARK in command(*words, "--color", "always").out
    assert MARK not in command(*words).out  # a pipe
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert MARK in command(*words).out
    assert MARK not in command(*words, "--color", "never").out


def test_messages_and_files(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages have the colors of tables; files have none."""
    monkeypatch.setenv("TERM", "xterm-256color")
    Path("hyp.txt").write_text("utt-1 le chat dort\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--color", "always", "--output", "x.txt")
    assert "mondegreen: \x1b[38;5;16;48;5;221mwarning:\x1b[0m 2 " in answer.err
    assert MARK not in Path("x.txt").read_text(encoding="utf-8")
    answer = command("score", "ref.txt", "no.txt", "--color", "always")
    assert answer.err.startswith("mondegreen: \x1b[38;5;231;48;5;88merror:\x1b[0m no.txt")
