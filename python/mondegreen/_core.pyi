"""The compiled core: words and characters in, flat alignments out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, BinaryIO, ClassVar, Final, SupportsIndex, TypedDict, final, overload

import numpy as np
from numpy.typing import NDArray

# id, labels, file, channel, sequence, times of reference and hypothesis, and attributes
_Header = tuple[bytes, bytes | None, bytes | None, bytes | None, int, list[list[float]], int]

class _How(TypedDict):
    """How often words are replaced and lost (float64, a number for each word of the model), and the rest of a draw."""

    substitution: bytes
    deletion: bytes
    unknown: float
    insertion: float
    again: float
    stay: float
    stay_behind: float
    merge: float
    wanted: tuple[int, int, int] | None
    seed: int

class _Sizes(TypedDict):
    """What the configuration of a model says of its tensors; 0 where it has none of a kind."""

    hidden: int
    heads: int
    inner: int
    layers: int
    vocabulary: int
    positions: int
    types: int
    buckets: int

__all__ = [
    "Alignment",
    "AlignmentLexicon",
    "Array",
    "Decoded",
    "Digest",
    "Encoder",
    "ErrorModel",
    "Inducer",
    "KaldiBootstrap",
    "KeptVectors",
    "Lattice",
    "LatticeArchive",
    "LatticeSweep",
    "Oracle",
    "Policy",
    "Resampler",
    "Sclite",
    "Scored",
    "Sounds",
    "Spoken",
    "Strings",
    "TransitionModel",
    "Weights",
    "WordBoundaries",
    "__version__",
    "align",
    "align_streams",
    "any_paths",
    "arc_posteriors",
    "are_equivalent",
    "atof",
    "best_combination",
    "best_paths",
    "confusable",
    "count_errors",
    "csls",
    "distinct_words",
    "end_without_memory",
    "format_det_curve",
    "frame_posteriors",
    "join_transcripts",
    "least_assignment",
    "least_errors",
    "least_errors_as_kaldi",
    "least_risk",
    "list_costs",
    "load_vectors",
    "nearest",
    "nearest_path",
    "neighborhoods",
    "pair_arcs",
    "phrases_heard",
    "plain_texts",
    "rewrite_by_rules",
    "shared_ngrams",
    "split_transcripts",
    "timed_counts",
]

__version__: Final[str]

@final
class Alignment:
    """The alignments of a batch: pair `p` has the steps `offsets[p]:offsets[p + 1]`."""

    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Alignment], tuple[Any, ...]]: ...
    @property
    def counts(self) -> Array:
        """uint32[pairs, 4]: matches, substitutions, insertions, deletions."""
    @staticmethod
    def from_bytes(steps: bytes, offsets: bytes, weights: bytes, unknown: bytes) -> Alignment:
        """From the bytes of its arrays, little-endian, checked; the counts are those of the steps."""
    @property
    def offsets(self) -> Array:
        """uint64[pairs + 1]: where each pair begins, and at last where the last one ends."""
    @property
    def steps(self) -> Array:
        """uint8[n]: 0 match, 1 substitution, 2 insertion, 3 deletion; pairs one behind the other."""
    def totals(self) -> tuple[int, int, int, int, int]:
        """Matches, substitutions, insertions and deletions of all pairs together, and how many pairs have an error."""
    @property
    def unknown(self) -> Array:
        """uint32[pairs], or empty where nothing was weighed: words of both sides that have no vector."""
    @property
    def weights(self) -> Array:
        """int64[pairs], or empty where nothing was weighed: what the errors weigh, in billionths."""

@final
class AlignmentLexicon:
    """The phones of words, as `phones/align_lexicon.int` tells."""

    def __new__(cls, text: str) -> AlignmentLexicon: ...
    def align(
        self,
        lattice: Lattice,
        model: TransitionModel,
        *,
        partial: int = 0,
        reorder: bool = True,
        expansion: float | None = None,
    ) -> tuple[Lattice, str | None]:
        """The lattice with a word on each arc, and what is wrong with it, if anything."""

@final
class Array:
    """Numbers owned by the core, seen by `numpy.asarray` without a copy, read-only."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __bytes__(self) -> bytes:
        """A copy, the lowest byte of each number first."""
    def __len__(self) -> int: ...

@final
class Decoded:
    """What was most likely said, by minimum Bayes risk; times are mean frames."""

    @property
    def bin_times(self) -> list[tuple[float, float]]:
        """Begin and end of each place."""
    @property
    def bins(self) -> list[list[tuple[int, float]]]:
        """For each place, between words too, what may have been said and how likely, the most likely first."""
    @property
    def confidences(self) -> list[float]:
        """How likely each word is."""
    @property
    def risk(self) -> float:
        """How many errors are to be expected."""
    @property
    def times(self) -> list[tuple[float, float]]:
        """Begin and end of each word."""
    @property
    def words(self) -> list[int]: ...

