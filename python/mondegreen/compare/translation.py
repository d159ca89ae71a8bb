"""Scores of translations, by sacrebleu."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

INSTALL = "scores of translations need sacrebleu: pip install 'mondegreen[translation]'"
SCORES = ("bleu", "ter", "chrf")


@dataclass(frozen=True, slots=True)
class Translations:
    """How translations are compared with those of people: sacrebleu's tokeniser for BLEU, and whether case counts."""

    tokenise: str = "13a"
    lowercase: bool = False

    def __post_init__(self) -> None:
        kinds = self.library().BLEU.TOKENIZERS
        if self.tokenise not in kinds:
            raise ScoreError(f'the tokeniser of BLEU is "{self.tokenise}"; choose from {", ".join(kinds)}')

    @staticmethod
    def library() -> Any:  # noqa: ANN401 - a module, whose types are not there without the extra
        """Sacrebleu's metrics."""
        try:
            import sacrebleu.metrics
        except ImportError as error:
            raise ScoreError(INSTALL) from error
        return sacrebleu.metrics

    def corpus(self, name: str, texts: Sequence[str], references: Sequence[str]) -> float:
        """One score of all texts together."""
        return float(self.metric(name).corpus_score(list(texts), [list(references)]).score)

    def sentences(self, texts: Sequence[str], references: Sequence[str]) -> list[float]:
        """BLEU of each text, with 1 added to the counts of longer n-grams, so that most texts have one above 0."""
        judge = self.library().BLEU(
            tokenize=self.tokenise,
            lowercase=self.lowercase,
            effective_order=True,
            smooth_method="add-k",
            smooth_value=1,
        )
        pairs = zip(texts, references, strict=True)
        return [float(judge.sentence_score(text, [reference]).score) for text, reference in pairs]

    def metric(self, name: str) -> Any:  # noqa: ANN401 - as above
        """Sacrebleu's metric of that name."""
        library = self.library()
        if name == "bleu":
            return library.BLEU(tokenize=self.tokenise, lowercase=self.lowercase)
        if name == "ter":
            return library.TER(case_sensitive=not self.lowercase)
        if name == "chrf":
            return library.CHRF(lowercase=self.lowercase)
        raise ScoreError(f'"{name}" is no score of translations; choose from {", ".join(SCORES)}')
