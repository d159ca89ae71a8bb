"""Character n-gram score, chrF and chrF++."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from string import punctuation
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import shared_ngrams
from mondegreen.batch import Batch
from mondegreen.component import quote_value
from mondegreen.metrics.base import Fraction, Metric, Option
from mondegreen.metrics.support.rows import Row, Rows

Values = NDArray[np.float64]
# The tokens of all texts, and how many each text has, as the core takes them.
Numbered: TypeAlias = "tuple[bytes, bytes]"

SIDES = ("matches", "reference", "hypothesis")
# Options that are as in sacrebleu where its chrF is asked for.
IMPLIED = {"spaces": "no", "short": "skip"}
# Longer n-grams than this are in no text twice.
LONGEST = 20


def check_positive(value: str) -> None:
    if not 0 < float(value) < float("inf"):
        raise ValueError


def check_order(value: str) -> None:
    if value not in map(str, range(1, LONGEST + 1)):
        raise ValueError


def check_word_order(value: str) -> None:
    if value not in map(str, range(LONGEST + 1)):
        raise ValueError


def names_of(letters: int, words: int) -> list[str]:
    """What columns are called by: n-grams of characters, then of words."""
    return [*map(str, range(1, letters + 1)), *(f"_words{n}" for n in range(1, words + 1))]


def columns_of(names: Sequence[str]) -> tuple[str, ...]:
    """What is counted of each n."""
    return tuple(f"{side}{name}" for name in names for side in SIDES)


class CharacterNgramScore(Metric):
    """Character n-gram score.

    Measures: the overlap of character n-grams of both texts, regardless of their positions.
    Formula: 100 (1 + b^2) P R / (b^2 P + R) with b = 2; P is the share of the hypothesis's n-grams that the reference
        has too, R the share of the reference's that the hypothesis has, each summed over the corpus for every n and
        then averaged over n. `order=6` is sacrebleu's chrF, and `order=6:words=2` its chrF++, which counts n-grams of
        one and two words too, with a punctuation mark at either end of a word as a word of its own.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["le chat"], ["le chut"], metrics=["chrf"])["chrf"].value
        70.79365079365078

    Caveats: order counts only within three characters, so that a moved word costs little. Spaces are characters;
        `spaces=no` leaves them out. N-grams of a hypothesis whose reference is too short to have any are wrong;
        sacrebleu leaves them out of the sums, as `short=skip` does. Where `order` or `words` is given, both are as in
        sacrebleu unless they are given too. An n of which one side has no n-grams at all does not count; NaN where
        neither side has a character that counts, for which sacrebleu says 0. `mean=f` takes F for each n before it
        averages, so that a hypothesis with hardly a right trigram is not saved by its letters.
    Source: Popovic, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, which goes up to n = 6;
        three are closer to what people choose among hypotheses. Popovic, "chrF++: words helping character n-grams",
        WMT 2017.
    """

    name = "chrf"
    version = 1
    better = "higher"
    columns: ClassVar[tuple[str, ...]] = columns_of(names_of(3, 0))
    options = (
        Option("order", ("3",), f"maximum order of character n-grams: 1 to {LONGEST}", check_order),
        Option("words", ("0",), f"maximum order of word n-grams: 0 to {LONGEST}", check_word_order),
        Option("beta", ("2",), "weight of recall relative to precision: a number above 0", check_positive),
        Option("spaces", ("yes", "no"), "count the spaces between words"),
        Option("short", ("count", "skip"), "n-gram orders for which the reference has no n-grams"),
        Option("mean", ("parts", "f"), "over n: of precision and of recall, whose F is taken then; or of each n's F"),
    )

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.usual = {option.name: option.values[0] for option in self.options}
        if self.changes.get("order") or self.changes.get("words"):
            self.usual |= IMPLIED
        self.chosen |= {name: self.usual[name] for name in IMPLIED if name not in chosen}
        self.names = names_of(int(self.chosen["order"]), int(self.chosen["words"]))
        self.columns = columns_of(self.names)  # type: ignore[misc] # as many as the order

    @property
    def label(self) -> str:
        """The name and the options that the user gave; those that go with the order are left unsaid."""
        own = [f"{name}={quote_value(value)}" for name, value in self.chosen.items() if value != self.usual[name]]
        return ":".join([self.name, *own])

    @property
    def signature(self) -> str:
        """The order, whatever it is, all that goes with it, and all else that is not at its default."""
        plain = {option.name: option.values[0] for option in self.options if option.name != "order"}
        if self.usual != {**plain, "order": self.usual["order"]}:
            plain = {name: value for name, value in plain.items() if name not in IMPLIED}
        own = [f"{name}={quote_value(value)}" for name, value in self.chosen.items() if value != plain.get(name)]
        return ":".join([f"{self.name}.v{self.version}", *own])

    @property
    def unit(self) -> str:
        """Characters with or without the spaces between words."""
        return "characters" if self.chosen["spaces"] == "yes" else "letters"

    def measure(self, batch: Batch) -> Rows:
        """For each n, the n-grams that both sides have, those of the reference and those of the hypothesis."""
        letters, words = int(self.chosen["order"]), int(self.chosen["words"])
        one, other = encode_characters(batch.references), encode_characters(batch.hypotheses)
        found = [(shared_ngrams(one, other, self.unit, letters), letters)]
        if words:
            known: dict[str, int] = {}
            one, other = number_words(batch.references, known), number_words(batch.hypotheses, known)
            found.append((shared_ngrams(one, other, "words", words), words))
        parts = [np.frombuffer(counts, "<i8").reshape(len(batch), order, 3) for counts, order in found]
        counts = np.concatenate(parts, axis=1)
        if self.chosen["short"] == "skip":
            counts[..., 2] *= counts[..., 1] > 0
        return self.rows(*counts.reshape(len(batch), len(self.columns)).T)

    def fraction(self, total: Row) -> Fraction:
        """No share of one thing in another: the reference's characters alone."""
        return Fraction(None, total.reference1, "characters")

    def score(self, total: Row) -> float:
        """The weighted harmonic mean of precision and recall."""
        found = self.scores(Rows.of(self.columns, [[total[name]] for name in self.columns]))
        return float(found[0])

    def scores(self, sums: Rows) -> Values:
        """All at once."""
        import numpy as np

        common, reference, hypothesis = (sums.values[:, side::3].T for side in range(3))
        counted = np.minimum(reference, hypothesis) > 0
        precision, recall = divide(common, hypothesis), divide(common, reference)
        weight = float(self.chosen["beta"]) ** 2
        if self.chosen["mean"] == "f":
            found = average_counted(combine(precision, recall, weight), counted)
        else:
            found = combine(average_counted(precision, counted), average_counted(recall, counted), weight)
        nothing = reference[0] + hypothesis[0] == 0
        return np.asarray(np.where(nothing, np.nan, found), dtype=np.float64)


