"""A decode folder of random lattices, with the data and the words that belong to it."""

from __future__ import annotations

import gzip
import random
from struct import Struct, pack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VOCABULARY = 20_000
JOBS = 8
FEWEST, MOST = 200, 2_000
HEAD = pack("<i", 2_125_659_606) + pack("<i6s", 6, b"vector") + pack("<i16s", 16, b"compactlattice44")
ARC = Struct("<iiffi")
NEXT = Struct("<i")
FINAL, NOT_FINAL = pack("<ffi", 0.0, 0.0, 0), pack("<ffi", float("inf"), float("inf"), 0)


def lattice(draw: random.Random, words: list[int], arcs: int) -> bytes:
    """A lattice whose states follow each other: between two of them stand the word that was said and others."""
    alternatives = max(1, arcs // max(1, len(words)))
    states = []
    for place, word in enumerate(words):
        frames = draw.randint(5, 40)
        ids = pack(f"<{frames}i", *(draw.randint(1, 4_000) for _ in range(frames)))
        outgoing = []
        for choice in range(alternatives):
            label = word if choice == 0 or draw.random() < 0.1 else draw.randint(1, VOCABULARY)
            costs = draw.gauss(8.0, 3.0), draw.gauss(60.0, 12.0) + 6.0 * (choice > 0)
            outgoing.append(ARC.pack(label, label, *costs, frames) + ids + NEXT.pack(place + 1))
        states.append(NOT_FINAL + pack("<q", len(outgoing)) + b"".join(outgoing))
    states.append(FINAL + pack("<q", 0))
    header = HEAD + pack("<iiQqqq", 2, 0, 3, 0, len(states), 0)
    return header + b"".join(states)


def recipe(folder: Path, utterances: int) -> None:
    """The folders `data`, `lang` and `exp/decode`."""
    draw = random.Random(7)
    for name in ("data", "lang", "exp/decode"):
        (folder / name).mkdir(parents=True)
    spellings = ["<eps>", *(f"word{number}" for number in range(1, VOCABULARY + 1))]
    lines = (f"{word} {number}\n" for number, word in enumerate(spellings))
    (folder / "lang/words.txt").write_text("".join(lines), encoding="utf-8")
    texts, speakers = [], []
    for job in range(JOBS):
        with gzip.open(folder / f"exp/decode/lat.{job + 1}.gz", "wb", 6) as out:
            for number in range(job, utterances, JOBS):
                words = [draw.randint(1, VOCABULARY) for _ in range(draw.randint(8, 40))]
                key = f"spk{job}-utt{number:05}"
                out.write(f"{key} ".encode() + lattice(draw, words, draw.randint(FEWEST, MOST)))
                texts.append(f"{key} {' '.join(spellings[word] for word in words)}\n")
                speakers.append(f"{key} spk{job}\n")
    (folder / "data/text").write_text("".join(texts), encoding="utf-8")
    (folder / "data/utt2spk").write_text("".join(speakers), encoding="utf-8")
    (folder / "exp/decode/num_jobs").write_text(f"{JOBS}\n", encoding="utf-8")
