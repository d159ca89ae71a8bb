"""Where md-eval.pl evaluates and scores: regions of time, and what is cut out of them.

No region at all (`None`) means that nothing is cut off: the original takes an empty list so.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mondegreen.dropin.emulation.perl_sort import sort_as_perl
from mondegreen.dropin.sctk.md_eval.records import Region, Token
from mondegreen.dropin.sctk.md_eval.settings import EPSILON, Conditions

Regions = list[Region] | None
SPANNING = {b"SEGMENT", b"SPEAKER", b"SU", b"EDIT", b"FILLER", b"IP", b"CB", b"A/P", b"LEXEME", b"NON-LEX"}


class Edge(NamedTuple):
    """Where something begins or ends."""

    time: float
    begins: bool
    kind: str = ""


def compare_edges(wins: Callable[[Edge], bool]) -> Callable[[Edge, Edge], int]:
    """The original's order of edges; of simultaneous ones it asks the first alone, and contradicts itself."""

    def compare(one: Edge, other: Edge) -> int:
        if one.time < other.time:
            return -1
        return 1 if one.time > other.time else int(wins(one))

    return compare


ENDS_FIRST = compare_edges(lambda edge: edge.begins)
BEGINS_FIRST = compare_edges(lambda edge: not edge.begins)


def make_edges(spans: Iterable[Region], kind: str = "") -> list[Edge]:
    return [
        edge
        for begin, end in spans
        for edge in (Edge(begin, begins=True, kind=kind), Edge(end, begins=False, kind=kind))
    ]


def cover_records(records: list[Token]) -> Regions:
    """The region from the first to the last record."""
    spans = [(token.begin, token.end) for token in records if token.type in SPANNING]
    return [(min([1e30, *(begin for begin, _ in spans)]), max([0.0, *(end for _, end in spans)]))]


def contains_time(regions: Regions, time: float) -> bool:
    return regions is None or any(begin <= time <= end for begin, end in regions)


def contains_event(regions: Regions, token: Token) -> bool:
    """Whether one region holds the whole event."""
    return regions is None or any(
        token.end <= end + EPSILON and token.begin >= begin - EPSILON for begin, end in regions
    )


def cut_collars(regions: Regions, speakers: dict[bytes, list[Token]], collar: float) -> Regions:
    """The regions without what is near a boundary of a speaker's record."""
    edges = make_edges(regions or [])
    for tokens in speakers.values():
        for token in tokens:
            for time in (token.begin, token.end):
                edges += [Edge(time - collar, begins=False), Edge(time + collar, begins=True)]
    depth, start = 0, 0.0
    found: list[Region] = []
    for edge in sort_as_perl(edges, BEGINS_FIRST):
        depth += 1 if edge.begins else -1
        if edge.begins and depth == 1:
            start = edge.time
        elif not edge.begins and depth == 0 and edge.time > start:
            found.append((start, edge.time))
    return found or None


def cut_overlaps(regions: Regions, records: list[Token]) -> Regions:
    """The regions without what is covered by several records of speakers."""
    spans = [(token.begin, token.end) for token in records if token.type == b"SPEAKER" and token.duration > 0]
    depth, start = 0, 0.0
    zones: list[Edge] = []
    for edge in sort_as_perl(make_edges(spans), ENDS_FIRST):
        depth += 1 if edge.begins else -1
        if edge.begins and depth == 2:
            start = edge.time
        elif not edge.begins and depth == 1:
            zones += make_edges([(start, edge.time)], "zone")
    return _cut_zones(regions, zones)


def _cut_zones(regions: Regions, zones: list[Edge]) -> Regions:
    """The regions without zones."""
    edges = zones + make_edges(((begin, end) for begin, end in regions or [] if end - begin > 0), "region")
    depths = {"region": 0, "zone": 0}
    start, is_open = 0.0, False
    found: list[Region] = []
    for edge in sort_as_perl(edges, ENDS_FIRST):
        depths[edge.kind] += 1 if edge.begins else -1
        if is_open and (depths["region"] == 0 or depths["zone"] > 0) and edge.time > start:
            found.append((start, edge.time))
            is_open = False
        elif depths["region"] > 0 and depths["zone"] == 0:
            start, is_open = edge.time, True
    return found or None


def cut_exclusions(regions: Regions, records: list[Token], excluded: Conditions, extension: float = EPSILON) -> Regions:
    """The regions without excluded records, extended as far as words and speakers' records allow."""
    edges: list[Edge] = []
    for token in records:
        if not token.duration > 0:
            continue
        is_excluded = token.subtype in excluded.get(token.type, ())
        if token.type == b"LEXEME" and not is_excluded:
            kind = "word"
        elif token.type == b"SPEAKER":
            kind = "speaker"
        elif is_excluded:
            kind = "zone"
        else:
            continue
        edges += make_edges([(token.begin, token.end)], kind)
    return _cut_zones(regions, _extend_zones(sort_as_perl(edges, ENDS_FIRST), extension))


def _extend_zones(edges: list[Edge], extension: float) -> list[Edge]:
    """The zones in the edges, extended."""
    zones: list[Edge] = []
    words = depth = 0
    last_speaker = word_end = zone_end = 0.0
    is_scored = True
    for edge in edges:
        if edge.kind == "word":
            if not edge.begins and words == 1:
                word_end = edge.time
            words += 1 if edge.begins else -1
        elif edge.kind == "zone":
            if not edge.begins and depth == 1:
                zone_end = edge.time
            depth += 1 if edge.begins else -1
        else:
            last_speaker = edge.time
        if is_scored:
            if depth == 0 or edge.kind != "zone":
                continue
            stop = edge.time if words > 0 else max(word_end, last_speaker, edge.time - extension)
            zones.append(Edge(stop, begins=True, kind="zone"))
            is_scored = False
        elif depth == 0 and (words > 0 or edge.kind == "speaker"):
            zones.append(Edge(min(zone_end + extension, edge.time), begins=False, kind="zone"))
            is_scored = True
        elif depth == 1 and edge.kind == "zone" and edge.begins and edge.time > zone_end + 2 * extension:
            zones.append(Edge(zone_end + extension, begins=False, kind="zone"))
            zones.append(Edge(edge.time - extension, begins=True, kind="zone"))
    return zones
