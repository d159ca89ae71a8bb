"""Vectors as text (word2vec, fastText's .vec, GloVe), read once into a file that is then looked at as memory."""

from __future__ import annotations

import os
import warnings
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import KeptVectors, load_vectors
from mondegreen.cache import Cache, users_folder
from mondegreen.digest import digest_file, digest_text, file_identity
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.io.compressed import open_decompressed
from mondegreen.io.source import GZIP, check_unchanged
from mondegreen.progress import counted_progress, progress
from mondegreen.resources import vectors
from mondegreen.resources.vectors import Listed, WordVectors
from mondegreen.weights import Weights

# Bytes between two signs of progress.
PIECE = 1 << 24


@contextmanager
def decompress_file(path: Path, lines: int | None = None) -> Iterator[Path]:
    """The file itself, or where it lies decompressed meanwhile: all of it, or somewhat more than so many lines."""
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    if not packed:
        with check_unchanged(str(path)):
            yield path
        return
    with TemporaryDirectory(prefix="mondegreen-") as folder:
        place = Path(folder, path.name.removesuffix(".gz"))
        try:
            with check_unchanged(str(path)):
                decompress_to(path, place, lines)
        except (OSError, EOFError, zlib.error) as error:
            raise ScoreError(f"cannot be decompressed: {error}", path=str(path)) from error
        yield place


def decompress_to(path: Path, place: Path, lines: int | None) -> None:
    """Decompress one file into another."""
    seen, done = 0, 0
    with (
        path.open("rb") as file,
        open_decompressed(file, str(path)) as source,
        place.open("wb") as goal,
        progress(path.name, path.stat().st_size) as advance,
    ):
        while piece := source.read(PIECE):
            seen += piece.count(b"\n")
            if lines is not None and seen > lines:
                goal.write(piece[: piece.rindex(b"\n") + 1])  # no line is cut
                return
            goal.write(piece)
            advance(file.tell() - done)
            done = file.tell()


# More words than any list has.
ALL = 1 << 31
NO_TEXT = (".npy", ".bin")


@dataclass(eq=False)
class TextVectors(WordVectors):
    """Vectors of unit length in a mapped file, so that a million of them are there at once."""

    kept: KeptVectors
    identity: str
    whole = True  # they are looked up where they lie

    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        return np.array(self.kept.has(words), dtype=np.bool_)

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The vectors, scaled to length 1."""
        return np.frombuffer(self.kept.rows(words), dtype="<f4").reshape(len(words), self.kept.dimension)

    def weights(
        self,
        words: Sequence[str],  # noqa: ARG002 - all words are at hand
        *,
        above: float | None = None,
        close: float = 0.1,
        missing: float = 1.0,
    ) -> Weights:
        """Weights by the vectors where they lie."""
        return Weights(self.kept.weights(above=above, close=close, missing=missing))


def load(name: str | os.PathLike[str], cache: Cache | None = None, *, beside: bool = False) -> TextVectors:
    """The vectors of a text, cached in the cache's directory, else the user's, or `beside` it, until the text changes.

    A cache that keeps nothing has them kept as long as they are used.
    """
    path = Path(name).absolute()
    unkept = bool(cache and cache.folder is None and not beside)
    folder = cache.folder if cache and cache.folder else users_folder()
    digest = digest_file(path, cache or Cache(folder))
    stamp = bytes.fromhex(digest)
    place = path.with_name(f"{path.name}.kept") if beside else cache_path(path, folder)
    kept = None if unkept else KeptVectors.open(place, stamp)
    if kept is None and not unkept and cache_vectors(path, place, stamp):
        kept = KeptVectors.open(place, stamp)
    passing = None
    if kept is None:  # nothing can be kept there, or others keep what the text was before
        passing = TemporaryDirectory(prefix="mondegreen-")
        place = cache_path(path, Path(passing.name))
        try:
            cache_vectors(path, place, stamp, needed=True)
        except ScoreError:
            passing.cleanup()
            raise
        kept = KeptVectors.open(place, stamp)
        if kept is None:
            passing.cleanup()
            raise ScoreError("the cached vectors cannot be read back; is the disk damaged?", path=str(place))
    if kept.repeated:
        warnings.warn(
            f"{path.name}: {kept.repeated} of {len(kept)} words are duplicates; the first vector of each is used",
            ScoreWarning,
            stacklevel=2,
        )
    vectors = TextVectors(kept, f"{path.name}-{digest}")
    if passing:
        finalize(vectors, passing.cleanup)
    return vectors


def cache_path(path: Path, folder: Path) -> Path:
    """Where in a cache directory what is read from a text is kept: by its name, and the directory it lies in."""
    home = digest_text(os.fspath(path.parent))[:12]
    return folder / "vectors" / f"{path.name}-{home}.kept"


def cache_vectors(path: Path, place: Path, stamp: bytes, *, needed: bool = False) -> bool:
    """Reads a text into the file that is mapped from then on; whether it could be written, unless it must be."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with decompress_file(path) as source, counted_progress(path.name, source.stat().st_size) as told:
            KeptVectors.keep(source, place, stamp, told)
    except OSError as error:
        if needed:
            raise ScoreError(f"vectors cannot be cached here: {error}", path=str(place)) from error
        warnings.warn(
            f"{path.name} is not cached in {place.parent}: {error.strerror or error}", ScoreWarning, stacklevel=2
        )
        return False
    except ValueError as error:
        what, *line = error.args
        raise ScoreError(str(what), path=str(path), line=line[0] if line else None) from error
    return True


def load_raw(name: str | None, language: str | None, cache: Cache | None = None) -> WordVectors:
    """The vectors of `vectors.load`, but those of a text with their own lengths, by which averages weigh them."""
    path = None if name is None else Path(name)
    if path is None or not path.is_file() or path.suffix in NO_TEXT:
        return vectors.load(name, language, cache)
    try:
        with (
            check_unchanged(str(path)),
            decompress_file(path) as place,
            counted_progress(path.name, place.stat().st_size) as told,
        ):
            identity = file_identity(path, cache=cache)
            words, values, dimension = load_vectors(place, ALL, told)
    except ValueError as error:
        what, *line = error.args
        raise ScoreError(str(what), path=name, line=line[0] if line else None) from error
    return Listed(words, np.frombuffer(values, dtype="<f4").reshape(len(words), dimension), identity)
