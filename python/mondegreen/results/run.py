"""A run: one hypothesis scored against one reference."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mondegreen._core import __version__
from mondegreen.batch import Batch, BatchStore, Settings
from mondegreen.errors import ScoreError
from mondegreen.kinds import check_kind
from mondegreen.metrics.support.rows import Groups, simplify_column
from mondegreen.notes import Note
from mondegreen.pairs import Pairs
from mondegreen.results.score import Score, int_if_whole, score_to_dict
from mondegreen.results.shown import render_html, show_plot

if TYPE_CHECKING:
    from mondegreen.results.calibration import Calibration
    from mondegreen.results.verified import Verification

# What `columns` tells of the texts themselves.
TEXT_COLUMNS = ("reference", "hypothesis", "alignment")
# What some experiment tracker does not take in the name of a number.
ODD = re.compile(r"[^\w.-]+", re.ASCII)


@dataclass(frozen=True, repr=False)
class Run(Mapping[str, Score]):
    """The scores of one hypothesis over one reference, by the metrics' labels; `by` is the column of its groups.

    It is a mapping: `run["wer"]`, `"wer" in run`, `dict(run)`, `run.items()`.

    `scoring_notes` are those on the scores; those on reading and pairing are the pairs' own.
    """

    pairs: Pairs
    scores: Mapping[str, Score]
    settings: Settings
    by: str | None = None
    version: str = __version__
    scoring_notes: tuple[Note, ...] = ()
    store: BatchStore = field(default=None, kw_only=True, compare=False)  # type: ignore[assignment] # made below

    def __post_init__(self) -> None:
        if self.store is None or not self.store.is_of(self.pairs, self.settings):
            object.__setattr__(self, "store", BatchStore(self.pairs, self.settings))

    @property
    def reference(self) -> str:
        """What the reference is called."""
        return self.pairs.names[0]

    @property
    def name(self) -> str:
        """What the hypothesis is called."""
        return self.pairs.names[1]

    @property
    def notes(self) -> tuple[Note, ...]:
        """All that the user should know of the run; `str` gives the sentence of each."""
        idle = [score.metric.idle_notes for score in self.scores.values()]
        return (*self.pairs.list_notes(frozenset.intersection(*idle) if idle else ()), *self.scoring_notes)

    @cached_property
    def pair_counts(self) -> dict[str, int]:
        """How many pairs were scored, missing, extra, duplicate or empty; counted once."""
        return self.pairs.counts()

    @property
    def outcomes(self) -> dict[str, list[Any]]:
        """By metric of sessions, who was matched with whom in each of them."""
        if len(self.pairs.sessions) != len(self.pairs):
            raise ScoreError(f"who speaks in the sessions of {self.name} was not saved; score again, in memory")
        return {
            label: [outcome for batch in self.batches() for outcome in score.metric.outcomes(batch)]  # type: ignore[attr-defined]
            for label, score in self.scores.items()
        }

    def __getitem__(self, label: str) -> Score:
        """The score of a metric, by the name that it was asked for: `wer`, or `mer:ties=best`."""
        try:
            return self.scores[label]
        except KeyError:
            raise KeyError(f"the run has no {label!r}; it has {', '.join(self.scores) or 'no scores'}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        """The number of metrics; `len(run.pairs)` is that of utterances."""
        return len(self.scores)

    def groups(self, column: str) -> Groups:
        """The pairs by the values of a column: `utterance`, or a field such as `speaker`."""
        check_kind("column", column, "str")
        return Groups.of(column, self.pairs.column(column))

    def batches(self) -> Iterator[Batch]:
        """The pairs as they were measured, for a closer look at their words and alignments."""
        return iter(self.store)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Keeps the run in a folder, with all that comparisons need; as Parquet if its name ends in `.parquet`."""
        check_kind("folder", folder, "PathLike")
        from mondegreen.results.saved import save_runs

        save_runs([self], folder)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Run:
        """The run that was saved in this folder."""
        check_kind("folder", folder, "PathLike")
        from mondegreen.results.saved import load_run

        return load_run(folder)

    @staticmethod
    def verify(folder: str | os.PathLike[str]) -> Verification:
        """Whether the run that was saved there is what it says: totals from its rows, digests and versions."""
        check_kind("folder", folder, "PathLike")
        from mondegreen.results.verified import verify_run

        return verify_run(folder)

    def __repr__(self) -> str:
        scores = ", ".join(f"{label} {score}" for label, score in self.scores.items())
        odd = ", ".join(f"{count} {what}" for what, count in self.pair_counts.items() if count)
        return f"<Run {self.name}: {scores} ({odd or 'no pairs'})>"

    def _repr_html_(self) -> str | None:
        """The scores as a notebook shows them."""
        return render_html(self)

    def plot(self, path: str | os.PathLike[str] | None = None, kind: str = "scores", by: str | None = None) -> Any:  # noqa: ANN401 - matplotlib need not be there
        """A plot of any kind that `mondegreen score --plot` draws: scores as bars, groups, lengths, positions, ...

        It is a figure of matplotlib's, or a file that ends in .png, .svg or .pdf. `by` is the column of the groups.
        """
        check_kind("path", path, "PathLike | None")
        return show_plot(self, path, kind, by)

    def calibrate(self) -> Calibration:
        """Whether hypothesis words are right as often as their confidences say."""
        from mondegreen.results.calibration import calibrate_run

        return calibrate_run(self)

    @staticmethod
    def merge(*runs: Run, name: str | None = None) -> Run:
        """The run of all utterances of these runs, which were measured alike and have none in common.

        Utterances that were paired by order are numbered through.
        """
        from mondegreen.results.merged import concatenate_runs

        return concatenate_runs(runs, name)

    def columns(self) -> dict[str, Sequence[str | float | None]]:
        """A column for each thing that is known of each pair.

        System, utterance, both texts as they were compared, the alignment of their words (C correct, S substitution,
        I insertion, D deletion) and fields; then each metric's value and what it was made from, such as `wer.errors`.
        """
        made: dict[str, Sequence[str | float | None]] = {
            "system": [self.name] * len(self.pairs),
            "utterance": self.pairs.keys,
        }
        texts = self.texts()
        made |= texts | {name: values for name, values in self.pairs.fields.items() if name not in texts}
        for label, score in self.scores.items():
            made[label] = score.values()
            for name, column in zip(score.rows.columns, score.rows.values.T, strict=True):
                made[f"{label}.{name}"] = simplify_column(column)
        return made

    def texts(self) -> dict[str, list[str]]:
        """Both texts as they were compared, and the edits between their words; none of pairs that are gone."""
        found: dict[str, list[str]] = {name: [] for name in TEXT_COLUMNS}
        for batch in self.batches():
            sides = [batch.references, batch.hypotheses]
            if not self.pairs.sessions:  # of which each metric has its own
                sides.append(batch.alignment("words").letters())
            for column, values in zip(found.values(), sides, strict=False):
                column.extend(values)
        return {name: values for name, values in found.items() if len(values) == len(self.pairs)}

    def to_pandas(self) -> Any:  # noqa: ANN401 - a package that need not be there
        """A data frame of pandas: a row for each pair, with its fields, each metric's value, and what it is made of."""
        return make_frame("pandas", self.columns())

    def to_polars(self) -> Any:  # noqa: ANN401 - as above
        """The same as a data frame of polars."""
        return make_frame("polars", self.columns())

    def to_dict(self, *, flat: bool = False) -> dict[str, Any]:
        """The run as `--output-format json` prints it, or `flat` by names that experiment trackers take."""
        if flat:
            return flatten_run(self)
        system = {
            "name": self.name,
            "formats": dict(zip(("reference", "hypothesis"), self.pairs.formats, strict=True)),
            "pairs": self.pair_counts,
            "metrics": {label: score.to_dict() for label, score in self.scores.items()},
            "notes": [str(note) for note in self.notes],
            **({} if self.by is None else {"groups": {self.by: self.grouped(self.by)}}),
        }
        return {"version": self.version, "reference": self.reference, "systems": [system]}

    def grouped(self, column: str) -> dict[str, Any]:
        """The metrics of each group, as JSON has them."""
        groups = self.groups(column)
        sums = {label: score.rows.by(groups) for label, score in self.scores.items()}
        return {
            name: {label: score_to_dict(self.scores[label].metric, rows[place]) for label, rows in sums.items()}
            for place, name in enumerate(groups.names)
        }


