"""Recurrent encoders of sentences in TorchScript files, which hold a network and no code of Python's."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen.digest import file_identity, get_state
from mondegreen.errors import ScoreError
from mondegreen.io.source import CHANGED
from mondegreen.resources import bilstm
from mondegreen.resources.bilstm import BiLstm
from mondegreen.resources.modelfiles import require_package

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache


class RecurrentModel:
    """A network that is opened when the first sentence needs it."""

    def __init__(self, path: str, cache: Cache | None = None) -> None:
        self.path = path
        self.state = get_state(Path(path))
        self.identity = file_identity(Path(path), cache=cache)
        self.taken: set[int] = set()

    @cached_property
    def network(self) -> Any:  # noqa: ANN401 - torch's, which is imported late
        """The network itself."""
        import torch

        if get_state(Path(self.path)) != self.state:  # its digest stands in signatures already
            raise ScoreError(CHANGED, path=self.path)
        try:
            return torch.jit.load(self.path, map_location="cpu").eval()
        except (RuntimeError, ValueError) as error:
            what = str(error).strip().splitlines()[0]
            raise ScoreError(f"torch cannot load this as a TorchScript file: {what}", path=self.path) from error

    def encode(self, sentences: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """A vector for each sentence of at least one word, from the vectors of its words."""
        lengths = [len(sentence) for sentence in sentences]
        padded = np.zeros((len(sentences), max(lengths), sentences[0].shape[1]), dtype=np.float32)
        for row, sentence in zip(padded, sentences, strict=True):
            row[: len(sentence)] = sentence
        self.refuse(padded.shape[2])
        found = self.answer(padded, lengths)
        if found.ndim not in (2, 3) or len(found) != len(sentences) or not np.isfinite(found).all():
            raise ScoreError(f"the network gives arrays of shape {found.shape}, not vectors", path=self.path)
        return (
            found
            if found.ndim == 2
            else np.stack([each[:n].max(axis=0) for each, n in zip(found, lengths, strict=True)])
        )

    def refuse(self, width: int) -> None:
        """Refuses vectors that are wider or narrower than the network's own.

        oneDNN's kernels for traced networks take vectors of any width and read beyond them; torch's own do not.
        """
        import torch

        if width in self.taken:
            return
        enabled, *_ = torch.backends.mkldnn.set_flags(False)
        try:
            self.answer(np.zeros((1, 1, width), dtype=np.float32), [1])
        finally:
            torch.backends.mkldnn.set_flags(enabled)
        self.taken.add(width)

    def answer(self, padded: NDArray[np.float32], lengths: Sequence[int]) -> NDArray[np.float64]:
        """What the network gives."""
        import torch

        try:
            with torch.no_grad():
                return np.asarray(self.network(torch.from_numpy(padded), torch.tensor(lengths)), dtype=np.float64)
        except (RuntimeError, torch.jit.Error) as error:
            what = str(error).strip().splitlines()[-1]
            raise ScoreError(
                f"the network cannot take vectors of {padded.shape[2]} numbers: {what}", path=self.path
            ) from error


def load(name: str | None, _language: str | None, cache: Cache | None = None) -> RecurrentModel | BiLstm:
    """The network in that file: of TorchScript, or of our own training."""
    if name is None or not Path(name).is_file():
        raise ScoreError("this file of a network does not exist", path=name)
    if name.endswith(".npz"):
        return bilstm.load(name, cache)
    require_package("torch", "a recurrent encoder")
    return RecurrentModel(name, cache)
