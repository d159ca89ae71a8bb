"""hubscr.pl: filters references and hypotheses by the rules of an evaluation, scores them, and compares the systems.

The original starts some thirty processes; here the filters, sclite and sc_stats are called in this one. `-p` is checked
and otherwise of no matter: there is nothing to be looked for.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.perl import DIED, NO_SUCH_FILE
from mondegreen.dropin.emulation.streams import catch_exit, out, warn
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.hubscr_scoring import (
    NAME,
    compare_systems,
    remove_file,
    run_filter,
    score_speakers,
    score_system,
)

SPEC = "VGaCHTdvRl:h:r:g:L:n:e:K:w:p:o:m:f:F:u:M:B:"
LANGUAGES = {b"english", b"german", b"italian", b"spanish", b"mandarin", b"arabic"}
HUBS = {b"hub4", b"hub5", b"rt-stt", b"sastt"}
MEMORY = re.compile(rb"(\d+|\d*\.\d+|\d+\.)(?::(\d+|\d*\.\d+|\d+\.))?\n?")
PATHS = re.compile(rb"\S+\n?")
# Of a ctm with types, only words are kept, and nothing behind their scores.
KEEP_WORDS = (
    rb"perl -nae 'if ($_ =~ /^;;/ || $#F < 6) {print} else {s/^\s+//; if ($F[6] eq 'lex') "
    rb"""{ $st = 6; $st-- if ($F[5] =~ /^na$/i); splice(@F, $st, 10); print join(" " ,@F)."\n" }}' """
)
# What csrfilt.sh is given beside the usual.
FILTER_OPTIONS: dict[bytes, list[bytes]] = {b"arabic": [b"-s"], b"italian": [b"-s", b"-e"]}
FILTER_OPTIONS |= {b"spanish": [b"-e"], b"german": [b"-e"]}
VALIDATORS = {b"ctm": "ctmValidator.pl", b"stm": "stmValidator.pl"}

SEPARATOR = re.compile(rb"(\s+)")

# A filter's command as the original runs it, and what does the same here.
Stage = tuple[bytes, Callable[[bytes], bytes]]
CAT: Stage = (b"cat", bytes)


class System(NamedTuple):
    """A hypothesis: its file, what it is called, and the name of its output."""

    path: bytes
    title: bytes
    filtered: bytes

    @classmethod
    def parse(cls, word: bytes) -> "System":
        r"""A system: its file, perhaps with a title and a name for its output, written `file\#title\#name`."""
        path, title, name, *_ = [*word.split(b"\\#"), b"", b""]
        return cls(path, title or path, (name or path) + b".filt")


class Options:
    """What is asked for, checked."""

    def __init__(self, arguments: list[bytes]) -> None:
        self.given, words = parse_getopt_std(arguments, SPEC)
        self.systems = [System.parse(word) for word in words]
        self.language, self.hub = (self.given.get(letter, b"").lower() for letter in "lh")
        self.reference_format, self.system_format = self.given.get("F", b"stm"), self.given.get("f", b"ctm")
        self._check()
        self.rules, self.reference = self.given["g"], self.given["r"]
        self.filtered_reference = self.reference + b".filt"
        self._check_targets()
        self.verbose = "v" in self.given
        self.memory = self._limits[1]
        self.difficulty = self._limits[2]

    def _check(self) -> None:
        """Ends the program at the first thing that is wrong, in the original's order."""
        given, language, hub = self.given, self.language, self.hub
        asclite = "a" in given
        lexicon = given.get("L", b"")
        # -m is two numbers, of which the second may be missing.
        limits = MEMORY.fullmatch(given.get("m", b"1"))
        if not limits:
            raise perl.DieError(b"Failed to parse -m option value '%b'" % given["m"], NAME, 251)
        self._limits = limits
        if limits[2] is not None and parse_perl_number(limits[2]) < parse_perl_number(limits[1]):
            message = b"Warning: Difficulty Limit(%b) is less than the MemoryLimit(%b).  Did you want to do both?\n"
            out(message % (limits[2], limits[1]))
        die_if("g" not in given, b"GLM file required via -g option", 267)
        die_if(not perl.is_file(given["g"]), b"Unable to stat GLM file '%b'" % given["g"], 265, NO_SUCH_FILE)
        die_if("l" not in given, b"Language defintion required via -l", 271)
        die_if(language not in LANGUAGES, b"Undefined language '%b'" % language, 272)
        for option, what in (("H", b"Hamza normalization"), ("T", b"Tanween filtering")):
            if option in given and language != b"arabic":
                raise perl.DieError(b"Error: %b only applies to Arabic data\n" % what)
        die_if(asclite and language != b"english", b"Asclite is working only with english")
        overlap, memory = parse_perl_number(given.get("o", b"-1")), parse_perl_number(given.get("m", b"1"))
        die_if(not asclite and overlap >= 0, b"Overlap scoring (-o) is working only with asclite")
        die_if(not asclite and memory != 1, b"Memory Limit (-m) is working only with asclite")
        die_if("h" not in given, b"Hub defintion required via -h", 292)
        die_if(hub not in HUBS, b"Undefined Hub '%b'" % hub, 293)
        die_if("r" not in given, b"Reference file defintion required via -r", 296)
        die_if(not perl.is_file(given["r"]), b"Unable to access reference file '%b'" % given["r"], code=NO_SUCH_FILE)
        die_if(not self.systems, b"Hypothesis files required", 300)
        for system in self.systems:
            message = b"Unable to access hypothesis file '%b'" % system.path
            die_if(not perl.is_file(system.path), message, code=NO_SUCH_FILE)
        if lexicon and language not in {b"german", b"arabic"}:
            warn(b"Warning: LDC lexicon option '-L %b' ignored!!!!\n" % lexicon)
        # For German the original looks for a lexicon that it does not name, unless -d is given.
        is_missing = language == b"german" and "d" not in given
        die_if(is_missing, b"Unable to access LDC Lexicon file '%b'" % lexicon)
        # -M, which became something else, is still taken for a language model.
        die_if("M" in given and "w" in given, b"Unable to use both -M and -w")
        for option, what in (("M", b"SLM language model"), ("w", b"WWL file")):
            path = given.get(option, b"")
            die_if(option in given and not perl.is_file(path), b"%b '%b' not found" % (what, path), code=NO_SUCH_FILE)
        if "p" in given and not PATHS.fullmatch(given["p"]):
            raise perl.DieError(b"Error: Path not formatted properly '%b'" % given["p"], NAME, 332)
        die_if(hub == b"sastt" and self.system_format != b"rttm", b"SASTT hub requires RTTM hyp file input", 338)
        die_if(hub == b"sastt" and not asclite, b"SASTT only works with ASCLITE")

    def _check_targets(self) -> None:
        """Refuses a name for two filtered files, of which the original scores the last twice."""
        targets = [self.filtered_reference, *(system.filtered for system in self.systems)]
        names = list(map(os.path.realpath, targets))
        for name in names:
            what = b"Two files would be filtered into '%b'; name systems apart: file\\#title\\#name"
            die_if(names.count(name) > 1, what % name)


