"""Substitution tables from vectors and pronunciations, by the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.corrupt.pronunciations import Dictionary
from mondegreen.corrupt.table import Table
from mondegreen.errors import ScoreError
from mondegreen.progress import counted_progress
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mondegreen.corrupt.phonology import Phonology
    from mondegreen.corrupt.pronunciations import Pronunciations
    from mondegreen.lexicon.space import Space

KERNELS = ("gauss", "exp")
CANDIDATES = ("vectors", "corpus")
VARIANTS = ("first", "all")
# The number of no place among the targets.
NOWHERE = (1 << 32) - 1


class Rules(NamedTuple):
    """How a table is made: by the constants of Voleti et al. (2019), unless others are given."""

    neighbours: int = 1_000
    threshold: float = 60.0
    confusions: int = 15
    kernel: str = "gauss"
    candidates: str = "vectors"
    variants: str = "first"

    def checked(self) -> Rules:
        """These, if a table can be made by them."""
        for name, least in (("neighbours", 1), ("confusions", 1)):
            if getattr(self, name) < least:
                raise ScoreError(f"{getattr(self, name)} {name} give no candidates; give 1 or more")
        if not 0 < self.threshold < float("inf"):
            raise ScoreError(f"no word is nearer in sound than {self.threshold:g}; give a number over 0")
        for name, known in (("kernel", KERNELS), ("candidates", CANDIDATES), ("variants", VARIANTS)):
            if getattr(self, name) not in known:
                raise ScoreError(f'there is no {name} "{getattr(self, name)}"; choose from {", ".join(known)}')
        return self


class Covered(NamedTuple):
    """How many different words a table was asked for, and how many of them have no vector, or no pronunciation."""

    words: int
    no_vector: int
    no_pronunciation: int


def build(
    words: Iterable[str],
    vectors: Space,
    pronunciations: Pronunciations | Mapping[str, Sequence[str]],
    rules: Rules | None = None,
    threads: int | None = None,
) -> tuple[Table, Covered]:
    """The table for these words, and what it leaves out."""
    rules = (rules or Rules()).checked()
    said_by = listened(pronunciations)
    wanted = lookups(words)
    placed = [word for word in wanted if word in vectors.indices]
    said = dict(zip(placed, said_by.of(placed), strict=True))
    queries = [word for word in placed if said[word]]
    known = [{wanted[form] for form in forms} for forms in (wanted, placed, queries)]
    covered = Covered(len(known[0]), len(known[0]) - len(known[1]), len(known[1]) - len(known[2]))
    if not queries:
        raise ScoreError(
            f"of {amount(covered.words, 'different word')} none has both a vector ({vectors.name or vectors.identity}) "
            f"and a pronunciation ({said_by.identity}); are they of the language of the text?"
        )
    targets = queries if rules.candidates == "corpus" else list(dict.fromkeys(vectors.words))
    spoken = [said[word] for word in queries] if targets is queries else said_by.of(targets)
    if rules.variants == "first":
        said, spoken = {word: ways[:1] for word, ways in said.items()}, [ways[:1] for ways in spoken]
    flat = confusable(queries, [said[word] for word in queries], targets, spoken, vectors, said_by, rules, threads)
    about = {
        "vectors": vectors.identity,
        "pronunciations": said_by.identity,
        **{name: str(value) for name, value in rules._asdict().items()},
    }
    return filled(queries, targets, flat, rules, about), covered


def listened(pronunciations: Pronunciations | Mapping[str, Sequence[str]]) -> Pronunciations:
    """Pronunciations, or a dictionary of words and their phones as such."""
    if isinstance(pronunciations, Mapping):
        return Dictionary({word: [phones] for word, phones in pronunciations.items()}, "own")
    return pronunciations


def lookups(words: Iterable[str]) -> dict[str, str]:
    """The forms in which words are looked up, in small letters: as they stand, and bare, without marks beside them.

    With each form the bare one, which tells how many words there are.
    """
    held = Strings.of(words)
    found: dict[str, str] = {}
    for word, bare in zip(held, _core.plain_texts(held), strict=True):
        if bare:
            found[word.lower()] = found[bare] = bare
    return found


def confusable(
    queries: Sequence[str],
    said: Sequence[Sequence[Sequence[str]]],
    targets: Sequence[str],
    spoken: Sequence[Sequence[Sequence[str]]],
    vectors: Space,
    pronunciations: Pronunciations,
    rules: Rules,
    threads: int | None,
) -> list[bytes]:
    """The core's rows for the queries."""
    phonology = pronunciations.phonology([*said, *spoken])
    matrix = unit(vectors.matrix[[vectors.indices[word] for word in targets]])
    place = {word: at for at, word in enumerate(targets)}
    own = np.array([place.get(word, NOWHERE) for word in queries], dtype="<u4")
    with counted_progress("substitution table", len(queries)) as told:
        return _core.confusable(
            (matrix[own], phonology.spoken(parsed(phonology, said))),
            own.tobytes(),
            (matrix, phonology.spoken(parsed(phonology, spoken))),
            neighbours=rules.neighbours,
            threshold=rules.threshold,
            confusions=rules.confusions,
            kernel=rules.kernel,
            told=told,
            threads=threads,
        )


def parsed(phonology: Phonology, words: Sequence[Sequence[Sequence[str]]]) -> list[list[list[int]]]:
    """Words by the places of their phones."""
    known: dict[str, list[int]] = {}
    for ways in words:
        for way in ways:
            for symbol in way:
                if symbol not in known:
                    known[symbol] = phonology.parse([symbol])
    return [[[phone for symbol in way for phone in known[symbol]] for way in ways] for ways in words]


def unit(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.ascontiguousarray(matrix / np.where(lengths > 0, lengths, 1), dtype="<f4")


def filled(
    queries: Sequence[str], targets: Sequence[str], flat: list[bytes], rules: Rules, about: Mapping[str, str]
) -> Table:
    """The table of the words that have candidates."""
    ends, places, probability, phonological, cosine = (
        np.frombuffer(column, kind) for column, kind in zip(flat, ("<u8", "<u4", "<f8", "<f8", "<f4"), strict=True)
    )
    if not len(places):
        raise ScoreError(
            f"no word has a candidate nearer in sound than {rules.threshold:g} among its {rules.neighbours} nearest in "
            "sense; raise the threshold or the number of neighbours"
        )
    offsets = np.concatenate([[0], ends]).astype(np.int64)
    some = np.flatnonzero(np.diff(offsets)).tolist()
    return Table(
        [queries[at] for at in some],
        np.concatenate([[0], offsets[1:][some]]),
        [targets[at] for at in places],
        probability,
        phonological,
        np.clip(1.0 - cosine.astype(np.float64), 0.0, 2.0),
        about,
    )
