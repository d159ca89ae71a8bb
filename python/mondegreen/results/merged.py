"""Runs of parts, made into the run of the whole: saved ones, rows behind rows and sums of sums, or those in memory."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from mondegreen.batch import Settings
from mondegreen.digest import digest_file
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.kinds import check_kind
from mondegreen.metrics import parse_quantity
from mondegreen.metrics.support.rows import Rows, sum_exactly, total
from mondegreen.notes import restore_notes
from mondegreen.pairs import Join, Pairs, StreamedPairs
from mondegreen.results.row_files import SAVED_FORMATS
from mondegreen.results.run import Run
from mondegreen.results.run_data import IN_PARTS, restore_input_files
from mondegreen.results.saved import (
    ABOUT,
    check_destination,
    describe_with_digests,
    encode_description,
    list_row_files,
    load_description,
    name_part,
    reading_errors,
    replace_directory,
)
from mondegreen.results.score import Score, update_signature

KEY = "utterance"


class Part:
    """One of the saved runs."""

    def __init__(self, folder: str) -> None:
        self.name = folder
        self.about = load_description(folder)
        with reading_errors(folder):
            self.files = list(list_row_files(self.about, Path(folder)))

    def columns(self, names: Sequence[str]) -> Iterator[dict[str, list[Any]]]:
        """These columns of its rows, a file at a time."""
        for path in self.files:
            with reading_errors(self.name):
                found = SAVED_FORMATS[path.suffix].read(path, names)
            yield found

    @property
    def left_out(self) -> list[str]:
        """The keys of pairs that it left out because a side is empty."""
        found: list[str] = self.about["pairs"]["keys"]["dropped"]
        return found

    def every_key(self) -> Iterator[str]:
        """The keys of its pairs."""
        for columns in self.columns([KEY]):
            yield from columns[KEY]
        yield from self.left_out

    @property
    def manner(self) -> dict[str, Any]:
        """All that parts of one run have in common, under the name by which users know it."""
        about, pairs = self.about, self.about["pairs"]
        scores = {label: update_signature(said["signature"], 0, ()) for label, said in about["metrics"].items()}
        alike = {"fields": pairs["fields"], "formats": pairs["formats"], "ways of joining": pairs["join"]}
        return {
            "metrics": ", ".join(scores),
            "signatures": scores,
            "settings": about["settings"],
            **alike,
            "versions": about["version"],
        }


def merge_runs(
    folders: Sequence[str],
    goal: str,
    *,
    reference: Iterable[str] | None = None,
    skip: bool = False,
    name: str | None = None,
) -> Run:
    """Makes one saved run of several, and gives it without its rows.

    Parts that overlap are refused, and so are gaps: keys of the whole `reference`, or of those that the parts were
    scored against, that no part has; these may be skipped.
    """
    check_destination(goal)
    if len(folders) > 1 and os.path.realpath(goal) in map(os.path.realpath, folders):
        raise ScoreError("is one of the parts; save the merged run under another name", path=goal)
    parts = [Part(folder) for folder in folders]
    check_compatible(parts)
    check_disjoint(parts)
    missing = find_gaps(parts, reference, skip=skip)
    run = make_merged_run(
        parts, missing, name or common_pattern([part.about["hypothesis"] for part in parts]) or Path(goal).name
    )
    with replace_directory(goal) as beside:
        found = []
        for place, path in enumerate(path for part in parts for path in part.files):
            copy = beside / name_part(place, path.suffix)
            link_or_copy(path, copy)
            found.append({"file": copy.name, "digest": digest_file(copy)})
        rows = {"parts": found, "columns": parts[0].about["rows"]["columns"]}
        same = {"layout": IN_PARTS, "settings": parts[0].about["settings"], "packages": merge_packages(parts)}
        about = {**describe_with_digests(run), **same, "rows": rows}
        (beside / ABOUT).write_bytes(encode_description(about, beside))
    return run


def merge_packages(parts: Sequence[Part]) -> dict[str, str]:
    """The versions of the packages that any part was measured with; where parts differ, each version."""
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for name, version in part.about.get("packages", {}).items():
            found.setdefault(name, {})[version] = None
    return {name: " and ".join(versions) for name, versions in found.items()}


def link_or_copy(path: Path, copy: Path) -> None:
    """The same file under another name, or a copy where that cannot be."""
    with suppress(OSError):
        os.link(path, copy)
        return
    shutil.copyfile(path, copy)


def check_compatible(parts: Sequence[Part]) -> None:
    """Refuses what are not parts of one run."""
    for part in parts:
        if not part.about["pairs"]["keyed"]:
            raise ScoreError("was paired by line; merging needs utterance IDs", path=part.name)
    first = parts[0].manner
    for part in parts[1:]:
        for what, said in part.manner.items():
            if said != first[what]:
                how = describe_difference(what, first[what], said)
                raise ScoreError(f"is not a part of the same run as {parts[0].name}: other {how}", path=part.name)


def describe_difference(what: str, ours: Any, theirs: Any) -> str:  # noqa: ANN401 - what JSON holds
    """What differs, in words; of several things the first that does."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        name = next(each for each in {**ours, **theirs} if ours.get(each) != theirs.get(each))
        return f"{what} of {name} ({ours.get(name)}; {theirs.get(name)})"
    return f"{what} ({ours}; {theirs})"


