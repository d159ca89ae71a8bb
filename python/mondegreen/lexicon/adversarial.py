"""MUSE's start without a dictionary: a mapping that learns to deceive a discriminator of the two languages.

On spaces of some ten thousand words it often fails to start, as the authors' own does; another seed may help. It needs
torch. VecMap's similarity profiles are the far cheaper start of the same kind.
Source: Conneau, Lample, Ranzato, Denoyer and Jégou, "Word translation without parallel data", ICLR 2018.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.steps import normalize_rows
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mondegreen.lexicon.methods import Task

# The authors' settings.
HIDDEN_UNITS, DROPOUT, LEAKY_SLOPE, LABEL_SMOOTHING = 2_048, 0.1, 0.2, 0.1
BATCH_SIZE, DISCRIMINATOR_STEPS, TRAINING_WORDS = 32, 5, 75_000
LEARNING_RATE, RATE_DECAY, RATE_CUT, MIN_LEARNING_RATE, BETA = 0.1, 0.98, 0.5, 1e-6, 0.001


def learn_rotation(task: Task) -> NDArray[np.float32]:
    """The mapping of the epoch that the criterion likes best."""
    torch = import_torch()
    with seed_torch(torch, task.options.seed, task.options.threads):
        return select_best_epoch(AdversarialTraining(torch, task), task)


def select_best_epoch(game: AdversarialTraining, task: Task) -> NDArray[np.float32]:
    """The mapping of the best epoch of a game."""
    inducer = Inducer(task.options.neighbors, task.options.seed, task.options.threads)
    right = normalize_rows(task.right)
    best, best_value, rate, fell = game.rotation(), float("-inf"), LEARNING_RATE, False
    for epoch in range(task.options.epochs):
        game.train(rate, task.options.samples // BATCH_SIZE)
        left = normalize_rows(task.left @ game.rotation())
        value = task.criterion(left, right, inducer.induce(left, right).forward)
        task.report_trial(Trial(-task.options.epochs + epoch, 0, value))
        rate *= RATE_DECAY
        if value > best_value:
            best, best_value = game.rotation(), value
        else:
            rate *= RATE_CUT if fell else 1
            fell = True
        if rate < MIN_LEARNING_RATE:
            break
    return best


def import_torch() -> Any:  # noqa: ANN401 - torch has no types here
    """The package, or what to do without it."""
    try:
        import torch
    except ImportError as error:
        raise ScoreError(
            "the adversarial start needs torch; install it by `pip install 'mondegreen[semantic]'`, "
            "or use --start profiles"
        ) from error
    return torch


@contextmanager
def seed_torch(torch: Any, seed: int, threads: int | None) -> Iterator[None]:  # noqa: ANN401 - torch
    """Has torch draw by the seed and work on so many threads; what draws and works afterwards goes on as before."""
    before = torch.get_num_threads()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        torch.set_num_threads(threads or before)
        try:
            yield
        finally:
            torch.set_num_threads(before)


class AdversarialTraining:
    """The mapping and the discriminator, who learn in turns."""

    def __init__(self, torch: Any, task: Task) -> None:  # noqa: ANN401 - torch
        self.torch = torch
        self.sides = [torch.from_numpy(np.ascontiguousarray(side[:TRAINING_WORDS])) for side in (task.left, task.right)]
        dimension = task.left.shape[1]
        nn = torch.nn
        self.mapping = nn.Linear(dimension, dimension, bias=False)
        self.mapping.weight.data.copy_(torch.eye(dimension))
        self.discriminator = nn.Sequential(
            nn.Dropout(DROPOUT),
            *(nn.Linear(dimension, HIDDEN_UNITS), nn.LeakyReLU(LEAKY_SLOPE)),
            *(nn.Linear(HIDDEN_UNITS, HIDDEN_UNITS), nn.LeakyReLU(LEAKY_SLOPE)),
            *(nn.Linear(HIDDEN_UNITS, 1), nn.Sigmoid()),
        )

    def rotation(self) -> NDArray[np.float32]:
        """The mapping, for rows on its left."""
        found: NDArray[np.float32] = self.mapping.weight.detach().numpy().T.copy()
        return found

    def train(self, rate: float, rounds: int) -> None:
        """So many steps of the mapping, each behind several of the discriminator."""
        mapping, discriminator = (
            self.torch.optim.SGD(each.parameters(), lr=rate) for each in (self.mapping, self.discriminator)
        )
        with progress("adversarial start", rounds) as advance:
            for _ in range(rounds):
                for _ in range(DISCRIMINATOR_STEPS):
                    with self.torch.no_grad():
                        sample = self.draw_batch()
                    self.take_step(discriminator, sample, LABEL_SMOOTHING)
                self.take_step(mapping, self.draw_batch(), 1 - LABEL_SMOOTHING)
                self.orthogonalize()
                advance(1)

    def draw_batch(self) -> Any:  # noqa: ANN401 - a tensor
        """Words of both languages, those of the source mapped."""
        source, target = (side[self.torch.randint(len(side), (BATCH_SIZE,))] for side in self.sides)
        return self.torch.cat([self.mapping(source), target])

    def take_step(self, optimizer: Any, sample: Any, target: float) -> None:  # noqa: ANN401 - torch
        """One step towards telling source words by 1 - `target` and target words by `target`."""
        labels = self.torch.full((2 * BATCH_SIZE,), target)
        labels[:BATCH_SIZE] = 1 - target
        loss = self.torch.nn.functional.binary_cross_entropy(self.discriminator(sample).flatten(), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def orthogonalize(self) -> None:
        """Draws the mapping back towards a rotation."""
        weight = self.mapping.weight.data
        weight.copy_((1 + BETA) * weight - BETA * weight @ weight.T @ weight)
