"""Small models of the BERT family with random weights, in directories as their projects write them, and what they say.

The forward pass here is the definition, in float64 and one sentence at a time, from the papers and from what
huggingface/transformers calls the tensors; it shares nothing with ours.
"""

import json
from math import erf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

Values = NDArray[np.float64]
State = dict[str, NDArray[np.float32]]

FAMILIES = ["bert", "roberta", "camembert", "xlm-roberta", "mpnet", "distilbert"]
HIDDEN, HEADS, INNER, LAYERS, POSITIONS, BUCKETS = 24, 3, 40, 3, 60, 32
WORDS = "the a cat cats sat sad on mat hat été l' naïve straße 日 本 ? 12 Cat".split()  # noqa: SIM905 - easier to read
PARTS = ["##s", "##t", "##er"]
ARCHITECTURES = {
    "bert": "BertModel",
    "roberta": "RobertaModel",
    "camembert": "CamembertModel",
    "xlm-roberta": "XLMRobertaModel",
    "mpnet": "MPNetModel",
    "distilbert": "DistilBertModel",
}


def write_model(folder: Path, family: str = "bert", *, sentences: dict[str, Any] | None = None, **config: Any) -> State:
    """Writes a model; `sentences` is the configuration of its pooling, if it is one of sentences."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = make_tokenizer(family)
    tokenizer.save(str(folder / "tokenizer.json"))
    size = tokenizer.get_vocab_size()
    write_json(folder / "config.json", make_config(family, size) | config)
    ends = {
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
        "pad_token": "[PAD]",
        "unk_token": "[UNK]",
        "mask_token": "[MASK]",
    }
    told = {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": POSITIONS - 10, **ends}
    write_json(folder / "tokenizer_config.json", told)
    state = make_state(family, size)
    write_safetensors(folder / "model.safetensors", state)
    if sentences is not None:
        kinds = ["Transformer", "Pooling", "Normalize"]
        modules = [
            {"idx": place, "name": str(place), "path": path, "type": f"sentence_transformers.models.{kind}"}
            for place, (kind, path) in enumerate(zip(kinds, ["", "1_Pooling", "2_Normalize"], strict=True))
        ]
        (folder / "1_Pooling").mkdir()
        (folder / "2_Normalize").mkdir()
        write_json(folder / "modules.json", modules)
        write_json(folder / "1_Pooling" / "config.json", {"word_embedding_dimension": HIDDEN, **sentences})
        write_json(folder / "sentence_bert_config.json", {"max_seq_length": 30, "do_lower_case": False})
    return state


def write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content), encoding="utf-8")


def write_safetensors(path: Path, state: State, kind: str = "F32") -> None:
    """As the format's description says; names in order, so that numbers may begin at any byte of a word."""
    heading, start = {}, 0
    for name, values in state.items():
        heading[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [start, start + values.nbytes]}
        start += values.nbytes
    text = json.dumps(heading).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(values.tobytes() for values in state.values()))


def make_tokenizer(family: str) -> Tokenizer:
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    if family in ("roberta", "camembert", "xlm-roberta", "mpnet"):
        special = ["[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"]  # padding has the number 1 there
    vocabulary = {word: number for number, word in enumerate([*special, *WORDS, *PARTS])}
    found = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=family == "distilbert", strip_accents=False)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])]
    found.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, ends)
    found.add_special_tokens(special)
    found.enable_truncation(7)  # as some files have it, although the libraries do not heed it
    found.enable_padding(length=9)
    return found


def make_config(family: str, size: int) -> dict[str, Any]:
    common = {"model_type": family, "architectures": [ARCHITECTURES[family]], "vocab_size": size, "pad_token_id": 0}
    common |= {"max_position_embeddings": POSITIONS}
    if family == "distilbert":
        return common | {"dim": HIDDEN, "n_heads": HEADS, "hidden_dim": INNER, "n_layers": LAYERS, "activation": "gelu"}
    found = common | {
        "hidden_size": HIDDEN,
        "num_attention_heads": HEADS,
        "intermediate_size": INNER,
        "num_hidden_layers": LAYERS,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-5,
        "bos_token_id": 0,
        "eos_token_id": 2,
    }
    if family == "mpnet":
        found["relative_attention_num_buckets"] = BUCKETS
    elif family == "bert":
        found["type_vocab_size"] = 2
    else:
        found["type_vocab_size"] = 1
    return found if family == "bert" else found | {"pad_token_id": 1}


