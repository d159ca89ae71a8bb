"""`--plot` of the commands that draw."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]
COMMANDS = [
    ("score", "ref.txt", "hyp.txt"),
    ("compare", "ref.txt", "hyp.txt", "ref.txt"),
    ("study", "correlate", "ref.txt", "hyp.txt"),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_picture_beside_the_answer(files: Path, command: Command, words: tuple[str, ...]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command(*words, "--plot", "x.svg")
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out
    assert Path("x.svg").read_bytes().startswith(b"<?xml")
    answer = command(*words, "--plot", "no/x.svg")
    assert answer == (2, "", "mondegreen: error: no/x.svg: cannot be written: there is no such folder\n")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_picture_that_cannot_be(files: Path, command: Command, words: tuple[str, ...]) -> None:
    Path("hyp.txt").unlink()  # found before anything is read
    answer = command(*words, "--plot", "x.gif")
    assert answer == (2, "", "mondegreen: error: x.gif: a picture ends in .png, .svg, .pdf\n")
