"""jiwer's measures, as fractions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.adapters.jiwer.process import align_tokens, transform_sides
from mondegreen.adapters.jiwer.transformations import cer_default, wer_default

if TYPE_CHECKING:
    from mondegreen.adapters.jiwer.process import Text, Transform
    from mondegreen.api.rates import Edits


def count_edits(
    reference: Text, hypothesis: Text, reference_transform: Transform, hypothesis_transform: Transform
) -> Edits:
    """The edits of all sentences."""
    return align_tokens(*transform_sides(reference, hypothesis, reference_transform, hypothesis_transform))[1]


def wer(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word error rate."""
    return count_edits(reference, hypothesis, reference_transform, hypothesis_transform).error_rate


def mer(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Match error rate."""
    return count_edits(reference, hypothesis, reference_transform, hypothesis_transform).match_error_rate


def wip(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word information preserved."""
    return count_edits(reference, hypothesis, reference_transform, hypothesis_transform).information_preserved


def wil(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word information lost."""
    return 1 - wip(reference, hypothesis, reference_transform, hypothesis_transform)


def cer(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> float:
    """Character error rate."""
    return count_edits(reference, hypothesis, reference_transform, hypothesis_transform).error_rate