def make_state(family: str, size: int) -> State:
    """Random weights under the family's names; those of BERT as a file with a head has them."""
    rng = np.random.default_rng(FAMILIES.index(family))
    state: State = {}

    def put(name: str, *shape: int, middle: float = 0.0) -> None:
        state[name] = (middle + 0.3 * rng.standard_normal(shape)).astype(np.float32)

    def put_norm(name: str) -> None:
        put(f"{name}.weight", HIDDEN, middle=1)
        put(f"{name}.bias", HIDDEN)

    before = "bert." if family == "bert" else ""
    put(f"{before}embeddings.word_embeddings.weight", size, HIDDEN)
    put(f"{before}embeddings.position_embeddings.weight", POSITIONS, HIDDEN)
    if family not in ("mpnet", "distilbert"):
        put(f"{before}embeddings.token_type_embeddings.weight", 2 if family == "bert" else 1, HIDDEN)
    put_norm(f"{before}embeddings.LayerNorm")
    if family == "mpnet":
        put("encoder.relative_attention_bias.weight", BUCKETS, HEADS)
    for layer in range(LAYERS):
        query, key, value, output, first, up, down, second = layer_names(family, f"{before}", layer)
        for name in (query, key, value, output):
            put(f"{name}.weight", HIDDEN, HIDDEN)
            put(f"{name}.bias", HIDDEN)
        put_norm(first)
        put(f"{up}.weight", INNER, HIDDEN)
        put(f"{up}.bias", INNER)
        put(f"{down}.weight", HIDDEN, INNER)
        put(f"{down}.bias", HIDDEN)
        put_norm(second)
    if family == "bert":
        put("cls.predictions.transform.dense.weight", HIDDEN, HIDDEN)
    return state


def layer_names(family: str, before: str, layer: int) -> list[str]:
    if family == "distilbert":
        parts = ["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin", "sa_layer_norm"]
        return [f"transformer.layer.{layer}.{part}" for part in [*parts, "ffn.lin1", "ffn.lin2", "output_layer_norm"]]
    inner = ["intermediate.dense", "output.dense", "output.LayerNorm"]
    if family == "mpnet":
        parts = [f"attention.attn.{part}" for part in "qkvo"] + ["attention.LayerNorm"]
    else:
        parts = [f"attention.self.{part}" for part in ("query", "key", "value")]
        parts += ["attention.output.dense", "attention.output.LayerNorm"]
    return [f"{before}encoder.layer.{layer}.{part}" for part in [*parts, *inner]]


def compute_states(family: str, state: State, ids: list[int], epsilon: float, act: str = "gelu") -> list[Values]:
    """The vectors of tokens behind each layer, and before the first."""
    before = "bert." if family == "bert" else ""
    tensor = {name: values.astype(np.float64) for name, values in state.items()}
    padding = 1
    positions = list(range(len(ids)))
    if family in ("roberta", "camembert", "xlm-roberta", "mpnet"):
        counted = np.cumsum([each != padding for each in ids])
        positions = [
            padding + (int(number) if each != padding else 0) for each, number in zip(ids, counted, strict=True)
        ]
    embedded = tensor[f"{before}embeddings.word_embeddings.weight"][ids]
    embedded = embedded + tensor[f"{before}embeddings.position_embeddings.weight"][positions]
    if (types := tensor.get(f"{before}embeddings.token_type_embeddings.weight")) is not None:
        embedded = embedded + types[0]
    found = [normalize(embedded, tensor, f"{before}embeddings.LayerNorm", epsilon)]
    for layer in range(LAYERS):
        query, key, value, output, first, up, down, second = layer_names(family, before, layer)
        states = found[-1]
        mixed = []
        for head in range(HEADS):
            part = slice(head * HIDDEN // HEADS, (head + 1) * HIDDEN // HEADS)
            q, k, v = (linear(states, tensor, name)[:, part] for name in (query, key, value))
            scores = q @ k.T / np.sqrt(HIDDEN // HEADS)
            if family == "mpnet":
                biases = tensor["encoder.relative_attention_bias.weight"][:, head]
                scores = scores + biases[[[find_bucket(to - of) for to in range(len(ids))] for of in range(len(ids))]]
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed.append(shares / shares.sum(axis=1, keepdims=True) @ v)
        states = normalize(states + linear(np.hstack(mixed), tensor, output), tensor, first, epsilon)
        inner = activate(linear(states, tensor, up), act)
        found.append(normalize(states + linear(inner, tensor, down), tensor, second, epsilon))
    return found


def linear(values: Values, tensor: dict[str, Values], name: str) -> Values:
    found: Values = values @ tensor[f"{name}.weight"].T + tensor[f"{name}.bias"]
    return found


def normalize(values: Values, tensor: dict[str, Values], name: str, epsilon: float) -> Values:
    middle, spread = values.mean(axis=1, keepdims=True), values.var(axis=1, keepdims=True)
    found: Values = (values - middle) / np.sqrt(spread + epsilon) * tensor[f"{name}.weight"] + tensor[f"{name}.bias"]
    return found


def activate(values: Values, name: str) -> Values:
    if name == "relu":
        return np.asarray(np.maximum(values, 0))
    if name == "gelu_new":
        inner = np.sqrt(2 / np.pi) * (values + 0.044715 * values**3)
        return np.asarray(values / 2 * (1 + np.tanh(inner)))
    return np.asarray(values / 2 * (1 + np.vectorize(erf)(values / np.sqrt(2))))


def find_bucket(distance: int) -> int:
    """MPNet's ranges of distances: 16 for either side, of which 8 hold one distance and 8 end at these."""
    ends = [8, 12, 16, 23, 32, 46, 64, 91]
    side = 16 if distance > 0 else 0
    near = abs(distance)
    beyond = sum(near >= end for end in ends)
    return side + (near if near < 8 else 7 + beyond)
