"""`-o wws`: percentages by speaker of what words weigh (`.wws`)."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.emulation.numbers import truncate_to_int32
from mondegreen.dropin.sctk.pad import SCREEN, centred
from mondegreen.dropin.sctk.report.sum import in_percent
from mondegreen.dropin.sctk.report.summary import TITLE, Figures, Speaker, Summary, counted, draw, percents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables

STARS = centred(b"*" * 70, SCREEN)
BANNER = centred(b"*****     Word Percentages Computed using Weighted Word Scoring  *****", SCREEN)

CORRECT, SUBSTITUTED, DELETED, INSERTED = b"CSDI"


class Weight(NamedTuple):
    """What the words of the reference weigh, and those that are correct, substituted, deleted and inserted."""

    reference: float
    correct: float
    substituted: float
    deleted: float
    inserted: float


NOTHING = Weight(0.0, 0.0, 0.0, 0.0, 0.0)


def report(system: "System", tables: "Tables") -> bytes:
    """The whole report."""
    rows = counted(system)
    weights = [weight(system, number) for number in range(len(rows))]
    speakers = [weighed(row, of) if of.reference else in_percent(row, 0) for row, of in zip(rows, weights, strict=True)]
    head = [b"\n\n\n" + TITLE, b"", b"", b"", STARS, BANNER, STARS, b""]
    source = centred(b"** Weights defined by file: '" + (system.weights or b"") + b"'", SCREEN)
    return b"\n".join([*head, source, b"", b""]) + draw(
        system, tables, Summary(speakers, pooled(rows, weights), raw=False)
    )


def weight(system: "System", speaker: int) -> Weight:
    """The sums over a speaker's words; a substitution weighs what both words do."""
    sums = dict.fromkeys(b"CSDI", 0.0)
    reference = 0.0
    scored = system.scored
    for utterance in scored.utterances(speaker):
        for letter, (left, right) in zip(scored.steps(utterance), scored.details(utterance), strict=False):
            own = 0.0 if letter == INSERTED else left[3]
            other = 0.0 if letter == DELETED else right[3]
            reference += own
            sums[letter] += other if letter == CORRECT else own + other
    return Weight(reference, sums[CORRECT], sums[SUBSTITUTED], sums[DELETED], sums[INSERTED])


def weighed(row: Speaker, of: Weight) -> Speaker:
    """The row in percent of what the reference weighs."""
    errors = of.substituted + of.inserted + of.deleted
    words = (of.correct, of.substituted, of.deleted, of.inserted, errors)
    return in_percent(row._replace(figures=Figures(words, row.figures.utterances)), of.reference)


def pooled(rows: list[Speaker], weights: list[Weight]) -> Figures:
    """The figures of all speakers in percent."""
    reference, correct, substituted, deleted, inserted = (
        truncating_sum(column) for column in zip(*(weights or [NOTHING]), strict=True)
    )
    errors = substituted + inserted + deleted
    total = Figures((correct, substituted, deleted, inserted, errors), sum(row.figures.utterances for row in rows))
    return percents(total, reference, sum(row.utterances for row in rows))


def truncating_sum(values: "Iterable[float]") -> int:
    """SCTK adds weights to an integer, and so loses what is behind the point with each of them."""
    total = 0
    for value in values:
        total = truncate_to_int32(total + value)
    return total
