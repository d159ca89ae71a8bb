"""Choices without a reference: by weighted scores, MBR decoding of a list, the consensus of a lattice, or ROVER.

MBR decoding selects the text of minimum Bayes risk, the expected loss under the posteriors of the list (Stolcke, Konig
and Weintraub 1997; Goel and Byrne 2000): quadratic in the length of the list. The consensus takes the positions of a
lattice, and the words that compete at each, from Kaldi's MBR decoding (Xu et al. 2011), which selects the likeliest
word. Under a loss weighted by word vectors a less likely word may win that is similar to all others.

ROVER combines the outputs of several systems, or the hypotheses of each list, by a vote on each word (Fiscus, "A
post-processing system to yield reduced word error rates: ROVER", ASRU 1997), with the alignment of SCTK's rover
(`mondegreen.voting`). Texts bear no confidences, so that the majority decides, and of ties what came first. The oracle
is the path of fewest word errors through the same network: no vote could do better.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import list_costs
from mondegreen.batch import Batch, Settings
from mondegreen.errors import ScoreError
from mondegreen.lattice import WordLattice
from mondegreen.metrics import make_metric
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.noise import SUMS, settle_noise
from mondegreen.metrics.support.steps import weigh_pairs
from mondegreen.metrics.support.weighed import Weighed, check_one_language
from mondegreen.metrics.wer import WordErrorRate
from mondegreen.nbest.edits import select_list_edits
from mondegreen.nbest.lists import LENGTH, OVERFLOW, NBest, combine_scores, parse_weights
from mondegreen.nbest.oracle import compute_signed_scores
from mondegreen.nbest.reading import open_lists, show_progress
from mondegreen.normalization import normalize
from mondegreen.notes import report_notes
from mondegreen.plan.nbest import RerankPlan, RoverPlan
from mondegreen.resolve import make_settings
from mondegreen.voting import NULL, Network, Word, list_entries

if TYPE_CHECKING:
    from mondegreen.comparison.comparison import Comparison

NO_SCORES: Mapping[str, float] = MappingProxyType({})
# Columns that say how bad a pair is by themselves: a loss need not be divided by the length of the reference.
LOSSES = ("errors", "weight", "wrong", "distance")
SCORES = ("lm", "am", LENGTH)
# The words that compete at a position of a lattice, "" for none, and their posterior probabilities.
Slot = tuple[Sequence[str], NDArray[np.float64]]


class Selection(NamedTuple):
    """A text, its rank in its list, and its scores there.

    It was selected by `score`: a weighted score, or an expected loss.
    """

    key: str
    text: str
    rank: int
    score: float
    scores: Mapping[str, float] = NO_SCORES


def run_rerank(plan: RerankPlan) -> tuple[list[Selection], str]:
    """The selection from each list that a plan names, and the name of the lists."""
    reader = open_lists(plan, plan.sources)
    found = list(select_hypotheses(plan, (each.truncate(plan.n) for each in show_progress(reader))))
    report_notes(reader.notes)
    if not found:
        raise ScoreError("it holds no list", path=reader.name)
    return found, reader.name


def select_hypotheses(plan: RerankPlan, lists: Iterable[NBest]) -> Iterator[Selection]:
    """One hypothesis of each list, by the criterion of a plan."""
    weights = parse_weights(plan.weights)
    if plan.consensus:
        return find_consensus(lists, make_metric(plan.consensus), weights, make_settings(plan), plan.scale)
    if plan.risk is None:
        return rerank(lists, weights)
    metric = make_metric(plan.risk)
    if metric.looks_ahead:
        raise ScoreError(f"{metric.label} needs all references first, and there are none; choose another metric")
    return least_risk(lists, metric, weights, make_settings(plan), plan.scale)


def rerank(lists: Iterable[NBest], weights: Mapping[str, float]) -> Iterator[Selection]:
    """The hypothesis of the greatest weighted score of each list; of equal ones the first."""
    for each in lists:
        values = combine_scores(each, weights) if each.texts else np.zeros(0)
        yield make_selection(each, values, int(values.argmax()) if len(values) else None)


def least_risk(
    lists: Iterable[NBest], metric: Metric, weights: Mapping[str, float], settings: Settings, scale: float = 1.0
) -> Iterator[Selection]:
    """The hypothesis of each list whose expected loss is least, the list itself being the possible references.

    The posterior of each is the softmax of its weighted score times the scale. Each pair of texts is compared once.
    """
    check_one_language(metric, settings)
    scaled = {name: weight * scale for name, weight in weights.items()}
    for each in lists:
        if not each.texts:
            yield make_selection(each, np.zeros(0), None)
            continue
        distinct = {text: index for index, text in enumerate(dict.fromkeys(each.texts))}
        owners = [distinct[text] for text in each.texts]
        posteriors = compute_posteriors(combine_scores(each, scaled))
        merged = np.bincount(owners, weights=posteriors, minlength=len(distinct))
        risks = merged @ compute_losses(list(distinct), metric, settings)
        best = find_least_risk(risks, metric)
        yield make_selection(each, risks[owners], owners.index(best))


def find_least_risk(risks: NDArray[np.float64], metric: Metric) -> int:
    """The index of the lowest expected loss; of those within numerical noise the first."""
    points = metric.noise.points / (100 if metric.columns[0] in LOSSES else 1)
    return int(settle_noise(risks, SUMS.width(risks) + points).argmin())


def make_selection(each: NBest, values: NDArray[np.float64], index: int | None) -> Selection:
    """The hypothesis at an index; of an empty list an empty text."""
    if index is None:
        return Selection(each.key, "", 0, 0.0)
    score = float(values[index])
    return Selection(each.key, each.texts[index], each.get_rank(index), score, each.get_scores(index))


def compute_posteriors(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # what underflows has no probability
        likely = np.exp(scores - scores.max())
    return np.asarray(likely / likely.sum())


def compute_losses(texts: Sequence[str], metric: Metric, settings: Settings) -> NDArray[np.float64]:
    """The losses of references (rows) and selected texts (columns)."""
    count = len(texts)
    normalized = list(normalize(texts, settings.normalize, "hypotheses"))
    edits = select_list_edits(metric, settings)
    if edits is not None:
        batch = Batch(normalized, normalized, settings)
        weights = None if edits.weighed is None else edits.weighed.weights(batch).core
        side = batch.sides(edits.unit)[0]
        flat = np.frombuffer(list_costs(side, [side] * count, edits.unit, weights), dtype="<i8")
        return flat.reshape(count, count) / (1.0 if weights is None else 1e9)
    references = [text for text in normalized for _ in range(count)]
    rows = metric.measure(Batch(references, normalized * count, settings))
    if rows.columns[0] in LOSSES:
        return np.asarray(rows.values[:, 0].reshape(count, count))
    return fill_undefined(compute_signed_scores(metric, rows).reshape(count, count))


def fill_undefined(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Losses that are undefined for an empty reference, replaced by those with the two texts exchanged.

    Two empty texts get the loss of other texts that agree.
    """
    filled = np.where(np.isnan(found), found.T, found)
    agreeing = np.diag(filled)[~np.isnan(np.diag(filled))]
    return np.nan_to_num(filled, nan=float(agreeing.min()) if len(agreeing) else 0.0)


