"""The command line of md-eval.pl, the kinds of records, and what is left out of evaluation and of scoring."""

from dataclasses import dataclass, field

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import err, out
from mondegreen.dropin.sctk import read_usage

NAME = "md-eval.pl"
SPEC = "nhdDwWox1mvec:R:r:S:s:t:T:g:p:P:a:A:u:l:y:Y:z:Z:M:"
EPSILON = 1e-8
# How far a no-score zone of sounds that are no words may be extended, in seconds.
EXTENSION = 0.5

Conditions = dict[bytes, set[bytes]]


def _split(names: str) -> set[bytes]:
    return {name.encode() for name in names.split()}


NON_LEX = _split("laugh breath lipsmack cough sneeze other")
DATA_TYPES: Conditions = {
    b"SEGMENT": _split("eval <na>"),
    b"NOSCORE": {b"<na>"},
    b"NO_RT_METADATA": {b"<na>"},
    b"LEXEME": _split("lex fp frag un-lex for-lex alpha acronym interjection propernoun other"),
    b"NON-LEX": NON_LEX,
    b"NON-SPEECH": _split("noise music other"),
    b"FILLER": _split("filled_pause discourse_marker discourse_response explicit_editing_term other"),
    b"EDIT": _split("repetition restart revision simple complex other"),
    b"IP": _split("edit filler edit&filler other"),
    b"SU": _split("statement backchannel question incomplete unannotated other"),
    b"CB": _split("coordinating clausal other"),
    b"A/P": {b"<na>"},
    b"SPEAKER": {b"<na>"},
    b"SPKR-INFO": _split("adult_male adult_female child unknown"),
}
EVENT_TYPES = (b"EDIT", b"FILLER", b"IP", b"SU")

# What is left out of the evaluation of metadata, of its scoring, and of the same of speakers: by letter of the option.
EXCLUSIONS: dict[str, dict[bytes, Conditions]] = {
    "y": {b"DEFAULT": {b"NOSCORE": {b"<na>"}, b"NO_RT_METADATA": {b"<na>"}}},
    "Y": {
        b"DEFAULT": {b"NOSCORE": {b"<na>"}, b"LEXEME": {b"un-lex"}, b"SU": {b"unannotated"}},
        b"MIN": {b"NOSCORE": {b"<na>"}, b"SU": {b"unannotated"}},
        b"FRAG_UNLEX": {b"NOSCORE": {b"<na>"}, b"LEXEME": {b"frag", b"un-lex"}, b"SU": {b"unannotated"}},
        b"FRAG": {b"NOSCORE": {b"<na>"}, b"LEXEME": {b"frag"}, b"SU": {b"unannotated"}},
        b"NONE": {},
    },
    "z": {b"DEFAULT": {b"NOSCORE": {b"<na>"}}},
    "Z": {b"DEFAULT": {b"NOSCORE": {b"<na>"}, b"NON-LEX": NON_LEX}},
}
# The original calls the third no-score, too.
EXCLUSION_NAMES = {
    "y": (b"no-eval", b"metadata"),
    "Y": (b"no-score", b"metadata"),
    "z": (b"no-score", b"speaker diarization"),
    "Z": (b"no-score", b"speaker diarization"),
}


@dataclass
class Settings:
    """What the options say; numbers that are printed keep the text that they were given as."""

    options: dict[str, bytes]
    word_gap: float = 1.0
    event_gap: float = 1.0
    su_limit: float = 0.5
    word_beam: float = 1.0
    event_beam: float = 1.0
    collar: float = 0.0
    texts: dict[str, bytes] = field(default_factory=dict)
    exclusions: dict[str, Conditions] = field(default_factory=dict)
    # Speakers of a channel that -e shows beside those that they are mapped to.
    speaker_maps: dict[tuple[bytes, bytes], dict[bytes, bytes]] = field(default_factory=dict)

    def has(self, letter: str) -> bool:
        """Whether an option was given, with a value that Perl holds to be true."""
        return self.options.get(letter, b"") not in {b"", b"0"}


def fail_on_command_line(reason: bytes, code: int = perl.DIED) -> perl.DieError:
    """The error of a command line, with the usage behind it."""
    usage = read_usage(NAME) % perl.get_program_name(NAME)
    return perl.DieError(b"\nCOMMAND LINE ERROR:  " + reason + usage, code=code)


