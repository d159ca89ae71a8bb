"""Contextual models: a vector for each token of a sentence, from any layer, by bert-score or by a table."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.progress import progress
from mondegreen.resources.memo import Memo, group_by_length
from mondegreen.resources.modelfiles import find_model_files, require_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache
    from mondegreen.resources.modelfiles import ModelFiles

# What the families of models call their number of layers.
LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
# Some tokenizers say a number without meaning for "I do not know".
UNKNOWN = 100_000
# So many sentences are held at once; as many as bert-score takes.
AT_ONCE = 64
# Vectors of tokens are large: with this much of them, 10,000 sentences are scored in 350 MB.
KEPT_BYTES = 96 * 2**20


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a sentence: their numbers in the model's vocabulary, and a vector of length 1 for each."""

    ids: NDArray[np.int64]
    vectors: NDArray[np.float32]

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes + self.vectors.nbytes


class Embedder(Protocol):
    """What is asked of a model."""

    @property
    def layers(self) -> int:
        """The layer that is taken where none is named."""

    @property
    def special(self) -> frozenset[int]:
        """The numbers of the tokens that stand for no part of the text."""

    @property
    def window(self) -> int:
        """How many tokens of a sentence it takes, ends included."""

    def ids(self, text: str) -> list[int]:
        """The numbers of a sentence's tokens, of as many as it takes."""

    def length(self, text: str) -> int:
        """How many tokens a sentence has, ends included."""

    def owners(self, text: str) -> list[int]:
        """For each of the numbers that `ids` gives, the place of its word as spaces part them; -1 at the ends."""

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        """The tokens of each sentence, none of them empty."""


class Contextual:
    """The resource: `tokens`, and the `identity` that stands in signatures."""

    def __init__(self, model: Embedder, identity: str, *, keep: bool = False) -> None:
        self.model = model
        self.identity = identity
        self.keep = keep  # only where the identity tells the model from every other
        self.memo: Memo[Tokens] = Memo(KEPT_BYTES)

    @classmethod
    def of(cls, vectors: Mapping[str, Sequence[float]], identity: str = "table") -> Contextual:
        """Vectors of words that are known beforehand; an error for any other word."""
        return cls(Words(vectors), identity)

    def tokens(self, texts: Iterable[str], layer: int | None = None) -> dict[str, Tokens]:
        """The tokens of each text: found once for the same IDs, and unpadded, with others of as many IDs."""
        layer = self.model.layers if layer is None else layer
        distinct = sorted(set(texts), key=lambda text: (len(text), text))
        ids = {text: tuple(self.model.ids(text)) for text in distinct}
        found = {each: tokens for each in ids.values() if (tokens := self.memo.get((layer, each))) is not None}
        first = {each: text for text, each in reversed(ids.items()) if each not in found}
        for these in group_by_length(ids.values(), pads=getattr(self.model, "pads", True)):
            wanted = [each for each in these if each in first]
            for start in range(0, len(wanted), AT_ONCE):
                part = wanted[start : start + AT_ONCE]
                made = dict(zip(part, self.model.embed([first[each] for each in part], layer), strict=True))
                self.memo.update({(layer, each): tokens for each, tokens in made.items()})
                found |= made
        return {text: found[each] for text, each in ids.items()}

    def ids(self, texts: Iterable[str]) -> dict[str, list[int]]:
        """The numbers of each text's tokens, which need no more than the model's tokenizer."""
        distinct = sorted(set(texts))
        found = {}
        with progress(f"tokens: {self.identity}", len(distinct)) as advance:
            for text in distinct:
                found[text] = self.model.ids(text)
                advance(1)
        return found

    def cut(self, text: str) -> int:
        """How many tokens did not fit; a text is counted only if it may not, for each token has a byte at least."""
        if len(text.encode("utf-8", "replace")) + 2 <= self.model.window:
            return 0
        return max(0, self.model.length(text) - self.model.window)

    def counts(self, text: str, words: Mapping[str, NDArray[np.bool_]]) -> NDArray[np.bool_]:
        """Of each token, whether its word is among those that count."""
        counted = words[text]
        return np.array([place >= 0 and bool(counted[place]) for place in self.model.owners(text)], dtype=np.bool_)


class Words:
    """A model without a context: each word has the vector that was given, and the ends have one of their own."""

    layers = 1
    special = frozenset({0})
    window = 1_000_000

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.numbers = {word: 1 + index for index, word in enumerate(vectors)}
        given = np.array(list(vectors.values()), dtype=np.float32)
        # At right angles to all words.
        table = np.pad(given, ((1, 0), (1, 0)))
        table[0, 0] = 1
        self.table = table / np.linalg.norm(table, axis=1, keepdims=True)

    def ids(self, text: str) -> list[int]:
        """The words between the ends."""
        for word in text.split():
            if word not in self.numbers:
                raise ScoreError(f'there is no vector for "{word}"')
        return [0, *(self.numbers[word] for word in text.split()), 0]

    def length(self, text: str) -> int:
        return len(self.ids(text))

    def owners(self, text: str) -> list[int]:
        """A word is a token."""
        return [-1, *range(len(text.split())), -1]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:  # noqa: ARG002 - there is but one
        found = [np.array(self.ids(text)) for text in texts]
        return [Tokens(ids, self.table[ids]) for ids in found]