def die_if(is_wrong: bool, message: bytes, line: int = 0, code: int = DIED) -> None:  # noqa: FBT001 - as `if` has it
    """Ends the program with the usage text; messages that name no line end in a line feed."""
    if is_wrong:
        raise perl.DieError(read_usage(NAME) + b"\nError: " + message + (b"" if line else b"\n"), NAME, line, code=code)


@catch_exit
def main(arguments: list[bytes]) -> int:
    # What the original does for itself.
    sorters = {b"sortCTM": sort_ctm, b"sortSTM": sort_stm}
    if arguments and arguments[0] in sorters:
        out(sorters[arguments[0]](sys.stdin.buffer.read()))
        return 0
    if not arguments:
        for line in (215, 220):
            warn(b"Use of uninitialized value $ARGV[0] in string eq" + perl.format_location(NAME, line))
    options = Options(arguments)
    filter_files(options)
    score = score_speakers if "a" in options.given else score_system
    for system in options.systems:
        score(options, system)
    if len(options.systems) > 1:
        compare_systems(options)
    return 0


def filter_files(options: Options) -> None:
    """Filters the references and every system, and only then gives up if one of them does not pass."""
    out(b"Filtering Files:\n")
    references = [(options.reference, options.filtered_reference, options.reference_format, b"ref")]
    systems = [(each.path, each.filtered, options.system_format, b"hyp") for each in options.systems]
    valid = [filter_file(options, *file) for file in references + systems]
    if not all(valid):
        message = b"Error: Filter processes failure detect.  Aborting.  The -V option disables validation"
        raise perl.DieError(message, NAME, 193)


def filter_file(options: Options, path: bytes, target: bytes, kind: bytes, purpose: bytes) -> bool:
    """Filters one file into another; whether the result is valid."""
    out(b"   Filtering %b file '%b', %b format\n" % (options.language, path, kind))
    stages = list(build_chain(options, path, kind))
    filters = list(list_filters(options, kind, purpose))
    last = [b" ".join([name.encode(), *words]) for name, words in filters]
    command = b" | ".join([*(name for name, _ in stages), *last]) + b" > " + target
    if options.verbose:
        out(b"      Exec: %b\n" % command)
    data, code = b"", 0
    for _, stage in stages:
        data = stage(data)
    for name, words in filters:
        # A word that is empty is none to the shell.
        code, data = run_filter(name, [word for word in words if word], data)
    complaint = b"Error: Unable to filter file: %b with command:\n   %b\n" % (path, command)
    if code:
        remove_file(target)
        raise perl.DieError(complaint)
    perl.write_file(target, data, perl.DieError(complaint, code=NO_SUCH_FILE))
    return "V" in options.given or is_valid(options, target, kind)


