"""Our sclite over two transcripts as ESPnet writes them: what `sclite ... -i rm -o all stdout` prints, and the counts.

sclite takes some characters for signs of its own: `{ a / b }` for alternatives, `@` for nothing, an asterisk at the
end of a word and backslashes for nothing to look at, semicolons for what parts a word from its tags, lines that begin
with `;;` or `**` for comments; and the last parentheses of a line for its ID. So that each token means itself, these
characters are replaced by control characters that the texts do not hold, which are as long, and put back in what
sclite reports.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from mondegreen._core import Scored
from mondegreen.alignment import Steps
from mondegreen.dropin.emulation.streams import ExitError
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.tables import find_files, read_text, split_lines
from mondegreen.dropin.sctk.sclite import Reports, load_weights, make_aligner
from mondegreen.dropin.sctk.sclite_options import READERS, Options, parse_options
from mondegreen.dropin.sctk.system import System
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.output import binary_output

IN_TEXTS = b"{}@*\\;\0"
IN_IDS = b"()"
# Control characters that part no words, neither for Python nor for sclite.
SPARE = bytes(code for code in range(1, 28) if not chr(code).isspace())
# What of a text sclite would read as a sign of its own.
MEANT = re.compile(r"[{\\;\0]|(?:^| )@(?: |$)|[^ ]\*(?: |$)|^\*\*")


class Transcript(NamedTuple):
    """A file of utterances: for each its speaker, "" where there is none, its own ID, and its tokens.

    An ID that is "" is left out; ESPnet leaves lines without one where it has more texts than IDs.
    """

    path: str
    speakers: Sequence[str]
    ids: Sequence[str]
    tokens: Sequence[str]

    @classmethod
    def from_rows(cls, path: str, rows: Sequence[tuple[str, str, str]]) -> Transcript:
        return cls(path, *([row[column] for row in rows] for column in range(3)))

    def encode(self) -> bytes:
        """The bytes of the file: tokens, a tab, and the ID with the speaker before it."""
        rows = zip(self.tokens, self.format_ids(), strict=True)
        text = "".join([f"{tokens}\t({name})\n" if name else f"{tokens}\t\n" for tokens, name in rows])
        return text.encode("utf-8", "surrogateescape")

    def format_ids(self) -> list[str]:
        pairs = zip(self.speakers, self.ids, strict=True)
        return [f"{speaker}-{utt_id}" if speaker else utt_id for speaker, utt_id in pairs]


class Shield:
    """Keeps tokens and IDs of two transcripts from being read as sclite's signs."""

    def __init__(self, *transcripts: Transcript) -> None:
        data = b"".join(each.encode() for each in transcripts)
        spare = bytes(code for code in SPARE if code not in data)
        self.possible = len(spare) > len(IN_TEXTS) + len(IN_IDS)
        signs = IN_TEXTS + IN_IDS
        self.hidden = spare[: len(signs)]
        self.marker = spare[len(signs) : len(signs) + 1]
        self.texts = str.maketrans(dict(zip(IN_TEXTS.decode(), self.hidden.decode(), strict=False)))
        self.names = str.maketrans(dict(zip(IN_IDS.decode(), self.hidden[len(IN_TEXTS) :].decode(), strict=False)))

    def protect(self, transcript: Transcript) -> bytes:
        if not self.possible:
            return transcript.encode()
        tokens = [text.translate(self.texts) for text in transcript.tokens]
        speakers = [speaker.translate(self.names) for speaker in transcript.speakers]
        ids = self.mark_repeated([utt_id.translate(self.names) for utt_id in transcript.ids])
        return transcript._replace(tokens=tokens, speakers=speakers, ids=ids).encode()

    def mark_repeated(self, ids: list[str]) -> list[str]:
        """The IDs, those that differ by case alone with marks that are not shown."""
        seen: dict[str, int] = {}
        marked = []
        for name in ids:
            times = seen[name.lower()] = seen.get(name.lower(), -1) + 1
            marked.append(name + self.marker.decode() * times)
        return marked

    def restore(self, report: bytes) -> bytes:
        if not self.possible:
            return report
        return report.translate(bytes.maketrans(self.hidden, IN_TEXTS + IN_IDS), self.marker)


def find_misread(transcript: Transcript) -> list[str]:
    """The IDs of utterances that sclite would take for something else."""
    return [utt_id for utt_id, text in zip(transcript.ids, transcript.tokens, strict=True) if MEANT.search(text)]


