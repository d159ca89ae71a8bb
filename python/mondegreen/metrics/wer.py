"""Error rates of words, characters and sentences, and of the case of words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, Alignment
from mondegreen.batch import Batch, Tokens
from mondegreen.metrics.base import TIES, Counted, Metric, Option, Tied
from mondegreen.metrics.support.rows import Row, Rows


class WordErrorRate(Tied):
    """Word error rate.

    Measures: the fraction of reference words that must be substituted, deleted or inserted to obtain the hypothesis.
    Formula: 100 (S + D + I) / N; errors and reference words are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["the cat sat"], ["the cat sad"], metrics=["wer"])["wer"].value
        33.333333333333336

    Caveats: above 100 where insertions abound; NaN where the references hold no word. It is not the mean of the
        utterances' rates. Where every error costs 1, the number of errors does not depend on the alignment policy, but
        its division into S, D and I does. Under "sclite" the number may depend on it, too: only there does
        `ties=range` give two different ends.
    Source: NIST's evaluations since 1987; `policy:` in the signature names the program whose tie-breaking is followed.
    """

    name = "wer"
    version = 1
    variants = (
        "mondegreen.metrics.wer_a:WordErrorRateWithAlternatives",
        "mondegreen.metrics.wer_of:WordErrorRateOfSome",
    )
    better = "lower"
    columns = ("errors", "words", "substitutions", "deletions", "insertions")
    unit = "words"

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred reference words."""
        return total.errors, total.words


class SentenceErrorRate(Metric, Counted):
    """Sentence error rate.

    Measures: the fraction of utterances with at least one word error.
    Formula: 100 W / U; W utterances whose words differ from the reference's, of U utterances.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["the cat sat", "a dog"], ["the cat sad", "a dog"], metrics=["ser"])["ser"].value
        50.0

    Caveats: one wrong word counts as much as ten, so that corpora of short utterances fare better. Spaces between words
        make no difference. NaN without any utterance.
    Source: the usage of NIST's evaluations (`S.Err` of sclite) and of Kaldi's compute-wer.
    """

    name = "ser"
    version = 1
    better = "lower"
    columns = ("wrong", "utterances")
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        """Whether a pair has an error, and 1 for the pair."""
        errors = batch.alignment(self.unit).errors
        return self.rows(errors > 0, [1] * len(batch))

    def ratio(self, total: Row) -> tuple[float, float]:
        """Wrong utterances in a hundred."""
        return total.wrong, total.utterances


class CharacterErrorRate(Tied):
    """Character error rate.

    Measures: the fraction of reference characters that must be substituted, deleted or inserted to obtain the
        hypothesis.
    Formula: 100 (S + D + I) / N over Unicode code points; errors and reference characters are each summed over
        the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["l' été"], ["l' étai"], metrics=["cer"])["cer"].value
        33.333333333333336

    Caveats: the space between two words counts as a character, so joining or splitting words costs something;
        `spaces=no` ignores spaces. An accented letter is one or two code points, depending on how it was typed
        (`--normalize nfc` unifies them). NaN where the references hold no character.
    Source: the usage of the field, where counting spaces and ignoring them are both common.
    """

    name = "cer"
    version = 1
    better = "lower"
    columns = ("errors", "characters", "substitutions", "deletions", "insertions")
    options = (Option("spaces", ("yes", "no"), "count the spaces between words"), TIES)

    @property
    def unit(self) -> str:
        """Characters with or without the spaces between words."""
        return "characters" if self.chosen["spaces"] == "yes" else "letters"

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred reference characters."""
        return total.errors, total.characters


class CaseErrorRate(Metric, Counted):
    """Case error rate: words that are correct except for upper and lower case.

    Measures: the fraction of correctly recognized words whose case differs.
    Formula: 100 C / N; N words that are the same on both sides of an alignment that ignores case, C those whose case
        differs.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["Then Anna left Rome"], ["then Hannah left rome"], metrics=["case"])["case"].value
        66.66666666666667

    Caveats: substituted and deleted words have no case that could be wrong; `wer` counts them. Case follows Unicode (ß
        and SS are the same letters). With `--normalize lower` nothing can be wrong. NaN where no word was recognized.
    Source: the evaluation of recognizers that write case and punctuation, for which see `wer:script=marks`.
    """

    name = "case"
    version = 1
    better = "lower"
    columns = ("errors", "recognized")
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        """Words that differ in case, and words recognized, by pair."""
        found = batch.aligned("words without case", lambda: casefold_words(batch))
        wrong = np.fromiter(count_differing(batch, found), np.float64, len(found))
        return self.rows(wrong, found.matches)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Differences per hundred words."""
        return total.errors, total.recognized


def casefold_words(batch: Batch) -> Tokens:
    references, hypotheses = ([[word.casefold() for word in text] for text in side] for side in batch.tokens())
    return references, hypotheses  # type: ignore[return-value] # lists of words are sequences of them


def count_differing(batch: Batch, found: Alignment) -> Iterator[int]:
    """Of each pair, how many words are the same but for their case."""
    steps, offsets = found.steps.tolist(), found.offsets.tolist()
    for at, (said, heard) in enumerate(zip(*batch.tokens(), strict=True)):
        if said == heard:
            yield 0
            continue
        references, hypotheses, wrong = iter(said), iter(heard), 0
        for step in steps[offsets[at] : offsets[at + 1]]:
            reference = "" if step == INSERTIONS else next(references)
            hypothesis = "" if step == DELETIONS else next(hypotheses)
            wrong += step == MATCHES and reference != hypothesis
        yield wrong
