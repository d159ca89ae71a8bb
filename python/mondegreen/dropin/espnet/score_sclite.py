"""`score_sclite.sh dir dict`: ESPnet 1's scoring of a decode folder."""

from __future__ import annotations

import os

from mondegreen.dropin.espnet import jsons
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.tokenisers import Pieces, read_symbols
from mondegreen.dropin.kaldi.recipe import Options
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.dropin.espnet.results import Result

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
NAMES = {"cer": "CER (or TER)", "wer": "WER"}


@script("score_sclite.sh")
def score_sclite(call: Script) -> int:
    """Scores the folder and prints the sums."""
    options = Options(call, DEFAULTS)
    if len(options.arguments) != 2:
        call.write(f"Usage: {call.name} <data-dir> <dict>\n")
        raise DieError("", 1)
    try:
        return score_call(call, options)
    except ScoreError as error:
        raise DieError(f"{call.name}: {error}", 1) from None


def score_call(call: Script, options: Options) -> int:
    """The exit code, behind all files."""
    folder, speakers = open_folder(options), options.whole("num_spkrs")
    if speakers < 1:
        raise ScoreError(f"--num_spkrs is {speakers}; give 1 or more")
    pieces = Pieces(options.text("bpemodel")) if options.text("bpe") and options.flag("wer") else None
    results = list(jsons.score_folder(folder, speakers, pieces, read_symbols(options.text("nlsyms"))))
    for note in dict.fromkeys([*folder.notes, *(note for result in results for note in result.notes)]):
        call.say(f"{call.name}: warning: {note}")
    for text in format_results(results):
        call.write(text)
    return 1 if any(result.failed for result in results) else 0


def open_folder(options: Options) -> jsons.Folder:
    """The folder with what is asked of it."""
    units = ("cer", "wer") if options.flag("wer") else ("cer",)
    path, dictionary = options.arguments
    folder = jsons.Folder(
        path, os.path.basename(path), Recipe(units=units, literal=options.flag("literal")), dictionary
    )
    folder.keeps_blanks = not options.flag("remove_blank")
    folder.sed = options.text("filter")
    return folder


def format_results(results: Iterable[Result]) -> Iterable[str]:
    """Where each result is, and the first lines of it that say what is in the columns and the sums."""
    for result in results:
        with open(result.path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
        if result.path.endswith(".json"):
            yield f"Write {NAMES[result.unit]} results in {os.path.dirname(result.path)}/result_r*h*"
            yield f"{'.wrd' if result.unit == 'wer' else ''}.txt\n{''.join(lines[1:4])}"
            continue
        yield f"Write {NAMES[result.unit]} result in {result.path}\n"
        yield "".join([line for line in lines if "Avg" in line or "SPKR" in line][:2])