def find_consensus(
    lists: Iterable[NBest], metric: Metric, weights: Mapping[str, float], settings: Settings, scale: float = 1.0
) -> Iterator[Selection]:
    """The consensus of each lattice under weights of its scores; its score is the expected loss."""
    if not isinstance(metric, WordErrorRate | Weighed):
        raise ScoreError(f"a consensus needs a loss over words, and {metric.label} is none; choose wer, wer-s or ember")
    check_one_language(metric, settings)
    for name in weights:
        if name not in SCORES:
            raise ScoreError(f'there is no score "{name}" of lattices; known are {", ".join(SCORES)}')
    for each in lists:
        if each.lattice is None:
            raise ScoreError("a consensus is computed from a lattice; for lists, use --risk", key=each.key)
        yield decide_words(each.key, list_slots(each.lattice, weights, scale), metric, settings)


def list_slots(lattice: WordLattice, weights: Mapping[str, float], scale: float) -> list[Slot]:
    """The positions of a lattice under weighted costs; none where no path reaches a final state."""
    graph, acoustic, length = (scale * weights.get(name, 0.0) for name in SCORES)
    core = lattice.core.scaled(((graph, 0.0), (0.0, acoustic))).penalised(-length)
    weighted = WordLattice(lattice.key, core, lattice.table)
    best = weighted.best()
    if best is None and lattice.best() is None:
        return []
    if best is None or not math.isfinite(best.graph + best.acoustic):
        raise ScoreError(OVERFLOW, key=lattice.key)
    return [
        ([str(lattice.spell([word])[0]) if word else "" for word, _ in each], np.array([odds for _, odds in each]))
        for each in weighted.least_risk().bins
    ]


def decide_words(key: str, found: Sequence[Slot], metric: Metric, settings: Settings) -> Selection:
    """The words with the lowest expected loss (minimum Bayes risk); of ties the likelier."""
    selected, risk = [], 0.0
    for (words, odds), table in zip(found, compute_word_losses(found, metric, settings), strict=True):
        risks = odds @ table
        best = find_least_risk(risks, metric)
        risk += float(risks[best])
        selected.append(words[best])
    return Selection(key, " ".join(filter(None, selected)), 1, risk)


