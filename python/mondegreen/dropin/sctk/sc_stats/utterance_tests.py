"""Tests over utterances and segments: McNemar's (`-t mcn`) and MAPSSWE (`-t mapsswe`, `-t mapsswe_seg`).

MAPSSWE is the matched pairs sentence segment word error test. Both are linear in the number of utterances.
Source: L. Gillick and S. J. Cox, Some statistical issues in the comparison of speech recognition algorithms, 1989.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, count, takewhile

from mondegreen.comparison.paired_tests import RightAndWrong, cross_tabulate
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.emulation.streams import err
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.sc_stats import significance
from mondegreen.dropin.sctk.sc_stats.ranges import Ranking
from mondegreen.dropin.sctk.sc_stats.significance import Outcome, Outcomes, name_winner
from mondegreen.dropin.sctk.statistics import add_up, compute_moments, percent_of
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Tables, indent_line, indent_lines, make_indent

MCNEMAR_TITLE = b"COMPARISON MATRIX: McNEMAR'S TEST ON CORRECT SENTENCES FOR THE TEST:"
BUFFER = 2
LARGEST_BUFFER = 10
MAPSSWE_TITLE = b"COMPARISON MATRIX: FOR THE MATCHED PAIRS TEST"
MAPSSWE_EXPLANATION = b"PECENTAGES ARE MEAN PCT ERROR/SEGMENT.  FIRST # IS LEFT SYSTEM"
MAPSSWE_BOUNDARY = b"Minimum Number of Correct Boundary words"
ERRORLESS_SEGMENT = b"Warning: MAPSSWE segmentation produced a segment with errors\n         ignoring segment\n"
# SCTK takes lines and spaces from a string of so many.
STORE = 49
# The reference words of a segment, and the errors of both systems.
Segment = tuple[int, int, int]


def pair_utterances(first: System, second: System, *, warns: bool) -> Iterator[list[tuple[int, int]]]:
    """Of each speaker that both have, the numbers of utterances with the same ID.

    Speakers whom the second system lacks are warned of, and if `warns` utterances, too.
    """
    others = {name: number for number, name in enumerate(second.scored.speakers())}
    for number, name in enumerate(first.scored.speakers()):
        if name not in others:
            err(b"Warning: Speaker %b is in system %b but not system %b\n" % (name, first.title, second.title))
            continue
        pairs, missing = first.scored.pair_utterances(number, second.scored, others[name])
        yield pairs
        for utterance in missing if warns else ():
            reason = b"Warning: Speaker's '%b' path '%b' in system '%b' is not in system '%b'\n"
            err(reason % (name, first.scored.header(utterance)[0], first.title, second.title))


def run_mcnemar_test(ranking: Ranking, first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and the report if `verbose`."""
    one, other = ranking.systems[first], ranking.systems[second]
    sides = one.scored.rights(), other.scored.rights()
    rights = (
        (sides[0][left], sides[1][right]) for pairs in pair_utterances(one, other, warns=True) for left, right in pairs
    )
    outcome, text = judge_right_and_wrong(cross_tabulate(rights), one.title, other.title, verbose=verbose)
    winner = None if outcome.winner is None else (first, second)[outcome.winner]
    return Outcome(winner, outcome.p), text


def judge_right_and_wrong(
    table: RightAndWrong, first: bytes, second: bytes, *, verbose: bool = True
) -> tuple[Outcome, bytes]:
    """McNemar's test: the better system, 0 or 1, and the report if `verbose`."""
    text = b"\n\n%28bMcNemar test results\n%28b====================\n\n" % (b"", b"")
    text += b"%37b%b\n\n%34bcorr     incorr\n" % (b"", second, b"")
    text += b"      %15b      corr   %3d        %3d\n" % (first, table.both_right, table.only_first_right)
    text += b"\t                 incorr   %3d        %3d\n" % (table.only_second_right, table.both_wrong)
    if table.only_first_right == table.only_second_right:
        return Outcome(None, 1.0), text + read_text("mcnemar_test_equal.txt") if verbose else b""
    fewer, more = sorted((table.only_first_right, table.only_second_right))
    p = significance.compute_coin_p(fewer, fewer + more)
    better = int(table.only_second_right > table.only_first_right)
    outcome = Outcome(better if p < significance.SIGNIFICANT else None, p)
    if not verbose:
        return outcome, b""
    # Up to the count of the test or what is not unlikely.
    counts = takewhile(lambda each: significance.compute_coin_p(each - 1, fewer + more) < max(0.25, p), count())
    row, mark = b"             %3d              %b%b\n", b"  <---  Null Hypothesis rejection threshold"
    text += read_text("mcnemar_test.txt") % (fewer + more)
    text += significance.format_critical_values(counts, fewer + more, row, b"   -  ", mark)
    observation = b"MIN(uue)=%d unique utterance errors" % fewer
    text += significance.format_decision(observation, p, first, second, second if better else first)
    return outcome, text + b"\f"


