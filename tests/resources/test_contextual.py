"""Vectors of tokens in their context: each text is asked once for each layer, and what does not fit is counted."""

import json
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import numpy as np
import pytest

from mondegreen import Resources, ScoreError
from mondegreen.resources import LOADERS, contextual, installable
from mondegreen.resources.analyzer import PACKAGES
from mondegreen.resources.contextual import Contextual, Layered, Tokens
from mondegreen.resources.modelfiles import PACKAGED, ModelFiles
from mondegreen.resources.phonemes import transcribe_sides
from mondegreen.resources.sentence_models import Sentences


class Counting:
    """A token for each word between two ends, of a model that takes five."""

    layers = 2
    special = frozenset({0})
    window = 5

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], int]] = []

    def length(self, text: str) -> int:
        return 2 + len(text.split())

    def ids(self, text: str) -> list[int]:
        return [0, *map(len, text.split()), 0]

    def owners(self, text: str) -> list[int]:
        return [-1, *range(len(text.split())), -1]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        self.asked.append((list(texts), layer))
        return [Tokens(np.array(self.ids(text)), np.ones((len(self.ids(text)), 1), np.float32)) for text in texts]


def test_each_text_is_asked_once_for_each_layer_beside_those_of_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contextual, "AT_ONCE", 2)
    toy = Counting()
    one = Contextual(toy, "toy")
    found = one.tokens(["bb", "a b", "bb", "a", "ccc"])
    assert toy.asked == [(["a", "bb"], 2), (["ccc"], 2), (["a b"], 2)]
    assert {text: each.ids.tolist() for text, each in found.items()} == {
        "bb": [0, 2, 0],
        "a b": [0, 1, 1, 0],
        "a": [0, 1, 0],
        "ccc": [0, 3, 0],
    }
    one.tokens(["a", "dddd"])
    one.tokens(["a"], 0)
    assert toy.asked[3:] == [(["dddd"], 2), (["a"], 0)]
    assert one.ids(["a bb", "a bb", ""]) == {"": [0, 0], "a bb": [0, 1, 2, 0]}


@pytest.mark.parametrize(("text", "cut"), [("", 0), ("a b c", 0), ("a b c d", 1), ("a b c d e", 2), ("abcdefgh", 0)])
def test_what_does_not_fit_is_counted(text: str, cut: int) -> None:
    """A model of five tokens takes three words and the ends; of sentences, five words."""
    assert Contextual(Counting(), "toy").cut(text) == cut
    words = len(text.split())
    toy = Sentences(Short(), "toy")
    assert toy.over(text) == max(0, words - 3)


class Short:
    window = 3

    def ids(self, text: str) -> list[int]:
        return [len(word) for word in text.split()[: self.window]]

    def length(self, text: str) -> int:
        return len(text.split())

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return np.ones((len(texts), 1), np.float32)


def test_tokens_of_words_that_count() -> None:
    words = {"a b c": np.array([True, False, True])}
    assert Contextual(Counting(), "toy").counts("a b c", words).tolist() == [False, True, False, True, False]


