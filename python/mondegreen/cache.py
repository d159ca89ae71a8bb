"""Cached outputs of external models: a file for each model, with a value for each text.

A model's `identity` names it with its version, so that another version never answers for it. Nothing here can make a
score wrong or a run fail: what is damaged is dropped and asked of the model again, and where nothing can be kept, a
warning says so once.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import warnings
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Stands in the files' names: files of another layout are not looked at.
LAYOUT = 1
# How long to wait, in seconds, while another process writes.
PATIENCE = 30.0
AT_ONCE = 500
CHECK = 8


def users_folder() -> Path:
    """Where this system's programs keep what they can make again, in a folder of our own."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    with suppress(RuntimeError):  # a user without a home
        return Path(base).expanduser() / "mondegreen"
    return Path(base) / "mondegreen"


class Cache:
    """Bytes by model and text in a folder; without one, nothing is kept.

    Any number of processes may share the folder. A file is open only while it is read or written.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = None if folder is None else Path(folder)
        self.writes = folder is not None

    def get_many(self, identity: str, texts: Iterable[str]) -> dict[str, bytes]:
        """What this model said of those texts of which that is known."""
        path = self.path(identity)
        if path is None or not os.path.exists(path):  # noqa: PTH110 - where nobody may look, there is nothing
            return {}
        wanted = {digest_key(text): text for text in texts}
        try:
            # Read-only, so that a shared folder that others fill will do.
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=PATIENCE, uri=True)) as store:
                found = fetch_values(store, wanted)
        except sqlite3.OperationalError:
            return {}  # locked for long, or cut short while it was made: writing will tell
        except sqlite3.DatabaseError:
            discard_file(path)
            return {}
        return {wanted[key]: value[CHECK:] for key, value in found.items() if is_sound(key, value)}

    def put_many(self, identity: str, values: Mapping[str, bytes]) -> None:
        """Keeps what this model said of these texts."""
        path = self.path(identity)
        if path is None or not self.writes or not values:
            return
        rows = [
            (key, digest_value(key, value) + value)
            for key, value in ((digest_key(text), values[text]) for text in values)
        ]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_rows(path, identity, rows)
        except (OSError, sqlite3.Error) as error:
            self.writes = False
            warnings.warn(
                f"nothing more is cached in {self.folder}: {getattr(error, 'strerror', None) or error}",
                ScoreWarning,
                stacklevel=2,
            )

    def path(self, identity: str) -> Path | None:
        """The file of that model."""
        return None if self.folder is None else self.folder / f"{digest_key(identity).hex()}-{LAYOUT}.sqlite"


def write_rows(path: Path, identity: str, rows: list[tuple[bytes, bytes]]) -> None:
    """Writes the rows; a file that is damaged is begun anew."""
    try:
        write_value(path, identity, rows)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        discard_file(path)
        write_value(path, identity, rows)


def write_value(path: Path, identity: str, rows: list[tuple[bytes, bytes]]) -> None:
    """Writes all rows, or none if that fails."""
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as store, store:
        store.execute("CREATE TABLE IF NOT EXISTS said (text BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        store.execute("CREATE TABLE IF NOT EXISTS model (identity TEXT PRIMARY KEY)")  # for those who look inside
        store.execute("INSERT OR IGNORE INTO model VALUES (?)", (identity,))
        store.executemany("INSERT OR REPLACE INTO said VALUES (?, ?)", rows)


def fetch_values(store: sqlite3.Connection, keys: Iterable[bytes]) -> dict[bytes, bytes]:
    """The values of those keys that are there, in the order in which they stand on disk: half the time."""
    ordered = sorted(keys)
    found: dict[bytes, bytes] = {}
    for start in range(0, len(ordered), AT_ONCE):
        part = ordered[start : start + AT_ONCE]
        places = ",".join("?" * len(part))
        found.update(store.execute(f"SELECT text, value FROM said WHERE text IN ({places})", part))
    return found


def discard_file(path: Path) -> None:
    """Removes a damaged file, and first the journal, which must not be played into its successor."""
    for each in (Path(f"{path}-journal"), path):
        with suppress(OSError):
            each.unlink()


def digest_key(text: str) -> bytes:
    """A short name for a text; half characters, which UTF-8 cannot write, have one too."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def digest_value(key: bytes, value: bytes) -> bytes:
    """What tells a value that was changed, or that belongs to another text."""
    return blake2b(key + value, digest_size=CHECK).digest()


def is_sound(key: bytes, value: object) -> bool:
    """Whether a value is as it was written."""
    return isinstance(value, bytes) and value[:CHECK] == digest_value(key, value[CHECK:])
