"""The oracle: from each utterance's list the hypothesis that a metric holds best."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.batch import Batch, Settings
from mondegreen.measure.noise import rank_values
from mondegreen.measure.rows import Row, Rows
from mondegreen.nbest.edits import is_sum, of_lattices, of_lists
from mondegreen.nbest.reading import blocks
from mondegreen.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import NBest

# Hypotheses that are looked at together: much at a time for models, and little for memory.
BLOCK = 8_192


@dataclass
class Choice:
    """What one metric chose: texts, their ranks and scores as the lists have them, and rows of them by each metric.

    A path that was found beyond its list is the last, and has no scores.
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
class Oracle:
    """The choices of each metric, by label, and the first of each list; keys are those of the lists in their order.

    `unsure` tells of how many of the `lattices` a metric's best path may be another.
    """

    metrics: Mapping[str, Metric]
    keys: list[str] = field(default_factory=list)
    first: Choice = field(default_factory=Choice)
    choices: dict[str, Choice] = field(default_factory=dict)
    longest: int = 0
    lattices: int = 0
    unsure: dict[str, int] = field(default_factory=dict)

    def score(self, choice: Choice, metric: Metric) -> float:
        """The corpus score of a choice by a metric."""
        return metric.score(Rows.joined(metric.columns, self.parts(choice, metric)).total())

    def parts(self, choice: Choice, metric: Metric) -> list[Rows]:
        """The rows of a choice, block by block."""
        return [Rows(metric.columns, values) for values in choice.rows.get(metric.label, [])]

    def curve(self, label: str) -> list[float]:
        """A metric's score of its own choice from the first 1, 2, ... of each list."""
        return self.choices[label].curve(self.metrics[label], self.longest)

    def differing(self) -> Iterator[tuple[str, str, int]]:
        """How often two metrics chose different texts."""
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
    """The best hypothesis of each list by each metric, each of the lists having a reference.

    Of equally good ones the first in the list counts. Of lattices, the best of all paths join the list for metrics
    that are sums of what edits cost.
    """
    how = settings or Settings()
    found = Oracle({metric.label: metric for metric in metrics})
    found.choices = {label: Choice() for label in found.metrics}
    prepare(metrics, list(references.values()), how)
    shortened = (each.first(count) for each in lists)
    for block in blocks(shortened, BLOCK):
        add(found, [references[each.key] for each in block], block, how)
    return found


def prepare(metrics: Iterable[Metric], references: Sequence[str], settings: Settings) -> None:
    """Lets the metrics that must look at all references."""
    texts = normalise(references, settings.normalise, "references")
    for metric in metrics:
        if metric.looks_ahead:
            metric.prepare([Batch(texts, texts, settings)])


def add(found: Oracle, references: Sequence[str], block: Sequence[NBest], settings: Settings) -> None:
    """Chooses from some more lists."""
    whole = [with_paths(each, reference, found, settings) for each, reference in zip(block, references, strict=True)]
    candidates = Candidates.of(references, [each.texts for each in whole], settings)
    bests = {label: candidates.bests(metric) for label, metric in found.metrics.items()}
    firsts = np.array([places[0] for places in candidates.lists])
    ends = {label: np.array([each[-1] for each in best]) for label, best in bests.items()}
    for label, metric in found.metrics.items():
        wanted = [firsts, *ends.values(), np.array([place for best in bests[label] for place in best])]
        rows = candidates.rows(metric, np.unique(np.concatenate(wanted)))
        for choice, places in [(found.first, firsts), *((found.choices[name], ends[name]) for name in ends)]:
            choice.rows.setdefault(label, []).append(rows[places])
        gain(found.choices[label], bests[label], candidates, rows)
    for choice, places in [(found.first, firsts), *((found.choices[name], ends[name]) for name in ends)]:
        choice.texts += [candidates.texts[place] for place in places]
        choice.ranks += [candidates.rank(place, whole) for place in places]
        choice.scores += [candidates.scores(place, whole) for place in places]
    found.keys += [each.key for each in block]
    found.longest = max(found.longest, *(len(each.texts) or 1 for each in block))


def with_paths(each: NBest, reference: str, found: Oracle, settings: Settings) -> NBest:
    """The list with a text of no words where it has none, and with the lattice's paths nearest to the reference."""
    texts = list(each.texts) or [""]
    if each.lattice is not None:
        found.lattices += 1
        for label, metric in found.metrics.items():
            edits = of_lattices(metric, settings)
            path = None if edits is None else edits.nearest(reference, each.lattice, settings)
            if path is None:
                continue
            texts += [] if path.text in texts else [path.text]
            if is_sum(metric, settings):
                found.unsure[label] = found.unsure.get(label, 0) + (not path.exact)
    return each._replace(texts=texts)


