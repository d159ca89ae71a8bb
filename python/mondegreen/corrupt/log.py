"""The log of errors: for each utterance, what was made of which word, and both sides word by word."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from mondegreen.output import output

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from mondegreen.corrupt.drawing import Corrupted, Edit


def write(path: str | os.PathLike[str], keys: Sequence[str], texts: Sequence[str], corrupted: Corrupted) -> None:
    """Writes an object for each utterance, one on each line."""
    with output(path) as stream:
        for key, text, changed, edits in zip(keys, texts, corrupted.texts, corrupted.edits, strict=True):
            row = {
                "key": key,
                "reference": text,
                "text": changed,
                "alignment": list(aligned(text.split(), edits)),
                "edits": [entry(edit) for edit in edits],
            }
            stream.write(f"{json.dumps(row, ensure_ascii=False, allow_nan=False)}\n")


def aligned(words: Sequence[str], edits: Sequence[Edit]) -> Iterator[tuple[str, str]]:
    """What was said and what stands there now, "" where a side has nothing."""
    at = 0
    for edit in edits:
        yield from ((word, word) for word in words[at : edit.position])
        yield edit.reference, edit.hypothesis
        at = edit.position + len(edit.reference.split())
    yield from ((word, word) for word in words[at:])


def entry(edit: Edit) -> dict[str, Any]:
    """An error; what is not known of it is null."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in edit._asdict().items()
    }
