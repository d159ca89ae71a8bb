"""Files that are compressed by gzip, as word vectors often come, laid out for those who look at them as memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mondegreen.errors import ScoreError
from mondegreen.io.compressed import open_decompressed
from mondegreen.io.source import GZIP, check_unchanged
from mondegreen.progress import progress

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
