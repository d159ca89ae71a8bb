"""Metrics for ESPnet3's `measure` stage: `_target_: mondegreen.adapters.espnet3.WER` in metrics.yaml.

A metric is called with the paths of a test set's scp files, its name and the inference directory, returns percentages
with two digits, and leaves the alignments in `INFERENCE_DIR/TEST_NAME`. An empty text is empty, where ESPnet3's own
metrics take it for a full stop. Utterances are paired by their IDs; what is missing is scored as empty, with a warning.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.api.score import score
from mondegreen.dropin.espnet.tables import read_table
from mondegreen.dropin.espnet.text_processing import Pieces, make_cleaner
from mondegreen.errors import ScoreError
from mondegreen.output import text_output

if TYPE_CHECKING:
    from mondegreen.alignment import Alignment
    from mondegreen.results.run import Run

    StrPath = str | os.PathLike[str]

try:
    from espnet3.components.metrics.base_metric import BaseMetric
except ImportError:  # these metrics work without ESPnet, too
    BaseMetric = object

# As ESPnet3 rounds.
DIGITS = 2


class TextPairMetric(BaseMetric):  # type: ignore[misc] # of a package that need not be there
    """What the metrics share: `ref_key` and `hyp_key` name the inputs, `clean_types` ESPnet's text cleaners."""

    def __init__(
        self, ref_key: str = "ref", hyp_key: str = "hyp", clean_types: str | Iterable[str] | None = None
    ) -> None:
        self.ref_key, self.hyp_key = ref_key, hyp_key
        names = [clean_types] if isinstance(clean_types, str) else clean_types or ()
        self.cleaner = make_cleaner(",".join(names))

    def __call__(self, data: Mapping[str, StrPath], test_name: str, inference_dir: StrPath) -> dict[str, float]:
        """The scores of a test set by their names."""
        references, hypotheses = (self.read_texts(data, key) for key in (self.ref_key, self.hyp_key))
        directory = Path(inference_dir) / test_name
        directory.mkdir(parents=True, exist_ok=True)
        return {name: round(value, DIGITS) for name, value in self.measure(references, hypotheses, directory).items()}

    def read_texts(self, data: Mapping[str, StrPath], key: str) -> dict[str, str]:
        """The texts of an input by utterance ID."""
        if key not in data:
            raise ScoreError(f'the metric has no input "{key}"; name it under inputs ({", ".join(data) or "none"})')
        table = read_table(os.fspath(data[key]))
        texts = map(self.cleaner, table.texts) if self.cleaner else table.texts
        found = dict(zip(table.utt_ids, texts, strict=True))
        if len(found) < len(table.utt_ids):
            raise ScoreError("an utterance ID comes more than once; rename or remove all but one", path=table.path)
        return found

    def measure(self, references: dict[str, str], hypotheses: dict[str, str], directory: Path) -> dict[str, float]:
        """The scores of these texts; what else there is to see goes into the directory."""
        raise NotImplementedError


class ErrorRate(TextPairMetric):
    """An error rate by the alignment of rapidfuzz, as ESPnet3's jiwer has it."""

    name = "WER"
    metric = "wer"
    unit = "words"

    def measure(self, references: dict[str, str], hypotheses: dict[str, str], directory: Path) -> dict[str, float]:
        run = score(self.cut_texts(references), self.cut_texts(hypotheses), self.metric, policy="rapidfuzz")
        write_alignment(run, self.unit, directory / f"{self.name.lower()}_alignment")
        return {self.name: run[self.metric].value}

    def cut_texts(self, texts: dict[str, str]) -> dict[str, str]:
        """The texts with spaces between the tokens."""
        return texts


class WER(ErrorRate):
    """The word error rate."""


class CER(ErrorRate):
    """The character error rate; the single space between two words counts, as in ESPnet3."""

    name = "CER"
    metric = "cer"
    unit = "characters"


class TER(ErrorRate):
    """The token error rate, over the pieces of a SentencePiece model."""

    name = "TER"

    def __init__(
        self,
        bpemodel: StrPath,
        ref_key: str = "ref",
        hyp_key: str = "hyp",
        clean_types: str | Iterable[str] | None = None,
    ) -> None:
        super().__init__(ref_key, hyp_key, clean_types)
        self.pieces = Pieces(os.fspath(bpemodel))

    def cut_texts(self, texts: dict[str, str]) -> dict[str, str]:
        return dict(zip(texts, self.pieces(list(texts.values())), strict=True))