def list_filters(options: Options, kind: bytes, purpose: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """The programs at the end of the chain, of which the last one says whether all went well."""
    own = FILTER_OPTIONS.get(options.language, [])
    yield "csrfilt.sh", [*own, b"-i", kind, b"-t", purpose, b"-dh", options.rules]
    if options.language == b"german":
        yield "acomp.pl", [b"-f", b"-m", b"2", b"-l", options.given.get("L", b""), b"-i", kind, b"-", b"-"]


def build_chain(options: Options, path: bytes, kind: bytes) -> Iterator[Stage]:
    yield read_in_order(options.language, path, kind)
    if options.hub == b"rt-stt" and kind == b"ctm":
        yield KEEP_WORDS, lambda data: b"".join(map(keep_word, perl.split_lines(data)))
    else:
        yield CAT
    if options.language == b"arabic":
        lexicon = options.given.get("L", b"")
        # Without a lexicon its option takes the next word for one, and nothing comes out.
        words = [b"-s", *lexicon.split(), b"-i", kind, b"-", b"-"]
        split = make_stage(b"def_art.pl -s %b -i %b - -" % (lexicon, kind), "def_art.pl", words)
        yield CAT if "d" in options.given else split
        for letter, name, *own in (("H", "hamzaNorm.pl"), ("T", "tanweenFilt.pl", b"-a")):
            words = [*own, b"-i", kind, b"--", b"-", b"-"]
            yield make_stage(b" ".join([name.encode(), *words]), name, words) if letter in options.given else CAT


def read_in_order(language: bytes, path: bytes, kind: bytes) -> Stage:
    """Reads the file, sorted but for Mandarin."""
    if language == b"mandarin":
        return b"cat " + path, lambda _: perl.read_file(path)
    if kind == b"ctm":
        return b"%b sortCTM <  %b" % (perl.get_program_name(NAME), path), lambda _: sort_ctm(perl.read_file(path))
    if kind == b"stm":
        return b"%b sortSTM <  %b" % (perl.get_program_name(NAME), path), lambda _: sort_stm(perl.read_file(path))
    if kind == b"rttm":
        return b"rttmSort.pl <  " + path, lambda _: run_filter("rttmSort.pl", [], perl.read_file(path))[1]
    return b" " + path, bytes  # the original knows no way to read it, and csrfilt.sh refuses it


def sort_ctm(data: bytes) -> bytes:
    """The lines of a ctm file in hubscr.pl's order, without comments and empty lines."""
    return b"".join(sort_records(data, 4)[1])


def sort_stm(data: bytes) -> bytes:
    """The lines of an stm file in hubscr.pl's order, after its comments."""
    comments, records = sort_records(data, 6)
    return b"".join([*comments, *records])


def sort_records(data: bytes, time: int) -> tuple[list[bytes], list[bytes]]:
    """The comments, and the lines by file, by what separates it from the channel, by channel and time.

    hubscr.pl means to sort by the channel first and takes the whitespace before it. Lines begin without whitespace,
    and the last may come before others without a line feed.
    """
    comments: list[bytes] = []
    split, splits = SEPARATOR.split, time // 2 + 1
    records: list[tuple[bytes, bytes, bytes, float, bytes]] = []
    for line in map(bytes.lstrip, perl.split_lines(data)):
        if not line or line.startswith(b";;"):
            comments.append(line)
            continue
        parts = split(line, splits)
        if len(parts) <= time:
            parts += [b""] * (time + 1 - len(parts))
        records.append((parts[0], parts[1], parts[2], parse_perl_number(parts[time]), line))
    records.sort(key=itemgetter(slice(4)))
    return comments, [record[4] for record in records]


def keep_word(line: bytes) -> bytes:
    """A line of a ctm without its type and what follows that, or without a score that is `NA`; nothing if no word."""
    parts = line.split()
    if line.startswith(b";;") or len(parts) < 7:
        return line
    if parts[6] != b"lex":
        return b""
    start = 5 if parts[5].lower() == b"na" else 6
    return b" ".join(parts[:start] + parts[start + 10 :]) + b"\n"


def make_stage(command: bytes, name: str, words: list[bytes]) -> Stage:
    """A filter of the registry; one that dies passes nothing on, and the chain goes on."""
    return command, lambda data: run_filter(name, words, data)[1]


def is_valid(options: Options, target: bytes, kind: bytes) -> bool:
    """Whether a validator passes a filtered file; else its output is shown."""
    if options.verbose:
        out(b"      Validating the output file '%b'\n" % target)
    words = [b"-l", options.language] if kind in (b"ctm", b"stm") else [b"-S", b"-f", b"-u"]
    code, printed = run_filter(VALIDATORS.get(kind, "rttmValidator.pl"), [*words, b"-i", target])
    if code:
        out(b"".join(b"      " + line for line in perl.split_lines(printed)))
        what = (kind, code << 8)
        out(b"Error: Filter operation yielded a non-validated %b output with return code %d\n" % what)
    return not code
