"""What stands in a saved run for things that are not kept themselves, only what they did: rules, tokenisers, models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The rules that texts went through before they were kept: what they are called, and nothing more to do."""

    signature: str

    def __call__(self, text: str) -> str:
        """The text, as the rules had left it."""
        return text


@dataclass(frozen=True, slots=True)
class SavedTokens:
    """A tokeniser that knows what another made of the kept texts, and of no others."""

    signature: str
    known: Mapping[str, Sequence[str]] = field(repr=False, compare=False)

    def __call__(self, text: str) -> Sequence[str]:
        """The tokens of one of the kept texts."""
        if text not in self.known:
            raise ScoreError(f'"{text}" is no text of the saved run, whose tokeniser {self.signature} was not kept')
        return self.known[text]


class UnsavedModel:
    """A model that was an object of a Python program's own, so that no name leads back to it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # what copies and compares objects asks for these, and must hear no
            raise AttributeError(name)
        raise ScoreError(f"the {self.kind} of the saved run were given as an object, which is not kept; score anew")
