"""Speaker diarization by md-eval.pl: who is mapped to whom, and which time is missed, false or someone else's."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.perl_sort import sort_as_perl
from mondegreen.dropin.emulation.streams import err, out
from mondegreen.dropin.sctk.md_eval.bipartite import Overlaps, match_speakers
from mondegreen.dropin.sctk.md_eval.records import Channel, Token, format_number
from mondegreen.dropin.sctk.md_eval.regions import Regions, contains_time, cut_collars, cut_exclusions, cut_overlaps
from mondegreen.dropin.sctk.md_eval.settings import EPSILON, EXTENSION, NAME, Settings

MISS, FALSE_ALARM = b"  MISS", b"  FALSE ALARM"
Types = dict[bytes, bytes]
Speakers = dict[bytes, list[Token]]


class Edge(NamedTuple):
    """Where a region or a speaker's record begins or ends; the text is the time as it is warned of."""

    time: float
    side: str = ""
    speaker: bytes = b""
    text: bytes = b""
    begins: bool = False


class Segment(NamedTuple):
    """A time in which the same speakers speak."""

    begin: float
    end: float
    refs: frozenset[bytes]
    systems: frozenset[bytes]

    @property
    def duration(self) -> float:
        return self.end - self.begin


@dataclass
class Confusion:
    """How much of each type of speaker there is on each side, and of each pair of types."""

    refs: Counter[bytes] = field(default_factory=Counter)
    systems: Counter[bytes] = field(default_factory=Counter)
    joint: Counter[tuple[bytes, bytes]] = field(default_factory=Counter)

    def add(self, other: "Confusion") -> None:
        for mine, theirs in ((self.refs, other.refs), (self.systems, other.systems)):
            for key, value in theirs.items():
                mine[key] += value
        for pair, value in other.joint.items():
            self.joint[pair] += value


@dataclass
class Diarization:
    """The sums of a channel, or of several: seconds, words, and types of speakers by number and by time."""

    sums: dict[str, float] = field(default_factory=dict)
    by_speaker: Confusion = field(default_factory=Confusion)
    by_time: Confusion = field(default_factory=Confusion)

    def count(self, name: str, value: float) -> None:
        self.sums[name] = self.sums.get(name, 0.0) + value

    def add(self, other: "Diarization") -> None:
        for name, value in other.sums.items():
            self.count(name, value)
        self.by_speaker.add(other.by_speaker)
        self.by_time.add(other.by_time)


def compare_edges(one: Edge, other: Edge) -> int:
    """The original's order: what ends comes before what begins at the same time, all but for 1e-8 seconds."""
    if one.time < other.time - EPSILON:
        return -1
    if one.time > other.time + EPSILON:
        return 1
    return 1 if one.begins else -1


def cut_segments(regions: Regions, ref: Speakers, system: Speakers) -> list[Segment]:
    """The regions in segments; a speaker who speaks more than once at a time is warned of."""
    edges = [
        Edge(time, begins=begins)
        for begin, end in regions or []
        if end > begin + EPSILON
        for time, begins in ((begin, True), (end, False))
    ]
    for side, speakers in (("REF", ref), ("SYS", system)):
        for speaker, tokens in sorted(speakers.items()):
            edges += [edge for token in tokens if token.duration > 0 for edge in _make_edges(side, speaker, token)]
    speaking: dict[str, Counter[bytes]] = {"REF": Counter(), "SYS": Counter()}
    segments: list[Segment] = []
    start, is_open = 0.0, False
    for edge in sort_as_perl(edges, compare_edges):
        if is_open and start < edge.time:
            segments.append(Segment(start, edge.time, frozenset(speaking["REF"]), frozenset(speaking["SYS"])))
            start = edge.time
        if edge.side:
            _count_speaker(speaking[edge.side], edge)
        else:
            is_open = edge.begins
            start = edge.time if is_open else start
    return segments


def _make_edges(side: str, speaker: bytes, token: Token) -> list[Edge]:
    begin, end = token.begin, token.end
    if side == "SYS" and token.r_begin is not None and token.r_end is not None:
        begin, end = token.r_begin, token.r_end
    text = token.r_text or token.begin_text
    return [Edge(begin, side, speaker, text, begins=True), Edge(end, side, speaker, format_number(end), begins=False)]


