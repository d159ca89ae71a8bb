"""Bytes from files, standard input and gzip become lines, or an error that names their place."""

import gzip
import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mondegreen import ScoreError
from mondegreen.cli import main
from mondegreen.formats import read
from mondegreen.io.source import (
    check_unchanged,
    get_stamp,
    is_compressed,
    is_utf8,
    load_lines,
    open_bytes,
    to_utf8,
    without_prefix,
)

FILES = [
    (b"a\nb\n", ["a", "b"]),
    (b"a\nb", ["a", "b"]),  # the last line need not end
    (b"a\r\nb\r\n", ["a", "b"]),
    (b"\xef\xbb\xbfa\n", ["a"]),  # a byte order mark is no letter
    (b"a\n\nb\n\n", ["a", "", "b", ""]),  # an empty line is a line
    (b"", []),
    (b"\n", [""]),
    ("a\u2028b\x0bc\x85d\n".encode(), ["a\u2028b\x0bc\x85d"]),  # rare separators stay inside a text
    (b"a\x00b\n", ["a\x00b"]),
    (b"a\rb\n", ["a\rb"]),  # a carriage return alone ends no line
    (gzip.compress(b"a\nb\n", mtime=0), ["a", "b"]),  # whatever the name
    (gzip.compress(b"a\n", mtime=0) + gzip.compress(b"b\n", mtime=0), ["a", "b"]),  # parts written one after the other
    (gzip.compress(b"", mtime=0), []),
]


@pytest.mark.parametrize(("data", "lines"), FILES)
def test_load_lines(tmp_path: Path, data: bytes, lines: list[str]) -> None:
    (tmp_path / "file").write_bytes(data)
    assert load_lines(str(tmp_path / "file")) == lines


@pytest.mark.parametrize(("data", "lines"), FILES)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, lines: list[str]) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert load_lines("-") == lines


