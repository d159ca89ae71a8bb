"""`score_sclite.sh dir dict`, ESPnet 1's scoring of a decode directory, and `score_sclite_case.sh`, of cased texts.

Transcripts of the second go through three programs that recipes bring: `detokenizer.perl` and `lowercase.perl` of
Moses, and ESPnet's `remove_punctuation.pl`. With `--case tc` the texts are first scored as they are written; then
without upper case and punctuation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from subprocess import run as start

from mondegreen.dropin.espnet import espnet1
from mondegreen.dropin.espnet.espnet1 import DecodeDirectory, Line, SpacedTranscript
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, Transcript, compare_transcripts, write_file
from mondegreen.dropin.espnet.text_processing import Pieces
from mondegreen.dropin.kaldi.scripts import ShellScript, shell_script, within
from mondegreen.errors import ScoreError

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
USAGE = "Usage: {name} <data-dir> <dict>\n"
DETOKENIZER = ("detokenizer.perl", "-l", "en", "-q")
LOWER = ("lowercase.perl",)
UNPUNCTUATED = ("remove_punctuation.pl",)
# What a shell ends with where there is no such program.
NOT_FOUND = 127
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
    if call.text("bpe") and call.flag("wer"):
        directory.pieces = Pieces(call.text("bpemodel"))
    return directory


def format_results(results: Iterable[Result]) -> Iterable[str]:
    for result in results:
        with open(result.path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
        if result.path.endswith(".json"):
            yield f"Write {NAMES[result.unit]} results in {os.path.dirname(result.path)}/result_r*h*"
            yield f"{'.wrd' if result.unit == 'wer' else ''}.txt\n{''.join(lines[1:4])}"
            continue
        yield f"Write {NAMES[result.unit]} result in {result.path}\n"
        yield pick_sums(lines)


def pick_sums(lines: Sequence[str]) -> str:
    """The first lines that say what is in the columns, and the sums."""
    return "".join([line for line in lines if "Avg" in line or "SPKR" in line][:2])


@shell_script("score_sclite_case.sh", USAGE, CASE_DEFAULTS, arguments=(2,), echo="")
def score_sclite_case(call: ShellScript) -> None:
    """Score a decode directory of ESPnet 1 by sclite, with and without case and punctuation."""
    Cases(call, open_directory(call)).score(with_case=call.text("case") == "tc")


class Cases:
    """A decode directory and the ways in which it is scored."""

    def __init__(self, call: ShellScript, directory: DecodeDirectory) -> None:
        self.call = call
        self.directory = directory

    def score(self, *, with_case: bool) -> None:
        pair = zip(("ref", "hyp"), self.directory.read_sides(None, self.directory.join_jobs()), strict=True)
        sides = {name: espnet1.filter_lines(self.directory, name, lines) for name, lines in pair}
        self.warn(self.directory.notes)
        if with_case:
            self.score_units(sides, "", ".tc", ("-s",), "case-sensitive ")
        self.score_units({name: self.strip_lines(name, part) for name, part in sides.items()}, ".lc.rm", "", (), "")

    def warn(self, notes: Iterable[str]) -> None:
        for note in notes:
            self.call.say(f"{self.call.name}: warning: {note}")

    def strip_lines(self, name: str, lines: Sequence[Line]) -> list[Line]:
        """The lines in lower case and without punctuation; the first are left in a file, too."""
        lower = run_program(LOWER, lines)
        write_file(os.path.join(self.directory.path, f"{name}.trn.lc"), espnet1.format_lines(lower))
        bare = run_program(UNPUNCTUATED, lower, ids=False)
        return [line._replace(tokens=line.tokens.replace("  ", " ")) for line in bare]

    def score_units(
        self, sides: dict[str, list[Line]], mark: str, ending: str, options: tuple[str, ...], what: str
    ) -> None:
        recipe = replace(self.directory.recipe, options=options)
        for word, unit, spell in espnet1.list_units(self.directory):
            reference, hypothesis = (
                self.make_transcript(f"{name}{word}.trn{mark}", lines, spell) for name, lines in sides.items()
            )
            path = os.path.join(self.directory.path, f"result{word}{ending}.txt")
            outcome, notes = compare_transcripts(reference, hypothesis, path, recipe)
            self.warn(notes)
            self.call.write(f"write a {what}{NAMES[unit]} result in {path}\n")
            self.call.write(pick_sums(outcome.report.decode("utf-8", "surrogateescape").splitlines(keepends=True)))

    def make_transcript(self, name: str, lines: Sequence[Line], spell: Callable[[str], str]) -> Transcript:
        """A side as it is scored, put together by Moses; it is left in files before and behind that."""
        rows = [line._replace(tokens=spell(line.tokens)) for line in lines]
        path = os.path.join(self.directory.path, name)
        write_file(path, espnet1.format_lines(rows))
        return SpacedTranscript.from_rows(f"{path}.detok", run_program(DETOKENIZER, rows))


def run_program(command: Sequence[str], part: Sequence[Line], *, ids: bool = True) -> list[Line]:
    """The lines behind a program, which sees their IDs or only the tokens."""
    given = espnet1.format_lines(part) if ids else "".join(f"{line.tokens} \n" for line in part).encode()
    done = start(within(command), input=given, capture_output=True, check=False)
    if done.returncode == NOT_FOUND:
        raise ScoreError("is not on the PATH; it comes with Moses, or with ESPnet's utils", path=command[0])
    texts = done.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if done.returncode or len(texts) != len(part):
        raise ScoreError(f"failed: {done.stderr.decode('utf-8', 'replace').strip()}", path=command[0])
    return [
        line._replace(tokens=text.rpartition("(")[0].rstrip() if ids else text.rstrip())
        for line, text in zip(part, texts, strict=True)
    ]
