"""Files are written whole or not at all."""

import errno
import gzip
import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from mondegreen import ScoreError, output
from mondegreen.output import binary_output, refuse_places, text_output


def fail(path: Path, failure: BaseException) -> None:
    """Writes half a file."""
    with text_output(path) as stream:
        stream.write("half")
        raise failure


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_when_all_went_well(tmp_path: Path) -> None:
    with text_output(tmp_path / "out") as stream:
        stream.write("été\n")
        assert not (tmp_path / "out").exists()
    assert (tmp_path / "out").read_bytes() == "été\n".encode()
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt, ScoreError])
def test_a_run_that_fails_leaves_what_was_there(tmp_path: Path, failure: type[BaseException]) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")
    for name in ("old", "new"):
        with pytest.raises(failure):
            fail(tmp_path / name, failure("stop"))
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_text(encoding="utf-8") == "old"


def test_a_gz_is_compressed_and_the_same_at_any_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with text_output(tmp_path / name) as stream:
            stream.write("a b\n")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"a b\n"
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_bytes(tmp_path: Path) -> None:
    with binary_output(tmp_path / "out") as stream:
        stream.write(b"\xff\n")
    assert (tmp_path / "out").read_bytes() == b"\xff\n"


def test_standard_output_is_utf8_and_stays_open(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for word in ("été", "où"):
        with text_output("-") as stream:
            stream.write(f"{word}\n")
    assert capfdbinary.readouterr().out == "été\noù\n".encode()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("file")
    with text_output(tmp_path / "link") as stream:
        stream.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes links of others")
@pytest.mark.parametrize(
    ("mode", "owner", "refused"), [(0o1777, 65534, True), (0o1777, 0, False), (0o755, 65534, False)]
)
def test_a_link_of_strangers_is_not_followed(tmp_path: Path, mode: int, owner: int, refused: bool) -> None:
    """In /tmp anybody may have laid one that leads to a file of the user's."""
    (tmp_path / "mine").write_text("old", encoding="utf-8")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(mode)
    (tmp_path / "shared/link").symlink_to("../mine")
    os.chown(tmp_path / "shared/link", owner, owner, follow_symlinks=False)
    if refused:
        with pytest.raises(ScoreError, match="a link that another user made"), text_output(tmp_path / "shared/link"):
            pass
    else:
        with text_output(tmp_path / "shared/link") as stream:
            stream.write("new")
    assert (tmp_path / "mine").read_text(encoding="utf-8") == ("old" if refused else "new")


def test_who_may_read_a_file_stays_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "file").chmod(0o640)
    with text_output(tmp_path / "file") as stream:
        stream.write("new")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
    with text_output(tmp_path / "other") as stream:
        stream.write("new")
    (tmp_path / "plain").touch()
    assert (tmp_path / "other").stat().st_mode == (tmp_path / "plain").stat().st_mode


MISPLACED = [
    ("nowhere/out", "nowhere/out: cannot be written: there is no such directory"),
    ("file/out", "file/out: cannot be written: there is no such directory"),
    (".", "cannot be written: it is a directory"),
    ("x" * 300 + "/out", "cannot be written: the name is too long"),
]


@pytest.mark.parametrize(("name", "sentence"), MISPLACED)
def test_a_place_where_nothing_can_be_written(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ScoreError, match=sentence), text_output(tmp_path / name):
        pytest.fail("there is nothing to write to")
    assert names(tmp_path) == ["file"]


