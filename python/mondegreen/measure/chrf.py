"""Character n-gram score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.measure.metric import Fraction, Metric, Option
from mondegreen.tokenise import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen.batch import Batch
    from mondegreen.measure.rows import Row, Rows

    Numbers = NDArray[np.int64]

ORDERS = (1, 2, 3)
# More than there are code points.
POINTS = 1 << 21


def positive(value: str) -> None:
    """Refuses what is no positive number."""
    if not 0 < float(value) < float("inf"):
        raise ValueError


class CharacterNgramScore(Metric):
    """Character n-gram score.

    Measures: how many runs of one, two and three characters both sides have, wherever they stand.
    Formula: 100 (1 + b^2) P R / (b^2 P + R) with b = 2; P is the share of the hypothesis's n-grams that the reference
        has too, R the share of the reference's that the hypothesis has, each summed over the corpus for every n and
        then averaged over n.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["le chat"], ["le chut"], metrics=["chrf"])["chrf"].value
        70.79365079365078

    Caveats: order counts only within three characters, so that a moved word costs little. Blanks are characters;
        `blanks=no` leaves them out. N-grams of a hypothesis whose reference is too short to have any are wrong;
        sacrebleu leaves them out of the sums, as `short=skip` does. An n of which one side has no n-grams at all does
        not count; NaN where neither side has a character.
    Source: Popovic, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015, which goes up to n = 6;
        three are closer to what people choose among hypotheses.
    """

    name = "chrf"
    version = 1
    better = "higher"
    columns = tuple(f"{what}{n}" for n in ORDERS for what in ("matches", "reference", "hypothesis"))
    options = (
        Option("beta", ("2",), "how many times recall counts as much as precision: a number over 0", positive),
        Option("blanks", ("yes", "no"), "count the blanks between words"),
        Option("short", ("count", "skip"), "n-grams of a hypothesis whose reference has none"),
    )

    @property
    def unit(self) -> str:
        """Characters with or without the blanks between words."""
        return "characters" if self.chosen["blanks"] == "yes" else "letters"

    def measure(self, batch: Batch) -> Rows:
        """For each n, the n-grams that both sides have, those of the reference and those of the hypothesis."""
        import numpy as np

        texts = [*cut(batch.references, self.unit), *cut(batch.hypotheses, self.unit)]
        columns: list[Numbers] = []
        for owners, grams in ngrams(texts):
            common, reference, hypothesis = shared(owners, grams, len(batch))
            if self.chosen["short"] == "skip":
                hypothesis = np.where(reference > 0, hypothesis, 0)
            columns += [common, reference, hypothesis]
        return self.rows(*columns)

    def fraction(self, total: Row) -> Fraction:
        """No share of one thing in another: the reference's characters alone."""
        return Fraction(None, total.reference1, "characters")

    def score(self, total: Row) -> float:
        """The weighted harmonic mean of precision and recall."""
        if not total["reference1"] + total["hypothesis1"]:
            return float("nan")
        found = [(total[f"matches{n}"], total[f"reference{n}"], total[f"hypothesis{n}"]) for n in ORDERS]
        whole = [each for each in found if min(each[1:]) > 0]
        precision = sum(common / hypothesis for common, _, hypothesis in whole) / max(len(whole), 1)
        recall = sum(common / reference for common, reference, _ in whole) / max(len(whole), 1)
        weight = float(self.chosen["beta"]) ** 2
        return 100 * (1 + weight) * precision * recall / (weight * precision + recall) if precision else 0.0


def ngrams(texts: Sequence[Sequence[str]]) -> Iterator[tuple[Numbers, Numbers]]:
    """For each n, the numbers of all n-grams and of the texts they stand in; equal n-grams have equal numbers."""
    import numpy as np

    joined = "".join("".join(text) for text in texts)
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    owners = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    starts, grams = np.arange(len(points)), points
    yield owners, points
    for n in ORDERS[1:]:
        # An n-gram is one that is shorter by one and the character behind it, if that is of the same text.
        ranks = np.unique(grams, return_inverse=True)[1].reshape(-1)
        inside = starts + n - 1 < len(points)
        starts, ranks = starts[inside], ranks[inside]
        inside = owners[starts] == owners[starts + n - 1]
        starts, ranks = starts[inside], ranks[inside]
        grams = ranks * POINTS + points[starts + n - 1]
        yield owners[starts], grams


def shared(owners: Numbers, grams: Numbers, pairs: int) -> tuple[Numbers, Numbers, Numbers]:
    """How many n-grams both texts of a pair have, how many the first has, and the second; first texts come first."""
    import numpy as np

    kinds, ranks = np.unique(grams, return_inverse=True)
    spots = owners % max(pairs, 1) * max(len(kinds), 1) + ranks.reshape(-1)
    first = owners < pairs
    (here, counts), (there, others) = (np.unique(spots[side], return_counts=True) for side in (first, ~first))
    both, left, right = np.intersect1d(here, there, assume_unique=True, return_indices=True)
    common = np.bincount(both // max(len(kinds), 1), np.minimum(counts[left], others[right]), pairs)
    lengths = np.bincount(owners, minlength=2 * pairs)
    return common.astype(np.int64), lengths[:pairs], lengths[pairs:]
