"""Oracle error rates: the best hypothesis of each n-best list or lattice by a metric."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch, Settings
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.noise import rank_values
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.nbest.edits import is_edit_sum, select_lattice_edits, select_list_edits
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.reading import open_paired, show_progress, split_blocks
from mondegreen.normalization import normalize
from mondegreen.notes import report_notes
from mondegreen.plan.nbest import OraclePlan
from mondegreen.results.shown import Drawable
from mondegreen.runner import prepare_metrics, refuse_twice

# Hypotheses per block: enough for batches of models, and few enough for memory.
BLOCK_SIZE = 8_192


@dataclass
class Choice:
    """What one metric selected: texts, their ranks and scores as the lists have them, and their rows by each metric.

    A path that is not in the list is the last, and has no scores.
    """

    texts: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[Mapping[str, float]] = field(default_factory=list)
    rows: dict[str, list[NDArray[np.float64]]] = field(default_factory=dict)
    gains: dict[int, NDArray[np.float64]] = field(default_factory=dict)

    def curve(self, metric: Metric, longest: int) -> list[float]:
        """The score of the choice from the first 1, 2, ... of each list."""
        columns = len(metric.columns)
        steps = np.array([self.gains.get(rank, np.zeros(columns)) for rank in range(longest)]).reshape(-1, columns)
        return [metric.score(Row(zip(metric.columns, total, strict=True))) for total in steps.cumsum(axis=0).tolist()]


@dataclass
class Oracle(Drawable):
    """The choices of each metric, by label, and the first of each list; keys are those of the lists in their order.

    `unsure` counts by metric the `lattices` whose best path is not proven to be the best.
    """

    metrics: Mapping[str, Metric]
    keys: list[str] = field(default_factory=list)
    first: Choice = field(default_factory=Choice)
    choices: dict[str, Choice] = field(default_factory=dict)
    longest: int = 0
    lattices: int = 0
    unsure: dict[str, int] = field(default_factory=dict)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:  # noqa: ANN401 - matplotlib need not be there
        """The curve of each metric as a plot: a figure of matplotlib's, or a file that ends in .png, .svg or .pdf."""
        from mondegreen.api import lists  # noqa: F401 - knows how, and is not loaded by `mondegreen.nbest`

        return super().plot(path)

    def score(self, choice: Choice, metric: Metric) -> float:
        return metric.score(Rows.joined(metric.columns, self.list_rows(choice, metric)).total())

    def list_rows(self, choice: Choice, metric: Metric) -> list[Rows]:
        return [Rows(metric.columns, values) for values in choice.rows.get(metric.label, [])]

    def curve(self, label: str) -> list[float]:
        """A metric's score of its own choice from the first 1, 2, ... of each list."""
        return self.choices[label].curve(self.metrics[label], self.longest)

    def count_differences(self) -> Iterator[tuple[str, str, int]]:
        for one, other in combinations(self.choices, 2):
            pairs = zip(self.choices[one].texts, self.choices[other].texts, strict=True)
            yield one, other, sum(left.split() != right.split() for left, right in pairs)


def oracle(
    references: Mapping[str, str],
    lists: Iterable[NBest],
    metrics: Sequence[Metric],
    settings: Settings | None = None,
    count: int | None = None,
) -> Oracle:
    """The best hypothesis of each list by each metric; each list must have a reference.

    Of ties the first in the list counts. Of a lattice, the best of all paths joins the list for metrics
    that are weighted edit distances.
    """
    settings = settings or Settings()
    found = Oracle({metric.label: metric for metric in metrics})
    found.choices = {label: Choice() for label in found.metrics}
    prepare_for_references(metrics, list(references.values()), settings)
    for block in split_blocks((each.truncate(count) for each in lists), BLOCK_SIZE):
        add_block(found, [references[each.key] for each in block], block, settings)
    return found


