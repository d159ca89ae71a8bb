"""The compiled core: words and characters in, flat alignments out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, ClassVar, SupportsIndex, final, overload

__all__ = [
    "Alignment",
    "Array",
    "KaldiBootstrap",
    "KeptVectors",
    "Policy",
    "Resampler",
    "Sclite",
    "Scored",
    "Strings",
    "Weights",
    "__version__",
    "align",
    "atof",
    "distinct_words",
]

__version__: str

@final
class Array:
    """Numbers owned by the core, seen by `numpy.asarray` without a copy, read-only."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __bytes__(self) -> bytes:
        """A copy, the lowest byte of each number first."""
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
    @property
    def unknown(self) -> Array:
        """uint32[pairs], or empty where nothing was weighed: words of both sides that have no vector."""
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
class KaldiBootstrap:
    """The bootstrap of Kaldi's compute-wer-bootci; each question goes on where the last one left its random numbers."""

    def __new__(cls) -> KaldiBootstrap: ...
    def interval(self, utterances: bytes, replications: int) -> tuple[float, float]:
        """The mean word error rate and the half width of its interval, from the bytes of uint32[n, 2].

        Each row holds the errors and the reference words of an utterance.
        """
    def improvements(self, differences: bytes, replications: int) -> int:
        """In how many replications the differences, as the bytes of int32[n], add up to more than 0."""

@final
class KeptVectors:
    """Word vectors of unit length in a file that is mapped; words are found by a table in it."""

    @staticmethod
    def open(path: str | PathLike[str], stamp: bytes) -> KeptVectors | None:
        """What was kept of the text with this stamp of 32 bytes; none if it is of another, damaged or not there."""
    @staticmethod
    def keep(
        source: str | PathLike[str],
        path: str | PathLike[str],
        stamp: bytes,
        told: Callable[[int], object],
        threads: int | None = None,
    ) -> None:
        """Reads a text and keeps it, calling `told` with the bytes done; an error has a sentence and perhaps a line."""
    @property
    def dimension(self) -> int: ...
    @property
    def repeated(self) -> int:
        """Words that had come before, whose first vector counts."""
    def __len__(self) -> int: ...
    def has(self, words: Sequence[str]) -> list[bool]: ...
    def rows(self, words: Sequence[str]) -> bytes:
        """The vectors of words that have one, as the bytes of little-endian float32[words, dimension]."""
    def weights(self, *, above: float | None = None, close: float = 0.1, missing: float = 1.0) -> Weights:
        """Weights by the vectors where they lie."""

@final
class Resampler:
    """Rows of numbers to draw from with replacement, as the bytes of little-endian float64[rows, columns]."""

    def __new__(cls, values: bytes, columns: int) -> Resampler: ...
    def sums(self, seed: int, first: int, count: int, threads: int | None = None) -> bytes:
        """The sums of the resamples from number `first` on, as the bytes of little-endian float64[count, columns].

        A resample is given by the seed and its number, whatever the number of threads.
        """

# id, labels, file, channel, sequence, times of reference and hypothesis, and attributes
_Header = tuple[bytes, bytes | None, bytes | None, bytes | None, int, list[list[float]], int]
_Counts = tuple[int, int, int, int]  # correct, substituted, deleted, inserted
_Detail = tuple[float, float, float, float]  # start, end, confidence, weight
_Ranking = list[tuple[bytes, int]]

@final
class Sclite:
    """Aligns files as NIST's sclite does, and tells of it by two functions that take bytes.

    A result is none if a file was refused; why was told. Pairs of bytes are the data of a file and its path.
    """

    def __new__(
        cls,
        out: Callable[[bytes], object],
        err: Callable[[bytes], object],
        feedback: int,
        *,
        coding: bytes,
        profile: bytes,
        case: bool,
        fragments: bool,
        optional: bool,
        timed: bool,
        characters: tuple[bool, bool] | None = None,
        weights: tuple[dict[bytes, float], float] | None = None,
        segmented: tuple[bool, bool, list[bytes]] | None = None,
    ) -> Sclite: ...
    def trn(self, reference: bytes, hypothesis: bytes, ids: bytes) -> tuple[Scored, list[bytes]] | None:
        """Transcripts; with the comments of both."""
    def stm_ctm(
        self, reference: tuple[bytes, bytes], hypothesis: tuple[bytes, bytes], reduced: tuple[bool, bool]
    ) -> Scored | None:
        """Timed words against segments; `reduced` leaves out segments, and words, outside of the other's time."""
    def ctm_ctm(self, reference: tuple[bytes, bytes], hypothesis: tuple[bytes, bytes], slips: bool) -> Scored | None:
        """Timed words against timed words; `slips` as the versions up to 2.4.12 do where they cut."""
    def comments(self, data: bytes) -> list[bytes]:
        """The comment lines of a file."""

