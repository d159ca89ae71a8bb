"""A model that opens and says nothing is found out by asking it."""

import pytest

from mondegreen.resources.analysis import Analysis
from mondegreen.resources.contextual import Contextual
from mondegreen.resources.installable import try_resource
from mondegreen.resources.sentence_models import Sentences
from mondegreen.resources.vectors import WordVectors
from toys import LetterSpeaker, RuleTagger


class Bare:
    """An annotator that knows nothing."""

    identity = "bare"

    def annotate(self, sentences: list[tuple[str, ...]]) -> list[Analysis]:
        return [Analysis() for _ in sentences]


@pytest.mark.parametrize(
    ("kind", "found", "said"),
    [
        ("vectors", WordVectors.of({"x": [1, 0], "de": [0, 1]}), '"de" is 2 numbers'),
        ("vectors", WordVectors.of({"x": [1, 0]}), "has no vector of a, de, in, 1"),
        ("analyzer", RuleTagger(), '"a" has lemma "a", part of speech a'),
        ("analyzer", Bare(), '"a" has no lemmas, no parts of speech'),
        ("sentences", Sentences.of({"a sentence": [1.0]}), "a sentence is 1 number"),
        ("contextual", Contextual.of({"a": [1.0, 0.0], "sentence": [0.0, 1.0]}), "a sentence has 4 tokens"),
        ("phonemes", LetterSpeaker(), '"mama" sounds m a m a'),
        ("ref-tags", object(), "ref-tags opened"),
    ],
)
def test_what_is_said(kind: str, found: object, said: str) -> None:
    assert try_resource(kind, found).startswith(said)
