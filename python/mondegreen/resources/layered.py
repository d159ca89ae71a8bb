"""A model of transformers as bert-score opens it: up to a layer, with the tokens as bert-score cuts them."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.resources.contextual import Tokens
    from mondegreen.resources.modelfiles import ModelFiles

# What the families of models call their number of layers.
LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
# Some tokenisers say a number without meaning for "I do not know".
UNKNOWN = 100_000


class Numbers(dict[int, float]):
    """Each number stands for itself: where bert-score wants weights of tokens, it gives back their numbers."""

    def __missing__(self, number: int) -> float:
        return float(number)


class Layered:
    """The files of a model; tokeniser and weights are opened when they are needed."""

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
            raise ScoreError("there is no config.json that can be read", path=str(self.files.folder)) from error

    @cached_property
    def layers(self) -> int:
        """The layer that bert-score recommends for a model of that name, else the last."""
        if (self.files.folder / "modules.json").exists():
            return self.depth  # made for sentences, of which bert-score knows none
        from bert_score.utils import model2layers

        return int(model2layers.get(self.files.name, self.depth))

    @cached_property
    def tokeniser(self) -> Any:  # noqa: ANN401 - the library is not imported for its type
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
        return frozenset({self.tokeniser.cls_token_id, self.tokeniser.sep_token_id})

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
        return int(self.tokeniser.model_max_length)

    def ids(self, text: str) -> list[int]:
        """As bert-score cuts a text; the empty text, on which it stumbles, is the two ends."""
        from bert_score.utils import sent_encode

        if not text.strip():
            return [self.tokeniser.cls_token_id, self.tokeniser.sep_token_id]
        return list(sent_encode(self.tokeniser, text))

    def length(self, text: str) -> int:
        """Tokens and ends, also those that do not fit."""
        return len(self.tokeniser.encode(text.strip(), truncation=False, verbose=False))

    def owners(self, text: str) -> list[int]:
        """By where in the text the tokeniser found each token."""
        if not self.tokeniser.is_fast:
            raise ScoreError("its tokeniser does not tell where tokens stand: leave out only", path=self.files.name)
        ids = self.ids(text)
        words = list(re.finditer(r"\S+", text.strip()))
        found = self.tokeniser(text.strip(), return_offsets_mapping=True, truncation=True, max_length=self.window)
        ends = [word.end() for word in words]
        spans = found["offset_mapping"][: len(ids)]
        # A token may begin with the blank before its word, so it is its end that tells.
        return [bisect_left(ends, end) if end > start else -1 for start, end in spans]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        """The vectors at length 1."""
        from bert_score.utils import get_bert_embedding

        from mondegreen.resources.contextual import Tokens

        model = self.model(layer)
        vectors, mask, numbers = get_bert_embedding(
            list(texts), model, self.tokeniser, Numbers(), device=str(model.device)
        )
        found = []
        for each, length, ids in zip(vectors.cpu().numpy(), mask.sum(dim=1).tolist(), numbers.numpy(), strict=True):
            part = each[:length] / np.linalg.norm(each[:length], axis=1, keepdims=True)
            found.append(Tokens(ids[:length].astype(np.int64), part))
        return found

    def refused(self, error: Exception) -> ScoreError:
        """A sentence for what the library said in many."""
        return ScoreError(f"bert-score cannot load it: {str(error).splitlines()[0]}", path=str(self.files.folder))
