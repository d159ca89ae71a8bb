"""Encoders that are whole models: any of sentence-transformers, and recurrent networks over word vectors.

A network comes from a TorchScript file or from weights of our own training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import FLOAT32, Encoder, Values
from mondegreen.encoders.word_encoder import OPTIONS, WordEncoder
from mondegreen.errors import ScoreError
from mondegreen.resources.bilstm import BiLstm
from mondegreen.resources.torchscript import RecurrentModel

# So many sentences, of one length, go through the network at once.
BATCH_SIZE = 64


class SentenceModel(Encoder):
    """A sentence-transformers model, compared by cosine similarity.

    Formula: the model's own.
    Caveats: our own encoder computes models of the BERT family, sentence-transformers all others. A model sees no more
        of a sentence than its window. A recurrent model that sentence-transformers can read from its directory (word
        vectors, an LSTM, the greatest value over time) is one too.
    Source: Reimers and Gurevych, "Sentence-BERT", EMNLP 2019.
    """

    name = "sentences"
    version = 2
    noise = FLOAT32
    options: ClassVar[tuple[Option, ...]] = (
        Option("model", ("default",), "a sentence-transformers model by name or directory", str),
        Option("long", ("cut", "window"), "sentences longer than the model's window: truncate, or encode by windows"),
    )

    @property
    def model(self) -> str | None:
        return None if self.chosen["model"] == "default" else self.chosen["model"]

    def uses(self) -> Mapping[str, str | None]:
        return {"sentences": self.model}

    def encode(self, sentences: Sequence[str]) -> Values:
        """The model's vectors; zero of a sentence without a word."""
        found = self.resources.get("sentences", self.model)
        vectors: Values = found.encode(sentences, self.chosen["long"], self.resources.cache).astype(np.float64)
        vectors[[not sentence.strip() for sentence in sentences]] = 0
        return vectors


class Recurrent(WordEncoder):
    """A recurrent network over word vectors, such as InferSent, with max pooling.

    Formula: the network's own; of outputs for each word the greatest value of each dimension. Alike is the cosine.
    Caveats: the file is TorchScript: a module that takes float32[sentences, words, dimension] of vectors padded by
        zeros, and int64[sentences] of lengths, and gives a vector for each sentence or for each word. `ends` are
        words put before and after each sentence, where they have vectors: "<s> </s>" for InferSent 1, "<p> </p>" for 2.
        A file that ends in .npz holds the BiLSTM of `mondegreen.encoders.training.train_encoder`, and needs no torch.
    Source: Conneau et al., "Supervised Learning of Universal Sentence Representations from Natural Language Inference
        Data", EMNLP 2017.
    """

    name = "recurrent"
    version = 1
    noise = FLOAT32
    ordered = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("model", ("none",), "a TorchScript file, or .npz of train_encoder", str),
        Option("ends", ("",), "words added at the beginning and the end, separated by a space", str),
        *OPTIONS,
    )

    def uses(self) -> Mapping[str, str | None]:
        if self.chosen["model"] == "none":
            raise ScoreError("recurrent needs a network: recurrent:model=FILE, of TorchScript or .npz")
        return {**super().uses(), "recurrent": self.chosen["model"]}

    def words(self, sentence: str) -> Sequence[str]:
        """The words between the ends; no sentence has none."""
        found = super().words(sentence)
        first, _, last = self.chosen["ends"].partition(" ")
        return [word for word in (first, *found, last) if word] if found else found

    def encode(self, sentences: Sequence[str]) -> Values:
        """What the network makes of each, once for the same words, together with others of as many, without padding."""
        network: RecurrentModel | BiLstm = self.resources.get("recurrent", self.uses()["recurrent"])
        bag = self.bag(sentences)
        ends = bag.starts + bag.counts
        words = [tuple(bag.indices[start:end].tolist()) for start, end in zip(bag.starts, ends, strict=True)]
        encoded: dict[tuple[int, ...], Values] = {}
        for size in sorted(set(map(len, words)) - {0}):
            these = [each for each in dict.fromkeys(words) if len(each) == size]
            for start in range(0, len(these), BATCH_SIZE):
                part = these[start : start + BATCH_SIZE]
                encoded |= zip(part, network.encode([bag.vectors[list(each)] for each in part]), strict=True)
        nothing = np.zeros(len(next(iter(encoded.values()), np.zeros(1))))
        return np.array([encoded.get(each, nothing) for each in words]).reshape(len(sentences), len(nothing))