@final
class Digest:
    """The BLAKE3 digest of bytes in whatever portions they come."""

    def __new__(cls) -> Digest: ...
    def hex(self) -> str:
        """The digest of all bytes so far: 64 characters."""
    def update(self, bytes: bytes) -> None:
        """Takes in the next bytes, without the GIL."""

@final
class Encoder:
    """A model whose weights stay in their file."""

    ACTIVATIONS: Final[list[str]]
    """
    The activations that are known.
    """
    POOLINGS: Final[list[str]]
    """
    The ways that are known to make one vector of a sentence.
    """
    def __new__(
        cls,
        path: str | PathLike[str],
        sizes: _Sizes,
        places: Sequence[tuple[int, int]],
        epsilon: float,
        activation: str,
        padding: int | None = None,
    ) -> Encoder:
        """Opens a file of weights; of each tensor, in the core's order, `places` has its first byte and its size."""
    def sentences(
        self,
        sentences: Sequence[Sequence[int]],
        poolings: Sequence[str],
        told: Callable[[int], object],
        threads: int | None = None,
    ) -> bytes:
        """A vector of each sentence, or several one behind the other, as bytes of float32."""
    def tokens(
        self, sentences: Sequence[Sequence[int]], layer: int, told: Callable[[int], object], threads: int | None = None
    ) -> bytes:
        """The vectors of all tokens behind so many layers, as bytes of float32; `told` hears how many are done."""

@final
class ErrorModel:
    """Words in small letters and their candidates: where each row ends (uint64), and probabilities (float64)."""

    def __new__(cls, words: Strings, ends: bytes, candidates: Strings, probabilities: bytes) -> ErrorModel: ...
    def count(self, texts: Strings) -> tuple[bytes, int, int]:
        """How often each word stands in texts (uint64), how many words are not known, how many texts have words."""
    def draw(
        self, keys: Strings, texts: Strings, added: ErrorModel, how: _How, threads: int | None = None
    ) -> tuple[list[Strings], list[bytes]]:
        """Texts with errors, what was said, what was heard, and columns of int64.

        Where the errors of each text end, places, words gone, candidates, words of the model (-1 for none).
        """

@final
class Inducer:
    """Induces dictionaries one after the other, in the same memory."""

    def __new__(cls) -> Inducer: ...
    def induce(
        self,
        left: NDArray[np.float32],
        right: NDArray[np.float32],
        neighbors: int,
        keep: float,
        seed: int,
        told: Callable[[int], object],
        threads: int | None = None,
    ) -> tuple[bytes, bytes, float]:
        """The best right row of each left row and the best left row of each right row by CSLS, as bytes of uint32.

        Each product counts with the probability `keep`. With them the mean of the greatest product of each row.
        """

@final
class KaldiBootstrap:
    """The bootstrap of Kaldi's compute-wer-bootci; each question goes on where the last one left its random numbers."""

    def __new__(cls) -> KaldiBootstrap: ...
    def improvements(self, differences: bytes, replications: int) -> int:
        """In how many replications the differences, as the bytes of int32[n], add up to more than 0."""
    def interval(self, utterances: bytes, replications: int) -> tuple[float, float]:
        """The mean word error rate and the half width of its interval, from the bytes of uint32[n, 2].

        Each row holds the errors and the reference words of an utterance.
        """

