"""`-o pra` and `-o prf`: every utterance with its alignment, by speaker or, with all that is known, in order."""

from __future__ import annotations

from mondegreen.dropin.sctk import attributes

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.dropin.sctk.system import System

TITLE = b"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   %b\n"
# sclite looks for the least number below this one.
NUMBERLESS = 999_999


def report(system: System, width: int) -> Iterator[bytes]:
    """The alignments by speaker, part by part."""
    scored = system.scored
    yield TITLE % system.title
    yield b"\n" + speakers(system)
    for number, name in enumerate(scored.speakers()):
        utterances = scored.utterances(number)
        yield b"Speaker sentences%4d:  %b   #utts: %d\n" % (number, name, len(utterances))
        yield scored.show(utterances, width, attributes.CASE)
    yield b"\n"


def full_report(system: System, width: int) -> Iterator[bytes]:
    """The alignments in the order in which they were made, with all that is known, part by part."""
    yield b"NIST_TEXT_ALIGNMENT\nVERSION 0.1\n" + TITLE % system.title
    yield b"".join(known(system))
    yield b"\nSpeaker Count: %d\n" % len(system.scored.speakers()) + speakers(system)
    yield definitions(system) + b"\n"
    if not len(system.scored):
        yield b"No utterances found\n"
        return
    yield from in_order(system, width)
    yield b"\n"


def known(system: System) -> Iterator[bytes]:
    """What is known of the system as a whole."""
    for name, text in ((b"Ref file:      %b\n", system.reference), (b"Hyp file:      %b\n", system.hypothesis)):
        if text is not None:
            yield name % text
    if system.created is not None:
        yield b'Creation date: "%b"\n' % system.created
    if system.weights is not None:
        yield b'Word Weight Aligned by file: "%b"\n' % system.weights
    if system.fragments:
        yield b"Fragment Correct Flag Set\n"
    if system.optional:
        yield b"Optionally Deletable Flag Set\n"


def speakers(system: System) -> bytes:
    """The list of speakers."""
    names = (b"   %2d:  %b\n" % pair for pair in enumerate(system.scored.speakers()))
    return b"Speakers: \n" + b"".join(names) + b"\n"


def definitions(system: System) -> bytes:
    """What labels and categories stand for."""
    if not system.labels and not system.categories:
        return b""
    line = b'    %b: id: "%b" title: "%b" description: "%b"\n'
    lines = [line % (b"Category", *each.parts()) for each in system.categories]
    lines += [line % (b"Label", *each.parts()) for each in system.labels]
    return b"Utterance Label definitions:\n" + b"".join(lines)


def in_order(system: System, width: int) -> Iterator[bytes]:
    """The utterances; by their numbers if the first has one, else by speaker."""
    scored = system.scored
    names, utterances = scored.speakers(), [scored.utterances(number) for number in range(len(scored.speakers()))]
    first = next(numbers[0] for numbers in utterances if numbers)
    if scored.header(first)[4] < 0:
        for number, name in enumerate(names):
            yield b"Speaker sentences%4d:  %b   #utts: %d\n" % (number, name, len(utterances[number]))
            yield scored.show(utterances[number], width, attributes.ALL)
        return
    for number, place in merged([[scored.header(each)[4] for each in own] for own in utterances]):
        count = len(utterances[number])
        yield b"Speaker sentences%4d:  %b   utt# %d of %d\n" % (number, names[number], place, count)
        yield scored.show([utterances[number][place]], width, attributes.ALL)


def merged(numbers: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Speakers and places in the order of numbers: again and again the least of those that are next."""
    from heapq import heapify, heappop, heapreplace

    heads = [(own[0], speaker, 0) for speaker, own in enumerate(numbers) if own]
    heapify(heads)
    while heads and heads[0][0] < NUMBERLESS:
        _, speaker, place = heads[0]
        yield speaker, place
        if place + 1 < len(numbers[speaker]):
            heapreplace(heads, (numbers[speaker][place + 1], speaker, place + 1))
        else:
            heappop(heads)
