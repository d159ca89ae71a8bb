"""Files that unpack to more than anybody wants."""

import gzip
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.io import compressed

Command = Callable[..., Answer]
TEXT = b"one line\nanother line\n" * 1000


@pytest.fixture(autouse=True)
def _usual_limit() -> Iterator[None]:
    yield
    compressed.Limit.bytes = compressed.DEFAULT_LIMIT


@pytest.mark.parametrize(
    "read",
    [
        lambda stream: stream.read(),
        lambda stream: b"".join(iter(lambda: stream.read(7), b"")),
        lambda stream: b"".join(iter(lambda: stream.read1(7), b"")),
        b"".join,
        lambda stream: b"".join(iter(lambda: stream.readline(3), b"")),
        lambda stream: io.TextIOWrapper(stream, "ascii", newline="").read().encode(),
    ],
)
def test_bytes_come_as_they_were_up_to_the_limit(read: Callable[[compressed.Decompressed], bytes]) -> None:
    data = gzip.compress(TEXT)
    compressed.Limit.bytes = len(TEXT)
    assert read(compressed.Decompressed(io.BytesIO(data), "f")) == TEXT
    compressed.Limit.bytes = len(TEXT) - 1
    with pytest.raises(mg.ScoreError, match="f: decompresses to more than 21,999 bytes"):
        read(compressed.Decompressed(io.BytesIO(data), "f"))


def test_a_line_without_end_is_not_gathered() -> None:
    """No more is unpacked than one byte beyond the limit."""
    compressed.Limit.bytes = 1000
    stream = compressed.Decompressed(io.BytesIO(gzip.compress(bytes(10_000_000))), "f")
    with pytest.raises(mg.ScoreError):
        stream.readline()
    assert stream.tell() == 1001


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("500k", 512_000), ("2G", 2**31), ("1T", 2**40)])
def test_sizes(text: str, number: int) -> None:
    assert compressed.parse_size(text) == number


