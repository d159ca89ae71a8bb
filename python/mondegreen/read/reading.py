"""What a format's reader is told beside the lines."""

from dataclasses import dataclass

from mondegreen.errors import ScoreError


@dataclass(frozen=True, slots=True)
class Reading:
    """The file's name for messages, its encoding, and the columns that the user names for the key and the text.

    `before` is how many lines of the file come before those that are read.
    """

    name: str
    encoding: str = "utf-8"
    key: str | None = None
    text: str | None = None
    before: int = 0

    def error(self, what: str, line: int | None = None, key: str | None = None) -> ScoreError:
        """The error of that sentence at that line, or utterance, of the file."""
        return ScoreError(what, path=self.name, line=None if line is None else self.before + line, key=key)
