"""Utterances that all systems have, by speaker and id."""

from typing import TYPE_CHECKING

from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.sctk.system import System

Numbers = list[int]  # of a speaker, or of an utterance, by system


def matched(systems: "Sequence[System]") -> "Iterator[tuple[bytes, Numbers]]":
    """Each utterance with the name of its speaker, in the order of the first system; what is left out is told of.

    SCTK looks for no more speakers behind the first one that a system lacks.
    """
    speakers = common_speakers(systems)
    for place, system in enumerate(systems):
        known = {numbers[place] for numbers in speakers}
        names = system.scored.speakers()
        lacking = [names[number] for number in range(len(names)) if number not in known]
        warn(b"Warning: system %b has non-unique speakers:" % system.title, lacking)
    utterances = [common_utterances(systems, numbers) for numbers in speakers]
    for numbers, found in zip(speakers, utterances, strict=True):
        for place, system in enumerate(systems):
            known = {each[place] for each in found}
            own = system.scored.utterances(numbers[place])
            lacking = [system.scored.header(utterance)[0] for utterance in own if utterance not in known]
            name = system.scored.speakers()[numbers[place]]
            warn(b"Warning: system %b, speaker %b has non-unique path:" % (system.title, name), lacking)
    for numbers, found in zip(speakers, utterances, strict=True):
        name = systems[0].scored.speakers()[numbers[0]]
        yield from ((name, each) for each in found)


def warn(told: bytes, names: list[bytes]) -> None:
    """Names what is left out, if anything is."""
    if names:
        err(told + b"".join(b" " + name for name in names) + b"\n")


def common_speakers(systems: "Sequence[System]") -> list[Numbers]:
    """The speakers of all systems, up to the first that a system lacks."""
    known = [{name: number for number, name in enumerate(system.scored.speakers())} for system in systems]
    common = []
    for name in known[0]:
        if not all(name in names for names in known):
            break
        common.append([names[name] for names in known])
    return common


def common_utterances(systems: "Sequence[System]", speakers: Numbers) -> list[Numbers]:
    """The utterances of a speaker that all systems have."""
    known: list[dict[bytes, int]] = []
    for system, speaker in zip(systems, speakers, strict=True):
        ids: dict[bytes, int] = {}
        for utterance in system.scored.utterances(speaker):
            ids.setdefault(system.scored.header(utterance)[0], utterance)
        known.append(ids)
    first = systems[0].scored
    own = ((first.header(utterance)[0], utterance) for utterance in first.utterances(speakers[0]))
    return [
        [utterance, *(ids[name] for ids in known[1:])] for name, utterance in own if all(name in ids for ids in known)
    ]
