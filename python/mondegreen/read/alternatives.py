"""NIST's alternatives, `{a / b}`: texts that hold them are taken as they are written, and that is said."""

import re
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.wording import counted, listed

ALTERNATIVES = re.compile(r"(?:^|[ \t])\{[^{}]*/")


def with_note(corpus: Corpus) -> Corpus:
    """The corpus, with a note of the utterances whose braces and slashes will count as words."""
    pairs = zip(corpus.keys, corpus.texts, strict=True)
    keys = [key for key, text in pairs if "{" in text and ALTERNATIVES.search(text)]
    if not keys:
        return corpus
    what = "with alternatives {a / b}, whose every word, brace and slash is a word to all metrics but wer-a"
    return replace(corpus, notes=(*corpus.notes, f"{counted(keys)} of {corpus.name} {what}: {listed(keys)}"))
