"""ESPnet 1's scoring of a decode directory: `data.N.json`, which pair texts already, and the dictionary of tokens.

Of several speakers each utterance has the permutation of least errors, in `min_perm_result.json`.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mondegreen.dropin.espnet.permutations import choose_permutations, format_permutations, read_counts, sum_counts
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, Totals, Transcript, compare_transcripts, write_file
from mondegreen.dropin.espnet.stage import compare_all
from mondegreen.dropin.espnet.tables import read_text, split_lines
from mondegreen.dropin.espnet.text_processing import SPACE, Pieces, read_symbols
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.formats.format import Reading
from mondegreen.formats.members import FAULTS, HALF, make_json_error

BLANK, END = "<blank>", "<eos>"
UNITS = {"": "cer", ".wrd": "wer"}

# References and hypotheses of each speaker.
Files = Sequence[Sequence[Transcript]]
Spell = Callable[[str], str]


class Line(NamedTuple):
    """An utterance of a transcript: its tokens, as they stand before the ID."""

    speaker: str
    id: str
    tokens: str


class DecodeDirectory:
    """A decode directory of ESPnet 1."""

    def __init__(self, path: str, name: str, recipe: Recipe, dictionary: str) -> None:
        self.path = path
        self.name = name
        self.recipe = recipe
        self.dictionary = dictionary
        self.pieces = Pieces(recipe.bpemodel) if recipe.bpemodel else None
        self.symbols = frozenset(read_symbols(recipe.symbols))
        self.keeps_blank_tokens = False
        self.sed = ""
        self.keeps_backups = False
        """Whether what a file was before `<blank>` was removed stays beside it, as the script's sed leaves it."""
        self.evaluator = "eval_perm_free_error.py"
        """As what the program is called whose report on permutations this is."""
        self.notes: list[str] = []

    def join_jobs(self) -> dict[str, Any]:
        """Joins the jobs' files into data.json, of which a later file wins, and gives the utterances in order."""
        parts = sorted(glob.glob(f"{glob.escape(self.path)}/data.*.json"))
        if not parts:
            parts = [os.path.join(self.path, "data.json")]
        utterances: dict[str, Any] = {}
        for part in parts:
            found = read_utterances(part)
            again = [utt_id for utt_id in found if utt_id in utterances]
            if again:
                self.notes.append(
                    f"{part}: {count_ids(again)} of an earlier file, taken from this one: {join_ids(again)}"
                )
            utterances |= found
        ordered = dict(sorted(utterances.items()))
        write_file(os.path.join(self.path, "data.json"), format_utterances(ordered).encode())
        return ordered

    def read_sides(self, speaker: int | None, utterances: dict[str, Any]) -> tuple[list[Line], list[Line]]:
        """References and hypotheses of a speaker, or of the only one."""
        units = read_tokens(self.dictionary)
        references, hypotheses, silent = [], [], []
        for utt_id, utterance in utterances.items():
            output = select_output(utterance, speaker, self.path, utt_id)
            if "token" not in output:
                raise ScoreError('has no "token", which is the reference', path=self.path, key=utt_id)
            owner = str(utterance.get("utt2spk", utt_id)).replace("-", "_")
            if "rec_tokenid" not in output:
                silent.append(utt_id)
            references.append(Line(owner, utt_id, str(output["token"])))
            hypotheses.append(Line(owner, utt_id, self.spell_hypothesis(output, units, utt_id)))
        if silent:
            what = f"{count_ids(silent)} not recognized, scored as empty; did decoding end early?"
            self.notes.append(f"{self.path}: {what} {join_ids(silent)}")
        return references, hypotheses

    def spell_hypothesis(self, output: dict[str, Any], units: Sequence[str], utt_id: str) -> str:
        """The tokens of a hypothesis, looked up by their numbers."""
        try:
            numbers = [int(number) for number in str(output.get("rec_tokenid", "")).split()]
        except ValueError:
            raise ScoreError("rec_tokenid is not a list of numbers", path=self.path, key=utt_id) from None
        for number in numbers:
            if not 0 <= number < len(units):
                what = f"holds {len(units) - 2} tokens, and the hypothesis of {utt_id} has one of number {number}"
                raise ScoreError(f"{what}; it is not this model's list", path=self.dictionary)
        tokens = [units[number] for number in numbers]
        decoded = str(output.get("rec_token", "")).split()
        if len(decoded) == len(tokens) and decoded != tokens and not self.recipe.literal:
            ours, theirs = next(pair for pair in zip(tokens, decoded, strict=True) if pair[0] != pair[1])
            what = f'calls a token of {utt_id} "{ours}" that was decoded as "{theirs}"; it is not this model\'s list'
            raise ScoreError(what, path=self.dictionary)
        return " ".join(tokens).replace(END, "")


