"""What a format's reader knows beside the lines."""

from dataclasses import dataclass

from mondegreen.errors import ScoreError
from mondegreen.io.source import UTF8, label


@dataclass(frozen=True, slots=True)
class Reading:
    """The file's name for messages, its encoding, and the columns that the user names for utterance IDs and texts.

    `before` is how many lines of the file come before those that are read. `side` is "ref" or "hyp" where the file is
    one of two to be paired, `both` says that one table holds both, of which `other` is the column of the other side,
    and `keyless` that rows need no utterance ID, since they are paired by position.
    """

    name: str
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    before: int = 0
    side: str = ""
    both: bool = False
    other: str | None = None
    keyless: bool = False

    def error(self, what: str, line: int | None = None, key: str | None = None) -> ScoreError:
        """The error of that sentence at that line, or utterance, of the file."""
        return ScoreError(what, path=self.name, line=None if line is None else self.before + line, key=key)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two files that are scored, and what the user says of it; `kind` is "ref" or "hyp".

    `among` says that it is one of several hypotheses, of which one may well be the reference itself.
    """

    path: str
    kind: str
    format: str | None = None
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    by_order: bool = False
    among: bool = False

    def reading(self) -> Reading:
        """What the reader of its format knows beside the lines."""
        return Reading(label(self.path), self.encoding, self.key, self.text, side=self.kind, keyless=self.by_order)
