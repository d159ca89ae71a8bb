"""Word error rate of some words only: those of a list, of a script, or of a mixture of scripts."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache
from typing import ClassVar
from unicodedata import name

import numpy as np

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, SUBSTITUTIONS, Alignment
from mondegreen.batch import Batch
from mondegreen.metrics.base import Counted, Metric, Option
from mondegreen.metrics.keywords import ALL, LIST, read_words
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.normalization.punctuation import is_mark
from mondegreen.tokenization import MIXED

ANY = "any"
SIGNS = "marks"


def check_script(value: str) -> None:
    if not value.replace("-", "").isalpha():
        raise ValueError(value)


SCRIPT = Option(
    "script", (ANY,), "count only words of this script, such as han or latin, or punctuation (marks)", check_script
)


class WordErrorRateOfSome(Metric, Counted):
    """Word error rate of some words: those on a list, those that are not, or those of a script.

    Measures: errors on chosen words only, over the number of those words.
    Formula: 100 (S + D + I) / N over chosen words: a substitution, a deletion and N count by the word of the reference,
        an insertion by the word of the hypothesis.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["我 要 green tea"], ["我 喝 green bee tea"], metrics=["wer:script=latin"])
        <Run hypotheses: wer:script=latin 50.00 % (1 scored)>

    Caveats: `words` with names and terms gives the biased error rate of contextual recognition, and with
        `which=others` the unbiased one; with a vocabulary, `which=others` gives the rate of words out of it. The two
        add up to all errors and all words. A word belongs to the script of its first letter, by Unicode's name of it:
        latin, cyrillic, arabic, ..., and han for what that calls a CJK ideograph; digits belong to none. Words of
        nothing but punctuation and symbols are `marks`: with `--tokenize punctuated --normalize lower` theirs is the
        error rate of punctuation. For scripts without spaces between words there is `mixed-er:script=han`.
        Words are compared as they are after normalization, and so are those of the list. NaN where no reference
        holds a chosen word. How errors divide among words depends on the alignment.
    Source: the B-WER and U-WER of work on contextual recognition, and the error rates by language of code-switched
        speech.
    """

    name = "wer"
    version = 1
    better = "lower"
    columns = ("errors", "words", "substitutions", "deletions", "insertions")
    unit = "words"
    options: ClassVar[tuple[Option, ...]] = (
        Option("words", LIST.values, LIST.help, LIST.check),
        Option("which", ("listed", "others"), "the words on the list, or all others"),
        SCRIPT,
    )

    def measure(self, batch: Batch) -> Rows:
        """Steps of chosen words, by pair."""
        found = self.aligned(batch)
        offsets = found.offsets.astype(int)
        counting = np.fromiter(self.counting(batch, found.steps.tolist(), offsets.tolist()), bool)
        kinds = (MATCHES, SUBSTITUTIONS, INSERTIONS, DELETIONS)
        each = (found.steps[:, None] == np.array(kinds)) & counting[:, None]
        sums = np.concatenate([np.zeros((1, len(kinds)), int), np.cumsum(each, axis=0)])
        right, substituted, inserted, deleted = np.diff(sums[offsets], axis=0).T
        errors = substituted + deleted + inserted
        return self.rows(errors, right + substituted + deleted, substituted, deleted, inserted)

    def aligned(self, batch: Batch) -> Alignment:
        return batch.alignment(self.unit)

    def counting(self, batch: Batch, steps: list[int], offsets: list[int]) -> Iterator[bool]:
        """Whether each step is one of a chosen word."""
        file = self.chosen.get("words", ALL)
        listed = None if file == ALL else read_words(file, batch.settings)
        chosen = cache(lambda word: self.chooses(word, listed))
        for at, (said, heard) in enumerate(zip(*batch.tokens(self.unit), strict=True)):
            references, hypotheses = iter(said), iter(heard)
            for step in steps[offsets[at] : offsets[at + 1]]:
                other = "" if step == DELETIONS else next(hypotheses)
                yield chosen(other if step == INSERTIONS else next(references))

    def chooses(self, word: str, listed: Container[str] | None) -> bool:
        """Whether a word is one of those that count."""
        if listed is not None and (word in listed) is (self.chosen["which"] == "others"):
            return False
        wanted = self.chosen[SCRIPT.name]
        return wanted == ANY or script_of(word) == wanted.lower()

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred chosen words."""
        return total.errors, total.words


def script_of(word: str) -> str:
    """The script of a word's first letter; without letters, "marks" if it has nothing but marks, else ""."""
    if word and all(map(is_mark, word)):
        return SIGNS
    letter = next((one for one in word if one.isalpha()), "")
    first = name(letter, "").partition(" ")[0].lower() if letter else ""
    return "han" if first == "cjk" else first


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
