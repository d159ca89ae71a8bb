"""Outside models on the command line: which is taken, where is kept what it says, and tags of another tagger."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.component import load_target
from mondegreen.resources import LOADERS

Command = Callable[..., Answer]
VECTORS = "chat 1 0\nchien 3 4\n"


@pytest.fixture
def home(files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "home"))
    monkeypatch.setattr("sys.platform", "linux")
    (files / "a:b.vec").write_text(VECTORS, encoding="utf-8")
    return files


def metrics(command: Command, *words: str, hypotheses: tuple[str, ...] = ("hyp.txt",)) -> list[dict[str, Any]]:
    answer = command("score", "ref.txt", *hypotheses, *words, "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    return [system["metrics"] for system in json.loads(answer.out)["systems"]]


def kept(folder: Path) -> set[str]:
    return {path.relative_to(folder).parts[0] for path in folder.rglob("*") if path.is_file()}


def test_vectors_are_named_once_for_all_metrics(home: Path, command: Command) -> None:
    (found,) = metrics(command, "--metrics", "ember,wer-e", "--vectors", "a:b.vec")
    assert found["wer-e"]["columns"]["weight"] == pytest.approx(0.4 + 2)
    assert all("|vectors:a:b.vec-" in each["signature"] for each in found.values())
    (quoted,) = metrics(command, "--metrics", 'ember:vectors="a:b.vec",wer')
    assert quoted['ember:vectors="a:b.vec"']["score"] == found["ember"]["score"]
    python = mg.score("ref.txt", "hyp.txt", ["ember"], resources=mg.Resources(chosen={"vectors": "a:b.vec"}))
    assert python["ember"].signature == found["ember"]["signature"]


@pytest.mark.parametrize(
    ("words", "places"), [([], {"home"}), (["--cache", "mine"], {"mine"}), (["--no-cache"], set())]
)
def test_where_is_kept_what_was_read(home: Path, command: Command, words: list[str], places: set[str]) -> None:
    before = kept(home)
    results = [metrics(command, "--metrics", "wer-s", "--vectors", "a:b.vec", *words) for _ in range(2)]
    assert results[0] == results[1]
    assert kept(home) - before == places


@pytest.mark.parametrize("kind", ["vectors", "analyzer", "phonemes", "sentences", "contextual"])
def test_each_kind_is_chosen_by_its_name(
    home: Path, command: Command, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def load(name: str | None, language: str | None, cache: mg.Cache) -> None:
        asked.append((name, language, cache.folder))
        raise mg.ScoreError("enough")

    monkeypatch.setitem(LOADERS, kind, "tests:load")
    monkeypatch.setattr(
        "mondegreen.component.load_target", lambda target: load if target == "tests:load" else load_target(target)
    )
    users = {
        "vectors": "ember",
        "analyzer": "ler",
        "phonemes": "per",
        "sentences": "semdist",
        "contextual": "bertscore",
    }
    words = ["--metrics", users[kind], "--language", "de", f"--{kind}", "mine", "--cache", "c"]
    assert command("score", "ref.txt", "hyp.txt", *words) == (2, "", "mondegreen: error: enough\n")
    assert asked == [("mine", "de", Path("c"))]


def test_the_cache_is_somewhere_or_nowhere(home: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--cache", "c", "--no-cache")
    assert answer.code == 2
    assert "--cache does not go with --no-cache" in answer.err


TAGS = {"ref.tags": "utt-1 D N V\nutt-2 N\nutt-3 L L L L\n", "hyp.tags": "utt-1 D N V\nutt-2 V\nutt-3 L L L L\n"}


@pytest.fixture
def tags(files: Path) -> Path:
    for name, text in TAGS.items():
        (files / name).write_text(text, encoding="utf-8")
    return files


def test_each_system_has_its_own_tags(tags: Path, command: Command) -> None:
    words = ["--metrics", "uposer", "--ref-tags", "ref.tags", "--hyp-tags", "hyp.tags", "--hyp-tags", "ref.tags"]
    one, two = metrics(command, *words, hypotheses=("hyp.txt", "ref.txt"))
    assert [each["uposer:tags=files"]["columns"]["errors"] for each in (one, two)] == [1, 0]
    assert "|ref-tags:ref.tags@" in one["uposer:tags=files"]["signature"]
    assert "|hyp-tags:hyp.tags@" in one["uposer:tags=files"]["signature"]
    run = mg.score(
        "ref.txt",
        "hyp.txt",
        ["uposer:tags=files"],
        resources=mg.Resources(chosen={"ref-tags": "ref.tags", "hyp-tags": "hyp.tags"}),
    )
    assert run["uposer:tags=files"].signature == one["uposer:tags=files"]["signature"]


BAD_TAGS = [
    (["--hyp-tags", "hyp.tags"], "--hyp-tags does nothing without --ref-tags"),
    (
        ["--ref-tags", "ref.tags"],
        "no files of tags are given: name one for the references and one for each system's hypotheses",
    ),
    (["--ref-tags", "ref.tags", "--hyp-tags", "nowhere"], "nowhere: cannot be read: No such file or directory"),
    ([], "no files of tags are given: name one for the references and one for each system's hypotheses"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_TAGS)
def test_tags_that_do_not_fit(tags: Path, command: Command, words: list[str], sentence: str) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--metrics", "uposer:tags=files", *words)
    assert answer == (2, "", f"mondegreen: error: {sentence}\n")


def test_ties_for_all_metrics_that_leave_a_choice(files: Path, command: Command) -> None:
    (files / "ref.txt").write_text("u1 a b\n", encoding="utf-8")
    (files / "hyp.txt").write_text("u1 b c\n", encoding="utf-8")
    (found,) = metrics(command, "--metrics", "mer,ser", "--metric", "wil", "--ties", "range")
    assert list(found) == ["mer:ties=range", "ser", "wil:ties=range"]
    assert found["mer:ties=range"]["range"] == [200 / 3, 100]
    run = mg.score("ref.txt", "hyp.txt", ["mer", "ser"], ties="range")
    assert run["mer:ties=range"].to_dict() == found["mer:ties=range"]
    table = command("score", "ref.txt", "hyp.txt", "--metrics", "mer", "--ties", "range").out
    assert "66.67 %   100.00 %" in table
