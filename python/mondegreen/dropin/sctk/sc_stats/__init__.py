"""NIST's sc_stats: compares systems that sclite scored, by tests of significance and by tables.

sclite -r ref.stm stm -h hyp.ctm ctm -o sgml stdout -f 0 | sc_stats -p -t std4 -u -r sum
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from mondegreen.dropin.emulation.getopt import ArgumentReader, set_flag, set_word, toggle_names
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.emulation.streams import ExitError, catch_exit, err, out, write_parts
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.confidence_graphs import draw_det
from mondegreen.dropin.sctk.label_tables import format_lur_by_system
from mondegreen.dropin.sctk.sc_stats.ranges import FORMULA, Ranking, format_ranges, write_gnuplot
from mondegreen.dropin.sctk.sc_stats.side_by_side import format_prn
from mondegreen.dropin.sctk.sc_stats.significance import Outcome, Outcomes, TestResult, format_system, format_unified
from mondegreen.dropin.sctk.sc_stats.speaker_tests import format_matrix, run_anovar, run_sign_test, run_wilcoxon_test
from mondegreen.dropin.sctk.sc_stats.utterance_tests import (
    format_mapsswe_matrix,
    format_mcnemar_matrix,
    format_segmentation,
    run_mapsswe,
    run_mcnemar_test,
)
from mondegreen.dropin.sctk.summary_tables import format_executive, format_summary
from mondegreen.dropin.sctk.system import SgmlError, System, read_sgml
from mondegreen.dropin.sctk.table import Tables

Text = Callable[[], bytes]

NO_SYSTEM = b"sc_stats: nothing to compare: no system came in; pipe the sgml of sclite into it and say -p\n"
STDOUT = b"-"
FEED = b"\f"


class Options:
    """The options of a run, with their defaults."""

    def __init__(self) -> None:
        self.piped = False
        self.feedback = 1
        self.directory: bytes | None = None
        self.name = b"Ensemble"
        self.description = b""
        self.width = 100
        self.verbose = False
        self.unified = False
        self.tests: set[str] = set()
        self.reports: set[str] = set()
        self.graphs: set[str] = set()

    def make_root(self) -> bytes:
        """How the names of the files begin; `-` is standard output."""
        if self.name == b"-" or self.directory is None:
            return self.name
        return self.directory + b"/" + self.name


def parse_options(words: list[bytes]) -> Options:
    options = Options()
    ArgumentReader(words, read_usage("sc_stats"), b"sc_stats: %b\n\n").read_options(options, OPTIONS)
    return options


def count_alignment_files(_options: object, reader: ArgumentReader) -> None:
    """`-a`: alignment files, which sc_stats counts and never opens."""
    if not reader.read_values(b"Not enough alignment files"):
        raise reader.refuse(b"Req'd alignment File name")


def select_works(options: Options, _reader: ArgumentReader) -> None:
    """`-w`: the works."""
    options.graphs, options.tests, options.unified = {"range"}, set(STANDARD_TESTS), True


STANDARD_TESTS = {"mcn", "mapsswe", "sign", "wilc"}
# sc_stats does all in these orders.
TEST_ORDER = ("mapsswe", "mapsswe_seg", "sign", "wilc", "mcn", "anovar")
GRAPH_ORDER = ("range", "grange", "grange2", "det")
REPORT_ORDER = ("sum", "rsum", "es", "res", "prn", "lur")
# The usage also calls `-f` a formula.
OPTIONS = {
    b"-p": set_flag("piped"),
    b"-v": set_flag("verbose"),
    b"-u": set_flag("unified"),
    b"-f": set_word("feedback", b"Not enough Feedback arguments", parse_c_int),
    b"-O": set_word("directory", b"Output directory not specified"),
    b"-n": set_word("name", b"Test output name not specified"),
    b"-e": set_word("description", b"Test ensemble desc. not specified"),
    b"-l": set_word("width", b"Not enough Line Width arguments", parse_c_int),
    b"-t": toggle_names(
        "tests", b"test", b"Not enough Test arguments", {name: {name} for name in TEST_ORDER}, {"std4": STANDARD_TESTS}
    ),
    b"-r": toggle_names(
        "reports", b"report", b"Not enough Report arguments", {name: {name} for name in REPORT_ORDER}, {"none": set()}
    ),
    b"-g": toggle_names(
        "graphs", b"graph option", b"Not enough Graph arguments", {name: {name} for name in GRAPH_ORDER}, {}
    ),
    b"-a": count_alignment_files,
    b"-w": select_works,
}


@catch_exit
def main(arguments: list[bytes]) -> int:
    options = parse_options(arguments)
    output = Output(options)
    output.log(b"sc_stats: 1.3\n")
    try:
        systems = read_sgml(sys.stdin.buffer.read()) if options.piped else []
    except SgmlError:
        raise ExitError(b"Error: load_SCORES_sgml Failed\n") from None
    if options.tests or options.reports or options.graphs:
        if not systems:  # where the original crashes
            raise ExitError(NO_SYSTEM)
        Comparison(systems, options, output).run()
    output.log(b"\nSuccessful Completion\n")
    return 0


class Output:
    """The files of a run, whose names begin alike; or standard output instead of all of them."""

    def __init__(self, options: Options) -> None:
        self.root = options.make_root()
        self.directory = options.directory
        self.feedback = options.feedback

    def log(self, text: bytes) -> None:
        """Says how far the run is, unless it is to be silent."""
        if self.feedback >= 1:
            out(text)

    def write_test(self, suffix: bytes, text: Text, feed: bytes = b"") -> None:
        """Writes what a test finds, which it does only then; on standard output, a form feed may stand behind it."""
        self.write(b"-." + suffix if self.root == STDOUT else self.root + b".stats." + suffix, text, feed)

    def write(self, path: bytes, text: Text, feed: bytes) -> None:
        """Writes a file and announces it; sc_stats announces a file also where it writes to standard output."""
        announcement = b"        Output written to '%b'\n" % path
        if self.root == STDOUT:
            self.log(announcement)
            out(text() + feed)
        elif not write_parts(path, (make() for make in [text]), lambda: self.log(announcement)):
            err(b"Warning: Open of %b for write failed.  Using stdout instead.\n" % path)
            if path.endswith(b".mcn"):  # McNemar's test announces a file also where it could not be opened
                self.log(announcement)
            out(text() + feed)

    def write_report(self, suffix: bytes, kind: bytes, text: bytes) -> None:
        """Writes a report, to standard output without a word if its file cannot be opened."""
        path = self.root + suffix
        announcement = b"    Writing %b to '%b'\n" % (kind, path)
        if self.root == STDOUT or not write_parts(path, [text], lambda: self.log(announcement)):
            out(text)

    def write_system(self, title: bytes, text: bytes) -> None:
        """Writes how a system compares with the others; with `-O` the last part of its title names the file.

        That part begins with the slash.
        """
        path = title + b".sts"
        if self.directory:
            path = self.directory + b"/" + title[max(0, title.rfind(b"/")) :] + b".sts"
        if not write_parts(path, [text]):
            err(b"Warning: Unable to open output file %b, using stdout\n" % path)
            out(text + FEED)


class Test(NamedTuple):
    """A test of pairs: its title and abbreviation, what it finds of two systems, and its matrix."""

    title: bytes
    letters: bytes
    compare: Callable[..., tuple[Outcome, bytes]]
    format_matrix: Callable[[Outcomes, list[bytes], bytes, Tables], bytes]
    reports_if_unified: bool = False
    feeds: bool = False  # a form feed stands between reports and matrix


class Comparison:
    """Some systems, and all that is reported of them."""

    def __init__(self, systems: Sequence[System], options: Options, output: Output) -> None:
        self.ranking = Ranking(systems)
        self.options = options
        self.output = output
        self.tables = Tables()
        self.table_inputs = (systems, options.description, self.tables)
        self.results: list[TestResult] = []

    def run(self) -> None:
        """Tests, then graphs, then reports."""
        self.output.log(b"Beginning Multi-System comparisons and reports\n")
        for name in [name for name in TEST_ORDER if name in self.options.tests]:
            if name == "anovar":
                self.run_anovar()
            elif name == "mapsswe_seg":
                out(format_segmentation(self.ranking.systems, self.options.description))
            else:
                self.run_test(name, TESTS[name])
        if self.options.unified:
            self.unify()
        for name in [name for name in GRAPH_ORDER if name in self.options.graphs]:
            self.draw_graph(name)
        for name, (suffix, kind, format_report) in REPORTS.items():
            if name in self.options.reports:
                self.output.write_report(suffix, kind, format_report(self))

    def run_test(self, name: str, test: Test) -> None:
        """Runs a test on all pairs, and writes its file: their reports, and unless results are unified a matrix.

        The file is opened first, so that warnings come behind the one that it cannot be written.
        """
        self.output.log(b"    Performing the %b Test\n" % test.title)
        result = TestResult(test.title, test.letters, {})
        self.results.append(result)
        unified, description = self.options.unified, self.options.description
        # Some tests do not report pairs where results are unified, and leave their file empty.
        verbose = self.options.verbose and (test.reports_if_unified or not unified)

        def compare_all() -> bytes:
            parts = []
            for pair in combinations(range(len(self.ranking.systems)), 2):
                result.outcomes[pair], part = test.compare(self.ranking, *pair, verbose=verbose)
                parts.append(part)
            if not unified:
                parts.append(FEED if verbose and test.feeds else b"")
                parts.append(test.format_matrix(result.outcomes, self.ranking.titles, description, self.tables))
            return b"".join(parts)

        if self.options.verbose or not unified:
            self.output.write_test(name.encode(), compare_all, feed=b"" if unified else FEED)
        else:
            compare_all()

    def run_anovar(self) -> None:
        """Ranks all systems at once; there is no matrix besides the report."""
        name = b"Analysis of Variance by Ranks"
        self.output.log(b"    Performing the %b Test\n" % name)
        outcomes, text = run_anovar(self.ranking)
        self.results.append(TestResult(name, b"AN", outcomes))
        if self.options.verbose:
            self.output.write_test(b"anovar", lambda: text, feed=FEED)
        elif not self.options.unified:
            self.output.write_test(b"anovar", bytes)

    def unify(self) -> None:
        """All tests in one table, and a file for each system; without tests or graphs SCTK knows no system here."""
        self.output.log(b"    Printing Unified Statistical Test Reports\n")
        titles = self.ranking.titles if self.options.tests or self.options.graphs else []
        description = self.options.description
        self.output.write_test(b"unified", lambda: format_unified(self.results, titles, description, self.tables))
        for number, title in enumerate(titles):
            self.output.write_system(title, format_system(self.results, titles, number, description))

    def draw_graph(self, name: str) -> None:
        root, test = self.output.root, self.options.description
        if name == "range":
            self.output.log(b"    Printing Range Graphs\n")
            path = STDOUT if root == STDOUT else root + b".range"
            self.output.write(path, lambda: format_ranges(self.ranking, test), FEED)
        elif name == "det":
            if root == STDOUT:
                err(b"Warning: DET plot can not go to STDOUT\n")
            elif not draw_det(self.ranking.systems, root, self.options.feedback, test):
                raise ExitError(b"")
        else:
            together = name == "grange2"
            self.output.log(b"    Printing GNUPLOT Range Graphs%b\n" % (b" V2" if together else b""))
            root = b"STATS" if root == STDOUT else b"%b.%b" % (root, name.encode())
            for base in write_gnuplot(self.ranking, test, root, together=together):
                self.output.log(b"        Output written to '%b.*'\n" % base)


TESTS = {
    "mapsswe": Test(
        b"Matched Pair Sentence Segment (Word Error)", b"MP", run_mapsswe, format_mapsswe_matrix, feeds=True
    ),
    "sign": Test(
        b"Signed Paired Comparison (%b)" % FORMULA,
        b"SI",
        run_sign_test,
        partial(format_matrix, b"Comparison Matrix for the Sign Test"),
        reports_if_unified=True,
    ),
    "wilc": Test(
        b"Wilcoxon Signed Rank (%b)" % FORMULA,
        b"WI",
        run_wilcoxon_test,
        partial(format_matrix, b"Comparison Matrix for the Wilcoxon Test"),
    ),
    "mcn": Test(
        b"McNemar (Sentence Error)", b"MN", run_mcnemar_test, format_mcnemar_matrix, reports_if_unified=True, feeds=True
    ),
}
REPORTS: dict[str, tuple[bytes, bytes, Callable[[Comparison], bytes]]] = {
    "sum": (b".sys", b"scoring report", lambda it: format_summary(*it.table_inputs, raw=False)),
    "rsum": (b".raw", b"raw scoring report", lambda it: format_summary(*it.table_inputs, raw=True)),
    "es": (b".es", b"executive scoring report", lambda it: format_executive(*it.table_inputs, raw=False)),
    "res": (b".res", b"raw executive scoring report", lambda it: format_executive(*it.table_inputs, raw=True)),
    "prn": (b".prn", b"Multi-system alignments", lambda it: format_prn(it.ranking.systems, it.options.width)),
    "lur": (b".lur", b"LUR scoring report", lambda it: format_lur_by_system(*it.table_inputs)),
}
