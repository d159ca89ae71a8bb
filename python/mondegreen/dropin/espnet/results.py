"""What one rate of one decode folder came to."""

from __future__ import annotations

from dataclasses import dataclass, field

from mondegreen.dropin.espnet.scoring import Totals, run_sclite, write_file
from mondegreen.dropin.espnet.transcripts import Transcript, find_merged, find_misread
from mondegreen.errors import ScoreError
from mondegreen.wording import counted, listed

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.espnet.scoring import Outcome


@dataclass
class Result:
    """A file of results, the counts in it, and what is to be said of them; `failed` if there are no results.

    `speakers` holds the counts of each speaker where sclite's table takes several for one.
    """

    dataset: str
    unit: str
    path: str
    totals: Totals
    notes: list[str] = field(default_factory=list)
    speakers: dict[str, Totals] = field(default_factory=dict)
    failed: bool = False


def compare_transcripts(
    reference: Transcript, hypothesis: Transcript, path: str, options: Sequence[str], *, literal: bool
) -> tuple[Outcome, list[str]]:
    """Writes both transcripts and the results; with what is to be said of these."""
    for side in (reference, hypothesis):
        write_file(side.path, side.encode())
    outcome = run_sclite(reference, hypothesis, options, literal=literal)
    if outcome.scored is None and not literal:
        raise ScoreError(outcome.warned.decode("utf-8", "replace").strip(), path=hypothesis.path)
    write_file(path, outcome.report)
    if literal:
        return outcome, outcome.warned.decode("utf-8", "replace").splitlines()
    return outcome, [f"{path}: {note}" for note in note_doubts(reference, hypothesis, outcome.totals())]


def note_doubts(reference: Transcript, hypothesis: Transcript, totals: Totals) -> Iterator[str]:
    """Where the numbers are not those of ESPnet's own run, or cannot be taken as they are printed."""
    signs = dict.fromkeys((*find_misread(reference), *find_misread(hypothesis)))
    if signs:
        what = "with signs that sclite would read as more than words, scored as they stand (--literal does as sclite)"
        yield f"{counted(signs)} {what}: {listed(signs)}"
    if totals.utterances and not totals.words:
        what = f"so the rates of {totals.insertions} insertions are not defined; sclite prints 0.0"
        yield f"no reference holds a word, {what}"


def sum_by_speaker(reference: Transcript, outcome: Outcome) -> dict[str, Totals]:
    """The counts of each speaker, if sclite takes any two for one."""
    if outcome.scored is None or not find_merged(reference.speakers):
        return {}
    sums: dict[str, list[int]] = {}
    for place, speaker in enumerate(reference.speakers):
        counts = outcome.scored.counts(place)
        row = (1, any(counts[1:]), *counts)
        sums[speaker] = [one + more for one, more in zip(sums.get(speaker, [0] * len(row)), row, strict=True)]
    return {speaker: Totals(*own) for speaker, own in sums.items()}
