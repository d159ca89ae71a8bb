"""Scores of metadata events by md-eval.pl: edits, fillers, interruption points and sentence-like units."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mondegreen.dropin.emulation.streams import out, warn
from mondegreen.dropin.sctk.md_eval.alignment import (
    ReferenceClock,
    align,
    count_words,
    describe_event,
    find_words,
    score_events,
    score_words,
)
from mondegreen.dropin.sctk.md_eval.records import Channel, Token, format_number
from mondegreen.dropin.sctk.md_eval.regions import Regions, contains_event, contains_time
from mondegreen.dropin.sctk.md_eval.settings import EVENT_TYPES, Settings

REF, SYSTEM = "REF", "SYS"
# Types whose events are points: what counts is the word that they end in.
POINTS = {b"IP", b"SU"}
SPOKEN = {b"LEXEME", b"NON-LEX", b"NON-SPEECH"}
NO_SYSTEM = (b"---", b"---", b"--- ", b"--- ")


@dataclass
class Counts:
    """Events of a type in a channel: by kind of error, speaker and subtype; words by kind; offsets by boundary."""

    words: Counter[str] = field(default_factory=Counter)
    events: Counter[tuple[str, bytes, bytes]] = field(default_factory=Counter)
    confused: Counter[tuple[bytes, bytes]] = field(default_factory=Counter)
    offsets: dict[str, Counter[int]] = field(default_factory=dict)


def get_mids(words: list[Token]) -> list[float]:
    return [word.mid for word in words]


def tag_words(records: list[Token], words: list[Token]) -> None:
    """Note with the words the subtypes of the events that cover them, or that end in them."""
    mids = get_mids(words)
    for token in records:
        if token.type not in EVENT_TYPES or not words:
            continue
        first, last = find_words(token.begin, token.end, mids)
        for index in [last] if token.type in POINTS else range(first, last + 1):
            words[index].attributes[token.type] = token.subtype


def align_words(settings: Settings, refs: list[Token], systems: list[Token]) -> None:
    """Pair the words of both sides, with -o of each speaker of the reference for itself, and map the system's times."""
    score = score_words(settings)
    groups = [refs]
    if settings.has("o"):
        groups = [[ref for ref in refs if ref.speaker == speaker] for speaker in sorted({r.speaker for r in refs})]
    for group in groups:
        align(group, systems, score, settings.word_beam)
    clock = ReferenceClock(systems)
    for word in systems:
        map_time(word, clock)


def map_time(token: Token, clock: ReferenceClock | None) -> None:
    """Map a system's times to the reference, or take them as they are."""
    begin, end = token.begin, token.end
    if clock is not None:
        begin, token.r_text = clock.convert(begin, token.begin_text)
        end, _ = clock.convert(end, b"")
    token.r_begin, token.r_end = begin, end
    token.r_mid = begin + (end - begin) / 2


def map_to_words(settings: Settings, systems: list[Token], refs: list[Token], *, words: Channel, own: Channel) -> None:
    """Find the reference words of all events; those without any are warned of."""
    mids = get_mids(words.words)
    clock = ReferenceClock(own.words) if settings.has("w") else None
    for token in systems:
        map_time(token, clock)
        token.first, token.last = find_words(token.r_begin or 0.0, token.r_end or 0.0, mids)
    for token in refs:
        token.first, token.last = find_words(token.begin, token.end, mids)
        is_point = token.type in {b"IP", b"CB"} or (token.type == b"SPEAKER" and not settings.has("W") and not clock)
        if token.last < token.first and not is_point:
            event = describe_event(token)
            warn(b"\nWARNING:  reference metadata event subsumes no reference words\n    " + event)
    if clock:
        own_mids = get_mids(own.words)
        for token in systems:
            first, last = find_words(token.begin, token.end, own_mids)
            if last < first and token.type not in {b"IP", b"CB"}:
                event = describe_event(token)
                warn(b"\nWARNING:  system output metadata event subsumes no system output words\n    " + event)


