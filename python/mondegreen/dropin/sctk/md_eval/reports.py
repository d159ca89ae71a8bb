"""Reports of md-eval.pl: on a type of metadata events, and the list of -e.

The list has records of both sides in order of time, and which are mapped to which.
"""

from collections import Counter
from typing import NamedTuple

from mondegreen.dropin.emulation.streams import out
from mondegreen.dropin.sctk.md_eval.metadata import POINTS, Counts, count_words_between, drop_outside, drop_subtype
from mondegreen.dropin.sctk.md_eval.records import Channel, Data, Token
from mondegreen.dropin.sctk.md_eval.regions import Regions
from mondegreen.dropin.sctk.md_eval.settings import EPSILON, EVENT_TYPES, Settings

HEADING = b"%36s   %5s %5s %5s   %6s %6s %6s   %6s %6s\n" % (
    *(b"Nref", b"Ndel", b"Nins", b"Nsub", b"%Del"),
    *(b"%Ins", b"%Sub", b"%D+I", b"%Tot"),
)
LINE = b"%-28.28s   %5d   %5d %5d %5d   %6.2f %6.2f %6.2f   %6.2f %6.2f\n"
MISSED, FALSE_ALARM = b"{Miss}", b"{FA}"
ALL = b"ALL"
Table = dict[bytes, Counter[str]]
Confusion = dict[bytes, dict[bytes, int]]


def name_conditions(choice: bytes, file: bytes, channel: bytes) -> list[bytes]:
    """All, and the file or channel or both, as -a and -A ask."""
    letters = choice.lower()
    by_channel, by_file = b"c" in letters, b"f" in letters
    if by_channel and by_file:
        return [ALL, b"c=%b f=%b" % (channel, file)]
    if by_channel:
        return [ALL, b"c=%b" % channel]
    return [ALL, b"f=%b" % file] if by_file else [ALL]


def report_type(settings: Settings, kind: bytes, scores: dict[tuple[bytes, bytes], Counts], data: Data) -> None:
    """Print the report of all channels."""
    events: Table = {}
    words: Table = {}
    offsets: dict[str, Counter[int]] = {}
    confusion: Confusion = {}
    for (file, channel), counts in scores.items():
        for condition in name_conditions(settings.options.get("A", b""), file, channel):
            if counts.words:
                words.setdefault(condition, Counter()).update(counts.words)
        for boundary, each in counts.offsets.items():
            offsets.setdefault(boundary, Counter()).update(each)
        conditions = name_conditions(settings.options.get("a", b""), file, channel)
        _add_events(events, counts, conditions, settings.options.get("a", b"").lower(), data[file][channel].genders)
        _add_confusion(confusion, counts)
    _print_scores(kind, words, events)
    if confusion:
        _print_confusion(confusion)
    if offsets:
        out(b"\n%b word offset statistics for ALL data\n" % kind)
        _print_offsets(offsets)


def _add_events(
    events: Table, counts: Counts, conditions: list[bytes], choice: bytes, genders: dict[bytes, bytes]
) -> None:
    """Add the events of a channel to its conditions, and to those of their speakers."""
    for (kind, speaker, _), count in counts.events.items():
        own = []
        if b"s" in choice:
            own.append(b"s=%b" % speaker)
        if b"g" in choice:
            own.append(b"g=%b" % genders.get(speaker, b"unknown" if speaker == b"unknown" else b""))
        for condition in conditions + own:
            if count:
                events.setdefault(condition, Counter())[kind] += count


def _add_confusion(confusion: Confusion, counts: Counts) -> None:
    """Add the pairs of a channel, and what has no pair; cells that are empty are there too."""
    for (kind, _, subtype), count in counts.events.items():
        if count:
            row, false_alarms = confusion.setdefault(subtype, {}), confusion.setdefault(FALSE_ALARM, {})
            row[MISSED] = row.get(MISSED, 0) + (count if kind == "DEL" else 0)
            false_alarms[subtype] = false_alarms.get(subtype, 0) + (count if kind == "INS" else 0)
    for (ref, system), count in counts.confused.items():
        row = confusion.setdefault(ref, {})
        row[system] = row.get(system, 0) + count
        confusion.setdefault(system, {}).setdefault(ref, 0)


