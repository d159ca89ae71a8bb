"""Which reports are written of a system, in which order, and where: beside the hypothesis or to standard output."""

from __future__ import annotations

from mondegreen.dropin.sctk.options import NEWEST, Options
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.sctk.written import written
from mondegreen.dropin.streams import out

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mondegreen.dropin.sctk.system import System

STDOUT = b"-"
SCORING = b"    Writing scoring report to '%b'\n"
ALIGNMENTS = b"    Writing string alignments to '%b'\n"
# On these the original crashes where there is no utterance; rates of nothing would look like a score.
RATES = {"sum", "rsum", "wws", "det"}
NOTHING = (
    b"sclite: %b: nothing to score: no utterance of the hypothesis and its reference was aligned; see that neither is"
    b" empty, that their last lines end in line feeds, and that not all segments are ignored\n"
)


class Reports:
    """The reports of a run, whose tables remember each other."""

    def __init__(self, options: Options, out: Callable[[bytes], object] = out) -> None:
        self.options = options
        self.out = out
        self.tables = Tables()
        self.failed = False

    def write(self, system: System, path: bytes) -> None:
        """Writes all that was asked for; the path names the files."""
        if not system.scored.speakers() and RATES & {*self.options.reports, *self.options.graphs}:
            raise Refusal(NOTHING % path)
        root = self.root(path)
        for name, writer in WRITERS.items():
            if name in self.options.reports:
                writer(self, system, STDOUT if "stdout" in self.options.reports else root)
        for name in ("det", "bhist", "hist", "sbhist"):
            if name in self.options.graphs:
                self.failed |= not self.graph(name, system, root)

    def root(self, path: bytes) -> bytes:
        """What the names of files begin with."""
        folder, slash, name = path.rpartition(b"/")
        folder = folder if slash else b"."
        name = name if self.options.name is None else self.options.name
        if self.options.folder is None and folder == b".":
            return name
        return (folder if self.options.folder is None else self.options.folder) + b"/" + name

    def pipe(self, system: System) -> None:
        """Writes a system to standard output for another program (`-p`)."""
        from mondegreen.dropin.sctk.report import sgml

        for part in sgml.report(system, b"\n", b"\n"):
            self.out(part)

    def put(self, root: bytes, ending: bytes, told: bytes, parts: Iterable[bytes], of_stdout: bytes = b"") -> None:
        """Tells of a report and writes it; one that can have no file goes to standard output."""
        path = root + ending
        if root != STDOUT and written(path, parts, lambda: self.tell(told % path)):
            return
        self.tell(of_stdout)
        for part in parts:
            self.out(part)

    def tell(self, text: bytes) -> None:
        """Says what is written, unless the run is to be silent."""
        if self.options.feedback >= 1:
            self.out(text)

    def graph(self, name: str, system: System, root: bytes) -> bool:
        """Draws what confidences are worth; false if a file cannot be written."""
        module = __import__(f"mondegreen.dropin.sctk.graph.{name}", fromlist=["draw"])
        drawn: bool = module.draw([system] if name == "det" else system, root, self.options.feedback)
        return drawn

    @property
    def newest(self) -> bool:
        """Whether the wording is that of the newest version."""
        return self.options.version == NEWEST


def write_sum(reports: Reports, system: System, root: bytes) -> None:
    """Percentages by speaker."""
    from mondegreen.dropin.sctk.report import sum as summary

    reports.put(root, b".sys", SCORING, once(lambda: summary.report(system, reports.tables)))


def write_wws(reports: Reports, system: System, root: bytes) -> None:
    """Percentages of what words weigh."""
    from mondegreen.dropin.sctk.report import wws

    if system.weights is None:
        reports.out(b"    Skipping WWS Report, no word weights supplied.\n")
        return
    reports.put(root, b".wws", SCORING, once(lambda: wws.report(system, reports.tables)))


def write_rsum(reports: Reports, system: System, root: bytes) -> None:
    """Counts by speaker."""
    from mondegreen.dropin.sctk.report import rsum

    told = b"    Writing raw scoring report to '%b'\n"
    reports.put(root, b".raw", told, once(lambda: rsum.report(system, reports.tables)))


def write_snt(reports: Reports, system: System, root: bytes) -> None:
    """The utterances of each speaker."""
    from mondegreen.dropin.sctk.report import snt

    for number, name in enumerate(system.scored.speakers()):
        told = b"    Writing sentence scoring report for speaker '%b' to '%%b'\n" % name.replace(b"%", b"%%")
        reports.put(root, b".snt." + name, told, snt.report(system, number))


def write_spk(reports: Reports, system: System, root: bytes) -> None:
    """Each speaker in detail."""
    from mondegreen.dropin.sctk.report import spk

    for number, name in enumerate(system.scored.speakers()):
        told = b"    Writing speaker scoring report for '%b' to '%%b'\n" % name.replace(b"%", b"%%")
        reports.put(root, b".spk." + name, told, [spk.report(system, number, newest=reports.newest)])


def write_dtl(reports: Reports, system: System, root: bytes) -> None:
    """The system in detail."""
    from mondegreen.dropin.sctk.report import dtl

    told = b"    Writing overall detailed scoring report '%b'\n"
    reports.put(root, b".dtl", told, once(lambda: dtl.report(system, newest=reports.newest)))


def write_lur(reports: Reports, system: System, root: bytes) -> None:
    """Rates by label."""
    from mondegreen.dropin.sctk.report import lur

    told = b"    Writing LUR scoring report to '%b'\n"
    reports.put(root, b".lur", told, once(lambda: lur.report(system, reports.tables)))


def write_pra(reports: Reports, system: System, root: bytes) -> None:
    """Alignments by speaker."""
    from mondegreen.dropin.sctk.report import pra

    reports.put(root, b".pra", ALIGNMENTS, pra.report(system, reports.options.width), ALIGNMENTS % b"stdout")


def write_prf(reports: Reports, system: System, root: bytes) -> None:
    """Alignments in order."""
    from mondegreen.dropin.sctk.report import pra

    reports.put(root, b".prf", ALIGNMENTS, pra.full_report(system, reports.options.width), ALIGNMENTS % b"stdout")


def write_sgml(reports: Reports, system: System, root: bytes) -> None:
    """All that is known."""
    from mondegreen.dropin.sctk.report import sgml

    told = b"    Writing SGML string alignments to '%b'\n"
    reports.put(root, b".sgml", told, sgml.report(system, b":", b","))


def write_lines(reports: Reports, system: System, root: bytes) -> None:
    """The same, with line ends between all parts."""
    from mondegreen.dropin.sctk.report import sgml

    told = b"    Writing Newline Separated SGML string alignments to '%b'\n"
    reports.put(root, b".nl.sgml", told, sgml.report(system, b"\n", b"\n"))


def once(report: Callable[[], bytes]) -> Iterator[bytes]:
    """A report in one part, made when it is asked for."""
    yield report()


# In the order in which they are written.
WRITERS: dict[str, Callable[[Reports, System, bytes], None]] = {
    "sum": write_sum,
    "wws": write_wws,
    "rsum": write_rsum,
    "snt": write_snt,
    "spk": write_spk,
    "dtl": write_dtl,
    "lur": write_lur,
    "pra": write_pra,
    "prf": write_prf,
    "sgml": write_sgml,
    "nl.sgml": write_lines,
}
