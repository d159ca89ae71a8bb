"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress
from io import TextIOWrapper

from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; drop-ins, which start by the hundred, must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TextIO

STDOUT = "-"

# What the user got wrong about the place; anything else, such as a full disk, is a failed run.
MISPLACED = {
    errno.ENOENT: "there is no such directory",
    errno.ENOTDIR: "there is no such directory",
    errno.EISDIR: "it is a directory",
    errno.EACCES: "that is not permitted",
    errno.EPERM: "that is not permitted",
    errno.EROFS: "that is not permitted",
    errno.ENAMETOOLONG: "the name is too long",
}


def encode_text(text: str, path: str | os.PathLike[str]) -> bytes:
    """The text as UTF-8, for that file; half a character is refused."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise make_half_error(error, path) from error


def make_half_error(error: UnicodeEncodeError, path: str | os.PathLike[str]) -> ScoreError:
    code = ord(error.object[error.start])
    return ScoreError(f"cannot be written: U+{code:04X} is half a character", path=os.fspath(path))


@contextmanager
def text_output(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream of UTF-8 text that becomes the file when all went well; compressed if the name ends in .gz.

    `-` is standard output. A run that fails leaves what was there before.
    """
    with binary_output(path) as stream:
        text = TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        except UnicodeEncodeError as error:
            raise make_half_error(error, path) from error
        finally:
            # Else the wrapper would close what is not its own. Detaching flushes, which may fail a second time.
            with suppress(OSError, UnicodeEncodeError):
                text.detach()


class TriedError(Exception):
    """Ends a trial, so that nothing is written."""


def refuse_unwritable(path: str | os.PathLike[str]) -> None:
    """Says before long work what would stand in the way of its output, of which nothing is touched."""
    before = get_status(name := os.fspath(path))
    if name != STDOUT and (before is None or not stat.S_ISFIFO(before.st_mode)):
        with suppress(TriedError), replace_atomically(name):
            raise TriedError


def refuse_places(outputs: Iterable[str | None], inputs: Iterable[str] = ()) -> None:
    """The same of several outputs, of which no two may be one file, nor one from which is read; None is no output."""
    read = {get_identity(path): path for path in inputs}
    written: dict[tuple[int, int] | str, str] = {}
    for path in filter(None, outputs):
        refuse_unwritable(path)
        before = get_status(path if path != STDOUT else 1)  # or what standard output is redirected into
        if before is not None and not stat.S_ISREG(before.st_mode):
            continue  # a device or a pipe holds nothing that could be lost
        place = get_identity(path, before)
        if place in read:
            raise ScoreError(f"it is an input ({read[place]}) and would be overwritten; name another output", path=path)
        if place in written and (path, written[place]) != (STDOUT, STDOUT):
            raise ScoreError(f"it is named twice as an output ({written[place]}); name two files", path=path)
        written[place] = path


def get_identity(path: str, found: os.stat_result | None = None) -> tuple[int, int] | str:
    """What a file is whatever it is called (links, `./`, /dev/fd), or, where there is none yet, its place."""
    found = found or get_status(path)
    return (found.st_dev, found.st_ino) if found else os.path.realpath(path)


@contextmanager
def binary_output(path: str | os.PathLike[str], *, gzips: bool = True) -> Iterator[BinaryIO]:
    """The same for bytes; `gzips` is for names that end in .gz, which original programs do not heed."""
    name = os.fspath(path)
    if name == STDOUT:
        with unclosed_stdout() as stream:
            yield stream
        return
    try:
        with replace_atomically(name) as stream:
            if not (gzips and name.endswith(".gz")):
                yield stream
                return
            from gzip import GzipFile

            with GzipFile("", "wb", fileobj=stream, mtime=0) as inner:  # the same bytes at any time
                yield inner  # type: ignore[misc] # it writes bytes as any binary stream
    except OSError as error:
        if error.filename is None and not isinstance(error, BrokenPipeError):
            error.filename = name  # a failed write does not say of what
        raise


