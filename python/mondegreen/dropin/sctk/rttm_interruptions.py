"""The records of an RTTM file as rttmValidator.pl takes them, and whether interruption points have their events."""

from collections.abc import Iterator
from dataclasses import dataclass

from mondegreen.dropin.emulation.numbers import parse_perl_number

TOLERANCE = 0.000999999


@dataclass(slots=True)
class Record:
    """A line, with the fields that it has."""

    fields: list[bytes]
    line: int

    def get(self, index: int) -> bytes:
        return self.fields[index] if index < len(self.fields) else b""

    @property
    def type(self) -> bytes:
        return self.get(0)

    @property
    def begin_text(self) -> bytes:
        return self.get(3)

    @property
    def begin(self) -> float:
        return parse_perl_number(self.get(3))

    @property
    def end(self) -> float:
        return self.begin + parse_perl_number(self.get(4))


# By file and channel, by speaker and by type.
Types = dict[bytes, list[Record]]
Data = dict[tuple[bytes, bytes], dict[bytes, Types]]


@dataclass(slots=True)
class Point:
    """Where an interruption point is, or is to be; and whether it has its counterpart."""

    time: float
    kind: bytes
    record: Record
    is_paired: bool = False


def check_interruptions(data: Data) -> Iterator[bytes]:
    """In each SU, edits and fillers without an interruption point, and the other way about."""
    for speakers in data.values():
        for types in speakers.values():
            units = [(record.begin, record.end) for record in sort_type(types, b"SU")]
            index = 0
            while index < len(units):
                yield from check_unit(types, units, index)
                index += 1


def sort_type(types: Types, kind: bytes) -> list[Record]:
    return sorted(types.get(kind, []), key=lambda record: record.begin)


def check_unit(types: Types, units: list[tuple[float, float]], index: int) -> Iterator[bytes]:
    """The same of one SU."""
    begin, end = units[index]

    def lies_inside(record: Record) -> bool:
        is_behind = record.begin > begin + TOLERANCE or abs(record.begin - begin) < TOLERANCE
        return is_behind and (record.end + TOLERANCE < end or abs(record.end - end) < TOLERANCE)

    edits = [Point(each.end, b"EDIT", each) for each in sort_type(types, b"EDIT") if lies_inside(each)]
    fillers = [Point(each.begin, b"FILLER", each) for each in sort_type(types, b"FILLER") if lies_inside(each)]
    points = list(select_interruptions(types, units, index))
    pair_points(edits, fillers, points)
    for event in (*edits, *fillers):
        if not event.is_paired:
            place = (event.kind, event.record.begin_text, event.record.line)
            yield b"ERROR: %b at %b doesn't have a matching IP; see line %d\n" % place
    for point in points:
        if not point.is_paired:
            reason = b"ERROR: IP at %b doesn't have a matching EDIT and/or FILLER; see line line %d\n"
            yield reason % (point.record.begin_text, point.record.line)


def pair_points(edits: list[Point], fillers: list[Point], points: list[Point]) -> None:
    """Pair events with interruption points at their time; one of both kinds takes a filler along with the edit."""
    for edit in edits:
        point = find_point(edit.time, points)
        if point and point.kind == b"EDIT":
            edit.is_paired = point.is_paired = True
        for _ in fillers if point and point.kind == b"EDIT&FILLER" else ():
            filler = find_point(edit.time, fillers)
            if point and filler:
                edit.is_paired = point.is_paired = filler.is_paired = True
    for filler in fillers:
        point = find_point(filler.time, points)
        if point and point.kind == b"FILLER":
            filler.is_paired = point.is_paired = True


def select_interruptions(types: Types, units: list[tuple[float, float]], index: int) -> Iterator[Point]:
    """The interruption points of an SU; one at its end belongs to it if the next SU begins there, but no filler's.

    Where the last SU ends at a point, the original looks at the next, and so makes one at 0.
    """
    begin, end = units[index]
    for record in sort_type(types, b"IP"):
        time = record.begin
        is_inside = time > begin + TOLERANCE and time + TOLERANCE < end
        if is_inside or abs(time - begin) < TOLERANCE:
            yield Point(time, record.get(6).upper(), record)
        elif abs(time - end) < TOLERANCE:
            if index + 1 == len(units):
                units.append((0.0, 0.0))
            if abs(end - units[index + 1][0]) < TOLERANCE and b"filler" not in record.get(6).lower():
                yield Point(time, record.get(6).upper(), record)


def find_point(time: float, points: list[Point]) -> Point | None:
    """The first at that time that has no counterpart."""
    return next((each for each in points if abs(each.time - time) < TOLERANCE and not each.is_paired), None)