def _print_scores(kind: bytes, words: Table, events: Table) -> None:
    total = words.get(ALL, Counter())
    errors = total["DEL"] + total["INS"] + (total["SUB"] if kind in {b"SU", b"FILLER"} else 0)
    rate = 100 * errors / max(total["REF"], EPSILON)
    out(b"\n*** Performance analysis for %bs ***  overall error SCORE = %.2f%%\n" % (kind, rate))
    what = b" (exact) %bdetection" % (b"end " if kind == b"SU" else b"") if kind in POINTS else b" word coverage"
    out(b"\n%b%b statistics -- in terms of reference words\n" % (kind, what) + HEADING)
    for condition in sorted(words):
        out(_format_errors(condition, words[condition]))
    out(b"\n%b detection statistics -- in terms of # of %bs\n" % (kind, kind) + HEADING)
    for condition in sorted(events):
        out(_format_errors(condition, events[condition]))
    out(b"\n%b detection confusion matrix -- in terms of # of %bs\n" % (kind, kind))


def _format_errors(condition: bytes, counts: Counter[str]) -> bytes:
    norm = 100 / max(counts["REF"], EPSILON)
    errors = [counts[kind] for kind in ("DEL", "INS", "SUB")]
    sums = [*errors, errors[0] + errors[1], sum(errors)]
    rates = [min(999.99, norm * each) for each in sums]
    return LINE % (b" " * 17 + ALL if condition == ALL else condition, counts["REF"], *errors, *rates)


def _print_confusion(confusion: Confusion) -> None:
    columns = sorted([*(each for each in confusion if each != FALSE_ALARM), MISSED])
    out(b"%24.24s" % b"ALL - ref\\sys")
    for name in columns:
        out((b"    " if name == MISSED else b"") + b"%10.8s" % name)
    out(b"\n")
    for ref in sorted(confusion):
        out((b"\n" if ref == FALSE_ALARM else b"") + b"%24.24s" % ref)
        for system in columns:
            if ref != FALSE_ALARM or system != MISSED:
                out((b"    " if system == MISSED else b"") + b"%8d  " % confusion[ref].get(system, 0))
        out(b"\n")


def _print_offsets(offsets: dict[str, Counter[int]]) -> None:
    out(b"  word offsets:  <-3  " + b"".join(b"%5d" % offset for offset in range(-3, 4)) + b"     >3\n")
    for boundary in ("BEG", "END"):
        counts = offsets.get(boundary, Counter())
        out(b"           %b:%5d  " % (boundary.encode(), sum(n for offset, n in counts.items() if offset < -3)))
        out(b"".join(b"%5d" % counts[offset] if offset in counts else b"    -" for offset in range(-3, 4)))
        out(b"%7d\n" % sum(n for offset, n in counts.items() if offset > 3))


# The types that are listed, of which the system's are fewer, in the order in which they begin.
TAGS = {
    b"NOSCORE": b"XS",
    b"NO_RT_METADATA": b"NM",
    b"SEGMENT": b"SG",
    b"SPEAKER": b"SP",
    b"SU": b"SU",
    b"A/P": b"AP",
    b"NON-SPEECH": b"NS",
    b"EDIT": b"ED",
    b"FILLER": b"FL",
    b"IP": b"IP",
    b"CB": b"CB",
    b"NON-LEX": b"NL",
    b"LEXEME": b"LX",
}
ORDER = {type_: rank for rank, type_ in enumerate(TAGS)}
SYSTEM_TYPES = {b"SPEAKER", b"LEXEME", *EVENT_TYPES}
LIST_POINTS = {b"IP", b"CB"}
LIST_HEADING = (
    b"----------------------- reference ----------------------- | mapped | "
    b"--------------------- system output ---------------------\n"
    b"    --type-- -subtyp- -----word/spkr-----  -tbeg-  -tend- | ref_ID | "
    b"    --type-- -subtyp- -----word/spkr-----  -tbeg-  -tend-\n"
)


class Edge(NamedTuple):
    """Where a record begins or ends."""

    key: tuple[float, bool, int, int]
    token: Token
    is_ref: bool
    begins: bool


class Side:
    """A record on a line, and which of its edges are shown there."""

    def __init__(self) -> None:
        self.token: Token | None = None
        self.begins = self.ends = False

    def name_edge(self) -> bytes:
        """Which edge it is, where it is one of two."""
        is_whole = (self.token and self.token.type in LIST_POINTS) or (self.begins and self.ends)
        return b"" if is_whole else b"beg" if self.begins else b"end"

    def format_times(self, begin: float, end: float) -> bytes:
        times = (begin, self.begins), (end, self.ends)
        return b"".join(b"%8s" % (b"%8.2f" % time if is_shown else b"") for time, is_shown in times)


