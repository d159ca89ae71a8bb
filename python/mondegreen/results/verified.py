"""Whether a saved run is what it says: totals recomputed from its rows, and every digest and version looked up anew.

It finds damage, mixed-up files, other models and edited scores. Whoever edits the rows as well, and their digest in
`run.json`, is found by nobody who does not score the recorded inputs again.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mondegreen._core import __version__
from mondegreen.digest import digest_file
from mondegreen.errors import ScoreError
from mondegreen.metrics import parse_quantity
from mondegreen.metrics.base import Quantity
from mondegreen.metrics.support.rows import Rows
from mondegreen.resources.installable import Item
from mondegreen.results.interval import find_intervals
from mondegreen.results.run_data import restore_interval, restore_run, restore_settings
from mondegreen.results.saved import list_parts, load_description, read_rows, reading_errors
from mondegreen.results.score import nan_to_none, score_to_dict

HOLDS, DIFFERS, NOT_CHECKED = "holds", "differs", "not checked"


class Check(NamedTuple):
    """One thing that was compared: its kind, its name, how it stands, what was saved, and what was found or why not."""

    kind: str
    name: str
    state: str
    saved: str | float | None = None
    found: str | float | None = None


@dataclass(frozen=True, repr=False)
class Verification:
    """What became of each check of a saved run."""

    run: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing differs; what could not be checked is in `not_checked`."""
        return not self.differing

    @property
    def differing(self) -> tuple[Check, ...]:
        """The checks that found something else."""
        return tuple(check for check in self.checks if check.state == DIFFERS)

    @property
    def not_checked(self) -> tuple[Check, ...]:
        """What is not there to be compared with."""
        return tuple(check for check in self.checks if check.state == NOT_CHECKED)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        count = len(self.checks) - len(self.differing) - len(self.not_checked)
        odd = f"{len(self.differing)} differ, {len(self.not_checked)} not checked"
        return f"<Verification {self.run}: {count} hold, {odd}>"


def verify_run(folder: str | os.PathLike[str]) -> Verification:
    """Recomputes the totals of a saved run, and compares the digests of its files and models and the versions."""
    about, place = load_description(folder), Path(folder)
    with reading_errors(folder):
        parts = [(part["file"], part["digest"]) for part in list_parts(about)]
        files = [check_equal("rows", name, was, digest_file(place / name)) for name, was in parts]
        try:
            rows = read_rows((place / name for name, _ in parts), about["rows"]["columns"])
            totals = [*check_counts(about, rows), *check_scores(about, rows), *check_intervals(about, rows)]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            if all(check.state == HOLDS for check in files):
                raise  # it was saved so
            totals = [Check("score", label, NOT_CHECKED, None, "the rows cannot be read") for label in about["metrics"]]
        models = check_models(about)
        checks = (*files, *totals, *check_inputs(about), *models, *check_packages(about))
    return Verification(str(folder), checks)


def check_equal(kind: str, name: str, saved: str | float | None, found: str | float | None) -> Check:
    return Check(kind, name, HOLDS if saved == found else DIFFERS, saved, found)


def check_counts(about: Mapping[str, Any], rows: Mapping[str, Sequence[Any]]) -> Iterator[Check]:
    """Whether there are as many pairs as were scored, by what is told of them and by each signature."""
    count = len(rows["utterance"])
    yield check_equal("rows", "number", about["pairs"]["scored"], count)
    for label, said in about["metrics"].items():
        if f"|utts:{count}|" not in said["signature"]:
            yield Check("signature", label, DIFFERS, signature_part(said["signature"], "utts"), count)


def check_scores(about: Mapping[str, Any], rows: Mapping[str, Sequence[Any]]) -> Iterator[Check]:
    """Each metric's score against that of its rows' sum: counts exactly, the rest within the noise of the metric."""
    for label, said in about["metrics"].items():
        try:
            metric = parse_quantity(label)
        except ScoreError as error:  # of a package that is not there
            yield Check("score", label, NOT_CHECKED, said["score"], error.what)
            continue
        if not said["signature"].startswith((f"{metric.signature}|", f"{metric.signature}:")):
            yield Check("score", label, DIFFERS, said["signature"].partition("|")[0], metric.signature)
            continue
        values = [rows[f"metric.{label}.{name}"] for name in metric.columns]
        now = score_to_dict(metric, Rows.of(metric.columns, values).total())
        yield check_total(label, metric, said, now)


