"""Encode: sentences as vectors, and how alike two are; one encoder, one file.

    from mondegreen.encode import encoder, similarities

    usif = encoder("usif:components=3", Resources("en", {"vectors": "glove.txt"}))
    similarities(usif, ["a man sings"], ["a man sinks"])

A sentence is a text whose words stand between blanks. Those without a word that an encoder knows are like nothing: 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen.encode.base import Encoder
    from mondegreen.resources import Resources

ENCODERS = {
    "avg": "mondegreen.encode.avg:Average",
    "avg-stop": "mondegreen.encode.avg_stop:AverageWithoutStopWords",
    "sif": "mondegreen.encode.sif:SmoothInverseFrequency",
    "usif": "mondegreen.encode.usif:UnsupervisedSmoothInverseFrequency",
    "subs": "mondegreen.encode.subs:Subspace",
    "subs-stop": "mondegreen.encode.subs_stop:SubspaceWithoutStopWords",
    "sentences": "mondegreen.encode.sentences:SentenceModel",
    "recurrent": "mondegreen.encode.recurrent:Recurrent",
}
# So many sentences are encoded at once, which bounds the memory.
AT_ONCE = 1024


def encoder(spec: str, resources: Resources) -> Encoder:
    """The encoder that a text such as `sif:a=0.001` describes: its name, then its options."""
    from mondegreen.measure import parse_spec

    name, options = parse_spec(spec)
    kind: Any = find("encoder", name, ENCODERS)
    found: Encoder = kind(with_lengths(resources), **options)
    return found


def with_lengths(resources: Resources) -> Resources:
    """The resources, in which vectors that were chosen for metrics are those of encoders, with their own lengths."""
    if "vectors" not in resources.chosen or "raw-vectors" in resources.chosen:
        return resources
    return resources.choosing({"raw-vectors": resources.chosen["vectors"]})


def encoders(specs: Iterable[str], resources: Resources) -> list[Encoder]:
    """The encoders that these texts describe, each of them once."""
    return list({each.label: each for each in (encoder(spec, resources) for spec in specs)}.values())


def similarities(one: Encoder, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
    """How alike each sentence on the left is to that on the right; NaN where the encoder cannot tell.

    It is exactly 1 where both sides are encoded alike, as of the same words in a bag, and not as nothing.
    Encoders that look at all sentences first look at both sides.
    """
    import numpy as np

    parts = [slice(start, start + AT_ONCE) for start in range(0, len(left), AT_ONCE)]
    one.fit(side[part] for part in parts for side in (left, right))
    found = [np.empty(0)]
    for part in parts:
        ours, theirs = one.encode(left[part]), one.encode(right[part])
        every = tuple(range(1, ours.ndim))
        same = (ours == theirs).all(axis=every) & ours.any(axis=every)
        found.append(np.where(same, 1.0, one.similarity(ours, theirs)))
    return np.concatenate(found)
