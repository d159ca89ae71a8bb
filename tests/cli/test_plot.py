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
    assert [answer.code, answer.err] == [0, "mondegreen: note: wrote x.svg\n"]
    assert answer.out
    assert Path("x.svg").read_bytes().startswith(b"<?xml")
    answer = command(*words, "--plot", "no/x.svg")
    assert answer == (2, "", "mondegreen: error: no/x.svg: cannot be written: there is no such directory\n")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_picture_that_cannot_be(files: Path, command: Command, words: tuple[str, ...]) -> None:
    Path("hyp.txt").unlink()  # found before anything is read
    answer = command(*words, "--plot", "x.gif")
    assert answer == (2, "", "mondegreen: error: x.gif: a plot ends in .png, .svg, .pdf\n")


def test_several_kinds_of_plots(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command("score", "ref.txt", "hyp.txt", "--plot", "scores.svg", "--plot", "lengths=by length.svg")
    assert answer.err.splitlines() == ["mondegreen: note: wrote scores.svg", "mondegreen: note: wrote by length.svg"]
    assert "words in the reference" in Path("by length.svg").read_text(encoding="utf-8")
    answer = command("compare", "ref.txt", "hyp.txt", "ref.txt", "--plot", "scatter=scatter.svg", "--quiet")
    assert (answer.code, answer.err) == (0, "")
    assert "ref.txt: wer (%)" in Path("scatter.svg").read_text(encoding="utf-8")


def test_groups_are_drawn_where_scores_are_grouped(files: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert command("score", "ref.txt", "hyp.txt", "--by", "utterance", "--plot", "x.svg").code == 0
    assert "by utterance" in Path("x.svg").read_text(encoding="utf-8")


def test_an_unknown_kind_of_plot(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--plot", "length=x.svg")
    assert answer.code == 2
    assert 'there is no plot "length"; did you mean lengths' in answer.err


def test_no_plot_replaces_an_input_or_another_output(files: Path, command: Command) -> None:
    for words in (("scores=ref.txt",), ("x.svg", "--plot", "lengths=x.svg")):
        answer = command("score", "ref.txt", "hyp.txt", "--plot", *words)
        assert answer.code == 2
        assert "overwritten" in answer.err or "named twice" in answer.err


@pytest.mark.parametrize("kind", ["positions", "confusions"])
def test_words_of_meetings_are_not_drawn_as_those_of_utterances(files: Path, command: Command, kind: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    Path("ref.stm").write_text("s 1 ann 0 2 a b\ns 1 eve 2 4 d\n", encoding="utf-8")
    Path("hyp.stm").write_text("s 1 x 0 2 a c\ns 1 y 2 4 d\n", encoding="utf-8")
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer", "--plot", f"{kind}=x.svg")
    assert answer.code == 2
    assert "sessions" in answer.err
    assert not Path("x.svg").exists()