def check_total(label: str, metric: Quantity, said: Mapping[str, Any], now: Mapping[str, Any]) -> Check:
    """The score, its range, and the sums that it was made from; the first that differs is named."""
    pairs = [(label, said["score"], now["score"])]
    ends = [said.get("range") or (None, None), now.get("range") or (None, None)]
    pairs += zip((f"{label}, least", f"{label}, greatest"), *ends, strict=True)
    sums = {**dict.fromkeys(now["columns"]), **said["columns"]}
    pairs += [(f"{label}.{name}", was, now["columns"].get(name)) for name, was in sums.items()]
    other = next(((name, was, found) for name, was, found in pairs if is_different(metric, was, found)), None)
    if other is None:
        return Check("score", label, HOLDS, said["score"], now["score"])
    return Check("score", other[0], DIFFERS, *other[1:])


def is_different(metric: Quantity, was: object, found: object) -> bool:
    """Whether two numbers are not the same for this metric; what is not defined is the same as what is not either."""
    if was is None or found is None:
        return was is not found
    if not (isinstance(was, int | float) and isinstance(found, int | float)) or not math.isfinite(was):
        return True
    return metric.noise.differs(was, found)


def check_intervals(about: Mapping[str, Any], rows: Mapping[str, Sequence[Any]]) -> Iterator[Check]:
    """The confidence intervals, drawn anew from the same seed."""
    wanted = {label: said for label, said in about["metrics"].items() if said.get("interval")}
    if not wanted:
        return
    try:
        run = restore_run(dict(about), rows)
    except ScoreError as error:  # a metric that is another now, or not there
        yield from (Check("interval", label, NOT_CHECKED, None, error.what) for label in wanted)
        return
    for label, said in wanted.items():
        was = restore_interval(said["interval"])
        assert was is not None
        score = run[label]
        now = find_intervals({label: score}, run.pairs.column(was.how.over), was.how, None)[label]
        ends = [(nan_to_none(was.low), nan_to_none(now.low)), (nan_to_none(was.high), nan_to_none(now.high))]
        state = DIFFERS if any(is_different(score.metric, *pair) for pair in ends) else HOLDS
        yield Check("interval", label, state, *(f"{each.low:.6g} to {each.high:.6g}" for each in (was, now)))


def check_inputs(about: Mapping[str, Any]) -> Iterator[Check]:
    """The files that were scored, each if it is still there."""
    named = about.get("inputs", ())
    for said in named:
        path = Path(said["file"])
        if said["digest"] is None:
            yield Check(said["side"], said["file"], NOT_CHECKED, None, "its digest was not recorded")
        elif not path.is_file():
            yield Check(said["side"], said["file"], NOT_CHECKED, said["digest"], "there is no such file here")
        else:
            yield check_equal(said["side"], said["file"], said["digest"], digest_file(path))
    for side in ("reference", "hypothesis"):
        if not any(side in said["side"] for said in named):
            yield Check(side, about[side], NOT_CHECKED, None, "it was no file, so that no digest was recorded")


def check_models(about: Mapping[str, Any]) -> list[Check]:
    """What measured it, as far as it leads to a name: whether the signatures name what is here now."""
    resources = restore_settings({**about["settings"], "tokenize": None}, {}).resources
    found: dict[tuple[str, str], Check] = {}
    for label, said in about["metrics"].items():
        try:
            uses = parse_quantity(label).uses()
        except ScoreError:  # as the score has told
            continue
        for kind, name in uses.items():
            was = signature_part(said["signature"], kind)
            try:
                now = next((identity for _, identity in resources.identities({kind: name})), None)
            except ScoreError as error:
                found[kind, was or ""] = Check("model", kind, NOT_CHECKED, was, error.what)
                continue
            if was is None and now is None:
                continue
            same = now is not None and f"|{kind}:{now}|" in said["signature"]
            found[kind, was or ""] = Check("model", kind, HOLDS if same else DIFFERS, was, now)
    return list(found.values())


def signature_part(signature: str, name: str) -> str | None:
    start = f"{name}:"
    return next((part[len(start) :] for part in signature.split("|")[1:] if part.startswith(start)), None)


def check_packages(about: Mapping[str, Any]) -> Iterator[Check]:
    """The versions of this program and of the packages that models are computed by."""
    yield check_equal("version", "mondegreen", about["version"], __version__)
    for name, version in about.get("packages", {}).items():
        now = Item("", name, "").installed
        missing = Check("version", name, NOT_CHECKED, version, "it is not installed")
        yield check_equal("version", name, version, now) if now else missing
