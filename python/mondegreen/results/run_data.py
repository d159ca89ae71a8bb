"""A run as plain data, and back: what `run.json` holds, and the columns of the rows beside it.

Texts are saved as they were compared, after normalization; with a tokenizer their tokens too. So alignments can be
made again exactly, without the files of the normalization steps, and are not saved: they would be most of the file,
and take a second to make for half a million words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from mondegreen import tokenization
from mondegreen.batch import Settings
from mondegreen.corpus import Segment, Session
from mondegreen.digest import InputFile
from mondegreen.errors import ScoreError
from mondegreen.metrics import parse_quantity
from mondegreen.metrics.support.rows import Rows, simplify_column
from mondegreen.normalization import format_signature
from mondegreen.notes import restore_notes
from mondegreen.pairs import UTTERANCE, Join, Pairs
from mondegreen.resources import Resources
from mondegreen.results.interval import Bootstrap, Interval
from mondegreen.results.run import Run
from mondegreen.results.score import Score

Columns = Mapping[str, Sequence[Any]]

# What is kept may be read by later versions as long as this is known: of one file of rows, or of several.
LAYOUT, IN_PARTS = 1, 2
SIDES = ("reference", "hypothesis")


def describe_run(run: Run) -> dict[str, Any]:
    """All of a run but its rows."""
    settings, pairs = run.settings, run.pairs
    chosen = sorted(settings.resources.chosen.items())
    return {
        "layout": LAYOUT,
        "version": run.version,
        **dict(zip(SIDES, pairs.names, strict=True)),
        "by": run.by,
        "settings": {
            "policy": settings.policy,
            "normalize": format_signature(settings.normalize) if settings.normalize else None,
            "tokenize": tokenization.format_signature(settings.tokenize, "words") if settings.tokenize else None,
            "empties": settings.empties,
            "language": settings.resources.language,
            "resources": {kind: each if isinstance(each, str) else None for kind, each in chosen},
        },
        "pairs": {
            **run.pair_counts,
            "formats": pairs.formats,
            "keyed": pairs.keyed,
            "noun": pairs.noun,
            "join": asdict(pairs.join),
            "fields": list(pairs.fields),
            "keys": {name: list(getattr(pairs, name)) for name in ("missing", "extra", "duplicate", "dropped")},
            "notes": [asdict(note) for note in pairs.notes],
        },
        "metrics": {label: score.to_dict() for label, score in run.scores.items()},
        "notes": [asdict(note) for note in run.scoring_notes],
    }


def list_columns(run: Run) -> dict[str, Sequence[Any]]:
    """The rows: of each pair its key, its texts as they were compared, its fields, and what each metric counted."""
    batches = list(run.batches())
    found: dict[str, Sequence[Any]] = {"utterance": list(run.pairs.keys)}
    found["reference"] = [text for batch in batches for text in batch.references]
    found["hypothesis"] = [text for batch in batches for text in batch.hypotheses]
    if run.settings.tokenize:
        for place, side in enumerate(SIDES):
            found[f"{side}.tokens"] = [list(each) for batch in batches for each in batch.tokens()[place]]
    for side in SIDES if run.pairs.sessions else ():
        found[f"{side}.segments"] = [encode_segments(getattr(session, side)) for session in run.pairs.sessions]
    found |= {f"field.{name}": list(values) for name, values in run.pairs.fields.items()}
    for label, score in run.scores.items():
        for name, column in zip(score.rows.columns, score.rows.values.T, strict=True):
            found[f"metric.{label}.{name}"] = simplify_column(column)
    return found


def check_layout(about: dict[str, Any]) -> dict[str, Any]:
    """What is said of a run, if this version knows how it is said."""
    if about["layout"] not in (LAYOUT, IN_PARTS):
        raise ScoreError(f"it was saved by mondegreen {about['version']}, in a layout that this version does not know")
    return about


def restore_run(about: dict[str, Any], rows: Columns) -> Run:
    """The run that was described so."""
    check_layout(about)
    scores = {label: restore_score(label, said, rows) for label, said in about["metrics"].items()}
    return Run(
        restore_pairs(about, rows),
        scores,
        restore_settings(about["settings"], rows),
        about["by"],
        about["version"],
        restore_notes(about["notes"]),
    )


def restore_pairs(about: Mapping[str, Any], rows: Columns) -> Pairs:
    """The pairs with their fields."""
    said = about["pairs"]
    return Pairs(
        rows["utterance"],
        rows["reference"],
        rows["hypothesis"],
        (about["reference"], about["hypothesis"]),
        tuple(said["formats"]),
        said["keyed"],
        Join(**said["join"]),
        **{name: tuple(keys) for name, keys in said["keys"].items()},
        fields={name: rows[f"field.{name}"] for name in said["fields"]},
        notes=restore_notes(said["notes"]),
        noun=said.get("noun", UTTERANCE),
        files=restore_input_files(about),
        empty=said["empty"],
        sessions=restore_sessions(rows),
    )


def encode_segments(segments: Sequence[Segment]) -> str:
    """The segments of a session as text, in which their words and times are exact."""
    rows = [[each.key, each.speaker, list(each.words), each.start, each.end, each.timed] for each in segments]
    return json.dumps(rows, ensure_ascii=False)


def restore_sessions(rows: Columns) -> list[Session]:
    """Who said what in the sessions; nothing of pairs of texts, or where that was not kept."""
    columns = [rows.get(f"{side}.segments") for side in SIDES]
    if None in columns:
        return []
    sides = ([[Segment(*each) for each in json.loads(text)] for text in column or ()] for column in columns)
    return [Session(key, *each) for key, *each in zip(rows["utterance"], *sides, strict=True)]


def restore_input_files(about: Mapping[str, Any]) -> tuple[InputFile, ...]:
    return tuple(InputFile(said["side"], said["file"], "", said["digest"]) for said in about.get("inputs", ()))


def restore_settings(said: Mapping[str, Any], rows: Columns) -> Settings:
    """The settings, with stand-ins for the rules, the tokenizer and the models that were objects."""
    rules = () if said["normalize"] is None else (SavedRules(said["normalize"]),)
    models = {kind: UnsavedModel(kind) if name is None else name for kind, name in said["resources"].items()}
    resources = Resources(said["language"], models)
    return Settings(said["policy"], rules, restore_tokens(said["tokenize"], rows), resources, empties=said["empties"])


def restore_tokens(name: str | None, rows: Columns) -> SavedTokens | None:
    """What the tokenizer made of the texts; none where the core cut them."""
    if name is None:
        return None
    texts = chain.from_iterable(rows[side] for side in SIDES)
    cut = chain.from_iterable(rows[f"{side}.tokens"] for side in SIDES)
    return SavedTokens(name, dict(zip(texts, cut, strict=True)))


def restore_score(label: str, said: Mapping[str, Any], rows: Columns) -> Score:
    """A metric's score, if the metric is still what it was."""
    found, names = parse_quantity(label), tuple(said["columns"])
    # What a metric decided of the texts stands behind its own part of the signature.
    if not said["signature"].startswith((f"{found.signature}|", f"{found.signature}:")) or names != found.columns:
        raise ScoreError(f"{said['signature']} was measured when it was saved, and now there is {found.signature}")
    kept = Rows.of(names, [np.array(rows[f"metric.{label}.{name}"], dtype=np.float64) for name in names])
    return Score(found, kept, kept.total(), said["signature"], restore_interval(said.get("interval")))


