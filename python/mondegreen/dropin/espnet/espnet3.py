"""ESPnet 3's measures of a test set, `ref.scp` beside `hyp.scp`: rates as jiwer counts, and its view of errors.

What a recipe measures stands in its `conf/metrics.yaml`: the rates in their order, cleaners, the model of pieces, and
which tables hold the texts, if they are others.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mondegreen.alignment import Alignment, align
from mondegreen.dropin.espnet.layout import SCPS, Decode
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, Totals, write_file
from mondegreen.dropin.espnet.tables import Table, join_by_id, read_table, read_text, split_lines
from mondegreen.dropin.espnet.text_processing import Pieces, make_cleaner
from mondegreen.errors import ScoreError, join_ids

MEASURES = {unit: f"espnet3.systems.asr.metrics.{unit}.{unit.upper()}" for unit in ("wer", "cer", "ter")}
# Where a recipe says what is measured, and what tells that it is one of ESPnet 3.
CONFIG, MARK = "conf/metrics.yaml", "espnet3."
# What ESPnet 3 puts in the place of an empty text.
EMPTY = "."
SPACES = re.compile(r"\s\s+")


class Measure(NamedTuple):
    """A rate, the tables of references and hypotheses, their cleaners, and the model of pieces."""

    unit: str
    inputs: tuple[str, str] = ("ref", "hyp")
    cleaners: tuple[str, str] = ("", "")
    bpemodel: str = ""


class Measuring(NamedTuple):
    """What is measured, of which test sets if not of all, and what there is to note about that."""

    measures: Sequence[Measure]
    sets: Sequence[str] = ()
    notes: Sequence[str] = ()

    def list_tables(self) -> frozenset[str]:
        """The files that a test set's directory holds."""
        return frozenset(f"{name}.scp" for each in self.measures[:1] for name in each.inputs) or SCPS


def plan_measures(path: str, recipe: Recipe, given: Sequence[str]) -> Measuring:
    """What the configuration there says, or else the recipe's own, where options that were given do not say more."""
    notes = []
    if not path and os.path.isfile(CONFIG) and MARK in read_text(CONFIG):
        path = CONFIG
        notes.append(f"{path}: says what is measured; name another file by --metrics-config")
    own = (recipe.cleaner, recipe.hyp_cleaner)
    if not path:
        units = [unit for unit in MEASURES if unit in recipe.units and (unit != "ter" or recipe.bpemodel)]
        return Measuring([Measure(unit, cleaners=own, bpemodel=recipe.bpemodel) for unit in units])
    config = load_config(path)
    found, others = read_measures(path, config)
    measures = [
        each._replace(
            cleaners=own if {"cleaner", "hyp_cleaner"} & {*given} else each.cleaners,
            bpemodel=recipe.bpemodel if "bpemodel" in given else each.bpemodel,
        )
        for each in found
        if each.unit in recipe.units
    ]
    if not measures:
        wanted = [target for unit, target in MEASURES.items() if unit in recipe.units]
        raise ScoreError(f"names none of the metrics {', '.join(wanted)}", path=path)
    for each in measures:
        if unknown := [value for value in (*each.cleaners, *each.inputs, each.bpemodel) if "${" in value]:
            raise ScoreError(f"{unknown[0]} stands for what only ESPnet 3 knows; write it out", path=path)
    if others:
        notes.append(f"{path}: {join_ids(others)} not computed here; run ESPnet 3's stage measure for that")
    # Of a metric that is there twice the last one counts.
    return Measuring(list({each.unit: each for each in measures}.values()), list_sets(path, config), notes)


def list_sets(path: str, config: Mapping[str, Any]) -> list[str]:
    """The names of the test sets that are measured; none, if all are that are there."""
    tests = take_mapping(config.get("dataset")).get("test") or []
    names = [take_mapping(each).get("name") for each in tests] if isinstance(tests, list) else [None]
    if None in names:
        raise ScoreError("holds no list of test sets with names under dataset", path=path)
    return list(map(str, names))


