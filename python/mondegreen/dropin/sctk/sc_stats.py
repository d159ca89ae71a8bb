"""NIST's sc_stats: compares systems that sclite scored, by tests of significance and by tables.

sclite -r ref.stm stm -h hyp.ctm ctm -o sgml stdout -f 0 | sc_stats -p -t std4 -u -r sum
"""

import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NamedTuple

from mondegreen.dropin.sctk.graph import det
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.sgml_reader import UnreadableError, read_sgml
from mondegreen.dropin.sctk.stats import anovar, mapsswe, mapsswe_seg, mcnemar, sign, unified, wilcoxon
from mondegreen.dropin.sctk.stats.arguments import Misuse, Options, parsed
from mondegreen.dropin.sctk.stats.outcome import Outcome, Outcomes, matrix, pairs
from mondegreen.dropin.sctk.stats.output import FEED, Output
from mondegreen.dropin.sctk.stats.ranking import FORMULA, Ranking
from mondegreen.dropin.sctk.stats.unified import Found
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.streams import err, out

NOTHING = b"sc_stats: nothing to compare: no system came in; pipe the sgml of sclite into it and say -p\n"


def main(arguments: list[bytes]) -> int:
    """Runs the program."""
    try:
        options = parsed(arguments)
        Output(options).say(b"sc_stats: 1.3\n")
        systems = read_sgml(sys.stdin.buffer) if options.piped else []
        if options.anything():
            if not systems:  # where the original crashes
                err(NOTHING)
                return 1
            Comparison(systems, options).run()
    except Misuse:
        return 1
    except UnreadableError:
        err(b"Error: load_SCORES_sgml Failed\n")
        return 1
    except Refusal as refusal:
        err(refusal.told)
        return 1
    Output(options).say(b"\nSuccessful Completion\n")
    return 0


class Test(NamedTuple):
    """How two systems are compared, and the table of what was found."""

    compare: Callable[[int, int], tuple[Outcome, bytes]]
    table: Callable[[Outcomes], bytes]


