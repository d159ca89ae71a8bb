"""A matrix of word vectors: NAME.npy, whose words stand in a file beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import Strings
from mondegreen.errors import ScoreError
from mondegreen.io.source import CHANGED, get_stamp, load_lines, make_read_error

# A matrix of so many numbers at most is short: it is held, and to weigh all its words takes some tenths of a second.
SHORT = 1 << 24
# Endings of a matrix's name that are not part of the name of its words.
KINDS = (".f16", ".f32")


class FiledRows:
    """The rows of a long matrix, read whenever they are asked for.

    It is not mapped into memory: a program that saves the matrix again meanwhile would end this one.
    """

    def __init__(self, path: Path, head: np.memmap[Any, Any], unchanged: tuple[int, ...] | None) -> None:
        self.path = path
        self.shape: tuple[int, ...] = head.shape
        self.ndim, self.dtype, self.size = head.ndim, head.dtype, head.size
        self.start = head.offset
        self.unchanged = unchanged

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, places: Sequence[int]) -> NDArray[Any]:
        """The rows at these places; neighbors are read at once."""
        wanted = np.asarray(places, dtype=np.int64)
        found = np.empty((len(wanted), *self.shape[1:]), self.dtype)
        begins = np.flatnonzero(np.diff(wanted, prepend=wanted[:1] - 2) != 1)
        ends = np.append(begins[1:], len(wanted))
        try:
            with self.path.open("rb") as file:
                for begin, end in zip(begins.tolist(), ends.tolist(), strict=False):
                    file.seek(self.start + int(wanted[begin]) * found.strides[0])
                    file.readinto(found[begin:end].view(np.uint8).data)
        except OSError as error:
            raise make_read_error(error, str(self.path)) from error
        if get_stamp(str(self.path)) != self.unchanged:
            raise ScoreError(CHANGED, path=str(self.path))
        return found


def read_matrix(path: Path) -> tuple[Strings, NDArray[Any] | FiledRows]:
    """The words, and the row of each."""
    beside = find_words_file(path)
    words, rows = load_lines(str(beside)), read_rows(path)
    if rows.ndim != 2 or rows.dtype.kind != "f" or len(rows) != len(words):
        what = f"a matrix of shape {rows.shape} and type {rows.dtype}"
        raise ScoreError(f"{what} does not fit the {len(words)} words of {beside.name}", path=str(path))
    return words, rows


def read_rows(path: Path) -> NDArray[Any] | FiledRows:
    """The rows themselves, or where to read them, if they are many and contiguous."""
    before = get_stamp(str(path))
    try:
        head = np.load(path, mmap_mode="r", allow_pickle=False)
        if head.size > SHORT and head.flags.c_contiguous:
            return FiledRows(path, head, before)
        held: NDArray[Any] = np.load(path, allow_pickle=False)
    except OSError as error:
        raise make_read_error(error, str(path)) from error
    except (ValueError, EOFError, SyntaxError, TokenError, OverflowError) as error:  # of its head, which is Python
        raise ScoreError(f"word vectors cannot be read: {error}", path=str(path)) from error
    return held


def find_words_file(file: Path) -> Path:
    """Where the words of a matrix stand: NAME.txt or NAME.words.txt, for NAME.npy or NAME.f16.npy."""
    stem = file.name.removesuffix(".npy")
    stems = [stem, *(stem.removesuffix(kind) for kind in KINDS if stem.endswith(kind))]
    places = [file.with_name(name + ending) for name in stems for ending in (".txt", ".words.txt")]
    found = [place for place in places if place.is_file()]
    if not found:
        raise ScoreError(f"the words of {file.name} are read from this file, one a line", path=str(places[0]))
    return found[0]
