"""Pairs of tokens as a run, for the interfaces whose files and counts are those of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.batch import Settings
from mondegreen.inputs import HYPOTHESES, REFERENCES, join_tokens
from mondegreen.metrics import make_metrics
from mondegreen.pairs import Pairs
from mondegreen.runner import measure_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.results.run import Run

# The policy of kaldialign and of SpeechBrain's edit distance.
POLICY = "kaldi"


def score_tokens(ids: Sequence[str], references: Sequence[list[str]], hypotheses: Sequence[list[str]]) -> Run:
    """The run of pairs under these IDs, which may come more than once."""
    ours, theirs = join_tokens(references, REFERENCES), join_tokens(hypotheses, HYPOTHESES)
    pairs = Pairs(list(ids), ours, theirs, (REFERENCES, HYPOTHESES))
    return measure_pairs(pairs, make_metrics(["wer"]), Settings(POLICY))
