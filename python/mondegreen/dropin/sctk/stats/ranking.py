"""The error rates of systems by speaker, and their ranks: what the tests over speakers stand on."""

from typing import TYPE_CHECKING

from mondegreen.compare.ranks import average_ranks
from mondegreen.dropin.sctk.statistics import add_up, percent_of, sort_indices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System

FORMULA = b"Speaker Word Error Rate (%)"


class Ranking:
    """Error rates in percent: `rates[speaker][system]`.

    Speakers go by number, not by name: sc_stats takes the names from the first system. What a system with fewer
    speakers lacks is taken for a rate of 0.
    """

    def __init__(self, systems: "Sequence[System]") -> None:
        columns = [error_rates(system) for system in systems]
        longest = max(len(column) for column in columns)
        self.systems = [system.title for system in systems]
        self.speakers = [name_of(systems, number) for number in range(longest)]
        filled = [column + [0.0] * (longest - len(column)) for column in columns]
        self.rates = [[column[number] for column in filled] for number in range(longest)]
        # From best to worst.
        self.speaker_order = sort_indices([add_up(row) for row in self.rates])
        self.system_order = sort_indices([add_up(column) for column in filled])

    def column(self, system: int) -> list[float]:
        """A system's rates."""
        return [row[system] for row in self.rates]

    def ranks_of_systems(self) -> list[list[float]]:
        """The ranks of the systems for each speaker."""
        return [average_ranks(row) for row in self.rates]

    def ranks_of_speakers(self) -> list[list[float]]:
        """The ranks of the speakers for each system."""
        return [average_ranks(self.column(system)) for system in range(len(self.systems))]

    def worse_first(self, first: int, second: int) -> tuple[int, int]:
        """The two systems, the one with the larger summed rate before the other; the second one if they are equal."""
        larger = add_up(self.column(first)) > add_up(self.column(second))
        return (first, second) if larger else (second, first)


def error_rates(system: "System") -> list[float]:
    """The word error rates of a system's speakers."""
    return [percent_of(sum(counts[1:]), sum(counts[:3])) for _, _, counts in system.scored.totals()]


def name_of(systems: "Sequence[System]", number: int) -> bytes:
    """What the first system that has so many speakers calls that one."""
    return next(names[number] for names in (system.scored.speakers() for system in systems) if number < len(names))