@final
class KeptVectors:
    """Word vectors of unit length in a file that is mapped; words are found by a table in it."""

    def __len__(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    def has(self, words: Sequence[str]) -> list[bool]: ...
    @staticmethod
    def keep(
        source: str | PathLike[str],
        path: str | PathLike[str],
        stamp: bytes,
        told: Callable[[int], object],
        threads: int | None = None,
    ) -> None:
        """Reads a text and keeps it, calling `told` with the bytes done; an error has a sentence and perhaps a line."""
    @staticmethod
    def open(path: str | PathLike[str], stamp: bytes) -> KeptVectors | None:
        """What was kept of the text with this stamp of 32 bytes; none if it is of another, damaged or not there."""
    @property
    def repeated(self) -> int:
        """Words that had come before, whose first vector counts."""
    def rows(self, words: Sequence[str]) -> bytes:
        """The vectors of words that have one, as the bytes of little-endian float32[words, dimension]."""
    def weights(self, *, above: float | None = None, close: float = 0.1, missing: float = 1.0) -> Weights:
        """Weights by the vectors where they lie."""

@final
class Lattice:
    """A word lattice of Kaldi's, which never changes: what changes it gives another.

    A compact lattice has a string of transition ids on each arc and at each end; an expanded one has one id or none on
    an arc, and none at ends.
    """

    def __eq__(self, other: object, /) -> bool: ...
    def acceptor(self, *, removes_epsilons: bool = True) -> Lattice:
        """The words alone, with the sum of both costs as graph cost."""
    def all_arcs(self) -> list[tuple[int, int, int, float, float, list[int]]]:
        """Of each arc the states it leaves and leads to, its word, graph cost, acoustic cost and transition ids."""
    def arc_frames(self) -> tuple[int, int]:
        """Frames of all arcs and ends together, and of the utterance; the lattice must be sorted."""
    @property
    def arcs(self) -> int: ...
    def best_path(self) -> Lattice:
        """The path that costs least, as a lattice; an empty one where no path ends."""
    def composed(self, other: Lattice, *, backoff: int | None = None, rest: int | None = None) -> Lattice:
        """The paths of two expanded lattices of which the other has the words of this one as transition ids.

        They have the transition ids of this one, the words of the other, and the sums of costs. Words that it does not
        read are looked for behind its backoff arcs, or taken by the arcs for any word.
        """
    def contracted(self) -> Lattice:
        """From an expanded lattice to a compact one, with its states sorted unless there is a cycle."""
    def depth_per_frame(self) -> list[int]:
        """How many arcs and ends last through each frame; the lattice must be sorted."""
    def determinized(self) -> Lattice:
        """A compact lattice in which each word sequence stands on one path, its best."""
    def determinized_pruned(
        self,
        beam: float,
        *,
        memory: int = 0,
        loops: int = 0,
        states: int = 0,
        arcs: int = 0,
        delta: float = 0.0009765625,
        retry: float = 0.5,
    ) -> tuple[Lattice, bool, list[float]]:
        """A determinized lattice of what is within a beam, whether it has all of that, and the beams of further rounds.

        Of the limits 0 is none.
        """
    def determinized_within(self, memory: int, loops: int, delta: float) -> Lattice | None:
        """The same; none where that takes more bytes or steps than these, of which 0 is no limit."""
    def ends(self) -> list[tuple[int, float, float, list[int]]]:
        """Of each state in which a path may end: the state, graph cost, acoustic cost and transition ids."""
    def expanded(self) -> Lattice: ...
    def has_empty_arcs(self) -> bool:
        """Whether an arc has no transition id."""
    def has_sorted_ids(self) -> bool:
        """Whether the arcs of each state are in the order of their transition ids."""
    def limited_depth(self, most: int) -> Lattice:
        """Without the worst arcs through frames that more than so many last through; the states are sorted."""
    @staticmethod
    def line(words: Sequence[int], ids: Sequence[int], graph: float, acoustic: float) -> Lattice:
        """An expanded lattice of one path, whose costs stand at its end."""
    def minimized(self) -> Lattice:
        """With states from which the same follows as one; the states are sorted."""
    def normalized(self, weight: float) -> Lattice:
        """With costs at its ends that make all paths together weigh so much."""
    def only_path(self) -> tuple[list[int], list[int], float, float] | None:
        """Words, transition ids, graph and acoustic cost of a lattice of one path; none for others."""
    def penalised(self, penalty: float) -> Lattice:
        """With so much more graph cost for each word."""
    def projected(self, words: bool) -> Lattice:
        """An expanded lattice with its words as transition ids too, or the other way round."""
    def pruned(self, beam: float) -> Lattice:
        """Without what lies on no path that costs at most so much more than the best."""
    def scaled(self, scale: tuple[tuple[float, float], tuple[float, float]]) -> Lattice:
        """With the graph cost made of both costs by the first two factors, the acoustic cost by the others."""
    def shortest_path(self) -> Lattice | None:
        """The same by costs in single precision, as OpenFst finds it; none where no path ends."""
    def sorted(self) -> Lattice:
        """With every arc leading to a state of higher number; a cycle is a ValueError."""
    @property
    def start(self) -> int | None:
        """Where paths start; none in an empty lattice."""
    @property
    def states(self) -> int: ...
    def stripped(self, *, words: bool = False, ids: bool = False) -> Lattice:
        """Without words, or transition ids."""
    def times(self) -> tuple[list[int], int]:
        """The frame of each state of a sorted lattice, and the number of frames; a ValueError if paths disagree."""
    @staticmethod
    def union(lattices: Sequence[Lattice]) -> Lattice:
        """The paths of all these; arcs without a word lead from the start of the first to the others."""
    def with_ends_after_backoff(self, label: int) -> Lattice:
        """With ends wherever backoff arcs of this label lead to one; the arcs are sorted by transition ids."""
    def with_frame_costs(self, other: Lattice) -> Lattice:
        """Expanded, with the acoustic costs that transition ids have in the frames of another expanded lattice."""
    def with_sorted_arcs(self, *, by_words: bool) -> Lattice:
        """With the arcs of each state by their words, or else by their transition ids."""
    def with_strings_pushed(self) -> Lattice:
        """With strings of transition ids as near to the start as possible; the states are sorted."""
    def with_weights_pushed(self) -> tuple[Lattice, int]:
        """With costs as near to the start as possible, and how many states no end follows; the states are sorted."""
    def with_words(self, words: Sequence[int], free: Sequence[int]) -> Lattice:
        """The paths with these words, between which others of `free` may stand."""
    def words(self) -> set[int]: ...
    def write(self, *, compact: bool = True, text: bool = False) -> bytes:
        """As it stands in an archive behind the key and a blank."""
    def write_acceptor(self, *, text: bool = False) -> bytes:
        """Words and graph costs as an automaton of OpenFst, as it stands in an archive behind the key and a blank."""

@final
class LatticeArchive(Iterator[tuple[bytes, Lattice]]):
    """Keys and lattices of an archive, binary or text, one in memory at a time.

    A ValueError names the file, the utterance and the byte of a fault. Lattices of either form become compact, or
    expanded.
    """

    def __iter__(self) -> LatticeArchive: ...
    def __new__(cls, stream: BinaryIO, name: str = "standard input", *, compact: bool = True) -> LatticeArchive: ...
    def __next__(self) -> tuple[bytes, Lattice]: ...
    def object(self, key: str) -> Lattice:
        """A lattice that no key precedes, as where a script file points; the key is for errors."""
    @staticmethod
    def of_transducers(stream: BinaryIO, name: str) -> LatticeArchive:
        """An archive of automata of OpenFst, given as expanded lattices whose transition ids are what is read."""
    @staticmethod
    def open(path: str | PathLike[str], offset: int = 0, *, compact: bool = True) -> LatticeArchive:
        """Reads a file, unpacking it if it is packed by gzip, from an offset of what is unpacked on."""

@final
class LatticeSweep(Iterator[tuple[bytes, list[tuple[list[int], float, float, int, float] | None]]]):
    """All lattices of some files decoded with all settings, each lattice read once, on all cores.

    A setting is an acoustic scale and a word insertion penalty, both as 32-bit floats hold them: for the language
    model weight L, `struct.unpack("f", struct.pack("f", 1 / L))[0]`. For each lattice, in the order of the files, it
    gives the key, and for each setting words, graph cost, acoustic cost, frames and expected errors, or none where no
    path ends. Costs and frames are those that `lattice-scale --inv-acoustic-scale=L | lattice-add-penalty |
    lattice-best-path` tells; with a beam, words and expected errors are those of `... | lattice-prune --beam |
    lattice-mbr-decode`. Memory stays that of some hundred results. A ValueError names file, utterance and byte of a
    fault, once all before it was given:

        for key, found in LatticeSweep(["lat.1.gz", "lat.2.gz"], [(0.1, 0.0), (0.1, 0.5)]):
            for words, graph, acoustic, frames, errors in filter(None, found): ...
    """

    def __iter__(self) -> LatticeSweep: ...
    def __new__(
        cls,
        paths: Sequence[str | PathLike[str]],
        settings: Sequence[tuple[float, float]],
        *,
        beam: float | None = None,
        threads: int | None = None,
    ) -> LatticeSweep: ...
    def __next__(self) -> tuple[bytes, list[tuple[list[int], float, float, int, float] | None]]: ...

@final
class Oracle:
    """The path with the fewest errors; `arcs` are places among all arcs."""

    @property
    def arcs(self) -> list[int]: ...
    @property
    def correct(self) -> int: ...
    @property
    def deletions(self) -> int: ...
    @property
    def insertions(self) -> int: ...
    @property
    def substitutions(self) -> int: ...
    @property
    def words(self) -> list[int]: ...

@final
class Policy:
    """Costs and tie order: what decides which of many alignments is the one."""

    NAMES: ClassVar[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __new__(
        cls,
        substitution: float = 1.0,
        insertion: float = 1.0,
        deletion: float = 1.0,
        *,
        ties: str = "diagonal insertion deletion",
        trims: bool = False,
    ) -> Policy: ...
    def __reduce__(self) -> tuple[Callable[..., Policy], tuple[Any, ...]]: ...
    @property
    def deletion(self) -> float: ...
    @property
    def insertion(self) -> float: ...
    @staticmethod
    def named(name: str) -> Policy: ...
    @property
    def substitution(self) -> float: ...
    @property
    def ties(self) -> str: ...
    @property
    def trims(self) -> bool: ...

@final
class Resampler:
    """Rows of numbers to draw from, as the bytes of little-endian float64[rows, columns]."""

    def __new__(cls, values: bytes, columns: int) -> Resampler: ...
    def halves(self, seed: int, first: int, count: int, threads: int | None = None) -> bytes:
        """The sums of rows of which a fair coin takes or leaves each, in the form of `sums`."""
    def sums(self, seed: int, first: int, count: int, threads: int | None = None) -> bytes:
        """The sums of as many rows drawn with replacement, as the bytes of little-endian float64[count, columns].

        A resample, of which the `first` has that number, is given by the seed and its number, whatever the number of
        threads.
        """

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
        segmented: tuple[bool, bool, bytes, bytes] | None = None,
    ) -> Sclite: ...
    def comments(self, data: bytes) -> list[bytes]:
        """The comment lines of a file."""
    def ctm_ctm(self, reference: tuple[bytes, bytes], hypothesis: tuple[bytes, bytes], slips: bool) -> Scored | None:
        """Timed words against timed words; `slips` as the versions up to 2.4.12 do where they cut."""
    def stm_ctm(
        self, reference: tuple[bytes, bytes], hypothesis: tuple[bytes, bytes], reduced: tuple[bool, bool]
    ) -> Scored | None:
        """Timed words against segments; `reduced` leaves out segments, and words, outside of the other's time."""
    def trn(self, reference: bytes, hypothesis: bytes, ids: bytes) -> tuple[Scored, list[bytes]] | None:
        """Transcripts; with the comments of both."""

@final
class Scored:
    """The speakers, utterances and aligned words of a scored system; utterances and speakers go by number."""

    def __len__(self) -> int:
        """How many utterances there are."""
    def __new__(cls) -> Scored: ...
    def add(self, speaker: int, header: _Header, items: bytes, fields: Sequence[str]) -> list[int]:
        """Adds an utterance with the items of an sgml; fields are those of `word_aux`.

        Of each item that tells more than the fields it is answered how much. What cannot be read is a ValueError that
        holds the sentence of the original, as bytes.
        """
    def add_words(
        self, speaker: int, header: _Header, steps: bytes, references: list[bytes], hypotheses: list[bytes]
    ) -> None:
        """Adds an utterance with a letter for each step (C, S, I or D) and the words of both sides."""
    def attributes(self) -> tuple[int, int]:
        """The attributes that any utterance has, and those that all have."""
    def confidences(self, speaker: int) -> list[tuple[float, bool]]:
        """The confidence of each word of a speaker's hypotheses, and whether the word is right."""
    def confusions(
        self, utterances: Sequence[int]
    ) -> tuple[
        list[tuple[bytes, bytes, int]],
        list[tuple[bytes, int]],
        list[tuple[bytes, int]],
        list[tuple[bytes, int]],
        list[tuple[bytes, int]],
    ]:
        """What was taken for what: pairs, then words inserted, deleted, replaced, false; the most frequent first."""
    def counts(self, utterance: int) -> tuple[int, int, int, int]: ...
    def details(
        self, utterance: int
    ) -> list[tuple[tuple[float, float, float, float], tuple[float, float, float, float]]]:
        """What is known of both words of each item besides their spelling; empty if nothing is."""
    def header(self, utterance: int) -> _Header: ...
    def pair_utterances(self, speaker: int, other: Scored, theirs: int) -> tuple[list[tuple[int, int]], list[int]]:
        """The utterances of two speakers with the same ID, and those of the first that the second lacks."""
    def read_paths(self, text: bytes, place: int, speaker: int, fields: Sequence[str]) -> tuple[int, list[str]]:
        """Adds the utterances of a speaker from a place of an sgml on, as sclite writes them.

        Returns the place of the first that is written in another way, and the fields of the last.
        """
    def rights(self) -> list[bool]:
        """Whether each utterance has no error."""
    def segments(self, other: Scored, pairs: Sequence[tuple[int, int]], buffer: int) -> list[tuple[int, int, int]]:
        """The segments of the matched pairs test in pairs of utterances: reference words, errors of both systems."""
    def set_coding(self, name: bytes, profile: bytes) -> None:
        """By which letters have capitals in `show`; see sclite's option `-e`."""
    def sgml(self, utterance: int, items: int, parts: int) -> bytes:
        """The items as in sgml; the numbers are the characters between items and between their parts."""
    def show(self, utterances: Sequence[int], width: int, attributes: int) -> bytes:
        """Utterances as in `pra`, an empty line behind each, with those attributes that are asked for."""
    def speaker(self, name: bytes) -> int:
        """The number of a speaker, who is new if nobody bears the name."""
    def speakers(self) -> list[bytes]: ...
    def steps(self, utterance: int) -> bytes:
        """A letter for each item: C, S, I or D."""
    def totals(self) -> list[tuple[int, int, tuple[int, int, int, int]]]:
        """Of each speaker the utterances, those with errors, and the counts of words."""
    def utterances(self, speaker: int) -> list[int]:
        """The utterances of a speaker, in order."""
    def words(self, utterance: int) -> list[tuple[bytes | None, bytes | None]]:
        """The reference word and the hypothesis word of each item."""

@final
class Sounds:
    """Phones, and what it costs to take one for another: float64 as bytes, of all pairs and of phones by themselves."""

    def __new__(cls, pairs: bytes, alone: bytes) -> Sounds: ...
    def distance(self, one: Sequence[int], other: Sequence[int]) -> float:
        """The least cost of changes that make the phones of one word those of another."""

@final
class Spoken:
    """Words, and how each may be said: phones (uint16), where each way ends, and where those of a word do (uint32)."""

    def __new__(cls, phones: bytes, ends: bytes, words: bytes, sounds: Sounds) -> Spoken: ...

@final
class Strings(Sequence[str]):
    """The strings of a file, which become Python's only while somebody looks at them."""

    def __eq__(self, other: object, /) -> bool: ...
    @overload
    def __getitem__(self, place: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, place: slice, /) -> Strings: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[Iterable[str]], Strings], tuple[list[str]]]: ...
    def are_distinct(self) -> bool:
        """Whether no two are the same."""
    def blank(self) -> list[bool]:
        """Of each string, whether it holds nothing but white space."""
    def count(self, text: str) -> int: ...
    def index(self, text: str) -> int: ...  # type: ignore[override] # nobody looks in a part
    def keyed(self) -> tuple[Strings, Strings]:
        """The key of each line, up to a blank or a tab, and the text after it; blank lines are left out."""
    @staticmethod
    def lines(data: bytes) -> Strings:
        """The lines of UTF-8 text, without their ends; anything else is a ValueError."""
    @staticmethod
    def of(texts: Iterable[str]) -> Strings:
        """These strings."""
    def take(self, places: Iterable[int]) -> Strings:
        """The strings at these places, and an empty one for each negative number."""