def read_utterances(path: str) -> dict[str, Any]:
    text = read_text(path)
    try:
        found = json.loads(text)
        if HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except FAULTS as error:
        raise make_json_error(error, Reading(path)) from error
    utterances = found.get("utts") if isinstance(found, dict) else None
    if not isinstance(utterances, dict):
        raise ScoreError('holds no "utts"', path=path)
    return utterances


def format_utterances(utterances: dict[str, Any]) -> str:
    text = json.dumps({"utts": utterances}, indent=4, ensure_ascii=False, sort_keys=True, separators=(",", ": "))
    return f"{text}\n"


def select_output(utterance: Any, speaker: int | None, path: str, utt_id: str) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """The reference and the hypothesis of a speaker; of several speakers each has a list of results."""
    try:
        output = utterance["output"][speaker or 0]
        found = output if speaker is None else output[0]
    except (KeyError, IndexError, TypeError):
        found = None
    if not isinstance(found, dict):
        raise ScoreError('has no "output" of that form', path=path, key=utt_id)
    return found


def read_tokens(path: str) -> list[str]:
    """The tokens by number: `<blank>`, those of the dictionary, and `<eos>`."""
    entries = split_lines(read_text(path))
    return [BLANK, *(entry.split(" ")[0] for entry in entries), END]


def score_directory(decode: DecodeDirectory, speakers: int) -> Iterator[Result]:
    """Scores a directory as `score_sclite.sh --wer true` does: results of tokens, and of the words that they spell."""
    utterances = decode.join_jobs()
    # Of several speakers the files are numbered.
    numbers = {"": None} if speakers == 1 else {str(number + 1): number for number in range(speakers)}
    pairs = {number: decode.read_sides(speaker, utterances) for number, speaker in numbers.items()}
    sides = [
        {f"{name}{number}": filter_lines(decode, f"{name}{number}", pair[side]) for number, pair in pairs.items()}
        for side, name in enumerate(("ref", "hyp"))
    ]
    for ending, unit, spell in list_units(decode):
        files = [
            [make_transcript(decode, f"{name}{ending}", lines, spell) for name, lines in side.items()] for side in sides
        ]
        yield (score_one if speakers == 1 else score_permutations)(decode, files, ending, unit)


def list_units(decode: DecodeDirectory) -> Iterator[tuple[str, str, Spell]]:
    """The ending of names of files, the rate, and how tokens are spelled for each."""
    for ending, unit in UNITS.items():
        if unit in decode.recipe.units:
            yield ending, unit, (lambda tokens: spell_words(tokens, decode.pieces)) if ending else str


def score_one(decode: DecodeDirectory, files: Files, ending: str, unit: str) -> Result:
    path = os.path.join(decode.path, f"result{ending}.txt")
    outcome, notes = compare_transcripts(files[0][0], files[1][0], path, decode.recipe)
    return Result(decode.name, unit, path, outcome.totals(), notes, failed=outcome.scored is None)


