"""A scored system, of which all reports of sclite and all tests of sc_stats are made, and its sgml.

    for system in read_sgml(sys.stdin.buffer.read()):  # or what sclite aligned
        for number, name in enumerate(system.scored.speakers()):
            for utterance in system.scored.utterances(number):
                letters = system.scored.steps(utterance)  # b"CCSID..."

All text is bytes. `system.scored` is the core's: it holds the items of all utterances in flat arrays, and gives of one
utterance only what it is asked (see `_core.pyi`). Totals of speakers come from `scored.totals()` in one call; the
lines of alignments, the items of an sgml and the lists of confusions are made there too.

`sclite -o sgml`, `-o nl.sgml` and `-p` write sgml; `sclite -P` and `sc_stats -p` read it. What is wrong is reported in
the original's words; what it crashes on is one sentence. A word keeps the text it has in the file: neither backslashes
nor tags mean anything here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from mondegreen._core import Scored, atof
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.emulation.streams import err, out

# The attributes of an utterance, as bits; the core names them alike.
BY_CHARACTER = 1
CASE_SENSITIVE = 1 << 1
REFERENCE_WEIGHTS = 1 << 2
HYPOTHESIS_WEIGHTS = 1 << 3
REFERENCE_SPAN = 1 << 4
HYPOTHESIS_SPAN = 1 << 5
REFERENCE_TIMES = 1 << 6
HYPOTHESIS_TIMES = 1 << 7
REFERENCE_CONFIDENCES = 1 << 8
HYPOTHESIS_CONFIDENCES = 1 << 9
ALL_ATTRIBUTES = (1 << 10) - 1
# Their names in sgml: those that a path has or not, and the prefixes of the times that it may have.
SGML_FLAGS = (
    (BY_CHARACTER, b"char_align"),
    (CASE_SENSITIVE, b"case_sense"),
    (HYPOTHESIS_WEIGHTS, b"hyp_weight"),
    (REFERENCE_WEIGHTS, b"ref_weight"),
)
SGML_SPANS = ((REFERENCE_SPAN, b"R", 0), (HYPOTHESIS_SPAN, b"H", 1))
# What items hold beside their words (`word_aux`), in the order in which they do.
SGML_WORD_FIELDS = (
    ("r_t1+t2", REFERENCE_TIMES),
    ("h_t1+t2", HYPOTHESIS_TIMES),
    ("r_conf", REFERENCE_CONFIDENCES),
    ("h_conf", HYPOTHESIS_CONFIDENCES),
    ("r_weight", REFERENCE_WEIGHTS),
    ("h_weight", HYPOTHESIS_WEIGHTS),
    # What asclite writes of speakers; no report shows it.
    ("h_spkr", 0),
    ("h_isSpkrSub", 0),
)
Header = tuple[bytes, bytes | None, bytes | None, bytes | None, int, list[list[float]], int]
Tag = tuple[bytes, dict[bytes, bytes]]


class Label(NamedTuple):
    """What a label of utterances, or an index between their commas (a category), stands for."""

    id: bytes
    title: bytes
    description: bytes


class Column(NamedTuple):
    """A metric of ours in the summary, of each speaker and of all; NaN where it is not defined."""

    heading: bytes
    speakers: list[float]
    system: float


class System:
    """One hypothesis file against a reference."""

    def __init__(self, title: bytes, scored: Scored) -> None:
        self.title = title
        self.scored = scored
        self.reference: bytes | None = None
        self.hypothesis: bytes | None = None
        self.created: bytes | None = None
        self.fragments = False
        self.optional = False
        self.weights: bytes | None = None  # the file of the weights by which words were aligned
        self.labels: list[Label] = []
        self.categories: list[Label] = []
        self.columns: list[Column] = []

    def add_definition(self, comment: bytes) -> None:
        """Reads a comment line of an input: `;; LABEL "id" "title" "description"`, or the same with CATEGORY."""
        for start, known in ((b";; LABEL ", self.labels), (b";; CATEGORY ", self.categories)):
            if comment.startswith(start):
                quoted = comment.split(b'"')[1:7:2]
                if len(quoted) == 3 and comment.count(b'"') >= 6 and Label(*quoted) not in known:
                    known.append(Label(*quoted))

    def index_utterances(self, speaker: int) -> dict[bytes, int]:
        """A speaker's utterances by ID, of duplicates the first."""
        ids: dict[bytes, int] = {}
        for utterance in self.scored.utterances(speaker):
            ids.setdefault(self.scored.header(utterance)[0], utterance)
        return ids


class SgmlError(Exception):
    """An sgml that cannot be read; the reason is on standard error already."""


