"""What stands in a file of safetensors: the name, type, shape and place of each tensor.

Source: the format's own description, github.com/huggingface/safetensors: the size of the heading in eight bytes, the
heading in JSON, and the numbers.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from pathlib import Path

# No heading is longer, says the description.
LONGEST = 100_000_000
# Bytes of a number, of the one type that is computed with.
SINGLE, SIZE = "F32", 4


class StoredTensor(NamedTuple):
    """A tensor in a file."""

    kind: str
    shape: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


def read_tensors(path: Path) -> dict[str, StoredTensor]:
    """All tensors of a file, by name; the file is checked to be whole."""
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            content = stream.read(length) if 2 <= length <= min(LONGEST, size - 8) else b""
    except OSError as error:
        raise ScoreError(error.strerror or str(error), path=str(path)) from error
    if not content:
        raise ScoreError("this is not a safetensors file, or it is truncated", path=str(path))
    try:
        heading = json.loads(content)
        heading.pop("__metadata__", None)
        found = {name: parse_entry(entry, 8 + length) for name, entry in heading.items()}
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ScoreError("the header of this safetensors file cannot be read", path=str(path)) from error
    for name, tensor in found.items():
        if tensor.kind == SINGLE and tensor.start + SIZE * tensor.size > size:
            raise ScoreError(f'tensor "{name}" ends behind the end of the file; get the model again', path=str(path))
    return found


def parse_entry(entry: dict[str, object], base: int) -> StoredTensor:
    """An entry of the heading; a `ValueError` where its numbers do not fit each other."""
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(kind, str) or not isinstance(shape, list) or not isinstance(offsets, list):
        raise TypeError(entry)
    if not all(isinstance(each, int) and each >= 0 for each in (*shape, *offsets)):
        raise ValueError(entry)
    start, end = offsets
    found = StoredTensor(kind, tuple(shape), base + start)
    if kind == SINGLE and end - start != SIZE * found.size:
        raise ValueError(entry)
    return found