def folder(place: Path, config: object, **files: str) -> Layered:
    (place / "config.json").write_text(config if isinstance(config, str) else json.dumps(config), encoding="utf-8")
    for name, text in files.items():
        (place / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return Layered(ModelFiles("m", place))


@pytest.mark.parametrize("name", ["num_hidden_layers", "n_layers", "n_layer", "num_layers"])
def test_families_of_models_call_their_layers_otherwise(name: str, tmp_path: Path) -> None:
    one = folder(tmp_path, {"other": 3, name: 6}, modules_json="[]")
    assert [one.depth, one.layers] == [6, 6]
    with pytest.raises(ScoreError, match=r"^m has layers 0 to 6, and no layer 7$"):
        one.model(7)
    with pytest.raises(ScoreError, match=r"^m has layers 0 to 6, and no layer -1$"):
        one.model(-1)


@pytest.mark.parametrize("config", ["", "{", "5"])
def test_a_model_that_does_not_say_what_it_is(config: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=r": no readable config\.json"):
        _ = folder(tmp_path, config).depth


@pytest.mark.parametrize(
    ("told", "config", "window"),
    [
        (512, {"max_position_embeddings": 99}, 512),
        (100_000, {}, 100_000),
        (100_001, {"max_position_embeddings": 130}, 128),  # a number without meaning: what the model has, less the ends
        (10**30, {}, 512),
    ],
)
def test_where_a_sentence_is_cut(
    told: int, config: dict[str, int], window: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get_tokenizer(name: str) -> SimpleNamespace:
        assert name == str(tmp_path)
        return SimpleNamespace(model_max_length=told, cls_token_id=5, sep_token_id=6)

    fake = SimpleNamespace(
        get_tokenizer=get_tokenizer, sent_encode=lambda tokenizer, text: tuple(text.encode()), model2layers={"m": 9}
    )
    monkeypatch.setitem(sys.modules, "bert_score", SimpleNamespace(utils=fake))
    monkeypatch.setitem(sys.modules, "bert_score.utils", fake)
    one = folder(tmp_path, {"n_layer": 4, **config})
    assert [one.window, one.special] == [window, {5, 6}]
    assert [one.ids("ab"), one.ids(" "), one.layers, one.depth] == [[97, 98], [5, 6], 9, 4]


@pytest.mark.parametrize("mistake", [OSError, ValueError, KeyError, RuntimeError])
def test_a_tokenizer_that_cannot_be_loaded(
    mistake: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get_tokenizer(name: str) -> None:
        raise mistake(f"why\n{name}")

    monkeypatch.setitem(sys.modules, "bert_score", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "bert_score.utils", SimpleNamespace(get_tokenizer=get_tokenizer))
    with pytest.raises(ScoreError, match=rf"^{tmp_path}: bert-score cannot load it: '?why"):
        _ = folder(tmp_path, {}).window


def test_offsets_are_needed_to_know_whose_a_token_is(tmp_path: Path) -> None:
    one = folder(tmp_path, {})
    one.__dict__["tokenizer"] = SimpleNamespace(is_fast=False)
    with pytest.raises(ScoreError, match=r"^m: its tokenizer gives no token offsets; remove only$"):
        one.owners("a")


def test_a_model_of_unknown_depth_has_none(tmp_path: Path) -> None:
    assert folder(tmp_path, {}).depth == 0


class Eliding:
    identity = "eliding-1"
    elides = True

    def speak(self, text: str) -> list[str]:
        return list(text)


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("l' été", "l'été"),
        ("l\u2019 été", "l\u2019été"),
        ("a ' b", "a ' b"),
        ("l'  a", "l'a"),
        ("l' ", "l'"),
        ("l' - a", "l' - a"),
    ],
)
def test_elided_words_are_joined_unless_they_are_to_stay(text: str, joined: str) -> None:
    resources = Resources(chosen={"phonemes": Eliding()})
    assert transcribe_sides([[text]], resources) == [[list(joined)]]
    assert transcribe_sides([[text]], resources, join=False) == [[list(" ".join(text.split()))]]


def test_what_may_be_installed_is_what_the_extras_bring() -> None:
    """Under the names of PyPI, each with a kind of resource and a purpose; espeak-ng is a program."""
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    packages = set(re.findall(r'^    "([\w-]+)', project, re.MULTILINE))
    for item in installable.ITEMS:
        assert item.kind in LOADERS
        assert item.purpose
        assert item.name in packages or item.command == f"apt-get install {item.name}"
    models = {item.model for item in installable.ITEMS if item.model}
    assert models == {PACKAGED, *PACKAGES}


def test_what_is_installed_is_told_with_what_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", {"prog": "/bin/prog"}.get)
    program, other = (installable.Item("kind", name, "purpose", command=f"get {name}") for name in ("prog", "none"))
    package, missing = (installable.Item("kind", name, "purpose") for name in ("numpy", "no-such-package"))
    assert [each.get for each in (program, package)] == ["get prog", "pip install numpy"]
    assert [program.installed, other.installed, missing.installed] == ["/bin/prog", None, None]
    assert package.installed == np.__version__


def test_the_checksum_is_of_the_model_and_not_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and contents in the order of names, each name ended by a NUL."""

    class File(PurePosixPath):
        def read_binary(self) -> bytes:
            return f"content of {self}".encode()

    there = ["p/b.bin", "p/a.json", "p/code.py", "p/x.so", "p/c.pyc", "p-1.dist-info/RECORD"]
    monkeypatch.setattr(installable, "files", lambda _: [File(name) for name in there])
    expected = sha256(b"p/a.json\0content of p/a.jsonp/b.bin\0content of p/b.bin").hexdigest()
    assert installable.Item("kind", "p", "purpose").checksum == expected
    monkeypatch.setattr(installable, "files", lambda _: None)
    assert installable.Item("kind", "p", "purpose").checksum == sha256(b"").hexdigest()
