"""Chosen texts as files: Kaldi text unless the name ends as another format's does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from mondegreen.formats import write as write_corpus

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from mondegreen.corpus import Corpus

# What a name ends in, and the format that is meant.
ENDINGS = {".trn": "trn", ".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}


def columns(scores: Sequence[Mapping[str, float]], taken: Collection[str]) -> dict[str, list[str]]:
    """Scores of texts as columns, empty where a text has none; those whose names are taken are the list's."""
    names = dict.fromkeys(name for each in scores for name in each)
    return {
        f"list_{name}" if name in taken else name: [f"{each[name]:.9g}" if name in each else "" for each in scores]
        for name in names
    }


def write(corpus: Corpus, path: str) -> None:
    """Writes keys and texts, and fields where the format has columns."""
    form = ENDINGS.get(PurePath(path.lower().removesuffix(".gz")).suffix, "kaldi")
    write_corpus(corpus if form not in ("kaldi", "trn") else replace(corpus, fields={}), path, form)
