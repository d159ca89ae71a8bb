"""What is to be known of a side before it is scored a block at a time: the order of its keys."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.formats.stream import Stream


@dataclass(frozen=True, slots=True)
class Survey:
    """Whether keys only rise, whether none comes twice, and what tells their order from any other."""

    rising: bool
    distinct: bool
    order: bytes


def survey(stream: Stream) -> Survey:
    """Looks at all keys once, and again from the start if they do not only rise.

    A key that rises is new. Otherwise eight bytes are kept of each; two keys with the same eight are as good as
    double: the files are then read whole, which finds out.
    """
    return look(stream, None) or look(stream, []) or Survey(rising=False, distinct=False, order=b"")


def look(stream: Stream, marks: list[NDArray[np.int64]] | None) -> Survey | None:
    """One look, which ends where keys do not rise unless marks are to be kept of them."""
    order = blake2b()
    last: str | None = None
    with progress(f"{stream.name}: keys") as advance:
        for corpus in stream.blocks():
            keys = list(corpus.keys)
            found = np.fromiter(map(hash, keys), np.int64, len(keys))
            order.update(found.tobytes())
            if marks is not None:
                marks.append(found)
            elif not rises(keys, last):
                return None
            last = keys[-1] if keys else last
            advance(len(keys))
    return Survey(rising=marks is None, distinct=marks is None or differ(marks), order=order.digest())


def rises(keys: Sequence[str], last: str | None) -> bool:
    """Whether each key is greater than the one before, as `LC_ALL=C sort` would have it."""
    return not keys or ((last is None or last < keys[0]) and all(one < two for one, two in pairwise(keys)))


def differ(marks: Sequence[NDArray[np.int64]]) -> bool:
    """Whether no two keys have the same mark."""
    whole = np.concatenate(marks)
    whole.sort()
    return not (whole[1:] == whole[:-1]).any()
