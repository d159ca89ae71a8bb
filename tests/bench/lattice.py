"""What grows with a lattice and its reference: both double in turn, and time grows with their product."""

from __future__ import annotations

import io
import random
from functools import partial
from typing import TYPE_CHECKING

import lattices
from table import Row, Within
from timing import Effort, best

from mondegreen._core import LatticeArchive, least_errors, least_risk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen._core import Lattice

# Arcs and words; from a row to the next their product is four times as large.
SIZES = ((4_000, 50), (16_000, 50), (16_000, 200), (64_000, 200))
GROWTH = 4
# Caches are left behind on the way, and a round more or less may be needed.
WANTED = Within(1.5 * GROWTH)


def lattice(effort: Effort) -> Iterator[Row]:
    """CPU time within the process; each row's peer is the row above, of a quarter of its arcs times words."""
    yield from rows("lattice-mbr-decode", lambda one, _: least_risk(one), effort)
    yield from rows("lattice-oracle", least_errors, effort)


def rows(program: str, work: Callable[[Lattice, list[int]], object], effort: Effort) -> Iterator[Row]:
    """What a program takes for each size."""
    before = 0.0
    for arcs, words in SIZES:
        one, said = made(effort.size(arcs), effort.size(words))
        taken = best({"ours": partial(work, one, said)}, effort.rounds(5))["ours"]
        if before:
            name = f"{program}, {one.arcs:,} arcs x {len(said):,} words"
            yield Row(name, "a quarter of arcs x words", WANTED, taken, before)
        before = taken


def made(arcs: int, words: int) -> tuple[Lattice, list[int]]:
    """A lattice with about so many arcs, in which each word that was said stands among others, and those words."""
    draw = random.Random(5)
    said = [draw.randint(1, lattices.VOCABULARY) for _ in range(words)]
    data = lattices.lattice(draw, said, arcs)
    return LatticeArchive(io.BytesIO(data)).object("key"), said
