"""Alignments of several systems to one reference, in columns."""

from typing import NamedTuple

from mondegreen.dropin.sctk.refusal import Refusal

STARS = 40
TOO_LONG = b"Error: Failed to add header data lines for PRN report.  System names too long.  increase via -l option\n"


class Step(NamedTuple):
    """What happened (C, S, I or D), and the words of both sides as they are shown."""

    letter: str
    reference: bytes
    hypothesis: bytes


class Columns:
    """Lines that grow column by column, the reference above the systems, and begin anew where they are full."""

    def __init__(self, titles: list[bytes], width: int) -> None:
        self.titles = titles
        self.width = width
        self.done: list[bytes] = []
        self.lines: list[bytes] = []
        self.length = 0

    def drawn(self, paths: list[list[Step]]) -> bytes:
        """The columns of an utterance."""
        self.begin(b"")
        places = [0] * len(paths)
        while any(place < len(path) for place, path in zip(places, paths, strict=True)):
            steps = [path[place] if place < len(path) else None for place, path in zip(places, paths, strict=True)]
            inserting = any(step is not None and step.letter == "I" for step in steps)
            taken = [step if step is not None and (step.letter == "I") == inserting else None for step in steps]
            self.insertions(taken) if inserting else self.words(taken)
            places = [place + (step is not None) for place, step in zip(places, taken, strict=True)]
        self.end()
        return b"".join(self.done)

    def insertions(self, steps: list[Step | None]) -> None:
        """A column of words that some systems put in here."""
        words = [step.hypothesis if step else b"" for step in steps]
        self.add([b"", *words])

    def words(self, steps: list[Step | None]) -> None:
        """A column of the next word of the reference and what the systems made of it."""
        known = [step for step in steps if step]
        width = max(len(word) for word in (known[0].reference, *(step.hypothesis for step in known)))
        stars = b"*" * min(STARS, width)
        made = [step and (stars if step.letter == "D" else step.hypothesis) for step in steps]
        self.add([known[0].reference, *made])

    def add(self, words: list[bytes | None]) -> None:
        """Adds a column, and a blank where there is room for more; what has ended stays as it is."""
        width = max(len(word) for word in words if word is not None)
        if width + self.length > self.width - 1:
            self.end()
            self.begin(b">>> ")
        self.lines = [
            line if word is None else line + word.ljust(width) for line, word in zip(self.lines, words, strict=True)
        ]
        self.length += width
        if self.length + 1 < self.width - 1:
            self.lines = [line + b" " for line in self.lines]
            self.length += 1

    def begin(self, mark: bytes) -> None:
        """Begins the lines with what they are."""
        width = max([3, *(len(title) for title in self.titles)]) + 2
        self.length = width + len(mark)
        if self.length > self.width:
            raise Refusal(TOO_LONG)
        self.lines = [mark + name.ljust(width) for name in (b"REF:", *(title + b":" for title in self.titles))]

    def end(self) -> None:
        """Takes the lines as they are."""
        self.done.append(b"\n".join(self.lines) + b"\n\n")
