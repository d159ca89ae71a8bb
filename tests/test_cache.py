"""What is kept is what was said, and nothing that happens to the files can be heard in a score."""

import os
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from mondegreen import cache as module
from mondegreen.cache import Cache, users_folder
from mondegreen.errors import ScoreWarning


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sqlite"))


def test_what_was_kept_is_found_by_the_next(tmp_path: Path) -> None:
    texts = {"a": b"1", "": b"", "é \ud800": b"\0" * 9}
    Cache(tmp_path / "new" / "folder").put_many("m 1", texts)
    assert Cache(tmp_path / "new" / "folder").get_many("m 1", [*texts, "b"]) == texts


def test_a_file_bears_the_layout_of_what_it_holds(tmp_path: Path) -> None:
    """Files that an earlier layout wrote are left alone; a new layout is a new number here."""
    Cache(tmp_path).put_many("m", {"a": b"1"})
    assert [path.name.rpartition("-")[2] for path in files(tmp_path)] == ["1.sqlite"]
    assert len(files(tmp_path)[0].name) == len(f"{'0' * 32}-1.sqlite")


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 1000])
def test_many_are_asked_for_in_portions(tmp_path: Path, count: int) -> None:
    texts = {str(number): b"%d" % number for number in range(count)}
    cache = Cache(tmp_path)
    cache.put_many("m", texts)
    assert cache.get_many("m", texts) == texts
    assert bool(files(tmp_path)) is bool(count)


