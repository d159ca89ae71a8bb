"""The arguments of hubscr.pl, checked in its order."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.perl import DIED, NO_SUCH_FILE
from mondegreen.dropin.streams import out

NAME = "hubscr.pl"
SPEC = "VGaCHTdvRl:h:r:g:L:n:e:K:w:p:o:m:f:F:u:M:B:"
LANGUAGES = {b"english", b"german", b"italian", b"spanish", b"mandarin", b"arabic"}
HUBS = {b"hub4", b"hub5", b"rt-stt", b"sastt"}
MEMORY = re.compile(rb"(\d+|\d*\.\d+|\d+\.)(?::(\d+|\d*\.\d+|\d+\.))?\n?")
PATHS = re.compile(rb"\S+\n?")
USAGE = b"""\
hubscr.pl [ -p PATH -H -T -d -R -v -L LEX ] [ -M LM | -w WWL ] [ -o numSpkr ] [ -m \
GB_Max_Memory[:GB_Max_Difficulty] ] [ -f FORMAT ] [ -a -C -B blocksize ] -g glm -l LANGOPT -h HUBOPT -r ref hyp1 \
hyp2 ...
Version: 0.20
Desc: Score a Hub-4E/NE or Hub-5E/NE evaluation using the established
      guidelines.  There are a set of language dependent options that this
      script requires, they are listed below with their dependencies.
      If more than one hyp is present, the set of hyps are viewed as an
      'ensemble' of result that can be statistically compared with sc_stats.
      The output reports are written with a root filename specified by '-n'
      and optionally described with the '-e' flag.
General Options:
      -d         ->  Do not split the definite article from Arabic words
      -g glm     ->  'glm' specifies the filename of the Global Mapping Rules
      -v         ->  Verbosely tell the user what is being executed
      -h [ hub4 | hub5 | rt-stt | sastt ]
                 ->  Use scoring rules for the task:\x20
                     hub4 or hub5 -> no special rules
                     rt-stt       -> removes non-lexical items from systems CTM input
                     sastt        -> performs SASTT scoring.  System/reference inputs
                                     must both be RTTMs. ASCLITE must be used for alignments.
      -K SLM_lm  ->  Use the CMU-Cambridge SLM V2.0 binary language model 'LM'
                     to perform Weighted-Word Scoring.  May not be used with -w
      -l [ arabic | english | german | italian | mandarin | spanish ]
                 ->  Set the input language.
      -L LDC_Lex ->  Filename of an LDC Lexicon.  The option is required only to
                     score a German test.  Previous version for Arabic req'd this option.
      -w WWL     ->  Use the Word-Weight List File to perform Weighted-Word
                     scoring.  May not be used with -M
      -H         ->  Perform hamza normalization for Arabic data.\x20
      -T         ->  Perform tanween filteing (i.e., removal) for Arabic data.\x20
      -V         ->  Skip validation of the input transcripts.  Defauled is to validate input transcripts.\x20
Other Options:
      -n str     ->  Root filename to write the ensemble reports to.  Default
                     is 'Ensemble'
      -e 'desc'  ->  Use the description 'desc' as a sub-header in all reports.
      -p DIR[:DIR]*
                 ->  Use the following directories to search for needed components.
                     Otherwise the default path is used.
      -o numSpkr
                 ->  Overlap using 'numSpkr' number of speakers.
      -m GB_Max_Memory[:GB_Max_Difficulty]
                 ->  'GB_Max_Memory' Set the maximum memory allocation in GB for the LCM.
                 ->  'GB_Max_Difficulty' Set the limit of LCM difficulty (expressed in GB of memory).
      -a
                 ->  Use asclite for the alignment.
      -C
                 ->  Force compression for asclite.
      -B blocksize
                 ->  Block size for asclite. (default: 256 kB)
      -f [ ctm | rttm ]
                 ->  Specify the hyps fileformat.
      -F [ stm | rttm ]
                 ->  Specify the refs fileformat.
      -G         -> Produce alignment graphs when asclite is used
      -u UEM         Specify the UEM file for running mdeval (sastt hub only)
      -M "ARGS" -> Arguments to pass to mdeval (sastt hup only) Def. '-nafc -c 0.25 -o'

