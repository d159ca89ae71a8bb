"""ESPnet 1's scoring of a decode directory: `data.N.json`, which pair texts already, and the dictionary of tokens.

Of several speakers each utterance has the permutation of least errors, in `min_perm_result.json`.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from mondegreen._core import Scored
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Outcome, Result, Totals, Transcript, compare_transcripts, write_file
from mondegreen.dropin.espnet.stage import assign_columns
from mondegreen.dropin.espnet.tables import read_text, split_lines
from mondegreen.dropin.espnet.text_processing import SPACE, Pieces
from mondegreen.errors import ScoreError
from mondegreen.read.members import FAULTS, HALF, wrong
from mondegreen.read.reading import Reading
from mondegreen.wording import counted, listed

BLANK, END = "<blank>", "<eos>"
UNITS = {"": "cer", ".wrd": "wer"}


class Line(NamedTuple):
    """An utterance of a transcript: its tokens, as they stand before the id."""

    speaker: str
    id: str
    tokens: str


class Folder:
    """A decode folder of ESPnet 1."""

    def __init__(self, path: str, name: str, recipe: Recipe, dictionary: str) -> None:
        self.path = path
        self.name = name
        self.recipe = recipe
        self.dictionary = dictionary
        self.keeps_blanks = False
        self.sed = ""
        self.notes: list[str] = []

    def join_jobs(self) -> dict[str, Any]:
        """Joins the jobs' files into data.json, of which a later file wins, and gives the utterances in order."""
        parts = sorted(glob.glob(f"{glob.escape(self.path)}/data.*.json"))
        if not parts:
            parts = [os.path.join(self.path, "data.json")]
        utterances: dict[str, Any] = {}
        for part in parts:
            found = read_utterances(part)
            again = [key for key in found if key in utterances]
            if again:
                self.notes.append(f"{part}: {counted(again)} of an earlier file, taken from this one: {listed(again)}")
            utterances |= found
        ordered = dict(sorted(utterances.items()))
        text = json.dumps({"utts": ordered}, indent=4, ensure_ascii=False, sort_keys=True, separators=(",", ": "))
        write_file(os.path.join(self.path, "data.json"), f"{text}\n".encode())
        return ordered

    def read_sides(self, speaker: int | None, utterances: dict[str, Any]) -> tuple[list[Line], list[Line]]:
        """References and hypotheses of a speaker, or of the only one."""
        units = read_tokens(self.dictionary)
        said, heard, silent = [], [], []
        for key, utterance in utterances.items():
            output = select_output(utterance, speaker, self.path, key)
            owner = str(utterance.get("utt2spk", key)).replace("-", "_")
            if "rec_tokenid" not in output:
                silent.append(key)
            said.append(Line(owner, key, str(output.get("token", ""))))
            heard.append(Line(owner, key, self.spell_hypothesis(output, units, key)))
        if silent:
            what = f"{counted(silent)} not recognised, scored as empty; did decoding end early?"
            self.notes.append(f"{self.path}: {what} {listed(silent)}")
        return said, heard

    def spell_hypothesis(self, output: dict[str, Any], units: Sequence[str], key: str) -> str:
        """The tokens of a hypothesis, looked up by their numbers."""
        try:
            numbers = [int(number) for number in str(output.get("rec_tokenid", "")).split()]
        except ValueError:
            raise ScoreError("rec_tokenid is not a list of numbers", path=self.path, key=key) from None
        for number in numbers:
            if not 0 <= number < len(units):
                what = f"holds {len(units) - 2} tokens, and the hypothesis of {key} has one of number {number}"
                raise ScoreError(f"{what}; it is not this model's list", path=self.dictionary)
        tokens = [units[number] for number in numbers]
        told = str(output.get("rec_token", "")).split()
        if len(told) == len(tokens) and told != tokens and not self.recipe.literal:
            ours, theirs = next(pair for pair in zip(tokens, told, strict=True) if pair[0] != pair[1])
            what = f'calls a token of {key} "{ours}" that was decoded as "{theirs}"; it is not this model\'s list'
            raise ScoreError(what, path=self.dictionary)
        return " ".join(tokens).replace(END, "")


def read_utterances(path: str) -> dict[str, Any]:
    """What a file of a job holds."""
    text = read_text(path)
    try:
        found = json.loads(text)
        if HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except FAULTS as error:
        raise wrong(error, Reading(path)) from error
    utterances = found.get("utts") if isinstance(found, dict) else None
    if not isinstance(utterances, dict):
        raise ScoreError('holds no "utts"', path=path)
    return utterances