@final
class TransitionModel:
    """What transition ids mean: the beginning of Kaldi's final.mdl, binary or text."""

    def __len__(self) -> int: ...
    def __new__(cls, data: bytes) -> TransitionModel: ...
    def align(
        self, lattice: Lattice, *, reorder: bool = True, merges_free_arcs: bool = True, replaces_words: bool = False
    ) -> tuple[Lattice, str | None]:
        """The lattice with a phone on each arc, and what is wrong with it, if anything."""
    def phones(self, ids: Sequence[int]) -> list[int]:
        """The phones that end in these."""
    def phones_as_ids(self, lattice: Lattice) -> Lattice:
        """A compact lattice with phones in the place of the transition ids that they end in."""
    def phones_as_words(self, lattice: Lattice) -> Lattice:
        """An expanded lattice with the phone that begins with a transition id in the place of its word."""
    def split(self, ids: Sequence[int]) -> list[tuple[int, int]]:
        """The phones of an alignment, and how many ids each has."""

@final
class Weights:
    """What errors weigh: a substitution by its two words, insertions and deletions the same each."""

    def __reduce__(self) -> tuple[Callable[..., Weights], tuple[Any, ...]]: ...
    @staticmethod
    def from_table(
        rows: Iterable[str], columns: Iterable[str], costs: bytes, *, insertion: float = 1.0, deletion: float = 1.0
    ) -> Weights:
        """From the costs of reference words by hypothesis words, as the bytes of little-endian float64."""
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
        others: Iterable[str] | None = None,
        scaled: bool = False,
    ) -> Weights:
        """From the vectors of words, as the bytes of little-endian float32[words, dimension].

        Hypotheses in another language have words of their own, the `others`, with vectors behind those of the first.
        Vectors that are `scaled` to length 1 already are taken to the last digit as they are.
        """