@final
class Scored:
    """The speakers, utterances and aligned words of a scored system; utterances and speakers go by number."""

    def set_coding(self, name: bytes, profile: bytes) -> None:
        """By which letters have capitals in `show`; see sclite's option `-e`."""
    def __len__(self) -> int:
        """How many utterances there are."""
    def speaker(self, name: bytes) -> int:
        """The number of a speaker, who is new if nobody bears the name."""
    def speakers(self) -> list[bytes]: ...
    def utterances(self, speaker: int) -> list[int]:
        """The utterances of a speaker, in order."""
    def totals(self) -> list[tuple[int, int, _Counts]]:
        """Of each speaker the utterances, those with errors, and the counts of words."""
    def header(self, utterance: int) -> _Header: ...
    def counts(self, utterance: int) -> _Counts: ...
    def steps(self, utterance: int) -> bytes:
        """A letter for each item: C, S, I or D."""
    def words(self, utterance: int) -> list[tuple[bytes | None, bytes | None]]:
        """The reference word and the hypothesis word of each item."""
    def details(self, utterance: int) -> list[tuple[_Detail, _Detail]]:
        """What is known of both words of each item besides their spelling; empty if nothing is."""
    def show(self, utterances: list[int], width: int, attributes: int) -> bytes:
        """Utterances as in `pra`, an empty line behind each, with those attributes that are asked for."""
    def sgml(self, utterance: int, items: int, parts: int) -> bytes:
        """The items as in sgml; the numbers are the characters between items and between their parts."""
    def confusions(
        self, utterances: list[int]
    ) -> tuple[list[tuple[bytes, bytes, int]], _Ranking, _Ranking, _Ranking, _Ranking]:
        """What was taken for what: pairs, then words inserted, deleted, replaced, false; the most frequent first."""
    def add(self, speaker: int, header: _Header, items: bytes, fields: list[str]) -> list[int]:
        """Adds an utterance with the items of an sgml; fields are those of `word_aux`.

        Of each item that tells more than the fields it is answered how much. What cannot be read is a ValueError that
        holds the sentence of the original, as bytes.
        """

@final
class Strings(Sequence[str]):
    """The strings of a file, which become Python's only while somebody looks at them."""

    @staticmethod
    def lines(data: bytes) -> Strings:
        """The lines of UTF-8 text, without their ends; anything else is a ValueError."""
    @staticmethod
    def of(texts: Iterable[str]) -> Strings:
        """These strings."""
    def keyed(self) -> tuple[Strings, Strings]:
        """The key of each line, up to a blank or a tab, and the text after it; blank lines are left out."""
    def are_distinct(self) -> bool:
        """Whether no two are the same."""
    def blank(self) -> list[bool]:
        """Of each string, whether it holds nothing but white space."""
    def take(self, places: Iterable[int]) -> Strings:
        """The strings at these places, and an empty one for each negative number."""
    @overload
    def __getitem__(self, place: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, places: slice, /) -> Strings: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def index(self, text: str) -> int: ...  # type: ignore[override] # nobody looks in a part
    def count(self, text: str) -> int: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

def align(
    references: Sequence[str | bytes | Sequence[str]],
    hypotheses: Sequence[str | bytes | Sequence[str]],
    unit: str = "words",
    policy: Policy | None = None,
    threads: int | None = None,
    weights: Weights | None = None,
    goal: str = "total",
) -> Alignment:
    """Aligns texts pair by pair.

    Texts are cut into `words`, `characters` (one blank between words) or `letters` (no blanks); lists of tokens are
    taken as they are, and bytes are cut into tokens at the white space of C. With weights, the goal says what they
    decide: `after`, `total`, `least` or `greatest`.
    """

def distinct_words(references: Sequence[str | Sequence[str]], hypotheses: Sequence[str | Sequence[str]]) -> Strings:
    """The words of all texts, as `align` cuts them, each once."""

def atof(text: bytes) -> float:
    """What C makes of the beginning of a text as a number; 0 where there is none."""
