"""`-r prn`: what all systems made of each utterance, side by side (`.prn`)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile, zip_longest
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float, round_to_float32
from mondegreen.dropin.emulation.streams import ExitError, err
from mondegreen.dropin.sctk.system import ALL_ATTRIBUTES, CASE_SENSITIVE, HYPOTHESIS_SPAN, REFERENCE_SPAN, System
from mondegreen.dropin.sctk.text_reports import format_definitions, format_ranking

MIN_WIDTH = 80
MAX_STARS = 40
OTHER_REFERENCES = b";; Reference strings not identical, dumping individual paths\n"
TOO_LONG = b"Error: Failed to add header data lines for PRN report.  System names too long.  increase via -l option\n"

Numbers = list[int]  # of a speaker, or of an utterance, by system


class Step(NamedTuple):
    """An edit operation (C, S, I or D), and the words of both sides as they are shown."""

    letter: str
    reference: bytes
    hypothesis: bytes


class Lattice:
    """How many words of the reference no system got right, which a perfect choice among the systems would miss."""

    def __init__(self) -> None:
        self.words = 0
        self.missed = 0
        self.last = (0, 0)
        self.never_right: dict[bytes, int] = {}  # in order of first appearance
        self.order: list[bytes] = []  # sorted

    def add(self, paths: list[list[Step]]) -> tuple[int, int]:
        """Adds an utterance; returns its words, and those that are missed."""
        rows = [[step for step in path if step.letter != "I"] for path in paths]
        missed = [
            steps[0].reference for steps in zip_longest(*rows) if not any(step and step.letter == "C" for step in steps)
        ]
        for word in missed:
            self._count_missed(word)
        self.last = len(rows[0]), len(missed)
        return self.last

    def _count_missed(self, word: bytes) -> None:
        """Counts a word that no system got right.

        SCTK takes the index of a word in the sorted list for its index in the list by first appearance, and so from
        the second time on counts some other word.
        """
        index = bisect_left(self.order, word)
        if word not in self.never_right:
            self.order.insert(index, word)
            self.never_right[word] = 1
        else:
            self.never_right[next(islice(self.never_right, index, None))] += 1

    def format(self) -> bytes:
        right = divide_as_c(round_to_float32(self.words - self.missed), round_to_float32(self.words))
        accuracy = format_c_float(b"%5.2f", round_to_float32(right) * 100.0)
        counts = (self.words, self.missed, accuracy)
        text = b"Lattice Summary: #TotRefWords %d #TotRefErrWords %d Accuracy %b\n" % counts
        ranking = sorted(self.never_right.items(), key=lambda each: (-each[1], each[0]))
        return text + format_ranking(b"List of not correct reference words", ranking)


class Columns:
    """Lines that grow column by column, the reference above the systems, and begin anew where they are full."""

    def __init__(self, titles: list[bytes], width: int) -> None:
        self.titles = titles
        self.width = width
        self.done: list[bytes] = []
        self.lines: list[bytes] = []
        self.length = 0

    def draw(self, paths: list[list[Step]]) -> bytes:
        """The columns of an utterance: of insertions, or of the next word of the reference."""
        self._begin_lines(b"")
        indices = [0] * len(paths)
        while any(index < len(path) for index, path in zip(indices, paths, strict=True)):
            steps = [path[index] if index < len(path) else None for index, path in zip(indices, paths, strict=True)]
            is_insertion = any(step is not None and step.letter == "I" for step in steps)
            steps = [step if step is not None and (step.letter == "I") == is_insertion else None for step in steps]
            if is_insertion:
                self._add_column([b"", *(step.hypothesis if step else b"" for step in steps)])
            else:
                self._add_words(steps)
            indices = [index + (step is not None) for index, step in zip(indices, steps, strict=True)]
        self._end_lines()
        return b"".join(self.done)

    def _add_words(self, steps: list[Step | None]) -> None:
        known = [step for step in steps if step]
        width = max(len(word) for word in (known[0].reference, *(step.hypothesis for step in known)))
        stars = b"*" * min(MAX_STARS, width)
        words = [step and (stars if step.letter == "D" else step.hypothesis) for step in steps]
        self._add_column([known[0].reference, *words])

    def _add_column(self, words: list[bytes | None]) -> None:
        """Adds a column, and a space where it fits; a path that has ended stays as it is."""
        width = max(len(word) for word in words if word is not None)
        if width + self.length > self.width - 1:
            self._end_lines()
            self._begin_lines(b">>> ")
        self.lines = [
            line if word is None else line + word.ljust(width) for line, word in zip(self.lines, words, strict=True)
        ]
        self.length += width
        if self.length + 1 < self.width - 1:
            self.lines = [line + b" " for line in self.lines]
            self.length += 1

    def _begin_lines(self, mark: bytes) -> None:
        width = max([3, *(len(title) for title in self.titles)]) + 2
        self.length = width + len(mark)
        if self.length > self.width:
            raise ExitError(TOO_LONG)
        self.lines = [mark + name.ljust(width) for name in (b"REF:", *(title + b":" for title in self.titles))]

    def _end_lines(self) -> None:
        self.done.append(b"\n".join(self.lines) + b"\n\n")


def format_prn(systems: Sequence[System], width: int) -> bytes:
    lattice = Lattice()
    parts = [format_head(systems)]
    for speaker, utterances in match_utterances(systems):
        parts.append(b"Speaker: %b\n" % speaker)
        parts.append(format_utterance(systems, utterances, max(width, MIN_WIDTH), lattice))
        lattice.words += lattice.last[0]  # SCTK counts the last one again for one that it cannot compare
        lattice.missed += lattice.last[1]
    return b"".join([*parts, lattice.format()])


def format_head(systems: Sequence[System]) -> bytes:
    """The systems, and what their labels mean."""
    text = b"Common scoring speakers and segments\nVersion 0.1\n\nRepresented Systems\n"
    for system in systems:
        files = (system.title, system.reference or b"(null)", system.hypothesis or b"(null)")
        text += b"    name: %b   Ref: %b   Hyp: %b\n" % files
    text += b"    End of Represented Systems\n\n"
    definitions = format_definitions(systems[0])
    text += b"Utterance Label Definitions:\n" + definitions if definitions else b""
    return text + b"    End of Utterance Label Definitions\n\n\n"


def format_utterance(systems: Sequence[System], numbers: Numbers, width: int, lattice: Lattice) -> bytes:
    """An utterance: all systems in columns, or each by itself where their references differ."""
    paths = [list(iterate_steps(system, number)) for system, number in zip(systems, numbers, strict=True)]
    if len(systems) == 1:
        return format_alone(systems, numbers, width)
    words = [[step.reference for step in path if step.letter != "I"] for path in paths]
    if not all(other == words[0][: len(other)] for other in words):  # SCTK ignores words after the last one
        return OTHER_REFERENCES + format_alone(systems, numbers, width)
    counts = lattice.add(paths)
    utterance_id, labels, file, channel, _, spans, bits = systems[0].scored.header(numbers[0])
    text = b"Id:     %b\n" % utterance_id
    for name, value in ((b"Labels", labels), (b"File", file), (b"Channel", channel)):
        text += b"" if value is None else b"%b: %b\n" % (name, value)
    for name, bit, (begin, end) in ((b"Ref", REFERENCE_SPAN, spans[0]), (b"Hyp", HYPOTHESIS_SPAN, spans[1])):
        text += b"%b times: t1= %.2f t2= %.2f\n" % (name, begin, end) if bits & bit else b""
    text += b"Lattice Analysis: #refWords %d #refErrWords %d\n\n\n" % counts
    return text + Columns([system.title for system in systems], width).draw(paths)


def format_alone(systems: Sequence[System], numbers: Numbers, width: int) -> bytes:
    """Every system's alignment as in other reports."""
    pairs = zip(systems, numbers, strict=True)
    return b"".join(system.scored.show([number], width, ALL_ATTRIBUTES)[:-1] for system, number in pairs)


