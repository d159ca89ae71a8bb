"""Whole recordings, where both sides cut them in different ways."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from operator import attrgetter

from mondegreen.corpus import Corpus
from mondegreen.notes import Note

# Languages, as Whisper names them, in whose scripts no blank parts two sentences.
UNSPACED_LANGUAGES = frozenset(("zh", "yue", "ja", "th", "lo", "my"))


def join_recordings(corpus: Corpus) -> Corpus:
    """The texts of each recording as one, in their order; without recordings, all texts of the file."""
    recordings = corpus.fields.get("recording")
    has_recordings = recordings is not None and all(recordings)
    positions: dict[str, list[int]] = {}
    for at in range(len(corpus)):
        positions.setdefault(recordings[at] if recordings and has_recordings else "1", []).append(at)
    languages = corpus.fields.get("language")
    unspaced = languages is not None and UNSPACED_LANGUAGES.issuperset(languages)
    texts = [join_texts([corpus.texts[at] for at in group], unspaced=unspaced) for group in positions.values()]
    words = corpus.words and [
        sorted((word for at in group for word in corpus.words[at]), key=attrgetter("start"))
        for group in positions.values()
    ]
    fields = {"recording": list(positions)} if has_recordings else {}
    return replace(corpus, keys=list(positions), texts=texts, keyed=has_recordings, fields=fields, words=words)


def join_texts(texts: Sequence[str], *, unspaced: bool) -> str:
    """The texts as one; `unspaced`, with spaces only between what both sides write in ASCII, as words of English."""
    parts = list(filter(None, texts))
    if not unspaced:
        return " ".join(parts)
    gaps = [" " if left[-1].isascii() and right[0].isascii() else "" for left, right in pairwise(parts)]
    return "".join(text + gap for text, gap in zip_longest(parts, gaps, fillvalue=""))


def pair_recordings(reference: Corpus, hypothesis: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides as whole recordings; one recording beside one needs no name."""
    named = name_recordings(reference, hypothesis), name_recordings(hypothesis, reference)
    sides = note_joined(join_recordings(named[0]), named[0]), note_joined(join_recordings(named[1]), named[1])
    if all(len(side) == 1 for side in sides) and sides[0].keys != sides[1].keys:
        first, second = (replace(side, keys=["1"], keyed=False, fields={}) for side in sides)
        return first, second
    return sides


def name_recordings(corpus: Corpus, other: Corpus) -> Corpus:
    """The corpus with its utterance IDs as recordings, where it names none and they are the other side's."""
    if not corpus.keyed or "recording" in corpus.fields:
        return corpus
    if set(corpus.keys).isdisjoint(other.fields.get("recording") or (other.keys if other.keyed else ())):
        return corpus
    return replace(corpus, fields={**corpus.fields, "recording": corpus.keys})


def note_joined(whole: Corpus, parts: Corpus) -> Corpus:
    """The whole with a note where utterances with IDs were joined as they stand in the file."""
    if not parts.keyed or len(parts) < 2 or "recording" in parts.fields:
        return whole
    return whole.add_notes(Note("recording-joined", parts.name, tuple(parts.keys)))