def _count_speaker(speaking: Counter[bytes], edge: Edge) -> None:
    speaking[edge.speaker] += 1 if edge.begins else -1
    if speaking[edge.speaker] > 1:
        err(b"WARNING:  speaker %b speaking more than once at time %b\n" % (edge.speaker, edge.text))
    if not speaking[edge.speaker]:
        del speaking[edge.speaker]


def score_channel(
    settings: Settings, where: tuple[bytes, bytes], ref: Channel, system: Channel, regions: Regions
) -> Diarization:
    """The sums of a channel."""
    stats = Diarization(dict.fromkeys(("EVAL_WORDS", "SCORED_WORDS", "MISSED_WORDS", "ERROR_WORDS"), EPSILON))
    rest = WordQueue(ref.words)
    for begin, end in regions or []:
        stats.count("EVAL_TIME", end - begin)
        stats.count("EVAL_WORDS", rest.count_until(begin, end))
    segments = cut_segments(regions, ref.speakers, system.speakers)
    stats.count("EVAL_SPEECH", sum((segment.duration for segment in segments if segment.refs), 0.0))
    overlaps = measure_overlaps(segments)
    mapping = match_speakers(overlaps) if overlaps else {}
    settings.speaker_maps[where] = mapping
    if settings.has("m"):
        print_map(mapping, overlaps)
    if settings.has("M"):
        append_map(settings.options["M"], where, mapping, overlaps)
    types = (
        {speaker: ref.speakers[speaker][0].subtype for each in segments for speaker in each.refs},
        {speaker: system.speakers[speaker][0].subtype for each in segments for speaker in each.systems},
    )
    stats.by_speaker = confuse_speakers(mapping, *types)
    scored = cut_unscored(settings, ref, regions)
    for word in ref.words:
        word.scoreable = contains_time(scored, word.mid)
    segments = cut_segments(scored, ref.speakers, system.speakers)
    if settings.has("v"):
        print_segments(segments, where)
    score_segments(stats, segments, ref.words, mapping, types)
    return stats


def cut_unscored(settings: Settings, ref: Channel, regions: Regions) -> Regions:
    """The regions without collars, no-score zones and, with -1, overlaps."""
    scored = cut_collars(regions, ref.speakers, settings.collar) if settings.collar > 0 else regions
    excluded = settings.exclusions["Z"]
    scored = cut_exclusions(scored, ref.records, excluded)
    scored = cut_exclusions(scored, ref.records, {b"NON-LEX": excluded.get(b"NON-LEX", set())}, EXTENSION)
    return cut_overlaps(scored, ref.records) if settings.has("1") else scored


def measure_overlaps(segments: list[Segment]) -> Overlaps:
    """How long each speaker of the reference speaks while each of the system does."""
    overlaps: Overlaps = {}
    for segment in segments:
        for ref in segment.refs:
            for system in segment.systems:
                row = overlaps.setdefault(ref, {})
                row[system] = row.get(system, 0.0) + segment.duration
    return overlaps


class WordQueue:
    """Words in order of time, each of which is counted once."""

    def __init__(self, words: list[Token]) -> None:
        self.words = iter(words)
        self.next = next(self.words, None)

    def count_until(self, begin: float, end: float) -> int:
        """How many of the rest have their midpoints between two times; those before are skipped."""
        count = 0
        while self.next and self.next.mid <= end:
            count += self.next.mid >= begin
            self.next = next(self.words, None)
        return count


def confuse_speakers(mapping: dict[bytes, bytes], refs: Types, systems: Types) -> Confusion:
    """How many speakers of each type are mapped to which."""
    confusion = Confusion(Counter(refs.values()), Counter(systems.values()))
    for speaker, kind in refs.items():
        confusion.joint[kind, systems[mapping[speaker]] if speaker in mapping else MISS] += 1
    mapped = set(mapping.values())
    for speaker, kind in systems.items():
        if speaker not in mapped:
            confusion.joint[FALSE_ALARM, kind] += 1
    return confusion


