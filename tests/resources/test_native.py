"""Our own encoder: every family gives what its definition says, and unsound files are refused in a sentence."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.errors import ScoreError
from mondegreen.resources import contextual, modelfiles, sentence_models
from mondegreen.resources.architectures import Unsupported, read_architecture
from mondegreen.resources.contextual import Layered
from mondegreen.resources.modelfiles import ModelFiles
from mondegreen.resources.native import NativeSentences, NativeTokens, require_native
from mondegreen.resources.sentence_models import Transformer
from tiny_models import (
    FAMILIES,
    HIDDEN,
    LAYERS,
    POSITIONS,
    WORDS,
    compute_states,
    make_tokenizer,
    write_json,
    write_model,
    write_safetensors,
)

MEAN = {"pooling_mode_mean_tokens": True}
TEXTS = [
    "the cat sat",
    "",
    "a",
    "the cat sat on the mat ?",
    "unknown words",
    "été l' naïve 日本",
    " the  cats ",
    "[SEP] a [PAD] a",
]


def make_texts(count: int, longest: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(0, longest))) for _ in range(count)]


def open_sentences(folder: Path) -> NativeSentences:
    found = sentence_models.choose_encoder(ModelFiles("m", folder))
    assert isinstance(found, NativeSentences)
    return found


def open_tokens(folder: Path, name: str = "m") -> NativeTokens:
    found = contextual.choose_embedder(ModelFiles(name, folder))
    assert isinstance(found, NativeTokens)
    return found


def find_ids(family: str, text: str, window: int) -> list[int]:
    """As the tokenizer's own truncation has them."""
    tokenizer = make_tokenizer(family)
    tokenizer.no_padding()
    tokenizer.enable_truncation(window)
    ids: list[int] = tokenizer.encode(text).ids
    return ids


@pytest.mark.parametrize("family", FAMILIES)
def test_tokens_are_those_of_the_definition(family: str, tmp_path: Path) -> None:
    state = write_model(tmp_path, family)
    one = open_tokens(tmp_path)
    epsilon = 1e-12 if family == "distilbert" else 1e-5
    texts = [text.strip() for text in [*TEXTS, *make_texts(20, 80)]]
    for layer in range(LAYERS + 1):
        for text, tokens in zip(texts, one.embed(texts, layer), strict=True):
            ids = find_ids(family, text, POSITIONS - 10)
            assert [tokens.ids.tolist(), one.ids(text)] == [ids, ids]
            expected = compute_states(family, state, ids, epsilon)[layer]
            expected /= np.linalg.norm(expected, axis=1, keepdims=True)
            assert np.abs(tokens.vectors - expected).max() < 2e-6
    assert one.special == {find_ids(family, "", 5)[0], find_ids(family, "", 5)[-1]}
    assert [one.layers, one.window, one.length("a a")] == [LAYERS, POSITIONS - 10, 4]
    with pytest.raises(ScoreError, match=rf"^m has layers 0 to {LAYERS}, and no layer {LAYERS + 1}$"):
        one.embed(["a"], LAYERS + 1)


@pytest.mark.parametrize(
    ("pooling", "pool"),
    [
        (MEAN, lambda states: states.mean(axis=0)),
        ({"pooling_mode": "cls"}, lambda states: states[0]),
        ({"pooling_mode_max_tokens": True}, lambda states: states.max(axis=0)),
        ({"pooling_mode": "mean_sqrt_len_tokens"}, lambda states: states.sum(axis=0) / np.sqrt(len(states))),
        (
            {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True},
            lambda states: np.concatenate([states[0], states.mean(axis=0)]),
        ),
    ],
)
def test_sentences_are_pooled_as_the_files_say(pooling: dict[str, Any], pool: Any, tmp_path: Path) -> None:
    state = write_model(tmp_path, "bert", sentences=pooling)
    one = open_sentences(tmp_path)
    texts = [*TEXTS, *make_texts(20, 80)]
    found = one.encode(texts)
    for text, vector in zip(texts, found, strict=True):
        expected = pool(compute_states("bert", state, find_ids("bert", text, 30), 1e-5)[-1])
        assert np.abs(vector - expected).max() < 1e-5
    assert [one.window, one.length("the cats")] == [28, 2]


@pytest.mark.parametrize("act", ["gelu", "gelu_new", "relu"])
def test_activations_are_those_of_the_definition(act: str, tmp_path: Path) -> None:
    state = write_model(tmp_path, "bert", hidden_act=act)
    (found,) = open_tokens(tmp_path).embed(["the cat sat"], LAYERS)
    expected = compute_states("bert", state, found.ids.tolist(), 1e-5, act)[-1]
    assert np.abs(found.vectors - expected / np.linalg.norm(expected, axis=1, keepdims=True)).max() < 2e-6