def gain(choice: Choice, bests: Sequence[Sequence[int]], candidates: Candidates, rows: Chosen) -> None:
    """Notes what each rank adds to the sum of the rows that are best so far."""
    for best, places in zip(bests, candidates.lists, strict=True):
        before = np.zeros(rows.values.shape[1])
        for place in best:
            row = rows[np.array([place])][0]
            rank = place - places[0]
            choice.gains[rank] = choice.gains.get(rank, np.zeros(len(row))) + row - before
            before = row


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rows of some candidates, found by the candidates' places."""

    places: NDArray[np.intp]
    values: NDArray[np.float64]

    def __getitem__(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        return np.asarray(self.values[np.searchsorted(self.places, places)])


@dataclass(frozen=True)
class Candidates:
    """The hypotheses of some lists one behind the other; lists are the places of each list's own."""

    references: Sequence[str]
    texts: Sequence[str]
    lists: Sequence[range]
    owners: NDArray[np.intp]
    batch: Batch
    kept: dict[str, Rows] = field(default_factory=dict)

    @classmethod
    def of(cls, references: Sequence[str], lists: Sequence[Sequence[str]], settings: Settings) -> Candidates:
        """The lists with their references, after the rules."""
        ends = np.cumsum([0, *map(len, lists)]).tolist()
        texts = [text for each in lists for text in each]
        owners = np.repeat(np.arange(len(lists)), [len(each) for each in lists])
        left = normalise(references, settings.normalise, "references")
        right = normalise(texts, settings.normalise, "hypotheses")
        batch = Batch([left[owner] for owner in owners.tolist()], right, settings)
        return cls(left, texts, [range(*pair) for pair in pairwise(ends)], owners, batch)

    def rank(self, place: int, lists: Sequence[NBest]) -> int:
        """The rank of a candidate in its list, as the file has it."""
        owner = int(self.owners[place])
        at = place - self.lists[owner][0]
        ranks = lists[owner].ranks
        return ranks[at] if at < len(ranks) else at + 1

    def scores(self, place: int, lists: Sequence[NBest]) -> Mapping[str, float]:
        """The scores of a candidate, if it is one of the list's own."""
        each = lists[int(self.owners[place])]
        return each.scored(place - self.lists[int(self.owners[place])][0])

    def bests(self, metric: Metric) -> list[list[int]]:
        """Of each list the places of the hypotheses that are better than all before them, the best last."""
        found = []
        for costs, places in zip(self.costs(metric), self.lists, strict=True):
            least = np.minimum.accumulate(costs)
            better = np.flatnonzero(np.append(True, least[1:] < least[:-1]))
            found.append([places[0] + int(at) for at in better])
        return found

    def costs(self, metric: Metric) -> Sequence[NDArray[np.float64 | np.int64]]:
        """How bad each hypothesis is, list by list; within a list those that only noise tells apart are equal."""
        edits = of_lists(metric, self.batch.settings)
        if edits is not None:
            return edits.costs(self.batch, self.lists)
        pairs = zip(self.batch.references, self.batch.hypotheses, strict=True)
        values = badness(
            metric, self.measured(metric), np.array([said.split() == heard.split() for said, heard in pairs])
        )
        return [rank_values(values[places.start : places.stop], metric.noise) for places in self.lists]

    def measured(self, metric: Metric) -> Rows:
        """The rows of all hypotheses; each pair of texts is measured once."""
        if metric.label not in self.kept:
            pairs = list(zip(self.batch.references, self.batch.hypotheses, strict=True))
            at = {pair: place for place, pair in enumerate(dict.fromkeys(pairs))}
            left, right = zip(*at, strict=True)
            rows = metric.measure(Batch(list(left), list(right), self.batch.settings))
            self.kept[metric.label] = Rows(metric.columns, rows.values[[at[pair] for pair in pairs]])
        return self.kept[metric.label]

    def rows(self, metric: Metric, places: NDArray[np.intp]) -> Chosen:
        """The rows of some hypotheses; what was measured for the choice is not measured again."""
        if metric.label in self.kept:
            return Chosen(places, self.kept[metric.label].values[places])
        sides = [[side[place] for place in places] for side in (self.batch.references, self.batch.hypotheses)]
        return Chosen(places, metric.measure(Batch(sides[0], sides[1], self.batch.settings)).values)


def badness(metric: Metric, rows: Rows, same: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What a metric says of each row alone, the lower the better.

    Where it is not defined, as of an empty reference, what is the `same` is best; of others the first column decides:
    mostly their errors.
    """
    values = signed(metric, rows)
    undefined = np.isnan(values)
    values[undefined] = np.where(same, -np.inf, rows.values[:, 0])[undefined]
    return values


def signed(metric: Metric, rows: Rows) -> NDArray[np.float64]:
    """The score of each row alone, the lower the better; NaN where undefined."""
    return np.asarray(metric.scores(rows) * (-1.0 if metric.better == "higher" else 1.0))
