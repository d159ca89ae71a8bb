"""A side read a block at a time: the same as the whole, whatever is asked for, in whatever order."""

import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import load_formats, read
from mondegreen.formats.format import Reading
from mondegreen.formats.stream import NotStreamable, Stream, check_line_ends, decode_lines, detect_formats, open_stream

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
        ("kaldi", "latin-1", "is a directory, or not in UTF-8"),
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


TOLD = "whether they have IDs depends on all of their lines"
HEADS = [
    ((None, ["the cat", "a dog"]), (None, ["the cat", "a dog"]), TOLD),
    ((None, ["a x", "a y"]), (None, ["b x", "b y"]), ("lines", "lines")),
    ((None, ["a x", "a y"]), (None, ["b x", "c y"]), TOLD),
    ((None, ["a (x)", "a (y)"]), (None, ["b x", "b y"]), TOLD),
    ((None, ["u-1 a", "u-2 b"]), (None, ["u-1 a", "u-2 b"]), ("kaldi", "kaldi")),
    ((None, ["u-1 a", "u-2 b"]), ("trn", ["a (u-1)", "b (u-2)"]), ("kaldi", "trn")),
    ((None, ["u-1 a", "u-1 b"]), (None, ["u-1 a", "u-1 b"]), "what may be IDs comes again and again"),
    ((None, ["u-1 a", "u-1 b"]), (None, ["u-1 a", "u-2 b"]), ("kaldi", "kaldi")),
    ((None, ["u-1 a", "u-2 b"]), (None, ["the cat", "a dog"]), "the format of one side decides that of the other"),
    (
        ("lines", ["the cat", "a dog"]),
        ("kaldi", ["u-1 a", "u-2 b"]),
        "the format of one side decides that of the other",
    ),
    (("parquet", ()), ("trn", ["a (u-1)"]), (None, "trn")),  # whose format was known before
    (("kaldi", ()), ("kaldi", ()), (None, None)),
]


@pytest.mark.parametrize(("ours", "theirs", "expected"), HEADS)
def test_what_beginnings_tell(ours: Any, theirs: Any, expected: Any) -> None:
    if isinstance(expected, tuple):
        assert detect_formats((ours, theirs)) == expected
    else:
        with pytest.raises(NotStreamable, match=f"^{expected}$"):
            detect_formats((ours, theirs))


LINE_ENDS = [(b"a\n", True), (b"a\r\n", True), (b"a\rb\n", True), (b"a", True), (b"a\r", False), (b"a\rb", False)]


@pytest.mark.parametrize(("data", "fine"), LINE_ENDS)
def test_ends_of_lines(data: bytes, fine: bool, tmp_path: Path) -> None:
    (tmp_path / "side").write_bytes(data)
    if fine:
        check_line_ends(str(tmp_path / "side"))
    else:
        with pytest.raises(NotStreamable, match="side ends its lines with carriage returns alone"):
            check_line_ends(str(tmp_path / "side"))


def test_only_the_first_line_has_the_mark_of_an_encoding() -> None:
    mark = "\ufeff".encode()
    assert list(decode_lines(mark + b"a\nb\n", Reading("f"))) == ["a", "b"]
    assert list(decode_lines(mark + b"a\nb\n", Reading("f", before=1))) == ["\ufeffa", "b"]
    with pytest.raises(ScoreError, match=r"^f:2: byte 0xff is not UTF-8"):
        decode_lines(b"a\n\xff\n", Reading("f"))
    with pytest.raises(ScoreError, match=r"^f:5: byte 0xff is not UTF-8"):
        decode_lines(b"a\n\xff\n", Reading("f", before=3))


def side_of(*texts: str, folder: Path, kind: str = "jsonl", size: int = 1) -> Stream:
    (folder / "side").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return open_stream(str(folder / "side"), kind, "utf-8", None, None, size)


