"""Word vectors as text: read once, kept, and read anew where that is called for."""

import os
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.resources import text_vectors
from mondegreen.resources.text_vectors import cache_path
from mondegreen.resources.vectors import load

WORD2VEC = "3 2\ncat 1 0\ncats 3 4 \nété -1 0\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("mondegreen.resources.text_vectors.users_folder", lambda: tmp_path / "cache")
    return tmp_path


def write(folder: Path, content: str | bytes) -> str:
    path = folder / "v.vec"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


TEXTS = [
    WORD2VEC,
    WORD2VEC.removeprefix("3 2\n"),  # GloVe
    WORD2VEC.replace("\n", "\r\n"),
    WORD2VEC.replace(" ", "\t"),
    WORD2VEC.rstrip(),
    "\ufeff" + WORD2VEC,
    WORD2VEC.replace("cats 3 4", "cats  3  4"),
    WORD2VEC + "\n\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_forms(folder: Path, text: str) -> None:
    vectors = load(write(folder, text), None)
    assert vectors.has(["cat", "cats", "été", "dog", "3", ""]).tolist() == [True, True, True, False, False, False]
    assert np.allclose(vectors.rows(["cats", "cat"]), [[0.6, 0.8], [1.0, 0.0]])
    assert vectors.rows([]).shape == (0, 2)
    assert vectors.cosine("cat", "cats") == pytest.approx(0.6)
    assert vectors.identity.startswith("v.vec-")


def test_a_word_may_hold_blanks(folder: Path) -> None:
    vectors = load(write(folder, "a 1 0\n. . . 0 1\n"), None)
    assert vectors.has([". . .", "."]).tolist() == [True, False]


def test_weights_are_those_of_the_vectors_themselves(folder: Path) -> None:
    rng = np.random.default_rng(7)
    matrix = rng.standard_normal((50, 70), dtype=np.float32)
    words = [f"w{number}" for number in range(50)]
    lines = (f"{word} {' '.join(map(repr, row.tolist()))}\n" for word, row in zip(words, matrix))
    vectors = load(write(folder, "".join(lines)), None)
    sides = [[" ".join(rng.choice([*words, "none"], 12)) for _ in range(40)] for _ in range(2)]
    own = mg.Weights.from_vectors(words, matrix, above=0.1, close=0.2)
    for goal in ("after", "total"):
        found = mg.align(*sides, weights=vectors.weights([], above=0.1, close=0.2), goal=goal)
        assert found.weights.tolist() == mg.align(*sides, weights=own, goal=goal).weights.tolist()


BAD = [
    ("", ": there is no vector in this file"),
    (" \n", ": there is no vector in this file"),
    ("0 5\n", ": there is no vector in this file"),
    ("cat\n", ":1: numbers after the word: 0, but 1 belong here"),
    ("4 2\na 1 0\nb 1 0\n", ":1: 4 vectors are promised here, but 2 follow; is the file whole?"),
    ("1 2\na 1 0\nb 1 0\n", ":1: 1 vectors are promised here, but 2 follow; is the file whole?"),
    ("a 1 0\n\nb 1\n", ":3: numbers after the word: 1, but 2 belong here"),
    ("a 1 0\nb 1 0 1\n", ":2: numbers after the word: 3, but 2 belong here"),
    ("2 3\na 1 0 0\nb 1 0\n", ":3: numbers after the word: 2, but 3 belong here"),
    ("a 1 0\nb 1 nan\n", ':2: "nan" is not a finite number'),
    ("a 1 0\nb -inf 1\n", ':2: "-inf" is not a finite number'),
    ("a 1 0\nb 1e99 1\n", ':2: "1e99" is not a finite number'),
    ("a 1 0\nb 1,5 1\n", ':2: "1,5" is not a finite number'),
    (b"a 1 0\n\xe9t\xe9 1 0\n", ":2: this word is not UTF-8; convert the file first"),
    (b"a 1 0\nb 1 \xe9\n", ':2: "\ufffd" is not a finite number'),
    (
        "".join(f"w{number} 1 0\n" for number in range(500_000)) + "b 1\n",
        ":500001: numbers after the word: 1, but 2 belong here",
    ),
]


@pytest.mark.parametrize(("content", "sentence"), BAD, ids=range(len(BAD)))
def test_bad_file(folder: Path, content: str | bytes, sentence: str) -> None:
    path = write(folder, content)
    with pytest.raises(mg.ScoreError) as caught:
        load(path, None)
    assert str(caught.value).startswith(path + sentence)
    assert list((folder / "cache").rglob("*.*")) == []  # nothing is left behind


def test_repeated_words_are_counted(folder: Path) -> None:
    path = write(folder, "a 1 0\na 0 1\nb 1 1\na 1 1\n")
    for _ in range(2):
        with pytest.warns(mg.ScoreWarning, match=r"^v\.vec: 2 of 4 words are duplicates; the first vector of each is"):
            vectors = load(path, None)
        assert vectors.rows(["a"]).tolist() == [[1, 0]]


def test_what_was_kept_is_read_instead(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder, WORD2VEC)
    first = load(path, None)
    monkeypatch.setattr("mondegreen.resources.text_vectors.cache_vectors", None)
    assert load(path, None).identity == first.identity


def test_a_text_that_changed_is_read_anew(folder: Path) -> None:
    first = load(write(folder, WORD2VEC), None)
    second = load(write(folder, WORD2VEC.replace("3 4", "4 3")), None)
    assert first.identity != second.identity
    assert np.allclose(np.concatenate([first.rows(["cats"]), second.rows(["cats"])]), [[0.6, 0.8], [0.8, 0.6]])


def test_one_number_behind_the_first_megabyte_is_another_identity(folder: Path) -> None:
    """A sample of places would not see it; the size, the name and the times are the same."""
    lines = "".join(f"w{number} 0.5 0.25\n" for number in range(100_000))
    path = write(folder, lines)
    os.utime(path, ns=(5, 5))
    first = load(path, None)
    at = lines.index("w80001 ")
    write(folder, lines[:at] + lines[at:].replace("0.25", "0.75", 1))
    os.utime(path, ns=(5, 5))
    second = load(path, None)
    assert first.identity != second.identity
    assert len(first.identity) == len("v.vec-") + 64
    assert first.rows(["w80001"]).tolist() != second.rows(["w80001"]).tolist()


def damage(path: Path, how: str) -> None:
    """Replaces what was kept by something that is not it."""
    content = bytearray(path.read_bytes())
    path.unlink()
    if how == "cut":
        del content[-1:]
    elif how == "emptied":
        content.clear()
    elif how == "a word":
        content[-1] ^= 1
    else:
        content[int(how)] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["cut", "emptied", "a word", "0", "8", "16", "24", "32", "40", "48", "87"])
