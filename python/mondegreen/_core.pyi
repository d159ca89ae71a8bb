"""The compiled core: words and characters in, flat alignments out."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, final

__all__ = ["Alignment", "Array", "Policy", "Resampler", "Weights", "__version__", "align"]

__version__: str

@final
class Array:
    """Numbers owned by the core, seen by `numpy.asarray` without a copy, read-only."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...

@final
class Alignment:
    """The alignments of a batch: pair `p` has the steps `offsets[p]:offsets[p + 1]`."""

    @property
    def steps(self) -> Array:
        """uint8[n]: 0 match, 1 substitution, 2 insertion, 3 deletion; pairs one behind the other."""
    @property
    def offsets(self) -> Array:
        """uint64[pairs + 1]: where each pair begins, and at last where the last one ends."""
    @property
    def counts(self) -> Array:
        """uint32[pairs, 4]: matches, substitutions, insertions, deletions."""
    @property
    def weights(self) -> Array:
        """int64[pairs], or empty where nothing was weighed: what the errors weigh, in billionths."""
    def __len__(self) -> int: ...

@final
class Policy:
    """Costs and tie order: what decides which of many alignments is the one."""

    NAMES: ClassVar[tuple[str, ...]]
    def __new__(
        cls,
        substitution: float = 1.0,
        insertion: float = 1.0,
        deletion: float = 1.0,
        *,
        ties: str = "diagonal insertion deletion",
        trims: bool = False,
    ) -> Policy: ...
    @staticmethod
    def named(name: str) -> Policy: ...
    @property
    def substitution(self) -> float: ...
    @property
    def insertion(self) -> float: ...
    @property
    def deletion(self) -> float: ...
    @property
    def ties(self) -> str: ...
    @property
    def trims(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Weights:
    """What errors weigh: a substitution by its two words, insertions and deletions the same each."""

    @staticmethod
    def from_vectors(
        words: Iterable[str],
        values: bytes,
        dimension: int,
        *,
        above: float | None = None,
        close: float = 0.1,
        missing: float = 1.0,
        insertion: float = 1.0,
        deletion: float = 1.0,
    ) -> Weights:
        """From the vectors of words, as the bytes of little-endian float32[words, dimension]."""
    @staticmethod
    def from_table(
        rows: Iterable[str], columns: Iterable[str], costs: bytes, *, insertion: float = 1.0, deletion: float = 1.0
    ) -> Weights:
        """From the costs of reference words by hypothesis words, as the bytes of little-endian float64."""

@final
class Resampler:
    """Rows of numbers to draw from with replacement, as the bytes of little-endian float64[rows, columns]."""

    def __new__(cls, values: bytes, columns: int) -> Resampler: ...
    def sums(self, seed: int, first: int, count: int, threads: int | None = None) -> bytes:
        """The sums of the resamples from number `first` on, as the bytes of little-endian float64[count, columns].

        A resample is given by the seed and its number, whatever the number of threads.
        """

def align(
    references: Sequence[str | Sequence[str]],
    hypotheses: Sequence[str | Sequence[str]],
    unit: str = "words",
    policy: Policy | None = None,
    threads: int | None = None,
    weights: Weights | None = None,
    goal: str = "total",
) -> Alignment:
    """Aligns texts pair by pair.

    Texts are cut into `words`, `characters` (one blank between words) or `letters` (no blanks); lists of tokens are
    taken as they are. With weights, the goal says what they decide: `after`, `total`, `least` or `greatest`.
    """