def find_merged(speakers: Sequence[str]) -> dict[str, list[str]]:
    """The speakers whom sclite takes for one, for it reads a name up to its first hyphen, by that name.

    There are none where each utterance is its own speaker, as recipes write that know no speakers.
    """
    by_name: dict[str, list[str]] = {}
    for speaker in dict.fromkeys(speakers) if len(set(speakers)) < len(speakers) else ():
        by_name.setdefault(speaker.partition("-")[0].lower(), []).append(speaker)
    return {name: several for name, several in by_name.items() if len(several) > 1}


@dataclass(slots=True)
class Totals(Steps):
    """What was counted of a whole file."""

    utterances: int = 0
    wrong: int = 0
    correct: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0


class Outcome(NamedTuple):
    """What sclite printed, what it warned of, and what it scored, which is nothing if it refused the files."""

    report: bytes
    warned: bytes
    scored: Scored | None

    def totals(self) -> Totals:
        rows = self.scored.totals() if self.scored is not None else []
        flat = ((count, wrong, *counts) for count, wrong, counts in rows)
        return Totals(*(int(sum(column)) for column in zip(*flat, strict=True)))


def run_sclite(reference: Transcript, hypothesis: Transcript, recipe: Recipe) -> Outcome:
    """Scores what two files hold, which are written already; the report's title is the hypothesis's path.

    If the recipe is `literal`, tokens and IDs may be read as sclite's signs.
    """
    parsed = parse_sclite_options(reference.path, hypothesis.path, recipe.options)
    shield = None if recipe.literal else Shield(reference, hypothesis)
    ref_data, hyp_data = (shield.protect(each) if shield else each.encode() for each in (reference, hypothesis))
    warned: list[bytes] = []
    report: list[bytes] = []
    try:
        aligner = make_aligner(parsed, load_weights(parsed), warned.append, warned.append)
        answer = aligner.trn(ref_data, hyp_data, parsed.ids or b"")
        if answer is not None:
            system = System(parsed.hypotheses[0].title, answer[0])
            for comment in answer[1]:
                system.add_definition(comment)
            Reports(parsed, report.append).write(system, parsed.hypotheses[0].path)
    except ExitError as refusal:
        raise ScoreError(str(refusal).removeprefix("sclite: ").removeprefix("Error: ")) from None
    restored = shield.restore if shield else bytes
    return Outcome(restored(b"".join(report)), restored(b"".join(warned)), answer[0] if answer else None)


def parse_sclite_options(reference: str, hypothesis: str, options: Sequence[str]) -> Options:
    own = ["-r", reference, "trn", "-h", hypothesis, "trn", "-i", "rm", "-o", "all", "stdout"]
    for word in options:
        if word.startswith("-") and os.fsencode(word) not in READERS:
            raise ScoreError(f"sclite takes no such options: {' '.join(options)}; it has no {word}")
    try:
        return parse_options([os.fsencode(word) for word in (*options, *own)])
    except ExitError as refusal:  # what is wrong comes behind the usage
        what = str(refusal).splitlines()[-1].strip()
        raise ScoreError(f"sclite takes no such options: {' '.join(options)}; it says: {what}") from None


def write_file(path: str, data: bytes) -> None:
    """Writes a file whole or not at all, in a directory that is made if need be."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with binary_output(path, gzips=False) as stream:
        stream.write(data)


@dataclass
class Result:
    """A file of results, the counts in it, and notes on them; `failed` if there are no results.

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
    reference: Transcript, hypothesis: Transcript, path: str, recipe: Recipe
) -> tuple[Outcome, list[str]]:
    """Writes both transcripts and the results; with notes on these."""
    for side in (reference, hypothesis):
        write_file(side.path, side.encode())
    outcome = run_sclite(reference, hypothesis, recipe)
    if outcome.scored is None and not recipe.literal:
        raise ScoreError(outcome.warned.decode("utf-8", "replace").strip(), path=hypothesis.path)
    write_file(path, outcome.report)
    if recipe.literal:
        return outcome, outcome.warned.decode("utf-8", "replace").splitlines()
    return outcome, [f"{path}: {note}" for note in note_doubts(reference, hypothesis, outcome.totals())]


def note_doubts(reference: Transcript, hypothesis: Transcript, totals: Totals) -> Iterator[str]:
    """Where the numbers are not those of ESPnet's own run, or cannot be taken as they are printed."""
    signs = dict.fromkeys((*find_misread(reference), *find_misread(hypothesis)))
    if signs:
        what = "with signs that sclite would read as more than words, scored as they stand (--literal does as sclite)"
        yield f"{count_ids(signs)} {what}: {join_ids(signs)}"
    if totals.utterances and not totals.words:
        what = f"so the rates of {totals.insertions} insertions are not defined; sclite prints 0.0"
        yield f"no reference holds a word, {what}"