def iterate_steps(system: System, number: int) -> Iterator[Step]:
    """The edit operations of an alignment; wrong words are in upper case unless case matters."""
    is_case_sensitive = system.scored.header(number)[-1] & CASE_SENSITIVE
    letters = system.scored.steps(number).decode()
    for letter, (reference, hypothesis) in zip(letters, system.scored.words(number), strict=True):
        word = hypothesis or b""
        yield Step(letter, reference or b"", word if is_case_sensitive or letter == "C" else word.upper())


def match_utterances(systems: Sequence[System]) -> Iterator[tuple[bytes, Numbers]]:
    """Each utterance that all systems have, by speaker and ID, with the name of its speaker; others are warned of.

    The order is that of the first system. SCTK looks for no more speakers behind the first one that a system lacks.
    """
    known = [{name: number for number, name in enumerate(system.scored.speakers())} for system in systems]
    common = list(takewhile(lambda name: all(name in names for names in known), known[0]))
    for system, names in zip(systems, known, strict=True):
        missing = [name for name in names if name not in common]
        warn_unmatched(b"Warning: system %b has non-unique speakers:" % system.title, missing)
    matched: dict[bytes, list[Numbers]] = {}
    for name in common:
        speakers = [names[name] for names in known]
        ids = [system.index_utterances(speaker) for system, speaker in zip(systems, speakers, strict=True)]
        own = ((systems[0].scored.header(number)[0], number) for number in systems[0].scored.utterances(speakers[0]))
        matched[name] = [
            [number, *(each[key] for each in ids[1:])] for key, number in own if all(key in each for each in ids)
        ]
        for index, (system, speaker) in enumerate(zip(systems, speakers, strict=True)):
            found = {numbers[index] for numbers in matched[name]}
            others = [number for number in system.scored.utterances(speaker) if number not in found]
            warning = b"Warning: system %b, speaker %b has non-unique path:" % (system.title, name)
            warn_unmatched(warning, [system.scored.header(number)[0] for number in others])
    yield from ((name, numbers) for name, found in matched.items() for numbers in found)


def warn_unmatched(warning: bytes, names: list[bytes]) -> None:
    if names:
        err(warning + b"".join(b" " + name for name in names) + b"\n")
