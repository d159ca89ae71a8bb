"""Sentence encoders: vectors of sentences, and their similarity; those of one kind share a file.

    from mondegreen.encoders import make_encoder, measure_similarities

    usif = make_encoder("usif:components=3", Resources("en", {"vectors": "glove.txt"}))
    measure_similarities(usif, ["a man sings"], ["a man sinks"])

A sentence is a text whose words are separated by spaces. All words out of vocabulary: similarity 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.component import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen.encoders.base import Encoder
    from mondegreen.resources import Resources

ENCODERS = Registry(
    "encoder",
    {
        "avg": "mondegreen.encoders.means:Average",
        "avg-stop": "mondegreen.encoders.means:AverageWithoutStopWords",
        "sif": "mondegreen.encoders.means:SmoothInverseFrequency",
        "usif": "mondegreen.encoders.means:UnsupervisedSmoothInverseFrequency",
        "subs": "mondegreen.encoders.subs:Subspace",
        "subs-stop": "mondegreen.encoders.subs:SubspaceWithoutStopWords",
        "sentences": "mondegreen.encoders.models:SentenceModel",
        "recurrent": "mondegreen.encoders.models:Recurrent",
    },
    group="encoders",
)
# Sentences encoded at once, which bounds the memory.
BATCH_SIZE = 1024


def make_encoder(spec: str, resources: Resources) -> Encoder:
    """The encoder of a spec such as `sif:a=0.001`: its name, then its options."""
    found: Encoder = ENCODERS.make(spec, use_raw_vectors(resources))
    return found


def use_raw_vectors(resources: Resources) -> Resources:
    """The resources, in which vectors that were chosen for metrics are those of encoders, with their own lengths."""
    if "vectors" not in resources.chosen or "raw-vectors" in resources.chosen:
        return resources
    return resources.choosing({"raw-vectors": resources.chosen["vectors"]})


def make_encoders(specs: Iterable[str], resources: Resources) -> list[Encoder]:
    return list({each.label: each for each in (make_encoder(spec, resources) for spec in specs)}.values())


def measure_similarities(one: Encoder, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
    """The similarity of each left sentence and its right one; NaN where it is not defined.

    It is exactly 1 where both sides have the same vector, as of the same bag of words, and it is not zero.
    Encoders that are fitted see the sentences of both sides.
    """
    import numpy as np

    parts = [slice(start, start + BATCH_SIZE) for start in range(0, len(left), BATCH_SIZE)]
    one.fit(side[part] for part in parts for side in (left, right))
    found = [np.empty(0)]
    for part in parts:
        ours, theirs = one.encode(left[part]), one.encode(right[part])
        every = tuple(range(1, ours.ndim))
        same = (ours == theirs).all(axis=every) & ours.any(axis=every)
        found.append(np.where(same, 1.0, one.similarity(ours, theirs)))
    return np.concatenate(found)