def find_owners(text: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """For each token the place of its word; a token may begin with the blank before it, so it is its end that tells."""
    ends = [word.end() for word in re.finditer(r"\S+", text.strip())]
    return [bisect_left(ends, end) if end > start else -1 for start, end in spans]


def load(name: str | None, _language: str | None, cache: Cache | None = None) -> Contextual:
    """The model of that name or in that directory, else the packaged one, by our own encoder if it computes it."""
    files = find_model_files(name, cache)
    return Contextual(choose_embedder(files), files.identity, keep=True)


def choose_embedder(files: ModelFiles) -> Embedder:
    """Our own encoder where it computes the model, else bert-score; weights are opened when a text needs them."""
    from mondegreen.resources.architectures import Unsupported, read_architecture
    from mondegreen.resources.native import NativeTokens, require_native

    try:
        require_native()
        return NativeTokens(read_architecture(files.folder), files)
    except Unsupported as reason:
        require_package("bert-score", f"the model {files.name}", str(reason))
        return Layered(files)


class Numbers(dict[int, float]):
    """Each number stands for itself: where bert-score wants weights of tokens, it gives back their numbers."""

    def __missing__(self, number: int) -> float:
        return float(number)


class Layered:
    """The files of a model; tokenizer and weights are opened when they are needed."""

    served_by = "bert-score"

    def __init__(self, files: ModelFiles) -> None:
        self.files = files
        self.models: dict[int, Any] = {}

    @cached_property
    def depth(self) -> int:
        """How many layers there are."""
        config = self.config
        return next((int(config[name]) for name in LAYERS if name in config), 0)

    @cached_property
    def config(self) -> dict[str, Any]:
        """What the model says of itself."""
        try:
            return dict(json.loads((self.files.folder / "config.json").read_text(encoding="utf-8")))
        except (OSError, TypeError, ValueError) as error:
            raise ScoreError("no readable config.json", path=str(self.files.folder)) from error

    @cached_property
    def layers(self) -> int:
        """The layer that bert-score recommends for a model of that name, else the last."""
        if (self.files.folder / "modules.json").exists():
            return self.depth  # made for sentences, of which bert-score knows none
        from bert_score.utils import model2layers

        return int(model2layers.get(self.files.name, self.depth))

    @cached_property
    def tokenizer(self) -> Any:  # noqa: ANN401 - the library is not imported for its type
        """As bert-score opens it by default."""
        from bert_score.utils import get_tokenizer

        try:
            found = get_tokenizer(str(self.files.folder))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise self.refused(error) from error
        if found.model_max_length > UNKNOWN:
            found.model_max_length = int(self.config.get("max_position_embeddings", 514)) - 2
        return found

    @cached_property
    def special(self) -> frozenset[int]:
        """The tokens at the ends, to which bert-score gives no weight."""
        return frozenset({self.tokenizer.cls_token_id, self.tokenizer.sep_token_id})

    def model(self, layer: int) -> Any:  # noqa: ANN401 - as above
        """The model up to a layer."""
        if layer not in self.models:
            if not 0 <= layer <= self.depth:
                raise ScoreError(f"{self.files.name} has layers 0 to {self.depth}, and no layer {layer}")
            import torch
            from bert_score.utils import get_model
            from transformers.utils import logging

            logging.disable_progress_bar()
            try:
                self.models[layer] = get_model(str(self.files.folder), layer).to(
                    "cuda" if torch.cuda.is_available() else "cpu"
                )
            except (OSError, ValueError, KeyError, RuntimeError, AssertionError) as error:
                raise self.refused(error) from error
        return self.models[layer]

    @property
    def window(self) -> int:
        """Where bert-score cuts."""
        return int(self.tokenizer.model_max_length)

    def ids(self, text: str) -> list[int]:
        """As bert-score cuts a text; the empty text, on which it stumbles, is the two ends."""
        from bert_score.utils import sent_encode

        if not text.strip():
            return [self.tokenizer.cls_token_id, self.tokenizer.sep_token_id]
        return list(sent_encode(self.tokenizer, text))

    def length(self, text: str) -> int:
        """Tokens and ends, also those that do not fit."""
        return len(self.tokenizer.encode(text.strip(), truncation=False, verbose=False))

    def owners(self, text: str) -> list[int]:
        """By where in the text the tokenizer found each token."""
        if not self.tokenizer.is_fast:
            raise ScoreError("its tokenizer gives no token offsets; remove only", path=self.files.name)
        found = self.tokenizer(text.strip(), return_offsets_mapping=True, truncation=True, max_length=self.window)
        return find_owners(text, found["offset_mapping"][: len(self.ids(text))])

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        """The vectors at length 1."""
        from bert_score.utils import get_bert_embedding

        model = self.model(layer)
        vectors, mask, numbers = get_bert_embedding(
            list(texts), model, self.tokenizer, Numbers(), device=str(model.device)
        )
        found = []
        for each, length, ids in zip(vectors.cpu().numpy(), mask.sum(dim=1).tolist(), numbers.numpy(), strict=True):
            part = each[:length] / np.linalg.norm(each[:length], axis=1, keepdims=True)
            found.append(Tokens(ids[:length].astype(np.int64), part))
        return found

    def refused(self, error: Exception) -> ScoreError:
        """A sentence for what the library said in many."""
        return ScoreError(f"bert-score cannot load it: {str(error).splitlines()[0]}", path=str(self.files.folder))
