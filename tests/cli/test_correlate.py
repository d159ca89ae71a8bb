"""`mondegreen study correlate`, from files or saved runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer

Command = Callable[..., Answer]


def correlated(command: Command, *words: str) -> dict[str, Any]:
    answer = command("study", "correlate", *words, "--as", "json", "--resamples", "20")
    assert [answer.code, answer.err] == [0, ""]
    pairs, matrix = json.loads(answer.out)["reports"]
    assert matrix["report"] == "matrix"
    found: dict[str, Any] = pairs["rows"][0]
    return found


def test_files_and_saved_runs_say_the_same(files: Path, command: Command) -> None:
    found = correlated(command, "ref.txt", "hyp.txt")
    assert [found["first"], found["second"]] == ["wer", "cer"]
    assert 0.9 < found["pearson"] < 1
    assert command("score", "ref.txt", "hyp.txt", "--save", "kept").code == 0
    assert correlated(command, "kept") == found
    blocks = correlated(command, "kept", "--metrics", "wer,cer", "--over", "blocks:1")
    assert blocks["pearson"] == pytest.approx(found["pearson"])


def test_methods(files: Path, command: Command) -> None:
    assert correlated(command, "ref.txt", "hyp.txt", "--method", "kendall")["kendall"] == 1


BAD = [
    (["--metrics", "wer"], "wer alone correlates with nothing"),
    (["--over", "speaker"], 'there is no column "speaker"'),
    (["--over", "system"], "1 by system: too few to correlate"),
    (["--level", "0"], "a confidence level must be above 0"),
    (["--method", "cosine"], '--method is "cosine"'),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input(files: Path, command: Command, words: list[str], sentence: str) -> None:
    answer = command("study", "correlate", "ref.txt", "hyp.txt", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err.splitlines()[-1]
