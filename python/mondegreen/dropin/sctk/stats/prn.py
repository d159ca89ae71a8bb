"""`-r prn`: what all systems made of each utterance, side by side (`.prn`)."""

from bisect import bisect_left
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float, round_to_float32
from mondegreen.dropin.sctk import attributes
from mondegreen.dropin.sctk.stats.columns import Columns, Step
from mondegreen.dropin.sctk.stats.matched import Numbers, matched

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.sctk.system import System

LEAST_WIDTH = 80
OTHER_REFERENCES = b";; Reference strings not identical, dumping individual paths\n"


class Lattice:
    """How many words of the reference no system got right, which a perfect choice among the systems would miss."""

    def __init__(self) -> None:
        self.words = 0
        self.missed = 0
        self.last = (0, 0)
        self.never_right: dict[bytes, int] = {}  # in order of first appearance
        self.order: list[bytes] = []  # sorted

    def add(self, paths: list[list[Step]]) -> tuple[int, int]:
        """Adds an utterance; gives its words, and those that are missed."""
        rows = [[step for step in path if step.letter != "I"] for path in paths]
        missed = [
            steps[0].reference for steps in zip_longest(*rows) if not any(step and step.letter == "C" for step in steps)
        ]
        for word in missed:
            self.miss(word)
        self.last = len(rows[0]), len(missed)
        return self.last

    def miss(self, word: bytes) -> None:
        """Counts a word that no system got right.

        SCTK takes the place of a word in the sorted list for its place in the list by first appearance, and so from
        the second time on counts some other word.
        """
        place = bisect_left(self.order, word)
        if word not in self.never_right:
            self.order.insert(place, word)
            self.never_right[word] = 1
        else:
            self.never_right[next(islice(self.never_right, place, None))] += 1

    def count(self) -> None:
        """Adds the last utterance to the sums; SCTK counts it again for one that it cannot compare."""
        self.words += self.last[0]
        self.missed += self.last[1]

    def report(self) -> bytes:
        """The last part of the report."""
        right = divide_as_c(round_to_float32(self.words - self.missed), round_to_float32(self.words))
        accuracy = format_c_float(b"%5.2f", round_to_float32(right) * 100.0)
        text = b"Lattice Summary: #TotRefWords %d #TotRefErrWords %d Accuracy %b\n" % (
            self.words,
            self.missed,
            accuracy,
        )
        ranking = sorted(self.never_right.items(), key=lambda each: (-each[1], each[0]))
        text += b"%-30b   Total                 (%d)\n" % (b"\nList of not correct reference words", len(ranking))
        text += b"%-30b   With >=%3d occurrences (%d)\n\n" % (b"", 1, len(ranking))
        for number, (word, count) in enumerate(ranking, 1):
            text += b"%4d: %4d  ->  %b\n" % (number, count, word)
        return text + b"     -------\n     %5d\n\n" % sum(self.never_right.values())


def report(systems: "Sequence[System]", width: int) -> bytes:
    """The whole report."""
    lattice = Lattice()
    parts = [head(systems)]
    for speaker, utterances in matched(systems):
        parts.append(b"Speaker: %b\n" % speaker)
        parts.append(utterance(systems, utterances, max(width, LEAST_WIDTH), lattice))
        lattice.count()
    return b"".join([*parts, lattice.report()])


def head(systems: "Sequence[System]") -> bytes:
    """The systems, and what their labels mean."""
    text = b"Common scoring speakers and segments\nVersion 0.1\n\nRepresented Systems\n"
    for system in systems:
        files = (system.title, system.reference or b"(null)", system.hypothesis or b"(null)")
        text += b"    name: %b   Ref: %b   Hyp: %b\n" % files
    text += b"    End of Represented Systems\n\n"
    first = systems[0]
    if first.labels or first.categories:
        text += b"Utterance Label Definitions:\n"
    for kind, known in ((b"Category", first.categories), (b"Label", first.labels)):
        for label in known:
            text += b'    %b: id: "%b" title: "%b" description: "%b"\n' % (kind, *label.parts())
    return text + b"    End of Utterance Label Definitions\n\n\n"


def utterance(systems: "Sequence[System]", numbers: Numbers, width: int, lattice: Lattice) -> bytes:
    """An utterance: all systems in columns, or each by itself where their references differ."""
    paths = [list(steps(system, number)) for system, number in zip(systems, numbers, strict=True)]
    if len(systems) == 1:
        return alone(systems, numbers, width)
    words = [references(path) for path in paths]
    if not all(other == words[0][: len(other)] for other in words):  # words after the last one are not looked at
        return OTHER_REFERENCES + alone(systems, numbers, width)
    counts = lattice.add(paths)
    id, labels, file, channel, _, spans, bits = systems[0].scored.header(numbers[0])  # noqa: A001  the format's word
    text = b"Id:     %b\n" % id
    for name, value in ((b"Labels", labels), (b"File", file), (b"Channel", channel)):
        text += b"" if value is None else b"%b: %b\n" % (name, value)
    for name, bit, (begin, end) in (
        (b"Ref", attributes.REFERENCE_SPAN, spans[0]),
        (b"Hyp", attributes.HYPOTHESIS_SPAN, spans[1]),
    ):
        text += b"%b times: t1= %.2f t2= %.2f\n" % (name, begin, end) if bits & bit else b""
    text += b"Lattice Analysis: #refWords %d #refErrWords %d\n\n\n" % counts
    return text + Columns([system.title for system in systems], width).drawn(paths)


def alone(systems: "Sequence[System]", numbers: Numbers, width: int) -> bytes:
    """Every system's alignment as in other reports."""
    shown = (
        system.scored.show([number], width, attributes.ALL) for system, number in zip(systems, numbers, strict=True)
    )
    return b"".join(text[:-1] for text in shown)


def references(path: list[Step]) -> list[bytes]:
    """The words of the reference."""
    return [step.reference for step in path if step.letter != "I"]


def steps(system: "System", number: int) -> "Iterator[Step]":
    """The steps of an alignment; wrong words are in capitals unless these have a meaning."""
    sensitive = system.scored.header(number)[-1] & attributes.CASE
    letters = system.scored.steps(number).decode()
    for letter, (reference, hypothesis) in zip(letters, system.scored.words(number), strict=True):
        word = hypothesis or b""
        yield Step(letter, reference or b"", word if sensitive or letter == "C" else word.upper())
