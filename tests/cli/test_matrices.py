"""Commands that turn small matrices do so by one thread: several wait for each other where a machine is busy."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli.matrices import by_one_thread, print_trial
from mondegreen.lexicon.mapping import Trial
from noisy import TABLE

Command = Callable[..., Answer]
PROGRAM = """
import sys
from mondegreen.cli import main
assert main(sys.argv[1:]) == 0
from threadpoolctl import threadpool_info
print([of["num_threads"] for of in threadpool_info() if of["internal_api"] == "openblas"])
"""


@pytest.mark.parametrize(
    "words",
    [
        ["lexicon", "neighbors", "a", "--vectors", "v.vec"],
        ["study", "robustness", "ref.txt", "--table", "t.tsv", "--metrics", "wer", "--rates", "0"],
    ],
    ids=lambda words: words[0],
)
def test_numpys_library_has_one_thread(files: Path, words: list[str]) -> None:
    pytest.importorskip("threadpoolctl", reason="threadpoolctl is not installed, which tells how many there are")
    (files / "v.vec").write_text("a 1 0\nb 0 1\n", encoding="utf-8")
    TABLE.save(files / "t.tsv")
    variables = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], env=variables, stdout=subprocess.PIPE, check=True)
    assert done.stdout.splitlines()[-1] in (b"[1]", b"[]")


def test_a_users_wish_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    by_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


KNOWN = {"a": [("b", 0.98765), ("c", 0.5)], "d": [("e", -0.25)]}


@pytest.mark.parametrize(
    ("words", "typed", "code", "out", "missing"),
    [
        (["a", "d"], "", 0, "a\tb\tc\nd\te\n", []),
        (["x", "d"], "", 0, "x\t-\nd\te\n", ["x"]),
        (["x", "y"], "", 1, "x\t-\ny\t-\n", ["x", "y"]),  # none of those that were asked
        (["--scores", "a"], "", 0, "a\tb 0.9877\tc 0.5000\n", []),
        ([], "a\n\n  d \nx\n", 0, "a\tb\tc\nd\te\nx\t-\n", ["x"]),  # a blank line asks for nothing
        ([], "x\n", 0, "x\t-\n", ["x"]),  # who types may ask for more
        ([], "", 0, "", []),
    ],
)
def test_translations_word_by_word(
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    typed: str,
    code: int,
    out: str,
    missing: list[str],
) -> None:
    monkeypatch.setattr(
        "mondegreen.lexicon.neighbors.translate_words", lambda plan, asked: ((each, KNOWN.get(each)) for each in asked)
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    answer = command("lexicon", "translate", "--source", "s", "--target", "t", *words)
    assert (answer.code, answer.out) == (code, out)
    assert answer.err == "".join(f'mondegreen: warning: "{word}" has no vector\n' for word in missing)


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (["a"], 0, "a\tb\tc\n"),
        (["x", "d"], 0, "x\t-\nd\te\n"),
        (["x"], 1, "x\t-\n"),
        (["d", "--scores"], 0, "d\te -0.2500\n"),
    ],
)
def test_neighbors_word_by_word(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, out: str
) -> None:
    monkeypatch.setattr(
        "mondegreen.lexicon.neighbors.list_neighbors",
        lambda plan: ((each, KNOWN.get(each)) for each in plan.words_asked),
    )
    assert command("lexicon", "neighbors", "--vectors", "v", *words) == (code, out, "")


def test_iterations_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    print_trial(Trial(3, 41, 0.123456))
    assert capsys.readouterr() == ("", "iteration 3: criterion 0.12346, 41 pairs\n")


def test_one_thread_unless_the_user_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    by_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
