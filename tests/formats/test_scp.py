"""scp: lines that point to texts in other files."""

import gzip
from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read
from mondegreen.formats.kaldi_files import Scp


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("text.ark").write_bytes("u1 a é\nu2 b\r\nu3 c".encode())
    Path("u4.txt").write_bytes(b"\xef\xbb\xbfd\r\ne\n")
    return tmp_path


@pytest.mark.parametrize("prefix", ["scp:", ""])
def test_texts_at_offsets_and_whole_files(folder: Path, prefix: str) -> None:
    Path("text.scp").write_text("u1 text.ark:3\nu2\ttext.ark:11\n\nu3 text.ark:17\nu4 u4.txt\n", encoding="utf-8")
    corpus = read(f"{prefix}text.scp")
    assert [list(corpus.keys), list(corpus.texts)] == [["u1", "u2", "u3", "u4"], ["a é", "b", "c", "d e"]]
    assert corpus.format == "scp"


def test_files_pointed_to_may_end_lines_in_carriage_returns(folder: Path) -> None:
    for name in ("text.ark", "u4.txt"):
        Path(name).write_bytes(Path(name).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r"))
    Path("text").write_text("u1 text.ark:3\nu2 text.ark:11\nu3 text.ark:16\nu4 u4.txt\n", encoding="utf-8")
    assert list(read("scp:text").texts) == ["a é", "b", "c", "d e"]


def test_files_pointed_to_may_be_packed_or_of_another_encoding(folder: Path) -> None:
    Path("u1").write_bytes(gzip.compress("été".encode("latin-1")))
    Path("text").write_text("u1 u1\n", encoding="utf-8")
    assert list(read("scp:text", encoding="latin-1").texts) == ["été"]


BAD = [
    ("u1", "the utterance has no file"),
    ("u1 nowhere.txt", "nowhere.txt: cannot be read: No such file"),
    ("u1 text.ark:900", "the offset 900 is beyond the end of text.ark"),
    (f"u1 text.ark:{'9' * 5000}", "text.ark:99.*cannot be read"),
    ("u1 text.ark:6", "text.ark:1: byte 0xa9 is not UTF-8"),  # in the middle of a character
    ("u1 cat text.ark |", r"cat text.ark \| is a command, and commands are not run"),
    ("u1 -", "-: cannot be read"),  # standard input holds no second file
]


@pytest.mark.parametrize(("line", "sentence"), BAD)
def test_bad_lines(folder: Path, line: str, sentence: str) -> None:
    Path("text").write_text(f"u0 u4.txt\n{line}\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=f"^text:2: {sentence}"):
        read("scp:text")


def test_only_the_name_makes_an_scp() -> None:
    lines = ["u1 text.ark:3", "u2 dir/file"]
    assert [Scp.recognizes(lines, hinted=hinted) for hinted in (False, True)] == [False, True]
    assert not Scp.recognizes(["u1 a b"], hinted=True)
    assert not Scp.recognizes(["u1 word"], hinted=True)


def test_it_cannot_be_written() -> None:
    with pytest.raises(ScoreError, match="corpus: an scp only points into other files and cannot be written"):
        next(Scp.write(Corpus(["u1"], ["a"], "corpus")))