def divide(tops: Values, bottoms: Values) -> Values:
    """Quotients; 0 where there is nothing to divide by."""
    return np.divide(tops, bottoms, out=np.zeros(np.shape(tops)), where=np.asarray(bottoms) != 0)


def average_counted(shares: Values, counted: NDArray[np.bool_]) -> Values:
    """The mean over n of those that count; 0 where none does."""
    return divide((shares * counted).sum(axis=0), counted.sum(axis=0))


def combine(precision: Values, recall: Values, weight: float) -> Values:
    """Their harmonic mean in percent, recall weighing so much more; 0 where both are."""
    return divide(100 * (1 + weight) * precision * recall, weight * precision + recall)


def encode_characters(texts: Sequence[str]) -> Numbered:
    """The code points of all texts; the core leaves out spaces that do not count."""
    return "".join(texts).encode("utf-32-le", "surrogatepass"), count_each(texts)


def split_punctuation(text: str) -> list[str]:
    """The words of a text; a mark of ASCII that ends or else begins one is a word of its own (Popovic)."""
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def number_words(texts: Sequence[str], known: dict[str, int]) -> Numbered:
    """Numbers for the words of all texts, equal ones for equal words: known ones, to which new ones are added."""
    words = [split_punctuation(text) for text in texts]
    numbers = [known.setdefault(word, len(known)) for word in chain.from_iterable(words)]
    return np.array(numbers, "<u4").tobytes(), count_each(words)


def count_each(texts: Sequence[Sequence[str]]) -> bytes:
    """How many characters or words each text has."""
    return np.array([len(text) for text in texts], "<u8").tobytes()
