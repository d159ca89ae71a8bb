"""What is shown of corrupted texts: the errors that were wanted, made and found, and a system's beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.report.blocks import Column, Table
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.corrupt.drawing import Corrupted
    from mondegreen.corrupt.profile import Profile
    from mondegreen.corrupt.rates import Wanted
    from mondegreen.report.blocks import Block, Cell

KINDS = ("substitutions", "deletions", "insertions")


def errors(corrupted: Corrupted, asked: Wanted, found: Profile, notes: Sequence[str]) -> Iterator[Block]:
    """How many errors were wanted, how many were made, and how many an aligner finds."""
    counts = corrupted.counts
    seen = [sum(each.values()) for each in (found.replaced, found.lost, found.added)]
    whole = [*zip(KINDS, asked, counts, seen, strict=True)]
    whole.append(("word error rate", sum(asked), sum(counts), sum(seen)))
    words = corrupted.words
    rows: list[list[Cell]] = [
        [name, 100 * wanted, made, share(made, words), count, share(count, words)]
        for name, wanted, made, count in whole
    ]
    columns = [
        Column("errors", "errors"),
        Column("wanted", "wanted %", 2),
        Column("made", "made", 0),
        Column("made_rate", "%", 2),
        Column("found", "found", 0),
        Column("found_rate", "%", 2),
    ]
    left = round(words * (1 - corrupted.covered))
    covered = f"of {amount(words, 'word')} {left} have no candidates; found: as the aligner sees them"
    yield Table("errors", "errors", columns, rows[:-1], "; ".join([covered, *notes]), rows[-1:])


def likeness(system: Profile, simulated: Profile, classes: Mapping[str, str]) -> Iterator[Block]:
    """The errors of a system beside those that were made like them."""
    columns = [Column("measure", "measure"), Column("system", "system", 2), Column("simulated", "simulated", 2)]
    sides = (system, simulated)
    rows: list[list[Cell]] = [["reference words", *(each.words for each in sides)]]
    rows.append(["word error rate, %", *(100 * each.rate for each in sides)])
    rows += [[f"{kind}, %", *(100 * getattr(each, kind) for each in sides)] for kind in KINDS]
    rows += [[f"share of {kind}, %", *(share(getattr(each, kind), each.rate) for each in sides)] for kind in KINDS]
    rows.append(["words in a run of errors", *(each.run for each in sides)])
    yield Table("likeness", f"errors of {system.name} beside simulated ones", columns, rows)
    yield by_class(sides, classes)


def by_class(sides: Sequence[Profile], classes: Mapping[str, str]) -> Block:
    """How many words of each class were replaced and lost."""
    columns = [Column("class", "word class")]
    for name in ("system", "simulated"):
        columns += [
            Column(f"{name}_words", f"{name}: words", 0),
            Column(f"{name}_substituted", "sub %", 2),
            Column(f"{name}_deleted", "del %", 2),
        ]
    found = [each.by_class(classes) for each in sides]
    names = sorted({*found[0], *found[1]})
    rows: list[list[Cell]] = []
    for name in names:
        cells: list[Cell] = [name or "others"]
        for each in found:
            said, replaced, lost = each.get(name, (0, 0, 0))
            cells += [said, share(replaced, said), share(lost, said)]
        rows.append(cells)
    note = "" if sides[0].spoken else "a dtl does not tell how often words were said, nor of runs"
    return Table("classes", "errors by word class", columns, rows, note)


def share(part: float, whole: float) -> float:
    """A share in per cent; NaN of nothing."""
    return 100 * part / whole if whole else float("nan")