def drop_outside(
    regions: Regions, tokens: list[Token], types: Iterable[bytes], words: list[Token] | None = None, source: bytes = b""
) -> None:
    """Drop events that no region holds, unless they are mapped; those that cover scored words are warned of."""
    kept = []
    for token in tokens:
        if token.type not in types or token.mapped or contains_event(regions, token):
            kept.append(token)
        elif words is not None:
            first, last = find_words(token.begin, token.end, get_mids(words))
            if any(word.scoreable and contains_time(regions, word.mid) for word in words[first : last + 1]):
                times = (token.begin_text, format_number(token.end))
                warn(
                    b"\nWARNING:  A %b metadata event is being deleted that covers evaluated reference LEXEMEs\n"
                    b"    (type=%b, subtype=%b, spkr=%b, TBEG=%b, TEND=%b)\n"
                    % (source, token.type, token.subtype, token.speaker, *times)
                )
    tokens[:] = kept


def drop_subtype(kind: bytes, subtype: bytes, refs: list[Token], systems: list[Token]) -> None:
    """Drop the reference's events of a subtype, and the system's that are mapped to them or lie in them."""
    dropped = [ref for ref in refs if ref.type == kind and ref.subtype == subtype]
    for ref in dropped:
        systems[:] = [
            each
            for each in systems
            if each.type != kind
            or not (each.mapped.subtype == subtype if each.mapped else ref.begin <= each.r_mid <= ref.end)
        ]
    refs[:] = [ref for ref in refs if not (ref.type == kind and ref.subtype == subtype)]


def score_type(
    settings: Settings, kind: bytes, where: tuple[bytes, bytes], ref: Channel, system: Channel, regions: Regions
) -> Counts | None:
    """The counts of one type of events in a channel."""
    refs, systems = ref.events[kind], system.events.setdefault(kind, [])
    map_to_words(settings, systems, refs, words=ref, own=system)
    drop_outside(regions, refs, [kind], ref.words, b"REF")
    if not refs:
        return None
    align(refs, systems, score_events(settings), settings.event_beam)
    if kind == b"EDIT" and settings.has("x"):
        drop_subtype(kind, b"complex", refs, systems)
    if kind == b"SU":
        drop_subtype(kind, b"unannotated", refs, systems)
    drop_outside(regions, systems, [kind], ref.words, b"SYS")
    if settings.has("D"):
        out(b"\n%b alignment and scoring details for channel %b of file %b\n" % (kind, where[1], where[0]))
        print_heading(settings)
    counts = Counts()
    count_covered_words(kind, counts, ref.words, refs, systems)
    counts.offsets = measure_offsets(refs, ref.words)
    counts.events.update(("REF", ref.speaker, ref.subtype) for ref in refs)
    for pair in pair_events(refs, systems, b"MD"):
        count_pair(settings, counts, pair, ref.words)
    return counts


def count_covered_words(
    kind: bytes, counts: Counts, words: list[Token], refs: list[Token], systems: list[Token]
) -> None:
    """Count words by whether both sides have them in an event, or end one in them."""
    subtypes = {token.subtype for token in (*refs, *systems)}
    for side, tokens in ((REF, refs), (SYSTEM, systems)):
        for token in tokens:
            _tag_covered(side, token, words)
    for word in words:
        if not word.scoreable and kind not in POINTS:
            continue
        events = word.events

        def get(
            side: str, subtype: bytes, *, mapped: bool, events: dict[tuple[str, bytes, bytes, bool], int] = events
        ) -> int:
            return events.get((side, kind, subtype, mapped), 0)

        ref = sum(get(REF, each, mapped=True) + get(REF, each, mapped=False) for each in subtypes)
        system = sum(get(SYSTEM, each, mapped=True) for each in subtypes)
        unmapped = sum(get(SYSTEM, each, mapped=False) for each in subtypes)
        correct = sum(min(get(REF, each, mapped=True), get(SYSTEM, each, mapped=True)) for each in subtypes)
        counts.words["REF"] += ref
        counts.words["DEL"] += max(ref - system, 0)
        counts.words["INS"] += max(system - ref, 0) + unmapped
        counts.words["SUB"] += min(ref, system) - correct


