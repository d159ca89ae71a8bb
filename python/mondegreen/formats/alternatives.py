"""NIST's alternatives, `{a / b}`: texts that hold them are taken as they are written, and that is said."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.wording import count_ids, join_ids

ALTERNATIVES = re.compile(r"(?:^|[ \t])\{[^{}]*/")
# The metric that takes them for what they are.
METRIC = "wer-a"
NOTE = f"with alternatives {{a / b}}, whose every word, brace and slash is a word to all metrics but {METRIC}"


def add_note(corpus: Corpus) -> Corpus:
    """The corpus, with a note of the utterances whose braces and slashes will count as words."""
    pairs = zip(corpus.keys, corpus.texts, strict=True)
    keys = [key for key, text in pairs if "{" in text and ALTERNATIVES.search(text)]
    if not keys:
        return corpus
    return replace(corpus, notes=(*corpus.notes, f"{count_ids(keys)} of {corpus.name} {NOTE}: {join_ids(keys)}"))


def select_notes(metrics: Collection[str], notes: Iterable[str]) -> Iterator[str]:
    """The notes but for those on alternatives, where all metrics heed these."""
    heeded = set(metrics) == {METRIC}
    return (note for note in notes if not (heeded and NOTE in note))
