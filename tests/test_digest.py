"""Digests of files: of every byte, known from before where the file is as it was, and only there."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen import Cache, ScoreError, digest
from mondegreen.digest import (
    digest_blocks,
    digest_bytes,
    digest_directory,
    digest_file,
    digest_files,
    digest_text,
    file_identity,
    is_settled,
)

# What `b3sum` prints for a file that holds "abc".
ABC = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"
# The digest of nothing, the first of BLAKE3's official test vectors.
NOTHING = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"
Rested = Callable[[], None]


@pytest.fixture
def rested(monkeypatch: pytest.MonkeyPatch) -> Rested:
    """Forgets what the process knows, and has all files count as old enough to be known."""

    def forget() -> None:
        monkeypatch.setattr(digest, "KNOWN", {})

    forget()
    monkeypatch.setattr(digest, "SETTLED", -(1 << 62))
    return forget


def written(path: Path, content: bytes, times: tuple[int, int] | None = None) -> Path:
    path.write_bytes(content)
    if times:
        os.utime(path, ns=times)
    return path


def test_a_digest_is_that_of_b3sum(tmp_path: Path) -> None:
    assert digest_file(written(tmp_path / "f", b"abc")) == ABC
    assert file_identity(tmp_path / "f") == f"f-{ABC}"


@pytest.mark.parametrize("at", [0, 1 << 20, (3 << 20) + 17, (4 << 20) - 1])
def test_each_byte_counts(at: int, tmp_path: Path) -> None:
    content = bytearray(4 << 20)
    before = digest_file(written(tmp_path / "f", bytes(content)))
    content[at] ^= 1
    assert digest_file(written(tmp_path / "f", bytes(content))) != before


def test_a_file_is_read_once(rested: Rested, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, cache = written(tmp_path / "f", b"abc"), Cache(tmp_path / "cache")
    assert digest_file(path, cache) == ABC
    monkeypatch.setattr(digest, "read_digest", None)
    assert digest_file(path, Cache(None)) == ABC
    rested()
    assert digest_file(path, cache) == ABC


def test_a_file_of_the_same_size_and_time_is_another(rested: Rested, tmp_path: Path) -> None:
    cache, path = Cache(tmp_path / "cache"), tmp_path / "f"
    found = set()
    for content in (b"abc", b"abd"):
        found.add(digest_file(written(path, content, (5, 5)), cache))
        os.utime(path, ns=(5, 5))
    beside = written(tmp_path / "beside", b"abe", (5, 5))
    beside.replace(path)
    rested()
    found.add(digest_file(path, cache))
    assert len(found) == 3


def test_what_changed_a_moment_ago_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks once a second shows no second change within it."""
    monkeypatch.setattr(digest, "KNOWN", {})
    monkeypatch.setattr(digest, "get_state", lambda path: "1 2 3 {0} {0}".format(time.time_ns()))
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)
    cache = Cache(tmp_path / "cache")
    assert digest_file(written(tmp_path / "f", b"abc"), cache) == ABC
    assert digest_file(written(tmp_path / "f", b"abd"), cache) != ABC


def test_what_changes_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "f", b"abc")
    monkeypatch.setattr(
        digest, "read_digest", lambda path: digest_bytes(path.read_bytes() + written(path, b"ab").name.encode())
    )
    with pytest.raises(ScoreError, match="f: the file changed while it was read"):
        digest_file(path)


def test_a_damaged_cache_is_not_believed(rested: Rested, tmp_path: Path) -> None:
    path, cache = written(tmp_path / "f", b"abc"), Cache(tmp_path / "cache")
    cache.put_many(digest.KEPT, {digest.get_state(path): b"short"})
    assert digest_file(path, cache) == ABC


def test_a_directory_is_its_names_and_contents(tmp_path: Path) -> None:
    def made(name: str, files: dict[str, bytes]) -> str:
        for each, content in files.items():
            place = tmp_path / name / each
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        return digest_directory(tmp_path / name)

    first = made("a", {"x": b"1", "deep/y": b"2"})
    assert made("b", {"deep/y": b"2", "x": b"1", "__pycache__/x.cpython-310.pyc": b"3"}) == first
    others = [{"x": b"2", "deep/y": b"1"}, {"x": b"1", "y": b"2"}, {"x": b"1", "deep/y": b"2", "z": b""}]
    assert len({first, *(made(f"c{place}", files) for place, files in enumerate(others))}) == 4


