"""`mondegreen report`: from runs or files to a page, and what it says of bad input."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]
pytestmark = pytest.mark.usefixtures("_libraries")


@pytest.fixture
def _libraries() -> None:
    for name in ("matplotlib", "jinja2"):
        pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture
def work(files: Path) -> Path:
    Path("new.txt").write_text("utt-1 le chat dort\nutt-2 été\nutt-3 a c d e\n", encoding="utf-8")
    return files


def test_saved_runs_say_the_same_as_files(work: Path, command: Command) -> None:
    assert command("report", "ref.txt", "hyp.txt", "new.txt", "-o", "one.html", "--resamples", "20").code == 0
    assert command("score", "ref.txt", "hyp.txt", "new.txt", "--save", "runs").code == 0
    answer = command("report", "runs/hyp.txt", "runs/new.txt", "--resamples", "20", "--output", "other.html")
    assert answer == (0, "", "")
    assert Path("one.html").read_text(encoding="utf-8") == Path("other.html").read_text(encoding="utf-8")


def test_standard_output(work: Path, command: Command) -> None:
    answer = command("report", "ref.txt", "hyp.txt", "-o", "-", "--title", "a <b>")
    assert answer.code == 0
    assert answer.out.startswith("<!DOCTYPE html>")
    assert "<title>a &lt;b&gt;</title>" in answer.out


def test_maps_of_settings(work: Path, command: Command) -> None:
    for name in ("hyp", "new"):
        Path(f"{name}.txt").rename(f"lm_{name}.txt")
    words = ("--resamples", "20", "--output")
    assert command("nbest", "tune", "ref.txt", "--grid", "lm_{w}.txt", *words, "map.json").code == 0
    assert command("report", "ref.txt", "lm_hyp.txt", "--surfaces", "map.json", *words, "x.html").code == 0
    assert 'id="surfaces"' in Path("x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--top", "0"), "--top is 0; give 1 or more"),
        (("--by", "speakr"), 'column "speakr"'),
        (("--weights", "wer"), "wer has no error weights; choose from ember, wer-e, wer-s"),
        (("--surfaces", "ref.txt"), "ref.txt: it holds no map"),
        (("--resamples", "0"), "--resamples is 0; give 1 or more"),
        (("--metrics", "none"), '"none"'),
    ],
)
def test_bad_words(work: Path, command: Command, words: tuple[str, ...], said: str) -> None:
    answer = command("report", "ref.txt", "hyp.txt", "new.txt", "-o", "x.html", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert not Path("x.html").exists()


def test_a_folder_that_is_not_there(work: Path, command: Command) -> None:
    answer = command("report", "ref.txt", "hyp.txt", "-o", "no/x.html")
    assert answer == (2, "", "mondegreen: error: no/x.html: cannot be written: there is no such directory\n")


def test_other_references(work: Path, command: Command) -> None:
    Path("other.txt").write_text("utt-1 le chat\nutt-2 été\nutt-3 a b c d\n", encoding="utf-8")
    assert command("score", "ref.txt", "hyp.txt", "--save", "a").code == 0
    assert command("score", "other.txt", "new.txt", "--save", "b").code == 0
    answer = command("report", "a", "b", "-o", "x.html")
    assert answer.code == 2
    assert "with another reference" in answer.err
    assert command("report", "a", "b", "-o", "x.html", "--force", "--resamples", "20").code == 0


def test_empty_files(files: Path, command: Command) -> None:
    Path("ref.txt").write_text("", encoding="utf-8")
    Path("hyp.txt").write_text("", encoding="utf-8")
    answer = command("report", "ref.txt", "hyp.txt", "hyp.txt", "-o", "x.html", "--resamples", "20")
    assert answer == (2, "", "mondegreen: error: ref.txt: the file is empty\n")
