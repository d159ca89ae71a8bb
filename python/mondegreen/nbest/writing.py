"""Chosen texts as files: Kaldi text unless the name ends as another format's does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from mondegreen.read import write as write_corpus

if TYPE_CHECKING:
    from mondegreen.corpus import Corpus

# What a name ends in, and the format that is meant.
ENDINGS = {".trn": "trn", ".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}


def write(corpus: Corpus, path: str) -> None:
    """Writes keys and texts, and fields where the format has columns."""
    form = ENDINGS.get(PurePath(path.lower().removesuffix(".gz")).suffix, "kaldi")
    write_corpus(corpus if form not in ("kaldi", "trn") else replace(corpus, fields={}), path, form)
