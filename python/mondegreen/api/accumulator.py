"""Scores batch by batch, as a training loop meets its texts: sums of rows, and no text is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mondegreen import inputs
from mondegreen._core import __version__
from mondegreen.api.plans import settle_plan
from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.kinds import check_kind
from mondegreen.metrics.support.rows import Rows, sum_exactly, total
from mondegreen.pairs import Pairs, StreamedPairs
from mondegreen.plan.score import AccumulatorPlan
from mondegreen.resolve import resolve_measuring
from mondegreen.results.score import Score, make_signature

if TYPE_CHECKING:
    from mondegreen.alignment import PolicyName
    from mondegreen.api.rates import Steps
    from mondegreen.inputs import Source
    from mondegreen.metrics.base import Metric
    from mondegreen.resources import Resources
    from mondegreen.tokenization import Tokenizer

NUMBER = re.compile(r"-?\d+")


class Accumulator:
    """Scores over all batches that were added, by the metrics that `score` has.

    Only sums are held: a few numbers per metric, whatever the size of the corpus. They are the sums of whole counts,
    so that the order and the division into batches or processes change no digit.

    Parameters
    ----------
    metrics : str or list
        Names as for `score` (default: "wer,cer"). Metrics that look at the whole corpus first are refused.
    normalize, tokenize, policy, language, resources
        As for `score`.
    decode : callable
        What makes texts of a batch of token IDs, such as `tokenizer.batch_decode`; without it IDs are the words.
    ignore : collection of int
        Token IDs that are padding, left out before anything else (default: -100, which losses ignore).

    Example
    -------
    >>> import mondegreen as mg
    >>> errors = mg.Accumulator("wer")
    >>> errors.update(["the cat sat"], ["the cat sad"])
    >>> errors.update(["a dog"], ["a dog"])
    >>> errors.compute()
    {'wer': 20.00 %}
    """

    def __init__(
        self,
        metrics: str | Iterable[str] = "wer,cer",
        *,
        normalize: Steps = (),
        tokenize: str | Tokenizer | None = "words",
        policy: PolicyName = "kaldi",
        language: str | None = None,
        resources: Resources | None = None,
        decode: Callable[[list[list[int]]], Sequence[str]] | None = None,
        ignore: Collection[int] = (-100,),
    ) -> None:
        check_kind("resources", resources, "Resources | None")
        check_kind("decode", decode, "Callable | None")
        check_kind("ignore", ignore, "Collection[int]")
        chosen: dict[str, Any] = {"normalize": normalize, "tokenize": tokenize, "policy": policy, "language": language}
        plan = settle_plan(AccumulatorPlan(metrics=metrics, **chosen))
        found, self.settings, _ = resolve_measuring(plan, resources)
        self.metrics: dict[str, Metric] = {metric.label: check_batchwise(metric) for metric in found}
        self.decode, self.ignored = decode, frozenset(map(str, ignore))
        self.reset()

    def reset(self) -> None:
        """Forget all batches, as at the beginning of an epoch."""
        self.pairs = 0
        self.sums: dict[str, list[list[float]]] = {
            label: [[0.0] for _ in metric.columns] for label, metric in self.metrics.items()
        }

    def update(self, references: Source, hypotheses: Source) -> None:
        """Add a batch: texts, lists of tokens, or token IDs in lists or tensors; dicts are paired by their keys."""
        ours, theirs = inputs.pair_texts(references, hypotheses)
        sides = [self.read_side(side, name) for side, name in ((ours, inputs.REFERENCES), (theirs, inputs.HYPOTHESES))]
        if len(sides[0]) != len(sides[1]):
            raise ScoreError(f"a batch holds {len(sides[0])} references and {len(sides[1])} hypotheses")
        found = self.measure(*sides)
        self.pairs += len(sides[0])
        for label, rows in found.items():
            self.add_sums(label, rows.sums())

    def measure(self, references: Sequence[str], hypotheses: Sequence[str]) -> dict[str, Rows]:
        """The rows of a batch by each metric."""
        if not references:
            return {}
        from mondegreen.normalization import normalize

        steps = self.settings.normalize
        batch = Batch(
            normalize(references, steps, inputs.REFERENCES),
            normalize(hypotheses, steps, inputs.HYPOTHESES),
            self.settings,
            keys=[str(place) for place in range(1, len(references) + 1)],
        )
        return {label: metric.measure(batch) for label, metric in self.metrics.items()}

    def read_side(self, texts: Sequence[inputs.Text], name: str) -> list[str]:
        """The texts of a side; padding is left out of token IDs, which become texts where there is a decoder."""
        kept = [text if isinstance(text, str) else self.drop_padding(text) for text in texts]
        of_numbers = [not isinstance(text, str) and all(map(NUMBER.fullmatch, text)) for text in kept]
        if self.decode is not None and all(of_numbers):
            found = list(self.decode([list(map(int, text)) for text in kept]))
            if len(found) != len(kept) or not all(isinstance(text, str) for text in found):
                raise ScoreError(f"decode must give a text for each of the {len(kept)} {name}")
            return found
        if any(number and text for number, text in zip(of_numbers, kept, strict=True)):
            self.check_words(name)
        return inputs.join_tokens(kept, name)

    def drop_padding(self, tokens: Sequence[str]) -> list[str]:
        return [each for each in tokens if each not in self.ignored]

    def check_words(self, name: str) -> None:
        """Refuses metrics of letters where there are numbers of tokens in the place of texts."""
        odd = [label for label, metric in self.metrics.items() if metric.unit != "words"]
        if odd:
            raise ScoreError(
                f"{odd[0]} looks at letters, and {name} are token IDs; give decode=tokenizer.batch_decode, or texts"
            )

    def add_sums(self, label: str, sums: Iterable[Iterable[float]]) -> None:
        self.sums[label] = [sum_exactly_of([*held, *more]) for held, more in zip(self.sums[label], sums, strict=True)]

    def compute(self) -> dict[str, Score]:
        """The score of each metric over all batches, in percent; NaN where nothing was added, as in an empty epoch."""
        pairs = StreamedPairs((), (), (), ("references", "hypotheses"), numbers={"scored": self.pairs})
        return {
            label: Score(
                metric,
                Rows.joined(metric.columns, []),
                total(metric.columns, self.sums[label]),
                make_signature(metric, pairs, self.settings),
            )
            for label, metric in self.metrics.items()
        }

    def to_dict(self) -> dict[str, float]:
        """The scores as plain numbers in percent, as experiment trackers take them."""
        return {label: score.value for label, score in self.compute().items()}

    def merge(self, other: Accumulator) -> None:
        """Add what another accumulator of the same metrics and settings holds."""
        check_kind("other", other, "Accumulator")
        self.load_sums(other.state_dict())

    def __add__(self, other: Accumulator) -> Accumulator:
        found = self.copy()
        found.merge(other)
        return found

    def __iadd__(self, other: Accumulator) -> Accumulator:
        self.merge(other)
        return self

    def copy(self) -> Accumulator:
        """Another of the same metrics and settings, with the same sums."""
        found = Accumulator.__new__(Accumulator)
        found.__dict__ |= self.__dict__
        found.sums = {label: [list(column) for column in sums] for label, sums in self.sums.items()}
        return found

    def state_dict(self) -> dict[str, Any]:
        """All that a checkpoint needs, as plain data."""
        sums = {label: [list(column) for column in columns] for label, columns in self.sums.items()}
        return {"version": __version__, "manner": self.describe_manner(), "pairs": self.pairs, "sums": sums}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from a checkpoint of an accumulator of the same metrics and settings."""
        check_kind("state", state, "Mapping[str, object]")
        self.check_manner(state)
        self.reset()
        self.load_sums(state)

    def load_sums(self, state: Mapping[str, Any]) -> None:
        self.check_manner(state)
        self.pairs += state["pairs"]
        for label, sums in state["sums"].items():
            self.add_sums(label, sums)

    def describe_manner(self) -> dict[str, str]:
        """By metric all that changes its score but the corpus."""
        nothing = Pairs((), (), (), ("references", "hypotheses"))
        return {label: make_signature(metric, nothing, self.settings) for label, metric in self.metrics.items()}

    def check_manner(self, state: Mapping[str, Any]) -> None:
        """Refuses sums of other metrics or settings."""
        own, others = self.describe_manner(), state.get("manner")
        if own != others:
            raise ScoreError(f"these sums are of other metrics or settings: {others}, and not {own}")

    def reduce(self, group: Any = None) -> Accumulator:  # noqa: ANN401 - a process group of torch's
        """The sum over all processes of `torch.distributed`, the same on each; a copy where there is one process."""
        import sys

        distributed = getattr(sys.modules.get("torch"), "distributed", None)
        if distributed is None or not distributed.is_available() or not distributed.is_initialized():
            return self.copy()
        states: list[Any] = [None] * distributed.get_world_size(group)
        distributed.all_gather_object(states, self.state_dict(), group=group)
        found = self.copy()
        found.reset()
        for state in states:
            found.load_sums(state)
        return found

    def __repr__(self) -> str:
        scores = ", ".join(f"{label} {score}" for label, score in self.compute().items())
        return f"<Accumulator of {self.pairs} pairs: {scores}>"


def check_batchwise(metric: Metric) -> Metric:
    """Refuses a metric that cannot be measured batch by batch."""
    if metric.of_sessions:
        raise ScoreError(f"{metric.label} is of sessions of several speakers, which score_sessions scores")
    if metric.looks_ahead:
        raise ScoreError(f"{metric.label} looks at all texts before it measures any; collect them, and use score")
    return metric


def sum_exactly_of(numbers: list[float]) -> list[float]:
    """A few numbers of the same sum."""
    import numpy as np

    return sum_exactly(np.array(numbers, dtype=np.float64))
