"""The one error that is the user's to repair: what is wrong, and where; and how messages speak of amounts and keys."""

from __future__ import annotations

import sys
import warnings
from itertools import islice

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

NO_MEMORY = "out of memory; give smaller files or fewer utterances at a time, or use a machine with more memory"


class Verbosity:
    """How much is reported: notes and progress unless `--quiet`, and every ID in them with `--verbose`."""

    has_notes = True
    has_every_id = False


class ScoreError(ValueError):
    """A sentence for the user, and the place it speaks of: a file, a line, an utterance."""

    def __init__(self, what: str, *, path: str | None = None, line: int | None = None, key: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.path = path
        self.line = line
        self.key = key

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line) if part is not None)
        where = [place] if place else []
        if self.key is not None:
            where.append(f"utterance {self.key}")
        return ": ".join([*where, self.what])


class ReadError(ScoreError):
    """A file that cannot be opened, or is not what its beginning says."""


class EncodingError(ScoreError):
    """Bytes that are not text in the encoding that was asked for, or in UTF-8."""


class CoreError(ScoreError):
    """What the core refuses: its kind, and the pair of a batch or the byte of a file of which it speaks."""

    def __init__(
        self,
        what: str,
        kind: str = "",
        pair: int | None = None,
        line: int | None = None,
        path: str | None = None,
        key: str | None = None,
        byte: int | None = None,
    ) -> None:
        super().__init__(what, path=path, line=line, key=key)
        self.kind, self.pair, self.byte = kind, pair, byte

    def __str__(self) -> str:
        sentence = self.what if self.byte is None else f"byte {self.byte}: {self.what}"
        if self.pair is not None and self.key is None:
            sentence = f"pair {self.pair}: {sentence}"
        if self.path is None and self.line is not None:
            return f"line {self.line}: {sentence}"
        return str(ScoreError(sentence, path=self.path, line=self.line, key=self.key))

    def name_utterance(self, ids: Sequence[str]) -> None:
        """Replaces the number of the pair by the ID of its utterance."""
        if self.pair is not None and self.pair < len(ids):
            self.key = ids[self.pair]


class ScoreWarning(UserWarning):
    """Something was counted or left out that the user should know of; `note` holds its kind, its side and its IDs."""

    def __init__(self, message: object = "", note: Any = None) -> None:  # noqa: ANN401 - a Note, whose module stands on this one
        super().__init__(str(message))
        self.note = note


class ScoreNote(ScoreWarning):
    """Nothing is wrong, but the user may want something else."""


def warn(message: object, category: type[ScoreWarning] = ScoreWarning, note: object = None) -> None:
    """Warns whoever called the library: of what is doubtful, though the work goes on, or of what else may be wanted."""
    depth, frame = 1, sys._getframe()  # noqa: SLF001 - `warnings` counts frames, too
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "mondegreen":
        depth, frame = depth + 1, frame.f_back
    warnings.warn(category(message, note), stacklevel=depth)


def pluralize(number: int, noun: str) -> str:
    """A number of things, in words."""
    return f"{int(number):,} {noun}{'' if number == 1 else 's'}"


def count_ids(keys: Collection[str], noun: str = "utterance") -> str:
    """The number of utterances, or of other things that have keys, in words."""
    return pluralize(len(keys), noun)


def join_ids(keys: Collection[str]) -> str:
    """The first three keys, and a sign where there are more; all of them where every ID is wanted."""
    if Verbosity.has_every_id:
        return ", ".join(keys)
    return ", ".join(islice(keys, 3)) + (", ..." if len(keys) > 3 else "")