def filter_lines(decode: DecodeDirectory, name: str, part: list[Line]) -> list[Line]:
    """The lines without `<blank>` and without symbols, which leave empty tokens; those before are left in a file."""
    if name.startswith("hyp") and not decode.keeps_blank_tokens:
        if decode.keeps_backups:
            write_file(os.path.join(decode.path, f"{name}.trn.bak2"), format_lines(part))
        part = [line._replace(tokens=line.tokens.replace(f"{BLANK} ", "")) for line in part]
    if decode.symbols:
        write_file(os.path.join(decode.path, f"{name}.trn.org"), format_lines(part))
        part = [
            line._replace(tokens=remove_symbols(f"{line.tokens} {format_id(line)}", decode.symbols)) for line in part
        ]
    return apply_sed(part, decode.sed) if decode.sed else part


def apply_sed(part: list[Line], program: str) -> list[Line]:
    from subprocess import run

    done = run(["sed", "-f", program], input=format_lines(part), capture_output=True, check=False)
    texts = done.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if done.returncode or len(texts) != len(part):
        reason = done.stderr.decode("utf-8", "replace").strip() or "it does not keep to a line for each utterance"
        raise ScoreError(f"cannot be used as a filter: {reason}", path=program)
    return [
        line._replace(tokens=text.removesuffix(format_id(line)).removesuffix(" "))
        for line, text in zip(part, texts, strict=True)
    ]


def apply_sed_to_file(path: str, program: str) -> list[str]:
    """The lines of a file behind the filter; what they were stays beside it, as the script's sed leaves it."""
    from subprocess import run

    done = run(["sed", "-i.bak3", "-f", program, path], capture_output=True, check=False)
    if done.returncode:
        raise ScoreError(f"cannot be used as a filter: {done.stderr.decode('utf-8', 'replace').strip()}", path=program)
    return split_lines(read_text(path))


def remove_symbols(line: str, symbols: frozenset[str]) -> str:
    """The tokens that are no symbols, with a space around each place."""
    return " ".join("" if token in symbols else token for token in line.split()).rpartition(" ")[0]


def spell_words(tokens: str, pieces: Pieces | None) -> str:
    if pieces is not None:
        return pieces.decode(tokens)
    return tokens.replace(" ", "").replace(SPACE, " ").replace("▁", " ")


def format_id(line: Line) -> str:
    return f"({line.speaker}-{line.id})"


def format_lines(part: Sequence[Line]) -> bytes:
    return "".join(f"{line.tokens} {format_id(line)}\n" for line in part).encode("utf-8", "surrogateescape")


class SpacedTranscript(Transcript):
    """A transcript as ESPnet 1 writes it, with a space before the ID."""

    def encode(self) -> bytes:
        return super().encode().replace(b"\t(", b" (")


def make_transcript(decode: DecodeDirectory, name: str, lines: Sequence[Line], spell: Spell) -> Transcript:
    rows = [line._replace(tokens=spell(line.tokens)) for line in lines]
    return SpacedTranscript.from_rows(os.path.join(decode.path, f"{name}.trn"), rows)


def score_permutations(decode: DecodeDirectory, files: Files, ending: str, unit: str) -> Result:
    """Scores each reference against each hypothesis, and sums the best permutations."""
    references, hypotheses = files
    outcomes = compare_all(references, hypotheses, decode.path, ending, decode.recipe)
    reports = {
        f"r{row}h{column}": each.report.decode("utf-8", "surrogateescape")
        for row, own in enumerate(outcomes, 1)
        for column, each in enumerate(own, 1)
    }
    found = choose_permutations(reports, len(references))
    total = sum_counts(found)
    path = os.path.join(decode.path, f"min_perm_result{ending}.json")
    called = [
        *(decode.evaluator, "--num-spkrs", str(len(references))),
        *(os.path.join(decode.path, f"result_{pair}{ending}.txt") for pair in reports),
    ]
    write_file(path, format_permutations(called, found).encode("utf-8", "surrogateescape"))
    wrong = sum(any(read_counts(view, key)[1:]) for key, view in found.items())
    return Result(decode.name, unit, path, Totals(len(found), wrong, *total))
