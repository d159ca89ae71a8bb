"""Tests over speakers: sign (`-t sign`), Wilcoxon's signed ranks (`-t wilc`), Friedman's ranks (`-t anovar`).

Sign test: SCTK gives half of the ties to either side and the odd one to minus, and calls the system with the smaller
summed rate better, whatever the signs say. Wilcoxon's test: SCTK deals ties out in turns, plus first, and lets them
keep their ranks; takes the ranks of the rarer sign, the normal distribution for any number of speakers and no
correction for shared ranks; and calls the system better that is better more often, whatever the ranks say.
Sources: F. Wilcoxon, Individual comparisons by ranking methods, 1945; M. Friedman, The use of ranks to avoid the
assumption of normality implicit in the analysis of variance, 1937.
"""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from mondegreen.comparison.paired_tests import Signs, count_signs
from mondegreen.comparison.statistics import average_ranks
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.sc_stats import significance
from mondegreen.dropin.sctk.sc_stats.ranges import FORMULA, Ranking
from mondegreen.dropin.sctk.sc_stats.significance import Outcome, Outcomes, name_winner
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.table import Tables, center_text, indent_line, indent_lines, make_indent

LINE_WIDTH = 79
TIE = 0.005
DIFFERENCE_WIDTH = 15  # of the last column
Winners = dict[tuple[int, int], int | None]  # by the numbers of two systems or speakers, the smaller one first

ANOVAR_TITLE = b"Friedman Two-way Analysis of Variance by Ranks"
MANY_TIES = 0.5
# Z by the number of systems: of one-tailed tests at 5 % shared out among all pairs.
CRITICAL_RANK_Z = {1: 1.381, 2: 1.881}
CRITICAL_RANK_Z_OF_MORE = 2.330
# The chi-square distribution as SCTK prints it, with 22 degrees of freedom at 50 % misprinted: the probabilities of
# more than the value, what is left of 100 %, and the values from 1 degree of freedom on.
LEVELS = b"99% 98% 95% 90% 80% 70% 50% 30% 20% 10% 5% 2% 1% .1%".split()
COMPLEMENTS = [b"%g%%" % (100 - float(level[:-1])) for level in LEVELS]
TESTED = LEVELS.index(b"5%")
CHI_SQUARE = [[float(value) for value in line.split()] for line in read_text("chi_square.txt").splitlines()]


class SignedRank(NamedTuple):
    """A speaker's difference, its rank, and the sign that it counts for."""

    difference: float
    rank: float
    is_plus: bool

    def show(self) -> float:
        """The rank with its sign; a tie has none."""
        return -self.rank if self.difference < 0.0 and abs(self.difference) > TIE else self.rank


def center_lines(*lines: bytes) -> bytes:
    return b"".join(center_text(line, LINE_WIDTH) + b"\n" for line in lines)