def read_settings(arguments: list[bytes]) -> Settings:
    """The settings that a command line asks for; what contradicts itself ends the run."""
    options, _ = parse_getopt_std(arguments, SPEC)
    if "h" in options:
        raise perl.DieError(b"\n" + read_usage(NAME) % perl.get_program_name(NAME))
    for single, several, what, both in (
        ("r", "R", b"reference data", b"reference file list and reference file"),
        ("s", "S", b"system output data", b"system output file list and system output file"),
    ):
        if single not in options and several not in options:
            raise fail_on_command_line(b"no %b specified" % what)
        if single in options and several in options:
            raise fail_on_command_line(b"both %b specified" % both)
    settings = Settings(options)
    by_words = settings.has("W")
    settings.texts = {
        "word_gap": options.get("t", b"1"),
        "event_gap": b"0.1" if by_words else options.get("T", b"1"),
        "su_limit": options.get("l", b"2" if by_words else b"0.5"),
        "word_beam": options.get("p", b"10" if settings.has("w") else b"1"),
        "event_beam": options.get("P", b"10" if by_words else b"1"),
        "collar": options.get("c", b"0"),
    }
    for name, text in settings.texts.items():
        setattr(settings, name, parse_perl_number(text))
    if by_words and settings.su_limit < 1:
        raise fail_on_command_line(b"SU extent limit must be at least 1 for word-based MD alignment")
    if not by_words and settings.su_limit <= 0:
        raise fail_on_command_line(b"SU extent limit must be positive for time-based MD alignment")
    if settings.collar < 0:
        reason = b"Speaker Diarization scoring collar ('%b') must be non-negative" % options["c"]
        raise fail_on_command_line(reason)
    if settings.has("M"):
        start_map_file(options["M"])
    settings.exclusions = {letter: select_exclusions(letter, options) for letter in EXCLUSIONS}
    return settings


def start_map_file(path: bytes) -> None:
    """Write the heading of the CSV file of speakers' mappings."""
    reason = b"Error: Unable to open speaker map CSV file '%b' for write" % path
    failure = perl.DieError(reason, NAME, 2506, code=perl.NO_SUCH_FILE)
    perl.write_file(path, b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap\n", failure, is_named=True)


def select_exclusions(letter: str, options: dict[str, bytes]) -> Conditions:
    """The exclusions of a name; those that there are are listed if it is unknown."""
    name = options.get(letter, b"")
    name = b"DEFAULT" if name in {b"", b"0"} else name
    known = EXCLUSIONS[letter]
    if name in known:
        return known[name]
    kind, what = EXCLUSION_NAMES[letter]
    err(b"\nCOMMAND LINE ERROR:  unknown name (%b) of %b conditions for %b\n" % (name, kind, what))
    err(b"    available %b conditions for %b are:\n\n" % (kind, what))
    for each, conditions in sorted(known.items()):
        err(b"%-24stype    subtype\n" % (b'    for "%b":' % each))
        for type_, subtypes in sorted(conditions.items()):
            err(b"".join(b"%28s    %b\n" % (type_, subtype) for subtype in sorted(subtypes)))
        out(b"\n")
    code = perl.NO_TERMINAL if options.get("M", b"0") not in {b"", b"0"} else perl.DIED
    raise perl.DieError(read_usage(NAME) % perl.get_program_name(NAME), code=code)


def print_parameters(settings: Settings) -> None:
    """Print what is evaluated, and by which limits."""
    texts = settings.texts
    gap = b"\nWord-based metadata alignment, max gap between matching words = %b sec\n" % texts["word_gap"]
    out(gap if settings.has("w") else b"\nTime-based metadata alignment\n")
    kind, unit = (b"word", b"words") if settings.has("W") else (b"time", b"sec")
    out(
        b"\nMetadata evaluation parameters:\n"
        b"    %b-optimized metadata mapping\n"
        b"        max gap between matching metadata events = %b %b\n"
        b"        max extent to match for SU's = %b %b\n"
        b"\nSpeaker Diarization evaluation parameters:\n"
        b"    The max time to extend no-score zones for NON-LEX exclusions is 0.5 sec\n"
        b"    The no-score collar at SPEAKER boundaries is %b sec\n"
        b"\nExclusion zones for evaluation and scoring are:\n"
        b"                             -----MetaData-----        -----SpkrData-----\n"
        % (kind, texts["event_gap"], unit, texts["su_limit"], unit, texts["collar"])
    )
    names = [settings.options.get(letter, b"DEFAULT") for letter in EXCLUSIONS]
    out(
        b"     exclusion set name:%12s%11s%15s%11s\n"
        b"     token type/subtype      no-eval   no-score        no-eval   no-score\n"
        b"             (UEM)              X                         X\n" % tuple(names)
    )
    for type_, subtypes in sorted(DATA_TYPES.items()):
        for subtype in sorted(subtypes):
            marks = [b"X" if subtype in each.get(type_, ()) else b"" for each in settings.exclusions.values()]
            if any(marks):
                out(b"%15s/%-14s%3s%10s%16s%10s\n" % (type_, subtype, *marks))


def get_command_line(arguments: list[bytes]) -> bytes:
    """The first line: when and how the program was called."""
    call = (perl.format_now(), perl.get_program_name(NAME), b" ".join(arguments))
    return b"command line (run on %b) Version: 22  %b %b\n" % call
