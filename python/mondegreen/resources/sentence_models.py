"""Sentence encoders: a vector of length 1 for each sentence, by sentence-transformers or by a model of one's own.

A sentence is encoded once, however often it occurs, together with others of as many tokens, so that no padding changes
it; sentences of the same token IDs have one vector. What the model says is rounded, so that processors mostly agree,
and kept between runs where a cache is given.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mondegreen.cache import Cache
from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.progress import progress
from mondegreen.resources.memo import Memo, group_by_length
from mondegreen.resources.modelfiles import DIGITS, ModelFiles, find_model_files, require_package

Vectors = NDArray[np.float32]

ENDLESS = 1_000_000
AT_ONCE = 512
# So many numbers tell the token IDs of a row.
MARKS = 3
NOWHERE = Cache()


class Encoder(Protocol):
    """What is asked of a model."""

    @property
    def window(self) -> int:
        """How many tokens of a sentence it takes."""

    def length(self, text: str) -> int:
        """How many tokens a sentence has."""

    def ids(self, text: str) -> Sequence[int]:
        """The token IDs that it sees of a sentence; sentences of the same IDs have the same vector."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each sentence."""


class Table:
    """An encoder that returns given vectors."""

    window = ENDLESS

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.vectors = vectors

    def length(self, text: str) -> int:
        """Words."""
        return len(text.split())

    def ids(self, text: str) -> Sequence[int]:
        """The text itself, letter by letter."""
        return list(map(ord, text))

    def encode(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            if text not in self.vectors:
                raise ScoreError(f'there is no vector for "{text}"')
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


class Transformer:
    """A model of sentence-transformers, loaded when the first sentence is not known yet."""

    served_by = "sentence-transformers"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def model(self) -> Any:  # noqa: ANN401 - the library is not imported for its type
        """The model itself."""
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # we show our own, and on a terminal only
        try:
            return SentenceTransformer(str(self.folder), local_files_only=True)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ScoreError(
                f"sentence-transformers cannot load it: {str(error).splitlines()[0]}", path=str(self.folder)
            ) from error

    @cached_property
    def window(self) -> int:
        """Without the two tokens at the ends that the model adds."""
        limit = self.model.max_seq_length
        return int(limit) - 2 if limit else ENDLESS

    def length(self, text: str) -> int:
        """Tokens as the model's own tokenizer cuts them."""
        tokens = self.model.tokenizer(text, add_special_tokens=False, truncation=False, verbose=False)
        return len(tokens["input_ids"])

    def ids(self, text: str) -> Sequence[int]:
        """As the model's own tokenizer cuts the beginning that fits; of one that says no IDs, the text itself."""
        if not callable(self.model.tokenizer):
            return list(map(ord, text))
        limit = self.model.max_seq_length
        tokens = self.model.tokenizer(text, truncation=limit is not None, max_length=limit, verbose=False)
        return list(tokens["input_ids"])

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors: Vectors = self.model.encode(list(texts), convert_to_numpy=True, show_progress_bar=False)
        # Models of word vectors know no word of some sentences, and the greatest of nothing is no number.
        vectors[np.isneginf(vectors).all(axis=1)] = 0
        return vectors


class Sentences:
    """The resource: `encode`, and the `identity` that stands in signatures."""

    def __init__(self, encoder: Encoder, identity: str, *, keep: bool = False) -> None:
        self.encoder = encoder
        self.identity = identity
        self.keep = keep  # only where the identity tells the model from every other
        self.memo: Memo[Vectors] = Memo()

    @classmethod
    def of(cls, vectors: Mapping[str, Sequence[float]], identity: str = "table") -> Sentences:
        """Vectors that are known beforehand; an error for any other sentence."""
        return cls(Table(vectors), identity)

    def encode(self, texts: Sequence[str], long: str = "cut", cache: Cache = NOWHERE) -> Vectors:
        """A vector of length 1 for each text; of a text that is too `long`, of its beginning or the mean of windows."""
        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        distinct = sorted(set(texts), key=lambda text: (len(text), text))
        # The last numbers of each row are not the vector's: they tell its token IDs, and how many tokens were cut.
        rows = np.stack(self.rows(distinct, long, cache if self.keep else NOWHERE))
        self.tell(rows[:, -1])
        marks = [row.tobytes() for row in rows[:, -1 - MARKS : -1]]
        # One vector for the same IDs, even if an earlier run, on another machine, kept some of them.
        first = {mark: index for index, mark in reversed(list(enumerate(marks)))}
        place = {text: first[mark] for text, mark in zip(distinct, marks, strict=True)}
        vectors: Vectors = normalize_rows(rows[:, : -1 - MARKS])[[place[text] for text in texts]]
        return vectors

    def rows(self, distinct: list[str], long: str, cache: Cache) -> list[Vectors]:
        """What is remembered, what an earlier run has kept, and what the model says of the rest."""
        found = {text: row for text in distinct if (row := self.memo.get((long, text))) is not None}
        key = f"{self.identity}|{long}|ids"
        kept = cache.get_many(key, [text for text in distinct if text not in found])
        found |= {text: np.frombuffer(value, dtype="<f4") for text, value in kept.items()}
        missing = [text for text in distinct if text not in found]
        with progress(f"sentences: {self.identity}", len(missing)) as advance:
            for start in range(0, len(missing), AT_ONCE):
                part = missing[start : start + AT_ONCE]
                made = dict(zip(part, self.made(part, long), strict=True))
                cache.put_many(key, {text: row.tobytes() for text, row in made.items()})
                found |= made
                advance(len(part))
        self.memo.update({(long, text): row for text, row in found.items()})
        return [found[text] for text in distinct]

    def made(self, texts: list[str], long: str) -> Vectors:
        """The rows that the model gives."""
        over = {text: extra for text in texts if (extra := self.over(text)) > 0}
        cut = [0 if long == "window" else over.get(text, 0) for text in texts]
        ids = [tuple(self.encoder.ids(text)) for text in texts]
        vectors = self.vectors(texts, ids)
        if not np.isfinite(vectors).all():
            text = texts[int(np.argmin(np.isfinite(vectors).all(axis=1)))]
            raise ScoreError(f'the model {self.identity} gives no finite vector for "{text[:40]}"')
        if long == "window":
            for text in over:
                vectors[texts.index(text)] = self.mean(text)
                ids[texts.index(text)] = (-1, *map(ord, text))  # its beginning alone is no longer what was seen
        rounded = np.round(normalize_rows(vectors).astype(np.float64), DIGITS)
        return np.column_stack([rounded, [digest_ids(each) for each in ids], cut]).astype("<f4")

    def vectors(self, texts: Sequence[str], ids: Sequence[tuple[int, ...]]) -> Vectors:
        """What the model says: of the same token IDs once, and of as many IDs together, so that nothing is padded."""
        first = dict(reversed(list(zip(ids, texts, strict=True))))
        found: dict[tuple[int, ...], Vectors] = {}
        for these in group_by_length(ids, pads=getattr(self.encoder, "pads", True)):
            rows = np.array(self.encoder.encode([first[each] for each in these]), dtype="<f4")
            found |= zip(these, rows, strict=True)
        return np.stack([found[each] for each in ids])

    def over(self, text: str) -> int:
        """How many tokens do not fit; a text is counted only if it may not, for each token has a byte at least."""
        if len(text.encode("utf-8", "replace")) <= self.encoder.window:
            return 0
        return max(0, self.encoder.length(text) - self.encoder.window)

    def mean(self, text: str) -> Vectors:
        """The mean of the vectors of windows, each with the weight of its words."""
        parts = list(split_windows(text.split(), self.encoder))
        texts = [" ".join(part) for part in parts]
        vectors = normalize_rows(self.vectors(texts, [tuple(self.encoder.ids(text)) for text in texts]))
        return np.asarray(np.average(vectors, axis=0, weights=[len(part) for part in parts]), dtype=np.float32)

    def tell(self, cut: Vectors) -> None:
        """Warns of what the model did not see."""
        if cut.any():
            warnings.warn(
                f"{pluralize(int(np.count_nonzero(cut)), 'sentence')} had more than {self.identity} takes: "
                f"{pluralize(round(cut.sum()), 'token')} at the end truncated (long=window encodes them)",
                ScoreWarning,
                stacklevel=2,
            )


def split_windows(words: list[str], encoder: Encoder) -> Iterator[list[str]]:
    """The words in as few windows as a model needs; a word that is too long alone is left for the model to cut."""
    part: list[str] = []
    room = encoder.window
    for word in words:
        size = encoder.length(word)
        if part and size > room:
            yield part
            part, room = [], encoder.window
        part.append(word)
        room -= size
    yield part


def digest_ids(ids: tuple[int, ...]) -> list[int]:
    """A fingerprint of token IDs, in numbers that float32 holds exactly."""
    found = blake2b(repr(ids).encode(), digest_size=3 * MARKS).digest()
    return [int.from_bytes(found[3 * place : 3 * place + 3], "big") for place in range(MARKS)]


def normalize_rows(vectors: Vectors) -> Vectors:
    """The vectors at length 1; one of length 0 as it is, at right angles to all."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def load(name: str | None, _language: str | None, cache: Cache | None = None) -> Sentences:
    """The model of that name or in that directory, else the packaged one, by our own encoder if it computes it."""
    files = find_model_files(name, cache)
    return Sentences(choose_encoder(files), files.identity, keep=True)


def choose_encoder(files: ModelFiles) -> Encoder:
    """Our own encoder where it computes the model, else sentence-transformers; weights are opened when needed."""
    from mondegreen.resources.architectures import Unsupported
    from mondegreen.resources.native import NativeSentences, read_sentence_layout, require_native

    try:
        require_native()
        return NativeSentences(read_sentence_layout(files.folder))
    except Unsupported as reason:
        require_package("sentence-transformers", f"the model {files.name}", str(reason))
        return Transformer(files.folder)