class Scores(TextPairMetric):
    """Any metrics of `mondegreen.score`, by their names: `metrics: wer,cer,mer,ser,semdist`.

    `options` are other arguments of `score`, such as `normalize` or `language`.
    """

    def __init__(
        self,
        metrics: str = "wer,cer",
        ref_key: str = "ref",
        hyp_key: str = "hyp",
        clean_types: str | Iterable[str] | None = None,
        **options: Any,  # noqa: ANN401 - those of score
    ) -> None:
        super().__init__(ref_key, hyp_key, clean_types)
        self.metrics, self.options = metrics, options

    def measure(self, references: dict[str, str], hypotheses: dict[str, str], directory: Path) -> dict[str, float]:  # noqa: ARG002 - all metrics take it
        run = score(references, hypotheses, self.metrics, **self.options)
        return {label: each.value for label, each in run.items()}


class Translation(TextPairMetric):
    """A metric of translations by sacrebleu, over the whole test set."""

    name = ""

    def __init__(
        self,
        ref_key: str = "ref",
        hyp_key: str = "hyp",
        clean_types: str | Iterable[str] | None = None,
        **options: Any,  # noqa: ANN401 - those of sacrebleu's metric
    ) -> None:
        super().__init__(ref_key, hyp_key, clean_types)
        try:
            import sacrebleu.metrics as found
        except ImportError as error:
            raise ScoreError("BLEU, chrF and TER need sacrebleu: pip install 'mondegreen[translation]'") from error
        self.scorer = getattr(found, self.name)(**options)

    def measure(self, references: dict[str, str], hypotheses: dict[str, str], directory: Path) -> dict[str, float]:  # noqa: ARG002 - as above
        check_same_ids(references, hypotheses)
        found = self.scorer.corpus_score([hypotheses[each] for each in references], [list(references.values())])
        return {found.name: found.score}


class BLEU(Translation):
    """sacrebleu's BLEU."""

    name = "BLEU"


class CHRF(Translation):
    """sacrebleu's chrF; `word_order: 2` is chrF++."""

    name = "CHRF"


class TranslationTER(Translation):
    """sacrebleu's TER, the translation edit rate."""

    name = "TER"


class LIDAccuracy(TextPairMetric):
    """The share of the utterances whose language was recognized: the first word of both texts is the same."""

    def measure(self, references: dict[str, str], hypotheses: dict[str, str], directory: Path) -> dict[str, float]:  # noqa: ARG002 - as above
        check_same_ids(references, hypotheses)
        right = sum(take_language(text) == take_language(hypotheses[each]) for each, text in references.items())
        return {"LID_ACC": 100.0 * right / len(references)}


def take_language(text: str) -> str:
    """The first word of a text, with or without the brackets of a token."""
    return (text.split() or [""])[0].strip("[]<>")


def check_same_ids(references: Mapping[str, str], hypotheses: Mapping[str, str]) -> None:
    """Refuses what is only on one side: no metric of translations says what that would be worth."""
    odd = references.keys() ^ hypotheses.keys()
    if odd:
        where = "reference" if min(odd) in references else "hypothesis"
        raise ScoreError(f"{len(odd)} utterances are on one side alone, such as {min(odd)} of the {where}")


def write_alignment(run: Run, unit: str, path: Path) -> None:
    """Write the pairs with errors, as jiwer shows them, and the counts below."""
    with text_output(str(path)) as stream:
        for batch in run.batches():
            found: Alignment = batch.alignment(unit)
            shown = type(found)(found.core, batch.references, batch.hypotheses, unit)
            for index in found.errors.nonzero()[0].tolist():
                stream.write(f"=== {batch.keys[index]} ===\n\n{shown.pair(index).visualize()}\n")
        for label, each in run.items():
            counts = " ".join(f"{name}={number:g}" for name, number in each.total.items())
            stream.write(f"=== SUMMARY ===\n{label}={each.value:.2f}% {counts}\n{each.signature}\n")
