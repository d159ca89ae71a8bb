"""Measure: a metric turns a batch into additive rows, and a sum of rows into a score; one kind of metrics, one file."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from mondegreen.component import Registry, load_target, parse_spec
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric

NOTHING: Mapping[str, str] = MappingProxyType({})

METRICS = Registry(
    "metric",
    {
        "wer": "mondegreen.metrics.wer:WordErrorRate",
        "cer": "mondegreen.metrics.wer:CharacterErrorRate",
        "ser": "mondegreen.metrics.wer:SentenceErrorRate",
        "mer": "mondegreen.metrics.information:MatchErrorRate",
        "wil": "mondegreen.metrics.information:WordInformationLost",
        "wip": "mondegreen.metrics.information:WordInformationPreserved",
        "ler": "mondegreen.metrics.annotated:LemmaErrorRate",
        "lcer": "mondegreen.metrics.annotated:LemmaCharacterErrorRate",
        "uposer": "mondegreen.metrics.annotated:UniversalPartOfSpeechErrorRate",
        "dposer": "mondegreen.metrics.annotated:DetailedPartOfSpeechErrorRate",
        "per": "mondegreen.metrics.per:PhonemeErrorRate",
        "chrf": "mondegreen.metrics.chrf:CharacterNgramScore",
        "semdist": "mondegreen.metrics.semdist:SemanticDistance",
        "ember": "mondegreen.metrics.embeddings:EmbeddingErrorRate",
        "wer-e": "mondegreen.metrics.embeddings:WordErrorRateWithEmbeddings",
        "wer-s": "mondegreen.metrics.embeddings:SoftWordErrorRate",
        "bertscore": "mondegreen.metrics.bertscore:BertScore",
        "mixed-er": "mondegreen.metrics.wer_of:MixedErrorRate",
        "case": "mondegreen.metrics.wer:CaseErrorRate",
        "keywords": "mondegreen.metrics.keywords:Keywords",
        "entities": "mondegreen.metrics.entities:Entities",
        "human": "mondegreen.metrics.human:HumanLikeness",
    },
    group="metrics",
    meant={
        "wer-a": "write wer:alternatives=yes",
        "wer-of": "write wer:words=FILE",
        **dict.fromkeys(("bleu", "ter", "meteor"), "mondegreen study downstream scores translations"),
    },
)
# Of whole recordings in which several people speak, each of them a pair.
SESSION_METRICS = Registry(
    "session metric",
    {
        "cpwer": "mondegreen.metrics.meetings.cpwer:PermutationErrorRate",
        "pfer": "mondegreen.metrics.meetings.cpwer:PermutationFreeErrorRate",
        "tcpwer": "mondegreen.metrics.meetings.cpwer:TimedPermutationErrorRate",
        "orcwer": "mondegreen.metrics.meetings.orcwer:CombinationErrorRate",
        "tcorcwer": "mondegreen.metrics.meetings.orcwer:TimedCombinationErrorRate",
    },
    group="session_metrics",
)
ALL_METRICS = Registry("metric", METRICS | SESSION_METRICS, METRICS.group)


def make_metric(spec: str, common: Mapping[str, str] = NOTHING, known: Registry[str] = METRICS) -> Metric:
    """The metric that a text such as `cer:spaces=no` describes: its name, then its options; or a sum, `x=cer+wer`.

    Of the `common` options it takes those that it has, where its own text says nothing of them; the parts of a sum are
    as they are written.
    """
    made: Metric
    if "=" in parse_spec(spec)[0]:
        made = load_target("mondegreen.metrics.support.sum:parse_sum")(spec.strip())
    else:
        made = known.make(spec, common=common)
    return made


def parse_quantity(label: str) -> Metric:
    """What has this label, be it measured of pairs of texts or of whole sessions."""
    return make_metric(label, known=ALL_METRICS)


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
            raise ScoreError(f'"{name}" is not an option of {", ".join(by_label)}')
    return list(by_label.values())
