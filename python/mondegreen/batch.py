"""A batch of pairs, and what is computed once for all metrics."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from mondegreen.alignment import Alignment, align
from mondegreen.errors import ScoreError
from mondegreen.normalise import Rule, normalise
from mondegreen.pairs import EMPTIES, Pairs, blank
from mondegreen.resources import Resources
from mondegreen.resources.analysis import Analysis, analyse
from mondegreen.tokenise import Tokeniser, cut
from mondegreen.weights import Weights

SIZE = 65_536

Tokens = tuple[list[Sequence[str]], list[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is chosen once for a whole run."""

    align: str = "kaldi"
    normalise: tuple[Rule, ...] = ()
    tokenise: Tokeniser | None = None
    resources: Resources = field(default_factory=Resources)
    threads: int | None = None
    empties: str = EMPTIES[0]

    def __post_init__(self) -> None:
        if self.empties not in EMPTIES:
            raise ScoreError(f'empties is "{self.empties}"; choose from {", ".join(EMPTIES)}')


@dataclass(frozen=True, slots=True)
class Batch:
    """Up to 65,536 normalised pairs, aligned once for each unit and policy that a metric asks for."""

    references: Sequence[str]
    hypotheses: Sequence[str]
    settings: Settings = Settings()
    alignments: dict[tuple[str, str], Alignment] = field(default_factory=dict)
    cuts: dict[str, Tokens] = field(default_factory=dict)
    keys: Sequence[str] = ()
    analyses: dict[tuple[str, str | None], tuple[list[Analysis], list[Analysis]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.references)

    def tokens(self, unit: str = "words") -> Tokens:
        """The tokens of the references and those of the hypotheses, as the alignment of that unit sees them."""
        if unit not in self.cuts:
            tokeniser = self.settings.tokenise
            self.cuts[unit] = (cut(self.references, unit, tokeniser), cut(self.hypotheses, unit, tokeniser))
        return self.cuts[unit]

    def alignment(self, unit: str, policy: str | None = None) -> Alignment:
        """The alignment of the batch cut into these units, by the policy of the run unless another is named."""
        key = (unit, policy or self.settings.align)
        if key not in self.alignments:
            self.alignments[key] = align(*self.sides(unit), unit=unit, policy=key[1], threads=self.settings.threads)
        return self.alignments[key]

    def aligned(self, name: str, tokens: Callable[[], Tokens]) -> Alignment:
        """The alignment of other tokens than the texts' own, which bear this name and are made when first needed."""
        key = (name, self.settings.align)
        if key not in self.alignments:
            self.alignments[key] = align(*tokens(), policy=key[1], threads=self.settings.threads)
        return self.alignments[key]

    def analysis(self, units: str = "tokens", name: str | None = None) -> tuple[list[Analysis], list[Analysis]]:
        """Lemmas and parts of speech of both sides, by the words ("tokens") or as the analyser cuts the "text"."""
        key = (units, name)
        if key not in self.analyses:
            sides = self.tokens() if units == "tokens" else (self.references, self.hypotheses)
            references, hypotheses = analyse(sides, self.settings.resources, name)
            self.analyses[key] = references, hypotheses
        return self.analyses[key]

    def weighed(self, weights: Weights, goal: str) -> Alignment:
        """The alignment of the batch's words by the policy of the run, whose errors are weighed; see `align`."""
        policy, threads = self.settings.align, self.settings.threads
        return align(*self.sides("words"), policy=policy, threads=threads, weights=weights, goal=goal)

    def sides(self, unit: str) -> tuple[Sequence[str | Sequence[str]], Sequence[str | Sequence[str]]]:
        """What the core is given: texts that it cuts, or the words of a tokeniser."""
        own = unit == "words" and self.settings.tokenise is not None
        return self.tokens(unit) if own else (self.references, self.hypotheses)


def batches(pairs: Pairs, settings: Settings) -> Iterator[Batch]:
    """The pairs in their order, a batch at a time, so that memory stays bounded."""
    for start in range(0, len(pairs), SIZE):
        part = slice(start, start + SIZE)
        yield Batch(
            normalise(pairs.references[part], settings.normalise),
            normalise(pairs.hypotheses[part], settings.normalise),
            settings,
            keys=pairs.keys[part],
        )


def wanted(pairs: Pairs, settings: Settings) -> Pairs:
    """The pairs that are to be scored: all, or those of which no side is empty after the rules."""
    if settings.empties == "keep":
        return pairs
    sides = ((blank(batch.references), blank(batch.hypotheses)) for batch in batches(pairs, settings))
    empty = [reference or hypothesis for side in sides for reference, hypothesis in zip(*side, strict=True)]
    return pairs.only([place for place, is_empty in enumerate(empty) if not is_empty])