@final
class WordBoundaries:
    """Where in words phones stand, as `phones/word_boundary.int` tells."""

    def __new__(cls, text: str) -> WordBoundaries: ...
    def align(
        self,
        lattice: Lattice,
        model: TransitionModel,
        *,
        silence: int = 0,
        partial: int = 0,
        reorder: bool = True,
        expansion: float | None = None,
    ) -> tuple[Lattice, str | None]:
        """The lattice with a word on each arc, and what is wrong with it, if anything."""

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

def align_streams(
    streams: Sequence[
        tuple[Sequence[tuple[int, int, Sequence[int], Sequence[int], int]], Sequence[Sequence[int]], Sequence[int]]
    ],
    hypotheses: int,
    texts: Sequence[tuple[Sequence[int], int]],
    manner: dict[str, object],
    cells: int,
    counts: bool,
) -> tuple[list[list[tuple[int, int]]], int, int | None, int]:
    """The steps of the cheapest alignment of streams, each as the streams and positions of its words.

    The first so many streams are hypotheses. A stream is its words, for each the positions that it may follow, and the
    positions at its end; word `i` is at position `i + 1`. With the steps come the cost, the window in milliseconds
    within which words were compared if all cells are more than `cells`, and how many asclite looks at if `counts`.
    """

def any_paths(lattice: Lattice, count: int, seed: int) -> list[Lattice]:
    """Paths drawn by chance, each step as likely as any other."""

