"""`score_sclite.sh dir dict`, ESPnet 1's scoring of a decode directory, and `score_sclite_case.sh`, of cased texts.

Transcripts of the second go through Moses' detokenizer, and with `--case tc` they are first scored as they are written;
then without upper case and punctuation. `score_sclite_wo_dict.sh` scores texts, not tokens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mondegreen.dropin.espnet import espnet1
from mondegreen.dropin.espnet.espnet1 import DecodeDirectory, Line
from mondegreen.dropin.espnet.moses import detokenize, lower_letters, remove_punctuation_as_perl
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, Transcript, compare_transcripts, write_file
from mondegreen.dropin.espnet.text_processing import Pieces
from mondegreen.dropin.kaldi.scripts import ShellScript, shell_script
from mondegreen.errors import ScoreError, count_ids, join_ids

DEFAULTS = {
    "nlsyms": "",
    "wer": "false",
    "bpe": "",
    "bpemodel": "",
    "remove_blank": "true",
    "filter": "",
    "num_spkrs": "1",
    "literal": "false",
}
CASE_DEFAULTS = {**{name: text for name, text in DEFAULTS.items() if name != "num_spkrs"}, "case": "lc.rm"}
TEXT_DEFAULTS = {"wer": "false", "num_spkrs": "1"}
USAGE = "Usage: {name} <data-dir> <dict>\n"
NAMES = {"cer": "CER (or TER)", "wer": "WER"}


@shell_script("score_sclite.sh", USAGE, DEFAULTS, arguments=(2,), echo="")
def score_sclite(call: ShellScript) -> int:
    """Score a decode directory of ESPnet 1 by sclite."""
    directory, speakers = open_directory(call), call.integer("num_spkrs")
    if speakers < 1:
        raise ScoreError(f"--num_spkrs is {speakers}; give 1 or more")
    results = list(espnet1.score_directory(directory, speakers))
    for note in dict.fromkeys([*directory.notes, *(note for result in results for note in result.notes)]):
        call.say(f"{call.name}: warning: {note}")
    for text in format_results(results):
        call.write(text)
    return 1 if any(result.failed for result in results) else 0


def open_directory(call: ShellScript) -> DecodeDirectory:
    units = ("cer", "wer") if call.flag("wer") else ("cer",)
    path, dictionary = call.arguments
    recipe = Recipe(call.text("nlsyms"), units=units, literal=call.flag("literal"))
    directory = DecodeDirectory(path, os.path.basename(path), recipe, dictionary)
    directory.keeps_blank_tokens = not call.flag("remove_blank")
    directory.sed = call.text("filter")
    directory.keeps_backups = True
    # The original finds it beside itself.
    directory.evaluator = os.path.join(os.path.dirname(call.name), directory.evaluator)
    if call.text("bpe") and call.flag("wer"):
        directory.pieces = Pieces(call.text("bpemodel"))
    return directory


def format_results(results: Iterable[Result]) -> Iterable[str]:
    for result in results:
        with open(result.path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
        if result.path.endswith(".json"):
            yield f"write {NAMES[result.unit]} results in {os.path.dirname(result.path)}/result_r*h*"
            yield f"{'.wrd' if result.unit == 'wer' else ''}.txt\n{''.join(lines[1:4])}"
            continue
        yield f"write a {NAMES[result.unit]} result in {result.path}\n"
        yield pick_sums(lines)


def pick_sums(lines: Sequence[str]) -> str:
    """The first lines that say what is in the columns, and the sums."""
    return "".join([line for line in lines if "Avg" in line or "SPKR" in line][:2])


class WrittenTranscript(Transcript):
    """A transcript whose lines are written as they are."""

    def encode(self) -> bytes:
        return "".join(f"{line}\n" for line in self.tokens).encode("utf-8", "surrogateescape")


@shell_script("score_sclite_wo_dict.sh", "Usage: {name} <data-dir>\n", TEXT_DEFAULTS, arguments=(1,), echo="")
def score_sclite_of_texts(call: ShellScript) -> int:
    """Score the texts of a decode directory of ESPnet 1 by sclite, by bytes as the original does, and by words."""
    if call.integer("num_spkrs") != 1:
        call.fail("scores the texts of one speaker; of several, score_sclite.sh scores tokens")
    path = call.arguments[0]
    directory = DecodeDirectory(path, os.path.basename(path), Recipe(literal=True), "")
    outputs = directory.join_jobs()
    for note in directory.notes:
        call.say(f"{call.name}: warning: {note}")
    sides = {"hyp": ("rec_text", respell_pieces), "ref": ("text", remove_stops)}
    files: dict[str, Transcript] = {}
    for side, (member, change) in sides.items():
        rows = [(key, espnet1.select_output(output, None, path, key).get(member)) for key, output in outputs.items()]
        if silent := [key for key, text in rows if not isinstance(text, str)]:
            raise ScoreError(f"{count_ids(silent)} without {member}: {join_ids(silent)}", path=path)
        lines = [
            f"{str(text).replace(espnet1.END, '') if side == 'hyp' else text} ({key.replace('-', '_')})"
            for key, text in rows
        ]
        words = list(map(change, lines))
        for ending, own in (("_org.wrd", lines), (".wrd", words), ("", list(map(space_bytes, words)))):
            name = f"{side}{ending}"
            files[name] = WrittenTranscript(os.path.join(path, f"{name}.trn"), (), (), own)
            write_file(files[name].path, files[name].encode())
    runs = [("ref", "hyp", "", "CER")]
    if call.flag("wer"):
        runs += [("ref.wrd", "hyp.wrd", ".wrd", "WER"), ("ref_org.wrd", "hyp.wrd", "_w_punc.wrd", "WER")]
    failed = False
    for reference, hypothesis, ending, rate in runs:
        target = os.path.join(path, f"result{ending}.txt")
        outcome, notes = compare_transcripts(files[reference], files[hypothesis], target, directory.recipe)
        failed = failed or outcome.scored is None
        for note in notes:
            call.say(note)
        call.write(f"write a {rate} result in {target}\n")
        call.write(pick_sums(outcome.report.decode("utf-8", "surrogateescape").splitlines(keepends=True)))
    return 1 if failed else 0


def respell_pieces(line: str) -> str:
    """The line of pieces as words: the first mark of where a word begins goes, each other one is a space."""
    return line.replace("▁", "", 1).replace("▁", " ")


def remove_stops(line: str) -> str:
    return line.replace(".", "").replace(",", "")


def space_bytes(line: str) -> str:
    """The line with a space behind each byte up to the ID: to awk in ESPnet's locale, C, bytes are letters."""
    text, bracket, key = line.partition("(")
    spaced = b"".join(bytes([byte, 32]) for byte in text.encode("utf-8", "surrogateescape"))
    return f"{spaced.decode('utf-8', 'surrogateescape')}{bracket}{key}"