def select_output(utterance: Any, speaker: int | None, path: str, key: str) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """What was said and recognised of a speaker; of several speakers each has a list of results."""
    try:
        output = utterance["output"][speaker or 0]
        found = output if speaker is None else output[0]
    except (KeyError, IndexError, TypeError):
        found = None
    if not isinstance(found, dict):
        raise ScoreError('has no "output" of that form', path=path, key=key)
    return found


def read_tokens(path: str) -> list[str]:
    """The tokens by number: a blank, those of the dictionary, and the end."""
    entries = split_lines(read_text(path))
    return [BLANK, *(entry.split(" ")[0] for entry in entries), END]


def score_folder(folder: Folder, speakers: int, pieces: Pieces | None, filters: Sequence[str] = ()) -> Iterator[Result]:
    """Scores a folder as `score_sclite.sh --wer true` does: results of tokens, and of the words that they spell."""
    utterances = folder.join_jobs()
    if speakers == 1:
        yield from score_one(folder, *folder.read_sides(None, utterances), pieces, filters)
        return

    pairs = [folder.read_sides(number, utterances) for number in range(speakers)]
    said = [filter_lines(folder, f"ref{number}", side, filters) for number, (side, _) in enumerate(pairs, 1)]
    heard = [filter_lines(folder, f"hyp{number}", side, filters) for number, (_, side) in enumerate(pairs, 1)]
    for ending, unit in UNITS.items():
        if unit in folder.recipe.units:
            how = (lambda tokens: spell_words(tokens, pieces)) if ending else str
            both = [
                make_transcripts(folder, name, ending, sides, how) for name, sides in (("ref", said), ("hyp", heard))
            ]
            yield score_permutations(folder, both, ending, unit)


def score_one(
    folder: Folder, said: list[Line], heard: list[Line], pieces: Pieces | None, filters: Sequence[str]
) -> Iterator[Result]:
    """The results of one reference and one hypothesis."""
    sides = {name: filter_lines(folder, name, part, filters) for name, part in (("ref", said), ("hyp", heard))}
    for ending, unit in UNITS.items():
        if unit in folder.recipe.units:
            how = (lambda tokens: spell_words(tokens, pieces)) if ending else str
            yield make_result(folder, sides, ending, unit, how)


def filter_lines(folder: Folder, name: str, part: list[Line], filters: Sequence[str]) -> list[Line]:
    """The lines without blanks, and without symbols, which leave their place empty; what was before is kept."""
    if name.startswith("hyp") and not folder.keeps_blanks:
        part = [line._replace(tokens=line.tokens.replace(f"{BLANK} ", "")) for line in part]
    if filters:
        known = frozenset(filters)
        write_file(os.path.join(folder.path, f"{name}.trn.org"), format_lines(part))
        part = [line._replace(tokens=remove_symbols(f"{line.tokens} {format_id(line)}", known)) for line in part]
    return apply_sed(part, folder.sed) if folder.sed else part


def apply_sed(part: list[Line], program: str) -> list[Line]:
    """The lines behind a program of sed's."""
    from subprocess import run

    done = run(["sed", "-f", program], input=format_lines(part), capture_output=True, check=False)
    texts = done.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if done.returncode or len(texts) != len(part):
        told = done.stderr.decode("utf-8", "replace").strip() or "it does not keep to a line for each utterance"
        raise ScoreError(f"cannot be used as a filter: {told}", path=program)
    return [
        line._replace(tokens=text.removesuffix(format_id(line)).removesuffix(" "))
        for line, text in zip(part, texts, strict=True)
    ]


def remove_symbols(line: str, symbols: frozenset[str]) -> str:
    """The tokens that are no symbols, with a blank around each place."""
    return " ".join("" if token in symbols else token for token in line.split()).rpartition(" ")[0]


def spell_words(tokens: str, pieces: Pieces | None) -> str:
    """The text that tokens spell."""
    if pieces is not None:
        return pieces.decode(tokens)
    return tokens.replace(" ", "").replace(SPACE, " ").replace("▁", " ")


def format_id(line: Line) -> str:
    """The id in parentheses."""
    return f"({line.speaker}-{line.id})"


def format_lines(part: Sequence[Line]) -> bytes:
    """The bytes of a transcript: tokens, a blank, and the id."""
    return "".join(f"{line.tokens} {format_id(line)}\n" for line in part).encode("utf-8", "surrogateescape")


class SpacedTranscript(Transcript):
    """A transcript as ESPnet 1 writes it, with a blank before the id."""

    def encode(self) -> bytes:
        """The bytes of the file."""
        return super().encode().replace(b"\t(", b" (")


def make_result(
    folder: Folder, sides: dict[str, list[Line]], ending: str, unit: str, how: Callable[[str], str]
) -> Result:
    """Scores the tokens or the words of both sides."""
    said, heard = (make_transcript(folder, f"{side}{ending}", part, how) for side, part in sides.items())
    path = os.path.join(folder.path, f"result{ending}.txt")
    outcome, notes = compare_transcripts(said, heard, path, folder.recipe.options, literal=folder.recipe.literal)
    return Result(folder.name, unit, path, outcome.totals(), notes, failed=outcome.scored is None)


