"""The arguments of hubscr.pl, checked in its order."""

import re
from typing import NamedTuple

from mondegreen.dropin.sctk.hubscr.usage import USAGE
from mondegreen.dropin.sctk.perl import NO_SUCH_FILE, DieError, getopts, is_file, number, place, warn
from mondegreen.dropin.streams import out

NAME = "hubscr.pl"
SPEC = "VGaCHTdvRl:h:r:g:L:n:e:K:w:p:o:m:f:F:u:M:B:"
LANGUAGES = {b"english", b"german", b"italian", b"spanish", b"mandarin", b"arabic"}
HUBS = {b"hub4", b"hub5", b"rt-stt", b"sastt"}
MEMORY = re.compile(rb"(\d+|\d*\.\d+|\d+\.)(?::(\d+|\d*\.\d+|\d+\.))?\n?")
PATHS = re.compile(rb"\S+\n?")


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
        """Where the filtered references go."""
        return self.reference + b".filt"

    @property
    def verbose(self) -> bool:
        """Whether commands are told."""
        return "v" in self.given

    @property
    def validates(self) -> bool:
        """Whether filtered files are checked."""
        return "V" not in self.given


def parsed(arguments: list[bytes]) -> Options:
    """The options; what is wrong with them ends the program as it ends the original."""
    given, words = getopts(arguments, SPEC)
    language = given.get("l", b"").lower()
    hub = given.get("h", b"").lower()
    memory(given)
    if "g" not in given:
        wrong(b"GLM file required via -g option", 267)
    if not is_file(given["g"]):
        wrong(b"Unable to stat GLM file '%b'" % given["g"], 265, NO_SUCH_FILE)
    check_language(given, language)
    check_asclite(given, language)
    check_hub(given, hub)
    if "r" not in given:
        wrong(b"Reference file defintion required via -r", 296)
    if not is_file(given["r"]):
        wrong(b"Unable to access reference file '%b'" % given["r"], code=NO_SUCH_FILE)
    systems = hypotheses(words)
    check_lexicon(given, language)
    check_weights(given)
    if "p" in given and not PATHS.fullmatch(given["p"]):
        raise DieError(b"Error: Path not formatted properly '%b'" % given["p"] + place(NAME, 332))
    formats = given.get("F", b"stm"), given.get("f", b"ctm")
    check_joint_task(given, hub, formats[1])
    check_supported(given, language, formats)
    return Options(given, language, hub, given["g"], given["r"], systems, *formats)


def wrong(message: bytes, line: int = 0, code: int = 255) -> None:
    """Ends the program with the usage text; messages that say no line end in a line feed."""
    raise DieError(USAGE + b"\nError: " + message + (place(NAME, line) if line else b"\n"), code)


def memory(given: dict[str, bytes]) -> None:
    """-m is two numbers, of which the second may be missing."""
    if "m" not in given:
        return
    found = MEMORY.fullmatch(given["m"])
    if not found:
        raise DieError(b"Failed to parse -m option value '%b'" % given["m"] + place(NAME, 251))
    if found[2] is not None and number(found[2]) < number(found[1]):
        limits = (found[2], found[1])
        message = b"Warning: Difficulty Limit(%b) is less than the MemoryLimit(%b).  Did you want to do both?\n"
        out(message % limits)


def check_language(given: dict[str, bytes], language: bytes) -> None:
    """-l is known, and -H and -T are for Arabic."""
    if "l" not in given:
        wrong(b"Language defintion required via -l", 271)
    if language not in LANGUAGES:
        wrong(b"Undefined language '%b'" % language, 272)
    for option, what in (("H", b"Hamza normalization"), ("T", b"Tanween filtering")):
        if option in given and language != b"arabic":
            raise DieError(b"Error: %b only applies to Arabic data\n" % what)


def check_asclite(given: dict[str, bytes], language: bytes) -> None:
    """What belongs to asclite is asked for with it."""
    if "a" in given and language != b"english":
        wrong(b"Asclite is working only with english")
    if "a" in given:
        return
    if number(given.get("o", b"-1")) >= 0:
        wrong(b"Overlap scoring (-o) is working only with asclite")
    if number(given.get("m", b"1")) != 1:
        wrong(b"Memory Limit (-m) is working only with asclite")


def check_hub(given: dict[str, bytes], hub: bytes) -> None:
    """-h is known."""
    if "h" not in given:
        wrong(b"Hub defintion required via -h", 292)
    if hub not in HUBS:
        wrong(b"Undefined Hub '%b'" % hub, 293)


def hypotheses(words: list[bytes]) -> list[System]:
    r"""The systems: each a file, perhaps with a title and a name for its output, written `file\#title\#name`."""
    if not words:
        wrong(b"Hypothesis files required", 300)
    systems = []
    for word in words:
        path, *others = word.split(b"\\#")
        title, name = [*others, b"", b""][:2]
        systems.append(System(path, title or path, (name or path) + b".filt"))
    for system in systems:
        if not is_file(system.path):
            wrong(b"Unable to access hypothesis file '%b'" % system.path, code=NO_SUCH_FILE)
    return systems


def check_lexicon(given: dict[str, bytes], language: bytes) -> None:
    """-L is for German and Arabic; German asks for -d, as the original looks for a lexicon that it does not name."""
    lexicon = given.get("L", b"")
    if lexicon and language not in {b"german", b"arabic"}:
        warn(b"Warning: LDC lexicon option '-L %b' ignored!!!!\n" % lexicon)
    if language == b"german" and "d" not in given:
        wrong(b"Unable to access LDC Lexicon file '%b'" % lexicon)


def check_weights(given: dict[str, bytes]) -> None:
    """-M, which became something else, is still taken for a language model."""
    if "M" in given and "w" in given:
        wrong(b"Unable to use both -M and -w")
    for option, what in (("M", b"SLM language model"), ("w", b"WWL file")):
        if option in given and not is_file(given[option]):
            wrong(b"%b '%b' not found" % (what, given[option]), code=NO_SUCH_FILE)


def check_joint_task(given: dict[str, bytes], hub: bytes, system_format: bytes) -> None:
    """The hub sastt is for asclite and rttm."""
    if hub != b"sastt":
        return
    if system_format != b"rttm":
        wrong(b"SASTT hub requires RTTM hyp file input", 338)
    if "a" not in given:
        wrong(b"SASTT only works with ASCLITE")


def check_supported(given: dict[str, bytes], language: bytes, formats: tuple[bytes, bytes]) -> None:
    """What needs programs that mondegreen has no counterpart of is said before anything is written."""
    needs = {
        b"asclite and md-eval.pl": "a" in given,
        b"acomp.pl (German compounds)": language == b"german",
        b"rttmSort.pl and asclite (rttm files)": b"rttm" in formats,
    }
    for programs, needed in needs.items():
        if needed:
            raise DieError(b"Error: not supported: this evaluation needs %b; use SCTK's hubscr.pl\n" % programs, 1)