def show_mapping(
    settings: Settings, where: tuple[bytes, bytes], ref: Channel, system: Channel, uem: Regions, regions: Regions
) -> None:
    """Print the list of a channel."""
    for records in (ref.records, system.records):
        drop_outside(uem, records, [b"LEXEME"])
    drop_outside(regions, ref.records, EVENT_TYPES)
    if settings.has("x"):
        drop_subtype(b"EDIT", b"complex", ref.records, system.records)
    drop_subtype(b"SU", b"unannotated", ref.records, system.records)
    drop_outside(regions, system.records, EVENT_TYPES)
    edges = sorted(make_edges(ref.records, is_ref=True) + make_edges(system.records, is_ref=False), key=lambda e: e.key)
    names = {other: one for one, other in settings.speaker_maps.get(where, {}).items()}
    title = b"\nChronological display of sys data aligned with ref data for file '%b', channel '%b'\n" % where
    out(title + LIST_HEADING)
    while edges:
        first = edges[0].token
        sides = {True: Side(), False: Side()}
        # What is mapped to each other shares a line, if no other record has an edge between.
        token = first
        while edges and (edges[0].token is token or (edges[0].token.mapped is token and token is not None)):
            edge = edges.pop(0)
            token = edge.token
            side = sides[edge.is_ref]
            side.token = token
            side.begins, side.ends = side.begins or edge.begins, side.ends or not edge.begins
        out(format_line(sides[True], sides[False], names, ref.words) + b"\n")


def make_edges(records: list[Token], *, is_ref: bool) -> list[Edge]:
    edges = []
    counts: Counter[bytes] = Counter()
    for token in records:
        if token.type not in (TAGS if is_ref else SYSTEM_TYPES):
            continue
        counts[token.type] += 1
        if is_ref:
            token.count = counts[token.type]
        begin, end = (
            (token.begin if token.r_begin is None else token.r_begin),
            (token.end if token.r_end is None else token.r_end),
        )
        rank = ORDER[token.type]
        edges.append(Edge((_round(begin), True, rank, not is_ref), token, is_ref, begins=True))
        if token.type not in LIST_POINTS:
            edges.append(Edge((_round(end), False, -rank, not is_ref), token, is_ref, begins=False))
    return edges


def _round(time: float) -> float:
    return int(100 * time + 0.5) / 100


def format_line(ref: Side, system: Side, names: dict[bytes, bytes], words: list[Token]) -> bytes:
    """A line: the reference's record, what it is mapped to, and the system's."""
    one, other = ref.token, system.token
    if one:
        word = one.word.upper() if one.word != b"<na>" else one.speaker
        mark = b"%b%d" % (TAGS[one.type], one.count) if one.mapped else b"*Miss*" if one.type in EVENT_TYPES else b""
        head = b"%-3.3s %-8.8s %-8.8s %-19.19s" % (ref.name_edge(), one.type, one.subtype, word)
        line = head + ref.format_times(one.begin, one.end) + b" | %-6.6s |" % mark
    elif other:
        mapped = other.mapped
        mark = b"**FA**" if other.type in EVENT_TYPES else b""
        if mapped:
            mark = b"%b%d" % (TAGS[mapped.type], mapped.count)
        begin = other.begin if other.r_begin is None else other.r_begin
        end = other.end if other.r_end is None else other.r_end
        line = b" " * 41 + system.format_times(begin, end) + b" | %-6.6s |" % mark
    if other:
        speaker = other.speaker + (b"=>" + names[other.speaker] if other.speaker in names else b"")
        word = other.word.upper() if other.word != b"<na>" else speaker
        line += b"%3.3s %-8.8s %-8.8s %-19.19s" % (system.name_edge(), other.type, other.subtype, word)
        line += system.format_times(other.begin, other.end)
        if other.type in EVENT_TYPES and other.mapped:
            offset = measure_offset(other.mapped, other, words, at_end=system.ends)
            line += b" dw=%d" % offset if offset else b""
    return line


def measure_offset(ref: Token, system: Token, words: list[Token], *, at_end: bool) -> int:
    """How many words the system's edge is late, as far as both events reach."""
    if at_end:
        if ref.last <= system.last:
            return count_words_between("END", max(ref.last, system.first - 1), system.last, words)
        return count_words_between("END", ref.last, max(ref.first - 1, system.last), words)
    if ref.first <= system.first:
        return count_words_between("BEG", ref.first, min(1 + ref.last, system.first), words)
    return count_words_between("BEG", min(ref.first, 1 + system.last), system.first, words)