def arc_posteriors(lattice: Lattice) -> list[tuple[int, int, int, list[int], float]]:
    """Of each arc of a sorted lattice: begin, frames, word, transition ids, and the logarithm of its likelihood."""

def are_equivalent(left: Lattice, right: Lattice, *, paths: int = 20, delta: float = 0.1) -> bool:
    """Whether paths drawn of either have the same words, at nearly the same cost, in the other."""

def atof(text: bytes) -> float:
    """What C makes of the beginning of a text as a number; 0 where there is none."""

def best_combination(
    utterances: Sequence[tuple[Sequence[str], Sequence[int], Sequence[int]]],
    streams: Sequence[tuple[Sequence[str], Sequence[int], Sequence[int]]],
    cells: int | None = None,
    positions: int | None = None,
) -> tuple[list[int], int, int]:
    """The stream of each utterance so that errors are few, how many they are, and how many there are at least.

    There must be a stream. The two numbers are equal where the optimum is proven; `cells` and `positions` bound the
    work and the memory.
    """

def best_paths(lattice: Lattice, count: int) -> list[Lattice]:
    """The paths that cost least, as expanded lattices, in the order of their costs."""

def confusable(
    queries: tuple[NDArray[np.float32], Spoken],
    own: bytes,
    targets: tuple[NDArray[np.float32], Spoken],
    *,
    neighbors: int,
    threshold: float,
    confusions: int,
    kernel: str,
    told: Callable[[int], object],
    threads: int | None = None,
) -> list[bytes]:
    """Of the nearest targets of each query those that are nearest in sound.

    Where each row ends (uint64), places (uint32), probabilities, distances in sound (float64) and cosines (float32).
    `own` are the places (uint32) of the queries among the targets.
    """