def score_segments(
    stats: Diarization,
    segments: list[Segment],
    words: list[Token],
    mapping: dict[bytes, bytes],
    types: tuple[Types, Types],
) -> None:
    """Add up the segments."""
    rest = WordQueue(words)
    for segment in segments:
        duration, refs, systems = segment.duration, len(segment.refs), len(segment.systems)
        mapped = sum(mapping.get(ref) in segment.systems for ref in segment.refs)
        for name, value in (
            ("SCORED_TIME", 1),
            ("SCORED_SPEECH", int(refs > 0)),
            ("MISSED_SPEECH", int(refs > 0 and not systems)),
            ("FALARM_SPEECH", int(systems > 0 and not refs)),
            ("SCORED_SPEAKER", refs),
            ("MISSED_SPEAKER", max(refs - systems, 0)),
            ("FALARM_SPEAKER", max(systems - refs, 0)),
            ("SPEAKER_ERROR", min(refs, systems) - mapped),
        ):
            stats.count(name, duration * value)
        scored = rest.count_until(segment.begin, segment.end)
        stats.count("SCORED_WORDS", scored)
        stats.count("MISSED_WORDS", 0 if systems else scored)
        stats.count("ERROR_WORDS", 0 if refs == systems == mapped else scored)
        _confuse_time(stats.by_time, segment, types)


def _confuse_time(confusion: Confusion, segment: Segment, types: tuple[Types, Types]) -> None:
    """Add the types of a segment's speakers; what is missed or false is counted by the last type of the other side."""
    duration = segment.duration
    refs = Counter(types[0][speaker] for speaker in segment.refs)
    systems = Counter(types[1][speaker] for speaker in segment.systems)
    ref_count, system_count = len(segment.refs), len(segment.systems)
    for ref, ref_count in sorted(refs.items()):
        confusion.refs[ref] += ref_count * duration  # type: ignore[assignment]
        for system, system_count in sorted(systems.items()):
            confusion.joint[ref, system] += min(ref_count, system_count) * duration  # type: ignore[assignment]
        confusion.joint[ref, MISS] += max(ref_count - system_count, 0) * duration  # type: ignore[assignment]
    for system, count in sorted(systems.items()):
        confusion.systems[system] += count * duration  # type: ignore[assignment]
        confusion.joint[FALSE_ALARM, system] += max(count - ref_count, 0) * duration  # type: ignore[assignment]


def print_map(mapping: dict[bytes, bytes], overlaps: Overlaps) -> None:
    """Print who is mapped to whom (-m)."""
    for ref, row in sorted(overlaps.items()):
        out(b"'%b' => %b\n" % (ref, b"'%b'" % mapping[ref] if ref in mapping else b"<nil>"))
        for system, time in sorted(row.items()):
            out(b"%9.2f secs matched to '%b'\n" % (time, system))


def append_map(path: bytes, where: tuple[bytes, bytes], mapping: dict[bytes, bytes], overlaps: Overlaps) -> None:
    """Append to the CSV file who is mapped to whom (-M)."""
    with open(path, "ab") as file:
        for ref, row in sorted(overlaps.items()):
            for system, time in sorted(row.items()):
                is_mapped = b"mapped" if mapping.get(ref) == system else b"notmapped"
                file.write(b"%b,%b,%b,%b,%b,%.4f\n" % (*where, ref, system, is_mapped, time))


def print_segments(segments: list[Segment], where: tuple[bytes, bytes]) -> None:
    """Print who speaks when (-v)."""
    for segment in segments:
        out(b"beg/dur/end = %7.3f/%7.3f/%7.3f; " % (segment.begin, segment.duration, segment.end))
        sides = tuple(b", ".join(sorted(speakers)) for speakers in segment[2:])
        out(b"REF = (%b); SYS = (%b); file = %b; chnl = %b\n" % (*sides, *where))


def list_conditions(
    scores: dict[tuple[bytes, bytes], Diarization], name: Callable[[bytes, bytes], list[bytes]]
) -> Iterator[tuple[bytes, Diarization]]:
    """The sums of each condition, that of all channels last."""
    sums: dict[bytes, Diarization] = {}
    for (file, channel), stats in scores.items():
        for condition in name(file, channel):
            sums.setdefault(condition, Diarization()).add(stats)
    # The original skips all that have this in their names.
    yield from ((condition, sums[condition]) for condition in sorted(sums) if b"ALL" not in condition)
    yield b"ALL", sums[b"ALL"]


