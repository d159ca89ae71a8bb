"""Frequencies of words, and words that say little."""

import gzip
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from mondegreen import Resources, ScoreError
from mondegreen.resources import word_lists
from mondegreen.resources.word_lists import Frequencies


def test_counts_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "counts.txt"
    path.write_text("\ufeffthe 6\r\nThe\t2\r\n\r\ncat 2\r\nnone 0\r\n", encoding="utf-8", newline="")
    found = Resources(chosen={"frequencies": str(path)}).get("frequencies")
    assert found.of_words(["the", "THE", "cat", "dog"]).tolist() == pytest.approx([0.8, 0.8, 0.2, 0])
    assert [len(found), found.above(0.5), found.above(0.2)] == [3, 1, 1]
    assert found.identity.startswith("counts.txt-")


WRONG = [
    ("the\n", ':1: expected a word and a count, found "the"'),
    ("the 5\ncat dog 3\n", ':2: expected a word and a count, found "cat dog 3"'),
    ("the -5\n", ':1: expected a word and a count, found "the -5"'),
    (f"{'x' * 39} y z\n", f':1: expected a word and a count, found "{"x" * 39} "'),  # forty characters of it
    (f"the {'9' * 100}\n", f':1: expected a word and a count, found "the {"9" * 36}"'),
    ("the 1.5\n", ':1: expected a word and a count, found "the 1.5"'),
    ("the 0\n", ": this file holds no count above 0"),
    ("", ": this file holds no count above 0"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_is_wrong_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "counts.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as caught:
        Resources(chosen={"frequencies": str(path)}).get("frequencies")
    assert str(caught.value).startswith(f"{path}{sentence}")


def test_counts_may_be_of_ninety_nine_digits(tmp_path: Path) -> None:
    (tmp_path / "counts").write_text(f"a {'9' * 99}\nb 1\n", encoding="utf-8")
    found = Resources(chosen={"frequencies": str(tmp_path / "counts")}).get("frequencies")
    assert found.of_words(["a", "b"]).tolist() == pytest.approx([1, 1e-99])


def test_counted_in_texts() -> None:
    found = Frequencies.counted([["The", "cat"], ["the"], []])
    assert found.shares == pytest.approx({"the": 2 / 3, "cat": 1 / 3})
    with pytest.raises(ScoreError, match="there is no word to count"):
        Frequencies.counted([[]])


def test_wordfreq() -> None:
    wordfreq = pytest.importorskip("wordfreq", reason="wordfreq is not installed")
    found = Resources("fr").get("frequencies")
    assert found.of_words(["été", "xyzzyq"]).tolist() == pytest.approx(
        [wordfreq.word_frequency("été", "fr"), 0], rel=0.01
    )
    assert found.identity.startswith("wordfreq-fr-")
    with pytest.raises(ScoreError, match='wordfreq knows no frequencies of "xx"'):
        Resources("xx").get("frequencies")


def test_a_language_must_be_named() -> None:
    with pytest.raises(ScoreError, match=r"need a language; name it with --language, or give a file of counts$"):
        Resources().get("frequencies")
    with pytest.raises(ScoreError, match="stop words need a language; name it with --language"):
        Resources().get("stop-words")


def test_stop_words(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("The\n\n of \n", encoding="utf-8")
    own = Resources(chosen={"stop-words": str(path)}).get("stop-words")
    assert ["the" in own, "of" in own, "" in own, "cat" in own] == [True, True, False, False]
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="this file holds no word"):
        Resources(chosen={"stop-words": str(path)}).get("stop-words")


def test_stop_words_of_a_language() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    found = Resources("fr").get("stop-words")
    assert ["avec" in found, "chat" in found, found.identity.startswith("spacy-fr-")] == [True, False, True]
    with pytest.raises(ScoreError, match='spaCy has no stop words of "qq"; give a file'):
        Resources("qq").get("stop-words")


def test_vectors_keep_their_lengths(tmp_path: Path) -> None:
    """Metrics look at angles alone, and have them scaled; means need the lengths."""
    path = tmp_path / "v.txt"
    path.write_text("2 2\na 3 4\nb 0 0.5\n", encoding="utf-8")
    raw = Resources(chosen={"raw-vectors": str(path)}).get("raw-vectors")
    assert raw.rows(["b", "a"]).tolist() == [[0, 0.5], [3, 4]]
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert Resources(chosen={"raw-vectors": str(path)}).get("raw-vectors").rows(["a"]).tolist() == [[3, 4]]
    path.write_text("2 2\na 3 4\nb 0\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"v\.txt:3: "):
        Resources(chosen={"raw-vectors": str(path)}).get("raw-vectors")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("kind", ["frequencies", "stop-words"])
def test_a_pipe_is_no_file_to_tell_from_others(tmp_path: Path, kind: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("the 5\n",), daemon=True)
    writer.start()
    with pytest.raises(ScoreError, match="pipe: is not a file that can be read twice"):
        Resources(chosen={kind: str(pipe)}).get(kind)
    writer.join()


def test_wordfreq_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(word_lists, "find_spec", asked.append)
    for name in (None, "wordfreq"):
        with pytest.raises(ScoreError) as caught:
            word_lists.load_frequencies(name, "en")
        assert str(caught.value) == (
            "word frequencies need wordfreq, or a file of counts: pip install 'mondegreen[robustness]'"
        )
    assert asked == ["wordfreq"] * 2


def test_vectors_of_other_files_have_their_own_lengths_already(tmp_path: Path) -> None:
    np.save(tmp_path / "v.npy", np.array([[3.0, 4.0], [0.0, 0.5]]))
    (tmp_path / "v.txt").write_text("a\nb\n", encoding="utf-8")
    raw = Resources(chosen={"raw-vectors": str(tmp_path / "v.npy")}).get("raw-vectors")
    assert raw.rows(["b", "a"]).tolist() == [[0, 0.5], [3, 4]]
    (tmp_path / "v.bin").write_bytes(b"1 2\na 1 2\n")
    with pytest.raises(ScoreError, match=r"v\.bin: not a fastText model; save vectors of another program"):
        Resources(chosen={"raw-vectors": str(tmp_path / "v.bin")}).get("raw-vectors")
