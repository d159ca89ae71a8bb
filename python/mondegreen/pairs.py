"""The only join in the program: which hypothesis belongs to which reference."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

MISSING = ("error", "empty", "skip")


@dataclass(frozen=True, slots=True)
class Pairs:
    """References and hypotheses of equal length, and the keys of what did not fit."""

    keys: Sequence[str]
    references: Sequence[str]
    hypotheses: Sequence[str]
    names: tuple[str, str]
    keyed: bool
    policy: str
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    duplicate: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.keys)

    def counts(self) -> dict[str, int]:
        """How many were scored, how many did not fit, and how many were scored with an empty side."""
        sides = zip(self.references, self.hypotheses, strict=True)
        return {
            "scored": len(self),
            "missing": len(self.missing),
            "extra": len(self.extra),
            "duplicate": len(self.duplicate),
            "empty": sum(1 for reference, hypothesis in sides if not (reference.strip() and hypothesis.strip())),
        }

    def notes(self) -> tuple[str, ...]:
        """A sentence for each kind of utterance that did not fit."""
        reference, hypothesis = self.names
        done = "scored as empty" if self.policy == "empty" else "left out"
        found = {
            f"of {reference} not in {hypothesis}, {done}": self.missing,
            f"of {hypothesis} not in {reference}, left out": self.extra,
            "under a key that an earlier one bears, left out": self.duplicate,
        }
        return tuple(f"{counted(keys)} {what}: {listed(keys)}" for what, keys in found.items() if keys)


def pair(reference: Corpus, hypothesis: Corpus, missing: str = "empty") -> Pairs:
    """Pairs by key, in the order of the reference.

    `missing` says what becomes of a reference without a hypothesis: "error", "empty" (it is scored against no
    words) or "skip".
    """
    if missing not in MISSING:
        raise ScoreError(f'there is no way "{missing}" to treat what is missing; choose from {", ".join(MISSING)}')
    references, hypotheses = reference.by_key(), hypothesis.by_key()
    refuse_hopeless(reference, hypothesis, together=not references.keys().isdisjoint(hypotheses))
    absent = only_in(references, hypotheses)
    if absent and missing == "error":
        raise ScoreError(f"{counted(absent)} of {reference.name} not here: {listed(absent)}", path=hypothesis.name)
    extra = only_in(hypotheses, references)
    if absent and missing == "skip":
        references = {key: text for key, text in references.items() if key in hypotheses}
    return Pairs(
        keys=list(references),
        references=list(references.values()),
        hypotheses=list(map(hypotheses.get, references, repeat(""))),
        names=(reference.name, hypothesis.name),
        keyed=reference.keyed,
        policy=missing,
        missing=absent,
        extra=extra,
        duplicate=tuple(chain(reference.duplicates(references), hypothesis.duplicates(hypotheses))),
    )


def only_in(these: dict[str, str], those: dict[str, str]) -> tuple[str, ...]:
    """The keys of these that are not among those, in their order."""
    return () if these.keys() <= those.keys() else tuple(key for key in these if key not in those)


def refuse_hopeless(reference: Corpus, hypothesis: Corpus, *, together: bool) -> None:
    """Refuses two corpora that cannot belong together."""
    both = f"{reference.name} and {hypothesis.name}"
    if reference.keyed != hypothesis.keyed:
        keyed = reference if reference.keyed else hypothesis
        raise ScoreError(f"{both} cannot be paired: only {keyed.name} has utterance keys; is its format right?")
    if not reference.keyed and len(reference) != len(hypothesis):
        raise ScoreError(
            f"{both} hold {len(reference)} and {len(hypothesis)} texts; "
            "without utterance keys they are paired by position, so both must hold as many"
        )
    if not together and (reference.keys or hypothesis.keys):
        raise ScoreError(
            f"{both} have no utterance in common; "
            f"their first keys are: {listed(reference.keys) or 'none'}; and: {listed(hypothesis.keys) or 'none'}"
        )


def counted(keys: Collection[str]) -> str:
    """The number of utterances, in words."""
    return f"{len(keys)} utterance{'' if len(keys) == 1 else 's'}"


def listed(keys: Collection[str]) -> str:
    """The first three keys, and a sign where there are more."""
    return ", ".join(islice(keys, 3)) + (", ..." if len(keys) > 3 else "")
