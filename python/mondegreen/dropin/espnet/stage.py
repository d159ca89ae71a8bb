"""ESPnet 2's scoring of a decode directory: texts joined by ID, cleaned, tokenized, and scored by our sclite."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, takewhile, zip_longest

from mondegreen._core import Scored, least_assignment
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import (
    Outcome,
    Result,
    Transcript,
    compare_transcripts,
    find_merged,
    sum_by_speaker,
)
from mondegreen.dropin.espnet.tables import (
    Table,
    find_job_files,
    gather_table,
    join_by_id,
    note_similar_ids,
    read_fields,
    read_table,
)
from mondegreen.dropin.espnet.text_processing import Cleaner, Tokenizer
from mondegreen.errors import count_ids, join_ids
from mondegreen.pairs import Pairs


def assign_columns(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row, no two the same, of the least sum; of several such the one that scipy gives ESPnet."""
    width = len(costs[0]) if costs else 0
    square = [cost for row in costs for cost in row]
    # Rows that cost nothing take what is left over, and move nobody.
    square += [0.0] * (width * width - len(square))
    return least_assignment(square, width)[: len(costs)]


def compare_all(
    references: Sequence[Transcript], hypotheses: Sequence[Transcript], directory: str, ending: str, recipe: Recipe
) -> list[list[Outcome]]:
    """Every reference against every hypothesis, with the results of each pair in a file that bears both numbers."""

    def compare(row: int, column: int) -> Outcome:
        path = os.path.join(directory, f"result_r{row + 1}h{column + 1}{ending}.txt")
        return compare_transcripts(references[row], hypotheses[column], path, recipe)[0]

    return [[compare(row, column) for column in range(len(hypotheses))] for row in range(len(references))]


@dataclass
class Material:
    """The texts of a decode directory: of each speaker of the references, and of each that was recognized."""

    decode: Decode
    recipe: Recipe
    ids: list[str]
    speakers: list[str]
    references: list[list[str]]
    hypotheses: list[list[str]]
    notes: list[str] = field(default_factory=list)
    spelled: Mapping[str, str] = field(default_factory=dict)
    """IDs of hypotheses that are written in another way, with those that they stand for."""
    assignments: list[list[int]] = field(default_factory=list)
    """Of several speakers, the hypothesis assigned to each reference, by utterance."""

    @property
    def has_several(self) -> bool:
        return len(self.references) > 1 or len(self.hypotheses) > 1

    def make_pairs(self) -> Pairs:
        """The cleaned texts, of several speakers each under its own ID and beside the one it was assigned to."""
        indices = [(index, number) for index in range(len(self.ids)) for number in range(len(self.references))]
        utt_ids = [
            f"{self.ids[index]}-{number + 1}" if self.has_several else self.ids[index] for index, number in indices
        ]
        references = [self.references[number][index] for index, number in indices]
        assignments = self.assignments or [list(range(len(self.references)))] * len(self.ids)
        hypotheses = [self.hypotheses[assignments[index][number]][index] for index, number in indices]
        speakers = {"speaker": [self.speakers[index] for index, _ in indices]} if any(self.speakers) else {}
        names = (os.path.join(self.decode.data, "text"), self.decode.directory)
        return Pairs(utt_ids, references, hypotheses, names, fields=speakers)

    def make_transcript(self, path: str, tokens: Sequence[str]) -> Transcript:
        return Transcript(path, self.speakers, self.ids, tokens)


def read_material(decode: Decode, recipe: Recipe, names: tuple[Sequence[str], Sequence[str]] | None = None) -> Material:
    """The texts of a decode directory: those of these names, or else what was recognized."""
    ref_names, hyp_names = names or list_text_names(decode)
    speakers, notes = read_speakers(decode)
    tables = [read_table(os.path.join(decode.data, name)) for name in ref_names]
    others = [gather_table(decode.directory, name) for name in hyp_names]
    if recipe.literal:
        return paste_by_line(decode, recipe, speakers, tables, others)
    if recipe.vocabulary:
        for name in hyp_names:
            recipe.vocabulary.check(decode.directory, name)
    fits = [join_by_id(tables[0], table, speakers) for table in (*tables[1:], *others)]
    notes += [note for fit in fits for note in fit.notes]
    utt_ids = fits[0].utt_ids
    notes += [f"{decode.directory}: {note}" for note in note_similar_ids(utt_ids)]
    unnamed = [utt_id for utt_id in utt_ids if speakers and utt_id not in speakers]
    if unnamed:
        notes.append(f"{decode.data}/utt2spk: lacks {count_ids(unnamed)}, each its own speaker: {join_ids(unnamed)}")
    owners = [speakers.get(utt_id, utt_id) if speakers else "" for utt_id in utt_ids]
    notes += [f"{decode.directory}: {note}" for note in note_merged_speakers(owners)]
    texts = [fits[0].references, *(fit.hypotheses for fit in fits)]
    sides = zip(recipe.make_cleaners(), (texts[: len(tables)], texts[len(tables) :]), strict=True)
    references, hypotheses = ([clean_texts(text, how) for text in side] for how, side in sides)
    notes = list(dict.fromkeys(notes))
    return Material(decode, recipe, utt_ids, owners, references, hypotheses, notes, fits[-1].spelled)


def note_merged_speakers(speakers: Sequence[str]) -> Iterator[str]:
    found = find_merged(speakers)
    if found:
        shown = join_ids([f"{' and '.join(each[:2])} as {name}" for name, each in found.items()])
        yield f"sclite reads speakers up to the first hyphen and merges {shown}; the table of speakers does not"