def test_a_folder_that_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locked by hand: root may write into any folder."""

    def locked(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", locked)
    with (
        pytest.raises(ScoreError, match="out: cannot be written: that is not permitted"),
        text_output(tmp_path / "out"),
    ):
        pytest.fail("there is nothing to write to")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk() -> None:
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"), text_output("/dev/full") as stream:
        stream.write("a\n")


def test_a_disk_that_fills_up_leaves_no_half_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left on device") as caught:
        fail(tmp_path / "out", OSError(errno.ENOSPC, "No space left on device"))
    assert caught.value.filename == str(tmp_path / "out")
    assert names(tmp_path) == []


def test_devices_are_not_replaced() -> None:
    before = Path(os.devnull).stat()
    with text_output(os.devnull) as stream:
        stream.write("a\n")
    assert Path(os.devnull).stat().st_ino == before.st_ino


def test_only_files_may_not_be_named_twice(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    for twice in ("-", os.devnull, None):
        refuse_places([twice, str(tmp_path / "out"), twice])
        with pytest.raises(ScoreError, match="out: it is named twice"):
            refuse_places([twice, str(tmp_path / "out"), str(tmp_path / "." / "out")])
    with pytest.raises(ScoreError, match="there: it is an input"):
        refuse_places([str(tmp_path / "there")], [str(tmp_path / "there")])
    assert names(tmp_path) == ["there"]


def test_half_a_character_is_said_and_not_written(tmp_path: Path) -> None:
    sentence = r"out: cannot be written: U\+D800 is half a character"
    with pytest.raises(ScoreError, match=sentence), text_output(tmp_path / "out") as stream:
        stream.write("a \ud800\n")
    assert names(tmp_path) == []


def killed(folder: Path, code: str) -> None:
    """A program that is killed while it writes there."""
    ending = "\n    os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", f"import os, signal\n{code}{ending}"], cwd=folder, check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has locks of open files")
def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.output.SWEPT", set())
    killed(tmp_path, "from mondegreen.output import text_output\nwith text_output('a') as out:\n    out.write('half')")
    killed(tmp_path, "from mondegreen.results.saved import replace_directory\nwith replace_directory('run') as place:")
    (left,) = tmp_path.iterdir()  # the second run removed what the first left
    assert left.is_dir()
    moved = tmp_path / ".mondegreen-abcdefabcdef"  # what a run had moved out of its way when it was killed
    moved.mkdir()
    (moved / "run.json").write_text("{}", encoding="utf-8")
    with text_output(tmp_path / "b") as out:
        out.write("whole")
    assert sorted(names(tmp_path)) == [moved.name, "b"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has locks of open files")
def test_what_is_being_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mondegreen.results.saved import replace_directory

    with text_output(tmp_path / "a") as one, replace_directory(tmp_path / "run") as place:
        (place / "run.json").write_text("{}", encoding="utf-8")
        one.write("first")
        monkeypatch.setattr("mondegreen.output.SWEPT", set())
        with text_output(tmp_path / "b") as other:
            other.write("second")
    assert sorted(names(tmp_path)) == ["a", "b", "run"]
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["run.json"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has locks of open files")
@pytest.mark.parametrize("moment", ["lock_file", "replace", "rename"])
def test_another_run_removes_nothing_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Neither before the lock is there nor between the last byte and the last name."""
    from mondegreen import output as module
    from mondegreen.results import saved

    def swept_before(done: Callable[..., Any]) -> Callable[..., Any]:
        def do(*given: Any, **named: Any) -> Any:
            monkeypatch.undo()
            with monkeypatch.context() as now:
                now.setattr(module, "SWEPT", set())
                module.sweep_leftovers(str(tmp_path))
            return done(*given, **named)

        return do

    if moment == "replace":
        monkeypatch.setattr(os, moment, swept_before(os.replace))
        with text_output(tmp_path / "a") as one:
            one.write("first")
        assert (tmp_path / "a").read_text(encoding="utf-8") == "first"
    else:
        owner = saved if moment == "lock_file" else Path
        monkeypatch.setattr(owner, moment, swept_before(getattr(owner, moment)))
        with saved.replace_directory(tmp_path / "a") as place:
            (place / "run.json").write_text("{}", encoding="utf-8")
        assert [path.name for path in (tmp_path / "a").iterdir()] == ["run.json"]
    assert names(tmp_path) == ["a"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has locks of open files")
def test_a_lock_that_was_waited_for_is_of_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mondegreen import output as module

    unfinished = tmp_path / ".mondegreen-1"
    unfinished.mkdir()
    (unfinished / ".lock").touch()
    locked = module.lock_file

    def finished_first(number: int) -> bool:
        (unfinished / ".lock").unlink()
        return locked(number)

    monkeypatch.setattr(module, "SWEPT", set())
    monkeypatch.setattr(module, "lock_file", finished_first)
    module.sweep_leftovers(str(tmp_path))
    assert unfinished.is_dir()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has locks of open files")
def test_one_that_was_removed_before_it_was_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mondegreen import output as module

    opened, made = module.open_place, []

    def removed_once(name: str, place: str, flags: int) -> BinaryIO:
        stream = opened(name, place, flags)
        made.append(place)
        if len(made) == 1:
            Path(place).unlink()
        return stream

    monkeypatch.setattr(module, "open_place", removed_once)
    with text_output(tmp_path / "a") as out:
        out.write("whole")
    assert len(made) == 2
    assert (tmp_path / "a").read_text(encoding="utf-8") == "whole"


REFUSED = [
    (errno.ENOENT, "there is no such directory"),
    (errno.ENOTDIR, "there is no such directory"),
    (errno.EISDIR, "it is a directory"),
    (errno.EACCES, "that is not permitted"),
    (errno.EPERM, "that is not permitted"),
    (errno.EROFS, "that is not permitted"),  # a disk that is mounted to be read alone
    (errno.ENAMETOOLONG, "the name is too long"),
]


@pytest.mark.parametrize(("code", "what"), REFUSED, ids=[errno.errorcode[code] for code, _ in REFUSED])
def test_what_stands_in_the_way_is_said_of_the_name_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, what: str
) -> None:
    def refused(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(ScoreError) as caught, text_output(tmp_path / "out"):
        pytest.fail("there is nothing to write to")
    assert str(caught.value) == f"{tmp_path / 'out'}: cannot be written: {what}"
    code = errno.ENOSPC  # no slip of the user's, but a failed run
    with pytest.raises(OSError, match="No space left on device") as failed, text_output(tmp_path / "out"):
        pytest.fail("there is nothing to write to")
    assert (failed.value.errno, failed.value.filename) == (errno.ENOSPC, str(tmp_path / "out"))


def test_whose_failure_it_was_stays_known(tmp_path: Path) -> None:
    """An error that names its own file keeps it, and a closed pipe is none of a file."""
    for failure, name in ((OSError(errno.EIO, "x", "other"), "other"), (BrokenPipeError(errno.EPIPE, "x"), None)):
        with pytest.raises(OSError, match="x") as caught:
            fail(tmp_path / "out", failure)
        assert caught.value.filename == name


def test_outputs_that_are_one_file_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any name, and standard output by what it is redirected into."""
    (tmp_path / "in").touch()
    (tmp_path / "link").symlink_to("in")
    given, link, new, other = (str(tmp_path / name) for name in ("in", "link", "new", "./new"))
    overwritten = f"it is an input ({given}) and would be overwritten; name another output"
    twice = "it is named twice as an output ({}); name two files"
    into_given, status = (tmp_path / "in").stat(), output.get_status
    cases: list[tuple[list[str | None], list[str], os.stat_result | None, str]] = [
        ([link], [given], None, f"{link}: {overwritten}"),
        (["-"], [given], into_given, f"-: {overwritten}"),
        ([new, None, str(tmp_path) + "/./new"], [], None, f"{tmp_path}/./new: {twice.format(new)}"),
        (["-", given], [], into_given, f"{given}: {twice.format('-')}"),
        ([given, "-"], [], into_given, f"-: {twice.format(given)}"),  # the file would take the place of the other
    ]
    for outputs, inputs, redirected, sentence in cases:
        monkeypatch.setattr(
            output, "get_status", lambda place, found=redirected: found if place == 1 else status(place)
        )
        with pytest.raises(ScoreError) as caught:
            refuse_places(outputs, inputs)
        assert str(caught.value) == sentence
    monkeypatch.setattr(output, "get_status", lambda place: into_given if place == 1 else status(place))
    refuse_places(["-", "-", new, None], [link + "x"])
    assert other not in names(tmp_path)


def test_standard_output_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    stat = os.stat

    def closed(place: Any, **how: Any) -> os.stat_result:
        if place == 1:
            raise OSError(errno.EBADF, "Bad file descriptor")
        return stat(place, **how)

    monkeypatch.setattr(os, "stat", closed)
    refuse_places(["-", "-"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only Unix has named pipes")
def test_a_pipe_is_not_opened_before_the_work(tmp_path: Path) -> None:
    """Whoever reads it would see its end; and without a reader it would wait forever."""
    os.mkfifo(tmp_path / "pipe")
    refuse_places([str(tmp_path / "pipe")] * 2, [str(tmp_path / "pipe")])


def test_a_trial_leaves_nothing_and_touches_nothing(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")
    before = (tmp_path / "old").stat()
    refuse_places([str(tmp_path / "old"), str(tmp_path / "new")])
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").stat() == before


def test_original_programs_compress_nothing(tmp_path: Path) -> None:
    with binary_output(tmp_path / "a.gz", gzips=False) as stream:
        stream.write(b"a")
    with binary_output(tmp_path / "gz") as stream:
        stream.write(b"b")
    assert [(tmp_path / name).read_bytes() for name in ("a.gz", "gz")] == [b"a", b"b"]


def test_lines_end_as_they_were_written(tmp_path: Path) -> None:
    with text_output(tmp_path / "out") as stream:
        stream.write("a\r\nb\n")
    assert (tmp_path / "out").read_bytes() == b"a\r\nb\n"


def test_bytes_of_standard_output_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was printed before comes first, and all is there at the end, whatever is buffered."""
    raw = io.BytesIO()
    buffered = io.TextIOWrapper(io.BufferedWriter(raw, 99))
    monkeypatch.setattr(sys, "stdout", buffered)
    sys.stdout.write("a")
    with binary_output("-") as stream:
        stream.write(b"b")
    assert raw.getvalue() == b"ab"


def test_a_folder_is_looked_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that a killed run left goes with the first output there, and the names of other programs stay."""
    monkeypatch.setattr("mondegreen.output.SWEPT", set())
    for name in (".mondegreen-0", ".mondegreenx", "x.mondegreen-0"):
        (tmp_path / name).touch()
    for name, left in (("a", "x.mondegreen-0"), ("b", ".mondegreen-1")):
        with text_output(tmp_path / name):
            pass
        assert left in names(tmp_path)
        (tmp_path / ".mondegreen-1").touch()
    assert names(tmp_path) == [".mondegreen-1", ".mondegreenx", "a", "b", "x.mondegreen-0"]