@shell_script("score_sclite_case.sh", USAGE, CASE_DEFAULTS, arguments=(2,), echo="")
def score_sclite_case(call: ShellScript) -> None:
    """Score a decode directory of ESPnet 1 by sclite, with and without case and punctuation."""
    Cases(call, open_directory(call)).score(with_case=call.text("case") == "tc")


class JoinedTranscript(Transcript):
    """A transcript whose texts end in the spaces, if any, before their IDs."""

    def encode(self) -> bytes:
        return super().encode().replace(b"\t(", b"(")


class Cases:
    """A decode directory and the ways in which it is scored; texts hold the spaces before their IDs."""

    def __init__(self, call: ShellScript, directory: DecodeDirectory) -> None:
        self.call = call
        self.directory = directory

    def score(self, *, with_case: bool) -> None:
        pair = zip(("ref", "hyp"), self.directory.read_sides(None, self.directory.join_jobs()), strict=True)
        sides = {}
        for name, lines in pair:
            filtered = espnet1.filter_lines(self.directory, name, lines)
            sides[name] = [line._replace(tokens=f"{line.tokens} ") for line in filtered]
            self.write_lines(f"{name}.trn", sides[name])
        self.warn(self.directory.notes)
        if with_case:
            self.score_units(sides, "", ".tc", ("-s",), "case-sensitive ")
        self.score_units({name: self.strip_lines(name, part) for name, part in sides.items()}, ".lc.rm", "", (), "")

    def warn(self, notes: Iterable[str]) -> None:
        for note in notes:
            self.call.say(f"{self.call.name}: warning: {note}")

    def write_lines(self, name: str, lines: Sequence[Line]) -> str:
        path = os.path.join(self.directory.path, name)
        text = "".join(f"{line.tokens}{espnet1.format_id(line)}\n" for line in lines)
        write_file(path, text.encode("utf-8", "surrogateescape"))
        return path

    def strip_lines(self, name: str, lines: Sequence[Line]) -> list[Line]:
        """The lines in lower case, IDs included, and without punctuation; the first are left in a file, too."""
        lower = [Line(*map(lower_letters, line)) for line in lines]
        self.write_lines(f"{name}.trn.lc", lower)
        return [line._replace(tokens=remove_punctuation_as_perl(line.tokens)) for line in lower]

    def score_units(
        self, sides: dict[str, list[Line]], mark: str, ending: str, options: tuple[str, ...], what: str
    ) -> None:
        recipe = replace(self.directory.recipe, options=options)
        for word, unit, spell in espnet1.list_units(self.directory):
            parts = {
                name: [line._replace(tokens=f"{spell(line.tokens.strip())} ") for line in lines] if word else lines
                for name, lines in sides.items()
            }
            reference, hypothesis = (
                self.make_transcript(f"{name}{word}.trn{mark}", part) for name, part in parts.items()
            )
            path = os.path.join(self.directory.path, f"result{word}{ending}.txt")
            outcome, notes = compare_transcripts(reference, hypothesis, path, recipe)
            self.warn(notes)
            self.call.write(f"write a {what}{NAMES[unit]} result in {path}\n")
            self.call.write(pick_sums(outcome.report.decode("utf-8", "surrogateescape").splitlines(keepends=True)))

    def make_transcript(self, name: str, lines: Sequence[Line]) -> Transcript:
        """A side as it is scored, put together by Moses' rules; it is left in files before and behind that."""
        path = self.write_lines(name, lines)
        whole = (detokenize(f"{line.tokens}{espnet1.format_id(line)}", "en") for line in lines)
        rows = [line._replace(tokens=text.rpartition("(")[0]) for line, text in zip(lines, whole, strict=True)]
        return JoinedTranscript.from_rows(f"{path}.detok", rows)
