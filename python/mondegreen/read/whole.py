"""Whole recordings, where both sides cut them in different ways."""

from dataclasses import replace
from operator import attrgetter

from mondegreen.corpus import Corpus


def whole(corpus: Corpus) -> Corpus:
    """The texts of each recording as one, in their order; without recordings, all texts of the file."""
    recordings = corpus.fields.get("recording")
    known = recordings is not None and all(recordings)
    places: dict[str, list[int]] = {}
    for at in range(len(corpus)):
        places.setdefault(recordings[at] if recordings and known else "1", []).append(at)
    texts = [" ".join(filter(None, (corpus.texts[at] for at in group))) for group in places.values()]
    words = corpus.words and [
        sorted((word for at in group for word in corpus.words[at]), key=attrgetter("start"))
        for group in places.values()
    ]
    fields = {"recording": list(places)} if known else {}
    return replace(corpus, keys=list(places), texts=texts, keyed=known, fields=fields, words=words)


def wholes(reference: Corpus, hypothesis: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides as whole recordings; one recording beside one needs no name."""
    sides = whole(reference), whole(hypothesis)
    if all(len(side) == 1 for side in sides) and sides[0].keys != sides[1].keys:
        first, second = (replace(side, keys=["1"], keyed=False, fields={}) for side in sides)
        return first, second
    return sides
