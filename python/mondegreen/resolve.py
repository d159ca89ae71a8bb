"""What the words of a plan stand for: metrics, steps of normalization, models; made here, and loaded when needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from mondegreen.batch import Settings
from mondegreen.cache import Cache
from mondegreen.component import parse_spec, split_unquoted
from mondegreen.errors import ScoreError, pluralize
from mondegreen.metrics import ALL_METRICS, METRICS, SESSION_METRICS, make_metric, make_metrics
from mondegreen.normalization import Normalizer, parse_normalizers
from mondegreen.pairs import EMPTIES
from mondegreen.resources import Resources
from mondegreen.results.interval import Bootstrap
from mondegreen.tokenization import make_tokenizer

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric
    from mondegreen.plan.nbest import OraclePlan, TunePlan
    from mondegreen.plan.option import Plan
    from mondegreen.plan.score import AccumulatorPlan, ScoreCall, ScorePlan, SessionCall
    from mondegreen.plan.shared import Intervals, Language, Metrics, Resampling, Tags, Texts
    from mondegreen.plan.study import DownstreamPlan

DEFAULT_METRICS = ("wer", "cer")
# The kinds of models that a run may be given; a metric's own goes before.
MODELS = ("vectors", "hyp-vectors", "analyzer", "phonemes", "sentences", "contextual")
# What is said for all metrics where tags come from files; and the table of words by their tags.
TAGS_FROM_FILES = {"tags": "files"}
TAG_TABLE = "word-class"

# What makes no difference to sessions of several speakers.
OF_UTTERANCES = ("segments", "whole", "pair_by", "duplicate")


def resolve_measuring(
    plan: ScorePlan | ScoreCall | AccumulatorPlan | OraclePlan | TunePlan | DownstreamPlan,
    resources: Resources | None = None,
    default: str | Iterable[str] = DEFAULT_METRICS,
) -> tuple[list[Metric], Settings, Bootstrap | None]:
    """The metrics, the settings and the bootstrap of a plan; models that no metric asks are refused."""
    metrics = select_metrics(plan, default)
    wanted: set[tuple[str, str | None]] = set()
    for metric in metrics:
        wanted.update(metric.uses().items())
    used = {"analyzer", *dict(wanted)}  # tables may ask the analyzer too
    names = ", ".join(metric.label for metric in metrics)
    idle = [kind.replace("-", "_") for kind in MODELS if kind not in used]
    plan.refuse_idle(idle, f"is a model that {names} does not use; remove it, or add a metric that does")
    settings = make_settings(plan, resources)
    settings.resources.wanted = wanted
    asked: bool | Bootstrap = getattr(plan, "ci", False)
    how = asked if isinstance(asked, Bootstrap) else None
    if asked and how is None:
        how = make_resampling(cast("Intervals", plan), "session" if scores_sessions(plan) else "utterance")
    return metrics, settings, how


def split_metrics(metrics: str | Iterable[str]) -> list[str]:
    """Each metric of lists with commas between them."""
    return [
        spec for names in ([metrics] if isinstance(metrics, str) else metrics) for spec in split_unquoted(names, ",")
    ]


def name_metrics(plan: Plan) -> list[str]:
    """The names of the metrics that were asked for, without their options; none where the default ones are taken."""
    return [parse_spec(spec)[0].lower() for spec in split_metrics(getattr(plan, "metrics", ()))]


def find_idle_notes(plan: Plan) -> frozenset[str]:
    """The kinds of notes that concern none of the metrics that were asked for."""
    specs = split_metrics(getattr(plan, "metrics", ()))
    ours = [METRICS.find_kind(spec)[0] if parse_spec(spec)[0].lower() in METRICS else None for spec in specs]
    idle = [each.idle_notes if each else frozenset() for each in ours]
    return frozenset.intersection(*idle) if idle else frozenset()


def join_values(**options: str | Sequence[str] | None) -> dict[str, str]:
    """What is said for all metrics that have such an option; several values as metrics write them."""
    given = {name: value for name, value in options.items() if value is not None}
    return {name: value if isinstance(value, str) else "+".join(value) for name, value in given.items()}


def select_metrics(plan: Metrics, default: Iterable[str] = DEFAULT_METRICS) -> list[Metric]:
    """The metrics, with the options that are said for all of them."""
    specs = split_metrics(plan.metrics) or split_metrics(default)
    only = getattr(plan, "only", None)
    every = join_values(ties=getattr(plan, "ties", None), only=only.split(",") if isinstance(only, str) else only)
    idle = {*plan.options} - plan.given  # what is configured for a whole project may concern none of these
    if scores_sessions(plan):
        found = make_metrics(specs, every, ALL_METRICS, perhaps=idle)
        check_sessions_alone(plan, found)
        return found
    if not (getattr(plan, "ref_tags", None) or getattr(plan, "hyp_tags", None)):
        return make_metrics(specs, every, perhaps=idle)
    every |= TAGS_FROM_FILES
    if {"ref_tags", "hyp_tags"} & plan.given:
        check_tags_are_used(plan, [make_metric(spec, every) for spec in specs])
    return make_metrics(specs, every, perhaps=[*TAGS_FROM_FILES, *idle])


def scores_sessions(plan: Plan) -> bool:
    """Whether what is scored are sessions of several speakers: metrics of those were asked for."""
    return not SESSION_METRICS.keys().isdisjoint(name_metrics(plan))


def list_session_metrics(plan: SessionCall) -> list[str]:
    """The metrics of sessions that a plan names, each with the collar that holds for all that have one."""
    collar = plan.collar if plan.collar is None or isinstance(plan.collar, str) else f"{plan.collar:g}"
    specs = split_metrics(plan.metrics or ["cpwer"])
    return [metric.label for metric in make_metrics(specs, join_values(collar=collar), SESSION_METRICS)]


def check_sessions_alone(plan: Plan, metrics: Sequence[Metric]) -> None:
    """Refuses metrics of utterances beside those of sessions, and options that are for utterances."""
    ours = next(metric.label for metric in metrics if metric.of_sessions)
    if others := [metric.label for metric in metrics if not metric.of_sessions]:
        raise ScoreError(f"{ours} scores sessions of several speakers, and {others[0]} utterances; score them apart")
    plan.refuse_idle(OF_UTTERANCES, f"is for utterances, and {ours} scores sessions of several speakers; leave it out")


def check_tags_are_used(plan: Plan, metrics: Sequence[Metric]) -> None:
    """Refuses files of tags that nothing looks at."""
    asked = [value for name in ("report", "by") for value in listed_names(getattr(plan, name, None))]
    if TAG_TABLE not in asked and not any("ref-tags" in metric.uses() for metric in metrics):
        names = ", ".join(metric.label for metric in metrics)
        raise ScoreError(f"tags have no effect on {names}; add entities or uposer, or the table {TAG_TABLE}")


def listed_names(value: str | Sequence[str] | None) -> list[str]:
    """The names in an option's value: with commas between them, in a list, or none."""
    return [name for part in ([value] if isinstance(value, str) else value or ()) for name in part.split(",")]


