"""`compute_metrics` for a Trainer of Hugging Face transformers.

from mondegreen.adapters.transformers import make_compute_metrics

trainer = Seq2SeqTrainer(..., compute_metrics=make_compute_metrics(processor))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.api.accumulator import Accumulator
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

# What losses leave out, and so Trainer pads with.
IGNORED = -100


def make_compute_metrics(
    processor: Any,  # noqa: ANN401 - a processor or a tokenizer of transformers
    metrics: str = "wer,cer",
    *,
    ctc: bool = False,
    **options: Any,  # noqa: ANN401 - the accumulator's
) -> Callable[[Any], dict[str, float]]:
    """A function of what Trainer evaluated: the scores of its texts in percent, by metric.

    The `processor`, or tokenizer, makes texts of token IDs by `batch_decode`. Logits become the likeliest IDs; with
    `ctc` repeated ones are joined in the predictions, and not in the labels. The other options are those of
    `mondegreen.Accumulator`.
    """
    accumulator = Accumulator(metrics, **options)
    # A processor has the tokenizer, which knows what pads.
    padding = getattr(getattr(processor, "tokenizer", processor), "pad_token_id", None)
    if padding is None:
        raise ScoreError("the tokenizer has no pad_token_id, which stands for what labels leave out; set it first")
    joined: dict[str, bool] = {"group_tokens": False} if ctc else {"skip_special_tokens": True}
    plain: dict[str, bool] = {} if ctc else {"skip_special_tokens": True}

    def compute_metrics(evaluated: Any) -> dict[str, float]:  # noqa: ANN401 - transformers.EvalPrediction
        accumulator.reset()
        labels = fill_padding(evaluated.label_ids, padding)
        predicted = fill_padding(pick_likeliest(evaluated.predictions), padding)
        accumulator.update(processor.batch_decode(labels, **joined), processor.batch_decode(predicted, **plain))
        return accumulator.to_dict()

    return compute_metrics


def pick_likeliest(predictions: Any) -> NDArray[Any]:  # noqa: ANN401 - an array, or a tuple whose first is
    """The token IDs: what a model generated, or the likeliest at each step of its logits."""
    import numpy as np

    found = np.asarray(predictions[0] if isinstance(predictions, tuple) else predictions)
    if found.ndim < 3:
        return found
    # Steps that pad have -100 in the place of all logits.
    return np.where((found == IGNORED).all(axis=-1), IGNORED, found.argmax(axis=-1))


def fill_padding(ids: Any, padding: int) -> NDArray[Any]:  # noqa: ANN401 - whatever numpy takes
    """The IDs, with what the tokenizer pads with where Trainer does."""
    import numpy as np

    found = np.asarray(ids)
    return np.where(found == IGNORED, padding, found)
