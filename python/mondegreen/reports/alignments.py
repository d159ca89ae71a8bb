"""Pairs with their words side by side, and the utterances that went worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError, join_ids
from mondegreen.metrics.support.steps import weigh_steps as weighed_steps
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.reports import View, describe_runs, short_names, system_names
from mondegreen.reports.blocks import (
    AlignedPair,
    AlignedSystems,
    Alignments,
    Block,
    Cell,
    Column,
    Reader,
    Table,
    make_columns,
)
from mondegreen.results.run import Run
from mondegreen.results.summary import Utterances, find_worst, select_pairs
from mondegreen.tokenization import tokenize_texts

# The core's steps 0, 1, 2, 3 as letters.
LETTERS = bytes.maketrans(bytes(range(4)), b"CSID")
FIELDS = ("speaker",)


def report_alignments(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The aligned utterances with errors; several systems side by side."""
    beside = len(runs) > 1 and view.weights is None and all(run.pairs.keys == runs[0].pairs.keys for run in runs)
    for system, run in zip(system_names(runs), runs, strict=True):
        chosen = select_pairs(run, find_utterances(run, view.utterances)) if view.utterances else run
        fields = list_fields(run)
        pairs = iterate_pairs(chosen, view, fields)
        title, note = describe_runs([run], system), write_note(run, view.weights)
        weighed, folds = view.weights is not None, not view.unfolded
        reader: Reader | None = "programs" if beside else None
        yield Alignments("alignments", title, pairs, note, fields, system, weighed=weighed, folds=folds, reader=reader)
    if beside:
        found = compare_pairs(runs, view)
        yield AlignedSystems("alignments", describe_runs(runs), short_names(runs), found, folds=not view.unfolded)


def list_fields(run: Run) -> list[str]:
    return [name for name in FIELDS if name in run.pairs.fields]


def compare_pairs(runs: Sequence[Run], view: View) -> Iterator[tuple[AlignedPair, ...]]:
    """Of each utterance the pairs of all systems; those that all have right only if the view says so."""
    every = bool(view.all or view.utterances)
    chosen = [select_pairs(run, find_utterances(run, view.utterances)) if view.utterances else run for run in runs]
    whole, fields = replace(view, all=True), list_fields(runs[0])
    for pairs in zip(*(iterate_pairs(run, whole, fields) for run in chosen), strict=True):
        if every or any(set(pair.steps) - {"C"} for pair in pairs):
            yield pairs


def align_utterances(runs: Sequence[Run], keys: Sequence[str]) -> Iterator[tuple[AlignedPair | None, ...]]:
    """The utterances with these IDs as all systems have them, None where one lacks it."""
    every: list[dict[str, AlignedPair]] = []
    for run in runs:
        wanted = set(keys)
        indices = [index for index, key in enumerate(run.pairs.keys) if key in wanted]
        pairs = iterate_pairs(select_pairs(run, indices), View(all=True), list_fields(run))
        every.append({pair.key: pair for pair in pairs})
    for key in keys:
        yield tuple(found.get(key) for found in every)


def write_note(run: Run, weights: Weighed | None) -> str:
    if weights is None:
        return ""
    used = ", ".join(identity for _, identity in run.settings.resources.identities(weights.uses()))
    return f"weighted by {weights.label} with {used}"


def find_utterances(run: Run, keys: Sequence[str]) -> list[int]:
    """The indices of the utterances with these IDs."""
    wanted = set(keys)
    found = {key: index for index, key in enumerate(run.pairs.keys) if key in wanted}
    for key in keys:
        if key not in found:
            here = join_ids(run.pairs.keys) or "none"
            raise ScoreError(f'there is no utterance "{key}"; the utterance IDs are {here}', path=run.reference)
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


ERROR_COLUMNS = [*make_columns(0, errors="err", words="wrd"), Column("error_rate", "rate", 1, unit="%")]
TEXT_COLUMNS = make_columns(reference="ref", hypothesis="hyp")


def report_worst(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The utterances with the most errors of each system, then those with the highest error rates.

    People see each of them once, with all systems side by side.
    """
    found = [find_worst(run, view.top) for run in runs]
    for order, (name, what) in enumerate((("most_errors", "most errors"), ("highest_rates", "highest error rates"))):
        for system, run, orders in zip(system_names(runs), runs, found, strict=True):
            title = f"{what}: {describe_runs([run], system)}"
            columns = [replace(column, reader="programs") for column in worst_columns(run)]
            yield Table(name, title, columns, worst_rows(orders[order]), system=system)
    if runs:
        keys = interleave_keys([orders[order].pairs.keys for order in (0, 1) for orders in found])
        title = f"worst utterances, by errors and by error rate: {describe_runs(runs)}"
        yield AlignedSystems("worst", title, short_names(runs), align_utterances(runs, keys))


def interleave_keys(lists: Sequence[Sequence[str]]) -> list[str]:
    """The first of each list, then the second of each, and so on; each of them once."""
    ranked = (key for these in zip_longest(*lists) for key in these if key is not None)
    return list(dict.fromkeys(ranked))


def worst_columns(run: Run) -> list[Column]:
    known = [Column("speaker", "speaker")] if "speaker" in run.pairs.fields else []
    return [Column("utterance", "utterance"), *known, *ERROR_COLUMNS, *TEXT_COLUMNS]


def worst_rows(some: Utterances) -> list[list[Cell]]:
    pairs = some.pairs
    about = [pairs.keys, *([pairs.fields["speaker"]] if "speaker" in pairs.fields else [])]
    numbers = [each.tolist() for each in (some.errors, some.words, some.rates)]
    return [list(cells) for cells in zip(*about, *numbers, pairs.references, pairs.hypotheses, strict=True)]
