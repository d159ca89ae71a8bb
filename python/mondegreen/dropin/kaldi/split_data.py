"""A data folder in parts by speaker, as Kaldi's `utils/split_data.sh` leaves it."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.recipe import FAILED, folder, lines_of, load, save
from mondegreen.dropin.kaldi.scripts import DieError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Container, Sequence


def split(data: str, parts: int) -> str:
    """The folder of parts, made unless it is there; whole or not at all, for what is there is taken as it is."""
    home = f"{data}/split{parts}"
    if os.path.isdir(home):
        return home
    speakers: dict[bytes, list[bytes]] = {}
    for line in lines_of(load(f"{data}/utt2spk")):
        fields = line.split()
        if len(fields) != 2:
            raise DieError(f"{data}/utt2spk: a line has not two fields: {os.fsdecode(line.rstrip())}", FAILED)
        speakers.setdefault(fields[1], []).append(fields[0])
    if len(speakers) < parts:
        raise DieError(f"{data}/utt2spk has fewer speakers ({len(speakers)}) than there are parts ({parts})", FAILED)
    groups = balanced({speaker: len(keys) for speaker, keys in speakers.items()}, parts)
    unfinished = f"{data}/.split{parts}-{os.urandom(6).hex()}"
    try:
        for number, group in enumerate(groups, 1):
            keys = {key for speaker in group for key in speakers[speaker]}
            write(data, folder(f"{unfinished}/{number}"), group, keys)
        os.rename(unfinished, home)
    except BaseException:
        from shutil import rmtree

        rmtree(unfinished, ignore_errors=True)
        raise
    return home


def balanced(sizes: dict[bytes, int], parts: int) -> list[list[bytes]]:
    """Speakers in their order, cut into parts.

    At first each part has about as many speakers. Then the last speaker of a part goes to the next one, or the first to
    the one before, as long as that brings the numbers of utterances of the two nearer to each other.
    """
    names = list(sizes)
    groups: list[list[bytes]] = [[] for _ in range(parts)]
    for place, name in enumerate(names):
        groups[place * parts // len(names)].append(name)
    moved = True
    while moved:
        moved = False
        for place in range(parts):
            moved |= place < parts - 1 and give(groups, sizes, place, place + 1)
            moved |= place > 0 and give(groups, sizes, place, place - 1)
    return groups


def give(groups: list[list[bytes]], sizes: dict[bytes, int], giver: int, taker: int) -> bool:
    """Moves a speaker to the neighbour, if that brings both nearer to each other."""
    if not groups[giver]:
        return False
    end = -1 if taker > giver else 0
    name = groups[giver][end]
    here, there = (sum(sizes[speaker] for speaker in groups[place]) for place in (giver, taker))
    if abs((there + sizes[name]) - (here - sizes[name])) >= abs(there - here):
        return False
    groups[giver].pop(end)
    groups[taker].insert(0 if taker > giver else len(groups[taker]), name)
    return True


def write(data: str, part: str, speakers: Sequence[bytes], keys: Container[bytes]) -> None:
    """The lines of one part, of each file that there is."""
    recordings: set[bytes] = set()
    for name in ("utt2spk", "text", "segments"):
        if os.path.isfile(f"{data}/{name}"):
            lines = chosen(load(f"{data}/{name}"), keys)
            save(f"{part}/{name}", b"".join(lines))
            recordings |= {line.split(None, 2)[1] for line in lines if name == "segments" and len(line.split()) > 1}
    if os.path.isfile(f"{data}/spk2utt"):
        save(f"{part}/spk2utt", b"".join(chosen(load(f"{data}/spk2utt"), set(speakers))))
    if os.path.isfile(f"{data}/reco2file_and_channel") and os.path.isfile(f"{data}/segments"):
        save(f"{part}/reco2file_and_channel", b"".join(chosen(load(f"{data}/reco2file_and_channel"), recordings)))


def chosen(text: bytes, keys: Container[bytes]) -> list[bytes]:
    """The lines that begin with one of the keys."""
    return [line for line in lines_of(text) if line.split()[:1] and line.split()[0] in keys]