@pytest.mark.parametrize(
    ("name", "what"), [("", "is not a file that can be read twice"), ("none", "cannot be read: No such")]
)
def test_what_is_no_file_is_told(name: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=what):
        digest_file(tmp_path / name)


def test_parts_are_told_apart() -> None:
    assert len({digest_bytes(*parts) for parts in ([b"ab"], [b"a", b"b"], [b"", b"ab"], [b"ab", b""])}) == 4


def test_bytes_texts_and_blocks_have_the_digest_of_a_file(tmp_path: Path) -> None:
    assert [digest_bytes(b"abc"), digest_text("abc"), digest_blocks([b"a", b"", b"bc"])] == [ABC] * 3
    assert [digest_bytes(b""), digest_blocks([]), digest_file(written(tmp_path / "f", b""))] == [NOTHING] * 3
    assert digest_text("\ud800") == digest_bytes(b"\xed\xa0\x80")  # half a character, as UTF-8 would have it


def test_parts_are_the_lines_of_their_digests() -> None:
    assert digest_bytes(b"abc", b"") == digest_bytes(f"{ABC}\n{NOTHING}".encode())
    assert digest_text("abc", "") == digest_bytes(b"abc", b"")


def test_several_files_are_the_list_that_b3sum_prints(tmp_path: Path) -> None:
    """A digest, two blanks and the name on each line; sorted by name."""
    one, two = written(tmp_path / "one", b"abc"), written(tmp_path / "two", b"")
    expected = digest_bytes(f"{ABC}  a\n{NOTHING}  b\n".encode())
    assert digest_files({"b": two, "a": one}) == expected
    assert file_identity(one, two) == f"one-{digest_bytes(f'{ABC}  one{chr(10)}{NOTHING}  two{chr(10)}'.encode())}"


def test_of_a_directory_only_what_matches(tmp_path: Path) -> None:
    for name in ("a.py", "deep/b.py", "c.txt", "d.pyc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"abc")
    lines = {name: f"{ABC}  {name}\n" for name in ("a.py", "c.txt", "deep/b.py")}
    assert digest_directory(tmp_path) == digest_bytes("".join(lines.values()).encode())
    some = digest_bytes((lines["a.py"] + lines["deep/b.py"]).encode())
    assert digest_directory(tmp_path, ["*.py"]) == digest_directory(tmp_path, ["a.*", "*.py"]) == some


@pytest.mark.parametrize(
    ("modified", "changed", "settled"), [(0, 0, True), (1, 0, False), (0, 1, False), (-1, -1, True), (5, 5, False)]
)
def test_a_file_has_settled_after_three_seconds(modified: int, changed: int, settled: bool) -> None:
    """FAT counts in two seconds; both times must lie further back than three, whatever else the state holds."""
    now, least = 10**18, 10**18 - 3_000_000_001
    assert is_settled(f"1 {now} 3 {least + modified} {least + changed}", now) is settled


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    for path, what in (
        (tmp_path, "is not a file that can be read twice; save it as one"),
        (tmp_path / "none", "cannot be read: No such file or directory"),
    ):
        with pytest.raises(ScoreError) as caught:
            digest_file(path)
        assert str(caught.value) == f"{path}: {what}"


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path / "f", b"abc")
    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(ScoreError) as caught:
        digest.read_digest(path)
    assert str(caught.value) == f"{path}: cannot be read: Permission denied"


def test_what_is_known_is_kept_in_the_cache_and_the_process(
    rested: Rested, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two files, one of which is known, only the other is read; a file that may change again is kept nowhere."""
    one, two, cache = written(tmp_path / "one", b"abc"), written(tmp_path / "two", b""), Cache(tmp_path / "cache")
    digest_file(one, cache)
    rested()
    read: list[str] = []
    original = digest.read_digest

    def watched(path: Path) -> str:
        read.append(path.name)
        return original(path)

    monkeypatch.setattr(digest, "read_digest", watched)
    assert digest.digest_many([one, two], cache) == {one: ABC, two: NOTHING}
    assert read == ["two"]
    assert digest.digest_many([two]) == {two: NOTHING}  # without a cache the process still knows it
    assert read == ["two"]
    monkeypatch.setattr(digest, "SETTLED", 1 << 62)
    new = written(tmp_path / "new", b"abc")
    for _ in range(2):
        digest_file(new, cache)
    assert read == ["two", "new", "new"]