def run_oracle(plan: OraclePlan, metrics: Sequence[Metric], settings: Settings) -> tuple[Oracle, str]:
    """The oracle of the files that a plan names, and the name of the lists."""
    refuse_twice(*(each for each in (plan.reference, *plan.sources) if isinstance(each, str)))
    paired = open_paired(plan, plan.reference, plan.sources)
    lists = show_progress(paired, len(paired.references))
    found = oracle(paired.references, lists, metrics, settings, plan.n)
    report_notes(paired.notes)
    return found, paired.lists.name


def prepare_for_references(metrics: Iterable[Metric], references: Sequence[str], settings: Settings) -> None:
    """Shows all references to the metrics that must see them first."""

    def make_batches() -> list[Batch]:
        texts = normalize(references, settings.normalize, "references")
        return [Batch(texts, texts, settings)]

    prepare_metrics(metrics, make_batches)


def add_block(found: Oracle, references: Sequence[str], block: Sequence[NBest], settings: Settings) -> None:
    pairs = zip(block, references, strict=True)
    expanded = [add_nearest_paths(each, reference, found, settings) for each, reference in pairs]
    candidates = Candidates.of(references, [each.texts for each in expanded], settings)
    bests = {label: candidates.find_bests(metric) for label, metric in found.metrics.items()}
    firsts = np.array([part[0] for part in candidates.lists])
    ends = {label: np.array([each[-1] for each in best]) for label, best in bests.items()}
    selected = [(found.first, firsts), *((found.choices[name], ends[name]) for name in ends)]
    for label, metric in found.metrics.items():
        measured = [firsts, *ends.values(), np.array([index for best in bests[label] for index in best])]
        rows = candidates.select_rows(metric, np.unique(np.concatenate(measured)))
        for choice, indices in selected:
            choice.rows.setdefault(label, []).append(rows[indices])
        add_gains(found.choices[label], bests[label], candidates, rows)
    for choice, indices in selected:
        choice.texts += [candidates.texts[index] for index in indices]
        owners = [candidates.locate(index, expanded) for index in indices]
        choice.ranks += [each.get_rank(at) for each, at in owners]
        choice.scores += [each.get_scores(at) for each, at in owners]
    found.keys += [each.key for each in block]
    found.longest = max(found.longest, *(len(each.texts) or 1 for each in block))


def add_nearest_paths(each: NBest, reference: str, found: Oracle, settings: Settings) -> NBest:
    """The list with an empty text where it has none, and with the paths of its lattice nearest to the reference."""
    texts = list(each.texts) or [""]
    if each.lattice is not None:
        found.lattices += 1
        for label, metric in found.metrics.items():
            edits = select_lattice_edits(metric, settings)
            path = None if edits is None else edits.find_nearest_path(reference, each.lattice, settings)
            if path is None:
                continue
            texts += [] if path.text in texts else [path.text]
            if is_edit_sum(metric, settings):
                found.unsure[label] = found.unsure.get(label, 0) + (not path.exact)
    return each._replace(texts=texts)


def add_gains(choice: Choice, bests: Sequence[Sequence[int]], candidates: Candidates, rows: SelectedRows) -> None:
    """Adds what each rank adds to the sum of the rows that are best so far."""
    for best, part in zip(bests, candidates.lists, strict=True):
        before = np.zeros(rows.values.shape[1])
        for index in best:
            row = rows[np.array([index])][0]
            rank = index - part[0]
            choice.gains[rank] = choice.gains.get(rank, np.zeros(len(row))) + row - before
            before = row


@dataclass(frozen=True, slots=True)
class SelectedRows:
    """Rows of some candidates, by the candidates' indices in rising order."""

    indices: NDArray[np.intp]
    values: NDArray[np.float64]

    def __getitem__(self, indices: NDArray[np.intp]) -> NDArray[np.float64]:
        return np.asarray(self.values[np.searchsorted(self.indices, indices)])


