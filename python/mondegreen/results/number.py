"""What behaves as the number that it has: in formats, comparisons and sums."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Percentage(ABC):
    """A number in percent; arithmetic gives plain floats, so that a sum of two scores is no score of both corpora."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> float:
        """The number in percent, never rounded; NaN where it is not defined."""

    @property
    def percent(self) -> float:
        """The same as `value`: 10.34 of a score of 10.34 %."""
        return self.value

    @property
    def fraction(self) -> float:
        """The number as a fraction of 1, as jiwer gives it: 0.1034 of a score of 10.34 %."""
        return self.value / 100

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.2f} %"

    def __format__(self, spec: str) -> str:
        """As a float of that many percent is written; the type `%` writes the fraction, so that 10.34 % stays that."""
        if not spec:
            return str(self)
        return format(self.fraction if spec.endswith("%") else self.value, spec)

    def __round__(self, digits: int | None = None) -> float:
        return round(self.value, digits)

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return self.value == float(other) if isinstance(other, Percentage | float | int) else NotImplemented

    def __lt__(self, other: Percentage | float) -> bool:
        return self.value < float(other)

    def __le__(self, other: Percentage | float) -> bool:
        return self.value <= float(other)

    def __gt__(self, other: Percentage | float) -> bool:
        return self.value > float(other)

    def __ge__(self, other: Percentage | float) -> bool:
        return self.value >= float(other)

    def __add__(self, other: Percentage | float) -> float:
        return self.value + float(other)

    def __radd__(self, other: float) -> float:
        return other + self.value

    def __sub__(self, other: Percentage | float) -> float:
        return self.value - float(other)

    def __rsub__(self, other: float) -> float:
        return other - self.value

    def __mul__(self, other: Percentage | float) -> float:
        return self.value * float(other)

    def __rmul__(self, other: float) -> float:
        return other * self.value

    def __truediv__(self, other: Percentage | float) -> float:
        return self.value / float(other)

    def __rtruediv__(self, other: float) -> float:
        return other / self.value

    def __neg__(self) -> float:
        return -self.value

    def __abs__(self) -> float:
        return abs(self.value)
