"""Scores by the labels of utterances, which the reports by label share: `lur` of one system, and `lur` of several."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.statistics import compute_moments, percent_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.sctk.system import Label, System
    from mondegreen.dropin.sctk.table import Table

BAD = b"""Error: Bad Label '%s' for utt %s
       Make sure utterance labels have been properly formatted in the reference file.
"""
UNKNOWN = b"""Error: Label id '%s' lookup failed for utt %s
       Make sure labels have been defined in the comment lines of the reference file.
"""
AMBIGUOUS = b"""Error: Label id '%s' of utt '%s' (label def %s) occurs in multiple label category fields.
"""


class Count(NamedTuple):
    """Words of the reference, and errors."""

    words: int
    errors: int


class Rates(NamedTuple):
    """Of words and of error rates the sum or whole, then mean, deviation and median over speakers."""

    words: tuple[float, float, float, float]
    errors: tuple[float, float, float, float]


class Labelled:
    """The counts of the utterances that bear a label, by label and speaker."""

    def __init__(self, system: "System", places: "list[int | None]") -> None:
        """Counts; a place tells where between the commas a label was first seen, here or in other systems."""
        speakers = len(system.scored.speakers())
        self.counts = [[Count(0, 0)] * speakers for _ in system.labels]
        self._known: dict[bytes, int] = {}
        for number, label in enumerate(system.labels):
            self._known.setdefault(label.id.lower(), number)
        self._places = places
        for speaker in range(speakers):
            for utterance in system.scored.utterances(speaker):
                self._add(system, speaker, utterance)

    def _add(self, system: "System", speaker: int, utterance: int) -> None:
        name, labels = system.scored.header(utterance)[:2]
        if labels is None:
            return
        correct, substituted, deleted, inserted = system.scored.counts(utterance)
        for place, part in parted(name, labels):
            label = self._label(name, labels, place, part)
            words, errors = self.counts[label][speaker]
            words += correct + substituted + deleted
            self.counts[label][speaker] = Count(words, errors + substituted + deleted + inserted)

    def _label(self, name: bytes, labels: bytes, place: int, part: bytes) -> int:
        label = self._known.get(part.lower())
        if label is None:
            raise Refusal(UNKNOWN % (part, name))
        if self._places[label] is None:
            self._places[label] = place
        elif self._places[label] != place:
            raise Refusal(AMBIGUOUS % (part, name, labels))
        return label


def parted(name: bytes, labels: bytes) -> "Iterator[tuple[int, bytes]]":
    """The parts of `<a,b,c>`, each with the place between commas where it stands; empty places count too."""
    if not labels.startswith(b"<"):
        raise Refusal(BAD % (labels, name))
    place, rest = 0, labels[1:]
    while rest and not rest.startswith(b">"):
        end = next((at for at, byte in enumerate(rest) if byte in b"<,>"), len(rest))
        if end:
            yield place, rest[:end]
        rest = rest[end + 1 :]
        place += 1


def rates(counts: "Sequence[Count]", of: "Sequence[Count]") -> Rates:
    """What a label tells: the whole over all counts, statistics over those of the speakers who count."""
    words = sum(count.words for count in counts)
    errors = sum(count.errors for count in counts)
    sizes = compute_moments([count.words for count in of])
    shares = compute_moments([percent_of(count.errors, count.words) for count in of])
    return Rates(
        (words, sizes.mean, sizes.deviation, sizes.median),
        (percent_of(errors, words), shares.mean, shares.deviation, shares.median),
    )


class Layouts(NamedTuple):
    """The formats of rows: titles over two columns for each label, its two figures, and titles of categories."""

    titles: str
    figures: str
    categories: str


def layouts(places: "list[int | None]") -> Layouts:
    """Labels of other categories stand behind a double line."""
    titles = figures = categories = "c"
    for number, place in enumerate(places):
        other = number > 0 and place != places[number - 1]
        line = "=" if other else "|"
        titles += line + "ca"
        figures += line + "rr"
        categories += line + ("ca" if other or number == 0 else "aa")
    return Layouts(titles, figures, categories)


def head(table: "Table", first: "System", layout: Layouts, corner: bytes) -> None:
    """The rows that tell what the labels are, and the titles of the columns."""
    for number, label in enumerate(first.labels):
        cells = (label.title.replace(b"//", b" "), b"->", label.description)
        table.row("ccc", *cells, before="" if number else " ")
    table.row("ccc", b"", b"", b"", before="" if first.labels else " ", after=" ")
    if first.categories:
        table.row(layout.categories, b"", *titles(first.categories), before="-")
    table.row(layout.titles, corner, *titles(first.labels), before="-")
    table.row(layout.titles, b"", *[b" #Wrd %WE"] * len(first.labels))


def titles(labels: "list[Label]") -> list[bytes]:
    """What stands above their columns."""
    return [label.title for label in labels]
