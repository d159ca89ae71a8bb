"""`-t anovar`: Friedman's analysis of variance by ranks, over systems and over speakers (`.stats.anovar`).

Source: M. Friedman, The use of ranks to avoid the assumption of normality implicit in the analysis of variance, 1937.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from mondegreen.compare.ranks import average_ranks
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.sc_stats.ranges import Ranking
from mondegreen.dropin.sctk.sc_stats.significance import Outcome, Outcomes, list_pairs
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.table import indent_line, make_indent

Winners = dict[tuple[int, int], int | None]  # by the numbers of two systems or speakers, the smaller one first

TITLE = b"Friedman Two-way Analysis of Variance by Ranks"
MANY_TIES = 0.5
# Z by the number of systems: of one-tailed tests at 5 % shared out among all pairs.
CRITICAL = {1: 1.381, 2: 1.881}
CRITICAL_OF_MORE = 2.330
# The chi-square distribution as SCTK prints it, with 22 degrees of freedom at 50 % misprinted: the probabilities of
# more than the value, what is left of 100 %, and the values from 1 degree of freedom on.
LEVELS = (b"99%", b"98%", b"95%", b"90%", b"80%", b"70%", b"50%", b"30%", b"20%", b"10%", b"5%", b"2%", b"1%", b".1%")
COMPLEMENTS = tuple(b"%g%%" % (100 - float(level[:-1])) for level in LEVELS)
TESTED = LEVELS.index(b"5%")
CHI_SQUARE = """
0.00016 0.00063 0.0039 0.016 0.064 0.15 0.46 1.07 1.64 2.71 3.84 5.41 6.64 10.83
0.02 0.04 0.10 0.21 0.45 0.71 1.39 2.41 3.22 4.60 5.99 7.82 9.21 13.82
0.12 0.18 0.35 0.58 1.00 1.42 2.37 3.66 4.64 6.25 7.82 9.84 11.34 16.27
0.30 0.43 0.71 1.06 1.65 2.20 3.36 4.88 5.99 7.78 9.49 11.67 13.28 18.46
0.55 0.75 1.14 1.61 2.34 3.00 4.35 6.06 7.29 9.24 11.07 13.39 15.09 20.52
0.87 1.13 1.64 2.20 3.07 3.83 5.35 7.23 8.56 10.64 12.59 15.03 16.81 22.46
1.24 1.56 2.17 2.83 3.82 4.67 6.35 8.38 9.80 12.02 14.07 16.62 18.48 24.32
1.65 2.03 2.73 3.49 4.59 5.53 7.34 9.52 11.03 13.36 15.51 18.17 20.09 26.12
2.09 2.53 3.32 4.17 5.38 6.39 8.34 10.66 12.24 14.68 16.92 19.68 21.67 27.88
2.56 3.06 3.94 4.86 6.18 7.27 9.34 11.78 13.44 15.99 18.31 21.16 23.21 29.59
3.05 3.61 4.58 5.58 6.99 8.15 10.34 12.90 14.63 17.28 19.68 22.62 24.72 31.26
3.57 4.18 5.23 6.30 7.81 9.03 11.34 14.01 15.81 18.55 21.03 24.05 26.22 32.91
4.11 4.76 5.89 7.04 8.63 9.93 12.34 15.12 16.98 19.81 22.36 25.47 27.69 34.53
4.66 5.37 6.57 7.79 9.47 10.82 13.34 16.22 18.15 21.06 23.68 26.87 29.14 36.12
5.23 5.98 7.26 8.55 10.31 11.72 14.34 17.32 19.31 22.31 25.00 28.26 30.58 37.70
5.81 6.61 7.96 9.31 11.15 12.62 15.34 18.42 20.46 23.54 26.30 29.63 32.00 39.29
6.41 7.26 8.67 10.08 12.00 13.53 16.34 19.51 21.62 24.77 27.59 31.00 33.41 40.75
7.02 7.91 9.39 10.86 12.86 14.44 17.34 20.60 22.76 25.99 28.87 32.35 34.80 42.31
7.63 8.57 10.12 11.65 13.72 15.35 18.34 21.69 23.90 27.20 30.14 33.69 36.19 43.82
8.26 9.24 10.85 12.44 14.58 16.27 19.34 22.78 25.04 28.41 31.41 35.02 37.57 45.32
8.90 9.92 11.59 13.24 15.44 17.18 20.34 23.86 26.17 29.62 32.67 36.34 38.93 46.80
9.54 10.60 12.34 14.04 16.31 18.10 21.24 24.94 27.30 30.81 33.92 37.66 40.29 48.27
10.20 11.29 13.09 14.85 17.19 19.02 22.34 26.02 28.43 32.01 35.17 38.97 41.64 49.73
10.86 11.99 13.85 15.66 18.06 19.94 23.34 27.10 29.55 33.20 36.42 40.27 42.98 51.18
11.52 12.70 14.61 16.47 18.94 20.87 24.34 28.17 30.68 34.38 37.65 41.57 44.31 52.62
12.20 13.41 15.38 17.29 19.82 21.79 25.34 29.25 31.80 35.56 38.88 42.86 45.64 54.05
12.88 14.12 16.15 18.11 20.70 22.72 26.34 30.32 32.91 36.74 40.11 44.14 46.96 55.48
13.56 14.85 16.93 18.94 21.59 23.65 27.34 31.39 34.03 37.92 41.34 45.42 48.28 56.89
14.26 15.57 17.71 19.77 22.48 24.58 28.34 32.46 35.14 39.09 42.56 46.69 49.59 58.30
14.95 16.31 18.49 20.60 23.36 25.51 29.34 33.53 36.25 40.26 43.77 47.96 50.89 59.70
"""
VALUES = [[float(value) for value in line.split()] for line in CHI_SQUARE.split("\n")[1:-1]]


def run_anovar(ranking: Ranking) -> tuple[Outcomes, bytes]:
    """What the test finds of the systems, and the report, also of the speakers."""
    by_speaker = [average_ranks(row) for row in ranking.rates]
    by_system = [average_ranks(ranking.get_rates(system)) for system in range(len(ranking.titles))]
    systems = [add_up([ranks[number] for ranks in by_speaker]) for number in range(len(ranking.titles))]
    speakers = [add_up([ranks[number] for ranks in by_system]) for number in range(len(ranking.speakers))]
    text = format_head(b"recognizers") + format_analysis(systems, by_speaker, None, b"recognition system")
    winners = compare_sums(systems, len(speakers))
    text += format_matrix(winners, ranking.titles, ranking.system_order, b"Systems") + b"\f"
    # SCTK counts the ties of speakers only in as many groups as there are systems.
    text += format_head(b"speakers") + format_analysis(speakers, by_system, len(systems), b"speaker")
    speaker_winners = compare_sums(speakers, len(systems))
    text += format_matrix(speaker_winners, ranking.speakers, ranking.speaker_order, b"Speakers")
    return {pair: Outcome(winner, 0.0) for pair, winner in winners.items()}, text


def format_head(subjects: bytes) -> bytes:
    text = b"\n\n\n" + indent_line(TITLE) + indent_line(b"-" * len(TITLE)) + b"\n"
    return text + b"\tHo: Testing the hypothesis that all %b are the same" % subjects


def format_analysis(sums: list[float], ranks: list[list[float]], groups: int | None, subject: bytes) -> bytes:
    """Whether the sums of ranks differ."""
    adjustment = compute_tie_adjustment(ranks, len(sums), groups)
    statistic = 0.0 if adjustment == 0.0 else divide_as_c(compute_friedman(sums, len(ranks)), adjustment)
    freedom = min(max(len(sums) - 2, 0), len(VALUES) - 1)
    critical = VALUES[freedom]
    text = b"\n\n\n%35bReject if\n" % b""
    text += b"%26bX2_r > X2 of %b df%d (%2.3f)\n\n" % (b"", LEVELS[TESTED], freedom + 1, critical[TESTED])
    text += b"%26badjustment = %b\n" % (b"", format_c_float(b"%2.3f", adjustment))
    text += b"%30b  X2_r = %b\n" % (b"", format_c_float(b"%2.3f", statistic))
    if adjustment < MANY_TIES:
        text += b"\n\n\t\t*** Warning:  ties adjustment may have severely\n"
        text += b"\t\t              exagerated the X2_r value\n\n"
    return text + b"ANALYSIS:\n--------\n" + format_conclusion(statistic, critical, subject) + b"\n\n"


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


def format_conclusion(statistic: float, critical: list[float], subject: bytes) -> bytes:
    """Where in the distribution the statistic lies."""
    level = TESTED
    if statistic > critical[TESTED]:
        text = b"\tThe test statistic X2_r shows, with %b confidence, that at\n" % COMPLEMENTS[TESTED]
        text += b"\tleast one %b is significantly different.\n" % subject
        while level < len(critical) - 1 and not statistic < critical[level + 1]:
            level += 1
        is_beyond = level == len(critical) - 1
        between = (COMPLEMENTS[level],) if is_beyond else COMPLEMENTS[level : level + 2]
        line = b"\tgreater that %b.\n" if is_beyond else b"\tbetween %b to %b.\n"
    else:
        text = b"\tThe test statistic X2_r shows that at the %b confidence\n" % COMPLEMENTS[TESTED]
        text += b"\tinterval, the %bs are not significantly\n\tdifferent.\n" % subject
        while level > 0 and not statistic > critical[level - 1]:
            level -= 1
        between = COMPLEMENTS[level - 1 : level + 1] if level else (COMPLEMENTS[0],)
        line = b"\tbetween %b to %b.\n" if level else b"\tless than %b.\n"
    return text + b"\n\tFurther, the probablity of there being a difference is\n" + line % between


def compare_sums(sums: list[float], blocks: int) -> Winners:
    """Multiple comparison: the one of two with the smaller sum of ranks, if the difference is large enough."""
    count = len(sums)
    needed = CRITICAL.get(count, CRITICAL_OF_MORE) * math.sqrt(blocks * count * (count - 1) / 6.0)
    winners: Winners = {}
    for first, second in list_pairs(count):
        better = second if sums[first] > sums[second] else first
        winners[first, second] = better if abs(sums[first] - sums[second]) >= needed else None
    return winners


def format_matrix(winners: Winners, names: list[bytes], order: Iterable[int], subjects: bytes) -> bytes:
    """Who is better, from best to worst."""
    width = max([4, *(len(name) for name in names)])
    indent = make_indent((len(names) + 1) * (width + 3))
    cell = b"| %%-%ds " % width
    rule = indent + b"|" + b"-" * (width + 2) + b"-" * (width + 3) * len(names) + b"|\n"
    text = b"\n\n" + indent_line(b"COMPARISON MATRIX: Comparing All %b" % subjects)
    text += indent_line(b"Using a Multiple Comparison Test") + b"\n\n\n" + rule
    text += indent + b"|" + b" " * (width + 2) + b"".join(cell % names[number] for number in order) + b"|\n"
    text += indent + b"|" + b"-" * (width + 2) + b"+" + b"-" * (width + 3) * (len(names) - 1)
    text += b"-" * (width + 2) + b"|\n"
    for row, left in enumerate(order):
        text += indent + cell % names[left]
        for column, right in enumerate(order):
            if row < column:
                winner = winners[min(left, right), max(left, right)]
                text += cell % (b"same" if winner is None else names[winner])
            else:
                text += cell % b""
        text += b"|\n"
    return text + rule
