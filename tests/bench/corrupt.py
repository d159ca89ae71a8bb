"""The error simulator: its table beside a numpy loop, and a million words corrupted."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import memory
import numpy as np
import peers
from table import Faster, Row, Under
from timing import Effort, best

from mondegreen._core import Strings
from mondegreen.lexicon.mapping import normalize_rows
from mondegreen.lexicon.space import Space
from mondegreen.simulation import Table
from mondegreen.simulation import corrupt as corrupted
from mondegreen.simulation.pronunciations import Dictionary, make_hayes_phonology

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

WORDS, NEIGHBORS, DIMENSION, CONFUSIONS, THRESHOLD = 50_000, 1_000, 300, 15, 60.0
# The loop does one row of so many, and its time counts so often: all rows are alike, and take it minutes.
SHARE = 25
TEXTS, LENGTH, SECONDS, MEGABYTES = 100_000, 10, 2.0, 150


def corrupt(effort: Effort) -> Iterator[Row]:
    """A table of made words with made sounds; then texts of these words, of ten words each."""
    draw = np.random.default_rng(8)
    count = effort.size(WORDS)
    words = [f"w{at}" for at in range(count)]
    matrix = normalize_rows(draw.standard_normal((count, DIMENSION), dtype=np.float32))
    phones = list(make_hayes_phonology().places)
    said = {word: [phones[at] for at in draw.integers(0, len(phones), draw.integers(2, 12))] for word in words}
    space, dictionary = Space(words, matrix, "made"), Dictionary({word: [way] for word, way in said.items()}, "made")
    yield tables(effort, space, dictionary)
    yield texts(effort, Table.build(words[:5_000], Space(words[:5_000], matrix[:5_000], "made"), dictionary))


def tables(effort: Effort, space: Space, dictionary: Dictionary) -> Row:
    """All words against all, on all cores: the time by the clock, as numpy's products take all cores too."""
    work = f"table of {len(space):,} words, {NEIGHBORS:,} neighbors, by the clock"
    peer = "numpy and a C edit distance"
    if reason := peers.absent("weighted_levenshtein"):
        return Row(work, peer, Faster(10), skipped=reason)
    rows = np.arange(0, len(space), SHARE)
    times = best(
        {
            "ours": lambda: Table.build(space.words, space, dictionary),
            "loop": lambda: loop(space, {word: ways[0] for word, ways in dictionary.entries.items()}, rows),
        },
        1,
        time.perf_counter,
    )
    theirs = times["loop"] * len(space) / len(rows)
    return Row(work, f"{peer}, a {SHARE}th of the words timed", Faster(10), times["ours"], theirs)


def loop(space: Space, said: Mapping[str, list[str]], rows: NDArray[np.intp]) -> list[list[tuple[float, int]]]:
    """Blocks of products partly sorted, then the distance to each neighbor in turn."""
    from weighted_levenshtein import lev

    phonology = make_hayes_phonology()
    letters = {phone: chr(40 + place) for phone, place in phonology.places.items()}
    spelled = ["".join(letters[phone] for phone in said[word]) for word in space.words]
    alone, pairs = np.ones(128), np.ones((128, 128))
    inside = slice(40, 40 + len(letters))
    alone[inside], pairs[inside, inside] = phonology.alone, phonology.pairs
    found = []
    for begin in range(0, len(rows), 500):
        block = rows[begin : begin + 500]
        scores = space.matrix[block] @ space.matrix.T
        scores[np.arange(len(block)), block] = -2
        keep = min(NEIGHBORS, len(space) - 1)
        for row, near in zip(block, np.argpartition(scores, -keep, axis=1)[:, -keep:], strict=True):
            one = spelled[row]
            far = [
                (lev(one, spelled[other], insert_costs=alone, delete_costs=alone, substitute_costs=pairs), other)
                for other in near.tolist()
            ]
            found.append(sorted(each for each in far if each[0] < THRESHOLD)[:CONFUSIONS])
    return found


def texts(effort: Effort, table: Table) -> Row:
    """Texts with errors in three of ten words, on all cores: the time by the clock, and memory beyond the texts."""
    draw = random.Random(9)
    words = list(table)
    given = [" ".join(draw.choices(words, k=LENGTH)) for _ in range(effort.size(TEXTS))]
    held, keys = Strings.of(given), Strings.of(map(str, range(len(given))))
    corrupted(held[:10], table, keys=keys[:10])
    before = memory.status("VmRSS")
    memory.REFERENCES.write_text("5")
    runs = {"ours": lambda: corrupted(held, table, keys=keys), "python": lambda: python(given, table)}
    times = best({"ours": runs["ours"]}, effort.rounds(5), time.perf_counter)
    peak = memory.status("VmHWM") - before
    times |= best({"python": runs["python"]}, 1, time.perf_counter)
    work = f"errors in {len(given) * LENGTH:,} words, by the clock"
    return Row(work, "a loop in Python", Under(SECONDS), times["ours"], times["python"], peak, MEGABYTES * 1_000_000)


def python(given: list[str], table: Table) -> list[str]:
    """Each word by itself, by `random`."""
    rows = {word: ([each.word for each in table[word]], [each.probability for each in table[word]]) for word in table}
    draw = random.Random(7)
    return [
        " ".join(draw.choices(*rows[word])[0] if draw.random() < 0.3 else word for word in text.split())
        for text in given
    ]