def test_errors_name_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"u1 a\n\xff")))
    with pytest.raises(ScoreError, match="standard input:2: byte 0xff"):
        read("-")
    with pytest.raises(ScoreError, match="standard input: the file is empty"):
        read("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ScoreError, match="standard input: is closed"):
        read("-")


ENCODED = [
    ("latin-1", "été".encode("latin-1")),
    ("utf-16", "été".encode("utf-16")),  # with its mark
    ("utf-16-le", "\ufeffété".encode("utf-16-le")),  # the mark is no letter here either
    ("utf-16-be", "été".encode("utf-16-be")),
    ("UTF8", "été".encode()),
    ("utf-8-sig", "\ufeffété".encode()),
]


@pytest.mark.parametrize(("encoding", "data"), ENCODED)
def test_encodings(tmp_path: Path, encoding: str, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    assert load_lines(str(tmp_path / "file"), encoding) == ["été"]


UNDECODABLE = [
    (b"\xff\n", "utf-8", ":1: byte 0xff is not UTF-8; name its encoding"),
    (b"a\nb\n\xc3", "utf-8", ":3: byte 0xc3 is not UTF-8"),
    (b"a\r\n\xe9t\xe9\r\n", "utf-8", ":2: byte 0xe9 is not UTF-8"),
    ("é".encode("utf-16"), "utf-8", ":1: byte 0xff is not UTF-8; the file looks like UTF-16"),
    ("a\nb\n".encode("utf-16-le") + b"\x00\xd8a\x00", "utf-16-le", ":3: byte 0x00 is not UTF-16-LE"),
    (b"a\nb\n\x81", "cp1252", ":3: byte 0x81 is not cp1252"),
    ("été".encode(), "ascii", ":1: byte 0xc3 is not ascii"),
    (b"a", "undefined", ": does not decode as undefined"),
]


@pytest.mark.parametrize(("data", "encoding", "sentence"), UNDECODABLE)
def test_bytes_that_do_not_decode(tmp_path: Path, data: bytes, encoding: str, sentence: str) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(ScoreError, match=f"file{sentence}"):
        load_lines(str(tmp_path / "file"), encoding)


@pytest.mark.parametrize("encoding", ["utf-9", "base64", "rot13", "", "a\0b"])
def test_an_encoding_that_is_none(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "file").write_bytes(b"a\n")
    with pytest.raises(ScoreError, match=f'unknown text encoding "{encoding}"'):
        load_lines(str(tmp_path / "file"), encoding)


WHOLE = gzip.compress(b"u1 a b c d e f g\n" * 100, mtime=0)
DAMAGED = [
    (WHOLE[:-9], "the gzip data end too early"),
    (WHOLE[:5], "the gzip data end too early"),
    (WHOLE[:-8] + b"\0" * 8, "the gzip data are damaged: CRC check failed"),
    (WHOLE[:10] + b"\xff" * 20, "the gzip data are damaged: Error -3"),
    (WHOLE + b"more", "the gzip data are damaged: Not a gzipped file"),
]


@pytest.mark.parametrize(("data", "sentence"), DAMAGED)
def test_damaged_gzip(tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "text.gz").write_bytes(data)
    with pytest.raises(ScoreError, match=f"text.gz: {sentence}"):
        load_lines(str(tmp_path / "text.gz"))


def test_what_is_not_there_and_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ScoreError, match="nowhere: cannot be read: No such file"):
        read(tmp_path / "nowhere")
    with pytest.raises(ScoreError, match="the directory holds no file that ends in"):
        read(tmp_path)
    with pytest.raises(ScoreError, match="cannot be read: embedded null byte"):
        read("a\0b")

    def locked(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(ScoreError, match="locked: cannot be read: Permission denied"):
        read("locked")


def test_a_long_line_is_an_ordinary_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"u1 " + b"word " * 2_000_000)
    corpus = read(tmp_path / "file")
    assert [list(corpus.keys), len(corpus.texts[0])] == [["u1"], 10_000_000]


PREFIXED = [("ark:", "kaldi"), ("ark,t:", "kaldi"), ("ark,s,cs:", "kaldi"), ("", "lines")]


@pytest.mark.parametrize(("prefix", "name"), PREFIXED)
def test_kaldi_prefixes(tmp_path: Path, prefix: str, name: str) -> None:
    (tmp_path / "file").write_text("the cat\na dog\n", encoding="utf-8")
    corpus = read(f"{prefix}{tmp_path / 'file'}")
    assert [corpus.format, corpus.name] == [name, str(tmp_path / "file")]


def test_a_prefix_and_another_format(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="ark:file: the prefix says kaldi, but --format says trn"):
        read("ark:file", "trn")


@pytest.mark.parametrize("path", ["gunzip -c text.gz |", "ark:cat text|", "scp:cat x | "])
def test_commands_are_not_run(path: str) -> None:
    with pytest.raises(ScoreError, match="names a command, and commands are not run"):
        read(path)


def piped(text: str) -> str:
    """A path that can be read but once, such as a shell makes of `<(command)`."""
    end, start = os.pipe()
    os.write(start, text.encode())
    os.close(start)
    return f"/dev/fd/{end}"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_a_pipe_is_read_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(read(piped("u-1 the cat\nu-2 a dog\n")).texts) == ["the cat", "a dog"]
    (tmp_path / "ref").write_text("u-1 the cat\nu-2 a dog\n", encoding="utf-8")
    assert main(["score", str(tmp_path / "ref"), piped("u-1 the cat\nu-2 a hog\n"), "--as", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["systems"][0]["metrics"]["wer"]["score"] == 25


def test_files_of_a_pattern_follow_their_numbers(tmp_path: Path) -> None:
    for name in ("a1²3", "a1²12", "a1²2"):
        (tmp_path / name).write_text(f"u-{name} w\n", encoding="utf-8")
    assert list(read(tmp_path / "a*").keys) == ["u-a1²2", "u-a1²3", "u-a1²12"]


UTF8 = [("été".encode(), True), ("été".encode("latin-1"), False), (b"ete", False), (b"", False)]


@pytest.mark.parametrize(("data", "expected"), UTF8)
def test_files_that_hold_more_than_ascii_in_utf8(tmp_path: Path, data: bytes, expected: bool) -> None:
    (tmp_path / "file").write_bytes(data)
    assert is_utf8(str(tmp_path / "file")) is expected
    (tmp_path / "file").write_bytes(gzip.compress(data))
    assert is_utf8(str(tmp_path / "file")) is expected
    assert not is_utf8(str(tmp_path))
    assert not is_utf8("-")


PREFIXES = [
    ("ark:a", ("kaldi", "a")),
    ("scp:a", ("scp", "a")),
    ("ark,t:a", ("kaldi", "a")),
    *((f"scp,{each},s:a:b", ("scp", "a:b")) for each in ("b", "s", "ns", "cs", "ncs", "o", "no", "bg")),
    ("ark,x:a", (None, "ark,x:a")),
    ("Ark:a", (None, "Ark:a")),
    ("x/ark:a", (None, "x/ark:a")),
    ("a", (None, "a")),
]


@pytest.mark.parametrize(("path", "expected"), PREFIXES)
def test_prefixes(path: str, expected: tuple[str | None, str]) -> None:
    assert without_prefix(path) == expected


@pytest.mark.parametrize("path", ["cat a |", "cat a | ", "| cat", " |cat", "ark:cat a|"])
def test_commands_are_no_paths(path: str) -> None:
    with pytest.raises(ScoreError) as refused:
        without_prefix(path)
    sentence = "names a command, and commands are not run; give a file, or pipe it into `-`"
    assert str(refused.value) == f"{path}: {sentence}"


def test_a_file_that_is_written_to_meanwhile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a")
    with check_unchanged(str(path)):
        path.read_bytes()
    sentence = "file: the file changed while it was read; wait until it is complete, and start again$"
    with pytest.raises(ScoreError, match=sentence), check_unchanged(str(path)):
        path.write_bytes(b"ab")
    with pytest.raises(ScoreError, match=sentence), check_unchanged(str(path)):
        path.unlink()
    assert [get_stamp(name) for name in (str(path), str(tmp_path), "a\0b")] == [None] * 3


def test_bytes_are_unpacked_where_they_are_packed(tmp_path: Path) -> None:
    for data in (b"a\nb\n", b"", b"\x1f", gzip.compress(b"a\nb\n")):
        (tmp_path / "file").write_bytes(data)
        with open_bytes(str(tmp_path / "file")) as stream:
            assert stream.read() == (gzip.decompress(data) if len(data) > 9 else data)
        stream = io.BytesIO(data)
        assert is_compressed(stream) is (len(data) > 9)
        assert stream.tell() == 0
    with pytest.raises(ScoreError, match=r"none: cannot be read: No such file"), open_bytes(str(tmp_path / "none")):
        pass


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(ScoreError, match=r"^f: holds half a character, U\+D800$"):
        to_utf8("a\ud800".encode("utf-7", "surrogatepass"), "utf-7", "f")
    assert to_utf8("é".encode("latin-1"), "latin-1", "f") == "é".encode()
