"""`-t anovar`: Friedman's analysis of variance by ranks, over systems and over speakers (`.stats.anovar`)."""

import math
from collections import Counter
from typing import TYPE_CHECKING

from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.pad import pad, padded
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.stats.chisquare import COMPLEMENTS, LEVELS, TESTED, VALUES
from mondegreen.dropin.sctk.stats.outcome import Outcome, Outcomes, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.dropin.sctk.stats.ranking import Ranking

TITLE = b"Friedman Two-way Analysis of Variance by Ranks"
COMPARISON = b"COMPARISON MATRIX: Comparing All %b"
METHOD = b"Using a Multiple Comparison Test"
MANY_TIES = 0.5
# Z by the number of systems: of one-tailed tests at 5 % shared out among all pairs.
CRITICAL = {1: 1.381, 2: 1.881}
CRITICAL_OF_MORE = 2.330


def run(ranking: "Ranking") -> tuple[Outcomes, bytes]:
    """What the test finds of the systems, and how, also of the speakers."""
    by_speaker, by_system = ranking.ranks_of_systems(), ranking.ranks_of_speakers()
    systems = [add_up([ranks[number] for ranks in by_speaker]) for number in range(len(ranking.systems))]
    speakers = [add_up([ranks[number] for ranks in by_system]) for number in range(len(ranking.speakers))]
    text = head(b"recognizers") + analysis(systems, by_speaker, None, b"recognition system")
    found = multiple_comparison(systems, len(speakers))
    text += matrix(found, ranking.systems, ranking.system_order, b"Systems") + b"\f"
    # The ties of speakers are counted only in as many groups as there are systems.
    text += head(b"speakers") + analysis(speakers, by_system, len(systems), b"speaker")
    of_speakers = multiple_comparison(speakers, len(systems))
    text += matrix(of_speakers, ranking.speakers, ranking.speaker_order, b"Speakers")
    return {pair: Outcome(winner, 0.0) for pair, winner in found.items()}, text


def head(what: bytes) -> bytes:
    """What is tested."""
    blanks = pad(len(TITLE))
    text = b"\n\n\n" + blanks + TITLE + b"\n" + blanks + b"-" * len(TITLE) + b"\n\n"
    return text + b"\tHo: Testing the hypothesis that all %b are the same" % what


def analysis(sums: list[float], ranks: list[list[float]], groups: int | None, subject: bytes) -> bytes:
    """Whether the sums of ranks differ."""
    adjustment = adjust(ranks, len(sums), groups)
    statistic = friedman(sums, len(ranks))
    statistic = 0.0 if adjustment == 0.0 else divide_as_c(statistic, adjustment)
    freedom = min(max(len(sums) - 2, 0), len(VALUES) - 1)
    critical = VALUES[freedom]
    text = b"\n\n\n%35bReject if\n" % b""
    text += b"%26bX2_r > X2 of %b df%d (%2.3f)\n\n" % (b"", LEVELS[TESTED], freedom + 1, critical[TESTED])
    text += b"%26badjustment = %b\n" % (b"", format_c_float(b"%2.3f", adjustment))
    text += b"%30b  X2_r = %b\n" % (b"", format_c_float(b"%2.3f", statistic))
    if adjustment < MANY_TIES:
        text += b"\n\n\t\t*** Warning:  ties adjustment may have severely\n"
        text += b"\t\t              exagerated the X2_r value\n\n"
    return text + b"ANALYSIS:\n--------\n" + conclusion(statistic, critical, subject) + b"\n\n"


def friedman(sums: list[float], blocks: int) -> float:
    """The statistic before it is corrected for ties."""
    count = len(sums)
    scale = divide_as_c(12.0, blocks * count * (count + 1))
    return scale * add_up([each * each for each in sums]) - 3.0 * blocks * (count + 1)


def adjust(ranks: list[list[float]], count: int, groups: int | None) -> float:
    """By what the statistic is too small for ties; of each block, so many groups of equal ranks are looked at."""
    ties = 0
    for block in ranks:
        sizes = list(Counter(block).values())[:groups]  # by first appearance
        ties += sum(size**3 - size for size in sizes)
    return 1.0 - divide_as_c(ties, len(ranks) * count * (count * count - 1))


def conclusion(statistic: float, critical: list[float], subject: bytes) -> bytes:
    """Where in the distribution the statistic lies."""
    place = TESTED
    if statistic > critical[TESTED]:
        text = b"\tThe test statistic X2_r shows, with %b confidence, that at\n" % COMPLEMENTS[TESTED]
        text += b"\tleast one %b is significantly different.\n" % subject
        while place < len(critical) - 1 and not statistic < critical[place + 1]:
            place += 1
        beyond = place == len(critical) - 1
        between = (COMPLEMENTS[place],) if beyond else COMPLEMENTS[place : place + 2]
        where = b"\tgreater that %b.\n" if beyond else b"\tbetween %b to %b.\n"
    else:
        text = b"\tThe test statistic X2_r shows that at the %b confidence\n" % COMPLEMENTS[TESTED]
        text += b"\tinterval, the %bs are not significantly\n\tdifferent.\n" % subject
        while place > 0 and not statistic > critical[place - 1]:
            place -= 1
        between = COMPLEMENTS[place - 1 : place + 1] if place else (COMPLEMENTS[0],)
        where = b"\tbetween %b to %b.\n" if place else b"\tless than %b.\n"
    return text + b"\n\tFurther, the probablity of there being a difference is\n" + where % between


def multiple_comparison(sums: list[float], blocks: int) -> dict[tuple[int, int], int | None]:
    """The one of two with the smaller sum of ranks, if the difference is large enough."""
    count = len(sums)
    needed = CRITICAL.get(count, CRITICAL_OF_MORE) * math.sqrt(blocks * count * (count - 1) / 6.0)
    found: dict[tuple[int, int], int | None] = {}
    for first, second in pairs(count):
        better = second if sums[first] > sums[second] else first
        found[first, second] = better if abs(sums[first] - sums[second]) >= needed else None
    return found


def matrix(found: dict[tuple[int, int], int | None], names: list[bytes], order: "Iterable[int]", what: bytes) -> bytes:
    """Who is better, from best to worst."""
    width = max([4, *(len(name) for name in names)])
    indent = pad((len(names) + 1) * (width + 3))
    cell = b"| %%-%ds " % width
    rule = indent + b"|" + b"-" * (width + 2) + b"-" * (width + 3) * len(names) + b"|\n"
    sorted_names = [names[number] for number in order]
    text = b"\n\n" + padded(COMPARISON % what) + padded(METHOD) + b"\n\n\n" + rule
    text += indent + b"|" + b" " * (width + 2) + b"".join(cell % name for name in sorted_names) + b"|\n"
    text += indent + b"|" + b"-" * (width + 2) + b"+" + b"-" * (width + 3) * (len(names) - 1)
    text += b"-" * (width + 2) + b"|\n"
    for place, left in enumerate(order):
        text += indent + cell % names[left]
        for other, right in enumerate(order):
            text += cell % (verdict(found, left, right, names) if place < other else b"")
        text += b"|\n"
    return text + rule


def verdict(found: dict[tuple[int, int], int | None], left: int, right: int, names: list[bytes]) -> bytes:
    """The better one's name."""
    winner = found[min(left, right), max(left, right)]
    return b"same" if winner is None else names[winner]