@pytest.mark.parametrize("text", ["", "0", "-1", "2X", "G", "1.5G", "٣"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="give a number of bytes"):
        compressed.parse_size(text)


@pytest.mark.parametrize(
    "words",
    [
        ["score", "ref.txt", "bomb.gz"],
        ["score", "bomb.gz", "ref.txt", "--batch-size", "10"],
        ["align", "ref.txt", "bomb.gz"],
        ["nbest", "oracle", "ref.txt", "bomb.gz"],
    ],
)
def test_a_bomb_is_refused_by_commands(files: Path, command: Command, words: list[str]) -> None:
    Path("bomb.gz").write_bytes(gzip.compress(b"utt-1 " + b"word " * 1_000_000))
    answer = command(*words, "--max-bytes", "1M")
    assert [answer.code, answer.out] == [2, ""]
    assert "bomb.gz: decompresses to more than 1,048,576 bytes; if that is right, raise --max-bytes" in answer.err
    assert "decompresses to more" not in command(*words, "--max-bytes", "6M").err
    assert "decompresses to more" not in command(*words).err


ENDLESS = "gives more than 1,048,576 bytes; if that is right, raise --max-bytes"


@pytest.mark.parametrize(
    "line",
    [
        "score ref.txt /dev/zero",
        "score /dev/zero hyp.txt",
        "score ref.txt hyp.txt --utt2spk /dev/zero",
        "score ref.txt hyp.txt --uem /dev/zero",
        "score ref.txt hyp.txt --column x=/dev/zero",
        "score ref.txt hyp.txt --metrics keywords:list=/dev/zero",
        "score ref.txt hyp.txt --normalize glm:/dev/zero",
        "align ref.txt /dev/zero",
        "compare ref.txt hyp.txt /dev/zero",
        "report ref.txt /dev/zero -o x.html",
        "report ref.txt hyp.txt --surfaces /dev/zero -o x.html",
        "report ref.txt hyp.txt --audio /dev/zero -o x.html",
        "normalize /dev/zero --rules lower",
        "convert /dev/zero x.trn",
        "nbest oracle ref.txt /dev/zero",
        "nbest oracle ref.txt scp:/dev/zero --words words.txt",
        "nbest tune ref.txt /dev/zero --weights lm=0:1:0.5",
        "nbest rerank /dev/zero --weights lm=1 -o x",
        "nbest rover ref.txt /dev/zero",
        "study correlate ref.txt /dev/zero",
        "study agreement /dev/zero",
        "study robustness /dev/zero --table ref.txt --stop-words ref.txt",
        "study robustness ref.txt --table /dev/zero --stop-words ref.txt",
        "lexicon map two.vec two.vec --dictionary /dev/zero --output x.npz",
        "lexicon split /dev/zero --train x --test y",
        "lexicon eval /dev/zero",
        "lexicon eval /dev/zero system.txt",
        "lexicon gather /dev/zero",
        "simulate /dev/zero --wer 0.2",
        "simulate ref.txt --table /dev/zero",
        "simulate ref.txt --like /dev/zero",
    ],
)
def test_what_never_ends_is_read_up_to_the_limit(files: Path, command: Command, line: str) -> None:
    Path("words.txt").write_text("a 1\n", encoding="utf-8")
    Path("two.vec").write_text("2 2\na 1 0\nb 0 1\n", encoding="utf-8")
    answer = command(*line.split(), "--max-bytes", "1M")
    assert [answer.code, answer.out] == [2, ""]
    assert f"/dev/zero: {ENDLESS}\n" in answer.err


def test_what_points_to_something_endless_is_read_so_too(files: Path, command: Command) -> None:
    Path("zero.scp").write_text("utt-1 /dev/zero\n", encoding="utf-8")
    answer = command("score", "ref.txt", "zero.scp", "--max-bytes", "1M")
    assert f"error: zero.scp:1: /dev/zero: {ENDLESS}\n" in answer.err


@pytest.mark.parametrize("more", [[], ["--batch-size", "1"]])
def test_standard_input_is_read_up_to_the_limit(files: Path, more: list[str]) -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-m", "mondegreen", "score", "ref.txt", "-", "--max-bytes", "1M", *more],
            stdin=endless,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert f"error: standard input: {ENDLESS}\n" in done.stderr


@pytest.mark.parametrize("limit", ["100k", "1M"])
@pytest.mark.parametrize("more", [[], ["--batch-size", "2"]])
def test_parquet_unpacks_up_to_the_limit(files: Path, command: Command, limit: str, more: list[str]) -> None:
    """What the file says of its size is beyond the smaller limit, and what its copies of one text come to both."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"utterance": [f"utt-{number}" for number in range(300)], "text": ["word " * 24_000] * 300})
    parquet.write_table(table, "bomb.parquet")
    assert Path("bomb.parquet").stat().st_size < 20_000
    answer = command("score", "bomb.parquet", "bomb.parquet", *more, "--max-bytes", limit)
    assert [answer.code, answer.out] == [2, ""]
    assert "error: bomb.parquet: decompresses to more than 1" in answer.err
    assert command("score", "bomb.parquet", "bomb.parquet", *more, "--max-bytes", "100M").code == 0


def test_out_of_memory_is_a_sentence(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mondegreen.io.source.load_bytes", end)
    answer = command("score", "ref.txt", "hyp.txt")
    assert [answer.code, answer.out] == [1, ""]
    assert answer.err.startswith("mondegreen: error: out of memory; give smaller files")


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("1K", 1 << 10), ("3m", 3 << 20), ("9" * 18, int("9" * 18)), (f"{'9' * 18}t", int("9" * 18) << 40)],
)
def test_sizes_at_their_limits(text: str, number: int) -> None:
    assert compressed.parse_size(text) == number
    with pytest.raises(mg.ScoreError) as refused:
        compressed.parse_size(f"{'9' * 19}K")
    assert str(refused.value) == f'--max-bytes is "{"9" * 19}K"; give a number of bytes, such as 500M or 2G'


def test_what_memory_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it, and no more than files may unpack to; what a command says goes before."""
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}
    monkeypatch.setattr(os, "sysconf", lambda name: sizes[name], raising=False)
    assert compressed.memory_limit() == 4096 * 1000 // 2
    sizes["SC_PHYS_PAGES"] = 1 << 40
    assert compressed.memory_limit() == compressed.DEFAULT_LIMIT == 64 * 2**30
    compressed.Limit.bytes = 7
    assert compressed.memory_limit() == 7
    compressed.Limit.bytes = compressed.DEFAULT_LIMIT
    monkeypatch.setattr(sys, "platform", "win32")  # whose Python lacks sysconf
    assert compressed.memory_limit() == compressed.DEFAULT_LIMIT


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11])
def test_pieces_of_a_pipe(size: int) -> None:
    stream = io.BytesIO(bytes(size))
    if size <= 10:
        assert b"".join(compressed.read_pieces(stream, 10, "f")) == bytes(size)
    else:
        with pytest.raises(mg.ScoreError) as refused:
            list(compressed.read_pieces(stream, 10, "f"))
        assert str(refused.value) == "f: gives more than 10 bytes; if that is right, raise --max-bytes"
    assert stream.tell() == size  # no more is read than one byte beyond


def test_a_stream_has_a_limit_of_its_own() -> None:
    data = gzip.compress(b"ab")
    assert compressed.Decompressed(io.BytesIO(data), "f", 2).read() == b"ab"
    assert compressed.Decompressed(io.BytesIO(data), "f", 2).read1() == b"ab"
    assert compressed.Decompressed(io.BytesIO(data), "f", 2).read(None) == b"ab"
    assert compressed.Decompressed(io.BytesIO(data), "f", 2).read(0) == b""
    with pytest.raises(mg.ScoreError, match=r"^f: decompresses to more than 0 bytes"):
        compressed.Decompressed(io.BytesIO(data), "f", 0).read()
