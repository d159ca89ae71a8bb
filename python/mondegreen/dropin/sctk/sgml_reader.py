"""Scored systems from sclite's sgml: `sclite -P` and `sc_stats -p` read them from standard input, one or many.

What is wrong is told in the original's words; what it crashes on is one sentence. A word keeps the text it has in the
file: neither backslashes nor tags mean anything here.
"""

from __future__ import annotations

from mondegreen._core import Scored, atof
from mondegreen.dropin.sctk import attributes
from mondegreen.dropin.sctk.atoi import atoi
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.streams import err, out

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable


class UnreadableError(Exception):
    """An sgml that cannot be read; why was told already."""


Header = tuple[bytes, bytes | None, bytes | None, bytes | None, int, list[list[float]], int]
Tag = tuple[bytes, dict[bytes, bytes]]

# The attributes of a path that are there or not, beside those that `word_aux` names.
FLAGS = (
    (b"char_align", attributes.CHARACTERS),
    (b"case_sense", attributes.CASE),
    (b"hyp_weight", attributes.HYPOTHESIS_WEIGHTS),
    (b"ref_weight", attributes.REFERENCE_WEIGHTS),
)


def read_sgml(lines: Iterable[bytes]) -> list[System]:
    """The systems in lines of sgml, line ends included."""
    reader = Reader()
    for line in lines:
        text = line.partition(b"\0")[0]
        if text[:2] == b"</":
            reader.end(text)
        elif text[:1] == b"<":
            reader.begin(text)
        else:
            reader.data(text)
    reader.look_at_the_rest()
    return reader.systems


class Reader:
    """What is open while lines come."""

    def __init__(self) -> None:
        self.systems: list[System] = []
        self.tags: list[Tag] = []
        self.system: System | None = None
        self.speaker: int | None = None
        self.path: dict[bytes, bytes] | None = None
        self.items: list[bytes] = []
        # What items tell of their words; the original holds on to it where a later path names nothing.
        self.fields: list[str] = []
        self.bits = 0

    def begin(self, line: bytes) -> None:
        """Opens an element."""
        tag = parsed(line)
        if tag is None or tag[0] == b"PATH":
            self.look_at_the_rest()
        if tag is None:
            raise failure(b"Unable to parse SGML tag '%b'" % line)
        self.tags.append(tag)
        name, values = tag
        if name == b"SYSTEM":
            self.system, self.speaker = system(values), None
            self.systems.append(self.system)
        elif name == b"SPEAKER":
            if self.system is None:
                raise failure(b"SPEAKER tag '%b' found outside of SYSTEM tag" % line)
            self.speaker = self.system.scored.speaker(values.get(b"id", b""))
        elif name == b"PATH":
            if self.speaker is None:
                raise failure(b"PATH tag '%b' found outside of SPEAKER tag" % line)
            self.path, self.items = values, []
            if values.get(b"word_aux"):
                self.fields = told_fields(values)
                self.bits = sum({bit for name, bit in attributes.FIELDS if name in self.fields})
        elif name in (b"LABEL", b"CATEGORY"):
            self.define(name, values, line)

    def define(self, name: bytes, values: dict[bytes, bytes], line: bytes) -> None:
        """Takes what a label or a category stands for."""
        if self.system is None:
            err(b"Warning: %b tag '%b' found outside of SYSTEM flag\n" % (name, line))
            return
        quoted = b" ".join(b'"%b"' % values.get(part, b"") for part in (b"id", b"title", b"desc"))
        self.system.define(b";; %b %b\n" % (name, quoted))

    def end(self, line: bytes) -> None:
        """Closes the element that was opened last."""
        closed = line[2:].partition(b">")
        if not self.tags or not closed[1] or not self.tags[-1][0].startswith(closed[0]):
            self.look_at_the_rest()
            raise failure(b"Unable to delete SGML end tag '%b'" % line)
        name = self.tags.pop()[0]
        if name == b"PATH" and self.path is not None:
            if self.system is None or self.speaker is None:
                raise failure(b"PATH tag closed outside of SPEAKER tag")
            self.add(self.path, self.system.scored, self.speaker)
        if name in (b"SYSTEM", b"SPEAKER"):
            self.speaker = None
        if name == b"SYSTEM":
            self.system = None
        if name in (b"SYSTEM", b"SPEAKER", b"PATH"):
            self.path = None

    def data(self, line: bytes) -> None:
        """Takes a line of items."""
        if self.path is None:
            out(b"load_SCORES_sgml: Ignored data outside of PATH tag\n%b" % line)
        else:
            self.items.append(line if line.endswith(b"\n") else line + b"\n")

    def add(self, path: dict[bytes, bytes], scored: Scored, speaker: int) -> None:
        """Adds an utterance with the items that were read."""
        items = b"".join(self.items)
        bits = self.bits if path.get(b"word_aux") else 0
        try:
            surplus = scored.add(speaker, header(path, bits), items, self.fields)
        except ValueError as error:
            raise failure(error.args[0]) from None
        warn_of_surplus(surplus, len(self.fields))

    def look_at_the_rest(self) -> None:
        """Tells what is wrong with the items of a path that has no end: the original looks at them line by line."""
        if self.path is not None:
            unused = Scored()
            self.add(self.path, unused, unused.speaker(b""))