def format_mcnemar_matrix(outcomes: Outcomes, titles: list[bytes], test: bytes, tables: Tables) -> bytes:
    columns = "c" + "|c" * len(titles)
    tables.center()
    table = tables.make_table()
    table.add_row("c", MCNEMAR_TITLE)
    table.add_row("c", test, after=" -")
    table.add_row(columns, b"", *titles)
    for first, title in enumerate(titles):
        others = range(len(titles))
        found = [outcomes.get((first, second)) for second in others]
        levels = [b"Conf=(%.3f)" % max(0.001, outcome.p) if outcome else b"" for outcome in found]
        table.add_row(columns, title, *levels, before="-")
        table.add_row(columns, b"", *(name_winner(outcomes, first, second, titles) for second in others))
    return table.draw(1)


def run_mapsswe(ranking: Ranking, first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and the report if `verbose`."""
    found, utterances = segment_pair(ranking.systems[first], ranking.systems[second], BUFFER)
    # By SCTK's own sums: its table of the normal distribution has a step where Z is a hair below a hundredth.
    moments = compute_moments([one - other for _, one, other in found])
    winner = None if abs(moments.z) <= significance.CRITICAL_Z else first if moments.mean < 0.0 else second
    outcome = Outcome(winner, significance.look_up_two_sided(moments.z))
    if not verbose:
        return outcome, b""
    one, other = ranking.titles[first], ranking.titles[second]
    words, *errors = (sum(segment[index] for segment in found) for index in range(3))
    rates = percent_of(errors[0], words), percent_of(errors[1], words)
    per_utterance = format_c_float(b"%5.3f", divide_as_c(len(found), utterances))
    # Segments by which system made errors in them.
    table = cross_tabulate((not errors, not others) for _, errors, others in found)
    text = b"      SEGMENTATION REPORT FOR SYSTEMS\n"
    text += b"              %4b and %4b\n%b %1d\n\n" % (one, other, MAPSSWE_BOUNDARY, BUFFER)
    text += b"  Number of Segments %2d,     %b per sentence\n" % (len(found), per_utterance)
    text += b"  Number of Sentences %2d\n\n" % utterances
    text += b"    # Ref wrds      Err %4b   Err %4b\n" % (one, other) + b"-" * 39 + b"\n"
    text += b"Totals %4d           %4d        %4d\n\n" % (words, *errors)
    text += b"Pct err              %5.1f%%      %5.1f%%\n\n\n\n\n" % rates
    text += judge_right_and_wrong(table, one, other)[1]
    text += b"MTCH_PR_RESULTS (systems: %b %b) (# segs: %d) " % (one, other, len(found))
    text += b"(Seg per Sent: %b) " % per_utterance
    text += b"(%% Error: %5.2f %5.2f) (mean: %5.3f) (std dev: %5.3f) " % (*rates, moments.mean, moments.deviation)
    return outcome, text + b"(Z Stat: %5.3f) (Stat Diff: %b)\n" % (moments.z, b"No" if winner is None else b"Yes")


def segment_pair(first: System, second: System, buffer: int) -> tuple[list[Segment], int]:
    """The segments with errors of all utterances that both systems have, and how many utterances that are."""
    found: list[Segment] = []
    utterances = 0
    for pairs in pair_utterances(first, second, warns=False):
        utterances += len(pairs)
        segments = first.scored.segments(second.scored, pairs, buffer)
        found += (with_errors := [segment for segment in segments if segment[1] or segment[2]])
        err(ERRORLESS_SEGMENT * (len(segments) - len(with_errors)))
    return found, utterances


def format_mapsswe_matrix(outcomes: Outcomes, titles: list[bytes], test: bytes, _tables: Tables) -> bytes:
    width = max(len(title) for title in titles) + 2
    line, cell = b"-" * min(STORE, width), b" %%%ds |" % (width - 2)
    rule = b"|" + line + b"-" * min(STORE, width + 1) * len(titles) + b"|"
    lines = [rule, b"|" + b" " * len(line) + b"|" + b"".join(cell % title for title in titles)]
    for first, title in enumerate(titles):
        row = b"|" + cell % title
        for second in range(len(titles)):
            name = name_winner(outcomes, first, second, titles)
            before = (width - len(name)) // 2 if name else 0
            row += b" " * min(STORE, before) + name + b" " * min(STORE, width - len(name) - before) + b"|"
        lines += [b"|" + b"+".join([line] * (len(titles) + 1)) + b"|", row]
    text = b"\n\n\n" + indent_line(MAPSSWE_TITLE) + indent_line(MAPSSWE_EXPLANATION)
    text += indent_line(test) if test else b""
    text += make_indent(len(MAPSSWE_BOUNDARY) + 2) + b"%b %1d\n\n\n" % (MAPSSWE_BOUNDARY, BUFFER)
    return text + indent_lines(make_indent((len(titles) + 1) * (width + 1)), [*lines, rule])


def format_segmentation(systems: Sequence[System], test: bytes) -> bytes:
    """`-t mapsswe_seg`: how many segments an utterance has by how many right words part them."""
    err(b"Doing segmentation analysis. This is slow so . . . \n\n")
    counts: list[dict[tuple[int, int], float]] = []  # by buffer and pair of systems
    for buffer in range(LARGEST_BUFFER):
        err(b"   calculating buffer of  %d\n" % buffer)
        by_pair = {}
        for first, second in combinations(range(len(systems)), 2):
            found, utterances = segment_pair(systems[first], systems[second], buffer + 1)
            by_pair[first, second] = divide_as_c(len(found), utterances)
        counts.append(by_pair)
    titles = [system.title for system in systems]
    rule, empty = b"|-------------" + b"-" * 14 * len(titles) + b"|", b"             |"
    lines = [rule, b"|" + empty + b"".join(b"     %4b    |" % title for title in titles)]
    for first, title in enumerate(titles):
        lines.append(b"|" + b"+".join([b"-" * 13] * (len(titles) + 1)) + b"|")
        for buffer, by_pair in enumerate(counts):
            means = [by_pair.get((first, second)) for second in range(len(titles))]
            cells = (empty if each is None else b"    %b    |" % format_c_float(b"%5.3f", each) for each in means)
            lines.append((b"|         %2d  |" % buffer if buffer else b"|  %4b    0  |" % title) + b"".join(cells))
    text = indent_line(b"Number of Segments Per Sentence Report for Changing") + indent_line(b"Numbers of Buffer Words")
    text += (indent_line(test) if test else b"") + b"\n\n"
    text += indent_lines(make_indent((len(titles) + 1) * 15), [*lines, rule]) + b"\f"
    # The means over all pairs.
    text += indent_line(b"Average Number of Segments Per Sentence Report for")
    text += indent_line(b"Changing Numbers of Buffer Words") + (indent_line(test) if test else b"") + b"\n\n"
    rule = b"-" * 32
    lines = [rule, b"|   Num Buf   |  Ave Seg/Sent  |", b"|-------------+----------------|"]
    for buffer, by_pair in enumerate(counts, 1):
        mean = divide_as_c(add_up(list(by_pair.values())), len(by_pair))
        lines.append(b"|      %2d     |     %b      |" % (buffer, format_c_float(b"%5.3f", mean)))
    return text + indent_lines(make_indent(len(rule)), [*lines, rule]) + b"\f"
