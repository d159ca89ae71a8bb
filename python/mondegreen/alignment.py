"""Align: the Python face of the compiled aligner.

Not named `align`, because `mondegreen.align` is the function.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeGuard

from mondegreen import _core
from mondegreen.aligned import AlignedPair, format_cells, format_counts, iterate_chunks
from mondegreen.errors import CoreError, ScoreError, pluralize
from mondegreen.inputs import pair_texts
from mondegreen.kinds import check_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen.aligned import AlignedWord, Chunk
    from mondegreen.inputs import Source
    from mondegreen.weights import Weights

PolicyName: TypeAlias = Literal["kaldi", "sclite", "sub-first", "rapidfuzz"]
UnitName: TypeAlias = Literal["words", "characters", "letters"]
GoalName: TypeAlias = Literal["after", "total", "least", "greatest"]

# Whose choice among equally good alignments is followed, and which that is.
POLICIES = {
    "kaldi": "As Kaldi's compute-wer.\n\n"
    "Every error costs 1. Traced from the end, insertions come before deletions before pairs.",
    "sub-first": "Substitutions before insertions and deletions.\n\n"
    "Every error costs 1. Traced from the end, pairs come before insertions before deletions.",
    "rapidfuzz": "As rapidfuzz and jiwer.\n\n"
    "Every error costs 1. Equal ends are cut off; then, traced from the end, deletions come before insertions before\n"
    "pairs.",
    "sclite": "As NIST's sclite.\n\n"
    "A substitution costs 4, an insertion or a deletion 3, so that there may be more errors than elsewhere. Traced\n"
    "from the end, pairs come before insertions before deletions.",
}
# The kinds of steps, as the core numbers them.
MATCHES, SUBSTITUTIONS, INSERTIONS, DELETIONS = range(4)
# A notebook shows so many pairs; more are a page of their own.
SHOWN = 20
# The letter of each kind, as Kaldi writes it.
LETTERS = bytes.maketrans(bytes(range(4)), b"CSID")
# The core counts weights in billionths, so that their sums are exact.
BILLION = 1_000_000_000


@dataclass(frozen=True, repr=False, eq=False)
class Alignment:
    """The alignments of a batch: by pair as tokens and chunks, and for all as arrays, which are the core's own memory.

    `references` and `hypotheses` are what was aligned, in this `unit`.
    """

    core: _core.Alignment
    references: Sequence[str | Sequence[str]] = ()
    hypotheses: Sequence[str | Sequence[str]] = ()
    unit: str = "words"

    @cached_property
    def steps(self) -> NDArray[np.uint8]:
        """The steps of all pairs, one pair behind the other: 0 match, 1 substitution, 2 insertion, 3 deletion."""
        return view_numbers(self.core.steps)

    @cached_property
    def offsets(self) -> NDArray[np.uint64]:
        """Where the steps of each pair begin, and at last where those of the last pair end."""
        return view_numbers(self.core.offsets)

    @cached_property
    def counts(self) -> NDArray[np.uint32]:
        """Matches, substitutions, insertions and deletions: a row for each pair."""
        return view_numbers(self.core.counts)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """What the errors of each pair weigh; empty where nothing was weighed."""
        return view_numbers(self.core.weights) / BILLION

    @cached_property
    def unknown(self) -> NDArray[np.uint32]:
        """Words of both sides that have no vector, by pair; empty where nothing was weighed."""
        return view_numbers(self.core.unknown)

    def tally(self) -> tuple[NDArray[np.uint32], ...]:
        """By pair the errors, the tokens of the reference, and the substitutions, deletions and insertions."""
        matches, substitutions, insertions, deletions = self.counts.T
        errors, words = substitutions + insertions + deletions, matches + substitutions + deletions
        return errors, words, substitutions, deletions, insertions

    def __len__(self) -> int:
        return len(self.core)

    def __reduce__(self) -> tuple[type[Alignment], tuple[Any, ...]]:
        return Alignment, (self.core, self.references, self.hypotheses, self.unit)  # without the views of its memory

    def __repr__(self) -> str:
        hits, substitutions, insertions, deletions, _ = self.core.totals()
        kinds = f"{substitutions} substituted, {insertions} inserted, {deletions} deleted"
        return f"<Alignment of {pluralize(len(self), 'pair')}: {hits} {self.unit} correct, {kinds}>"

    def __str__(self) -> str:
        return self.visualize()

    def _repr_html_(self) -> str:
        rows = (f"<tbody>{format_cells(pair.words)}</tbody>" for pair in map(self.pair, range(min(len(self), SHOWN))))
        more = f"<p>and {len(self) - SHOWN} more pairs</p>" if len(self) > SHOWN else ""
        correct, substitutions, insertions, deletions, _ = self.core.totals()
        return f"{format_counts(correct, substitutions, deletions, insertions)}<table>{''.join(rows)}</table>{more}"

    def pair(self, index: int) -> AlignedPair:
        """The tokens and edits of one pair."""
        place = range(len(self))[index]
        if len(self.references) <= place:
            raise ScoreError("this alignment was made without its texts; align them to see their words")
        ours, theirs = (cut_text(side[place], self.unit) for side in (self.references, self.hypotheses))
        edits = bytes(self[place]).translate(LETTERS).decode("ascii")
        return AlignedPair(ours, theirs, edits, " " if self.unit == "words" else "")

    @property
    def pairs(self) -> list[AlignedPair]:
        """The tokens and edits of each pair."""
        return [self.pair(index) for index in range(len(self))]

    @property
    def words(self) -> list[list[AlignedWord]]:
        """Of each pair the tokens of both sides beside each other, and the edit between them."""
        return [pair.words for pair in self.pairs]

    @property
    def chunks(self) -> list[list[Chunk]]:
        """Of each pair the runs of one kind of edit, as jiwer's `alignments`."""
        return [list(iterate_chunks(letters)) for letters in self.letters()]

    def visualize(self, *, every: bool = False) -> str:
        """The pairs with errors, or every one, in three lines each: both sides, and the letters of the errors."""
        shown = ((number, self.pair(number)) for number in range(len(self)) if every or self.errors[number])
        return "\n".join(f"{number + 1}\n{pair.visualize()}" for number, pair in shown)

    def __getitem__(self, index: int) -> NDArray[np.uint8]:
        """The steps of one pair, from first to last."""
        pair = range(len(self))[index]
        return self.steps[int(self.offsets[pair]) : int(self.offsets[pair + 1])]

    def letters(self) -> list[str]:
        """The edits of each pair in a word: C correct, S substitution, I insertion, D deletion."""
        every, offsets = bytes(self.core.steps).translate(LETTERS).decode("ascii"), self.offsets.tolist()
        return [every[begin:end] for begin, end in pairwise(offsets)]

    @property
    def matches(self) -> NDArray[np.uint32]:
        """Tokens that both sides have, by pair."""
        return self.counts[:, 0]

    @property
    def substitutions(self) -> NDArray[np.uint32]:
        """Reference tokens that the hypothesis replaced, by pair."""
        return self.counts[:, 1]

    @property
    def insertions(self) -> NDArray[np.uint32]:
        """Hypothesis tokens too many, by pair."""
        return self.counts[:, 2]

    @property
    def deletions(self) -> NDArray[np.uint32]:
        """Reference tokens that the hypothesis lacks, by pair."""
        return self.counts[:, 3]

    @property
    def errors(self) -> NDArray[np.uint32]:
        """Substitutions, insertions and deletions together, by pair."""
        return self.substitutions + self.insertions + self.deletions

    @property
    def reference_lengths(self) -> NDArray[np.uint32]:
        """Tokens of the reference, by pair."""
        return self.matches + self.substitutions + self.deletions


