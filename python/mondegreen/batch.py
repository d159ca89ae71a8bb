"""A batch of pairs, and what is computed once for all metrics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mondegreen.alignment import Alignment, align
from mondegreen.normalise import Rule, normalise
from mondegreen.pairs import Pairs

SIZE = 65_536


@dataclass(frozen=True, slots=True)
class Settings:
    """What is chosen once for a whole run."""

    align: str = "kaldi"
    normalise: tuple[Rule, ...] = ()
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Up to 65,536 normalised pairs, aligned once for each unit and policy that a metric asks for."""

    references: Sequence[str]
    hypotheses: Sequence[str]
    settings: Settings = Settings()
    alignments: dict[tuple[str, str], Alignment] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.references)

    def alignment(self, unit: str, policy: str | None = None) -> Alignment:
        """The alignment of the batch cut into these units, by the policy of the run unless another is named."""
        key = (unit, policy or self.settings.align)
        if key not in self.alignments:
            self.alignments[key] = align(
                self.references, self.hypotheses, unit=unit, policy=key[1], threads=self.settings.threads
            )
        return self.alignments[key]


def batches(pairs: Pairs, settings: Settings) -> Iterator[Batch]:
    """The pairs in their order, a batch at a time, so that memory stays bounded."""
    for start in range(0, len(pairs), SIZE):
        part = slice(start, start + SIZE)
        yield Batch(
            normalise(pairs.references[part], settings.normalise),
            normalise(pairs.hypotheses[part], settings.normalise),
            settings,
        )