def compute_word_losses(found: Sequence[Slot], metric: Metric, settings: Settings) -> list[NDArray[np.float64]]:
    """For each position the losses of reference words (rows) and selected words; a word against none costs 1."""
    pairs = {
        (one, other): 1.0 for words, _ in found for one in words for other in words if one and other and one != other
    }
    if isinstance(metric, Weighed) and pairs:
        batch = Batch([" ".join(one for one, _ in pairs)], [" ".join(other for _, other in pairs)], settings)
        pairs = dict(zip(pairs, weigh_pairs(list(pairs), metric.weights(batch)).tolist(), strict=True))
    return [
        np.array([[0.0 if one == other else pairs.get((one, other), 1.0) for other in words] for one in words])
        for words, _ in found
    ]


# The names of our own systems beside those that are combined.
COMBINED, ORACLE = "rover", "oracle"


@dataclass
class Combination:
    """The text of each utterance that the votes chose; with a reference its comparison with the best system.

    `columns` are the words that compete, `""` for none; `systems` the texts that were combined, by system or rank.
    """

    keys: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    columns: list[list[list[str]]] = field(default_factory=list)
    systems: dict[str, dict[str, str]] = field(default_factory=dict)
    comparison: Comparison | None = None

    def find_oracles(self, references: Mapping[str, str]) -> dict[str, str]:
        """The text of fewest word errors that each utterance's network holds."""
        found = zip(self.keys, self.columns, strict=True)
        return {key: find_oracle(columns, references[key].split()) for key, columns in found if key in references}


def combine_lists(plan: RoverPlan) -> Combination:
    """Combine the texts of each list that a plan names."""
    reader = open_lists(plan, plan.sources)
    found = Combination()
    for each in show_progress(each.truncate(plan.n) for each in reader):
        add_list(found, each, getattr(reader, "corpora", ()))
    report_notes(reader.notes)
    if not found.keys:
        raise ScoreError("it holds no list", path=reader.name)
    return found


def add_list(found: Combination, each: NBest, corpora: Sequence[object]) -> None:
    """Combine the texts of an utterance; a system that lacks it has no vote."""
    columns = list(align_texts([text.split() for text in each.texts]))
    found.keys.append(each.key)
    found.columns.append(columns)
    found.texts.append(" ".join(filter(None, map(choose_word, columns))))
    for index, text in enumerate(each.texts):
        rank = each.get_rank(index)
        name = str(getattr(corpora[rank - 1], "name", rank)) if rank <= len(corpora) else f"{rank}-best"
        found.systems.setdefault(name, {})[each.key] = text


def align_texts(texts: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The columns of words that compete, in the order of the texts."""
    networks = []
    # A word may itself be spelled as the null word.
    null = max([NULL, *(NULL + word for text in texts for word in text if word.startswith(NULL))], key=len)
    for text in texts:
        network = Network(Word(null))
        for word in text:
            network.push(Word(word))
        networks.append(network)
    if networks:
        first, *others = networks
        for other in others:
            first.merge(other)
        for column in first.list_columns():
            yield ["" if word.text == null else word.text for word in column]


def choose_word(column: Sequence[str]) -> str:
    """The most frequent word of a column, of ties the first."""
    return str(max(list_entries([Word(word) for word in column]), key=lambda entry: entry.count).text)


def find_oracle(columns: Sequence[Sequence[str]], reference: Sequence[str]) -> str:
    """The path through the columns with the fewest word errors (Wagner and Fischer 1974)."""
    skips = [0 if "" in column else 1 for column in columns]
    words = [next(filter(None, column), "") for column in columns]
    table = [[0] * (len(reference) + 1) for _ in range(len(columns) + 1)]
    table[0] = list(range(len(reference) + 1))
    for row, column in enumerate(columns):
        table[row + 1][0] = table[row][0] + skips[row]
        for place, word in enumerate(reference):
            pair = table[row][place] + (0 if word in column else 1)
            skip = table[row][place + 1] + skips[row]
            table[row + 1][place + 1] = min(pair, skip, table[row + 1][place] + 1)
    row, place = len(columns), len(reference)
    chosen: list[str] = []
    while row:
        here = table[row][place]
        word = reference[place - 1] if place and reference[place - 1] in columns[row - 1] else words[row - 1]
        if place and here == table[row - 1][place - 1] + (0 if word == reference[place - 1] else 1):
            chosen.append(word)
            row, place = row - 1, place - 1
        elif here == table[row - 1][place] + skips[row - 1]:
            chosen.append("" if skips[row - 1] == 0 else words[row - 1])
            row -= 1
        else:
            place -= 1
    return " ".join(filter(None, reversed(chosen)))
