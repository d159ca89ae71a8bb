"""Transcripts as ESPnet writes them, and as sclite must be given them so that each token means itself.

sclite takes some characters for signs of its own: `{ a / b }` for alternatives, `@` for nothing, an asterisk at the
end of a word and backslashes for nothing to look at, semicolons for what parts a word from its tags, lines that begin
with `;;` or `**` for comments; and the last parentheses of a line for its id. So these characters are replaced by
control characters that the texts do not hold, which are as long, and put back in what sclite reports.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Sequence

IN_TEXTS = b"{}@*\\;\0"
IN_IDS = b"()"
# Control characters that part no words, neither for Python nor for sclite.
SPARE = bytes(code for code in range(1, 28) if not chr(code).isspace())
# What of a text sclite would read as something else.
MEANT = re.compile(r"[{\\;\0]|(?:^| )@(?: |$)|[^ ]\*(?: |$)|^\*\*")


class Transcript(NamedTuple):
    """A file of utterances: for each its speaker, "" where there is none, its own id, and its tokens.

    An id that is "" is left out; ESPnet leaves lines without one where it has more texts than ids.
    """

    path: str
    speakers: Sequence[str]
    ids: Sequence[str]
    tokens: Sequence[str]

    def encode(self) -> bytes:
        """The bytes of the file: tokens, a tab, and the id with the speaker before it."""
        rows = zip(self.tokens, self.format_ids(), strict=True)
        return "".join([f"{tokens}\t({name})\n" if name else f"{tokens}\t\n" for tokens, name in rows]).encode(
            "utf-8", "surrogateescape"
        )

    def format_ids(self) -> list[str]:
        """The ids with their speakers."""
        pairs = zip(self.speakers, self.ids, strict=True)
        return [f"{speaker}-{key}" if speaker else key for speaker, key in pairs]


class Shield:
    """Keeps tokens and ids of two transcripts from being read as sclite's signs."""

    def __init__(self, *transcripts: Transcript) -> None:
        data = b"".join(each.encode() for each in transcripts)
        spare = bytes(code for code in SPARE if code not in data)
        self.possible = len(spare) > len(IN_TEXTS) + len(IN_IDS)
        signs = IN_TEXTS + IN_IDS
        self.hidden = spare[: len(signs)]
        self.marker = spare[len(signs) : len(signs) + 1]
        self.texts = str.maketrans(dict(zip(IN_TEXTS.decode(), self.hidden.decode(), strict=False)))
        self.names = str.maketrans(dict(zip(IN_IDS.decode(), self.hidden[len(IN_TEXTS) :].decode(), strict=False)))

    def protect(self, transcript: Transcript) -> bytes:
        """The transcript as sclite is to read it."""
        if not self.possible:
            return transcript.encode()
        tokens = [text.translate(self.texts) for text in transcript.tokens]
        speakers = [speaker.translate(self.names) for speaker in transcript.speakers]
        ids = self.mark_repeated([key.translate(self.names) for key in transcript.ids])
        return transcript._replace(tokens=tokens, speakers=speakers, ids=ids).encode()

    def mark_repeated(self, ids: list[str]) -> list[str]:
        """The ids, those that differ by case alone with marks that are not shown."""
        seen: dict[str, int] = {}
        marked = []
        for name in ids:
            times = seen[name.lower()] = seen.get(name.lower(), -1) + 1
            marked.append(name + self.marker.decode() * times)
        return marked

    def restore(self, report: bytes) -> bytes:
        """What sclite reported, with the signs where they were."""
        if not self.possible:
            return report
        return report.translate(bytes.maketrans(self.hidden, IN_TEXTS + IN_IDS), self.marker)


def find_misread(transcript: Transcript) -> list[str]:
    """The ids of utterances that sclite would take for something else."""
    return [key for key, text in zip(transcript.ids, transcript.tokens, strict=True) if MEANT.search(text)]


def find_merged(speakers: Sequence[str]) -> dict[str, list[str]]:
    """The speakers whom sclite takes for one, for it reads a name up to its first hyphen, by that name."""
    by_name: dict[str, list[str]] = {}
    for speaker in dict.fromkeys(speakers):
        by_name.setdefault(speaker.partition("-")[0].lower(), []).append(speaker)
    return {name: several for name, several in by_name.items() if len(several) > 1}
