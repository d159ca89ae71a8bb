"""Bilingual lexicons: word vectors of two languages mapped into one space, words translated, translations evaluated.

    read -> seed -> map -> retrieve -> evaluate

A `Space` holds words and their vectors, a `Mapping` maps two spaces into one; methods, one a file, learn mappings from
seed pairs. Evaluation needs no vectors: it takes the predictions of any system.

    mg.lexicon.map_vectors("en.vec", "fr.vec", dictionary="en-fr.txt", output="en-fr.npz")
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mondegreen.api.words import (
        evaluate_translations,
        find_neighbors,
        gather_evaluations,
        map_vectors,
        split_dictionary,
        translate_words,
    )

__all__ = [
    "evaluate_translations",
    "find_neighbors",
    "gather_evaluations",
    "map_vectors",
    "split_dictionary",
    "translate_words",
]


def __getattr__(name: str) -> object:
    """A public function, which stands upon the modules of this package."""
    if name not in __all__:
        raise AttributeError(f"module 'mondegreen.lexicon' has no attribute {name!r}")
    from mondegreen.api import words

    found: object = getattr(words, name)
    return found