def check_disjoint(parts: Sequence[Part]) -> None:
    """Refuses parts that have utterances in common. Eight bytes are kept of each key, and of suspects all."""
    marks = np.concatenate([np.fromiter(map(hash, part.every_key()), np.int64) for part in parts])
    marks.sort()
    twice = set(marks[1:][marks[1:] == marks[:-1]].tolist())
    seen: dict[str, Part] = {}
    for part in parts if twice else ():
        suspects = [key for key in part.every_key() if hash(key) in twice]
        again = [key for key in suspects if key in seen]
        if again:
            other = seen[again[0]]
            again = [key for key in again if seen[key] is other]
            both = f"{part.name} and {other.name}"
            hint = "; score parts of a whole reference with --missing skip" if scores_missing_as_empty(part) else ""
            raise ScoreError(f"{both} both have {count_ids(again)}: {join_ids(again)}{hint}")
        seen |= dict.fromkeys(suspects, part)


def scores_missing_as_empty(part: Part) -> bool:
    pairs = part.about["pairs"]
    return pairs["join"]["missing"] == "empty" and bool(pairs["keys"]["missing"])


def find_gaps(parts: Sequence[Part], reference: Iterable[str] | None, *, skip: bool) -> tuple[str, ...]:
    """What the whole lacks: what was scored as empty, and what no part has, if that is to be skipped."""
    lacking = dict.fromkeys(key for part in parts for key in part.about["pairs"]["keys"]["missing"])
    if parts[0].about["pairs"]["join"]["missing"] == "empty" and reference is None:
        return tuple(lacking)
    asked = dict.fromkeys(lacking if reference is None else reference)
    found = {key for part in parts for key in part.every_key() if key in asked}
    if reference is not None and len(found) < sum(part.about["pairs"]["scored"] + len(part.left_out) for part in parts):
        stray = [key for part in parts for key in part.every_key() if key not in asked]
        if stray and parts[0].about["pairs"]["join"]["extra"] != "empty":
            raise ScoreError(f"{count_ids(stray)} of the parts not in the reference: {join_ids(stray)}")
    nowhere = [key for key in asked if key not in found]
    if nowhere and not skip:
        what = f"{count_ids(nowhere)} of the reference in no part: {join_ids(nowhere)}"
        raise ScoreError(f"{what}; score them, or exclude them with --missing skip")
    filled_in = (key for key in lacking if key in found and parts[0].about["pairs"]["join"]["missing"] == "empty")
    return (*filled_in, *nowhere)


def make_merged_run(parts: Sequence[Part], missing: tuple[str, ...], name: str) -> Run:
    """The run of all parts, without its rows."""
    first = parts[0].about
    said = [part.about["pairs"] for part in parts]
    numbers = {each: sum(pairs[each] for pairs in said) for each in ("scored", "duplicate", "empty")}
    extra = find_unmatched(parts)
    join = Join(**first["pairs"]["join"])
    pairs = StreamedPairs(
        (),
        (),
        (),
        (common_pattern([part.about["reference"] for part in parts]) or "references", name),
        tuple(first["pairs"]["formats"]),
        join=join,
        missing=missing,
        extra=extra,
        duplicate=collect_ids(parts, "duplicate"),
        fields=dict.fromkeys(first["pairs"]["fields"], ()),
        notes=tuple(dict.fromkeys(note for pairs in said for note in restore_notes(pairs["notes"]))),
        dropped=collect_ids(parts, "dropped"),
        noun=first["pairs"]["noun"],
        numbers={**numbers, "missing": len(missing), "extra": len(extra)},
        files=tuple(dict.fromkeys(file for part in parts for file in restore_input_files(part.about))),
    )
    scores = {label: merge_scores(label, parts, pairs) for label in first["metrics"]}
    return Run(pairs, scores, Settings(), first["by"], first["version"])


def collect_ids(parts: Sequence[Part], what: str) -> tuple[str, ...]:
    return tuple(key for part in parts for key in part.about["pairs"]["keys"][what])


def find_unmatched(parts: Sequence[Part]) -> tuple[str, ...]:
    """What the hypotheses have too much, each once: what one part has no reference for another may have scored."""
    found = dict.fromkeys(collect_ids(parts, "extra"))
    if found and parts[0].about["pairs"]["join"]["extra"] != "empty":
        for part in parts:
            for key in part.every_key():
                found.pop(key, None)
    return tuple(found)


def merge_scores(label: str, parts: Sequence[Part], pairs: StreamedPairs) -> Score:
    """A metric's score over all parts."""
    metric = parse_quantity(label)
    names = [f"metric.{label}.{name}" for name in metric.columns]
    sums: list[list[float]] = [[] for _ in names]
    for part in parts:
        for columns in part.columns(names):
            for found, column in zip(sums, names, strict=True):
                found.extend(sum_exactly(np.array(columns[column], dtype=np.float64)))
    said = parts[0].about["metrics"][label]["signature"]
    signature = update_signature(said, len(pairs), pairs.flags())
    return Score(metric, Rows.joined(metric.columns, []), total(metric.columns, sums), signature)


