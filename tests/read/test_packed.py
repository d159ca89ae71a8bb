"""Files that unpack to more than anybody wants."""

import gzip
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.read import packed

Command = Callable[..., Answer]
TEXT = b"one line\nanother line\n" * 1000


@pytest.fixture(autouse=True)
def _usual_limit() -> Iterator[None]:
    yield
    packed.Limit.bytes = packed.USUAL


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
def test_bytes_come_as_they_were_up_to_the_limit(read: Callable[[packed.Unpacked], bytes]) -> None:
    data = gzip.compress(TEXT)
    packed.Limit.bytes = len(TEXT)
    assert read(packed.Unpacked(io.BytesIO(data), "f")) == TEXT
    packed.Limit.bytes = len(TEXT) - 1
    with pytest.raises(mg.ScoreError, match="f: unpacks to more than 21,999 bytes"):
        read(packed.Unpacked(io.BytesIO(data), "f"))


def test_a_line_without_end_is_not_gathered() -> None:
    """No more is unpacked than one byte beyond the limit."""
    packed.Limit.bytes = 1000
    stream = packed.Unpacked(io.BytesIO(gzip.compress(bytes(10_000_000))), "f")
    with pytest.raises(mg.ScoreError):
        stream.readline()
    assert stream.tell() == 1001


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("500k", 512_000), ("2G", 2**31), ("1T", 2**40)])
def test_sizes(text: str, number: int) -> None:
    assert packed.parsed(text) == number


@pytest.mark.parametrize("text", ["", "0", "-1", "2X", "G", "1.5G", "٣"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="give a number of bytes"):
        packed.parsed(text)


@pytest.mark.parametrize(
    "words",
    [
        ["score", "ref.txt", "bomb.gz"],
        ["score", "bomb.gz", "ref.txt", "--batch-size", "10"],
        ["align", "ref.txt", "bomb.gz"],
        ["oracle", "ref.txt", "bomb.gz"],
    ],
)
def test_a_bomb_is_refused_by_commands(files: Path, command: Command, words: list[str]) -> None:
    Path("bomb.gz").write_bytes(gzip.compress(b"utt-1 " + b"word " * 1_000_000))
    answer = command(*words, "--max-bytes", "1M")
    assert [answer.code, answer.out] == [2, ""]
    assert "bomb.gz: unpacks to more than 1,048,576 bytes; if that is right, allow more by --max-bytes" in answer.err
    assert "unpacks to more" not in command(*words, "--max-bytes", "6M").err
    assert "unpacks to more" not in command(*words).err
