"""Every pair's words side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.aggregate.tally import picked
from mondegreen.errors import ScoreError
from mondegreen.measure.steps import weigh_steps as weighed_steps
from mondegreen.report.blocks import AlignedPair, Alignments
from mondegreen.report.caption import against, caption, names
from mondegreen.tokenise import tokenize_texts
from mondegreen.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Batch
    from mondegreen.measure.weighed import Weighed
    from mondegreen.report import View
    from mondegreen.report.blocks import Block

# The core's steps 0, 1, 2, 3 as letters.
LETTERS = bytes.maketrans(bytes(range(4)), b"CSID")
FIELDS = ("speaker",)


def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """For each system the pairs with errors, or all."""
    for system, run in zip(names(runs), runs, strict=True):
        chosen = picked(run, places(run, view.utterances)) if view.utterances else run
        fields = [name for name in FIELDS if name in run.pairs.fields]
        pairs = aligned(chosen, view, fields)
        title, note = against([run], system), noted(run, view.weights)
        weighed = view.weights is not None
        yield Alignments("alignments", title, pairs, note, fields, system, weighed=weighed, folds=not view.unfolded)


def noted(run: Run, weights: Weighed | None) -> str:
    """What was paired, and by what errors are weighed."""
    if weights is None:
        return caption(run)
    used = ", ".join(identity for _, identity in run.settings.resources.identities(weights.uses()))
    return f"{caption(run)}; weighed by {weights.label} with {used}"


def places(run: Run, keys: Sequence[str]) -> list[int]:
    """Where the utterances of these keys stand."""
    wanted = set(keys)
    found = {key: place for place, key in enumerate(run.pairs.keys) if key in wanted}
    for key in keys:
        if key not in found:
            here = listed(run.pairs.keys) or "none"
            raise ScoreError(f'there is no utterance "{key}"; the keys are {here}', path=run.reference)
    return [found[key] for key in keys]


def aligned(run: Run, view: View, fields: Sequence[str]) -> Iterator[AlignedPair]:
    """The pairs, a batch at a time."""
    start = 0
    for batch in run.batches():
        for place, steps, weights, cosines in stepped(batch, view):
            references, hypotheses = tokens(batch, place, view.unit)
            at = start + place
            yield AlignedPair(
                run.pairs.keys[at],
                gapped(references, steps, "I"),
                gapped(hypotheses, steps, "D"),
                steps,
                {name: run.pairs.fields[name][at] for name in fields},
                weights,
                cosines,
            )
        start += len(batch)


def tokens(batch: Batch, place: int, unit: str) -> Iterator[Sequence[str]]:
    """The tokens of one pair; cutting all of a batch at once would hold them all."""
    for side in (batch.references, batch.hypotheses):
        yield tokenize_texts([side[place]], unit, batch.settings.tokenise)[0]


def stepped(batch: Batch, view: View) -> Iterator[tuple[int, str, Sequence[float], Sequence[float | None]]]:
    """The places of the pairs to show, each with its steps as letters, their weights and their cosines."""
    weighed = weighed_steps(view.weights, batch) if view.weights else None
    found = weighed.found if weighed else batch.alignment(view.unit)
    letters = found.steps.tobytes().translate(LETTERS).decode("ascii")
    offsets = found.offsets.tolist()
    every = view.all or view.utterances
    for place in range(len(batch)) if every else found.errors.nonzero()[0].tolist():
        part = slice(offsets[place], offsets[place + 1])
        yield place, letters[part], *(weighed.numbers(part) if weighed else ((), ()))


def gapped(tokens: Sequence[str], steps: str, lacking: str) -> list[str]:
    """The tokens with "" in the steps where they have none."""
    remaining = iter(tokens)
    return ["" if step == lacking else next(remaining) for step in steps]
