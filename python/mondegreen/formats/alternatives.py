"""NIST's alternatives, `{a / b}`: texts that hold them are taken as they are written, and that is said."""

import re

from mondegreen.corpus import Corpus
from mondegreen.notes import Note

ALTERNATIVES = re.compile(r"(?:^|[ \t])\{[^{}]*/")


def add_note(corpus: Corpus) -> Corpus:
    """The corpus, with a note of the utterances whose braces and slashes will count as words."""
    pairs = zip(corpus.keys, corpus.texts, strict=True)
    keys = [key for key, text in pairs if "{" in text and ALTERNATIVES.search(text)]
    return corpus.add_notes(Note("alternatives", corpus.name, tuple(keys))) if keys else corpus
