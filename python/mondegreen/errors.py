"""The one error that is the user's to repair: what is wrong, and where."""

import sys
import warnings

NO_MEMORY = "out of memory; give smaller files or fewer utterances at a time, or use a machine with more memory"


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


class EncodingError(ScoreError):
    """Bytes that are not text in the encoding that was asked for, or in UTF-8."""


class ScoreWarning(UserWarning):
    """Something was counted or left out that the user should know of."""


class ScoreNote(ScoreWarning):
    """Nothing is wrong, but the user may want something else."""


def warn(message: object, category: type[ScoreWarning] = ScoreWarning) -> None:
    """Warns whoever called the library: of what is doubtful, though the work goes on, or of what else may be wanted."""
    depth, frame = 1, sys._getframe()  # noqa: SLF001 - `warnings` counts frames, too
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "mondegreen":
        depth, frame = depth + 1, frame.f_back
    warnings.warn(str(message), category, stacklevel=depth)