def test_what_is_damaged_is_read_anew(folder: Path, how: str) -> None:
    path = write(folder, WORD2VEC)
    load(path, None)
    damage(cache_path(Path(path), folder / "cache"), how)
    assert load(path, None).has(["été"]).tolist() == [True]


def test_kept_beside(folder: Path) -> None:
    path = write(folder, WORD2VEC)
    text_vectors.load(path, beside=True)
    assert sorted(each.name for each in folder.iterdir()) == ["v.vec", "v.vec.kept"]


def test_no_place_to_keep_it(folder: Path) -> None:
    (folder / "cache").write_text("in the way")
    with pytest.warns(mg.ScoreWarning, match="is not cached in .*: Not a directory"):
        vectors = load(write(folder, WORD2VEC), None)
    assert vectors.has(["cat"]).tolist() == [True]


def test_no_place_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    kept = SimpleNamespace(open=lambda *_: None, keep=full)
    monkeypatch.setattr("mondegreen.resources.text_vectors.KeptVectors", kept)
    with pytest.warns(mg.ScoreWarning), pytest.raises(mg.ScoreError, match="vectors cannot be cached here"):
        load(write(folder, WORD2VEC), None)


def test_a_metric_by_a_file(folder: Path) -> None:
    metric = f"wer-s:vectors={write(folder, WORD2VEC)}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        score = mg.score(["cat dog"], ["cats"], [metric])[metric]
    assert score.total.oov == 1
    assert score.value == pytest.approx(70)


def test_a_cache_that_keeps_nothing(folder: Path) -> None:
    """They are there as long as they are used; beside the text they are kept all the same."""
    path = write(folder, WORD2VEC)
    vectors = load(path, None, mg.Cache(None))
    assert vectors.has(["été", "dog"]).tolist() == [True, False]
    assert sorted(each.name for each in folder.iterdir()) == ["v.vec"]
    text_vectors.load(path, mg.Cache(None), beside=True)
    assert sorted(each.name for each in folder.iterdir()) == ["v.vec", "v.vec.kept"]


def test_what_was_kept_and_cannot_be_read_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = SimpleNamespace(open=lambda *_: None, keep=lambda *_: None)
    monkeypatch.setattr(text_vectors, "KeptVectors", kept)
    with pytest.raises(mg.ScoreError, match=r": the cached vectors cannot be read back; is the disk damaged\?$"):
        load(write(folder, WORD2VEC), None)
