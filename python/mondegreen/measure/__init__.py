"""Measure: a metric turns a batch into additive rows, and a sum of rows into a score; one metric, one file."""

from collections.abc import Iterable

from mondegreen.errors import ScoreError
from mondegreen.measure.metric import Metric
from mondegreen.registry import find, load

METRICS = {
    "wer": "mondegreen.measure.wer:WordErrorRate",
    "cer": "mondegreen.measure.cer:CharacterErrorRate",
    "ser": "mondegreen.measure.ser:SentenceErrorRate",
    "mer": "mondegreen.measure.mer:MatchErrorRate",
    "wil": "mondegreen.measure.wil:WordInformationLost",
    "wip": "mondegreen.measure.wip:WordInformationPreserved",
    "ler": "mondegreen.measure.ler:LemmaErrorRate",
    "lcer": "mondegreen.measure.lcer:LemmaCharacterErrorRate",
    "uposer": "mondegreen.measure.uposer:UniversalPartOfSpeechErrorRate",
    "dposer": "mondegreen.measure.dposer:DetailedPartOfSpeechErrorRate",
    "per": "mondegreen.measure.per:PhonemeErrorRate",
    "chrf": "mondegreen.measure.chrf:CharacterNgramScore",
    "semdist": "mondegreen.measure.semdist:SemanticDistance",
    "ember": "mondegreen.measure.ember:EmbeddingErrorRate",
    "wer-e": "mondegreen.measure.wer_e:WordErrorRateWithEmbeddings",
    "wer-s": "mondegreen.measure.wer_s:SoftWordErrorRate",
    "bertscore": "mondegreen.measure.bertscore:BertScore",
    "human": "mondegreen.measure.human:HumanLikeness",
}


def metric(spec: str) -> Metric:
    """The metric that a text such as `cer:blanks=no` describes: its name, then its options; or a sum, `x=cer+wer`."""
    name, *parts = spec.strip().split(":")
    if "=" in name:
        summed: Metric = load("mondegreen.measure.sum:summed")(spec.strip())
        return summed
    kind: type[Metric] = find("metric", name, METRICS)
    options = {}
    for part in parts:
        option, equals, value = part.partition("=")
        if not equals:
            raise ScoreError(f'"{part}" in "{spec}" is not an option; write it as NAME=VALUE')
        options[option] = value
    return kind(**options)


def chosen(specs: Iterable[str]) -> list[Metric]:
    """The metrics that these texts describe, each of them once."""
    by_label = {each.label: each for each in map(metric, specs)}
    return list(by_label.values())
