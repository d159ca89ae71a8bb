"""Our own encoder of sentences and of tokens in their context: models of the BERT family, computed by the core.

What it gives is what sentence-transformers and bert-score give, within the rounding of float32.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen import _core
from mondegreen.errors import CoreError, ScoreError
from mondegreen.resources.architectures import (
    TOKENIZER,
    WEIGHTS,
    WINDOWS,
    Architecture,
    Unsupported,
    read_architecture,
    read_settings,
)
from mondegreen.resources.contextual import UNKNOWN, Tokens, find_owners

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from mondegreen.resources.modelfiles import ModelFiles

OURS = "mondegreen's own encoder"
MODULES = ("Transformer", "Pooling", "Normalize")
# The old names of ways of pooling, in the order in which sentence-transformers puts their vectors together.
POOLINGS = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}
# The layers that bert-score recommends for models of these families, by its utils.model2layers.
RECOMMENDED = {
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "bert-base-cased-finetuned-mrpc": 9,
    "bert-base-multilingual-cased": 9,
    "bert-base-chinese": 8,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
    "distilroberta-base": 5,
    "distilbert-base-uncased": 5,
    "distilbert-base-uncased-distilled-squad": 4,
    "distilbert-base-multilingual-cased": 5,
    "xlm-roberta-base": 9,
    "xlm-roberta-large": 17,
    "allenai/scibert_scivocab_uncased": 8,
    "allenai/scibert_scivocab_cased": 9,
    "microsoft/mpnet-base": 8,
    "vinai/bertweet-base": 9,
    "ProsusAI/finbert": 10,
    "princeton-nlp/unsup-simcse-bert-base-uncased": 10,
    "princeton-nlp/unsup-simcse-roberta-base": 8,
    "princeton-nlp/sup-simcse-bert-base-uncased": 10,
    "princeton-nlp/sup-simcse-roberta-base": 10,
    "dbmdz/bert-base-turkish-cased": 10,
    "dbmdz/distilbert-base-turkish-cased": 4,
}


@dataclass(frozen=True)
class SentenceLayout:
    """What the files of a model of sentence-transformers say besides the transformer."""

    architecture: Architecture
    poolings: list[str]
    window: int
    lower: bool


def read_sentence_layout(folder: Path) -> SentenceLayout:
    """How a model makes a vector of a sentence; `Unsupported` if it is not for us."""
    transformer, pooling = find_modules(folder)
    architecture = read_architecture(transformer)
    found = [settings for name in WINDOWS if (settings := read_settings(transformer, name, needed=False))]
    settings = found[0] if found else {}
    limit = settings.get("max_seq_length")
    if limit is None:
        told = read_settings(transformer, "tokenizer_config.json", needed=False).get("model_max_length", UNKNOWN)
        limit = min(int(told), architecture.sizes["positions"])
    return SentenceLayout(
        architecture, read_poolings(pooling), min(int(limit), architecture.room), bool(settings.get("do_lower_case"))
    )


def find_modules(folder: Path) -> tuple[Path, Path | None]:
    """The directories of the transformer and of its pooling; the mean of tokens where the model says nothing."""
    path = folder / "modules.json"
    if not path.is_file():
        return folder, None
    try:
        modules = json.loads(path.read_text(encoding="utf-8"))
        kinds = [str(module["type"]).rpartition(".")[2] for module in modules]
        places = [folder / module["path"] for module in modules]
    except (KeyError, OSError, RecursionError, TypeError, ValueError) as error:
        raise ScoreError("there is no modules.json that can be read", path=str(folder)) from error
    if not isinstance(modules, list):
        raise ScoreError("there is no modules.json that can be read", path=str(folder))
    if kinds not in (list(MODULES[:2]), list(MODULES)):
        raise Unsupported(f"models of {', '.join(kinds)}")
    prompt = read_settings(folder, "config_sentence_transformers.json", needed=False).get("default_prompt_name")
    if prompt is not None:
        raise Unsupported(f"models with the prompt {prompt}")
    return places[0], places[1]


def read_poolings(folder: Path | None) -> list[str]:
    """The ways of pooling that a directory names."""
    if folder is None:
        return ["mean"]
    settings = read_settings(folder, "config.json")
    named = settings.get("pooling_mode", [ours for theirs, ours in POOLINGS.items() if settings.get(theirs)])
    found = [named] if isinstance(named, str) else list(named) or ["mean"]
    if unknown := [each for each in found if each not in _core.Encoder.POOLINGS]:
        raise Unsupported(f"pooling by {unknown[0]}")
    return found


class Tokenizer:
    """The tokenizer of a model, which cuts nothing and pads nothing by itself."""

    def __init__(self, folder: Path, *, lower: bool = False) -> None:
        import tokenizers

        try:
            self.one = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER))
        except Exception as error:  # the package raises nothing narrower
            what = str(error).splitlines()[0]
            raise ScoreError(f"its tokenizer cannot be loaded: {what}", path=str(folder / TOKENIZER)) from error
        self.one.no_truncation()
        self.one.no_padding()
        if lower:
            before = [self.one.normalizer] if self.one.normalizer is not None else []
            self.one.normalizer = tokenizers.normalizers.Sequence([tokenizers.normalizers.Lowercase(), *before])
        self.ends = self.one.num_special_tokens_to_add(is_pair=False)

    def encode(self, text: str, window: int | None = None) -> Any:  # noqa: ANN401 - an encoding of the package's
        """The tokens between the two ends; of a longer text, those of its beginning."""
        text = text.encode("utf-8", "replace").decode()  # halves of characters have no tokens
        found = self.one.encode(text)
        if window is not None and len(found.ids) > window:
            found = self.one.encode(text, add_special_tokens=False)
            found.truncate(max(0, window - self.ends))
            found = self.one.post_process(found, None, add_special_tokens=True)
        return found

    @cached_property
    def special(self) -> list[int]:
        """The tokens at both ends."""
        return list(self.one.encode("").ids)


def ignore_progress(_done: int) -> None:
    """Whoever asks for vectors shows the progress."""


class NativeSentences:
    """An encoder of sentences; files are opened when the first sentence is not known yet."""

    pads = False
    served_by = OURS

    def __init__(self, layout: SentenceLayout) -> None:
        self.layout = layout

    @cached_property
    def tokenizer(self) -> Tokenizer:
        return Tokenizer(self.layout.architecture.folder, lower=self.layout.lower)

    @cached_property
    def encoder(self) -> _core.Encoder:
        return open_encoder(self.layout.architecture)

    @property
    def window(self) -> int:
        """Without the ends that the model adds."""
        return self.layout.window - self.tokenizer.ends

    def length(self, text: str) -> int:
        return len(self.tokenizer.encode(text).ids) - self.tokenizer.ends

    def ids(self, text: str) -> Sequence[int]:
        found: list[int] = self.tokenizer.encode(text, self.layout.window).ids
        return found

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors as the model pools them; whoever compares them makes them as long as each other."""
        content = call(self.encoder.sentences, [self.ids(text) for text in texts], self.layout.poolings)
        return np.frombuffer(content, "<f4").reshape(len(texts), -1)