def cut_text(text: str | Sequence[str], unit: str) -> Sequence[str]:
    """The tokens of a text, as the core cuts it."""
    if not isinstance(text, str):
        return text
    words = text.split()
    return words if unit == "words" else list((" " if unit == "characters" else "").join(words))


class Steps:
    """Counts of an alignment's steps by kind, and what they amount to."""

    __slots__ = ()
    correct: int
    substitutions: int
    deletions: int
    insertions: int

    @property
    def words(self) -> int:
        """Words of the reference."""
        return self.correct + self.substitutions + self.deletions

    @property
    def errors(self) -> int:
        """Errors of all kinds."""
        return self.substitutions + self.deletions + self.insertions


def align(
    references: Source,
    hypotheses: Source,
    *,
    policy: PolicyName | _core.Policy = "kaldi",
    unit: UnitName = "words",
    threads: int | None = None,
    weights: Weights | None = None,
    goal: GoalName = "total",
) -> Alignment:
    """Aligns texts pair by pair, cut into "words", "characters" or "letters", or lists of tokens as they are.

    Dicts are paired by their keys, in the order of the references; two strings are one pair of texts.
    Among the cheapest alignments of a pair the `policy` picks the one: "kaldi", "sclite", "sub-first",
    "rapidfuzz", or costs and a tie order of your own. All cores work unless `threads` says how many.

    With `weights` the errors of each pair are weighed, and the `goal` says what the weights decide: "after" leaves the
    policy's alignment as it is, "total" takes the alignment of least weight, "least" and "greatest" take an
    alignment of least or greatest weight among the cheapest under the policy.

    Parameters
    ----------
    references, hypotheses : str, list, dict or Series
        What is aligned, in the forms that `score` takes.
    policy : str or Policy
        Tie-breaking policy among equally good alignments (default: "kaldi").
    unit : str
        What is aligned (default: "words"); letters are characters without spaces.
    threads : int
        How many threads align (default: one per core).
    weights : Weights
        What errors weigh (default: nothing is weighed).
    goal : str
        What the weights decide (default: "total").

    Returns
    -------
    Alignment
        Of each pair its words and chunks, and of all pairs their edits and counts as arrays.

    Example
    -------
    >>> import mondegreen as mg
    >>> found = mg.align(["the cat sat"], ["the cat sad"])
    >>> found.pair(0).words[-1]
    AlignedWord(reference='sat', hypothesis='sad', edit='S')
    >>> found.errors.tolist()
    [1]
    """
    check_kind("policy", policy, "str | Policy")
    check_kind("unit", unit, "str")
    check_kind("threads", threads, "int | None")
    check_kind("weights", weights, "Weights | None")
    check_kind("goal", goal, "str")
    if threads is not None and threads < 1:
        raise ScoreError(f"{threads} threads cannot align anything; give 1 or more")
    run = partial(align_sides, unit=unit, policy=policy, threads=threads, weights=weights, goal=goal)
    if are_plain(references) and are_plain(hypotheses):
        with suppress(TypeError):  # the numbers of tokens, or no texts, as is said below
            return Alignment(run(references, hypotheses), references, hypotheses, unit)
    left, right = pair_texts(references, hypotheses)
    return Alignment(run(left, right), left, right, unit)


def align_sides(
    references: Sequence[str | Sequence[str]],
    hypotheses: Sequence[str | Sequence[str]],
    unit: str,
    *,
    policy: str | _core.Policy,
    threads: int | None,
    weights: Weights | None,
    goal: str,
) -> _core.Alignment:
    """What the core finds of texts, or of lists of tokens, in the forms that it takes; see `align`."""
    try:
        chosen = _core.Policy.named(policy) if isinstance(policy, str) else policy
        weighing = None if weights is None else weights.core
        return _core.align(references, hypotheses, unit, chosen, threads, weighing, goal)
    except CoreError:
        raise
    except ValueError as error:
        raise ScoreError(str(error)) from error


def are_plain(texts: Source) -> TypeGuard[Sequence[str | Sequence[str]]]:
    """Whether the core may take them as they are: it takes bytes too, for drop-ins, and would count those."""
    return isinstance(texts, _core.Strings) or (isinstance(texts, list) and bytes not in map(type, texts))


def view_numbers(array: _core.Array) -> NDArray[Any]:
    """The core's numbers as numpy sees them."""
    import numpy as np

    return np.asarray(array)
