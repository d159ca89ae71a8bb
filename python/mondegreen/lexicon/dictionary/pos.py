"""Dictionaries cut by part of speech: NAME.n.txt, NAME.pn.txt, ... with tabs (Kementchedjhieva et al. 2019).

n are nouns, pn proper nouns, v verbs, a adjectives and adverbs, o all others; nw are pairs that are no translations.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import load as load_dictionary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.lexicon.dictionary import Dictionary

CLASSES = {"n": "nouns", "pn": "proper nouns", "v": "verbs", "a": "adjectives", "o": "others", "nw": "no translations"}
# What the clean dictionary is without.
UNCLEAN = ("pn", "nw")


def load_classes(stem: str, *, keep_case: bool = False) -> Mapping[str, set[tuple[str, str]]]:
    """The pairs of each class that has a file; `stem` is the files' common beginning, such as en-fr.5000-6500."""
    indices = {name: Path(f"{stem}.{name}.txt") for name in CLASSES}
    found = {
        name: set(load_dictionary(str(index), "tsv", keep_case=keep_case).words)
        for name, index in indices.items()
        if index.is_file()
    }
    if not found:
        raise ScoreError(f"there is no {stem}.n.txt, nor a file of another part of speech beside it")
    return found


def warn_of_few_classes(classes: Mapping[str, set[tuple[str, str]]], stem: str, test: Dictionary) -> None:
    """Tells of files that say the part of speech of less than half of a dictionary's pairs."""
    classed = sum(any(pair in pairs for pairs in classes.values()) for pair in test.words)
    if 2 * classed < len(test.words):
        what = f"the part of speech of {classed} of {len(test.words)} pairs is known; are these files of {test.name}?"
        warnings.warn(f"{stem}: {what}", ScoreWarning, 2)
