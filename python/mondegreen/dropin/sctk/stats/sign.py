"""`-t sign`: the sign test over speakers (`.stats.sign`).

SCTK gives half of the ties to either side and the odd one to minus, looks p up (see `chance`), and takes the system
with the smaller summed rate for the better one, whatever the signs say.
"""

from typing import TYPE_CHECKING

from mondegreen.compare.sign import count_signs
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.pad import centred
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.stats.chance import coin_at_most
from mondegreen.dropin.sctk.stats.outcome import PAGE, SIGNIFICANT, Outcome
from mondegreen.dropin.sctk.stats.ranking import FORMULA

if TYPE_CHECKING:
    from mondegreen.compare.sign import Signs
    from mondegreen.dropin.sctk.stats.ranking import Ranking

TITLE = b"Comparison Matrix for the Sign Test"
TIE = 0.005
LEAST_WIDTH = 15  # of the last column
GAP = b"    "
PROSE = b"""The NULL Hypothesis:

     The number of speakers for which the differences is positive
     equals the number of speakers for which the differences is
     negative.
\t\t\t P(N(+)) = P(N(-)) = 0.50

Alternate Hypothesis:

     The number of speakers for which the differences is positive\x20
     is NOT equal to the number of speakers for which the difference
     is negative.

Decision Analysis:

     Assumptions:
        A1: The distibrution of positive and negative differences
            follows the binomial distribution for N fair coin tosses.

        A2: In order to resolve the complication caused by cases where the
            difference in Word Accuracy is zero, half of the cases will
            be assigned to N(+) and half to N(-).  In the event of an
            odd number of zero differences, N(-) will get one extra, this
            reduces the probability of there being a difference between
            the two systems.

     Rejection criterion:
        Reject the null hypothesis at the 95%% confidence level based
        on the following critical values table.  N is the number of
        speakers being compared and N(-) is the number of negative
        differences.

          MIN(N(-),N(+))      P(MIN(N(-),N(+)) | N=%2d)
          --------------      ------------------------
"""


def compare(ranking: "Ranking", first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and if wished how."""
    worse, better = ranking.worse_first(first, second)
    differences = [row[worse] - row[better] for row in ranking.rates]
    signs = count_signs(differences, tie=TIE)
    plus, minus = split(signs)
    p = 2.0 * coin_at_most(min(plus, minus), plus + minus) if plus != minus else 1.0
    outcome = Outcome(better if p < SIGNIFICANT else None, p)
    if not verbose:
        return outcome, b""
    titles = ranking.systems[worse], ranking.systems[better]
    text = table(ranking, worse, better, signs) + PROSE % (plus + minus) + critical_values(plus, minus)
    return outcome, text + decision(minus, p, *titles) + b"\f"


def split(signs: "Signs") -> tuple[int, int]:
    """The counts of both signs with the ties dealt out."""
    return signs.plus + signs.ties // 2, signs.minus + signs.ties - signs.ties // 2


def table(ranking: "Ranking", worse: int, better: int, signs: "Signs") -> bytes:
    """The rates of both systems by speaker, and which is larger."""
    left, right = ranking.systems[worse], ranking.systems[better]
    difference = b"[%b - %b]" % (left, right)
    names = max(len(name) for name in (b"Spkr", *ranking.speakers))
    titles = max(6, len(left), len(right))
    last = max(LEAST_WIDTH, len(difference))
    width = names + 2 * titles + 3 * len(GAP) + last
    indent = b" " * max(0, (PAGE - width) // 2)
    rule = indent + b"-" * width
    heads = ((b"", b"", b"", b"Difference Sign"), (b"Spkr", left, right, difference))
    rows = [
        GAP.join(centred(text, room) for text, room in zip(head, (names, titles, titles, last), strict=True))
        for head in heads
    ]
    lines = [indent + row for row in rows] + [rule]
    for name, rates in zip(ranking.speakers, ranking.rates, strict=True):
        cells = [centred(name, names), rate(rates[worse], titles), rate(rates[better], titles)]
        lines.append(indent + GAP.join([*cells, centred(sign_of(rates[worse] - rates[better]), last)]))
    means = (divide_as_c(add_up(ranking.column(system)), len(ranking.rates)) for system in (worse, better))
    lines += [rule, indent + GAP.join([centred(b"Avg.", names), *(rate(mean, titles) for mean in means)]), b""]
    return head_lines(left, right) + b"\n".join(lines) + b"\n" + counts(signs)


def head_lines(left: bytes, right: bytes) -> bytes:
    """What stands above the table."""
    titles = (
        b"Sign Test Calculations Table Comparing",
        b"Spkr %b Percentages for Systems %b and %b" % (FORMULA, left, right),
        b"(Threshold for equal percentages +- %5.3f)" % TIE,
    )
    return b"".join(centred(title, PAGE) + b"\n" for title in titles) + b"\n"


def rate(value: float, width: int) -> bytes:
    """An error rate in the middle of that width."""
    return centred(format_c_float(b"%6.2f", value), width)


def sign_of(difference: float) -> bytes:
    """What is shown of a difference."""
    if abs(difference) <= TIE:
        return b"0"
    return b"+" if difference > 0 else b"-"


def counts(signs: "Signs") -> bytes:
    """How many differences there are of each sign, ties told as such."""
    told = (
        b"No. Speakers with Positive %b Differences = N(+) = %2d" % (FORMULA, signs.plus),
        b"No. Speakers with Negative %b Differences = N(-) = %2d" % (FORMULA, signs.minus),
        b"No. Speakers with No %b Differences = N(0) = %2d" % (FORMULA, signs.ties),
    )
    return b"".join(centred(line, PAGE) + b"\n" for line in told) + b"\n\n"


def critical_values(plus: int, minus: int) -> bytes:
    """How likely each count of the rarer sign is; few rows beyond the count of minus."""
    tosses = plus + minus
    lines = []
    for count in range(min(tosses // 2, minus + 3) + 1):
        value = 2.0 * coin_at_most(count, tosses)
        told = b"                 %5.3f" % value if value >= 0.0005 else b"                <0.001  "
        last = value < SIGNIFICANT < 2.0 * coin_at_most(count + 1, tosses)
        mark = b"  <---  Null Hypothesis rejected at or below this point" if last else b""
        lines.append(b"          %3d%b%b\n" % (count, told, mark))
    return b"".join(lines) + b"\n"


def decision(minus: int, p: float, left: bytes, right: bytes) -> bytes:
    """What follows from it."""
    told = (
        b"     Decision:\n"
        b"        There were N(-)=%d negative differences , the probability of\n"
        b"        it occurring is %5.3f, therefore the null hypothesis " % (minus, p)
    )
    if p < SIGNIFICANT:
        favour = b"        in favor of the Alternate Hypothesis.  Further, %b is the\n        better System.\n"
        return told + b"is REJECTED\n" + favour % right
    none = b"        There is no statistical difference between %b and %b\n"
    return told + b"is ACCEPTED\n" + none % (left, right)