ROW = '{"id": "u1", "text": "a"'
UNLIKE = [
    ([f"{ROW}}}", f'{ROW}, "n": 1}}'], "the lines of .* have different columns"),
    ([f"{ROW}}}", '{"text": "b"}'], "the lines of .* have different columns"),
    ([f'{ROW}, "tokens": [1]}}'], "there is something to say of .*"),
    ([f"{ROW}}}", f'{ROW}, "tokens": [1]}}'], "there is something to say of .*"),
    ([f'{ROW}, "words": []}}'], ".* times words"),
]


@pytest.mark.parametrize(("lines", "why"), UNLIKE, ids=[each[1] for each in UNLIKE])
def test_blocks_that_differ_are_left_to_others(lines: list[str], why: str, tmp_path: Path) -> None:
    side = side_of(*lines, folder=tmp_path)
    with pytest.raises(NotStreamable, match=f"^{why}$"):
        list(side.blocks())


def test_blank_blocks_are_none(tmp_path: Path) -> None:
    side = side_of("", f"{ROW}}}", " ", f"{ROW}}}", "", folder=tmp_path)
    assert [len(block) for block in side.blocks()] == [0, 1, 0, 1, 0]
    assert [(block.at, block.before, block.first, block.last) for block in side.table] == [
        (0, 1, "u1", "u1"),
        (1, 3, "u1", "u1"),
    ]
    assert [side.count, side.fields, side.keyed, side.format, side.name] == [
        2,
        (),
        True,
        "jsonl",
        str(tmp_path / "side"),
    ]
    assert sum(map(len, side.blocks())) == side.count == 2  # as often as need be


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path) -> None:
    side = side_of("u-1 a", "u-2 b", folder=tmp_path, kind="kaldi")
    assert len(list(side.blocks())) == 2
    side.refuse_changed()
    (tmp_path / "side").write_text("u-1 a\nu-3 b\n", encoding="utf-8")
    assert side.block(0).keys[0] == "u-1"
    with pytest.raises(ScoreError, match="side: the file changed while it was read"):
        side.block(1)
    (tmp_path / "side").write_text("u-1 a\nu-2 b\nu-3 c\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="side: the file changed while it was read"):
        side.refuse_changed()
    side.close()


def test_a_side_is_sent_without_what_is_open(tmp_path: Path) -> None:
    side = side_of("u-1 a", "u-2 b", folder=tmp_path, kind="kaldi")
    assert len(list(side.blocks())) == 2
    side.block(1)
    again = pickle.loads(pickle.dumps(side))
    side.close()
    assert [again.cached, again.lines, again.table == side.table] == [None, None, True]
    assert rows(again.part(0, 2)) == [("u-1", "a"), ("u-2", "b")]
    again.close()


def test_sides_that_cannot_be_read_in_blocks(tmp_path: Path) -> None:
    plain = written(tmp_path, "kaldi")
    for path, kind, key, text, why in (
        (str(tmp_path), None, None, None, "is a directory, or not in UTF-8"),
        (f"ark:{plain}", "trn", None, None, "the prefix says otherwise"),
        (str(tmp_path / "none"), None, None, None, "a pipe can be read only once"),
        (str(plain), "kaldi", "id", None, "is read as kaldi, of which a part does not stand for itself"),
        (str(plain), "kaldi", None, "text", "is read as kaldi, of which a part does not stand for itself"),
    ):
        with pytest.raises(NotStreamable, match=why):
            open_stream(path, kind, "utf-8", key, text, 2)
    (tmp_path / "empty").touch()
    with pytest.raises(NotStreamable, match="empty is empty"):
        open_stream(str(tmp_path / "empty"), None, "utf-8", None, None, 2)
    (tmp_path / "side.b").write_text("a (u-1)\n", encoding="utf-8")
    with pytest.raises(NotStreamable, match="files of different formats"):
        open_stream(str(tmp_path / "side*"), None, "utf-8", None, None, 2)
    side = open_stream(f"ark:{plain}", None, "utf-8", None, None, 2)
    assert [side.format, side.name] == ["kaldi", str(plain)]
    assert open_stream(str(tmp_path / "side"), "jsonl", "utf-8", "id", "text", 2).reading.key == "id"
