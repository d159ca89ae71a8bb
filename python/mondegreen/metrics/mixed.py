"""Mixed error rate: of characters and words at once."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.alignment import Alignment
from mondegreen.batch import Batch
from mondegreen.metrics.base import Option
from mondegreen.metrics.wer_of import SCRIPT, WordErrorRateOfSome
from mondegreen.tokenization import MIXED


class MixedErrorRate(WordErrorRateOfSome):
    """Mixed error rate for code-switching: Chinese by character, English by word.

    Measures: errors over characters of scripts without spaces and words of all others.
    Formula: 100 (S + D + I) / N over such characters and words; with `script` over those of one script alone: a
        substitution, a deletion and N count by the script of the reference, an insertion by that of the hypothesis.

    Example:
        >>> import mondegreen as mg
        >>> specs = ["mixed-er", "mixed-er:script=han"]
        >>> mg.score(["我们去 meeting room 了"], ["我们 meeting rooms 了"], metrics=specs)
        <Run hypotheses: mixed-er 33.33 %, mixed-er:script=han 25.00 % (1 scored)>

    Caveats: texts are tokenized as by `--tokenize mixed`, whatever tokenizer the run uses. The errors and the tokens
        of all scripts add up to those of `mixed-er`; digits and marks belong to no script (`marks` are tokens of
        nothing else). A word belongs to the script of its first letter; see `wer`. Punctuation counts: remove it first
        (`--normalize punctuation`). Not to be confused with `mer`, the match error rate.
    Source: the MER of work on code-switched speech, such as that on Mandarin and English (SEAME).
    """

    name = "mixed-er"
    unit = MIXED
    options: ClassVar[tuple[Option, ...]] = (SCRIPT,)

    def aligned(self, batch: Batch) -> Alignment:
        return batch.aligned(self.unit, lambda: batch.tokens(self.unit))