def _tag_covered(side: str, token: Token, words: list[Token]) -> None:
    is_point = token.type in POINTS
    mapped = not is_point or token.mapped is not None
    end = min(max(token.last, 0), len(words) - 1)
    covered = [end] if is_point else range(max(token.first, 0), min(token.last, len(words) - 1) + 1)
    for index in covered:
        key = (side, token.type, token.subtype, mapped)
        words[index].events[key] = words[index].events.get(key, 0) + 1


def measure_offsets(refs: list[Token], words: list[Token]) -> dict[str, Counter[int]]:
    """By boundary, how many events of the system are off by how many scored words."""
    offsets: dict[str, Counter[int]] = {}
    for ref in refs:
        if ref.mapped:
            begin = count_words_between("BEG", ref.first, ref.mapped.first, words)
            offsets.setdefault("BEG", Counter())[begin] += 1
            end = count_words_between("END", ref.last, ref.mapped.last, words)
            offsets.setdefault("END", Counter())[end] += 1
    return offsets


def count_words_between(boundary: str, ref: int, system: int, words: list[Token]) -> int:
    """How many scored words the system's boundary is late, or early as a negative number."""
    late = 1 if boundary == "END" else 0
    low, high = max(min(ref, system) + late, 0), max(ref, system) + late
    count = sum(word.scoreable for word in words[low : max(high, 0)])
    return count if system > ref else -count


Pair = tuple[Token | None, Token | None]


def pair_events(refs: list[Token], systems: list[Token], kind: bytes) -> Iterator[Pair]:
    """What is mapped to each other, and what is not, in order; what is mapped across another is reported."""
    rest = iter(systems)
    system = next(rest, None)
    for ref in refs:
        if ref.mapped is None:
            yield ref, None
            continue
        while system is not None and system is not ref.mapped:
            _report_unexpected(kind, system)
            yield None, system
            system = next(rest, None)
        if system is None:
            _report_missing(kind, ref)
        else:
            yield ref, system
            system = next(rest, None)
    while system is not None:
        _report_unexpected(kind, system, at_end=True)
        yield None, system
        system = next(rest, None)


def _report_unexpected(kind: bytes, token: Token, *, at_end: bool = False) -> None:
    if token.mapped is None:
        return
    if kind == b"MD":
        what = (token.subtype, token.type, token.begin, token.end, token.speaker)
        out(b"%sUNEXPECTED MAPPED SYS MD:  %16s %-7s%8.2f%8.2f %-16s\n" % (b" " * 44, *what))
    else:
        gap = b"" if at_end else b" " * 18
        line = (b"UNEXPECTED MAPPED SYS WORD:", token.word, token.word_type, gap, token.begin, token.duration)
        out(b"%71s%16s %-7s%s%8.2f%8.2f %-16s\n" % (*line, token.speaker))


def _report_missing(kind: bytes, token: Token) -> None:
    if kind == b"MD":
        what = (token.subtype, token.type, token.begin, token.end, token.speaker)
        out(b"%sSYS MD NOT FOUND FOR REF MD:   %16s %-7s%8.2f%8.2f %-16s\n" % (b" " * 40, *what))
    else:
        line = (b"SYS WRD NOT FOUND FOR REF WRD:", token.word, token.word_type, b" " * 18, token.begin, token.duration)
        out(b"%71s%16s %-7s%s%8.2f%8.2f %-16s\n" % (*line, token.speaker))