class Comparison:
    """All that is told of some systems."""

    def __init__(self, systems: Sequence[System], options: Options) -> None:
        self.systems = systems
        self.titles = [system.title for system in systems]
        self.options = options
        self.output = Output(options)
        self.tables = Tables()
        self.ranking = Ranking(systems)
        self.found: list[Found] = []

    def run(self) -> None:
        """Tests, then graphs, then reports."""
        self.output.say(b"Beginning Multi-System comparisons and reports\n")
        for name, test in TESTS.items():
            if name in self.options.tests:
                test(self)
        if self.options.unified:
            self.unify()
        for name, graph in GRAPHS.items():
            if name in self.options.graphs:
                graph(self)
        for name, report in REPORTS.items():
            if name in self.options.reports:
                report(self)

    def test(self, name: bytes, letters: bytes, ending: bytes, test: Test) -> None:
        """Runs a test on all pairs, and writes its file: how they compare, and unless results are unified a table.

        The file comes first, so that what is odd is told behind what cannot be written.
        """
        self.output.say(b"    Performing the %b Test\n" % name)
        found = Found(name, letters, {})
        self.found.append(found)

        def text() -> bytes:
            parts = []
            for pair in pairs(len(self.systems)):
                found.outcomes[pair], part = test.compare(*pair)
                parts.append(part)
            return b"".join(parts) + (b"" if self.options.unified else test.table(found.outcomes))

        if self.options.verbose or not self.options.unified:
            self.output.test(ending, text, feed=b"" if self.options.unified else FEED)
        else:
            text()

    def details(self, *, always: bool) -> bool:
        """Whether a test tells how; some do not where results are unified, and leave their file empty."""
        return self.options.verbose and (always or not self.options.unified)

    def mapsswe(self) -> None:
        """Matched pairs."""
        verbose = self.details(always=False)
        test = Test(
            lambda first, second: mapsswe.compare(self.systems, first, second, verbose=verbose),
            lambda found: (FEED if verbose else b"") + mapsswe.matrix(found, self.titles, self.options.description),
        )
        self.test(b"Matched Pair Sentence Segment (Word Error)", b"MP", b"mapsswe", test)

    def mapsswe_segments(self) -> None:
        """How utterances are cut."""
        out(mapsswe_seg.report(self.systems, self.options.description))

    def sign(self) -> None:
        """The sign test."""
        self.test(b"Signed Paired Comparison (%b)" % FORMULA, b"SI", b"sign", self.ranked(sign, always=True))

    def wilcoxon(self) -> None:
        """Signed ranks."""
        self.test(b"Wilcoxon Signed Rank (%b)" % FORMULA, b"WI", b"wilc", self.ranked(wilcoxon, always=False))

    def ranked(self, how: ModuleType, *, always: bool) -> Test:
        """A test over the rates of speakers."""
        verbose = self.details(always=always)
        return Test(
            lambda first, second: how.compare(self.ranking, first, second, verbose=verbose),
            lambda found: matrix(found, self.titles, how.TITLE),
        )

    def mcnemar(self) -> None:
        """Right and wrong utterances."""
        verbose = self.details(always=True)
        test = Test(
            lambda first, second: mcnemar.compare(self.systems, first, second, verbose=verbose),
            lambda found: (
                (FEED if verbose else b"") + mcnemar.matrix(found, self.titles, self.options.description, self.tables)
            ),
        )
        self.test(b"McNemar (Sentence Error)", b"MN", b"mcn", test)

    def anovar(self) -> None:
        """Ranks of all systems at once; there is no table besides how it was found."""
        name = b"Analysis of Variance by Ranks"
        self.output.say(b"    Performing the %b Test\n" % name)
        outcomes, text = anovar.run(self.ranking)
        self.found.append(Found(name, b"AN", outcomes))
        if self.options.verbose:
            self.output.test(b"anovar", lambda: text, feed=FEED)
        elif not self.options.unified:
            self.output.test(b"anovar", bytes)

    def unify(self) -> None:
        """All tests in one table, and a file for each system; without tests or graphs no system is known here."""
        self.output.say(b"    Printing Unified Statistical Test Reports\n")
        titles = self.titles if self.options.tests or self.options.graphs else []
        description = self.options.description
        self.output.test(b"unified", lambda: unified.report(self.found, titles, description, self.tables))
        for number, title in enumerate(titles):
            self.output.system(title, unified.own_report(self.found, titles, number, description))

    def ranges(self) -> None:
        """Ranges as a table and a picture of letters."""
        from mondegreen.dropin.sctk.stats import ranges

        self.output.say(b"    Printing Range Graphs\n")
        self.output.graph(b".range", lambda: ranges.report(self.ranking, self.options.description))

    def granges(self, told: bytes, ending: bytes, *, together: bool) -> None:
        """Ranges for gnuplot."""
        from mondegreen.dropin.sctk.stats import granges

        self.output.say(b"    Printing GNUPLOT Range Graphs%b\n" % told)
        base = b"STATS" if self.output.root == b"-" else self.output.root + ending
        for name in granges.save(self.ranking, self.options.description, base, together=together):
            self.output.say(b"        Output written to '%b.*'\n" % name)

    def det(self) -> None:
        """What confidences are worth."""
        if self.output.root == b"-":
            err(b"Warning: DET plot can not go to STDOUT\n")
        elif not det.draw(self.systems, self.output.root, self.options.feedback, self.options.description):
            raise Refusal(b"")

    def summary(self, *, raw: bool) -> None:
        """Rates or errors by speaker."""
        from mondegreen.dropin.sctk.stats import summary

        text = summary.report(self.systems, self.options.description, self.tables, raw=raw)
        self.output.report(b".raw" if raw else b".sys", b"raw scoring report" if raw else b"scoring report", text)

    def executive(self, *, raw: bool) -> None:
        """A row for each system."""
        from mondegreen.dropin.sctk.stats import executive

        text = executive.report(self.systems, self.options.description, self.tables, raw=raw)
        kind = b"raw executive scoring report" if raw else b"executive scoring report"
        self.output.report(b".res" if raw else b".es", kind, text)

    def alignments(self) -> None:
        """All systems side by side."""
        from mondegreen.dropin.sctk.stats import prn

        self.output.report(b".prn", b"Multi-system alignments", prn.report(self.systems, self.options.width))

    def labels(self) -> None:
        """Rates by label."""
        from mondegreen.dropin.sctk.stats import lur

        text = lur.report(self.systems, self.options.description, self.tables)
        self.output.report(b".lur", b"LUR scoring report", text)


# In the order in which sc_stats does them.
TESTS: dict[bytes, Callable[[Comparison], None]] = {
    b"mapsswe": Comparison.mapsswe,
    b"mapsswe_seg": Comparison.mapsswe_segments,
    b"sign": Comparison.sign,
    b"wilc": Comparison.wilcoxon,
    b"mcn": Comparison.mcnemar,
    b"anovar": Comparison.anovar,
}
GRAPHS: dict[bytes, Callable[[Comparison], None]] = {
    b"range": Comparison.ranges,
    b"grange": lambda comparison: comparison.granges(b"", b".grange", together=False),
    b"grange2": lambda comparison: comparison.granges(b" V2", b".grange2", together=True),
    b"det": Comparison.det,
}
REPORTS: dict[bytes, Callable[[Comparison], None]] = {
    b"sum": lambda comparison: comparison.summary(raw=False),
    b"rsum": lambda comparison: comparison.summary(raw=True),
    b"es": lambda comparison: comparison.executive(raw=False),
    b"res": lambda comparison: comparison.executive(raw=True),
    b"prn": Comparison.alignments,
    b"lur": Comparison.labels,
}
