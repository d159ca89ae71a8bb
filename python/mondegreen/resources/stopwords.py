"""Words that say little by themselves, such as "the": from a file of one on each line, or spaCy's of a language.

spaCy brings lists for some seventy languages, and nothing need be fetched for them. Others count other words among
them: NLTK's English list, which Voleti, Liss and Berisha used, has 179 words and spaCy's 326: figures need their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.digest import file_identity
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines

if TYPE_CHECKING:
    from mondegreen.cache import Cache


@dataclass(frozen=True)
class StopWords:
    """The words in lower case; `identity` names the list."""

    words: frozenset[str]
    identity: str

    def __contains__(self, word: str) -> bool:
        return word in self.words


def load(name: str | None, language: str | None, cache: Cache | None = None) -> StopWords:
    """The words of a file, else those of spaCy for the language."""
    if name is not None:
        words = frozenset(line.strip().lower() for line in load_lines(name) if line.strip())
        if not words:
            raise ScoreError("this file holds no word", path=name)
        return StopWords(words, file_identity(Path(name), cache=cache))
    if language is None:
        raise ScoreError("stop words need a language; name it with --language, or give a file: --stop-words FILE")
    if find_spec("spacy") is None:
        what = "stop words need spaCy, or a file: --stop-words FILE"
        raise ScoreError(f"{what}; install spaCy with `pip install 'mondegreen[linguistic]'`")
    try:
        found = import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS
    except ImportError as error:
        raise ScoreError(f'spaCy has no stop words of "{language}"; give a file: --stop-words FILE') from error
    from spacy.about import __version__

    return StopWords(frozenset(map(str.lower, found)), f"spacy-{language}-{__version__}")