def restore_interval(said: Mapping[str, Any] | None) -> Interval | None:
    """An interval, if there was one."""
    if said is None:
        return None
    how = Bootstrap(said["over"], said["resamples"], said["level"], said["seed"])
    low, high = (np.nan if said[end] is None else said[end] for end in ("low", "high"))
    return Interval(low, high, how, said.get("units"))


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The rules that texts went through before they were kept: what they are called, and nothing more to do."""

    signature: str

    def __call__(self, text: str) -> str:
        """The text, as the rules had left it."""
        return text


@dataclass(frozen=True, slots=True)
class SavedTokens:
    """A tokenizer that knows what another made of the kept texts, and of no others."""

    signature: str
    known: Mapping[str, Sequence[str]] = field(repr=False, compare=False)

    def __call__(self, text: str) -> Sequence[str]:
        """The tokens of one of the kept texts."""
        if text not in self.known:
            raise ScoreError(f'"{text}" is not a text of the saved run, whose tokenizer {self.signature} was not saved')
        return self.known[text]


class UnsavedModel:
    """A model that was an object of a Python program's own, so that no name leads back to it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # what copies and compares objects asks for these, and must hear no
            raise AttributeError(name)
        raise ScoreError(f"the {self.kind} of the saved run were given as an object, which is not saved; score again")