def count_errors(
    references: Sequence[str | bytes | Sequence[str]],
    hypotheses: Sequence[str | bytes | Sequence[str]],
    unit: str = "words",
    policy: Policy | None = None,
    threads: int | None = None,
) -> tuple[int, int, int, int]:
    """Counts the errors of texts pair by pair, as `align` finds them without weights, in less time.

    The number of pairs, those with an error, tokens of the references, and errors.
    """

def csls(
    left: NDArray[np.float32],
    right: NDArray[np.float32],
    count: int,
    neighbors: int,
    told: Callable[[int], object],
    threads: int | None = None,
) -> tuple[bytes, bytes, bytes, bytes]:
    """The best right rows of each left row by CSLS: places, scores, and the means of both sides."""

def distinct_words(references: Sequence[str | Sequence[str]], hypotheses: Sequence[str | Sequence[str]]) -> Strings:
    """The words of all texts, as `align` cuts them, each once."""

def end_without_memory(line: str, code: int) -> None:
    """Let the process end with this line on standard error and this exit code where the core finds no memory."""

def format_det_curve(rights: Sequence[float], wrongs: Sequence[float]) -> bytes:
    """The points of a DET curve, of scores in order."""

def frame_posteriors(lattice: Lattice) -> tuple[list[list[tuple[int, float]]], float, float]:
    """For each frame of an expanded, sorted lattice its transition ids and how likely they are.

    Then the logarithm of what all paths weigh, and the expected acoustic likelihood.
    """

def join_transcripts(texts: bytes, rests: bytes, kind: str, splits_hyphens: bool) -> tuple[bytes, int | None]:
    """Joins texts that rules were applied to with the rests of lines, hyphens within words perhaps being spaces.

    Behind these: the number of a line of a ctm file with an alternative without words, at which the file ends.
    """

def least_assignment(costs: Sequence[float], size: int) -> list[int]:
    """The column of each row of a square table, row by row, so that the costs of all add up to the least there is."""

def least_errors(lattice: Lattice, reference: Sequence[int], free: Sequence[int] | None = None) -> Oracle | None:
    """The path with the fewest errors, of which words of `free` are none; none where no path ends."""

def least_errors_as_kaldi(
    lattice: Lattice, reference: Sequence[int], free: Sequence[int]
) -> tuple[list[int], int, int, int, int] | None:
    """Words and errors of the path with the fewest errors that Kaldi takes; none where no path ends."""

def least_risk(
    lattice: Lattice, *, decode: bool = True, keep_silence: bool = False, words: Sequence[int] | None = None
) -> Decoded:
    """Minimum Bayes risk decoding from the best path or from words on; without `decode` the words stay."""