def test_a_sentence_has_the_same_bits_in_any_company_and_on_any_number_of_threads(tmp_path: Path) -> None:
    write_model(tmp_path, "mpnet", sentences=MEAN)
    one = open_sentences(tmp_path)
    texts = make_texts(300, 40)
    ids = [list(one.ids(text)) for text in texts]
    together = [one.encoder.sentences(ids, ["mean"], lambda _: None, threads) for threads in (1, 2, 3)]
    apart = b"".join(one.encoder.sentences([each], ["mean"], lambda _: None, 2) for each in ids)
    backwards = one.encoder.sentences(ids[::-1], ["mean"], lambda _: None, 2)
    rows = np.frombuffer(apart, "<f4").reshape(len(ids), HIDDEN)
    assert together == [apart] * 3
    assert np.array_equal(np.frombuffer(backwards, "<f4").reshape(rows.shape)[::-1], rows)


def test_scores_need_no_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The metrics take the model by the option, and only tokenizers is imported."""
    for package in ("torch", "transformers", "sentence_transformers", "bert_score"):
        monkeypatch.setitem(__import__("sys").modules, package, None)
    state = write_model(tmp_path / "m", "bert", sentences=MEAN)
    metrics = [f"semdist:model={tmp_path / 'm'}", f"bertscore:model={tmp_path / 'm'}"]
    run = mg.score(["the cat sat"], ["a cat sad"], metrics=metrics, resources=mg.Resources(cache=Cache(None)))
    sides = [
        compute_states("bert", state, find_ids("bert", text, 30), 1e-5)[-1] for text in ("the cat sat", "a cat sad")
    ]
    one, other = (side.mean(axis=0) / np.linalg.norm(side.mean(axis=0)) for side in sides)
    units = [side / np.linalg.norm(side, axis=1, keepdims=True) for side in sides]
    cosines = np.clip(units[1] @ units[0].T, 0, 1)[1:-1, :], np.clip(units[0] @ units[1].T, 0, 1)[1:-1, :]
    precision, recall = (each.max(axis=1).mean() for each in cosines)
    values = [float(score.value) for score in run.scores.values()]
    assert values == pytest.approx(
        [100 * (1 - one @ other), 100 * (1 - 2 * precision * recall / (precision + recall))], abs=1e-3
    )


def test_words_own_tokens_by_where_they_end(tmp_path: Path) -> None:
    write_model(tmp_path)
    assert open_tokens(tmp_path).owners(" the cats  sat? ") == [-1, 0, 1, 2, 2, -1]


def test_layers_are_those_that_bert_score_recommends(tmp_path: Path) -> None:
    write_model(tmp_path)
    assert [open_tokens(tmp_path, name).layers for name in ("roberta-large", "bert-base-multilingual-cased", "x")] == [
        17,
        9,
        LAYERS,
    ]


def change(path: Path, **settings: Any) -> None:
    write_json(path, json.loads(path.read_text(encoding="utf-8")) | settings)


@pytest.mark.parametrize(
    ("file", "settings", "reason"),
    [
        ("config.json", {"model_type": "t5"}, "models of type t5"),
        ("config.json", {"hidden_act": "silu"}, "models with the activation silu"),
        ("config.json", {"position_embedding_type": "relative_key"}, "position_embedding_type relative_key"),
        ("config.json", {"torch_dtype": "float16"}, "models in float16"),
        ("config.json", {"is_decoder": True}, "models with is_decoder True"),
        ("1_Pooling/config.json", {"pooling_mode": "lasttoken"}, "pooling by lasttoken"),
        ("config_sentence_transformers.json", {"default_prompt_name": "query"}, "models with the prompt query"),
        ("tokenizer_config.json", {"do_lower_case": True}, "tokenizers whose files differ in do_lower_case"),
    ],
)
def test_other_models_are_for_the_libraries(
    file: str, settings: dict[str, Any], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They serve by the same option, or the error says what to install."""
    write_model(tmp_path, "bert", sentences=MEAN)
    if not (tmp_path / file).exists():
        write_json(tmp_path / file, {})
    change(tmp_path / file, **settings)
    files = ModelFiles("m", tmp_path)
    monkeypatch.setattr(modelfiles, "find_spec", lambda module: None)
    with pytest.raises(ScoreError) as raised:
        sentence_models.choose_encoder(files)
    assert re.fullmatch(
        r"the model m needs sentence-transformers, as our own encoder does not compute .*: pip install "
        r"'mondegreen\[transformers\]'",
        str(raised.value),
    )
    assert reason in str(raised.value)
    monkeypatch.setattr(modelfiles, "find_spec", lambda module: module)
    assert isinstance(sentence_models.choose_encoder(files), Transformer)
    if file == "config.json":
        assert isinstance(contextual.choose_embedder(files), Layered)