def sum_by_speaker(reference: Transcript, outcome: Outcome) -> dict[str, Totals]:
    """The counts of each speaker, if sclite takes any two for one."""
    if outcome.scored is None or not find_merged(reference.speakers):
        return {}
    sums: dict[str, list[int]] = {}
    for index, speaker in enumerate(reference.speakers):
        counts = outcome.scored.counts(index)
        row = (1, any(counts[1:]), *counts)
        sums[speaker] = [one + more for one, more in zip(sums.get(speaker, [0] * len(row)), row, strict=True)]
    return {speaker: Totals(*own) for speaker, own in sums.items()}


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The share of utterances of a set whose label was recognized: an intent, or a language."""

    dataset: str
    what: str
    correct: int
    total: int


@dataclass(frozen=True, slots=True)
class Detection:
    """What was found of the entities or labels of a set: how many are right, are there, and were recognized."""

    dataset: str
    what: str
    correct: int
    there: int
    recognized: int


@dataclass(frozen=True, slots=True)
class Rates:
    """Rates in percent that are means of labels, or of parts of mistakes; a rate may be None."""

    dataset: str
    what: str
    precision: float | None
    recall: float | None
    f1: float


# What a recipe's own scoring finds; a text is a note.
Finding: TypeAlias = "Result | Accuracy | Detection | Rates | str"


def find_scored(root: str, unit: str) -> Iterator[tuple[str, str]]:
    """The directories of transcripts of that unit, with the decode directories' names."""
    for pattern in ("*/*", "*/org/*"):
        for path in find_files(root, f"{pattern}/score_{unit}/hyp.trn"):
            decode = os.path.dirname(os.path.dirname(path))
            yield decode, os.path.relpath(decode, root)


def read_pair(folder: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The texts and IDs of ref.trn and hyp.trn, which hold the same utterances."""
    reference, hypothesis = (read_transcript(os.path.join(folder, f"{side}.trn")) for side in ("ref", "hyp"))
    if [name for _, name in reference] != [name for _, name in hypothesis]:
        raise ScoreError("ref.trn and hyp.trn hold different utterances; score the experiment again", path=folder)
    if not reference:
        raise ScoreError("ref.trn and hyp.trn hold no utterance; score the experiment again", path=folder)
    return reference, hypothesis


def read_transcript(path: str) -> list[tuple[str, str]]:
    """The text and the ID of each line."""
    content = read_text(path)
    rows = [line.rpartition("\t") for line in split_lines(content)] if content else []
    return [(text, name) for text, _, name in rows]


def write_lines(path: str, lines: Sequence[str]) -> None:
    write_file(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def score_files(
    root: str, folder: str, names: Sequence[str], result: str, unit: str, recipe: Recipe, *, called: str = ""
) -> Result:
    """What sclite says of two transcripts that are written already; `called` is how the script writes their folder."""
    sides = []
    for name in names:
        rows = [(text, own.removeprefix("(").removesuffix(")")) for text, own in read_transcript(f"{folder}/{name}")]
        texts, utt_ids = ([row[column] for row in rows] for column in (0, 1))
        sides.append(Transcript(os.path.join(called or folder, name), [""] * len(rows), utt_ids, texts))
    outcome = run_sclite(sides[0], sides[1], recipe)
    path = os.path.join(folder, result)
    write_file(path, outcome.report)
    lost = set(sides[0].ids) ^ set(sides[1].ids)
    notes = [f"{path}: utterances on one side alone: {join_ids(sorted(lost))}"] if lost else []
    dataset = os.path.relpath(folder.partition("/score_")[0], root)
    return Result(dataset, unit, path, outcome.totals(), notes, failed=outcome.scored is None)


# sclite's table of counts: utterances and words, and what came of them.
SUM = re.compile(r"^ *\| *Sum +\|((?: +\d+){2}) *\|((?: +\d+){6}) *\|", re.MULTILINE)


def read_totals(path: str) -> Totals:
    """The counts of all speakers in a report of sclite."""
    return parse_totals(read_text(path), path)


def parse_totals(report: str, path: str) -> Totals:
    match = SUM.search(report)
    if match is None:
        raise ScoreError("holds no counts as sclite reports them; score the set again", path=path)
    correct, substitutions, deletions, insertions, _, wrong = map(int, match[2].split())
    return Totals(int(match[1].split()[0]), wrong, correct, substitutions, deletions, insertions)