def common_pattern(names: Sequence[str]) -> str:
    """What stands for all names: themselves if they are one, else what they have in common around a star."""
    if len(set(names)) == 1:
        return names[0]
    start = common_prefix(names)
    end = common_prefix([name[len(start) :][::-1] for name in names])[::-1]
    return f"{start}*{end}" if start or end else ""


def common_prefix(names: Sequence[str]) -> str:
    columns = zip(*names, strict=False)
    return "".join(letters[0] for letters in takewhile(lambda each: len(set(each)) == 1, columns))


# The IDs of utterances that were not scored as they came.
UNMATCHED = ("missing", "extra", "duplicate", "dropped")


def concatenate_runs(runs: Sequence[Run], name: str | None) -> Run:
    """The run of all utterances of these runs; refuses runs that were measured otherwise, or overlap."""
    if not runs:
        raise ScoreError("there is nothing to merge; give at least one run")
    for place, run in enumerate(runs):
        check_kind(f"run {place}", run, "Run")
    first = runs[0]
    for run in runs:
        check_alike(first, run)
    pairs = concatenate_pairs([run.pairs for run in runs], name)
    scores = {label: concatenate_scores([run[label] for run in runs], pairs) for label in first}
    notes = tuple(dict.fromkeys(note for run in runs for note in run.scoring_notes))
    return Run(pairs, scores, first.settings, first.by, first.version, notes)


def check_alike(first: Run, run: Run) -> None:
    """Refuses a run that is no part of what the first is of."""
    if isinstance(run.pairs, StreamedPairs):
        raise ScoreError(f"the rows of {run.name} are not in memory; merge saved runs by `mondegreen runs merge`")
    if run.keys() != first.keys():
        ours, theirs = (", ".join(each) or "none" for each in (first, run))
        raise ScoreError(f"{run.name} has other metrics ({theirs}) than {first.name} ({ours})")
    for label, score in run.items():
        kinds = [update_signature(each.signature, 0, ()) for each in (first[label], score)]
        if kinds[0] != kinds[1]:
            raise ScoreError(f"{label} of {run.name} was measured with other settings: {kinds[1]}, not {kinds[0]}")
    if run.pairs.keyed != first.pairs.keyed:
        keyed, other = (run, first) if run.pairs.keyed else (first, run)
        raise ScoreError(f"only {keyed.name} has utterance IDs, and {other.name} was paired by order")


def concatenate_pairs(parts: Sequence[Pairs], name: str | None) -> Pairs:
    """The pairs of all parts, in their order; without utterance IDs they are numbered through."""
    first = parts[0]
    keys = list(chain.from_iterable(part.keys for part in parts))
    if first.keyed:
        twice = [key for key, times in Counter(keys).items() if times > 1]
        if twice:
            raise ScoreError(f"{count_ids(twice)} in more than one run: {join_ids(twice)}")
    else:
        keys = [str(position) for position in range(1, len(keys) + 1)]
    columns = dict.fromkeys(column for part in parts for column in part.fields)
    fields = {
        column: list(chain.from_iterable(part.fields.get(column) or [""] * len(part) for part in parts))
        for column in columns
    }
    names = [common_pattern([part.names[side] for part in parts]) for side in range(2)]
    unmatched = {each: tuple(chain.from_iterable(getattr(part, each) for part in parts)) for each in UNMATCHED}
    return replace(
        first,
        keys=keys,
        references=list(chain.from_iterable(part.references for part in parts)),
        hypotheses=list(chain.from_iterable(part.hypotheses for part in parts)),
        names=(names[0] or "references", name or names[1] or "hypotheses"),
        fields=fields,
        notes=tuple(dict.fromkeys(chain.from_iterable(part.notes for part in parts))),
        files=tuple(dict.fromkeys(chain.from_iterable(part.files for part in parts))),
        sessions=list(chain.from_iterable(part.sessions for part in parts)),
        confidences=concatenate_confidences(parts),
        empty=None if any(part.empty is None for part in parts) else sum(part.empty or 0 for part in parts),
        **unmatched,  # type: ignore[arg-type]
    )


def concatenate_confidences(parts: Sequence[Pairs]) -> Sequence[Sequence[float | None]]:
    """Those of all parts; of a part that has none, empty ones."""
    if not any(part.confidences for part in parts):
        return ()
    return list(chain.from_iterable(part.confidences or [()] * len(part) for part in parts))


def concatenate_scores(parts: Sequence[Score], pairs: Pairs) -> Score:
    """The score over the rows of all parts."""
    metric = parts[0].metric
    rows = Rows.joined(metric.columns, [part.rows for part in parts])
    return Score(metric, rows, rows.total(), update_signature(parts[0].signature, len(pairs), pairs.flags()))