def test_another_version_does_not_answer(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put_many("m 1", {"a": b"1"})
    cache.put_many("m 2", {"a": b"2"})
    assert [cache.get_many(each, ["a"]) for each in ("m 1", "m 2", "m 3")] == [{"a": b"1"}, {"a": b"2"}, {}]


def test_the_last_value_counts_and_many_are_found(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put_many("m", {str(number): b"old" for number in range(2000)})
    cache.put_many("m", {"7": b"new"})
    found = cache.get_many("m", map(str, range(3000)))
    assert (len(found), found["7"], found["8"]) == (2000, b"new", b"old")


def test_without_a_folder_nothing_is_kept() -> None:
    cache = Cache()
    cache.put_many("m", {"a": b"1"})
    assert cache.get_many("m", ["a"]) == {}


@pytest.mark.parametrize("text", ["INSERT INTO said VALUES (x'00', x'00')", "UPDATE said SET value = 'text'"])
def test_a_damaged_entry_is_dropped(tmp_path: Path, text: str) -> None:
    cache = Cache(tmp_path)
    cache.put_many("m", {"a": b"1"})
    with sqlite3.connect(files(tmp_path)[0]) as store:
        store.execute("UPDATE said SET value = substr(value, 1, 8) || x'39'")
        store.execute(text)
    store.close()
    assert cache.get_many("m", ["a"]) == {}
    cache.put_many("m", {"a": b"2"})
    assert cache.get_many("m", ["a"]) == {"a": b"2"}


def test_an_entry_of_another_text_is_dropped(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put_many("m", {"a": b"1", "b": b"2"})
    with sqlite3.connect(files(tmp_path)[0]) as store:
        store.execute("UPDATE said SET value = (SELECT max(value) FROM said)")
    store.close()
    assert len(cache.get_many("m", ["a", "b"])) == 1


@pytest.mark.parametrize("content", [b"", b"no database at all" * 99, b"SQLite format 3\0" + b"\xff" * 5000])
@pytest.mark.parametrize("reads_first", [True, False])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, content: bytes, reads_first: bool) -> None:
    cache = Cache(tmp_path)
    cache.put_many("m", {"a": b"1"})
    files(tmp_path)[0].write_bytes(content)
    if reads_first:
        assert cache.get_many("m", ["a"]) == {}
    cache.put_many("m", {"b": b"2"})
    assert cache.get_many("m", ["a", "b"]) == {"b": b"2"}


def test_a_folder_that_cannot_be_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file")
    with pytest.warns(ScoreWarning, match="^nothing more is cached in .*file: "):
        cache.put_many("m", {"a": b"1"})
    cache.put_many("m", {"a": b"1"})
    assert cache.get_many("m", ["a"]) == {}


def write(folder: Path, number: int) -> None:
    cache = Cache(folder)
    for each in range(20):
        cache.put_many("m", {f"{number}-{each}": b"%d" % number, "shared": b"x"})


def test_processes_may_share_a_folder(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        list(pool.map(write, [tmp_path] * 4, range(4)))
    texts = [f"{number}-{each}" for number in range(4) for each in range(20)]
    assert len(Cache(tmp_path).get_many("m", [*texts, "shared"])) == 81


def test_no_file_stays_open(tmp_path: Path) -> None:
    cache, folder = Cache(tmp_path), Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("this system does not list open files")
    before = len(os.listdir(folder))  # noqa: PTH208 - the listing itself is among them either way
    for number in range(30):
        cache.put_many(f"m {number}", {"a": b"1"})
        cache.get_many(f"m {number}", ["a"])
    assert len(os.listdir(folder)) == before  # noqa: PTH208


def test_the_users_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert users_folder() == tmp_path / "mondegreen"
    monkeypatch.setattr("sys.platform", "darwin")
    assert users_folder() == Path.home() / "Library" / "Caches" / "mondegreen"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert users_folder() == tmp_path / "local" / "mondegreen"
    monkeypatch.delenv("LOCALAPPDATA")
    assert users_folder() == Path.home() / "AppData" / "Local" / "mondegreen"
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert users_folder() == Path.home() / ".cache" / "mondegreen"
    monkeypatch.setenv("XDG_CACHE_HOME", "")  # "not set or empty", as XDG's base directories have it
    assert users_folder() == Path.home() / ".cache" / "mondegreen"


def test_a_user_without_a_home_has_a_folder_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def expanduser(_: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")  # as pathlib does

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "expanduser", expanduser)
    assert users_folder() == Path("~/.cache/mondegreen")


def test_a_file_names_the_model_that_it_is_of(tmp_path: Path) -> None:
    """For those who look inside; a value has eight bytes before it, which tell whether it is sound."""
    for _ in range(2):
        Cache(tmp_path).put_many("model 1", {"a": b"12"})
    store = sqlite3.connect(files(tmp_path)[0])
    assert store.execute("SELECT identity FROM model").fetchall() == [("model 1",)]
    ((key, value),) = store.execute("SELECT text, value FROM said").fetchall()
    store.close()
    assert (len(key), len(value), value[8:]) == (16, 10, b"12")


def test_a_locked_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process writes at length is not damaged: nothing is found, nothing more is kept, all stays."""
    monkeypatch.setattr(module, "PATIENCE", 0)
    cache = Cache(tmp_path)
    cache.put_many("m", {"a": b"1"})
    store = sqlite3.connect(files(tmp_path)[0], isolation_level=None)
    store.execute("BEGIN EXCLUSIVE")
    assert cache.get_many("m", ["a"]) == {}
    with pytest.warns(ScoreWarning) as caught:
        cache.put_many("m", {"b": b"2"})
    assert [str(each.message) for each in caught] == [f"nothing more is cached in {tmp_path}: database is locked"]
    assert caught[0].filename == __file__  # whoever asked for it, not the cache itself
    store.close()
    cache.put_many("m", {"c": b"3"})
    assert cache.get_many("m", ["a", "b", "c"]) == {"a": b"1"}


def test_a_folder_that_cannot_be_is_told_by_what_stands_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.warns(ScoreWarning) as caught:
        Cache(tmp_path / "file").put_many("m", {"a": b"1"})
    assert str(caught[0].message) == f"nothing more is cached in {tmp_path / 'file'}: File exists"


def test_a_damaged_file_goes_with_its_journal(tmp_path: Path) -> None:
    """A journal would be played into the file that is begun anew."""
    cache = Cache(tmp_path)
    cache.put_many("m", {"a": b"1"})
    (path,) = files(tmp_path)
    journal = Path(f"{path}-journal")
    path.write_bytes(b"no database at all" * 99)
    journal.write_bytes(b"x" * 600)
    cache.put_many("m", {"a": b"2"})
    assert cache.get_many("m", ["a"]) == {"a": b"2"}
    assert not journal.exists()


def test_nothing_is_made_of_a_question(tmp_path: Path) -> None:
    assert Cache(tmp_path / "new").get_many("m", ["a"]) == {}
    Cache(tmp_path / "new").put_many("m", {})
    assert list(tmp_path.iterdir()) == []


def test_what_is_sound() -> None:
    key, other = module.digest_key("a"), module.digest_key("b")
    value = module.digest_value(key, b"1") + b"1"
    assert [module.is_sound(*each) for each in ((key, value), (other, value), (key, value[:-1]), (key, "text"))] == [
        *(True, False, False, False)
    ]
    assert module.is_sound(key, module.digest_value(key, b""))  # a value may be empty
