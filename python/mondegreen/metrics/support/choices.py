"""What has a name and options, and how it is written with them: metrics, and the encoders of sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.spec import quote_value


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is left to the user; the first value is the default.

    With `check`, which raises a `ValueError` for what it cannot take, any other value will do too.
    """

    name: str
    values: tuple[str, ...]
    help: str
    check: Callable[[str], object] | None = None

    def take(self, value: str, whose: str) -> str:
        """The value, if it may be one."""
        if value in self.values:
            return value
        if self.check is None:
            raise ScoreError(f'{whose}:{self.name} is "{value}"; choose from {", ".join(self.values)}')
        try:
            self.check(value)
        except ValueError as error:
            raise ScoreError(f'{whose}:{self.name} is "{value}"; {self.help}') from error
        return value


class Choosing:
    """A name, a version that changes with the definition, and options; the first value of each is its default."""

    name: ClassVar[str]
    version: ClassVar[int]
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, **chosen: str) -> None:
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if not known:
                raise ScoreError(f'{self.name} has no options, and no "{name}"')
            if name not in known:
                raise unknown_name(f"option of {self.name}", name, known)
            known[name].take(value, self.name)
        self.chosen = {name: chosen.get(name, option.values[0]) for name, option in known.items()}

    def own(self, name: str) -> str | None:
        """What the user chose for an option; nothing where that is the default."""
        value = self.chosen[name]
        return None if value == next(option for option in self.options if option.name == name).values[0] else value

    @property
    def label(self) -> str:
        """The name and the options that are not at their default, as a user writes them."""
        return ":".join([self.name, *self.changes])

    @property
    def signature(self) -> str:
        """Its own part of a signature."""
        return ":".join([f"{self.name}.v{self.version}", *self.changes])

    @property
    def changes(self) -> list[str]:
        """The options that are not at their default."""
        defaults = {option.name: option.values[0] for option in self.options}
        return [f"{name}={quote_value(value)}" for name, value in self.chosen.items() if value != defaults[name]]
