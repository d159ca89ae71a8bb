"""The command line of sc_stats."""

from __future__ import annotations

from mondegreen.dropin.emulation.getopt import ArgumentReader
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.sctk.output import SctkError
from mondegreen.dropin.streams import err, out

USAGE = b"""sc_stats: <OPTIONS>
sc_stats Version: 1.3, SCTK Version: 1.3
Input Options:
    -p                             Read from stdin, the piped output
                                   alignments from another sctk program.
Output Options:
    -O output_dir                  Writes all output files into output_dir.
                                   Defaults to the hypfile's directory
    -n name                        Writes all multiple hypothesis file
                                   reports to files beginning with 'name'.
                                   Using '-' writes to stdout. Default:
                                   'Ensemble'
    -e 'ensemble description'      Description of the ensemble of hyp files.
    -l width                       Set the report line width to 'width'
Report Generation Options:
    -r [ lur | sum | rsum | es | res | prn | npr | none ]
                                   Defines the output reports.  Default 'none'.
Statistical Test Options:
    -t [ mcn | mapsswe | sign | wilc | anovar | std4 ]
                                   Create comparison matrices for each
                                   if the specified tests.
    -v                             For each test performed on a pair of
                                   hyp files, output a detailed analysis.
    -u                             Rather than creating a comparison matrix
                                   for each test, unify statistical test
                                   results into a single comparison matrix
    -f [ E | R | W ]               Percentage formula used in the sign,
                                   wilcoxon and anovar tests. Def, 'E'\x20
                                   for Word E.
    -g [ range | grange | grange2 | det ]
                                   Create range graphs based on the %\x20
                                   formula defined by '-f'
"""
STANDARD_TESTS = {b"mcn", b"mapsswe", b"sign", b"wilc"}
# Options with one value: what they set, and what is said where it is missing. The usage also calls `-f` a formula.
VALUES = {
    b"-f": ("feedback", b"Not enough Feedback arguments"),
    b"-O": ("directory", b"Output directory not specified"),
    b"-n": ("name", b"Test output name not specified"),
    b"-e": ("description", b"Test ensemble desc. not specified"),
    b"-l": ("width", b"Not enough Line Width arguments"),
}
FLAGS = {b"-p": "piped", b"-v": "verbose", b"-u": "unified"}
# Options with names behind them: what they select, what is said where there are none and of one that is unknown.
LISTS = {
    b"-t": ({b"mcn", b"mapsswe", b"mapsswe_seg", b"sign", b"wilc", b"anovar"}, b"Not enough Test arguments", b"test"),
    b"-r": ({b"sum", b"rsum", b"es", b"res", b"prn", b"lur"}, b"Not enough Report arguments", b"report"),
    b"-g": ({b"range", b"grange", b"grange2", b"det"}, b"Not enough Graph arguments", b"graph option"),
}


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
        self.tests: set[bytes] = set()
        self.reports: set[bytes] = set()
        self.graphs: set[bytes] = set()

    def make_root(self) -> bytes:
        """How the names of the files begin; `-` is standard output."""
        if self.name == b"-" or self.directory is None:
            return self.name
        return self.directory + b"/" + self.name


def parse_options(words: list[bytes]) -> Options:
    """The options; the first word that is none ends them, and what follows is ignored."""
    if not words:
        raise make_usage_error(b"Arguments reguired")
    options, reader = Options(), ArgumentReader(words, make_usage_error)
    while (option := reader.read_option()) is not None:
        if option in LISTS:
            select_names(options, option, reader)
        elif option in VALUES:
            name, missing = VALUES[option]
            word = reader.read_word(missing)
            setattr(options, name, parse_c_int(word) if name in {"feedback", "width"} else word)
        elif option in FLAGS:
            setattr(options, FLAGS[option], True)
        elif option == b"-a":  # alignment files, which sc_stats counts and never opens
            if not reader.read_values(b"Not enough alignment files"):
                raise make_usage_error(b"Req'd alignment File name")
        elif option == b"-w":  # the works
            options.graphs, options.tests, options.unified = {b"range"}, set(STANDARD_TESTS), True
        else:
            out(b"Illegal argument: %b\n" % option)
            raise SctkError(USAGE)
    return options


def select_names(options: Options, option: bytes, reader: ArgumentReader) -> None:
    """Selects tests, reports or graphs; naming one twice deselects it."""
    known, missing, kind = LISTS[option]
    selected = {b"-t": options.tests, b"-r": options.reports, b"-g": options.graphs}[option]
    for name in reader.read_values(missing):
        if name in known:
            selected ^= {name}
        elif option == b"-t" and name == b"std4":
            selected.clear()
            selected |= STANDARD_TESTS
        elif option == b"-r" and name == b"none":
            selected.clear()
        else:
            err(b"Unknown %b '%b'\n" % (kind, name))


def make_usage_error(reason: bytes) -> SctkError:
    return SctkError(USAGE + b"sc_stats: " + reason + b"\n\n")
