"""One side in several files: a pattern such as `hyp.*.txt`, whose files follow each other as their numbers do."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from glob import glob, has_magic

from mondegreen.corpus import Corpus, check_cells
from mondegreen.errors import ScoreError

DIGITS = re.compile(r"(\d+)")


def is_pattern(path: str) -> bool:
    """Whether the name stands for several files: it has `*`, `?` or `[...]`, and there is no file of that very name."""
    return has_magic(path) and not os.path.exists(path)  # noqa: PTH110 - a name that ends in a blank is no path


def list_files(path: str) -> list[str]:
    """The files of a pattern that are not empty, `hyp.2` before `hyp.10`; any other path by itself."""
    if not is_pattern(path):
        return [path]
    found = sorted(filter(os.path.isfile, glob(path)), key=natural_key)  # noqa: PTH207 - names stay as they are given
    if not found:
        raise ScoreError("no file matches the pattern", path=path)
    return list(filter(os.path.getsize, found)) or found[:1]


def natural_key(name: str) -> tuple[list[str | int], str]:
    """Orders names by the numbers in them."""
    return [int(each) if each.isdecimal() else each for each in DIGITS.split(name)], name


def join_shards(name: str, parts: Sequence[Corpus]) -> Corpus:
    """One corpus of all files, which are of one format; texts without utterance IDs are counted on."""
    kinds = {part.format: part.name for part in parts}
    if len(kinds) > 1:
        which = " and ".join(f"{file} as {kind}" for kind, file in kinds.items())
        raise ScoreError(f"its files have different formats, {which}; name one with --format", path=name)
    texts = [text for part in parts for text in part.texts]
    if not all(part.keyed for part in parts):
        return replace(Corpus.by_position(texts, name), format=parts[0].format)
    names = dict.fromkeys(each for part in parts for each in part.fields)
    check_cells(len(names), len(texts), sum(len(part.fields) * len(part) for part in parts), name)
    timed = all(part.words is not None for part in parts)
    return Corpus(
        [key for part in parts for key in part.keys],
        texts,
        name,
        fields={each: [value for part in parts for value in part.fields.get(each, [""] * len(part))] for each in names},
        words=[words for part in parts for words in part.words or ()] if timed else None,
        format=parts[0].format,
        unscored=tuple(row for part in parts for row in part.unscored),
        notes=tuple(note for part in parts for note in part.notes),
    )
