"""Which reports sclite writes of a system, in which order, and where: beside the hypothesis or to standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mondegreen.dropin.sctk.confidence_graphs import GRAPHS
from mondegreen.dropin.sctk.label_tables import format_lur
from mondegreen.dropin.sctk.output import SctkError, write_parts
from mondegreen.dropin.sctk.sclite_options import NEWEST, Options
from mondegreen.dropin.sctk.sgml import format_sgml
from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum, format_wws
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.sctk.text_reports import format_dtl, format_pra, format_prf, format_snt, format_spk
from mondegreen.dropin.streams import out

STDOUT = b"-"
# In the order in which sclite writes them.
REPORTS = ("sum", "wws", "rsum", "snt", "spk", "dtl", "lur", "pra", "prf", "sgml", "nl.sgml")
TABLES: dict[str, tuple[bytes, bytes, Callable[[System, Tables], bytes]]] = {
    "sum": (b".sys", b"scoring report to", format_sum),
    "wws": (b".wws", b"scoring report to", format_wws),
    "rsum": (b".raw", b"raw scoring report to", format_rsum),
    "lur": (b".lur", b"LUR scoring report to", format_lur),
}
ALIGNMENTS = b"string alignments to"
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
        for name in [name for name in REPORTS if name in self.options.reports]:
            if name == "wws" and system.weights is None:
                self.out(b"    Skipping WWS Report, no word weights supplied.\n")
                continue
            for suffix, title, parts in self._make_reports(name, system):
                self._write_report(STDOUT if "stdout" in self.options.reports else root, suffix, title, parts)
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
        for part in format_sgml(system, b"\n", b"\n"):
            self.out(part)

    def _make_reports(self, name: str, system: System) -> Iterator[tuple[bytes, bytes, Iterable[bytes]]]:
        """The suffix, the title and the parts of each file of a report; tables are drawn when their part is read."""
        width, newest = self.options.width, self.options.version == NEWEST
        if name in TABLES:
            suffix, title, format_table = TABLES[name]
            yield suffix, title, map(format_table, [system], [self.tables])
        elif name == "snt":
            for number, speaker in enumerate(system.scored.speakers()):
                title = b"sentence scoring report for speaker '%b' to" % speaker
                yield b".snt." + speaker, title, format_snt(system, number)
        elif name == "spk":
            for number, speaker in enumerate(system.scored.speakers()):
                title = b"speaker scoring report for '%b' to" % speaker
                yield b".spk." + speaker, title, [format_spk(system, number, newest=newest)]
        elif name == "dtl":
            yield b".dtl", b"overall detailed scoring report", [format_dtl(system, newest=newest)]
        elif name == "pra":
            yield b".pra", ALIGNMENTS, format_pra(system, width)
        elif name == "prf":
            yield b".prf", ALIGNMENTS, format_prf(system, width)
        elif name == "sgml":
            yield b".sgml", b"SGML string alignments to", format_sgml(system, b":", b",")
        else:
            title = b"Newline Separated SGML string alignments to"
            yield b".nl.sgml", title, format_sgml(system, b"\n", b"\n")

    def _write_report(self, root: bytes, suffix: bytes, title: bytes, parts: Iterable[bytes]) -> None:
        """Announces a report and writes it, to standard output if its file cannot be opened."""
        path = root + suffix
        if root != STDOUT and write_parts(path, parts, lambda: self._announce(title, path)):
            return
        if title == ALIGNMENTS:
            self._announce(title, b"stdout")
        for part in parts:
            self.out(part)

    def _announce(self, title: bytes, path: bytes) -> None:
        """Says what is written, unless the run is to be silent."""
        if self.options.feedback >= 1:
            self.out(b"    Writing %b '%b'\n" % (title, path))