@dataclass(frozen=True)
class Candidates:
    """The concatenated hypotheses of some lists; `lists` are their index ranges, `cache` has measured rows."""

    references: Sequence[str]
    texts: Sequence[str]
    lists: Sequence[range]
    owners: NDArray[np.intp]
    batch: Batch
    cache: dict[str, Rows] = field(default_factory=dict)

    @classmethod
    def of(cls, references: Sequence[str], lists: Sequence[Sequence[str]], settings: Settings) -> Candidates:
        """The lists with their references, normalized."""
        ends = np.cumsum([0, *map(len, lists)]).tolist()
        texts = [text for each in lists for text in each]
        owners = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
        left = normalize(references, settings.normalize, "references")
        right = normalize(texts, settings.normalize, "hypotheses")
        batch = Batch([left[owner] for owner in owners.tolist()], right, settings)
        return cls(left, texts, [range(*pair) for pair in pairwise(ends)], owners, batch)

    def locate(self, index: int, lists: Sequence[NBest]) -> tuple[NBest, int]:
        """The list of a candidate, and its index there."""
        owner = int(self.owners[index])
        return lists[owner], index - self.lists[owner][0]

    def find_bests(self, metric: Metric) -> list[list[int]]:
        """The indices of each list's hypotheses that are better than all before them, the best last."""
        found = []
        for costs, part in zip(self.compute_costs(metric), self.lists, strict=True):
            least = np.minimum.accumulate(costs)
            better = np.flatnonzero(np.append(True, least[1:] < least[:-1]))
            found.append([part[0] + int(at) for at in better])
        return found

    def compute_costs(self, metric: Metric) -> Sequence[NDArray[np.float64 | np.int64]]:
        """The cost of each hypothesis, list by list; those of a list that differ by numerical noise alone are equal."""
        edits = select_list_edits(metric, self.batch.settings)
        if edits is not None:
            return edits.costs(self.batch, self.lists)
        pairs = zip(self.batch.references, self.batch.hypotheses, strict=True)
        same = np.array([reference.split() == hypothesis.split() for reference, hypothesis in pairs])
        values = compute_badness(metric, self.measure(metric), same)
        return [rank_values(values[part.start : part.stop], metric.noise) for part in self.lists]

    def measure(self, metric: Metric) -> Rows:
        """The rows of all hypotheses; each pair of texts is measured once."""
        if metric.label not in self.cache:
            pairs = list(zip(self.batch.references, self.batch.hypotheses, strict=True))
            at = {pair: index for index, pair in enumerate(dict.fromkeys(pairs))}
            left, right = zip(*at, strict=True)
            rows = metric.measure(Batch(list(left), list(right), self.batch.settings))
            self.cache[metric.label] = Rows(metric.columns, rows.values[[at[pair] for pair in pairs]])
        return self.cache[metric.label]

    def select_rows(self, metric: Metric, indices: NDArray[np.intp]) -> SelectedRows:
        """The rows of some hypotheses; those measured for the choice are reused."""
        if metric.label in self.cache:
            return SelectedRows(indices, self.cache[metric.label].values[indices])
        sides = [[side[index] for index in indices] for side in (self.batch.references, self.batch.hypotheses)]
        return SelectedRows(indices, metric.measure(Batch(sides[0], sides[1], self.batch.settings)).values)


def compute_badness(metric: Metric, rows: Rows, same: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The score of each row alone, the lower the better.

    Where it is undefined, as of an empty reference, pairs that are the `same` are best; of others the first column
    decides, mostly their errors.
    """
    values = compute_signed_scores(metric, rows)
    undefined = np.isnan(values)
    values[undefined] = np.where(same, -np.inf, rows.values[:, 0])[undefined]
    return values


def compute_signed_scores(metric: Metric, rows: Rows) -> NDArray[np.float64]:
    """The score of each row alone, the lower the better; NaN where undefined."""
    return np.asarray(metric.scores(rows) * (-1.0 if metric.better == "higher" else 1.0))
