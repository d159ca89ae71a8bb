"""A side read a block at a time: the same as the whole, whatever is asked for, in whatever order."""

import random
from pathlib import Path

import pytest

from mondegreen import Corpus
from mondegreen.formats import load_formats, read
from mondegreen.formats.stream import NotStreamable, open_stream

# Blocks of the same number of bytes and of others; keys that only rise.
KEYS = [f"u-{number:02}" for number in range(11)]
TEXTS = ["ab", "cd", "ef", "gh", "", "été où", "x", "ab", "cd", "ef", "gh"]
BY_LINE = [kind.name for kind in load_formats() if kind.is_by_line]
LINE = {"kaldi": "{} {}", "trn": "{1} ({0})", "jsonl": '{{"utterance": "{}", "text": "{}"}}', "lines": "{1}"}
every_size = pytest.mark.parametrize("size", [1, 2, 3, 10, 11, 12])


def written(folder: Path, kind: str) -> Path:
    path = folder / "side"
    lines = (LINE[kind].format(key, text) for key, text in zip(KEYS, TEXTS))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def rows(corpus: Corpus) -> list[tuple[str, str]]:
    return list(zip(corpus.keys, corpus.texts))


def test_there_is_a_line_of_each_format() -> None:
    assert LINE.keys() == set(BY_LINE)


@pytest.mark.parametrize("kind", BY_LINE)
@every_size
def test_blocks_are_the_whole_in_any_order(kind: str, size: int, tmp_path: Path) -> None:
    path = written(tmp_path, kind)
    whole = rows(read(path, kind))
    assert len(whole) == 11
    side = open_stream(str(path), kind, "utf-8", None, None, size)
    blocks = [rows(block) for block in side.blocks()]
    assert [row for block in blocks for row in block] == whole
    assert [len(block) for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    assert side.count == 11
    assert [(block.at, block.count, block.lines) for block in side.table] == [
        (at, min(size, 11 - at), min(size, 11 - at)) for at in range(0, 11, size)
    ]
    places = random.Random(1).choices(range(len(blocks)), k=40)
    for place in [*range(len(blocks)), *reversed(range(len(blocks))), *places]:
        assert rows(side.block(place)) == blocks[place]
    side.close()


@every_size
def test_every_part_is_that_of_the_whole(size: int, tmp_path: Path) -> None:
    path = written(tmp_path, "kaldi")
    whole = rows(read(path, "kaldi"))
    side = open_stream(str(path), "kaldi", "utf-8", None, None, size)
    assert sum(1 for _ in side.blocks()) == -(-11 // size)
    for start in range(12):
        for stop in range(start, 12):
            assert rows(side.part(start, stop)) == whole[start:stop]
            low, high = f"u-{start:02}", f"u-{stop:02}"
            assert rows(side.between(low, high)) == whole[start:stop]
        assert rows(side.between(f"u-{start:02}", None)) == whole[start:]
    assert rows(side.between("", "u-04x")) == whole[:5]
    assert rows(side.between("u-04x", None)) == whole[5:]
    side.close()


def test_lines_are_read_on_from_where_they_are(tmp_path: Path) -> None:
    """What follows needs no search, which in a packed file would unpack all before it anew."""
    side = open_stream(str(written(tmp_path, "kaldi")), "kaldi", "utf-8", None, None, 2)
    assert len(list(side.blocks())) == 6
    for place in range(6):
        side.block(place)
        assert side.lines is not None
        end = side.table[place + 1].start if place < 5 else (tmp_path / "side").stat().st_size
        assert side.lines.at == end
    side.close()


@pytest.mark.parametrize(
    ("kind", "encoding", "why"),
    [
        ("ctm", "utf-8", "is read as ctm, of which a part does not stand for itself"),
        ("kaldi", "latin-1", "is a folder, or not in UTF-8"),
    ],
)
def test_what_must_be_read_whole(kind: str, encoding: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NotStreamable, match=why) as caught:
        open_stream(str(written(tmp_path, "kaldi")), kind, encoding, None, None, 2)
    assert not caught.value.told


@pytest.mark.parametrize("kind", BY_LINE)
@pytest.mark.parametrize("named", [True, False])
def test_carriage_returns_that_end_lines_are_for_others(kind: str, named: bool, tmp_path: Path) -> None:
    """All of such a file is the first line to who reads it line by line."""
    path = written(tmp_path, kind)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    with pytest.raises(NotStreamable, match="ends its lines with carriage returns alone"):
        open_stream(str(path), kind if named else None, "utf-8", None, None, 2)
    assert list(read(path, kind).texts)[:2] == TEXTS[:2]


@every_size
def test_carriage_returns_within_lines_are_blanks_in_every_block(size: int, tmp_path: Path) -> None:
    """In the last line too, which may be a block without any line feed."""
    path = tmp_path / "side"
    path.write_bytes(b"".join(b"u-%02d a\rb\r\n" % number for number in range(10)) + b"u-10 a\rb\r")
    whole = rows(read(path, "kaldi"))
    assert len(whole) == 11
    side = open_stream(str(path), "kaldi", "utf-8", None, None, size)
    assert [row for block in side.blocks() for row in rows(block)] == whole
    side.close()