def format_matrix(title: bytes, outcomes: Outcomes, titles: list[bytes], _test: bytes, _tables: Tables) -> bytes:
    width = max(len(name) for name in titles)
    columns = len(titles) + 1
    indent = b" " * ((LINE_WIDTH - columns * (3 + width) - 1) // 2)
    cell = b" %%%ds |" % width
    rule = b"|" + b"-" * ((3 + width) * columns - 1) + b"|"
    between = b"|" + b"+".join([b"-" * (2 + width)] * columns) + b"|"
    lines = [rule, b"|" + b"".join(cell % name for name in (b"", *titles))]
    for first, name in enumerate(titles):
        winners = (name_winner(outcomes, first, second, titles) for second in range(len(titles)))
        lines += [between, b"|" + b"".join(cell % text for text in (name, *winners))]
    lines.append(rule)
    head = center_lines(title, b"Using the %b Percentage per Speaker" % FORMULA, b"as the Comparison Metric")
    return head + b"\n" + indent_lines(indent, lines)


def run_sign_test(ranking: Ranking, first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and the report if `verbose`."""
    worse, better = ranking.order_pair(first, second)
    signs = count_signs([row[worse] - row[better] for row in ranking.rates], tie=TIE)
    plus, minus = signs.plus + signs.ties // 2, signs.minus + signs.ties - signs.ties // 2
    p = significance.compute_coin_p(min(plus, minus), plus + minus) if plus != minus else 1.0
    outcome = Outcome(better if p < significance.SIGNIFICANT else None, p)
    if not verbose:
        return outcome, b""
    tosses = plus + minus
    row, mark = b"          %3d                %b%b\n", b"  <---  Null Hypothesis rejected at or below this point"
    counts = range(min(tosses // 2, minus + 3) + 1)  # few rows beyond the count of minus
    text = format_sign_table(ranking, worse, better, signs) + read_text("sign_test.txt") % tosses
    text += significance.format_critical_values(counts, tosses, row, b"<0.001  ", mark)
    left, right = ranking.titles[worse], ranking.titles[better]
    observation = b"N(-)=%d negative differences " % minus
    return outcome, text + significance.format_decision(observation, p, left, right, right) + b"\f"


def format_rates(ranking: Ranking, worse: int, better: int) -> list[bytes]:
    """The titles of both systems, their rates by speaker, and the means of these."""
    left, right = ranking.titles[worse], ranking.titles[better]
    widths = [max(len(name) for name in (b"Spkr", *ranking.speakers)), *[max(6, len(left), len(right))] * 2]
    means = [divide_as_c(add_up(ranking.get_rates(system)), len(ranking.rates)) for system in (worse, better)]
    pairs = [[row[worse], row[better]] for row in ranking.rates]
    rows = [[b"Spkr", left, right]]
    for name, pair in zip([*ranking.speakers, b"Avg."], [*pairs, means], strict=True):
        rows.append([name, *(format_c_float(b"%6.2f", rate) for rate in pair)])
    return [b"    ".join(map(center_text, row, widths)) for row in rows]


def draw_rates(ranking: Ranking, worse: int, better: int, column: list[bytes], mean: bytes, width: int) -> bytes:
    """The rates of both systems by speaker, beside them what begins with two lines of titles and is so wide."""
    titles, *rates, means = format_rates(ranking, worse, better)
    rule = b"-" * (len(titles) + width)
    rows = (row + cell for row, cell in zip(rates, column[2:], strict=True))
    lines = [b" " * len(titles) + column[0], titles + column[1], rule, *rows, rule, means + mean]
    return b"\n" + indent_lines(b" " * max(0, (LINE_WIDTH - len(rule)) // 2), lines) + b"\n"


def format_sign_table(ranking: Ranking, worse: int, better: int, signs: Signs) -> bytes:
    """The rates of both systems by speaker, and which is larger."""
    left, right = ranking.titles[worse], ranking.titles[better]
    difference = b"[%b - %b]" % (left, right)
    width = max(DIFFERENCE_WIDTH, len(difference))
    gains = [row[worse] - row[better] for row in ranking.rates]
    marks = (b"0" if abs(gain) <= TIE else b"+" if gain > 0 else b"-" for gain in gains)
    column = [b"    " + center_text(cell, width) for cell in (b"Difference Sign", difference, *marks)]
    head = center_lines(
        b"Sign Test Calculations Table Comparing",
        b"Spkr %b Percentages for Systems %b and %b" % (FORMULA, left, right),
        b"(Threshold for equal percentages +- %5.3f)" % TIE,
    )
    counts = center_lines(
        b"No. Speakers with Positive %b Differences = N(+) = %2d" % (FORMULA, signs.plus),
        b"No. Speakers with Negative %b Differences = N(-) = %2d" % (FORMULA, signs.minus),
        b"No. Speakers with No %b Differences = N(0) = %2d" % (FORMULA, signs.ties),
    )
    return head + draw_rates(ranking, worse, better, column, b"", width + 4) + counts + b"\n\n"


def run_wilcoxon_test(ranking: Ranking, first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and the report if `verbose`."""
    worse, better = ranking.order_pair(first, second)
    signed = rank_differences([row[worse] - row[better] for row in ranking.rates])
    plus = [each.rank for each in signed if each.is_plus]
    minus = [each.rank for each in signed if not each.is_plus]
    z = compute_wilcoxon_z(add_up(plus if len(plus) < len(minus) else minus), len(signed))
    winner = worse if len(plus) < len(minus) else better
    is_rejected = abs(z) > significance.CRITICAL_Z
    outcome = Outcome(winner if is_rejected else None, significance.look_up_two_sided(z))
    if not verbose:
        return outcome, b""
    sums = center_lines(
        b"Sum of %2d positive ranks = %4.1f" % (len(plus), add_up(plus)),
        b"Sum of %2d negative ranks = %4.1f" % (len(minus), add_up(minus)),
    )
    text = format_wilcoxon_table(ranking, worse, better, signed) + sums + b"\n\n"
    text += read_text("wilcoxon_test.txt") % format_c_float(b"%4.2f", z)
    if is_rejected:
        text += b"              is REJECTED in favor of the Null Hypothesis.\n\n"
        text += b"              Further, %b is the better System.\n" % ranking.titles[winner]
    else:
        text += b"              is ACCEPTED.\n"
    return outcome, text + b"\f"


def rank_differences(differences: list[float]) -> list[SignedRank]:
    signed, ties = [], 0
    for difference, rank in zip(differences, average_ranks([abs(each) for each in differences]), strict=True):
        is_tie = abs(difference) <= TIE
        signed.append(SignedRank(difference, rank, ties % 2 == 0 if is_tie else difference > 0.0))
        ties += is_tie
    return signed


def compute_wilcoxon_z(ranks: float, speakers: int) -> float:
    """Z of a sum of ranks; from 1,024 speakers on SCTK's product of 32-bit integers overflows, and Z is mostly NaN."""
    product = (speakers * (speakers + 1) * (2 * speakers + 1) + 2**31) % 2**32 - 2**31
    deviation = math.sqrt(product / 24.0) if product >= 0 else math.nan
    return divide_as_c(ranks - speakers * (speakers + 1) / 4.0, deviation)


def format_wilcoxon_table(ranking: Ranking, worse: int, better: int, signed: list[SignedRank]) -> bytes:
    """The rates of both systems by speaker, their differences and the ranks of these."""
    systems = (FORMULA, ranking.titles[worse], ranking.titles[better])
    head = center_lines(
        b"Wilcoxon Test Calculations Table", b"Comparing Spkr %b Percentages for Systems %b and %b" % systems
    )
    column = [b" " * 22 + b"Signed", b"  Difference   Rank    Rank"]
    column += [b"   %6.2f    %5.1f    %5.1f" % (each.difference, each.rank, each.show()) for each in signed]
    mean = divide_as_c(add_up([each.difference for each in signed]), len(signed))
    return head + draw_rates(ranking, worse, better, column, b"   " + format_c_float(b"%6.2f", mean), 29)


def run_anovar(ranking: Ranking) -> tuple[Outcomes, bytes]:
    """What the test finds of the systems, and the report, also of the speakers."""
    by_speaker = [average_ranks(row) for row in ranking.rates]
    by_system = [average_ranks(ranking.get_rates(system)) for system in range(len(ranking.titles))]
    systems = [add_up([ranks[number] for ranks in by_speaker]) for number in range(len(ranking.titles))]
    speakers = [add_up([ranks[number] for ranks in by_system]) for number in range(len(ranking.speakers))]
    text = format_anovar(systems, by_speaker, None, b"recognition system", b"recognizers")
    winners = compare_sums(systems, len(speakers))
    text += format_anovar_matrix(winners, ranking.titles, ranking.system_order, b"Systems") + b"\f"
    # SCTK counts the ties of speakers only in as many groups as there are systems.
    text += format_anovar(speakers, by_system, len(systems), b"speaker", b"speakers")
    speaker_winners = compare_sums(speakers, len(systems))
    text += format_anovar_matrix(speaker_winners, ranking.speakers, ranking.speaker_order, b"Speakers")
    return {pair: Outcome(winner, 0.0) for pair, winner in winners.items()}, text


def format_anovar(
    sums: list[float], ranks: list[list[float]], groups: int | None, subject: bytes, subjects: bytes
) -> bytes:
    """Whether the sums of ranks differ."""
    text = b"\n\n\n" + indent_line(ANOVAR_TITLE) + indent_line(b"-" * len(ANOVAR_TITLE)) + b"\n"
    text += b"\tHo: Testing the hypothesis that all %b are the same" % subjects
    adjustment = compute_tie_adjustment(ranks, len(sums), groups)
    statistic = 0.0 if adjustment == 0.0 else divide_as_c(compute_friedman(sums, len(ranks)), adjustment)
    freedom = min(max(len(sums) - 2, 0), len(CHI_SQUARE) - 1)
    critical = CHI_SQUARE[freedom]
    text += b"\n\n\n%35bReject if\n" % b""
    text += b"%26bX2_r > X2 of %b df%d (%2.3f)\n\n" % (b"", LEVELS[TESTED], freedom + 1, critical[TESTED])
    text += b"%26badjustment = %b\n" % (b"", format_c_float(b"%2.3f", adjustment))
    text += b"%30b  X2_r = %b\n" % (b"", format_c_float(b"%2.3f", statistic))
    if adjustment < MANY_TIES:
        text += b"\n\n\t\t*** Warning:  ties adjustment may have severely\n"
        text += b"\t\t              exagerated the X2_r value\n\n"
    return text + b"ANALYSIS:\n--------\n" + format_anovar_conclusion(statistic, critical, subject) + b"\n\n"


def compute_friedman(sums: list[float], blocks: int) -> float:
    """Friedman's statistic before it is corrected for ties."""
    count = len(sums)
    scale = divide_as_c(12.0, blocks * count * (count + 1))
    return scale * add_up([each * each for each in sums]) - 3.0 * blocks * (count + 1)


def compute_tie_adjustment(ranks: list[list[float]], count: int, groups: int | None) -> float:
    """By what the statistic is too small for ties; of each block, only so many groups of equal ranks count."""
    ties = 0
    for block in ranks:
        sizes = list(Counter(block).values())[:groups]  # by first appearance
        ties += sum(size**3 - size for size in sizes)
    return 1.0 - divide_as_c(ties, len(ranks) * count * (count * count - 1))


def format_anovar_conclusion(statistic: float, critical: list[float], subject: bytes) -> bytes:
    """Where in the distribution the statistic lies."""
    level = TESTED
    if statistic > critical[TESTED]:
        text = b"\tThe test statistic X2_r shows, with %b confidence, that at\n" % COMPLEMENTS[TESTED]
        text += b"\tleast one %b is significantly different.\n" % subject
        while level < len(critical) - 1 and not statistic < critical[level + 1]:
            level += 1
        is_beyond = level == len(critical) - 1
        between = COMPLEMENTS[level:] if is_beyond else COMPLEMENTS[level : level + 2]
        line = b"\tgreater that %b.\n" if is_beyond else b"\tbetween %b to %b.\n"
    else:
        text = b"\tThe test statistic X2_r shows that at the %b confidence\n" % COMPLEMENTS[TESTED]
        text += b"\tinterval, the %bs are not significantly\n\tdifferent.\n" % subject
        while level > 0 and not statistic > critical[level - 1]:
            level -= 1
        between = COMPLEMENTS[level - 1 : level + 1] if level else COMPLEMENTS[:1]
        line = b"\tbetween %b to %b.\n" if level else b"\tless than %b.\n"
    return text + b"\n\tFurther, the probablity of there being a difference is\n" + line % tuple(between)


def compare_sums(sums: list[float], blocks: int) -> Winners:
    """Multiple comparison: the one of two with the smaller sum of ranks, if the difference is large enough."""
    count = len(sums)
    needed = CRITICAL_RANK_Z.get(count, CRITICAL_RANK_Z_OF_MORE) * math.sqrt(blocks * count * (count - 1) / 6.0)
    winners: Winners = {}
    for first, second in combinations(range(count), 2):
        better = second if sums[first] > sums[second] else first
        winners[first, second] = better if abs(sums[first] - sums[second]) >= needed else None
    return winners


def format_anovar_matrix(winners: Winners, names: list[bytes], order: Iterable[int], subjects: bytes) -> bytes:
    """Who is better, from best to worst."""
    width = max([4, *(len(name) for name in names)])
    line, cell = b"-" * (width + 3), b"| %%-%ds " % width
    rule = b"|" + line[1:] + line * len(names) + b"|"
    between = b"|" + line[1:] + b"+" + line * (len(names) - 1) + line[1:] + b"|"
    lines = [rule, b"|" + b" " * (width + 2) + b"".join(cell % names[number] for number in order) + b"|", between]
    for row, left in enumerate(order):
        better = [winners[min(left, right), max(left, right)] for right in list(order)[row + 1 :]]
        shown = [*[b""] * (row + 1), *(b"same" if winner is None else names[winner] for winner in better)]
        lines.append(cell % names[left] + b"".join(cell % name for name in shown) + b"|")
    text = b"\n\n" + indent_line(b"COMPARISON MATRIX: Comparing All %b" % subjects)
    text += indent_line(b"Using a Multiple Comparison Test") + b"\n\n\n"
    return text + indent_lines(make_indent((len(names) + 1) * (width + 3)), [*lines, rule])