def format_sgml(system: System, items: bytes, parts: bytes) -> Iterator[bytes]:
    """The system, part by part, with those characters between items and between their parts."""
    yield format_system_tag(system)
    for name, labels in ((b"LABEL", system.labels), (b"CATEGORY", system.categories)):
        for label in labels:
            yield b'<%b id="%b" title="%b" desc="%b">\n</%b>\n' % (name, *label, name)
    scored = system.scored
    for number, name in enumerate(scored.speakers()):
        yield b'<SPEAKER id="%b">\n' % name
        for utterance in scored.utterances(number):
            words = scored.sgml(utterance, items[0], parts[0])
            yield b"%b>\n%b\n</PATH>\n" % (format_path_tag(scored, utterance), words)
        yield b"</SPEAKER>\n"
    yield b"</SYSTEM>\n"


def format_system_tag(system: System) -> bytes:
    """The system as a whole; what sclite does not know it prints as C's `printf` does a null pointer."""
    values = {
        b"title": system.title,
        b"ref_fname": b"(null)" if system.reference is None else system.reference,
        b"hyp_fname": b"(null)" if system.hypothesis is None else system.hypothesis,
        b"creation_date": b"(null)" if system.created is None else system.created,
        b"format": b"2.4",
        b"frag_corr": b"TRUE" if system.fragments else b"FALSE",
        b"opt_del": b"TRUE" if system.optional else b"FALSE",
        b"weight_ali": b"FALSE" if system.weights is None else b"TRUE",
        b"weight_filename": system.weights or b"",
    }
    return b"<SYSTEM%b>\n" % b"".join(b' %b="%b"' % pair for pair in values.items())


def format_path_tag(scored: Scored, utterance: int) -> bytes:
    """The tag of an utterance, still open."""
    name, labels, file, channel, sequence, spans, bits = scored.header(utterance)
    parts = [b'<PATH id="%b" word_cnt="%d"' % (name, sum(scored.counts(utterance)))]
    for field, text in ((b"labels", labels), (b"file", file), (b"channel", channel)):
        if text is not None:
            parts.append(b' %b="%b"' % (field, text))
    parts.append(b' sequence="%d"' % sequence)
    for bit, side, index in SGML_SPANS:
        if bits & bit:
            parts.append(b' %b_T1="%.3f" %b_T2="%.3f"' % (side, spans[index][0], side, spans[index][1]))
    parts += [b' %b="1"' % name for bit, name in SGML_FLAGS if bits & bit]
    fields = b",".join(name.encode() for name, bit in SGML_WORD_FIELDS if bits & bit)
    return b"".join([*parts, b' word_aux="%b"' % fields if fields else b""])


def read_sgml(text: bytes) -> list[System]:
    """The systems of an sgml; utterances as sclite writes them are read by the core, all else line by line."""
    reader = Reader()
    place = 0
    while (place := reader.read_paths(text, place)) < len(text):
        end = text.find(b"\n", place) + 1 or len(text)
        line = text[place:end].partition(b"\0")[0]
        if line[:2] == b"</":
            reader.close_element(line)
        elif line[:1] == b"<":
            reader.open_element(line)
        else:
            reader.add_items(line)
        place = end
    reader.check_open_path()
    return reader.systems


