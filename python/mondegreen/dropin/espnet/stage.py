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
from mondegreen.dropin.espnet.scoring import Result, Transcript, compare_transcripts, find_merged, sum_by_speaker
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
from mondegreen.pairs import Pairs
from mondegreen.wording import counted, listed


def assign_columns(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row, no two the same, of the least sum; of several such the one that scipy gives ESPnet."""
    width = len(costs[0]) if costs else 0
    square = [cost for row in costs for cost in row]
    # Rows that cost nothing take what is left over, and move nobody.
    square += [0.0] * (width * width - len(square))
    return least_assignment(square, width)[: len(costs)]


@dataclass
class Material:
    """The texts of a decode folder: of each speaker of the references, and of each that was recognised."""

    decode: Decode
    recipe: Recipe
    ids: list[str]
    speakers: list[str]
    references: list[list[str]]
    hypotheses: list[list[str]]
    notes: list[str] = field(default_factory=list)
    spelled: Mapping[str, str] = field(default_factory=dict)
    """Ids of hypotheses that are written in another way, with those that they stand for."""
    chosen: list[list[int]] = field(default_factory=list)
    """Of several speakers, which hypothesis was taken for each reference, by utterance."""

    @property
    def has_several(self) -> bool:
        """Whether more than one speaks at a time."""
        return len(self.references) > 1 or len(self.hypotheses) > 1

    def make_pairs(self) -> Pairs:
        """The cleaned texts, of several speakers each under its own key and beside the one it was assigned to."""
        from mondegreen.pairs import Pairs

        places = [(place, number) for place in range(len(self.ids)) for number in range(len(self.references))]
        keys = [f"{self.ids[place]}-{number + 1}" if self.has_several else self.ids[place] for place, number in places]
        references = [self.references[number][place] for place, number in places]
        hypotheses = [self.hypotheses[self.find_assigned(place)[number]][place] for place, number in places]
        speakers = {"speaker": [self.speakers[place] for place, _ in places]} if any(self.speakers) else {}
        names = (os.path.join(self.decode.data, "text"), self.decode.folder)
        return Pairs(keys, references, hypotheses, names, fields=speakers)

    def find_assigned(self, place: int) -> Sequence[int]:
        """Which hypothesis belongs to each reference of an utterance."""
        return self.chosen[place] if self.chosen else range(len(self.references))

    def make_transcript(self, path: str, tokens: Sequence[str]) -> Transcript:
        """A transcript of these utterances."""
        return Transcript(path, self.speakers, self.ids, tokens)


def read_material(decode: Decode, recipe: Recipe) -> Material:
    """Reads what is to be scored."""
    said, heard = list_text_names(decode)
    speakers, notes = read_speakers(decode)
    tables = [read_table(os.path.join(decode.data, name)) for name in said]
    others = [gather_table(decode.folder, name) for name in heard]
    if recipe.literal:
        return paste_by_line(decode, recipe, speakers, tables, others)
    if recipe.vocabulary:
        for name in heard:
            recipe.vocabulary.check(decode.folder, name)
    fits = [join_by_id(tables[0], table, speakers) for table in (*tables[1:], *others)]
    notes += [note for fit in fits for note in fit.notes]
    keys = fits[0].keys
    notes += [f"{decode.folder}: {note}" for note in note_similar_ids(keys)]
    unnamed = [key for key in keys if speakers and key not in speakers]
    if unnamed:
        notes.append(f"{decode.data}/utt2spk: lacks {counted(unnamed)}, each its own speaker: {listed(unnamed)}")
    owners = [speakers.get(key, key) if speakers else "" for key in keys]
    notes += [f"{decode.folder}: {note}" for note in note_merged_speakers(owners)]
    texts = [fits[0].references, *(fit.hypotheses for fit in fits)]
    clean = recipe.make_cleaners()
    references, hypotheses = (
        [clean_texts(text, how) for text in part] for how, part in zip(clean, split_sides(texts, tables), strict=True)
    )
    told = list(dict.fromkeys(notes))
    return Material(decode, recipe, keys, owners, references, hypotheses, told, fits[-1].spelled)


def split_sides(
    texts: Sequence[list[str]], references: Sequence[Table]
) -> tuple[Sequence[list[str]], Sequence[list[str]]]:
    """Those of the references, and those of the hypotheses behind them."""
    return texts[: len(references)], texts[len(references) :]


def note_merged_speakers(speakers: Sequence[str]) -> Iterator[str]:
    """A sentence on speakers whom sclite takes for one."""
    found = find_merged(speakers)
    if found:
        shown = listed([f"{' and '.join(each[:2])} as {name}" for name, each in found.items()])
        yield f"sclite's tables take as one, by the name up to a hyphen, {shown}; see the table of speakers"


def list_text_names(decode: Decode) -> tuple[list[str], list[str]]:
    """The names of the files with the references and with the hypotheses, one for each speaker."""
    if has_table(decode.data, "text_spk1"):
        return list_numbered(partial(has_table, decode.data)), list_numbered(partial(has_table, decode.folder))
    special = has_table(decode.folder, "text_nospecial")
    return ["text"], ["text_nospecial" if special else "text"]


def has_table(folder: str, name: str) -> bool:
    """Whether a folder has such a table, or its jobs have."""
    return os.path.exists(os.path.join(folder, name)) or bool(find_job_files(folder, name))


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
    """The texts as ESPnet pastes them together: the first with the first id, whatever utterance it is of."""
    keys = read_table(os.path.join(decode.data, "wav.scp")).keys if decode.bare else list(speakers)
    sides = zip(recipe.make_cleaners(), (references, hypotheses), strict=True)
    texts = [clean_texts(table.texts, how) for how, side in sides for table in side]
    rows = zip_longest(keys, *texts, fillvalue="")
    ids, *columns = (list(column) for column in zip(*rows, strict=True))
    said, heard = split_sides(columns, references)
    return Material(decode, recipe, ids, [speakers.get(key, "") for key in ids], list(said), list(heard))


def clean_texts(texts: Sequence[str], how: Cleaner | None) -> list[str]:
    """The texts behind a cleaner."""
    return list(texts) if how is None else [how(text) for text in texts]


def score_unit(work: Material, unit: str, tokenise: Tokenizer) -> Iterator[Result]:
    """Scores a decode folder in one unit, and leaves ESPnet's files."""
    folder = os.path.join(work.decode.folder, f"score_{unit}")
    references, hypotheses = ([tokenise(texts) for texts in side] for side in (work.references, work.hypotheses))
    if work.has_several:
        yield score_several(work, unit, folder, references, hypotheses)
        return
    said = work.make_transcript(os.path.join(folder, "ref.trn"), references[0])
    heard = work.make_transcript(os.path.join(folder, "hyp.trn"), hypotheses[0])
    yield finish_result(work, unit, (said, heard), os.path.join(folder, "result.txt"))


def finish_result(work: Material, unit: str, sides: tuple[Transcript, Transcript], path: str) -> Result:
    """The result of two transcripts."""
    outcome, notes = compare_transcripts(*sides, path, work.recipe.options, literal=work.recipe.literal)
    speakers = {} if work.recipe.literal else sum_by_speaker(sides[0], outcome)
    return Result(work.decode.name, unit, path, outcome.totals(), notes, speakers, failed=outcome.scored is None)


def score_several(
    work: Material, unit: str, folder: str, references: list[list[str]], hypotheses: list[list[str]]
) -> Result:
    """Scores every reference against every hypothesis, takes the best assignment of each utterance, and scores that."""
    hypotheses += [[""] * len(work.ids)] * (len(references) - len(hypotheses))
    said, heard = (
        [
            work.make_transcript(os.path.join(folder, f"{side}_spk{number}.trn"), tokens)
            for number, tokens in enumerate(own, 1)
        ]
        for side, own in (("ref", references), ("hyp", hypotheses))
    )
    pairs = [
        [score_pair(work, folder, i, j, (one, other)) for j, other in enumerate(heard)] for i, one in enumerate(said)
    ]
    work.chosen = [
        assign_columns([[compute_cost(each, place) for each in row] for row in pairs]) for place in range(len(work.ids))
    ]
    straight = [list(range(len(references)))] * len(work.ids)
    path = os.path.join(folder, "{}.trn")
    sides = (
        permute_transcript(work, path.format("ref"), references, straight),
        permute_transcript(work, path.format("hyp"), hypotheses, work.chosen),
    )
    result = finish_result(work, unit, sides, os.path.join(folder, "result.txt"))
    if len(hypotheses) > len(references):
        what = "of each utterance those that no reference was assigned to count nowhere"
        result.notes.append(f"{folder}: {len(hypotheses)} hypotheses of {len(references)} speakers; {what}")
    return result


def score_pair(
    work: Material, folder: str, row: int, column: int, sides: tuple[Transcript, Transcript]
) -> Scored | None:
    """One reference against one hypothesis."""
    path = os.path.join(folder, f"result_r{row + 1}h{column + 1}.txt")
    return compare_transcripts(*sides, path, work.recipe.options, literal=work.recipe.literal)[0].scored


def compute_cost(scored: Scored | None, place: int) -> float:
    """The error rate of an utterance, as ESPnet has it; of a reference without words, its errors."""
    if scored is None or place >= len(scored):
        return 0.0
    correct, substituted, deleted, inserted = scored.counts(place)
    return (substituted + deleted + inserted) / (correct + substituted + deleted or 1)


def permute_transcript(
    work: Material, path: str, tokens: list[list[str]], chosen: Sequence[Sequence[int]]
) -> Transcript:
    """All speakers' utterances in one transcript, each under its id and the number of the reference's speaker."""
    rows = [
        (work.speakers[place], f"{work.ids[place]}-{number}", tokens[which][place])
        for place, own in enumerate(chosen)
        for number, which in enumerate(own, 1)
    ]
    return Transcript(path, *([row[column] for row in rows] for column in range(3)))