def list_costs(
    references: Sequence[str | Sequence[str]],
    lists: Sequence[Sequence[str | Sequence[str]]],
    unit: str = "words",
    weights: Weights | None = None,
) -> bytes:
    """What each hypothesis of each list costs against the list's reference, as the bytes of little-endian int64.

    Without weights that are errors; with them, billionths of the least weight of all alignments.
    """

def load_vectors(
    path: str | PathLike[str], limit: int, told: Callable[[int], object], threads: int | None = None
) -> tuple[list[str], bytes, int]:
    """The first words of a text of vectors, their numbers as the bytes of float32, and how many a vector has."""

def nearest(
    queries: NDArray[np.float32],
    targets: NDArray[np.float32],
    count: int,
    taken_off: NDArray[np.float32] | None,
    told: Callable[[int], object],
    threads: int | None = None,
) -> tuple[bytes, bytes]:
    """The rows with the greatest product with each query, less what is taken off: places (uint32) and scores (float32).

    All functions on vectors look at them where they are, and tell how many left rows are done.
    """

def nearest_path(
    lattice: Lattice,
    reference: Sequence[str],
    spellings: dict[int, list[str]],
    *,
    blank: list[str] | None = None,
    weights: Weights | None = None,
    judge: tuple[str, str] | None = None,
) -> tuple[list[int], list[int], int, bool] | None:
    """The path nearest to a reference: words, arcs as places among all arcs, cost in billionths, whether it is sure.

    Words are written out as the tokens that stand for them, with the blank, a list of one token, between two words;
    those that are not given are nothing. Any alignment may be the one that costs least, or with a judge, that is a
    policy and "after" or "least", the one of the policy, or the least of those as good by it. None where no path ends.
    """

def neighborhoods(
    left: NDArray[np.float32],
    right: NDArray[np.float32],
    count: int,
    told: Callable[[int], object],
    threads: int | None = None,
) -> tuple[bytes, bytes]:
    """The mean product of each row of both sides with its nearest on the other, as bytes of float32."""

def pair_arcs(
    network: Sequence[tuple[int, int, int, float, float]],
    ends: tuple[int, int],
    system: Sequence[tuple[int, int, int, float, float]],
    system_ends: tuple[int, int],
    *,
    by_times: bool = False,
    marks: Sequence[int] = ...,
) -> list[tuple[int | None, int | None]]:
    """Pairs arcs of a network with those of a system, as rover does: their places on each side, or none on one.

    An arc has the nodes that it leaves and enters, its word, where 0 is none, and its times; of each side the start
    and the end are given. Words that are listed as marks of time are paired with themselves alone.
    """

def phrases_heard(
    queries: Spoken,
    lexicon: Spoken,
    *,
    two: bool,
    threshold: float,
    count: int,
    told: Callable[[int], object],
    threads: int | None = None,
) -> list[list[tuple[int, int | None, float]]]:
    """The words of the lexicon, or the pairs of them, that sound most like each query, and how far they are."""

def plain_texts(texts: Strings) -> Strings:
    """The words of texts in small letters, without marks beside them, a blank between each two."""

def rewrite_by_rules(
    texts: Sequence[bytes | bytearray],
    rules: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]],
    *,
    folds: bool = False,
    copies: bool = True,
) -> tuple[bytes, list[int]]:
    """Applies the rules of a global mapping file to texts, each for itself: the new text, and how often each was used.

    A rule is what is found, what stands before and behind it, and what is written. Without `copies` only that is left.
    """

def shared_ngrams(references: tuple[bytes, bytes], hypotheses: tuple[bytes, bytes], unit: str, order: int) -> bytes:
    """By pair and n, as bytes of int64: how many n-grams both texts have, how many the reference, and the hypothesis.

    A side is the bytes of all its texts' code points (uint32) and of each text's number of them (uint64). They are cut
    into `characters` or `letters`; as `words`, they are numbers of words, and taken as they are.
    """

def split_transcripts(data: bytes, kind: str, upper: bool, latin1: bool) -> tuple[bytes, bytes, bytes, int | None]:
    """Splits the lines of a `kind` of file into texts, perhaps in upper case, also of Latin-1's letters, and rests.

    Behind these: texts whose parentheses are not in order, and the number of the first line that cannot be split.
    """

def timed_counts(
    references: Sequence[tuple[Sequence[str], Sequence[int], Sequence[int]]],
    hypotheses: Sequence[tuple[Sequence[str], Sequence[int], Sequence[int]]],
) -> list[list[int]]:
    """Matches, substitutions, insertions and deletions of each reference against each hypothesis, row by row.

    Each is its words, and from when to when each was said, in nanoseconds: only words whose times overlap pair. Where
    a side has no times, any words do.
    """
