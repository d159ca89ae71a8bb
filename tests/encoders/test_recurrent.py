"""Networks in TorchScript files, and folders of recurrent models that sentence-transformers reads."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.encoders import make_encoder, measure_similarities
from mondegreen.resources.torchscript import RecurrentModel

torch = pytest.importorskip("torch", reason="torch is not installed")
Tensor: Any = torch.Tensor
Module: Any = torch.nn.Module

RNG = np.random.default_rng(1)
WORDS = {word: RNG.normal(size=6).astype(np.float32) for word in ["<s>", "</s>", "a", "man", "sings", "dog"]}
TEXTS = ["a man sings", "a dog", "Man unknown man", "nobody", ""]


class Network(Module):  # type: ignore[misc] # torch is not there for the types
    """A bidirectional LSTM whose outputs are pooled, or left to be."""

    def __init__(self, pooled: bool) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(6, 5, bidirectional=True, batch_first=True)
        self.pooled = pooled

    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        packed = torch.nn.utils.rnn.pack_padded_sequence(vectors, lengths, batch_first=True, enforce_sorted=False)
        out = torch.nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True, padding_value=-9.0)[0]
        return out.max(dim=1)[0] if self.pooled else out


@pytest.fixture(params=[True, False], ids=["pooled", "by word"])
def network(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    torch.manual_seed(3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch means to give up TorchScript
        torch.jit.script(Network(request.param)).save(str(tmp_path / "net.pt"))
    torch.manual_seed(3)
    return Network(request.param).eval(), tmp_path / "net.pt"


def one(spec: str) -> Any:
    return make_encoder(spec, mg.Resources(chosen={"raw-vectors": mg.WordVectors.of(WORDS)}))


@pytest.mark.parametrize("ends", ["", "<s> </s>"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_as_the_network_says_of_each_sentence_alone(network: Any, ends: str) -> None:
    model, path = network
    found = one(f'recurrent:model="{path}":ends={ends}').encode(TEXTS)
    for text, row in zip(TEXTS, found):
        words = [word for word in text.lower().split() if word in WORDS]
        words = [*ends.split()[:1], *words, *ends.split()[1:]] if text else []
        if not words:
            assert not row.any()
            continue
        with torch.no_grad():
            alone = model(torch.tensor(np.array([[WORDS[word] for word in words]])), torch.tensor([len(words)]))
        expected = alone[0] if model.pooled else alone[0].max(dim=0)[0]
        assert row == pytest.approx(expected.numpy(), abs=1e-6)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_what_is_no_network_or_takes_other_vectors(tmp_path: Path, network: Any) -> None:
    (tmp_path / "no.pt").write_bytes(b"no network")
    for path, sentence in [
        ("nowhere.pt", "nowhere.pt: this file of a network does not exist"),
        (tmp_path / "no.pt", f"{tmp_path / 'no.pt'}: torch cannot load this as a TorchScript file"),
    ]:
        with pytest.raises(ScoreError) as caught:
            measure_similarities(one(f'recurrent:model="{path}"'), TEXTS, TEXTS)
        assert str(caught.value).startswith(sentence)

    class Refusing(Module):  # type: ignore[misc] # torch has no types here
        def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
            return vectors.reshape(-1, 7) * lengths

    torch.jit.script(Refusing()).save(str(tmp_path / "other.pt"))
    with pytest.raises(ScoreError, match=r"other.pt: the network cannot take vectors of 6 numbers: "):
        measure_similarities(one(f'recurrent:model="{tmp_path / "other.pt"}"'), TEXTS, TEXTS)
    with pytest.raises(ScoreError, match="recurrent needs a network: recurrent:model=FILE"):
        measure_similarities(one("recurrent"), TEXTS, TEXTS)


def test_a_network_that_changed_after_its_digest_was_taken(network: Any) -> None:
    _, path = network
    found = RecurrentModel(str(path))
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(ScoreError, match=r"net\.pt: the file changed while it was read"):
        found.encode([np.ones((1, 6))])


@pytest.mark.parametrize("made", ["traced", "scripted"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_vectors_of_another_width_are_refused(tmp_path: Path, made: str) -> None:
    """A traced LSTM, in which no check of Python's is left, would read beyond its vectors and answer."""

    class Plain(Module):  # type: ignore[misc] # torch has no types here
        def __init__(self, width: int) -> None:
            super().__init__()
            self.lstm = torch.nn.LSTM(width, 5, batch_first=True)

        def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:  # noqa: ARG002 - none need them
            return self.lstm(vectors)[0]

    for width in (5, 6, 7):
        network = Plain(width).eval()
        example = (torch.zeros(2, 3, width), torch.tensor([3, 2]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = torch.jit.trace(network, example) if made == "traced" else torch.jit.script(network)
            found.save(str(tmp_path / f"{width}.pt"))
    assert one(f'recurrent:model="{tmp_path / "6.pt"}"').encode(TEXTS).shape == (5, 5)
    for width in (5, 7):
        with pytest.raises(ScoreError, match=f"{width}.pt: the network cannot take vectors of 6 numbers: "):
            one(f'recurrent:model="{tmp_path / f"{width}.pt"}"').encode(TEXTS)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_folder_with_an_lstm(tmp_path: Path) -> None:
    """Of a sentence whose words are all unknown such a model says nothing, and so do we."""
    library = pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")
    from sentence_transformers import models

    tokens = models.tokenizer.WhitespaceTokenizer(vocab=["PAD", *WORDS], stop_words=[], do_lower_case=True)
    words = models.WordEmbeddings(tokens, np.array([np.zeros(6), *WORDS.values()]))
    lstm = models.LSTM(6, 5, bidirectional=True)
    pooling = models.Pooling(10, pooling_mode_max_tokens=True, pooling_mode_mean_tokens=False)
    library.SentenceTransformer(modules=[words, lstm, pooling], device="cpu").save(str(tmp_path / "model"))
    found = one(f'sentences:model="{tmp_path / "model"}"').encode(TEXTS)
    assert found.shape == (5, 10)
    assert found.any(axis=1).tolist() == [True, True, True, False, False]