@contextmanager
def replace_atomically(name: str) -> Iterator[BinaryIO]:
    """A stream beside the file, which takes its place at the end; devices and pipes are written to at once."""
    # A link stays a link. Any other name goes to the system as it is: resolving `missing/../../x` by its letters would
    # lead out of a directory where the system says that there is no `missing`.
    goal = name
    if os.path.islink(name):
        check_link(name)
        goal = os.path.realpath(name)
    before = get_status(goal)
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open_place(name, goal, os.O_WRONLY) as stream:
            yield stream
        return
    stream, beside = create_unfinished(name, os.path.dirname(goal))
    try:
        with keep_lock(stream):
            with stream:
                yield stream
            if before is not None:
                os.chmod(beside, stat.S_IMODE(before.st_mode))
            os.replace(beside, goal)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def check_link(name: str) -> None:
    """Refuses another user's link in a directory such as /tmp, as kernels do where a file is opened to be written."""
    if sys.platform == "win32":
        return
    link, above = os.lstat(name), os.stat(os.path.dirname(name) or ".")
    shared = stat.S_ISVTX | stat.S_IWOTH
    if above.st_mode & shared == shared and link.st_uid not in (os.geteuid(), above.st_uid):
        raise ScoreError("cannot be written: it is a link that another user made; name another output", path=name)


# What is being written, or was when its program was killed.
UNFINISHED = ".mondegreen-"
# The file that a directory which is being written holds as long as it is.
LOCK = ".lock"
# Directories that were looked through for what killed programs left; once will do.
SWEPT: set[str] = set()


def create_unfinished(name: str, directory: str) -> tuple[BinaryIO, str]:
    """A new file in the directory, locked so that no other run takes it for one that was left there."""
    sweep_leftovers(directory)
    while True:
        place = os.path.join(directory, f"{UNFINISHED}{os.urandom(6).hex()}")
        stream = open_place(name, place, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        if not lock_file(stream.fileno(), wait=True) or os.fstat(stream.fileno()).st_nlink:
            return stream, place
        stream.close()  # another run removed it before it was locked


@contextmanager
def keep_lock(stream: BinaryIO) -> Iterator[None]:
    """Keeps the lock of a file that is closed meanwhile: until it has its last name it could be taken for left."""
    if sys.platform == "win32":  # there are no such locks, and an open file cannot be moved
        yield
        return
    held = os.dup(stream.fileno())
    try:
        yield
    finally:
        os.close(held)


def lock_file(number: int, *, wait: bool = False) -> bool:
    """Locks an open file until it is closed; false if another has, or where there are no locks."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def sweep_leftovers(directory: str) -> None:
    """Removes what runs that were killed left half-written here; what is being written is locked, and stays.

    Of directories only those that hold a lock are half-written: others may be what a run had moved out of its way.
    """
    place = os.path.abspath(directory or ".")
    if place in SWEPT:
        return
    SWEPT.add(place)
    with suppress(OSError), os.scandir(place) as entries:
        for entry in [each for each in entries if each.name.startswith(UNFINISHED)]:
            with suppress(OSError):
                held = os.path.join(entry.path, LOCK) if entry.is_dir(follow_symlinks=False) else entry.path
                number = os.open(held, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
                try:
                    # One that lost its name while this waited was just finished.
                    if lock_file(number) and os.fstat(number).st_nlink:
                        remove_file(entry.path, whole=held != entry.path)
                finally:
                    os.close(number)


def remove_file(path: str, *, whole: bool) -> None:
    """Removes a file, or a whole directory."""
    if whole:
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
    else:
        os.unlink(path)


def open_place(name: str, place: str, flags: int) -> BinaryIO:
    """A stream to that place; what stands in the way is said of the name that the user gave."""
    try:
        return os.fdopen(os.open(place, flags | getattr(os, "O_BINARY", 0), 0o666), "wb")
    except OSError as error:
        what = MISPLACED.get(error.errno or 0)
        if what is None:
            raise OSError(error.errno, error.strerror, name) from error
        raise ScoreError(f"cannot be written: {what}", path=name) from error


def get_status(place: str | int) -> os.stat_result | None:
    try:
        return os.stat(place)
    except OSError:
        return None


@contextmanager
def unclosed_stdout() -> Iterator[BinaryIO]:
    """The bytes of standard output: what is written is data, and no terminal's encoding may change it."""
    sys.stdout.flush()
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()