def load_config(path: str) -> Mapping[str, Any]:
    try:
        import yaml
    except ImportError:
        raise ScoreError("YAML needs a package that is not installed: pip install pyyaml", path=path) from None
    try:
        found = yaml.safe_load(read_text(path))
    except (yaml.YAMLError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        raise ScoreError("is not YAML", path=path, line=None if line is None else line + 1) from error
    return take_mapping(found)


def take_mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def read_measures(path: str, config: Mapping[str, Any]) -> tuple[list[Measure], list[str]]:
    """The metrics of ours in a configuration, and the names of the others."""
    entries = config.get("metrics")
    if not isinstance(entries, list):
        raise ScoreError("holds no list of metrics, as ESPnet 3 has it", path=path)
    found, others = [], []
    for entry in map(take_mapping, entries):
        metric = take_mapping(entry.get("metric"))
        target = str(metric.get("_target_"))
        unit = target.rpartition(".")[2].lower()
        if target != MEASURES.get(unit):
            others.append(target)
            continue
        keys = [str(metric.get(f"{side}_key", side)) for side in ("ref", "hyp")]
        inputs = entry.get("inputs") or keys
        files = inputs if isinstance(inputs, dict) else {name: name for name in inputs}
        if lost := [key for key in keys if key not in files]:
            raise ScoreError(f'the inputs of {target} lack "{lost[0]}"', path=path)
        clean = metric.get("clean_types") or ()
        cleaner = clean if isinstance(clean, str) else ",".join(map(str, clean))
        first, second = (str(files[key]) for key in keys)
        found.append(Measure(unit, (first, second), (cleaner, cleaner), str(metric.get("bpemodel", ""))))
    return found, others


class Sides(NamedTuple):
    """What is compared: tokens of both sides, and what stands between two tokens of the view."""

    references: Sequence[Sequence[str]]
    hypotheses: Sequence[Sequence[str]]
    between: str


def score_scps(decode: Decode, measures: Iterable[Measure]) -> Iterator[Result]:
    """The rates of a test set; leaves a file for each with the alignments of what is wrong."""
    noted: set[str] = set()
    for each in measures:
        reference, hypothesis = (read_scp(os.path.join(decode.directory, f"{name}.scp")) for name in each.inputs)
        fit = join_by_id(reference, hypothesis, {})
        sides = zip(map(make_cleaner, each.cleaners), (fit.references, fit.hypotheses), strict=True)
        texts = [[text.strip() for text in (map(how, side) if how else side)] for how, side in sides]
        notes = [note for note in fit.notes if note not in noted]
        noted.update(notes)
        yield measure_rate(decode, each.unit, tokenize_sides(each, texts), notes)


def read_scp(path: str) -> Table:
    """A table of texts, in which ESPnet 3 leaves spaces as they are."""
    table = read_table(path)
    rows = [line.split(maxsplit=1) for line in split_lines(read_text(path))]
    return table._replace(texts=[row[1].strip() if row[1:] else "" for row in rows if row])


def tokenize_sides(measure: Measure, texts: Sequence[Sequence[str]]) -> Sides:
    if measure.unit == "ter":
        pieces = Pieces(measure.bpemodel)
        texts = [pieces(side) for side in texts]
    cut = list if measure.unit == "cer" else split_words
    references, hypotheses = ([cut(text or EMPTY) for text in side] for side in texts)
    return Sides(references, hypotheses, "" if measure.unit == "cer" else " ")


def split_words(text: str) -> list[str]:
    """The words that jiwer finds, for which a single space of another kind parts none."""
    return [word for word in SPACES.sub(" ", text).strip().split(" ") if word]


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


def format_metrics(results: Sequence[Result], measures: Iterable[Measure]) -> bytes:
    """`metrics.json`: for each measure and test set the rate in percent."""
    found: dict[str, dict[str, dict[str, float]]] = {MEASURES[each.unit]: {} for each in measures}
    for result in results:
        value = round(100 * result.totals.errors / result.totals.words, 2)
        found[MEASURES[result.unit]][result.dataset] = {result.unit.upper(): value}
    return json.dumps(found, indent=2, ensure_ascii=False).encode()