def make_transcripts(
    folder: Folder, name: str, ending: str, sides: Sequence[Sequence[Line]], how: Callable[[str], str]
) -> list[Transcript]:
    """The transcript of each speaker."""
    return [make_transcript(folder, f"{name}{number}{ending}", side, how) for number, side in enumerate(sides, 1)]


def make_transcript(folder: Folder, name: str, part: Sequence[Line], how: Callable[[str], str]) -> Transcript:
    """The transcript of that name."""
    path = os.path.join(folder.path, f"{name}.trn")
    return SpacedTranscript(
        path, [line.speaker for line in part], [line.id for line in part], [how(line.tokens) for line in part]
    )


NOTHING = (0, 0, 0, 0)
SCORES = "(#C #S #D #I) "


def score_permutations(folder: Folder, sides: Sequence[Sequence[Transcript]], ending: str, unit: str) -> Result:
    """Scores each reference against each hypothesis, and sums the best permutations."""
    said, heard = sides
    outcomes: list[list[Outcome]] = []
    for row, one in enumerate(said, 1):
        outcomes.append([])
        for column, other in enumerate(heard, 1):
            path = os.path.join(folder.path, f"result_r{row}h{column}{ending}.txt")
            outcomes[-1].append(
                compare_transcripts(one, other, path, folder.recipe.options, literal=folder.recipe.literal)[0]
            )
    counts = [[list_counts(each.scored) for each in row] for row in outcomes]
    every = range(len(said[0].ids))
    chosen = [assign_columns([[sum(each[place][1:]) for each in row] for row in counts]) for place in every]
    sums = [
        sum_columns(row[column][place] for row, column in zip(counts, own, strict=True))
        for place, own in enumerate(chosen)
    ]
    views = [[parse_views(each.report) for each in row] for row in outcomes]
    rows = zip(list_names(said[0]), chosen, sums, strict=True)
    found = {name: describe_utterance(name, own, counted, views) for name, own, counted in rows}
    total = sum_columns(sums)
    path = os.path.join(folder.path, f"min_perm_result{ending}.json")
    write_file(path, format_report(path, total, found).encode("utf-8", "surrogateescape"))
    wrong = sum(any(each[1:]) for each in sums)
    return Result(folder.name, unit, path, Totals(len(sums), wrong, *total))


def sum_columns(counts: Iterable[Sequence[int]]) -> list[int]:
    """The sum of counts, column by column."""
    return [sum(column) for column in zip(*counts, strict=True)] or list(NOTHING)


def list_counts(scored: Scored | None) -> list[tuple[int, int, int, int]]:
    """Correct, substituted, deleted and inserted tokens of each utterance."""
    return [scored.counts(place) for place in range(len(scored))] if scored is not None else []


def list_names(transcript: Transcript) -> list[str]:
    """The ids as sclite prints them."""
    return [f"({name})".lower() for name in transcript.format_ids()]


def parse_views(report: bytes) -> dict[str, dict[str, str]]:
    """What sclite's report shows of each utterance: the counts and both rows."""
    found: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    # The original too reads lines that any line end of Unicode parts.
    for line in report.decode("utf-8", "surrogateescape").splitlines():
        name, colon, rest = line.partition(":")
        if colon and name == "id":
            current = found.setdefault(rest.strip(), {})
        elif colon and name in ("Scores", "REF", "HYP"):
            current[name] = " ".join(rest.split())
    return found


def describe_utterance(
    name: str, own: Sequence[int], total: Sequence[int], views: Sequence[Sequence[dict[str, dict[str, str]]]]
) -> dict[str, Any]:
    """What is kept of an utterance: the pairs of the best permutation, and the sum of their counts."""
    pairs = {f"r{row}h{column + 1}": views[row - 1][column].get(name, {}) for row, column in enumerate(own, 1)}
    return {**pairs, "Scores": SCORES + " ".join(map(str, total))}


def format_report(path: str, total: Sequence[int], found: dict[str, Any]) -> str:
    """The file: where it was written, three lines for people, and all utterances as JSON."""
    words = sum(total[:3])
    rate = f"{100 * sum(total[1:]) / words:0.2f}" if words else "nan"
    head = f"[{path!r}]\nTotal Scores: {SCORES}{' '.join(map(str, total))}\nError Rate:   {rate}\n"
    body = json.dumps({"utts": found}, indent=4, ensure_ascii=False, sort_keys=True, separators=(",", ": "))
    return f"{head}Total Utts:  {len(found)}\n{body}\n"
