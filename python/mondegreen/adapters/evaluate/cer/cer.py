"""Character error rate, as Hugging Face evaluate loads a metric from a directory."""

import datasets
import evaluate

import mondegreen as mg


class Cer(evaluate.Metric):  # type: ignore[misc] # of a package that need not be there
    """The character error rate of all pairs, as a fraction."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="Character error rate by mondegreen: errors per character of the references, as a fraction.",
            citation="",
            inputs_description="references, predictions: lists of as many texts",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions: list[str], references: list[str], *, concatenate_texts: bool = False) -> float:
        if concatenate_texts:
            return mg.cer(" ".join(references), " ".join(predictions))
        return mg.cer(references, predictions)
