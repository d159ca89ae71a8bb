"""ESPnet 3's measures of a test set, `ref.scp` beside `hyp.scp`: rates as jiwer counts, and its view of errors."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen.alignment import Alignment, align
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, Totals, write_file
from mondegreen.dropin.espnet.tables import join_by_id, read_table
from mondegreen.dropin.espnet.text_processing import Pieces

MEASURES = {unit: f"espnet3.systems.asr.metrics.{unit}.{unit.upper()}" for unit in ("wer", "cer", "ter")}
# What ESPnet 3 puts in the place of an empty text.
EMPTY = "."


class Sides(NamedTuple):
    """What is compared: tokens of both sides, and what stands between two tokens of the view."""

    references: Sequence[Sequence[str]]
    hypotheses: Sequence[Sequence[str]]
    between: str


def score_scps(decode: Decode, recipe: Recipe) -> Iterator[Result]:
    """The rates of a test set; leaves a file for each with the alignments of what is wrong."""
    reference, hypothesis = (read_table(os.path.join(decode.directory, f"{side}.scp")) for side in ("ref", "hyp"))
    fit = join_by_id(reference, hypothesis, {})
    clean = recipe.make_cleaners()
    texts = [
        [text if text.strip() else EMPTY for text in (map(how, side) if how else side)]
        for how, side in zip(clean, (fit.references, fit.hypotheses), strict=True)
    ]
    notes = list(fit.notes)
    for unit in MEASURES:
        if unit in recipe.units and (unit != "ter" or recipe.bpemodel):
            yield measure_rate(decode, unit, tokenize_sides(unit, texts, recipe), notes)
            notes = []


def tokenize_sides(unit: str, texts: Sequence[Sequence[str]], recipe: Recipe) -> Sides:
    references, hypotheses = texts
    if unit == "cer":
        return Sides([list(text) for text in references], [list(text) for text in hypotheses], "")
    if unit == "ter":
        pieces = Pieces(recipe.bpemodel)
        references, hypotheses = pieces(references), pieces(hypotheses)
    return Sides([text.split() for text in references], [text.split() for text in hypotheses], " ")


def measure_rate(decode: Decode, unit: str, sides: Sides, notes: list[str]) -> Result:
    found = align(sides.references, sides.hypotheses, policy="rapidfuzz")
    hits, substitutions, insertions, deletions = (int(each) for each in found.counts.sum(axis=0))
    totals = Totals(len(found), int((found.errors > 0).sum()), hits, substitutions, deletions, insertions)
    path = os.path.join(decode.directory, f"{unit}_alignment")
    write_file(path, "".join(format_view(sides, found, totals, unit)).encode("utf-8", "surrogateescape"))
    return Result(decode.name, unit, path, totals, notes)


def format_view(sides: Sides, found: Alignment, totals: Totals, unit: str) -> Iterator[str]:
    """The text of jiwer: the sentences with errors, and a summary."""
    for index in found.errors.nonzero()[0].tolist():
        steps = found[index].tolist()
        yield f"=== SENTENCE {index + 1} ===\n\n{format_rows(sides, index, steps)}\n"
    yield f"=== SUMMARY ===\nnumber of sentences: {totals.utterances}\n"
    yield f"substitutions={totals.substitutions} deletions={totals.deletions} "
    yield f"insertions={totals.insertions} hits={totals.correct}\n\n"
    for name, value in compute_rates(totals, unit).items():
        yield f"{name}={value * 100:.2f}%\n"


def format_rows(sides: Sides, index: int, steps: Sequence[int]) -> str:
    """The three rows of a sentence, each token as wide as the longer of both."""
    references, hypotheses = iter(sides.references[index]), iter(sides.hypotheses[index])
    cells: list[tuple[str, str, str]] = []
    for step in steps:
        ours = next(references) if step != 2 else ""
        theirs = next(hypotheses) if step != 3 else ""
        width = max(len(ours), len(theirs))
        gap = "*" * width
        cells.append(((ours or gap).rjust(width), (theirs or gap).rjust(width), " SID"[step].rjust(width)))
    lines = zip(("REF: ", "HYP: ", "     "), zip(*cells, strict=True), strict=True)
    return "".join(f"{head}{sides.between.join(row)}\n" for head, row in lines)


def compute_rates(totals: Totals, unit: str) -> dict[str, float]:
    """What jiwer prints below: of characters the one rate, of words three more."""
    rate = totals.errors / totals.words
    if unit == "cer":
        return {"cer": rate}
    matches = totals.correct + totals.errors
    found = totals.correct + totals.substitutions + totals.insertions
    wip = totals.correct / totals.words * (totals.correct / found)
    return {"mer": totals.errors / matches, "wil": 1 - wip, "wip": wip, "wer": rate}


def format_metrics(results: Sequence[Result]) -> bytes:
    """`metrics.json`: for each measure and test set the rate in percent."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for result in results:
        value = round(100 * result.totals.errors / result.totals.words, 2)
        found.setdefault(MEASURES[result.unit], {})[result.dataset] = {result.unit.upper(): value}
    return json.dumps(found, indent=2, ensure_ascii=False).encode()