def count_pair(settings: Settings, counts: Counts, pair: Pair, words: list[Token]) -> None:
    """Count a pair of events, or an event alone, and print it with -D."""
    ref, system = pair
    if ref is not None and system is not None:
        kind, error = "SUB", int(ref.type != system.type or ref.subtype != system.subtype)
        counts.events[kind, ref.speaker, ref.subtype] += error
        counts.confused[ref.subtype, system.subtype] += 1
    elif ref is not None:
        kind, error = "DEL", 1
        counts.events[kind, ref.speaker, ref.subtype] += 1
    elif system is not None:
        kind, error = "INS", 1
        counts.events[kind, find_speaker(system, words), system.subtype] += 1
    if settings.has("D"):
        print_pair(settings, pair, int(ref is not None), kind, error)


def find_speaker(token: Token, words: list[Token]) -> bytes:
    """The speaker of all reference words of an event, if it is one."""
    low, high = sorted((token.first, token.last))
    speakers = [word.speaker for word in words[max(low, 0) : max(high + 1, 0)]]
    return speakers[0] if speakers and len(set(speakers)) == 1 else b"unknown"


def print_word_alignment(settings: Settings, where: tuple[bytes, bytes], ref: Channel, system: Channel) -> None:
    """Print how words are paired (-d)."""
    out(b"\nWord alignment and scoring details for channel %b of file %b\n" % (where[1], where[0]))
    print_heading(settings)
    score = score_words(settings)
    for one, other in pair_events(ref.words, system.words, b"WORD"):
        value = score(one, other)
        error = int(value is None or value <= -0.5)
        kind = "SUB" if one and other else "DEL" if one else "INS"
        print_pair(settings, (one, other), count_words(one) if one else 0, kind, error)


def print_heading(settings: Settings) -> None:
    """Print the heading of a list of pairs."""
    fields = (b"tbeg", b"tend", b"speaker")
    out(b" ref del ins sub %16.16s %-7s%8s%8s %-12.12s" % (b"REF:  token", b"type", *fields))
    if settings.has("w"):
        times = (b"Rtbeg", b"Rtend", b"tbeg", b"tend", b"sys-speaker")
        out(b" %16.16s %-7s  %7s%8s %8s%8s %-12.12s\n" % (b"SYS:  token", b"type", *times))
    else:
        out(b" %16.16s %-7s%8s%8s %-12.12s\n" % (b"SYS:  token", b"type", *fields))


def print_pair(settings: Settings, pair: Pair, ref_count: int, kind: str, error: int) -> None:
    """Print a pair, with what it counts."""
    ref, system = pair
    counts = {"REF": b"%d" % ref_count, "DEL": b"-", "INS": b"-", "SUB": b"-", kind: b"%d" % error}
    out(b"%4s%4s%4s%4s" % (counts["REF"], counts["DEL"], counts["INS"], counts["SUB"]))
    out(_format_side(ref))
    if not settings.has("w"):
        out(_format_side(system) + b"\n")
    elif system is None:
        out(b" %16.16s %-7s (%7s%8s)%8s%8s %-12.12s\n" % (*NO_SYSTEM, b"--- ", b"--- ", b"---"))
    else:
        times = (system.r_begin or 0.0, system.r_end or 0.0, system.begin, system.end)
        line = b" %16.16s %-7s (%7.2f%8.2f)%8.2f%8.2f %-12.12s\n"
        out(line % (*_name_token(system), *times, system.speaker))


def _format_side(token: Token | None) -> bytes:
    if token is None:
        return b" %16.16s %-7s%8s%8s %-12.12s" % (*NO_SYSTEM, b"---")
    name = _name_token(token)
    return b" %16.16s %-7s%8.2f%8.2f %-12.12s" % (*name, token.begin, token.end, token.speaker)


def _name_token(token: Token) -> tuple[bytes, bytes]:
    return (token.word, token.word_type) if token.type in SPOKEN else (token.subtype, token.type)
