"""Digests that identify a file, a model or an array by its bytes (BLAKE3, 256 bits).

What is known of a file is kept by its device, inode, size, and times of change to the nanosecond, so that gigabytes
are read once. A program can set the time of modification (`touch -r`), but not that of the change of the inode.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mondegreen._core import Digest
from mondegreen.errors import ScoreError
from mondegreen.progress import progress

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    from mondegreen.cache import Cache

PIECE = 1 << 20
# Under which name the cache keeps digests, and how many bytes one has.
KEPT, BYTES = "BLAKE3 of files by device, inode, size, mtime and ctime", 32
# A file that changed within so many nanoseconds may change again without another time: the clock of a disk may count
# in two seconds (FAT). Its digest is not kept.
SETTLED = 3_000_000_000
# What this process knows, for caches that keep nothing.
KNOWN: dict[str, str] = {}


class InputFile(NamedTuple):
    """A file that was scored: which side, its path, its `state` before it was read, and its digest once it is known."""

    side: str
    path: str
    state: str = ""
    digest: str | None = None


def digest_bytes(*parts: bytes) -> str:
    """The digest of bytes; of several parts that of their digests, so that none can lend bytes to its neighbor."""
    if len(parts) != 1:
        return digest_bytes("\n".join(map(digest_bytes, parts)).encode())
    found = Digest()
    found.update(parts[0])
    return found.hex()


def digest_text(*parts: str) -> str:
    """The digest of texts, half characters included."""
    return digest_bytes(*(part.encode("utf-8", "surrogatepass") for part in parts))


def digest_blocks(blocks: Iterable[bytes]) -> str:
    """The digest of bytes that come in blocks."""
    found = Digest()
    for block in blocks:
        found.update(block)
    return found.hex()


def digest_file(path: str | os.PathLike[str], cache: Cache | None = None) -> str:
    """The digest of a file, known from before if the file is as it was."""
    return next(iter(digest_many([Path(path)], cache).values()))


def digest_files(files: Mapping[str, Path], cache: Cache | None = None) -> str:
    """One digest of several files by name: of the list that `b3sum` would print, sorted by name."""
    found = digest_many(files.values(), cache)
    return digest_text("".join(f"{found[files[name]]}  {name}\n" for name in sorted(files)))


def digest_directory(folder: Path, patterns: Iterable[str] = ("*",), cache: Cache | None = None) -> str:
    """One digest of all files in a directory, or of those that match; what Python compiles for itself is none of it."""
    found = {path for pattern in patterns for path in folder.rglob(pattern) if path.is_file()}
    inside = {path.relative_to(folder): path for path in found if path.suffix != ".pyc"}
    return digest_files({each.as_posix(): path for each, path in inside.items()}, cache)


def digest_many(files: Iterable[Path], cache: Cache | None = None) -> dict[Path, str]:
    """The digest of each file."""
    keys = {path: get_state(path) for path in files}
    known = {key: KNOWN[key] for key in keys.values() if key in KNOWN}
    asked = [key for key in keys.values() if key not in known]
    if cache is not None and asked:
        found = cache.get_many(KEPT, asked).items()
        known |= {key: value.hex() for key, value in found if len(value) == BYTES}
    fresh: dict[str, str] = {}
    for path, key in keys.items():
        if key not in known:
            started = time.time_ns()
            known[key] = read_digest(path)
            if get_state(path) != key:
                raise ScoreError("the file changed while it was read; wait until it is complete", path=str(path))
            if is_settled(key, started):
                fresh[key] = known[key]
    KNOWN.update(fresh)
    if cache is not None and fresh:
        cache.put_many(KEPT, {key: bytes.fromhex(value) for key, value in fresh.items()})
    return {path: known[key] for path, key in keys.items()}


def get_state(path: Path) -> str:
    """What tells whether a file is as it was."""
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or error
        raise ScoreError(f"cannot be read: {what}", path=str(path)) from error
    if not path.is_file():
        raise ScoreError("is not a file that can be read twice; save it as one", path=str(path))
    return f"{found.st_dev} {found.st_ino} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}"


def is_settled(key: str, now: int) -> bool:
    """Whether a file had rested before it was read, so that any later change shows in its times."""
    return all(now - int(each) > SETTLED for each in key.split()[-2:])


def read_digest(path: Path) -> str:
    """The digest of a file's bytes, read a piece at a time."""
    found = Digest()
    try:
        with path.open("rb", buffering=0) as stream, progress(path.name, path.stat().st_size) as advance:
            while piece := stream.read(PIECE):
                found.update(piece)
                advance(len(piece))
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=str(path)) from error
    return found.hex()


def file_identity(path: Path, *beside: Path, cache: Cache | None = None) -> str:
    """A file's name and its digest, or that of it and those beside it that belong to it."""
    if not beside:
        return f"{path.name}-{digest_file(path, cache)}"
    return f"{path.name}-{digest_files({each.name: each for each in (path, *beside)}, cache)}"
