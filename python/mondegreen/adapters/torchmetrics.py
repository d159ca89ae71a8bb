"""torchmetrics' interface: `update(preds, target)`, fractions from `compute()`, states that its Metric synchronizes.

    from mondegreen.adapters.torchmetrics import WordErrorRate

torchmetrics' own MatchErrorRate, WordInfoLost and WordInfoPreserved are approximations by the longer text; these follow
the definitions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen.api.accumulator import Accumulator
from mondegreen.errors import ScoreError

try:
    import torch
    from torchmetrics import Metric
except ImportError as error:
    raise ScoreError("torchmetrics is not installed: pip install torchmetrics") from error

if TYPE_CHECKING:
    from mondegreen.inputs import Source


class TextMetric(Metric):  # type: ignore[misc] # of a package that need not be there
    """Fractions by the metrics that `mondegreen.score` has: of one metric a tensor, of several a dict of them.

    The options are those of `mondegreen.Accumulator`. Processes synchronize their sums of counts, so that the result is
    that of the whole corpus, and no mean of processes.
    """

    pairs: torch.Tensor
    full_state_update: ClassVar[bool] = False
    is_differentiable: ClassVar[bool] = False

    def __init__(self, metrics: str = "wer,cer", *, torchmetrics: dict[str, Any] | None = None, **options: Any) -> None:  # noqa: ANN401 - the accumulator's
        super().__init__(**torchmetrics or {})
        self.accumulator = Accumulator(metrics, **options)
        self.add_state("pairs", torch.zeros(1, dtype=torch.float64), dist_reduce_fx="sum")
        for place, metric in enumerate(self.accumulator.metrics.values()):
            zeros = torch.zeros(len(metric.columns), dtype=torch.float64)
            self.add_state(f"sums_{place}", zeros, dist_reduce_fx="sum")

    def update(self, preds: Source, target: Source) -> None:
        """Add a batch."""
        self.accumulator.reset()
        self.accumulator.update(target, preds)
        self.pairs = self.pairs + self.accumulator.pairs
        for place, sums in enumerate(self.accumulator.sums.values()):
            state = getattr(self, f"sums_{place}")
            added = torch.tensor([sum(column) for column in sums], dtype=torch.float64, device=state.device)
            setattr(self, f"sums_{place}", state + added)

    def compute(self) -> Any:  # noqa: ANN401 - a tensor, or a dict of tensors
        """The fractions over all batches; NaN where there were none."""
        self.accumulator.reset()
        self.accumulator.pairs = round(float(self.pairs))
        for place, label in enumerate(self.accumulator.metrics):
            self.accumulator.sums[label] = [[number] for number in getattr(self, f"sums_{place}").tolist()]
        found = {label: torch.tensor(score.fraction) for label, score in self.accumulator.compute().items()}
        return found if len(found) > 1 else next(iter(found.values()))


class WordErrorRate(TextMetric):
    """The word error rate as a fraction."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - the accumulator's
        super().__init__("wer", **options)


class CharErrorRate(TextMetric):
    """The character error rate as a fraction."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as above
        super().__init__("cer", **options)


class MatchErrorRate(TextMetric):
    """The match error rate as a fraction."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as above
        super().__init__("mer", **options)


class WordInfoLost(TextMetric):
    """The word information lost as a fraction."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as above
        super().__init__("wil", **options)


class WordInfoPreserved(TextMetric):
    """The word information preserved as a fraction."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - as above
        super().__init__("wip", **options)
