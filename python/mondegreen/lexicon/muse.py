"""MUSE: a rotation from seed pairs, refined by the dictionaries it induces itself (iterative Procrustes).

Without a dictionary it starts from similarity profiles, or adversarially: a mapping is trained by torch to deceive a
discriminator of the two languages. On spaces of some ten thousand words that often fails to start, as the authors' own
does; another seed may help.
Source: Conneau, Lample, Ranzato, Denoyer and Jégou, "Word translation without parallel data", ICLR 2018. Their program
keeps the iteration that is best on the evaluation dictionary; here the criterion chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon.mapping import Trial, normalize_rows, solve_procrustes
from mondegreen.lexicon.methods import Solution, Task
from mondegreen.lexicon.seeds import pair_by_profiles
from mondegreen.lexicon.space import Floats
from mondegreen.progress import progress

# Dictionaries are induced from so many of the most frequent words.
REFINEMENT_WORDS = 10_000


def solve(task: Task) -> Solution:
    """The rotation of the source side; the target side stays."""
    inducer = task.options.make_inducer()
    right = normalize_rows(task.right)
    rotation, count = find_initial_rotation(task), 0 if task.pairs is None else len(task.pairs)
    trials: list[Trial] = []
    rotations = []
    for iteration in range(task.options.refinements + 1):
        left = normalize_rows(task.left @ rotation)
        induced = inducer.induce(left, right)
        rotations.append(rotation)
        task.add_trial(trials, Trial(iteration, count, task.criterion(left, right, induced.forward)))
        if iteration < task.options.refinements:
            pairs = induced.mutual(min(REFINEMENT_WORDS, task.options.rank))
            rotation, count = solve_procrustes(task.left[pairs[0]], task.right[pairs[1]]), len(pairs[0])
    chosen = max(range(len(trials)), key=lambda index: (trials[index].criterion, -index))
    return Solution(rotations[chosen], np.eye(len(rotation), dtype=np.float32), trials, chosen)


def find_initial_rotation(task: Task) -> Floats:
    pairs = task.pairs
    if pairs is None and task.options.start == "adversarial":
        return learn_rotation(task)
    if pairs is None:
        pairs = pair_by_profiles(task.left, task.right, task.options.make_inducer(), task.options.rank)
    return solve_procrustes(task.left[pairs.left], task.right[pairs.right])


# The authors' settings.
HIDDEN_UNITS, DROPOUT, LEAKY_SLOPE, LABEL_SMOOTHING = 2_048, 0.1, 0.2, 0.1
BATCH_SIZE, DISCRIMINATOR_STEPS, TRAINING_WORDS = 32, 5, 75_000
LEARNING_RATE, RATE_DECAY, RATE_CUT, MIN_LEARNING_RATE, BETA = 0.1, 0.98, 0.5, 1e-6, 0.001


def learn_rotation(task: Task) -> Floats:
    torch = import_torch()
    with seed_torch(torch, task.options.seed, task.options.threads):
        return train_epochs(AdversarialTraining(torch, task), task)


def train_epochs(training: AdversarialTraining, task: Task) -> Floats:
    inducer = task.options.make_inducer()
    right = normalize_rows(task.right)
    best, best_value, rate, fell = training.rotation(), float("-inf"), LEARNING_RATE, False
    for epoch in range(task.options.epochs):
        training.train(rate, task.options.samples // BATCH_SIZE)
        left = normalize_rows(task.left @ training.rotation())
        value = task.criterion(left, right, inducer.induce(left, right).forward)
        task.report_trial(Trial(-task.options.epochs + epoch, 0, value))
        rate *= RATE_DECAY
        if value > best_value:
            best, best_value = training.rotation(), value
        else:
            rate *= RATE_CUT if fell else 1
            fell = True
        if rate < MIN_LEARNING_RATE:
            break
    return best


def import_torch() -> Any:  # noqa: ANN401 - torch has no types here
    """The package; where it is missing, the error shows the command that installs it."""
    try:
        import torch
    except ImportError as error:
        raise ScoreError(
            "the adversarial start needs torch; install it by `pip install 'mondegreen[transformers]'`, "
            "or use --start profiles"
        ) from error
    return torch


@contextmanager
def seed_torch(torch: Any, seed: int, threads: int | None) -> Iterator[None]:  # noqa: ANN401 - torch
    """Seeds torch and limits its threads; both are restored afterwards."""
    before = torch.get_num_threads()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        torch.set_num_threads(threads or before)
        try:
            yield
        finally:
            torch.set_num_threads(before)


class AdversarialTraining:
    """The mapping and the discriminator, trained in turns."""

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

    def rotation(self) -> Floats:
        found: Floats = self.mapping.weight.detach().numpy().T.copy()
        return found

    def train(self, rate: float, rounds: int) -> None:
        """Trains the mapping for `rounds` steps, each after several of the discriminator."""
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
        """One step towards classifying source words as 1 - `target` and target words as `target`."""
        labels = self.torch.full((2 * BATCH_SIZE,), target)
        labels[:BATCH_SIZE] = 1 - target
        loss = self.torch.nn.functional.binary_cross_entropy(self.discriminator(sample).flatten(), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def orthogonalize(self) -> None:
        """Moves the mapping towards a rotation."""
        weight = self.mapping.weight.data
        weight.copy_((1 + BETA) * weight - BETA * weight @ weight.T @ weight)