def flatten_run(run: Run) -> dict[str, float]:
    """Each score by its metric's label, each count and interval behind a dot: `wer`, `wer.errors`, `wer.low`.

    The names hold letters, digits, `_`, `-` and `.` alone, which MLflow, TensorBoard and Weights & Biases all take.
    """
    found: dict[str, float] = {}
    for label, score in run.scores.items():
        found[label] = score.value
        found |= {f"{label}.{name}": int_if_whole(number) for name, number in score.total.items()}
        if score.interval is not None:
            found |= {f"{label}.low": score.interval.low, f"{label}.high": score.interval.high}
    found |= {f"pairs.{name}": count for name, count in run.pair_counts.items()}
    return {ODD.sub("_", name): number for name, number in found.items()}


def score_groups(run: Run, groups: Groups) -> tuple[Sequence[str], dict[str, list[float]]]:
    """The names of the groups, and each metric's score of every one of them."""
    sums = {label: score.rows.by(groups) for label, score in run.scores.items()}
    return groups.names, {label: [*map(run.scores[label].metric.score, rows)] for label, rows in sums.items()}


def make_frame(package: str, columns: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a package that need not be there
    """Columns as a data frame of pandas or polars."""
    from importlib import import_module

    try:
        made = import_module(package).DataFrame
    except ImportError as error:
        raise ScoreError(f"{package} is not installed: pip install {package}") from error
    return made(dict(columns))
