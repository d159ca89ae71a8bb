"""The ctm files of rover, read as far as a conversation needs."""

import os
from dataclasses import dataclass

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.emulation.perl import split_lines
from mondegreen.dropin.emulation.streams import ExitError, out

# The tags of alternatives.
BEGIN, OR, END = b"<ALT_BEGIN>", b"<ALT>", b"<ALT_END>"
# How many words are read at first, and how room for them grows.
ROOM, GROWTH = 5000, 1.3
FIELDS = (b"Conversation", b"Conversation side", b"Start time", b"Duration time", b"Word string")


@dataclass(slots=True)
class Token:
    """A line of a ctm file."""

    file: bytes
    channel: bytes
    start: float
    duration: float
    text: bytes
    confidence: float

    # Whether it is a tag of alternatives, or between two.
    is_alternative: bool = False

    @property
    def end(self) -> float:
        return self.start + self.duration


class Ctm:
    """The words of a file as the original holds them: numbered from 1, from the first that is not used up."""

    def __init__(self, path: bytes, *, case_sensitive: bool) -> None:
        try:
            with open(os.fsdecode(path), "rb") as file:
                lines = split_lines(file.read())
        except OSError:
            raise ExitError(b"Can't open input hypothesis file %b\n" % path) from None
        self.path = path
        self.lines = iter([line if case_sensitive else line.lower() for line in lines])
        self.words: list[Token] = []
        self.next = 0  # the first word that is left
        self.end = 0  # behind the last word of the conversation
        self.room = ROOM
        self.at_end = False
        self.has_confidence = False

    def read_conversation(self) -> None:
        """Read on until the last word is known of the conversation that is next."""
        while self._find_end(by_channel=False) == len(self.words) and not self.at_end:
            self._fill()
        self.end = self._find_end(by_channel=True)

    def _find_end(self, *, by_channel: bool) -> int:
        if self.next >= len(self.words):
            return len(self.words)
        first = self.words[self.next]
        for index in range(self.next, len(self.words)):
            word = self.words[index]
            if word.file != first.file or (by_channel and word.channel != first.channel):
                return index
        return len(self.words)

    def _fill(self) -> None:
        """Drop the words that are used up, and read as many as there is room for."""
        del self.words[: self.next]
        self.next = 0
        while len(self.words) < self.room - 1:
            line = next(self.lines, None)
            if line is None:
                self.at_end = True
                return
            if line[:1] != b";":
                last = self.words[-1] if self.words else None
                token = self._parse(line)
                is_inside = last is not None and last.is_alternative and last.text.upper() != END
                token.is_alternative = is_inside or token.text[:4].upper() == b"<ALT"
                self.words.append(token)
            if self.words and len(self.words) >= self.room - 1 and self.words[-1].file == self.words[0].file:
                self.room = int(self.room * GROWTH)

    def _parse(self, line: bytes) -> Token:
        fields = line.replace(b"\t", b" ").rstrip(b"\n").split(b" ")
        fields = [each for each in fields if each]
        if len(fields) < len(FIELDS):
            shown = fields[0] if fields else b""
            out(b"; *ERR: %b is empty '%b'.\n" % (FIELDS[len(fields)], shown))
            out(b"; *Err: Error detected in ctm file '%b'\n" % self.path)
            raise ExitError(b"")
        file, channel, start, duration, text = fields[:5]
        confidence = 0.0
        if len(fields) > 5 and fields[5].lower() != b"na":
            confidence = round_to_float32(atof(fields[5]))
            self.has_confidence = True
        time = start[2:] if start.startswith(b"&&") else start
        return Token(file, channel, atof(time), atof(duration), text, confidence)