def parsed(line: bytes) -> Tag | None:
    """The name and the attributes of a tag; none if it cannot be read."""
    name, blank, rest = line[1:].partition(b" ")
    values: dict[bytes, bytes] = {}
    while blank and (rest := rest.lstrip(b" \t\n")):
        attribute, equals, rest = rest.partition(b"=")
        if not attribute or not equals or rest[:1] != b'"':
            return None
        value, ended, rest = rest[1:].partition(b'"')
        if not ended:
            return None  # the original reads on in the memory behind the line, and goes by what it meets there
        values.setdefault(attribute, value)
        rest = rest.lstrip(b" \t\n>")
        if not rest:
            return name, values
    return (name, values) if blank else None


def system(values: dict[bytes, bytes]) -> System:
    """A system without speakers."""
    made = System(values.get(b"title", b""), Scored())
    made.reference = values.get(b"ref_fname") or None
    made.hypothesis = values.get(b"hyp_fname") or None
    made.created = values.get(b"creation_date") or None
    made.fragments = values.get(b"frag_corr") == b"TRUE"
    made.optional = values.get(b"opt_del") == b"TRUE"
    if values.get(b"weight_ali") == b"TRUE":
        made.weights = values.get(b"weight_filename", b"")
    return made


def header(path: dict[bytes, bytes], told: int) -> Header:
    """What is known of an utterance besides its words."""
    bits = told
    for name, bit in FLAGS:
        bits |= bit if path.get(name) else 0
    spans = [[number(path, b"%b_T1" % side), number(path, b"%b_T2" % side)] for side in (b"R", b"H")]
    for side, bit in ((b"R", attributes.REFERENCE_SPAN), (b"H", attributes.HYPOTHESIS_SPAN)):
        bits |= bit if path.get(b"%b_T1" % side) or path.get(b"%b_T2" % side) else 0
    labels, file, channel = (path.get(name) or None for name in (b"labels", b"file", b"channel"))
    sequence = atoi(path[b"sequence"]) if path.get(b"sequence") else -1
    return path.get(b"id", b""), labels, file, channel, sequence, spans, bits


def number(path: dict[bytes, bytes], name: bytes) -> float:
    """A number among the attributes; 0 where there is none."""
    return atof(path.get(name, b""))


def told_fields(path: dict[bytes, bytes]) -> list[str]:
    """What the items tell of their words, in order; what nobody knows is warned of."""
    parts = path[b"word_aux"].removesuffix(b",").split(b",")
    fields = []
    for place, part in enumerate(parts):
        known = [name for name, _ in attributes.FIELDS if part.startswith(name.encode())]
        fields += known
        if not known:
            err(b"Warning: Unknown word auxiliary info type '%b'\n" % b",".join(parts[place:]))
    return fields


def warn_of_surplus(surplus: list[int], fields: int) -> None:
    """Says of items that they tell more of their words than is named."""
    for count in surplus:
        if fields:
            err(b"Warning: More auxiliary word values than defined\n")
            err(b"Warning: Unknown auxiliary field type\n" * count)
        else:
            err(b"Warning: Auxiliary word values exist, but none have been defined in the 'word_aux' field\n")


def failure(told: bytes) -> UnreadableError:
    """Says what cannot be read."""
    err(b"Error: load_SCORES_sgml %b\n" % told)
    return UnreadableError()