class NativeTokens:
    """A model of tokens in their context; files are opened when they are needed."""

    pads = False
    served_by = OURS

    def __init__(self, architecture: Architecture, files: ModelFiles) -> None:
        self.architecture = architecture
        self.files = files

    @cached_property
    def tokenizer(self) -> Tokenizer:
        return Tokenizer(self.architecture.folder)

    @cached_property
    def encoder(self) -> _core.Encoder:
        return open_encoder(self.architecture)

    @property
    def depth(self) -> int:
        return self.architecture.sizes["layers"]

    @property
    def layers(self) -> int:
        """The layer that bert-score recommends for a model of that name, else the last."""
        if (self.files.folder / "modules.json").exists():
            return self.depth  # made for sentences, of which bert-score knows none
        return RECOMMENDED.get(self.files.name, self.depth)

    @property
    def special(self) -> frozenset[int]:
        return frozenset(self.tokenizer.special)

    @cached_property
    def window(self) -> int:
        """Where bert-score cuts, or where positions end."""
        told = read_settings(self.architecture.folder, "tokenizer_config.json", needed=False).get("model_max_length")
        if told is None or told > UNKNOWN:
            told = int(self.architecture.config.get("max_position_embeddings", 514)) - 2
        return min(int(told), self.architecture.room)

    def encoding(self, text: str) -> Any:  # noqa: ANN401 - an encoding of the package's
        return self.tokenizer.encode(text.strip(), self.window)

    def ids(self, text: str) -> list[int]:
        found: list[int] = self.encoding(text).ids if text.strip() else self.tokenizer.special
        return found

    def length(self, text: str) -> int:
        return len(self.tokenizer.encode(text.strip()).ids)

    def owners(self, text: str) -> list[int]:
        """By where in the text the tokenizer found each token."""
        return find_owners(text, self.encoding(text).offsets)

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:
        """The vectors at length 1."""
        if not 0 <= layer <= self.depth:
            raise ScoreError(f"{self.files.name} has layers 0 to {self.depth}, and no layer {layer}")
        ids = [self.ids(text) for text in texts]
        content = call(self.encoder.tokens, ids, layer)
        vectors = np.frombuffer(content, "<f4").reshape(sum(map(len, ids)), -1)
        if not np.isfinite(vectors).all():
            place = int(np.argmin(np.isfinite(vectors).all(axis=1)))
            text = texts[int(np.searchsorted(np.cumsum([len(each) for each in ids]), place, side="right"))]
            raise ScoreError(f'the model gives no finite vectors for "{text[:40]}"', path=self.files.name)
        vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        ends = np.cumsum([len(each) for each in ids])
        return [
            Tokens(np.array(each, dtype=np.int64), vectors[end - len(each) : end])
            for each, end in zip(ids, ends, strict=True)
        ]


def open_encoder(architecture: Architecture) -> _core.Encoder:
    try:
        return architecture.open_encoder()
    except CoreError as error:
        raise ScoreError(str(error), path=str(architecture.folder / WEIGHTS)) from error


def call(method: Any, ids: Sequence[Sequence[int]], how: object) -> bytes:  # noqa: ANN401 - of either kind
    content: bytes = method([list(each) for each in ids], how, ignore_progress)
    return content


def require_native() -> None:
    """`Unsupported` where the package that our own encoder needs is missing."""
    if find_spec("tokenizers") is None:
        raise Unsupported("any model without the package tokenizers")
