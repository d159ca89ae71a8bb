"""Measure: a metric turns a batch into additive rows, and a sum of rows into a score; one metric, one file."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from mondegreen.component import Registry, load_target
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.spec import split_unquoted, unquote_value

NOTHING: Mapping[str, str] = MappingProxyType({})

METRICS = Registry(
    "metric",
    {
        "wer": "mondegreen.metrics.wer:WordErrorRate",
        "wer-a": "mondegreen.metrics.wer_a:WordErrorRateWithAlternatives",
        "cer": "mondegreen.metrics.cer:CharacterErrorRate",
        "ser": "mondegreen.metrics.ser:SentenceErrorRate",
        "mer": "mondegreen.metrics.mer:MatchErrorRate",
        "wil": "mondegreen.metrics.wil:WordInformationLost",
        "wip": "mondegreen.metrics.wip:WordInformationPreserved",
        "ler": "mondegreen.metrics.ler:LemmaErrorRate",
        "lcer": "mondegreen.metrics.lcer:LemmaCharacterErrorRate",
        "uposer": "mondegreen.metrics.uposer:UniversalPartOfSpeechErrorRate",
        "dposer": "mondegreen.metrics.dposer:DetailedPartOfSpeechErrorRate",
        "per": "mondegreen.metrics.per:PhonemeErrorRate",
        "chrf": "mondegreen.metrics.chrf:CharacterNgramScore",
        "semdist": "mondegreen.metrics.semdist:SemanticDistance",
        "ember": "mondegreen.metrics.ember:EmbeddingErrorRate",
        "wer-e": "mondegreen.metrics.wer_e:WordErrorRateWithEmbeddings",
        "wer-s": "mondegreen.metrics.wer_s:SoftWordErrorRate",
        "bertscore": "mondegreen.metrics.bertscore:BertScore",
        "wer-of": "mondegreen.metrics.wer_of:WordErrorRateOfSome",
        "mixed": "mondegreen.metrics.mixed:MixedErrorRate",
        "case": "mondegreen.metrics.case:CaseErrorRate",
        "keywords": "mondegreen.metrics.keywords:Keywords",
        "entities": "mondegreen.metrics.entities:Entities",
        "human": "mondegreen.metrics.human:HumanLikeness",
    },
    group="metrics",
)
# Of whole recordings in which several people speak, each of them a pair.
SESSION_METRICS = Registry(
    "session metric",
    {
        "cpwer": "mondegreen.metrics.meetings.cpwer:PermutationErrorRate",
        "pfer": "mondegreen.metrics.meetings.pfer:PermutationFreeErrorRate",
        "tcpwer": "mondegreen.metrics.meetings.tcpwer:TimedPermutationErrorRate",
        "orcwer": "mondegreen.metrics.meetings.orcwer:CombinationErrorRate",
        "tcorcwer": "mondegreen.metrics.meetings.tcorcwer:TimedCombinationErrorRate",
    },
    group="session_metrics",
)
ALL_METRICS = Registry("metric", METRICS | SESSION_METRICS, METRICS.group)


def make_metric(spec: str, common: Mapping[str, str] = NOTHING, known: Registry[str] = METRICS) -> Metric:
    """The metric that a text such as `cer:blanks=no` describes: its name, then its options; or a sum, `x=cer+wer`.

    A value between double quotes may hold any sign. Of the `common` options it takes those that it has, where its own
    text says nothing of them; the parts of a sum are as they are written.
    """
    name, options = parse_spec(spec)
    if "=" in name:
        summed: Metric = load_target("mondegreen.metrics.support.sum:parse_sum")(spec.strip())
        return summed
    kind: type[Metric] = known.find(name)
    inherited = {option.name: common[option.name] for option in kind.options if option.name in common}
    return kind(**inherited | options)


def parse_quantity(label: str) -> Metric:
    """What has this label, be it measured of pairs of texts or of whole sessions."""
    return make_metric(label, known=ALL_METRICS)


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the options that a text such as `cer:blanks=no` gives; of a sum, all of it and none."""
    name, *parts = split_unquoted(spec.strip(), ":")
    if "=" in name:
        return spec.strip(), {}
    options = {}
    for part in parts:
        option, equals, value = part.partition("=")
        if not equals:
            raise ScoreError(f'"{part}" in "{spec}" is not an option; write it as NAME=VALUE')
        options[option] = unquote_value(value)
    return name, options


def make_metrics(
    specs: Iterable[str],
    common: Mapping[str, str] = NOTHING,
    known: Registry[str] = METRICS,
    *,
    perhaps: Iterable[str] = (),
) -> list[Metric]:
    """The metrics that these texts describe, each once; each of the `common` options but some must concern one."""
    by_label = {each.label: each for each in (make_metric(spec, common, known) for spec in specs)}
    for name in common.keys() - set(perhaps):
        if not any(name in each.chosen for each in by_label.values()):
            raise ScoreError(f'"{name}" is no option of {", ".join(by_label)}')
    return list(by_label.values())
