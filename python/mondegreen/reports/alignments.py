"""Pairs with their words side by side, and the utterances that went worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.steps import weigh_steps as weighed_steps
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.reports import View
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Cell, Column, Table, make_columns
from mondegreen.reports.caption import caption_run, describe_runs, system_names
from mondegreen.results.run import Run
from mondegreen.results.summary import Utterances, find_worst, select_pairs
from mondegreen.tokenization import tokenize_texts
from mondegreen.wording import join_ids

# The core's steps 0, 1, 2, 3 as letters.
LETTERS = bytes.maketrans(bytes(range(4)), b"CSID")
FIELDS = ("speaker",)


def report_alignments(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """For each system the pairs with errors, or all."""
    for system, run in zip(system_names(runs), runs, strict=True):
        chosen = select_pairs(run, find_utterances(run, view.utterances)) if view.utterances else run
        fields = [name for name in FIELDS if name in run.pairs.fields]
        pairs = iterate_pairs(chosen, view, fields)
        title, note = describe_runs([run], system), write_note(run, view.weights)
        weighed = view.weights is not None
        yield Alignments("alignments", title, pairs, note, fields, system, weighed=weighed, folds=not view.unfolded)


def write_note(run: Run, weights: Weighed | None) -> str:
    if weights is None:
        return caption_run(run)
    used = ", ".join(identity for _, identity in run.settings.resources.identities(weights.uses()))
    return f"{caption_run(run)}; weighed by {weights.label} with {used}"


def find_utterances(run: Run, keys: Sequence[str]) -> list[int]:
    """The indices of the utterances with these IDs."""
    wanted = set(keys)
    found = {key: index for index, key in enumerate(run.pairs.keys) if key in wanted}
    for key in keys:
        if key not in found:
            here = join_ids(run.pairs.keys) or "none"
            raise ScoreError(f'there is no utterance "{key}"; the keys are {here}', path=run.reference)
    return [found[key] for key in keys]


def iterate_pairs(run: Run, view: View, fields: Sequence[str]) -> Iterator[AlignedPair]:
    """The pairs, a batch at a time."""
    start = 0
    for batch in run.batches():
        for index, steps, weights, cosines in list_steps(batch, view):
            references, hypotheses = tokenize_pair(batch, index, view.unit)
            at = start + index
            yield AlignedPair(
                run.pairs.keys[at],
                insert_gaps(references, steps, "I"),
                insert_gaps(hypotheses, steps, "D"),
                steps,
                {name: run.pairs.fields[name][at] for name in fields},
                weights,
                cosines,
            )
        start += len(batch)


def tokenize_pair(batch: Batch, index: int, unit: str) -> Iterator[Sequence[str]]:
    for side in (batch.references, batch.hypotheses):  # to tokenize a whole batch at once would hold it in memory
        yield tokenize_texts([side[index]], unit, batch.settings.tokenize)[0]


def list_steps(batch: Batch, view: View) -> Iterator[tuple[int, str, Sequence[float], Sequence[float | None]]]:
    """The index of each pair to show, its edit operations as letters, their weights and their cosines."""
    weighed = weighed_steps(view.weights, batch) if view.weights else None
    found = weighed.found if weighed else batch.alignment(view.unit)
    letters = found.steps.tobytes().translate(LETTERS).decode("ascii")
    offsets = found.offsets.tolist()
    every = view.all or view.utterances
    for index in range(len(batch)) if every else found.errors.nonzero()[0].tolist():
        part = slice(offsets[index], offsets[index + 1])
        yield index, letters[part], *(weighed.numbers(part) if weighed else ((), ()))


def insert_gaps(tokens: Sequence[str], steps: str, lacking: str) -> list[str]:
    """The tokens with "" in the steps where they have none."""
    remaining = iter(tokens)
    return ["" if step == lacking else next(remaining) for step in steps]


ERROR_COLUMNS = [*make_columns(0, errors="err", words="wrd"), Column("error_rate", "rate", 1)]
TEXT_COLUMNS = make_columns(reference="ref", hypothesis="hyp")


def report_worst(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The utterances with the most errors of each system, then those with the highest rates."""
    found = [find_worst(run, view.top) for run in runs]
    for order, (name, what) in enumerate((("most_errors", "most errors"), ("highest_rates", "highest rates"))):
        for system, run, orders in zip(system_names(runs), runs, found, strict=True):
            title = f"{what}: {describe_runs([run], system)}"
            yield Table(name, title, worst_columns(run), worst_rows(orders[order]), system=system)


def worst_columns(run: Run) -> list[Column]:
    known = [Column("speaker", "speaker")] if "speaker" in run.pairs.fields else []
    return [Column("utterance", "utterance"), *known, *ERROR_COLUMNS, *TEXT_COLUMNS]


def worst_rows(some: Utterances) -> list[list[Cell]]:
    pairs = some.pairs
    about = [pairs.keys, *([pairs.fields["speaker"]] if "speaker" in pairs.fields else [])]
    numbers = [each.tolist() for each in (some.errors, some.words, some.rates)]
    return [list(cells) for cells in zip(*about, *numbers, pairs.references, pairs.hypotheses, strict=True)]
