"""A callback for Lightning: error rates of each validation or test epoch, logged under `val_wer` and the like.

    trainer = Trainer(callbacks=[LogErrorRates("wer,cer")])

The step gives its texts back: `return {"references": [...], "hypotheses": [...]}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.api.accumulator import Accumulator
from mondegreen.errors import ScoreError

try:
    from lightning.pytorch import Callback
except ImportError:
    try:
        from pytorch_lightning import Callback
    except ImportError as error:
        raise ScoreError("Lightning is not installed: pip install lightning") from error

if TYPE_CHECKING:
    from collections.abc import Mapping

SIDES = ("references", "hypotheses")


class LogErrorRates(Callback):  # type: ignore[misc] # of a package that need not be there
    """Scores what validation and test steps give back, over all processes, in percent.

    The options are those of `mondegreen.Accumulator`. What sanity checking gives is not logged.
    """

    def __init__(self, metrics: str = "wer,cer", **options: Any) -> None:  # noqa: ANN401 - the accumulator's
        self.accumulator = Accumulator(metrics, **options)

    def on_validation_epoch_start(self, trainer: Any, pl_module: Any) -> None:  # noqa: ANN401, ARG002 - Lightning's
        self.accumulator.reset()

    def on_test_epoch_start(self, trainer: Any, pl_module: Any) -> None:  # noqa: ANN401, ARG002 - as above
        self.accumulator.reset()

    def on_validation_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, *_: Any, **__: Any) -> None:  # noqa: ANN401, ARG002 - as above
        self.add_outputs(outputs, "validation_step")

    def on_test_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, *_: Any, **__: Any) -> None:  # noqa: ANN401, ARG002 - as above
        self.add_outputs(outputs, "test_step")

    def on_validation_epoch_end(self, trainer: Any, pl_module: Any) -> None:  # noqa: ANN401 - as above
        if not trainer.sanity_checking:
            self.log_scores(pl_module, "val")

    def on_test_epoch_end(self, trainer: Any, pl_module: Any) -> None:  # noqa: ANN401, ARG002 - as above
        self.log_scores(pl_module, "test")

    def add_outputs(self, outputs: Mapping[str, Any] | None, step: str) -> None:
        """Add the texts of a batch."""
        try:
            references, hypotheses = (outputs[side] for side in SIDES)  # type: ignore[index] # None is told below
        except (TypeError, KeyError, IndexError) as error:
            what = "must return a dict with references and hypotheses, the texts of its batch"
            raise ScoreError(f"{step} {what}") from error
        self.accumulator.update(references, hypotheses)

    def log_scores(self, module: Any, prefix: str) -> None:  # noqa: ANN401 - Lightning's
        """Log each score, of all processes together."""
        found = self.accumulator.reduce().to_dict()
        module.log_dict({f"{prefix}_{label}": value for label, value in found.items()})
