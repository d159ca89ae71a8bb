"""A scored system: what all reports of sclite and all tests of sc_stats are made of.

    for system in read_sgml(sys.stdin.buffer):  # or what sclite aligned
        for number, name in enumerate(system.scored.speakers()):
            for utterance in system.scored.utterances(number):
                letters = system.scored.steps(utterance)  # b"CCSID..."

All text is bytes. `system.scored` is the core's: it holds the items of all utterances in flat arrays, and tells of one
utterance only what it is asked (see `_core.pyi`). Totals of speakers come from `scored.totals()` in one call; the
lines of alignments, the items of an sgml and the lists of confusions are made there too.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from mondegreen._core import Scored


class Label:
    """What the labels of utterances, or the places between their commas (categories), stand for."""

    __slots__ = ("description", "id", "title")

    def __init__(self, id: bytes, title: bytes, description: bytes) -> None:
        self.id = id
        self.title = title
        self.description = description

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def parts(self) -> tuple[bytes, bytes, bytes]:
        """The three texts."""
        return self.id, self.title, self.description


class Column:
    """A metric of ours in the summary, of each speaker and of all; NaN where it is not defined."""

    __slots__ = ("heading", "speakers", "system")

    def __init__(self, heading: bytes, speakers: list[float], system: float) -> None:
        self.heading = heading
        self.speakers = speakers
        self.system = system


class System:
    """One hypothesis file against a reference."""

    def __init__(self, title: bytes, scored: Scored) -> None:
        self.title = title
        self.scored = scored
        self.reference: bytes | None = None
        self.hypothesis: bytes | None = None
        self.created: bytes | None = None
        self.fragments = False
        self.optional = False
        # The file of the weights by which words were aligned.
        self.weights: bytes | None = None
        self.labels: list[Label] = []
        self.categories: list[Label] = []
        self.columns: list[Column] = []

    def define(self, comment: bytes) -> None:
        """Takes a comment line of an input: `;; LABEL "id" "title" "description"`, or the same with CATEGORY."""
        for start, known in ((b";; LABEL ", self.labels), (b";; CATEGORY ", self.categories)):
            if comment.startswith(start):
                quoted = comment.split(b'"')[1:7:2]
                if len(quoted) == 3 and comment.count(b'"') >= 6 and Label(*quoted) not in known:
                    known.append(Label(*quoted))
