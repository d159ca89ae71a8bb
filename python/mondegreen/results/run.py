"""A run: one hypothesis scored against one reference."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from typing import TYPE_CHECKING, Any

from mondegreen._core import __version__
from mondegreen.batch import Batch, BatchStore, Settings
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.rows import simplify_column
from mondegreen.notes import Note
from mondegreen.pairs import Pairs
from mondegreen.results.groups import Groups
from mondegreen.results.score import Score, score_to_dict

if TYPE_CHECKING:
    from mondegreen.results.verified import Verification


@singledispatch
def render_html(shown: object) -> str | None:  # noqa: ARG001 - it is what is dispatched on
    """The HTML of a result in a notebook; `api` registers that of runs, which reports to the right of them make."""
    return None


@dataclass(frozen=True, repr=False)
class Run:
    """The scores of one hypothesis over one reference, by the metrics' labels; `by` is the column of its groups.

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
            raise ScoreError(f"who speaks in the sessions of {self.name} was not kept; score anew, in memory")
        return {
            label: [outcome for batch in self.batches() for outcome in score.metric.outcomes(batch)]  # type: ignore[attr-defined]
            for label, score in self.scores.items()
        }

    def __getitem__(self, label: str) -> Score:
        """The score of a metric, such as `wer` or `cer:blanks=no`."""
        return self.scores[label]

    def groups(self, column: str) -> Groups:
        """The pairs by the values of a column: `utterance`, or a field such as `speaker`."""
        return Groups.of(column, self.pairs.column(column))

    def batches(self) -> Iterator[Batch]:
        """The pairs as they were measured, for a closer look at their words and alignments."""
        return iter(self.store)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Keeps the run in a folder, with all that comparisons need; as Parquet if its name ends in `.parquet`."""
        from mondegreen.results.saved import save_runs

        save_runs([self], folder)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Run:
        """The run that was saved in this folder."""
        from mondegreen.results.saved import load_run

        return load_run(folder)

    @staticmethod
    def verify(folder: str | os.PathLike[str]) -> Verification:
        """Whether the run that was saved there is what it says: totals from its rows, digests and versions."""
        from mondegreen.results.verified import verify_run

        return verify_run(folder)

    def __repr__(self) -> str:
        scores = ", ".join(f"{label} {score.value:.2f}" for label, score in self.scores.items())
        odd = ", ".join(f"{count} {what}" for what, count in self.pair_counts.items() if count)
        return f"<Run {self.name}: {scores} ({odd or 'no pairs'})>"

    def _repr_html_(self) -> str | None:
        """The scores as a notebook shows them."""
        return render_html(self)

    def columns(self) -> dict[str, Sequence[str | float | None]]:
        """System, utterance and fields; then each metric's value and what it was made from, such as `wer.errors`."""
        made: dict[str, Sequence[str | float | None]] = {
            "system": [self.name] * len(self.pairs),
            "utterance": self.pairs.keys,
            **self.pairs.fields,
        }
        for label, score in self.scores.items():
            made[label] = score.values()
            for name, column in zip(score.rows.columns, score.rows.values.T, strict=True):
                made[f"{label}.{name}"] = simplify_column(column)
        return made

    def to_pandas(self) -> Any:  # noqa: ANN401 - a package that need not be there
        """A data frame of pandas: a row for each pair, with its fields, each metric's value, and what it is made of."""
        return make_frame("pandas", self.columns())

    def to_polars(self) -> Any:  # noqa: ANN401 - as above
        """The same as a data frame of polars."""
        return make_frame("polars", self.columns())

    def to_dict(self) -> dict[str, Any]:
        """The run as `--as json` prints it."""
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
        sums = {label: score.by(groups) for label, score in self.scores.items()}
        return {
            name: {label: score_to_dict(self.scores[label].metric, rows[place]) for label, rows in sums.items()}
            for place, name in enumerate(groups.names)
        }


def make_frame(package: str, columns: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a package that need not be there
    """Columns as a data frame of pandas or polars."""
    from importlib import import_module

    try:
        made = import_module(package).DataFrame
    except ImportError as error:
        raise ScoreError(f"{package} is not installed: pip install {package}") from error
    return made(dict(columns))
