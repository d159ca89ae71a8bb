"""What the detail scripts share: text that is decoded if all of it can be, and what became of a pair of words."""

from __future__ import annotations

from mondegreen.dropin.kaldi.scripts import MISUSED, DieError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.kaldi.scripts import Script


class Decoded:
    """Text that is UTF-8, or else bytes of which each counts as a character."""

    def __init__(self, data: bytes) -> None:
        try:
            self.text, self.encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            self.text, self.encoding = data.decode("latin-1"), "latin-1"

    def lines(self) -> Iterator[list[str]]:
        """The fields of each line."""
        lines = self.text.split("\n")
        if not lines[-1]:
            del lines[-1]
        return map(self.fields, lines)

    def fields(self, line: str) -> list[str]:
        """A line cut at white space, which in bytes is only that of ASCII."""
        if self.encoding == "utf-8":
            return line.split()
        return [field.decode(self.encoding) for field in line.encode(self.encoding).split()]

    def note(self, call: Script) -> None:
        """Tells how text was taken, as the scripts do."""
        kind = "utf-8 text" if self.encoding == "utf-8" else "byte stream"
        call.say(f"{call.name}: Note: handling as {kind}")


def step(reference: str, hypothesis: str, symbol: str) -> str:
    """C, S, I or D: what became of a pair of words, of which the symbol is none."""
    if hypothesis == symbol:
        return "D"
    if reference == symbol:
        return "I"
    return "C" if reference == hypothesis else "S"


def taken(words: list[str], *names: str) -> dict[str, str]:
    """Takes options with values off the front of a command line; flags stay, with what follows them."""
    values: dict[str, str] = {}
    while words and words[0].startswith("--"):
        name, equals, value = words[0].partition("=")
        if name not in names:
            break
        if not equals and len(words) < 2:
            raise DieError(f"Option {name[2:]} requires an argument", MISUSED)
        values[name] = value if equals else words[1]
        del words[: 1 if equals else 2]
    return values


def refuse(words: Sequence[str]) -> None:
    """Refuses what is left of a command line."""
    if words:
        raise DieError(f"Unknown option or argument: {words[0]}", MISUSED)
