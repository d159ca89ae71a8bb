"""Sums of groups by how many speak at once in the reference."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from mondegreen.dropin.sctk.align2html.model import Counts, Group


@dataclass
class Sum:
    """What groups amount to."""

    groups: int = 0
    time: float = 0.0
    aligned_groups: int = 0
    aligned_time: float = 0.0
    counts: Counts = field(default_factory=Counts)
    # Words of the system, of which those are insertions that nobody spoke along with.
    system_words: int = 0

    def add(self, group: Group) -> None:
        """Adds a group."""
        self.groups += 1
        self.time += group.end - group.begin
        self.counts += group.counts
        self.system_words += group.system_words()
        if group.aligned:
            self.aligned_groups += 1
            self.aligned_time += group.end - group.begin

    def total(self) -> "Total":
        """The sum as a table shows it by itself."""
        return Total(
            self.groups,
            self.time,
            self.aligned_groups,
            self.aligned_time,
            self.counts.words,
            tuple(self.counts.parts()),
        )


def sums(groups: Iterable[Group]) -> dict[int, Sum]:
    """The sums by the number of speakers, the fewest first."""
    found: dict[int, Sum] = {}
    for group in groups:
        found.setdefault(group.reference_speakers(), Sum()).add(group)
    return dict(sorted(found.items()))


@dataclass
class Total:
    """What the sums up to one amount to, as their table shows it: counts of those only that have words."""

    groups: int = 0
    time: float = 0.0
    aligned_groups: int = 0
    aligned_time: float = 0.0
    words: int = 0
    parts: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    def with_sum(self, speakers: int, one: Sum) -> "Total":
        """The total with one more sum; where nobody speaks every word of the system is an insertion and an error."""
        parts = list(self.parts)
        if speakers == 0:
            parts[2] += one.system_words
            parts[5] += parts[2]
        words = one.counts.words
        if words:
            parts = [part + more for part, more in zip(parts, one.counts.parts(), strict=True)]
        return Total(
            self.groups + one.groups,
            self.time + one.time,
            self.aligned_groups + one.aligned_groups,
            self.aligned_time + one.aligned_time,
            self.words + words,
            tuple(parts),
        )


def totals(by_speakers: dict[int, Sum]) -> dict[int, Total]:
    """The total up to each number of speakers."""
    found: dict[int, Total] = {}
    total = Total()
    for speakers, one in by_speakers.items():
        total = total.with_sum(speakers, one)
        found[speakers] = total
    return found