def make_resources(plan: Language) -> Resources:
    """The models that were chosen; nothing is loaded yet."""
    chosen = {kind: name for kind in MODELS if (name := getattr(plan, kind.replace("-", "_"), None))}
    cache = Cache(plan.cache) if plan.cache or plan.no_cache else None
    return Resources(plan.language, chosen, cache)


def make_normalizers(steps: str | Iterable[Normalizer | str]) -> tuple[Normalizer, ...]:
    """The steps of normalization that these names and callables stand for."""
    specs = [steps] if isinstance(steps, str) else steps
    return tuple(rule for spec in specs for rule in (parse_normalizers(spec) if isinstance(spec, str) else [spec]))


def make_settings(plan: Texts, resources: Resources | None = None) -> Settings:
    """How texts are normalized, tokenized and aligned; the models are those of the plan, where it has any."""
    if resources is None:
        resources = make_resources(plan) if "cache" in plan.options else Resources()  # type: ignore[arg-type]
    own = (
        plan.tokenize
        if not isinstance(plan.tokenize, str)
        else None
        if plan.tokenize == "words"
        else make_tokenizer(plan.tokenize)
    )
    empties = getattr(plan, "empties", EMPTIES[0])
    return Settings(plan.policy, make_normalizers(plan.normalize), own, resources, plan.threads, empties)


def settings_by_system(plan: Tags, settings: Settings, systems: int) -> list[Settings]:
    """The settings of each of so many systems in turn, with its own tags if there are any."""
    ours, theirs = getattr(plan, "ref_tags", None), getattr(plan, "hyp_tags", ())
    if not ours:
        return [settings] * systems
    if theirs and len(theirs) != systems:
        found, needed = pluralize(len(theirs), "time"), pluralize(systems, "system")
        raise ScoreError(f"--hyp-tags is given {found} for {needed}; give one for each, in their order")
    files = [{"ref-tags": ours, "hyp-tags": each} for each in theirs] or [{"ref-tags": ours}] * systems
    return [replace(settings, resources=settings.resources.choosing(each)) for each in files]


def make_resampling(plan: Resampling | Intervals, unit: str = "utterance") -> Bootstrap:
    """How units are resampled; utterances unless the plan names a column."""
    return Bootstrap(plan.resample_by or unit, plan.resamples, plan.level, plan.seed)