def list_text_names(decode: Decode) -> tuple[list[str], list[str]]:
    if has_table(decode.data, "text_spk1"):
        return list_numbered(partial(has_table, decode.data)), list_numbered(partial(has_table, decode.directory))
    special = has_table(decode.directory, "text_nospecial")
    return ["text"], ["text_nospecial" if special else "text"]


def has_table(directory: str, name: str) -> bool:
    return os.path.exists(os.path.join(directory, name)) or bool(find_job_files(directory, name))


def list_numbered(there: Callable[[str], bool]) -> list[str]:
    """`text_spk1`, `text_spk2` and so on, as far as they are there; the first in any case."""
    found = takewhile(there, (f"text_spk{number}" for number in count(1)))
    return list(found) or ["text_spk1"]


def read_speakers(decode: Decode) -> tuple[dict[str, str], list[str]]:
    """The speaker of each utterance; none of those that are scored without."""
    path = os.path.join(decode.data, "utt2spk")
    if decode.bare:
        return {}, []
    if not os.path.exists(path):
        return {}, [f"{path}: is not there; scored without speakers"]
    rows = [row for row in read_fields(path) if row]
    return {row[0]: row[1] if len(row) > 1 else row[0] for row in rows}, []


def paste_by_line(
    decode: Decode, recipe: Recipe, speakers: dict[str, str], references: list[Table], hypotheses: list[Table]
) -> Material:
    """The texts as ESPnet pastes them together: the first with the first ID, whatever utterance it is of."""
    utt_ids = read_table(os.path.join(decode.data, "wav.scp")).utt_ids if decode.bare else list(speakers)
    sides = zip(recipe.make_cleaners(), (references, hypotheses), strict=True)
    texts = [clean_texts(table.texts, how) for how, side in sides for table in side]
    rows = zip_longest(utt_ids, *texts, fillvalue="")
    ids, *columns = (list(column) for column in zip(*rows, strict=True))
    owners = [speakers.get(utt_id, "") for utt_id in ids]
    return Material(decode, recipe, ids, owners, columns[: len(references)], columns[len(references) :])


def clean_texts(texts: Sequence[str], how: Cleaner | None) -> list[str]:
    return list(texts) if how is None else [how(text) for text in texts]


def score_unit(work: Material, unit: str, tokenize: Tokenizer) -> Iterator[Result]:
    directory = os.path.join(work.decode.directory, f"score_{unit}")
    references, hypotheses = ([tokenize(texts) for texts in side] for side in (work.references, work.hypotheses))
    if work.has_several:
        yield score_several(work, unit, directory, references, hypotheses)
        return
    reference = work.make_transcript(os.path.join(directory, "ref.trn"), references[0])
    hypothesis = work.make_transcript(os.path.join(directory, "hyp.trn"), hypotheses[0])
    yield finish_result(work, unit, (reference, hypothesis), os.path.join(directory, "result.txt"))


def finish_result(work: Material, unit: str, sides: tuple[Transcript, Transcript], path: str) -> Result:
    outcome, notes = compare_transcripts(*sides, path, work.recipe)
    speakers = {} if work.recipe.literal else sum_by_speaker(sides[0], outcome)
    return Result(work.decode.name, unit, path, outcome.totals(), notes, speakers, failed=outcome.scored is None)


def score_several(
    work: Material, unit: str, directory: str, references: list[list[str]], hypotheses: list[list[str]]
) -> Result:
    """Scores every reference against every hypothesis, takes the best assignment of each utterance, and scores that."""
    hypotheses += [[""] * len(work.ids)] * (len(references) - len(hypotheses))
    ref_files, hyp_files = (
        [
            work.make_transcript(os.path.join(directory, f"{side}_spk{number}.trn"), tokens)
            for number, tokens in enumerate(own, 1)
        ]
        for side, own in (("ref", references), ("hyp", hypotheses))
    )
    outcomes = compare_all(ref_files, hyp_files, directory, "", work.recipe)
    work.assignments = [
        assign_columns([[compute_cost(each.scored, index) for each in row] for row in outcomes])
        for index in range(len(work.ids))
    ]
    straight = [list(range(len(references)))] * len(work.ids)
    path = os.path.join(directory, "{}.trn")
    sides = (
        permute_transcript(work, path.format("ref"), references, straight),
        permute_transcript(work, path.format("hyp"), hypotheses, work.assignments),
    )
    result = finish_result(work, unit, sides, os.path.join(directory, "result.txt"))
    if len(hypotheses) > len(references):
        what = "of each utterance those that no reference was assigned to count nowhere"
        result.notes.append(f"{directory}: {len(hypotheses)} hypotheses of {len(references)} speakers; {what}")
    return result


def compute_cost(scored: Scored | None, index: int) -> float:
    """The error rate of an utterance, as ESPnet has it; of a reference without words, its errors."""
    if scored is None or index >= len(scored):
        return 0.0
    correct, substituted, deleted, inserted = scored.counts(index)
    return (substituted + deleted + inserted) / (correct + substituted + deleted or 1)


def permute_transcript(
    work: Material, path: str, tokens: list[list[str]], assignments: Sequence[Sequence[int]]
) -> Transcript:
    """All speakers' utterances in one transcript, each under its ID and the number of the reference's speaker."""
    rows = [
        (work.speakers[index], f"{work.ids[index]}-{number}", tokens[which][index])
        for index, own in enumerate(assignments)
        for number, which in enumerate(own, 1)
    ]
    return Transcript.from_rows(path, rows)
