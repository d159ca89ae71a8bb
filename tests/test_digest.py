"""Digests of files: of every byte, known from before where the file is as it was, and only there."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen import Cache, ScoreError, digest
from mondegreen.digest import digest_bytes, digest_directory, digest_file, file_identity

# What `b3sum` prints for a file that holds "abc".
ABC = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"
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
    with pytest.raises(ScoreError, match="f: the file was changed while it was read"):
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
    ("name", "what"), [("", "is no file that can be read again"), ("none", "cannot be read: No such")]
)
def test_what_is_no_file_is_told(name: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=what):
        digest_file(tmp_path / name)


def test_parts_are_told_apart() -> None:
    assert len({digest_bytes(*parts) for parts in ([b"ab"], [b"a", b"b"], [b"", b"ab"], [b"ab", b""])}) == 4