def test_without_tokenizers_the_libraries_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.resources.native.find_spec", lambda module: None)
    with pytest.raises(Unsupported, match="tokenizers"):
        require_native()


@pytest.mark.parametrize(
    ("breaking", "sentence"),
    [
        (
            lambda content: content[:-9],
            r"model\.safetensors: tensor \".*\" ends behind the end of the file; get the model again$",
        ),
        (lambda content: content[:40], r"model\.safetensors: this is not a safetensors file, or it is truncated$"),
        (lambda content: b"", r"model\.safetensors: this is not a safetensors file, or it is truncated$"),
        (
            lambda content: b"\x80\x04pickle" * 9,
            r"model\.safetensors: this is not a safetensors file, or it is truncated$",
        ),
        (lambda content: content[:8] + b"[" + content[9:], r"the header of this safetensors file cannot be read$"),
        (lambda content: content.replace(b"F32", b"F3 "), None),
        (lambda content: content.replace(b"[40, 24]", b"[24, 40]"), r'tensor ".*" is 24x40, but 24x24 belongs there$'),
        (
            lambda content: content.replace(b"output.LayerNorm.bias", b"output.LayerNorm.bios"),
            r'there is no tensor "bert\.enc',
        ),
        (
            lambda content: content.replace(b'"F32", "shape": [24]', b'"F32", "shape": [25]'),
            r"header .* cannot be read$",
        ),
    ],
)
def test_bad_weights_are_refused_in_a_sentence(breaking: Any, sentence: str | None, tmp_path: Path) -> None:
    write_model(tmp_path)
    path = tmp_path / "model.safetensors"
    path.write_bytes(breaking(path.read_bytes()))
    if sentence is None:
        with pytest.raises(Unsupported, match="weights in F3"):
            read_architecture(tmp_path)
        return
    with pytest.raises(ScoreError, match=sentence):
        contextual.choose_embedder(ModelFiles("m", tmp_path))


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        ("config.json", "{", r"there is no config\.json that can be read$"),
        ("config.json", "[]", r"there is no config\.json that can be read$"),
        ("modules.json", "{}", r"there is no modules\.json that can be read$"),
        ("1_Pooling/config.json", "5", r"there is no config\.json that can be read$"),
        ("tokenizer.json", "{}", r"its tokenizer cannot be loaded: "),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(file: str, content: str, sentence: str, tmp_path: Path) -> None:
    write_model(tmp_path, "bert", sentences=MEAN)
    (tmp_path / file).write_text(content, encoding="utf-8")
    with pytest.raises(ScoreError, match=sentence):
        open_sentences(tmp_path).encode(["a"])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"vocab_size": 5}, r"config\.json says vocab_size 5, but the weights have 26$"),
        ({"hidden_size": 25}, r"config\.json says hidden_size 25, but the weights have 24$"),
        ({"num_hidden_layers": 4}, r'there is no tensor "bert\.encoder\.layer\.3\.'),
        ({"num_attention_heads": "x"}, r"config\.json says num_attention_heads x, which is no size$"),
        ({"num_attention_heads": 5}, r"the number of heads is 5, which no encoder of this kind has$"),
        ({"num_attention_heads": 0}, r"the number of heads is 0, which no encoder of this kind has$"),
    ],
)
def test_sizes_that_contradict_the_weights_are_refused(settings: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    write_model(tmp_path, **settings)
    with pytest.raises(ScoreError, match=sentence):
        open_tokens(tmp_path).embed(["a"], 1)


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    state = write_model(tmp_path)
    state["bert.embeddings.word_embeddings.weight"] = state["bert.embeddings.word_embeddings.weight"][:9]
    write_safetensors(tmp_path / "model.safetensors", state)
    change(tmp_path / "config.json", vocab_size=9)
    with pytest.raises(
        ScoreError, match=r"token ID \d+ is not among the 9 of the model; is tokenizer\.json of another"
    ):
        open_tokens(tmp_path).embed(["the cat on the mat"], 1)


@pytest.mark.parametrize("name", ["bert.encoder.layer.0.attention.self.query.weight", "bert.embeddings.LayerNorm.bias"])
def test_weights_that_are_no_numbers_are_named(name: str, tmp_path: Path) -> None:
    state = write_model(tmp_path, sentences=MEAN)
    state[name].flat[3] = np.nan
    write_safetensors(tmp_path / "model.safetensors", state)
    with pytest.raises(ScoreError, match=r'the model gives no finite vectors for "the cat"$'):
        open_tokens(tmp_path).embed(["the cat"], LAYERS)
    with pytest.raises(ScoreError, match=r'gives no finite vector for "the cat"$'):
        sentence_models.Sentences(open_sentences(tmp_path), "m").encode(["the cat"])


def encode_by_length(model: Transformer, texts: list[str]) -> Any:
    """What the library says where it pads nothing."""
    lengths = np.array([len(model.ids(text)) for text in texts])
    found = np.empty((len(texts), HIDDEN), np.float32)
    for length in set(lengths.tolist()):
        places = np.flatnonzero(lengths == length)
        found[places] = model.encode([texts[place] for place in places])
    return found


@pytest.mark.full
@pytest.mark.parametrize("family", FAMILIES)
def test_the_libraries_say_the_same(family: str, tmp_path: Path) -> None:
    """5,000 sentences: cosines and tokens, of which precision and recall are made, within 2e-6."""
    pytest.importorskip("sentence_transformers")
    pytest.importorskip("bert_score")
    write_model(tmp_path, family, sentences=MEAN)
    files = ModelFiles("m", tmp_path)
    texts = [*TEXTS, *make_texts(5_000, 40)]
    theirs, ours = Transformer(tmp_path), open_sentences(tmp_path)
    ids = {text: tuple(theirs.ids(text)) for text in set(texts)}
    assert ids == {text: tuple(ours.ids(text)) for text in ids}
    assert ours.window == theirs.window
    assert [ours.length(text) for text in texts[:50]] == [theirs.length(text) for text in texts[:50]]
    pairs = [
        each / np.linalg.norm(each, axis=1, keepdims=True)
        for each in (encode_by_length(theirs, texts), ours.encode(texts))
    ]
    one, other = (np.sum(side[1:].astype(float) * side[:-1].astype(float), axis=1) for side in pairs)
    # Of random weights torch is within 6e-7 of the definition, and ours within 14e-7: products are summed in one chain.
    assert np.abs(one - other).max() < 2e-6
    layered, own = Layered(files), open_tokens(tmp_path)
    assert [own.layers, own.window, own.special] == [layered.layers, layered.window, layered.special]
    for layer in (0, LAYERS):
        for text in filter(str.strip, texts[:60]):
            (expected,), (found,) = layered.embed([text], layer), own.embed([text], layer)
            assert found.ids.tolist() == expected.ids.tolist()
            assert np.abs(found.vectors - expected.vectors).max() < 4e-6
            assert layered.owners(text) == own.owners(text)


@pytest.mark.full
def test_the_default_model_is_theirs() -> None:
    """Cosines within 1e-6, precision, recall and F1 within 2e-6, of sentences in seven languages."""
    pytest.importorskip("sentence_transformers")
    scorer = pytest.importorskip("bert_score").BERTScorer
    files = modelfiles.find_model_files(None)
    texts = [*SAID, *(" ".join(reversed(text.split())) for text in SAID), *filter(str.strip, make_texts(40, 40))]
    theirs, ours = Transformer(files.folder), sentence_models.choose_encoder(files)
    assert isinstance(ours, NativeSentences)
    pairs = [
        each / np.linalg.norm(each, axis=1, keepdims=True)
        for each in map(np.array, (theirs.encode(texts), ours.encode(texts)))
    ]
    one, other = (np.sum(side[1:].astype(float) * side[:-1].astype(float), axis=1) for side in pairs)
    assert np.abs(one - other).max() < 1e-6
    expected = scorer(str(files.folder), num_layers=contextual.choose_embedder(files).layers).score(
        texts[1:], texts[:-1]
    )
    run = mg.score(texts[:-1], texts[1:], ["bertscore"], resources=mg.Resources(cache=Cache(None)))
    values = run["bertscore"].rows.values[:, :3].T
    assert np.abs(values - np.array([each.numpy() for each in expected])).max() < 2e-6


SAID = [
    "The patient has not been coughing for three weeks.",
    "elle n' a pas dit ça, monsieur dupont est parti hier à dix-sept heures",
    "Das Mädchen fuhr gestern mit dem Straßenbahnwagen nach Köln.",
    "¿Cuántos años tiene el niño que cantó anoche?",
    "Мы не знали, что он приедет в четверг.",
    "我们明天下午三点开会。",
    "ما رأيته منذ أسبوع",
]


@pytest.mark.full
def test_recommended_layers_are_bert_scores() -> None:
    utils = pytest.importorskip("bert_score.utils")
    from mondegreen.resources.native import RECOMMENDED

    assert {name: utils.model2layers[name] for name in RECOMMENDED} == RECOMMENDED