def report(condition: bytes, stats: Diarization) -> None:
    """Print the report of a condition; where nothing is left to divide by, it ends there as the original does."""

    def get(name: str) -> float:
        return stats.sums.get(name, 0.0)

    def show(template: bytes, name: str, whole: str = "", line: int = 0) -> None:
        values = [get(name)]
        if whole:
            values.append(_divide(100 * get(name), get(whole), line))
        out(template % (*values,))

    rule = b"---------------------------------------------\n"
    out(b"\n*** Performance analysis for Speaker Diarization for %b ***\n\n" % condition)
    show(b"    EVAL TIME =%10.2f secs\n", "EVAL_TIME")
    show(b"  EVAL SPEECH =%10.2f secs (%5.1f percent of evaluated time)\n", "EVAL_SPEECH", "EVAL_TIME", 2375)
    show(b"  SCORED TIME =%10.2f secs (%5.1f percent of evaluated time)\n", "SCORED_TIME", "EVAL_TIME", 2377)
    show(b"SCORED SPEECH =%10.2f secs (%5.1f percent of scored time)\n", "SCORED_SPEECH", "SCORED_TIME", 2379)
    show(b"   EVAL WORDS =%7d        \n", "EVAL_WORDS")
    show(b" SCORED WORDS =%7d         (%5.1f percent of evaluated words)\n", "SCORED_WORDS", "EVAL_WORDS")
    out(rule)
    show(b"MISSED SPEECH =%10.2f secs (%5.1f percent of scored time)\n", "MISSED_SPEECH", "SCORED_TIME")
    show(b"FALARM SPEECH =%10.2f secs (%5.1f percent of scored time)\n", "FALARM_SPEECH", "SCORED_TIME")
    show(b" MISSED WORDS =%7d         (%5.1f percent of scored words)\n", "MISSED_WORDS", "SCORED_WORDS")
    out(rule)
    show(
        b"SCORED SPEAKER TIME =%10.2f secs (%5.1f percent of scored speech)\n", "SCORED_SPEAKER", "SCORED_SPEECH", 2392
    )
    for name in ("MISSED", "FALARM"):
        template = b"%b SPEAKER TIME =%%10.2f secs (%%5.1f percent of scored speaker time)\n" % name.encode()
        show(template, f"{name}_SPEAKER", "SCORED_SPEAKER", 2394)
    error = b" SPEAKER ERROR TIME =%10.2f secs (%5.1f percent of scored speaker time)\n"
    show(error, "SPEAKER_ERROR", "SCORED_SPEAKER")
    show(b"SPEAKER ERROR WORDS =%7d         (%5.1f percent of scored speaker words)\n", "ERROR_WORDS", "SCORED_WORDS")
    out(rule)
    errors = get("MISSED_SPEAKER") + get("FALARM_SPEAKER") + get("SPEAKER_ERROR")
    rate = 100 * errors / get("SCORED_SPEAKER")
    out(b" OVERALL SPEAKER DIARIZATION ERROR = %.2f percent of scored speaker time  `(%b)\n" % (rate, condition))
    out(rule + b" Speaker type confusion matrix -- speaker weighted\n")
    print_types(stats.by_speaker, b"  REF\\SYS (count)      ", b"%11d /%6.1f%%")
    out(rule + b" Speaker type confusion matrix -- time weighted\n")
    print_types(stats.by_time, b"  REF\\SYS (seconds)    ", b"%11.2f /%6.1f%%")
    out(rule)


def _divide(dividend: float, divisor: float, line: int) -> float:
    if divisor == 0:
        raise perl.DieError(b"Illegal division by zero", NAME, line)
    return dividend / divisor


def print_types(confusion: Confusion, heading: bytes, template: bytes) -> None:
    """Print which types of speakers were taken for which."""
    systems = [*sorted(confusion.systems), MISS]
    total = sum(confusion.refs.values())
    out(heading + b"".join(b"%-20s" % system for system in systems) + b"\n")
    for ref in [*sorted(confusion.refs), FALSE_ALARM]:
        out(b"%-16s" % ref)
        for system in systems:
            if (ref, system) != (FALSE_ALARM, MISS):
                value = confusion.joint[ref, system]
                out(template % (value, min(999.9, 100 * value / total if total else 9e9)))
        out(b"\n")
