"""A scored system: what all reports of sclite and all tests of sc_stats are made of.

    for system in read_sgml(sys.stdin.buffer):  # or what sclite aligned
        for number, name in enumerate(system.scored.speakers()):
            for utterance in system.scored.utterances(number):
                letters = system.scored.steps(utterance)  # b"CCSID..."

All text is bytes. `system.scored` is the core's: it holds the items of all utterances in flat arrays, and gives of one
utterance only what it is asked (see `_core.pyi`). Totals of speakers come from `scored.totals()` in one call; the
lines of alignments, the items of an sgml and the lists of confusions are made there too.
"""

from typing import NamedTuple

from mondegreen._core import Scored

# The attributes of an utterance, as bits; the core names them alike.
BY_CHARACTER = 1
CASE_SENSITIVE = 1 << 1
REFERENCE_WEIGHTS = 1 << 2
HYPOTHESIS_WEIGHTS = 1 << 3
REFERENCE_SPAN = 1 << 4
HYPOTHESIS_SPAN = 1 << 5
REFERENCE_TIMES = 1 << 6
HYPOTHESIS_TIMES = 1 << 7
REFERENCE_CONFIDENCES = 1 << 8
HYPOTHESIS_CONFIDENCES = 1 << 9
ALL_ATTRIBUTES = (1 << 10) - 1
# Their names in sgml: those that a path has or not, and the prefixes of the times that it may have.
SGML_FLAGS = (
    (BY_CHARACTER, b"char_align"),
    (CASE_SENSITIVE, b"case_sense"),
    (HYPOTHESIS_WEIGHTS, b"hyp_weight"),
    (REFERENCE_WEIGHTS, b"ref_weight"),
)
SGML_SPANS = ((REFERENCE_SPAN, b"R", 0), (HYPOTHESIS_SPAN, b"H", 1))
# What items hold beside their words (`word_aux`), in the order in which they do.
SGML_WORD_FIELDS = (
    ("r_t1+t2", REFERENCE_TIMES),
    ("h_t1+t2", HYPOTHESIS_TIMES),
    ("r_conf", REFERENCE_CONFIDENCES),
    ("h_conf", HYPOTHESIS_CONFIDENCES),
    ("r_weight", REFERENCE_WEIGHTS),
    ("h_weight", HYPOTHESIS_WEIGHTS),
)


class Label(NamedTuple):
    """What a label of utterances, or an index between their commas (a category), stands for."""

    id: bytes
    title: bytes
    description: bytes


class Column(NamedTuple):
    """A metric of ours in the summary, of each speaker and of all; NaN where it is not defined."""

    heading: bytes
    speakers: list[float]
    system: float


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
        self.weights: bytes | None = None  # the file of the weights by which words were aligned
        self.labels: list[Label] = []
        self.categories: list[Label] = []
        self.columns: list[Column] = []

    def add_definition(self, comment: bytes) -> None:
        """Reads a comment line of an input: `;; LABEL "id" "title" "description"`, or the same with CATEGORY."""
        for start, known in ((b";; LABEL ", self.labels), (b";; CATEGORY ", self.categories)):
            if comment.startswith(start):
                quoted = comment.split(b'"')[1:7:2]
                if len(quoted) == 3 and comment.count(b'"') >= 6 and Label(*quoted) not in known:
                    known.append(Label(*quoted))

    def index_utterances(self, speaker: int) -> dict[bytes, int]:
        """A speaker's utterances by ID, of duplicates the first."""
        ids: dict[bytes, int] = {}
        for utterance in self.scored.utterances(speaker):
            ids.setdefault(self.scored.header(utterance)[0], utterance)
        return ids
