"""Substitution tables from word vectors and pronunciations (Voleti et al. 2019), and phrases that sound like words.

Candidates are the nearest neighbors of a word by cosine whose phonological distance is below a threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.errors import ScoreError, pluralize
from mondegreen.lexicon.space import Space
from mondegreen.progress import counted_progress
from mondegreen.simulation.pronunciations import Dictionary, Phonology, Pronunciations
from mondegreen.simulation.table import Candidate, Table

KERNELS = ("gauss", "exp")
CANDIDATES = ("vectors", "corpus")
VARIANTS = ("first", "all")
# The index of a query that is no target.
NO_TARGET = (1 << 32) - 1

# Phrases are built from the most frequent words: rarer ones would sound odd.
FREQUENT = 10_000
# The largest distance in sound of a phrase, and the number of phrases of a word.
PHRASE_THRESHOLD, PHRASE_COUNT = 15.0, 5

Row = list[tuple[str, float]]


class Rules(NamedTuple):
    """How a table is built: by default with the constants of Voleti et al. (2019)."""

    neighbors: int = 1_000
    threshold: float = 60.0
    confusions: int = 15
    kernel: str = "gauss"
    candidates: str = "vectors"
    variants: str = "first"

    def check(self) -> Rules:
        """These, if a table can be built by them."""
        for name, least in (("neighbors", 1), ("confusions", 1)):
            if getattr(self, name) < least:
                raise ScoreError(f"{getattr(self, name)} {name} give no candidates; give 1 or more")
        if not 0 < self.threshold < float("inf"):
            raise ScoreError(f"the threshold of {self.threshold:g} excludes every word; give a number over 0")
        for name, known in (("kernel", KERNELS), ("candidates", CANDIDATES), ("variants", VARIANTS)):
            if getattr(self, name) not in known:
                raise ScoreError(f'there is no {name} "{getattr(self, name)}"; choose from {", ".join(known)}')
        return self


class Coverage(NamedTuple):
    """The number of different words, and of those without a vector, or without a pronunciation."""

    words: int
    no_vector: int
    no_pronunciation: int


def build_table(
    words: Iterable[str],
    vectors: Space,
    pronunciations: Pronunciations | Mapping[str, Sequence[str]],
    rules: Rules | None = None,
    threads: int | None = None,
) -> tuple[Table, Coverage]:
    """The table for these words, and its coverage."""
    rules = (rules or Rules()).check()
    source = wrap_pronunciations(pronunciations)
    bare = list_lookup_forms(words)
    embedded = [word for word in bare if word in vectors.indices]
    spoken = dict(zip(embedded, source.pronounce(embedded), strict=True))
    queries = [word for word in embedded if spoken[word]]
    total, with_vector, usable = (len({bare[word] for word in some}) for some in (bare, embedded, queries))
    coverage = Coverage(total, total - with_vector, with_vector - usable)
    if not queries:
        raise ScoreError(
            f"of {pluralize(total, 'different word')} none has both a vector ({vectors.name or vectors.identity}) "
            f"and a pronunciation ({source.identity}); are they for the language of the text?"
        )
    targets = queries if rules.candidates == "corpus" else list(dict.fromkeys(vectors.words))
    query_phones = [spoken[word] for word in queries]
    target_phones = query_phones if targets is queries else source.pronounce(targets)
    if rules.variants == "first":
        query_phones, target_phones = ([ways[:1] for ways in side] for side in (query_phones, target_phones))
    flat = find_candidates(queries, query_phones, targets, target_phones, vectors, source, rules, threads)
    about = {"vectors": vectors.identity, "pronunciations": source.identity}
    about |= {name: str(value) for name, value in rules._asdict().items()}
    return fill_table(queries, targets, flat, rules, about), coverage


def wrap_pronunciations(pronunciations: Pronunciations | Mapping[str, Sequence[str]]) -> Pronunciations:
    if isinstance(pronunciations, Mapping):
        return Dictionary({word: [phones] for word, phones in pronunciations.items()}, "own")
    return pronunciations


def list_lookup_forms(words: Iterable[str]) -> dict[str, str]:
    """The lower-case forms in which words are looked up, as they are and without marks, each with the bare form."""
    strings = Strings.of(words)
    found: dict[str, str] = {}
    for word, bare in zip(strings, _core.plain_texts(strings), strict=True):
        if bare:
            found[word.lower()] = found[bare] = bare
    return found


def find_candidates(
    queries: Sequence[str],
    query_phones: Sequence[Sequence[Sequence[str]]],
    targets: Sequence[str],
    target_phones: Sequence[Sequence[Sequence[str]]],
    vectors: Space,
    pronunciations: Pronunciations,
    rules: Rules,
    threads: int | None,
) -> list[bytes]:
    """The candidates of the queries among the targets, as the core returns them."""
    phonology = pronunciations.make_phonology([*query_phones, *target_phones])
    matrix = normalize_rows(vectors.matrix[[vectors.indices[word] for word in targets]])
    index = {word: at for at, word in enumerate(targets)}
    own = np.array([index.get(word, NO_TARGET) for word in queries], dtype="<u4")
    with counted_progress("substitution table", len(queries)) as advance:
        return _core.confusable(
            (matrix[own], phonology.spoken(parse_phones(phonology, query_phones))),
            own.tobytes(),
            (matrix, phonology.spoken(parse_phones(phonology, target_phones))),
            neighbors=rules.neighbors,
            threshold=rules.threshold,
            confusions=rules.confusions,
            kernel=rules.kernel,
            told=advance,
            threads=threads,
        )


def parse_phones(phonology: Phonology, words: Sequence[Sequence[Sequence[str]]]) -> list[list[list[int]]]:
    """Words as the indices of their phones."""
    symbols = {symbol for ways in words for way in ways for symbol in way}
    known = {symbol: phonology.parse([symbol]) for symbol in symbols}
    return [[[phone for symbol in way for phone in known[symbol]] for way in ways] for ways in words]


def normalize_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.ascontiguousarray(matrix / np.where(lengths > 0, lengths, 1), dtype="<f4")


def fill_table(
    queries: Sequence[str], targets: Sequence[str], flat: list[bytes], rules: Rules, about: Mapping[str, str]
) -> Table:
    """The table of the words that have candidates."""
    ends, indices, probability, phonological, cosine = (
        np.frombuffer(column, kind) for column, kind in zip(flat, ("<u8", "<u4", "<f8", "<f8", "<f4"), strict=True)
    )
    if not len(indices):
        raise ScoreError(
            f"no word has a candidate within phonological distance {rules.threshold:g} among its {rules.neighbors} "
            "nearest neighbors; raise the threshold or the number of neighbors"
        )
    offsets = np.concatenate([[0], ends]).astype(np.int64)
    some = np.flatnonzero(np.diff(offsets)).tolist()
    return Table(
        [queries[at] for at in some],
        np.concatenate([[0], offsets[1:][some]]),
        [targets[at] for at in indices],
        probability,
        phonological,
        np.clip(1.0 - cosine.astype(np.float64), 0.0, 2.0),
        about,
    )


class PhraseFinder:
    """Finds frequent words, and pairs of them, that sound like words and pairs of words."""

    def __init__(self, vectors: Space, pronunciations: Pronunciations, threads: int | None = None) -> None:
        frequent = [word for word in list(dict.fromkeys(vectors.words))[:FREQUENT] if word.isalpha()]
        spoken = dict(zip(frequent, pronunciations.pronounce(frequent), strict=True))
        self.words = [word for word in frequent if spoken[word]]
        self.ways = [spoken[word][:1] for word in self.words]
        self.pronunciations, self.threads = pronunciations, threads

    def find_splits(self, words: Sequence[str]) -> dict[str, Row]:
        """Pairs of words for each word; a pair that holds the word itself would be an insertion."""
        found = self.find_nearest([ways[:1] for ways in self.pronunciations.pronounce(words)], two=True)
        return {
            word: [(f"{one} {other}", far) for one, other, far in row if word not in (one, other)]
            for word, row in zip(words, found, strict=True)
        }

    def find_merges(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Row]:
        """Words for each pair of words; one of the two would be a deletion."""
        words = list(dict.fromkeys(word for pair in pairs for word in pair))
        spoken = dict(zip(words, self.pronunciations.pronounce(words), strict=True))
        ways = ((spoken[one], spoken[other]) for one, other in pairs)
        joint = [[[*one[0], *other[0]]] if one and other else [] for one, other in ways]
        found = self.find_nearest(joint, two=False)
        return {
            " ".join(pair): [(word, far) for word, _, far in row if word not in pair]
            for pair, row in zip(pairs, found, strict=True)
        }

    def find_nearest(
        self, queries: Sequence[Sequence[Sequence[str]]], *, two: bool
    ) -> list[list[tuple[str, str, float]]]:
        """The words, one or two, that sound most like each query, and their distances."""
        phonology = self.pronunciations.make_phonology([*queries, *self.ways])
        sides = (phonology.spoken(parse_phones(phonology, side)) for side in (queries, self.ways))
        with counted_progress("phrases", len(queries)) as advance:
            rows = _core.phrases_heard(
                *sides, two=two, threshold=PHRASE_THRESHOLD, count=PHRASE_COUNT, told=advance, threads=self.threads
            )
        return [
            [(self.words[one], "" if other is None else self.words[other], far) for one, other, far in row]
            for row in rows
        ]


def add_phrases(table: Table, texts: Iterable[str], phrases: PhraseFinder, share: float) -> tuple[Table, float]:
    """The table with phrases, and how many errors beyond one a substitution makes in these plain texts on average.

    Half of the share of a word's substitutions are two words that sound like it; another half replaces it and the next
    word by one that sounds like both (`merge` of a draw).
    """
    if not 0 <= share <= 1:
        raise ScoreError(f"the share of phrases is {share:g}; give a number from 0 to 1")
    unigrams: Counter[str] = Counter()
    bigrams: Counter[tuple[str, str]] = Counter()
    for text in texts:
        words = [word if word in table else "" for word in text.split()]
        unigrams.update(filter(None, words))
        bigrams.update(pair for pair in pairwise(words) if all(pair))
    split = {word: row for word, row in phrases.find_splits(list(unigrams)).items() if row}
    merged = {word: row for word, row in phrases.find_merges(list(bigrams)).items() if row}
    rows = {word: table[word] for word in table}
    for word, row in split.items():
        single = [each._replace(probability=each.probability * (1 - share / 2)) for each in rows[word]]
        rows[word] = [*single, *make_candidates(row, share / 2)]
    rows |= {pair: list(make_candidates(row, 1.0)) for pair, row in merged.items()}
    count = max(unigrams.total(), 1)
    often = sum(unigrams[word] for word in split) + sum(bigrams[one, other] for one, other in map(split_pair, merged))
    return Table.of(rows, {**table.about, "phrases": f"{share:g}"}), share / 2 * often / count


def split_pair(pair: str) -> tuple[str, str]:
    one, _, other = pair.partition(" ")
    return one, other


def make_candidates(row: Row, share: float) -> Iterator[Candidate]:
    """Candidates whose probabilities fall with their distances as in the paper, and add up to the share."""
    distances = np.array([far for _, far in row])
    mean = float(distances.mean())
    weights = np.exp(-(distances**2) / (2 * mean**2)) if mean else np.ones(len(row))
    for (word, far), weight in zip(row, weights / weights.sum(), strict=True):
        yield Candidate(word, share * float(weight), far, float("nan"))
