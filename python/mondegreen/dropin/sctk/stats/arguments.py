"""The command line of sc_stats."""

from mondegreen.dropin.sctk.atoi import atoi
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
TESTS = frozenset({b"mcn", b"mapsswe", b"mapsswe_seg", b"sign", b"wilc", b"anovar"})
STANDARD = frozenset({b"mcn", b"mapsswe", b"sign", b"wilc"})
REPORTS = frozenset({b"sum", b"rsum", b"es", b"res", b"prn", b"lur"})
GRAPHS = frozenset({b"range", b"grange", b"grange2", b"det"})
# Options with one value, and what is said where it is missing.
VALUES = {
    b"-f": b"Not enough Feedback arguments",
    b"-O": b"Output directory not specified",
    b"-n": b"Test output name not specified",
    b"-e": b"Test ensemble desc. not specified",
    b"-l": b"Not enough Line Width arguments",
}
# Options with names behind them.
LISTS = {
    b"-t": b"Not enough Test arguments",
    b"-r": b"Not enough Report arguments",
    b"-g": b"Not enough Graph arguments",
}


class Misuse(Exception):  # noqa: N818  what the user did, and all of it was said already
    """An illegal command line."""


class Options:
    """What is asked for."""

    def __init__(self) -> None:
        self.piped = False
        self.feedback = 1
        self.folder: bytes | None = None
        self.name = b"Ensemble"
        self.description = b""
        self.width = 100
        self.verbose = False
        self.unified = False
        self.tests: set[bytes] = set()
        self.reports: set[bytes] = set()
        self.graphs: set[bytes] = set()

    def anything(self) -> bool:
        """Whether there is something to do."""
        return bool(self.tests or self.reports or self.graphs)

    def root(self) -> bytes:
        """How the names of the files begin; `-` is standard output."""
        if self.name == b"-" or self.folder is None:
            return self.name
        return self.folder + b"/" + self.name


def parsed(words: list[bytes]) -> Options:
    """The options; the first word that is none ends them, and what follows is ignored."""
    if not words:
        refuse(b"Arguments reguired")
    options = Options()
    at = 0
    while at < len(words) and words[at].startswith(b"-"):
        option = words[at]
        end = at + 1
        while end < len(words) and not words[end].startswith(b"-"):
            end += 1
        if option in LISTS:
            if at + 1 == len(words):
                refuse(LISTS[option])
            choose(options, option, words[at + 1 : end])
            at = end
        elif option in VALUES:
            if at + 1 == len(words):
                refuse(VALUES[option])
            set_value(options, option, words[at + 1])
            at += 2
        elif option == b"-a":  # alignment files, which sc_stats counts and never opens
            if at + 1 == len(words) or end == at + 1:
                refuse(b"Not enough alignment files" if at + 1 == len(words) else b"Req'd alignment File name")
            at = end
        else:
            switch(options, option)
            at += 1
    return options


def set_value(options: Options, option: bytes, value: bytes) -> None:
    """Takes the value of an option."""
    if option == b"-f":  # said to name a formula, too; but this is what the option does
        options.feedback = atoi(value)
    elif option == b"-O":
        options.folder = value
    elif option == b"-n":
        options.name = value
    elif option == b"-e":
        options.description = value
    else:
        options.width = atoi(value)


def choose(options: Options, option: bytes, names: list[bytes]) -> None:
    """Takes names: one named twice is not wanted."""
    known, chosen, kind = {
        b"-t": (TESTS, options.tests, b"test"),
        b"-r": (REPORTS, options.reports, b"report"),
        b"-g": (GRAPHS, options.graphs, b"graph option"),
    }[option]
    for name in names:
        if name in known:
            chosen ^= {name}
        elif option == b"-t" and name == b"std4":
            chosen.clear()
            chosen |= STANDARD
        elif option == b"-r" and name == b"none":
            chosen.clear()
        else:
            err(b"Unknown %b '%b'\n" % (kind, name))


def switch(options: Options, option: bytes) -> None:
    """Takes an option without values."""
    if option == b"-p":
        options.piped = True
    elif option == b"-v":
        options.verbose = True
    elif option == b"-u":
        options.unified = True
    elif option == b"-w":  # the works
        options.graphs = {b"range"}
        options.tests = set(STANDARD)
        options.unified = True
    else:
        err(USAGE)
        out(b"Illegal argument: %b\n" % option)
        raise Misuse


def refuse(why: bytes) -> None:
    """Ends the run with the whole usage."""
    err(USAGE + b"sc_stats: " + why + b"\n\n")
    raise Misuse
