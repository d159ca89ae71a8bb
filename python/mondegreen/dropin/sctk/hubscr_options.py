"""The arguments of hubscr.pl, checked in its order."""

import re
from typing import NamedTuple

from mondegreen.dropin.sctk import perl
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

    @property
    def filtered_reference(self) -> bytes:
        return self.reference + b".filt"

    @property
    def verbose(self) -> bool:
        return "v" in self.given

    @property
    def validates(self) -> bool:
        return "V" not in self.given


def parse_options(arguments: list[bytes]) -> Options:
    """The options; what is wrong with them ends the program as it ends the original."""
    given, words = perl.getopts(arguments, SPEC)
    language = given.get("l", b"").lower()
    hub = given.get("h", b"").lower()
    check_memory(given)
    if "g" not in given:
        die(b"GLM file required via -g option", 267)
    if not perl.is_file(given["g"]):
        die(b"Unable to stat GLM file '%b'" % given["g"], 265, perl.NO_SUCH_FILE)
    check_language(given, language)
    check_asclite(given, language)
    if "h" not in given:
        die(b"Hub defintion required via -h", 292)
    if hub not in HUBS:
        die(b"Undefined Hub '%b'" % hub, 293)
    if "r" not in given:
        die(b"Reference file defintion required via -r", 296)
    if not perl.is_file(given["r"]):
        die(b"Unable to access reference file '%b'" % given["r"], code=perl.NO_SUCH_FILE)
    systems = parse_systems(words)
    check_files(given, language)
    formats = given.get("F", b"stm"), given.get("f", b"ctm")
    if hub == b"sastt" and formats[1] != b"rttm":
        die(b"SASTT hub requires RTTM hyp file input", 338)
    if hub == b"sastt" and "a" not in given:
        die(b"SASTT only works with ASCLITE")
    check_supported(given, language, formats)
    return Options(given, language, hub, given["g"], given["r"], systems, *formats)


def die(message: bytes, line: int = 0, code: int = 255) -> None:
    """Ends the program with the usage text; messages that name no line end in a line feed."""
    raise perl.DieError(USAGE + b"\nError: " + message + (perl.place(NAME, line) if line else b"\n"), code)


def check_memory(given: dict[str, bytes]) -> None:
    """-m is two numbers, of which the second may be missing."""
    if "m" not in given:
        return
    found = MEMORY.fullmatch(given["m"])
    if not found:
        raise perl.DieError(b"Failed to parse -m option value '%b'" % given["m"] + perl.place(NAME, 251))
    if found[2] is not None and perl.number(found[2]) < perl.number(found[1]):
        message = b"Warning: Difficulty Limit(%b) is less than the MemoryLimit(%b).  Did you want to do both?\n"
        out(message % (found[2], found[1]))


def check_language(given: dict[str, bytes], language: bytes) -> None:
    """-l is known, and -H and -T are for Arabic."""
    if "l" not in given:
        die(b"Language defintion required via -l", 271)
    if language not in LANGUAGES:
        die(b"Undefined language '%b'" % language, 272)
    for option, what in (("H", b"Hamza normalization"), ("T", b"Tanween filtering")):
        if option in given and language != b"arabic":
            raise perl.DieError(b"Error: %b only applies to Arabic data\n" % what)


def check_asclite(given: dict[str, bytes], language: bytes) -> None:
    """What belongs to asclite is asked for with it."""
    if "a" in given:
        if language != b"english":
            die(b"Asclite is working only with english")
        return
    if perl.number(given.get("o", b"-1")) >= 0:
        die(b"Overlap scoring (-o) is working only with asclite")
    if perl.number(given.get("m", b"1")) != 1:
        die(b"Memory Limit (-m) is working only with asclite")


def parse_systems(words: list[bytes]) -> list[System]:
    r"""The systems: each a file, perhaps with a title and a name for its output, written `file\#title\#name`."""
    if not words:
        die(b"Hypothesis files required", 300)
    systems = []
    for word in words:
        path, *others = word.split(b"\\#")
        title, name = [*others, b"", b""][:2]
        systems.append(System(path, title or path, (name or path) + b".filt"))
    for system in systems:
        if not perl.is_file(system.path):
            die(b"Unable to access hypothesis file '%b'" % system.path, code=perl.NO_SUCH_FILE)
    return systems


def check_files(given: dict[str, bytes], language: bytes) -> None:
    """The lexicon, the weights of words, and where programs are looked for."""
    lexicon = given.get("L", b"")
    if lexicon and language not in {b"german", b"arabic"}:
        perl.warn(b"Warning: LDC lexicon option '-L %b' ignored!!!!\n" % lexicon)
    # For German the original looks for a lexicon that it does not name, unless -d is given.
    if language == b"german" and "d" not in given:
        die(b"Unable to access LDC Lexicon file '%b'" % lexicon)
    # -M, which became something else, is still taken for a language model.
    if "M" in given and "w" in given:
        die(b"Unable to use both -M and -w")
    for option, what in (("M", b"SLM language model"), ("w", b"WWL file")):
        if option in given and not perl.is_file(given[option]):
            die(b"%b '%b' not found" % (what, given[option]), code=perl.NO_SUCH_FILE)
    if "p" in given and not PATHS.fullmatch(given["p"]):
        raise perl.DieError(b"Error: Path not formatted properly '%b'" % given["p"] + perl.place(NAME, 332))


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
