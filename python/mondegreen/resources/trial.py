"""What a resource says of a word or two: that it was opened does not yet say that it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.wording import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.resources.analysis import Annotator
    from mondegreen.resources.contextual import Contextual
    from mondegreen.resources.phonemes import Speaker
    from mondegreen.resources.sentences import Sentences
    from mondegreen.resources.vectors import WordVectors


def try_vectors(vectors: WordVectors) -> str:
    """How long the vector is of a word that most languages have."""
    for word in ("a", "de", "in", "1"):
        if vectors.has([word]).all():
            return f'"{word}" is {pluralize(vectors.rows([word]).size, "number")}'
    return "has no vector of a, de, in, 1: all of them will be out of the vocabulary"


def try_analyzer(analyzer: Annotator) -> str:
    """What a word is to an analyzer."""
    (found,) = analyzer.annotate([("a",)])
    lemma = f'lemma "{found.lemmas[0]}"' if found.lemmas else "no lemmas"
    tag = f"part of speech {found.universal[0] or 'unknown'}" if found.universal else "no parts of speech"
    return f'"a" has {lemma}, {tag}'


def try_sentences(sentences: Sentences) -> str:
    """How long the embedding is."""
    return f"a sentence is {pluralize(sentences.encode(['a sentence']).shape[1], 'number')}"


def try_contextual(contextual: Contextual) -> str:
    """How many vectors a sentence has."""
    return f"a sentence has {pluralize(len(contextual.tokens(['a sentence'])['a sentence'].ids), 'token')}"


def try_phonemes(speaker: Speaker) -> str:
    """How a word sounds."""
    return f'"mama" sounds {" ".join(speaker.speak("mama"))}'


TRIALS: dict[str, Callable[[Any], str]] = {
    "vectors": try_vectors,
    "analyzer": try_analyzer,
    "sentences": try_sentences,
    "contextual": try_contextual,
    "phonemes": try_phonemes,
}


def try_resource(kind: str, found: Any) -> str:  # noqa: ANN401 - each kind has a type of its own
    """What a resource says of a word or two; a file of tags has been read, which is what can be tried."""
    trial = TRIALS.get(kind)
    return trial(found) if trial else f"{kind} opened"
