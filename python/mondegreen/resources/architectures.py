"""Which models our own encoder computes: how each family names its sizes and tensors, and what else a directory says.

Source of the names: the configurations and state dictionaries of huggingface/transformers.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _core
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from pathlib import Path


WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"
WORDS, POSITIONS = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
TYPES = "embeddings.token_type_embeddings.weight"
# Of each layer: query, key, value and output of attention, its normalization, both halves of the inner network, and the
# normalization behind it.
BERT_LAYER = (
    *("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"),
    *("attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"),
)
MPNET_LAYER = (
    *("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o"),
    *("attention.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"),
)
DISTIL_LAYER = (
    *("attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin"),
    *("sa_layer_norm", "ffn.lin1", "ffn.lin2", "output_layer_norm"),
)
# What the configuration may say besides, for which ours has no code.
PLAIN = {"position_embedding_type": "absolute", "is_decoder": False, "add_cross_attention": False}
PRECISIONS = (None, "float32")
# Where sentence-transformers looks for the longest sentence, by the age of the model.
WINDOWS = tuple(
    f"sentence_{kind}_config.json" for kind in ("bert", "roberta", "distilbert", "camembert", "xlm-roberta")
)
# What the layer's parts of a tokenizer's normalizer are called in its configuration.
CASING = {
    "lowercase": "do_lower_case",
    "strip_accents": "strip_accents",
    "handle_chinese_chars": "tokenize_chinese_chars",
}
# The files of older models call weight and bias of a normalization gamma and beta.
OLDER = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}


class Unsupported(Exception):  # noqa: N818 - no fault of the model
    """Why a model is for the libraries that know every kind."""


class Family(NamedTuple):
    """How a family calls what a model consists of."""

    layer: tuple[str, ...]
    prefix: str = "encoder.layer"
    layers: str = "num_hidden_layers"
    heads: str = "num_attention_heads"
    activation: str = "hidden_act"
    has_types: bool = True
    # The ID behind which positions are counted where the configuration does not say.
    padding: int | None = None
    distances: str | None = None
    # Where the configuration does not say what is added to variances, or has no word for it.
    epsilon: float = 1e-12


BERT, ROBERTA = Family(BERT_LAYER), Family(BERT_LAYER, padding=1)
FAMILIES = {
    "bert": BERT,
    "roberta": ROBERTA,
    "camembert": ROBERTA,
    "xlm-roberta": ROBERTA,
    "mpnet": Family(MPNET_LAYER, has_types=False, padding=1, distances="encoder.relative_attention_bias.weight"),
    "distilbert": Family(
        DISTIL_LAYER, "transformer.layer", "n_layers", "n_heads", "activation", has_types=False, epsilon=1e-12
    ),
}
# What configurations call sizes that tensors have too: of the rows and columns of which.
SIZES = {"vocab_size": "vocabulary", "max_position_embeddings": "positions", "hidden_size": "hidden", "dim": "hidden"}


@dataclass(frozen=True)
class Architecture:
    """A model that our own encoder computes."""

    folder: Path
    config: dict[str, Any]
    sizes: _core._Sizes
    places: list[tuple[int, int]]
    padding: int | None

    @property
    def family(self) -> Family:
        return FAMILIES[self.config["model_type"]]

    def open_encoder(self) -> _core.Encoder:
        epsilon = float(self.config.get("layer_norm_eps", self.family.epsilon))
        activation = self.config.get(self.family.activation, "gelu")
        return _core.Encoder(str(self.folder / WEIGHTS), self.sizes, self.places, epsilon, activation, self.padding)

    @property
    def room(self) -> int:
        """How many tokens of a sentence have positions."""
        return self.sizes["positions"] - (0 if self.padding is None else self.padding + 1)


def read_architecture(folder: Path) -> Architecture:
    """What a model is; `Unsupported` if it is not for us, and a `ScoreError` if its files contradict each other."""
    config = read_settings(folder, "config.json")
    family = FAMILIES.get(config.get("model_type", ""))
    if family is None:
        raise Unsupported(f"models of type {config.get('model_type')}")
    for name in (WEIGHTS, TOKENIZER):
        if not (folder / name).is_file():
            raise Unsupported(f"models without {name}")
    check_settings(config, family)
    check_casing(folder)
    tensors = read_tensors(folder / WEIGHTS)
    prefix = next((name[: -len(WORDS)] for name in sorted(tensors) if name.endswith(WORDS)), "")
    return describe_tensors(folder, config, family, Prefixed(folder / WEIGHTS, tensors, prefix))


def check_settings(config: dict[str, Any], family: Family) -> None:
    """Refuses what ours has no code for."""
    for name, plain in PLAIN.items():
        if config.get(name, plain) != plain:
            raise Unsupported(f"models with {name} {config[name]}")
    activation = config.get(family.activation, "gelu")
    if activation not in _core.Encoder.ACTIVATIONS:
        raise Unsupported(f"models with the activation {activation}")
    for name in ("dtype", "torch_dtype"):
        if config.get(name) not in PRECISIONS:
            raise Unsupported(f"models in {config[name]}")


def check_casing(folder: Path) -> None:
    """Refuses a tokenizer whose configuration says otherwise than its file: the libraries decide which holds."""
    told = read_settings(folder, "tokenizer_config.json", needed=False)
    normalizer = read_settings(folder, TOKENIZER).get("normalizer") or {}
    if normalizer.get("type") == "BertNormalizer":
        for ours, theirs in CASING.items():
            if theirs in told and told[theirs] != normalizer.get(ours):
                raise Unsupported(f"tokenizers whose files differ in {theirs}")


class Prefixed:
    """The tensors of a file by the names that a family has for them."""

    def __init__(self, path: Path, tensors: dict[str, StoredTensor], prefix: str) -> None:
        self.path, self.tensors, self.prefix = path, tensors, prefix
        self.places: list[tuple[int, int]] = []

    def find(self, name: str) -> StoredTensor:
        """The tensor of that name, or of the one that older files have."""
        names = [name, *(name.replace(new, old) for new, old in OLDER.items() if new in name)]
        for each in names:
            if (found := self.tensors.get(self.prefix + each)) is not None:
                return found
        raise ScoreError(f'there is no tensor "{self.prefix}{name}", which config.json asks for', path=str(self.path))

    def take(self, name: str, *shape: int) -> None:
        """Notes where a tensor of this shape is."""
        found = self.find(name)
        if found.kind != SINGLE:
            raise Unsupported(f"weights in {found.kind}")
        if found.shape != shape:
            have, want = ("x".join(map(str, each)) for each in (found.shape, shape))
            raise ScoreError(f'tensor "{self.prefix}{name}" is {have}, but {want} belongs there', path=str(self.path))
        self.places.append((found.start, found.size))


def describe_tensors(folder: Path, config: dict[str, Any], family: Family, tensors: Prefixed) -> Architecture:
    """Sizes and places, in the order in which the core wants them."""
    vocabulary, hidden = (*tensors.find(WORDS).shape, 0)[:2]
    positions = tensors.find(POSITIONS).shape[0]
    sizes: _core._Sizes = {
        "hidden": hidden,
        "heads": read_size(folder, config, family.heads, 12),
        "inner": 1,
        "layers": read_size(folder, config, family.layers, 12 if family.prefix == "encoder.layer" else 6),
        "vocabulary": vocabulary,
        "positions": positions,
        "types": tensors.find(TYPES).shape[0] if family.has_types else 0,
        "buckets": tensors.find(family.distances).shape[0] if family.distances else 0,
    }
    for name, ours in SIZES.items():
        if name in config and config[name] != sizes[ours]:  # type: ignore[literal-required]
            have = sizes[ours]  # type: ignore[literal-required]
            raise ScoreError(f"config.json says {name} {config[name]}, but the weights have {have}", path=str(folder))
    names = [f"{family.prefix}.{layer}.{part}" for layer in range(sizes["layers"]) for part in family.layer]
    if sizes["layers"]:
        sizes["inner"] = tensors.find(f"{names[5]}.weight").shape[0]
    tensors.take(WORDS, vocabulary, hidden)
    tensors.take(POSITIONS, positions, hidden)
    if family.has_types:
        tensors.take(TYPES, sizes["types"], hidden)
    take_norm(tensors, "embeddings.LayerNorm", hidden)
    if family.distances:
        tensors.take(family.distances, sizes["buckets"], sizes["heads"])
    for place, name in enumerate(names):
        rows = sizes["inner"] if place % 8 == 5 else hidden
        if place % 8 in (4, 7):
            take_norm(tensors, name, hidden)
        else:
            tensors.take(f"{name}.weight", rows, sizes["inner"] if place % 8 == 6 else hidden)
            tensors.take(f"{name}.bias", rows)
    padding = None if family.padding is None else read_size(folder, config, "pad_token_id", family.padding)
    return Architecture(folder, config, sizes, tensors.places, padding)


def read_size(folder: Path, config: dict[str, Any], name: str, default: int) -> int:
    """A number of the configuration, or what the libraries take where there is none."""
    found = config.get(name, default)
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        raise ScoreError(f"config.json says {name} {found}, which is no size", path=str(folder))
    return found


def take_norm(tensors: Prefixed, name: str, hidden: int) -> None:
    tensors.take(f"{name}.weight", hidden)
    tensors.take(f"{name}.bias", hidden)


def read_settings(folder: Path, name: str, *, needed: bool = True) -> dict[str, Any]:
    """What a file of settings says; nothing if it need not be there, and is not."""
    try:
        found = json.loads((folder / name).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if not needed:
            return {}
        raise ScoreError(f"there is no {name} that can be read", path=str(folder)) from error
    except (OSError, RecursionError, ValueError) as error:
        raise ScoreError(f"there is no {name} that can be read", path=str(folder)) from error
    if not isinstance(found, dict):
        raise ScoreError(f"there is no {name} that can be read", path=str(folder))
    return found


# A file of safetensors, by the format's own description, github.com/huggingface/safetensors: the size of the heading in
# eight bytes, the heading in JSON, which is never longer than this, and the numbers.
LONGEST = 100_000_000
# Bytes of a number, of the one type that is computed with.
SINGLE, SIZE = "F32", 4


class StoredTensor(NamedTuple):
    """A tensor in a file."""

    kind: str
    shape: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


def read_tensors(path: Path) -> dict[str, StoredTensor]:
    """All tensors of a file, by name; the file is checked to be whole."""
    try:
        size = path.stat().st_size
        with path.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            content = stream.read(length) if 2 <= length <= min(LONGEST, size - 8) else b""
    except OSError as error:
        raise ScoreError(error.strerror or str(error), path=str(path)) from error
    if not content:
        raise ScoreError("this is not a safetensors file, or it is truncated", path=str(path))
    try:
        heading = json.loads(content)
        heading.pop("__metadata__", None)
        found = {name: parse_entry(entry, 8 + length) for name, entry in heading.items()}
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise ScoreError("the header of this safetensors file cannot be read", path=str(path)) from error
    for name, tensor in found.items():
        if tensor.kind == SINGLE and tensor.start + SIZE * tensor.size > size:
            raise ScoreError(f'tensor "{name}" ends behind the end of the file; get the model again', path=str(path))
    return found


def parse_entry(entry: dict[str, object], base: int) -> StoredTensor:
    """An entry of the heading; a `ValueError` where its numbers do not fit each other."""
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(kind, str) or not isinstance(shape, list) or not isinstance(offsets, list):
        raise TypeError(entry)
    if not all(isinstance(each, int) and each >= 0 for each in (*shape, *offsets)):
        raise ValueError(entry)
    start, end = offsets
    found = StoredTensor(kind, tuple(shape), base + start)
    if kind == SINGLE and end - start != SIZE * found.size:
        raise ValueError(entry)
    return found