"""


class System(NamedTuple):
    """A hypothesis: its file, what it is called, and the name of its output."""

    path: bytes
    title: bytes
    filtered: bytes


class Options(NamedTuple):
    """What is asked for."""

    given: dict[str, bytes]
    language: bytes
    hub: bytes
    rules: bytes
    reference: bytes
    systems: list[System]
    reference_format: bytes
    system_format: bytes
    verbose: bool
    validates: bool

    @property
    def filtered_reference(self) -> bytes:
        return self.reference + b".filt"


def parse_options(arguments: list[bytes]) -> Options:
    given, words = parse_getopt_std(arguments, SPEC)
    language = given.get("l", b"").lower()
    hub = given.get("h", b"").lower()
    formats = given.get("F", b"stm"), given.get("f", b"ctm")
    systems = [parse_system(word) for word in words]
    for is_wrong, message, *where in list_checks(given, language, hub, systems, formats[1]):
        if is_wrong:
            die(message, *where)
    check_supported(given, language, formats)
    return Options(given, language, hub, given["g"], given["r"], systems, *formats, "v" in given, "V" not in given)


def parse_system(word: bytes) -> System:
    r"""A system: its file, perhaps with a title and a name for its output, written `file\#title\#name`."""
    path, *others = word.split(b"\\#")
    title, name = [*others, b"", b""][:2]
    return System(path, title or path, (name or path) + b".filt")


def die(message: bytes, line: int = 0, code: int = 255) -> None:
    """Ends the program with the usage text; messages that name no line end in a line feed."""
    raise perl.DieError(USAGE + b"\nError: " + message + (perl.format_location(NAME, line) if line else b"\n"), code)


def list_checks(
    given: dict[str, bytes], language: bytes, hub: bytes, systems: list[System], system_format: bytes
) -> Iterator[tuple[bool, bytes, int, int]]:
    """What may be wrong in the original's order: whether it is, the message, its line (0: none) and the exit code.

    Whoever takes a check ends the program if it holds: the next stand on it.
    """
    asclite = "a" in given
    lexicon = given.get("L", b"")
    # -m is two numbers, of which the second may be missing.
    limits = MEMORY.fullmatch(given.get("m", b"1"))
    if not limits:
        raise perl.DieError(b"Failed to parse -m option value '%b'" % given["m"] + perl.format_location(NAME, 251))
    if limits[2] is not None and parse_perl_number(limits[2]) < parse_perl_number(limits[1]):
        message = b"Warning: Difficulty Limit(%b) is less than the MemoryLimit(%b).  Did you want to do both?\n"
        out(message % (limits[2], limits[1]))
    yield "g" not in given, b"GLM file required via -g option", 267, DIED
    yield not perl.is_file(given["g"]), b"Unable to stat GLM file '%b'" % given["g"], 265, NO_SUCH_FILE
    yield "l" not in given, b"Language defintion required via -l", 271, DIED
    yield language not in LANGUAGES, b"Undefined language '%b'" % language, 272, DIED
    for option, what in (("H", b"Hamza normalization"), ("T", b"Tanween filtering")):
        if option in given and language != b"arabic":
            raise perl.DieError(b"Error: %b only applies to Arabic data\n" % what)
    yield asclite and language != b"english", b"Asclite is working only with english", 0, DIED
    overlap, memory = parse_perl_number(given.get("o", b"-1")), parse_perl_number(given.get("m", b"1"))
    yield not asclite and overlap >= 0, b"Overlap scoring (-o) is working only with asclite", 0, DIED
    yield not asclite and memory != 1, b"Memory Limit (-m) is working only with asclite", 0, DIED
    yield "h" not in given, b"Hub defintion required via -h", 292, DIED
    yield hub not in HUBS, b"Undefined Hub '%b'" % hub, 293, DIED
    yield "r" not in given, b"Reference file defintion required via -r", 296, DIED
    yield not perl.is_file(given["r"]), b"Unable to access reference file '%b'" % given["r"], 0, NO_SUCH_FILE
    yield not systems, b"Hypothesis files required", 300, DIED
    for system in systems:
        message = b"Unable to access hypothesis file '%b'" % system.path
        yield not perl.is_file(system.path), message, 0, NO_SUCH_FILE
    if lexicon and language not in {b"german", b"arabic"}:
        perl.warn(b"Warning: LDC lexicon option '-L %b' ignored!!!!\n" % lexicon)
    # For German the original looks for a lexicon that it does not name, unless -d is given.
    is_missing = language == b"german" and "d" not in given
    yield is_missing, b"Unable to access LDC Lexicon file '%b'" % lexicon, 0, DIED
    # -M, which became something else, is still taken for a language model.
    yield "M" in given and "w" in given, b"Unable to use both -M and -w", 0, DIED
    for option, what in (("M", b"SLM language model"), ("w", b"WWL file")):
        path = given.get(option, b"")
        yield option in given and not perl.is_file(path), b"%b '%b' not found" % (what, path), 0, NO_SUCH_FILE
    if "p" in given and not PATHS.fullmatch(given["p"]):
        raise perl.DieError(b"Error: Path not formatted properly '%b'" % given["p"] + perl.format_location(NAME, 332))
    yield hub == b"sastt" and system_format != b"rttm", b"SASTT hub requires RTTM hyp file input", 338, DIED
    yield hub == b"sastt" and not asclite, b"SASTT only works with ASCLITE", 0, DIED


def check_supported(given: dict[str, bytes], language: bytes, formats: tuple[bytes, bytes]) -> None:
    """What needs programs that mondegreen has no counterpart of is refused before anything is written."""
    needs = {
        b"asclite and md-eval.pl": "a" in given,
        b"acomp.pl (German compounds)": language == b"german",
        b"rttmSort.pl and asclite (rttm files)": b"rttm" in formats,
    }
    for programs, needed in needs.items():
        if needed:
            raise perl.DieError(b"Error: not supported: this evaluation needs %b; use SCTK's hubscr.pl\n" % programs, 1)