class Reader:
    """What is open while lines come."""

    def __init__(self) -> None:
        self.systems: list[System] = []
        self._tags: list[Tag] = []
        self._system: System | None = None
        self._speaker: int | None = None
        self._path: dict[bytes, bytes] | None = None
        self._items: list[bytes] = []
        # What items hold of their words; sclite keeps it for later paths without `word_aux`.
        self._fields: list[str] = []

    def read_paths(self, text: bytes, place: int) -> int:
        """Add utterances that are written as usual; where the first that is not stands."""
        if self._system is None or self._speaker is None or self._path is not None:
            return place
        place, self._fields = self._system.scored.read_paths(text, place, self._speaker, self._fields)
        return place

    def open_element(self, line: bytes) -> None:
        tag = parse_tag(line)
        if tag is None or tag[0] == b"PATH":
            self.check_open_path()
        if tag is None:
            raise report_failure(b"Unable to parse SGML tag '%b'" % line)
        self._tags.append(tag)
        name, values = tag
        if name == b"SYSTEM":
            self._system, self._speaker = make_system(values), None
            self.systems.append(self._system)
        elif name == b"SPEAKER":
            if self._system is None:
                raise report_failure(b"SPEAKER tag '%b' found outside of SYSTEM tag" % line)
            self._speaker = self._system.scored.speaker(values.get(b"id", b""))
        elif name == b"PATH":
            if self._speaker is None:
                raise report_failure(b"PATH tag '%b' found outside of SPEAKER tag" % line)
            self._path, self._items = values, []
            if values.get(b"word_aux"):
                self._fields = parse_word_fields(values[b"word_aux"])
        elif name in (b"LABEL", b"CATEGORY"):
            self._define(name, values, line)

    def _define(self, name: bytes, values: dict[bytes, bytes], line: bytes) -> None:
        """Adds what a label or a category stands for."""
        if self._system is None:
            err(b"Warning: %b tag '%b' found outside of SYSTEM flag\n" % (name, line))
            return
        quoted = b" ".join(b'"%b"' % values.get(part, b"") for part in (b"id", b"title", b"desc"))
        self._system.add_definition(b";; %b %b\n" % (name, quoted))

    def close_element(self, line: bytes) -> None:
        """Closes the element that was opened last."""
        closed, bracket, _ = line[2:].partition(b">")
        if not self._tags or not bracket or not self._tags[-1][0].startswith(closed):
            self.check_open_path()
            raise report_failure(b"Unable to delete SGML end tag '%b'" % line)
        name = self._tags.pop()[0]
        if name == b"PATH" and self._path is not None:
            assert self._system is not None  # a path opens within both, and these close behind it
            assert self._speaker is not None
            self._add_utterance(self._path, self._system.scored, self._speaker)
        if name in (b"SYSTEM", b"SPEAKER"):
            self._speaker = None
        if name == b"SYSTEM":
            self._system = None
        if name in (b"SYSTEM", b"SPEAKER", b"PATH"):
            self._path = None

    def add_items(self, line: bytes) -> None:
        if self._path is None:
            out(b"load_SCORES_sgml: Ignored data outside of PATH tag\n%b" % line)
        else:
            self._items.append(line if line.endswith(b"\n") else line + b"\n")

    def _add_utterance(self, path: dict[bytes, bytes], scored: Scored, speaker: int) -> None:
        """Adds an utterance with the items that were read."""
        bits = {bit for name, bit in SGML_WORD_FIELDS if name in self._fields and path.get(b"word_aux")}
        try:
            surplus = scored.add(speaker, make_header(path, sum(bits)), b"".join(self._items), self._fields)
        except ValueError as error:
            raise report_failure(error.args[0]) from None
        for count in surplus:
            if self._fields:
                err(b"Warning: More auxiliary word values than defined\n")
                err(b"Warning: Unknown auxiliary field type\n" * count)
            else:
                err(b"Warning: Auxiliary word values exist, but none have been defined in the 'word_aux' field\n")

    def check_open_path(self) -> None:
        """Reports errors in the items of a path without an end, as sclite reads items line by line."""
        if self._path is not None:
            unused = Scored()
            self._add_utterance(self._path, unused, unused.speaker(b""))


def parse_tag(line: bytes) -> Tag | None:
    """The name and the attributes of a tag; none if it cannot be parsed, or has no attributes."""
    name, _, rest = line[1:].partition(b" ")
    values: dict[bytes, bytes] = {}
    while rest := rest.lstrip(b" \t\n"):
        attribute, equals, rest = rest.partition(b"=")
        if not attribute or not equals or rest[:1] != b'"':
            return None
        value, quote, rest = rest[1:].partition(b'"')
        if not quote:
            return None  # sclite reads on in the memory behind the line
        values.setdefault(attribute, value)
        rest = rest.lstrip(b" \t\n>")
        if not rest:
            return name, values
    return None


def make_system(values: dict[bytes, bytes]) -> System:
    system = System(values.get(b"title", b""), Scored())
    system.reference = values.get(b"ref_fname") or None
    system.hypothesis = values.get(b"hyp_fname") or None
    system.created = values.get(b"creation_date") or None
    system.fragments = values.get(b"frag_corr") == b"TRUE"
    system.optional = values.get(b"opt_del") == b"TRUE"
    if values.get(b"weight_ali") == b"TRUE":
        system.weights = values.get(b"weight_filename", b"")
    return system


def make_header(path: dict[bytes, bytes], bits: int) -> Header:
    """What is known of an utterance besides its words."""
    spans = [[atof(path.get(b"%b_%b" % (side, time), b"")) for time in (b"T1", b"T2")] for side in (b"R", b"H")]
    for bit, name in SGML_FLAGS:
        bits |= bit if path.get(name) else 0
    for bit, side, _ in SGML_SPANS:
        bits |= bit if path.get(side + b"_T1") or path.get(side + b"_T2") else 0
    labels, file, channel = (path.get(name) or None for name in (b"labels", b"file", b"channel"))
    sequence = parse_c_int(path[b"sequence"]) if path.get(b"sequence") else -1
    return path.get(b"id", b""), labels, file, channel, sequence, spans, bits


def parse_word_fields(text: bytes) -> list[str]:
    """What items hold of their words, in order; unknown fields are warned of."""
    parts = text.removesuffix(b",").split(b",")
    fields = []
    for index, part in enumerate(parts):
        known = [name for name, _ in SGML_WORD_FIELDS if part.startswith(name.encode())]
        fields += known
        if not known:
            err(b"Warning: Unknown word auxiliary info type '%b'\n" % b",".join(parts[index:]))
    return fields


def report_failure(message: bytes) -> SgmlError:
    err(b"Error: load_SCORES_sgml %b\n" % message)
    return SgmlError()
