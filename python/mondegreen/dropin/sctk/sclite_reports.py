"""Which reports sclite writes of a system, in which order, and where: beside the hypothesis or to standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mondegreen.dropin.sctk.output import SctkError, write_parts
from mondegreen.dropin.sctk.sclite_options import NEWEST, Options
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.streams import out

STDOUT = b"-"
# On these the original crashes where there is no utterance; rates of nothing would look like a score.
RATES = {"sum", "rsum", "wws", "det"}
NOTHING_TO_SCORE = (
    b"sclite: %b: nothing to score: no utterance of the hypothesis and its reference was aligned; see that neither is"
    b" empty, that their last lines end in line feeds, and that not all segments are ignored\n"
)


class Reports:
    """The reports of a run, whose tables remember each other."""

    def __init__(self, options: Options, out: Callable[[bytes], object] = out) -> None:
        self.options = options
        self.out = out
        self.tables = Tables()
        self.has_failed = False

    def write(self, system: System, path: bytes) -> None:
        """Writes all that was asked for; the path names the files."""
        if not system.scored.speakers() and RATES & {*self.options.reports, *self.options.graphs}:
            raise SctkError(NOTHING_TO_SCORE % path)
        root = self._make_root(path)
        for name, writer in WRITERS.items():
            if name in self.options.reports:
                writer(self, system, STDOUT if "stdout" in self.options.reports else root)
        if self.options.graphs:
            from mondegreen.dropin.sctk.confidence_graphs import GRAPHS

            for name, draw in GRAPHS.items():
                if name in self.options.graphs:
                    self.has_failed |= not draw(system, root, self.options.feedback)

    def _make_root(self, path: bytes) -> bytes:
        """What the names of files begin with."""
        directory, slash, name = path.rpartition(b"/")
        directory = directory if slash else b"."
        name = name if self.options.name is None else self.options.name
        if self.options.directory is None and directory == b".":
            return name
        return (directory if self.options.directory is None else self.options.directory) + b"/" + name

    def pipe(self, system: System) -> None:
        """Writes a system to standard output for another program (`-p`)."""
        from mondegreen.dropin.sctk.sgml import format_sgml

        for part in format_sgml(system, b"\n", b"\n"):
            self.out(part)

    def write_report(
        self, root: bytes, suffix: bytes, title: bytes, parts: Iterable[bytes], *, announces_stdout: bool = False
    ) -> None:
        """Announces a report and writes it, to standard output if its file cannot be opened."""
        path = root + suffix
        if root != STDOUT and write_parts(path, parts, lambda: self.announce(title, path)):
            return
        if announces_stdout:
            self.announce(title, b"stdout")
        for part in parts:
            self.out(part)

    def write_table(
        self,
        root: bytes,
        suffix: bytes,
        format_table: Callable[[System, Tables], bytes],
        system: System,
        title: bytes = b"scoring report to",
    ) -> None:
        self.write_report(root, suffix, title, defer(lambda: format_table(system, self.tables)))

    def announce(self, title: bytes, path: bytes) -> None:
        """Says what is written, unless the run is to be silent."""
        if self.options.feedback >= 1:
            self.out(b"    Writing %b '%b'\n" % (title, path))

    @property
    def is_newest(self) -> bool:
        """Whether the wording is that of the newest version."""
        return self.options.version == NEWEST


def defer(make: Callable[[], bytes]) -> Iterator[bytes]:
    """A report in one part, made when it is asked for."""
    yield make()


def write_sum(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.summary_tables import format_sum

    reports.write_table(root, b".sys", format_sum, system)


def write_wws(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.summary_tables import format_wws

    if system.weights is None:
        reports.out(b"    Skipping WWS Report, no word weights supplied.\n")
        return
    reports.write_table(root, b".wws", format_wws, system)


def write_rsum(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.summary_tables import format_rsum

    reports.write_table(root, b".raw", format_rsum, system, b"raw scoring report to")


def write_snt(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.text_reports import format_snt

    for number, name in enumerate(system.scored.speakers()):
        title = b"sentence scoring report for speaker '%b' to" % name
        reports.write_report(root, b".snt." + name, title, format_snt(system, number))


def write_spk(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.text_reports import format_spk

    for number, name in enumerate(system.scored.speakers()):
        text = format_spk(system, number, newest=reports.is_newest)
        reports.write_report(root, b".spk." + name, b"speaker scoring report for '%b' to" % name, [text])


def write_dtl(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.text_reports import format_dtl

    parts = defer(lambda: format_dtl(system, newest=reports.is_newest))
    reports.write_report(root, b".dtl", b"overall detailed scoring report", parts)


def write_lur(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.label_tables import format_lur

    reports.write_table(root, b".lur", format_lur, system, b"LUR scoring report to")


def write_pra(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.text_reports import format_pra

    parts = format_pra(system, reports.options.width)
    reports.write_report(root, b".pra", b"string alignments to", parts, announces_stdout=True)


def write_prf(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.text_reports import format_prf

    parts = format_prf(system, reports.options.width)
    reports.write_report(root, b".prf", b"string alignments to", parts, announces_stdout=True)


def write_sgml(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.sgml import format_sgml

    reports.write_report(root, b".sgml", b"SGML string alignments to", format_sgml(system, b":", b","))


def write_newline_sgml(reports: Reports, system: System, root: bytes) -> None:
    from mondegreen.dropin.sctk.sgml import format_sgml

    title = b"Newline Separated SGML string alignments to"
    reports.write_report(root, b".nl.sgml", title, format_sgml(system, b"\n", b"\n"))


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
    "nl.sgml": write_newline_sgml,
}
