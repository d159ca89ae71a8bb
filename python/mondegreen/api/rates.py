"""Error rates in one call, as fractions of 1: the numbers of jiwer's functions of the same names.

A call of one sentence takes a few microseconds, so that it may stand in an inner loop. `score` does more and says more.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeGuard, TypeVar

from mondegreen import _core
from mondegreen.alignment import POLICIES
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.inputs import join_tokens, pair_texts
from mondegreen.kinds import check_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from mondegreen.alignment import PolicyName
    from mondegreen.inputs import Source
    from mondegreen.normalization import Normalizer

    Steps: TypeAlias = str | Iterable[str | Normalizer]

Found = TypeVar("Found")

OURS, THEIRS = ("references", "reference"), ("hypotheses", "hypothesis", "predictions")


class Edits(NamedTuple):
    """Matches, substitutions, insertions and deletions of all pairs together, and the number of pairs with an error."""

    hits: int
    substitutions: int
    insertions: int
    deletions: int
    wrong: int

    @property
    def errors(self) -> int:
        return self.substitutions + self.insertions + self.deletions

    @property
    def length(self) -> int:
        """Tokens of the references."""
        return self.hits + self.substitutions + self.deletions

    @property
    def error_rate(self) -> float:
        """Errors per token of the references; of references without any, the number of insertions."""
        return self.errors / self.length if self.length else float(self.insertions)

    @property
    def match_error_rate(self) -> float:
        """Errors per position of the alignment; 0 of nothing."""
        positions = self.length + self.insertions
        return self.errors / positions if positions else 0.0

    @property
    def information_preserved(self) -> float:
        """Hits per token of the references, times hits per token of the hypotheses; 1 of nothing on both sides."""
        recognized = self.hits + self.substitutions + self.insertions
        if not self.length:
            return 0.0 if recognized else 1.0
        return self.hits / self.length * (self.hits / recognized) if recognized else 0.0


def wer(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    normalize: Steps = (),
    policy: PolicyName = "rapidfuzz",
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the word error rate as a fraction: (S + D + I) / N, summed over all texts before dividing.

    Words stand between whitespace of any kind. `score` gives the same in percent, with its counts and its signature.

    Parameters
    ----------
    references : str, list, dict or Series
        A text, or texts: in a list by position, in a dict by utterance ID. A text may be a list of tokens.
    hypotheses : str, list, dict or Series
        As many, in the same form.
    normalize : str or list
        Steps that rewrite both sides first, such as "lower,punctuation" (default: none).
    policy : str
        How ties between alignments are broken; no word error rate but that of "sclite" depends on it (default:
        "rapidfuzz", as jiwer does it).
    reference, hypothesis, predictions
        Other names of the two sides: those of jiwer, and that of evaluate.

    Returns
    -------
    float
        0 where all is right, and over 1 where insertions abound. Of references without a word it is the number of
        insertions, as in jiwer; `score` says that such a rate is undefined.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.wer("the cat sat", "the cat sad")
    0.3333333333333333
    >>> mg.wer(references=["the cat sat", "a dog"], predictions=["the cat sat", "the dog"])
    0.2
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    return compute_error_rate(ours, theirs, "words", policy, normalize)


def cer(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    spaces: bool = True,
    normalize: Steps = (),
    policy: PolicyName = "rapidfuzz",
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the character error rate as a fraction: (S + D + I) / N over Unicode code points.

    Parameters
    ----------
    references, hypotheses, normalize, policy, reference, hypothesis, predictions
        Those of `wer`.
    spaces : bool
        Whether the one space between two words counts as a character (default: yes).

    Returns
    -------
    float
        0 where all is right, and over 1 where insertions abound; see `wer`.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.cer("the cat sat", "the cat sad")
    0.09090909090909091
    >>> mg.cer("ice cream", "icecream", spaces=False)
    0.0
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    return compute_error_rate(ours, theirs, "characters" if spaces else "letters", policy, normalize)


def mer(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    normalize: Steps = (),
    policy: PolicyName = "rapidfuzz",
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the match error rate as a fraction: errors per position of the alignment.

    Parameters
    ----------
    references, hypotheses, normalize, policy, reference, hypothesis, predictions
        Those of `wer`. This rate depends on the policy: among alignments of as many errors, one with more
        substitutions has fewer positions.

    Returns
    -------
    float
        From 0 to 1.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.mer("a b c", "a x c d")
    0.5
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    return count_edits(ours, theirs, "words", policy, normalize).match_error_rate


def wip(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    normalize: Steps = (),
    policy: PolicyName = "rapidfuzz",
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the word information preserved as a fraction: (H / N) (H / P), of N reference and P recognized words.

    Parameters
    ----------
    references, hypotheses, normalize, policy, reference, hypothesis, predictions
        Those of `wer`. This rate depends on the policy.

    Returns
    -------
    float
        From 0 to 1, where 1 is best.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.wip("a b c d", "a b")
    0.5
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    return count_edits(ours, theirs, "words", policy, normalize).information_preserved


def wil(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    normalize: Steps = (),
    policy: PolicyName = "rapidfuzz",
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the word information lost as a fraction: 1 - `wip`.

    Parameters
    ----------
    references, hypotheses, normalize, policy, reference, hypothesis, predictions
        Those of `wer`. This rate depends on the policy.

    Returns
    -------
    float
        From 0 to 1.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.wil("a b c d", "a b")
    0.5
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    return 1 - count_edits(ours, theirs, "words", policy, normalize).information_preserved


def ser(
    references: Source | None = None,
    hypotheses: Source | None = None,
    *,
    normalize: Steps = (),
    reference: Source | None = None,
    hypothesis: Source | None = None,
    predictions: Source | None = None,
) -> float:
    """Compute the sentence error rate as a fraction: the share of the texts with at least one wrong word.

    Parameters
    ----------
    references, hypotheses, normalize, reference, hypothesis, predictions
        Those of `wer`.

    Returns
    -------
    float
        From 0 to 1; 0 of no text.

    Example
    -------
    >>> import mondegreen as mg
    >>> mg.ser(["the cat sat", "a dog"], ["the cat sad", "a dog"])
    0.5
    """
    ours, theirs = take_sides((references, reference), (hypotheses, hypothesis, predictions))
    pairs, wrong, _, _ = compare_sides(_core.count_errors, ours, theirs, "words", "rapidfuzz", normalize)
    return wrong / pairs if pairs else 0.0


def take_sides(ours: tuple[Source | None, ...], theirs: tuple[Source | None, ...]) -> tuple[Source, Source]:
    """The one value of each side, whichever of its names it was given by."""
    return select_side(OURS, ours), select_side(THEIRS, theirs)


def select_side(names: tuple[str, ...], values: tuple[Source | None, ...]) -> Source:
    """What was given by one of the names of a side."""
    found = [value for value in values if value is not None]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ScoreError(f"{names[0]} must be given: a text, or a list of texts")
    twice = (name for name, value in zip(names, values, strict=True) if value is not None)
    raise ScoreError(f"{' and '.join(twice)} are names of the same side; give one of them")


def compute_error_rate(references: Source, hypotheses: Source, unit: str, policy: str, normalize: Steps) -> float:
    """Errors per token of the references; of references without any, the number of errors, all of them insertions."""
    _, _, length, errors = compare_sides(_core.count_errors, references, hypotheses, unit, policy, normalize)
    return errors / length if length else float(errors)


def count_edits(references: Source, hypotheses: Source, unit: str, policy: str, normalize: Steps) -> Edits:
    """The edits of all texts together."""
    return Edits(*compare_sides(_core.align, references, hypotheses, unit, policy, normalize).totals())


@cache
def find_policy(name: str) -> _core.Policy:
    """The policy of that name, made once."""
    if name not in POLICIES:
        raise unknown_name("policy", name, POLICIES)
    return _core.Policy.named(name)


def compare_sides(
    compare: Callable[[Sequence[str], Sequence[str], str, _core.Policy], Found],
    references: Source,
    hypotheses: Source,
    unit: str,
    policy: str,
    normalize: Steps,
) -> Found:
    """What the core finds in the texts of both sides; what is no list of texts is looked at more closely."""
    ours: Source = [references] if isinstance(references, str) else references
    theirs: Source = [hypotheses] if isinstance(hypotheses, str) else hypotheses
    if type(policy) is not str:
        check_kind("policy", policy, "str")
    if not normalize and begins_with_text(ours) and begins_with_text(theirs):
        with suppress(TypeError):  # not all are texts, as is said below
            return compare(ours, theirs, unit, find_policy(policy))
    ours, theirs = list_texts(ours, theirs, normalize)
    return compare(ours, theirs, unit, find_policy(policy))


def begins_with_text(side: Source) -> TypeGuard[list[str]]:
    """Whether this is a list of strings, as far as its first item shows; the core refuses it if others differ."""
    return type(side) is list and (not side or isinstance(side[0], str))


def list_texts(references: Source, hypotheses: Source, normalize: Steps) -> tuple[Sequence[str], Sequence[str]]:
    """The texts of both sides in one order, after the steps of normalization."""
    pairs = pair_texts(references, hypotheses)
    ours, theirs = (join_tokens(side, name) for side, name in zip(pairs, (OURS[0], THEIRS[0]), strict=True))
    if not normalize:
        return ours, theirs
    check_kind("normalize", normalize, "str | Sequence[str | Normalizer]")
    from mondegreen.normalization import normalize as rewrite
    from mondegreen.resolve import make_normalizers

    steps = make_normalizers(normalize)
    return list(rewrite(ours, steps, "references")), list(rewrite(theirs, steps, "hypotheses"))
