"""`-t wilc`: Wilcoxon's signed rank test over speakers (`.stats.wilc`).

SCTK deals ties out in turns, plus first, and lets them keep their ranks; takes the ranks of the rarer sign, the normal
distribution for any number of speakers and no correction for shared ranks; and calls the system better that is better
more often, whatever the ranks say.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.compare.ranks import average_ranks
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.pad import centred
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.stats.chance import table_two_sided
from mondegreen.dropin.sctk.stats.outcome import CRITICAL_Z, PAGE, Outcome
from mondegreen.dropin.sctk.stats.ranking import FORMULA
from mondegreen.dropin.sctk.stats.sign import rate

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.stats.ranking import Ranking

TITLE = b"Comparison Matrix for the Wilcoxon Test"
TIE = 0.005
PROSE = b"""    The Null Hypothesis:

         The two populations represented by the respective matched
         pairs are identical.

    Alternate Hypothesis:

         The two populations are not equal and therefore
         there is a difference between systems.

    Decision Analysis:

         Assumptions:
              The distribution of signed ranks is approximated
              by the normal distribution if the number of Blocks
              is greater than equal to 8.

         Rejection Threshold:
              Based on a 95%% confidence interval, the Z-score should
              be greater than 1.96 or less than -1.96.

         Decision:
              The Z statistic = %b, therefore the Hypothesis
"""


class Signed(NamedTuple):
    """A speaker's difference, its rank, and the sign that it counts for."""

    difference: float
    rank: float
    plus: bool

    def shown(self) -> float:
        """The rank with its sign; a tie has none."""
        return -self.rank if self.difference < 0.0 and abs(self.difference) > TIE else self.rank


def compare(ranking: "Ranking", first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and if wished how."""
    worse, better = ranking.worse_first(first, second)
    signed = signed_ranks([row[worse] - row[better] for row in ranking.rates])
    plus = [each.rank for each in signed if each.plus]
    minus = [each.rank for each in signed if not each.plus]
    z = statistic(add_up(plus if len(plus) < len(minus) else minus), len(signed))
    winner = worse if len(plus) < len(minus) else better
    rejected = abs(z) > CRITICAL_Z
    outcome = Outcome(winner if rejected else None, table_two_sided(z))
    if not verbose:
        return outcome, b""
    text = table(ranking, worse, better, signed) + sums(plus, minus) + PROSE % format_c_float(b"%4.2f", z)
    if rejected:
        text += b"              is REJECTED in favor of the Null Hypothesis.\n\n"
        text += b"              Further, %b is the better System.\n" % ranking.systems[winner]
    else:
        text += b"              is ACCEPTED.\n"
    return outcome, text + b"\f"


def signed_ranks(differences: list[float]) -> list[Signed]:
    """The differences with their ranks and signs."""
    signed, ties = [], 0
    for difference, rank in zip(differences, average_ranks([abs(each) for each in differences]), strict=True):
        if abs(difference) > TIE:
            signed.append(Signed(difference, rank, difference > 0.0))
        else:
            signed.append(Signed(difference, rank, ties % 2 == 0))
            ties += 1
    return signed


def statistic(ranks: float, speakers: int) -> float:
    """Z of a sum of ranks; from 1,024 speakers on SCTK's product of integers overflows, and mostly no Z is left."""
    product = (speakers * (speakers + 1) * (2 * speakers + 1) + 2**31) % 2**32 - 2**31
    deviation = math.sqrt(product / 24.0) if product >= 0 else math.nan
    return divide_as_c(ranks - speakers * (speakers + 1) / 4.0, deviation)


def table(ranking: "Ranking", worse: int, better: int, signed: list[Signed]) -> bytes:
    """The rates of both systems by speaker, their differences and the ranks of these."""
    left, right = ranking.systems[worse], ranking.systems[better]
    names = max(len(name) for name in (b"Spkr", *ranking.speakers))
    titles = max(6, len(left), len(right))
    width = names + 2 * titles + 37
    indent = b" " * max(0, (PAGE - width) // 2)
    rule = indent + b"-" * width + b"\n"
    head = b"Comparing Spkr %b Percentages for Systems %b and %b" % (FORMULA, left, right)
    text = centred(b"Wilcoxon Test Calculations Table", PAGE) + b"\n" + centred(head, PAGE) + b"\n\n"
    text += indent + b" " * (names + 2 * titles + 10) + b" " * 20 + b"Signed\n"
    heads = (centred(b"Spkr", names), centred(left, titles), centred(right, titles))
    text += indent + b"    ".join(heads) + b"  Difference   Rank    Rank\n" + rule
    for name, rates, each in zip(ranking.speakers, ranking.rates, signed, strict=True):
        cells = (centred(name, names), rate(rates[worse], titles), rate(rates[better], titles))
        figures = (each.difference, each.rank, each.shown())
        text += indent + b"    ".join(cells) + b"   %6.2f    %5.1f    %5.1f\n" % figures
    means = [divide_as_c(add_up(column), len(signed)) for column in (ranking.column(worse), ranking.column(better))]
    last = (centred(b"Avg.", names), *(rate(mean, titles) for mean in means))
    mean = divide_as_c(add_up([each.difference for each in signed]), len(signed))
    return text + rule + indent + b"    ".join(last) + b"   " + format_c_float(b"%6.2f", mean) + b"\n\n"


def sums(plus: list[float], minus: list[float]) -> bytes:
    """The sums of the ranks of each sign."""
    told = (
        b"Sum of %2d positive ranks = %4.1f" % (len(plus), add_up(plus)),
        b"Sum of %2d negative ranks = %4.1f" % (len(minus), add_up(minus)),
    )
    return b"".join(centred(line, PAGE) + b"\n" for line in told) + b"\n\n"
