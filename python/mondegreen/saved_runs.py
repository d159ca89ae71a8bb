"""Runs to compare or to show: saved ones, with what is asked for and was not measured, or those of files scored now."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.comparison.alike import make_comparable
from mondegreen.component import unknown_name
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError, join_ids, warn
from mondegreen.inputs import REFERENCES, Source
from mondegreen.pairs import UTTERANCE
from mondegreen.resolve import (
    make_resources,
    make_settings,
    scores_sessions,
    select_metrics,
    settings_by_system,
    split_metrics,
)
from mondegreen.resources import Resources
from mondegreen.results.run import Run
from mondegreen.results.saved import ABOUT, is_saved, load_run
from mondegreen.runner import add_columns, diagnose_runs, measure_pairs, pair_systems, read_columns, read_systems
from mondegreen.sources import is_path, name_source, read_sides

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.batch import Settings
    from mondegreen.metrics.base import Metric
    from mondegreen.pairs import Pairs
    from mondegreen.plan.compare import Runs

# What says how files are read, cut and aligned: of a saved run all of it is done.
OF_FILES = """
    format ref_format hyp_format encoding ref_encoding hyp_encoding id_column text_column ref_column hyp_column pair_by
    segments whole uem missing extra duplicate
    normalize tokenize policy empties ref_tags hyp_tags
""".split()  # noqa: SIM905 - a line of names is easier to read


def read_runs(plan: Runs) -> list[Run]:
    """The runs, which may be compared: all saved, or hypotheses and saved runs after the file of the reference."""
    inputs = [os.fspath(each) if is_path(each) else each for each in plan.inputs]
    refuse_folders([each for each in inputs if isinstance(each, str)])
    first = inputs[0]
    if isinstance(first, Run) or is_run(first):
        idle = [name for name in OF_FILES if not (name == "segments" and getattr(plan, "audio", None))]
        plan.refuse_idle(idle, f"is for files, and {name_source(first, '')} is a saved run; score its files again")
        places, runs = inputs, [take_run(plan, each) for each in inputs]
    else:
        places, runs = inputs[1:], score_inputs(plan, first, inputs[1:])
    warn_of_lacking(runs)
    return make_comparable(name_apart(runs, places), force=plan.force)


def is_run(source: Source | Run) -> bool:
    """Whether this is a run, or the directory of a saved one."""
    return isinstance(source, Run) or (isinstance(source, str) and is_saved(source))


def take_run(plan: Runs, source: Source | Run) -> Run:
    """A run, or a saved one, with what is asked for and was not measured so before."""
    if not isinstance(source, str | Run):
        raise ScoreError("texts beside runs have no reference; give runs alone, or the reference first")
    return complete_run(plan, source if isinstance(source, Run) else load_run(source))


def refuse_folders(inputs: Sequence[str]) -> None:
    """Refuses a folder in which there are saved runs, each of which must be named."""
    for name in inputs:
        inside = [] if is_saved(name) else sorted(str(each.parent) for each in Path(name).glob(f"*/{ABOUT}"))
        if inside:
            raise ScoreError(f"it is a directory of saved runs; name those wanted: {join_ids(inside)}", path=name)


def warn_of_lacking(runs: Sequence[Run]) -> None:
    """Tells of metrics that not all runs have."""
    every = dict.fromkeys(label for run in runs for label in run.scores)
    lacking = [label for label in every if not all(label in run.scores for run in runs)]
    if lacking and len(lacking) < len(every):
        warn(f"not all runs have {', '.join(lacking)}, which --metrics asks for; excluded")


def rename_run(run: Run, name: str) -> Run:
    """The run of the same system under another name."""
    return replace(run, pairs=replace(run.pairs, names=(run.reference, name)))


def name_apart(runs: Sequence[Run], places: Sequence[Source | Run]) -> Sequence[Run]:
    """The runs; of several that have one name, as those of a released system have, each by its place or number."""
    times = Counter(run.name for run in runs)
    names = [
        place if isinstance(place, str) else f"{run.name} {number}"
        for number, (run, place) in enumerate(zip(runs, places or [run.name for run in runs], strict=True), 1)
    ]
    return [rename_run(run, name) if times[run.name] > 1 else run for run, name in zip(runs, names, strict=True)]


def score_inputs(plan: Runs, reference: Source, hypotheses: Sequence[Source | Run]) -> list[Run]:
    """The runs of the hypotheses after the reference, in their order, runs among them; or of a source of both sides."""
    sources: list[Source] = [each for each in hypotheses if not (isinstance(each, Run) or is_run(each))]
    if hypotheses and not sources:
        what = f"it is not a saved run, and {name_source(hypotheses[0], '')} is one; give saved runs alone"
        raise ScoreError(what, path=name_source(reference, REFERENCES))
    metrics, settings = select_metrics(plan), make_settings(plan)
    count, systems = read_inputs(plan, reference, sources, settings if scores_sessions(plan) else None)
    pairs = zip(systems, settings_by_system(plan, settings, count), strict=True)
    scored = iter(diagnose_runs(plan, [measure_pairs(each, metrics, own) for each, own in pairs]))
    if not hypotheses:
        return list(scored)
    return [take_run(plan, each) if is_run(each) else next(scored) for each in hypotheses]


def read_inputs(
    plan: Runs, reference: Source, hypotheses: Sequence[Source], sessions: Settings | None
) -> tuple[int, Iterator[Pairs]]:
    """How many systems there are, and the pairs of each: of files, or of what Python holds.

    If each pair is a session of several speakers, `sessions` say how words are made.
    """
    if all(isinstance(each, str) for each in (reference, *hypotheses)):
        return read_systems(plan, str(reference), list(map(str, hypotheses)), together=False, sessions=sessions)
    sides = [read_sides(plan, reference, each) for each in hypotheses] or [read_sides(plan, reference, None)]
    return len(sides), pair_systems(plan, sides, sessions)


def complete_run(plan: Runs, run: Run) -> Run:
    """A run with the columns of other files, and with what is asked for and was not measured so before."""
    run = add_fields(plan, run)
    given = make_resources(plan.of_command_line())
    kept, usual = run.settings.resources, make_resources(plan)
    asked = usual.chosen or usual.language or usual.given
    models = choose_models(kept, given, usual) if asked else kept  # whose models may be loaded already
    run = replace(run, settings=replace(run.settings, resources=models, threads=plan.threads))
    if run.pairs.noun != UTTERANCE:
        return select_session_scores(plan, run)
    if not plan.metrics and plan.ties is None and plan.only is None and not (given.chosen or given.language):
        return run
    metrics = select_metrics(plan, list(run.scores))
    lacking = [metric for metric in metrics if metric.label not in run.scores or asks_others(given, metric)]
    scores = {**run.scores, **(measure_pairs(run.pairs, lacking, run.settings).scores if lacking else {})}
    return replace(run, scores={metric.label: scores[metric.label] for metric in metrics})


def choose_models(kept: Resources, given: Resources, usual: Resources) -> Resources:
    """The models of a saved run: those that are given now, else its own, else those that are usual in a project."""
    language = given.language or kept.language or usual.language
    return Resources(language, usual.chosen | kept.chosen | given.chosen, usual.given)


def select_session_scores(plan: Runs, run: Run) -> Run:
    """A saved run of sessions with those of its metrics that are asked for: others are not found from its texts."""
    plan.refuse_idle(["ties", "only"], f"is for pairs of texts, and {run.name} is of sessions")
    labels = split_metrics(plan.of_command_line().metrics) or list(run.scores)
    for label in labels:
        if label not in run.scores:
            raise unknown_name("metric of sessions in the run", label, run.scores)
    return replace(run, scores={label: run.scores[label] for label in labels})


def asks_others(given: Resources, metric: Metric) -> bool:
    """Whether a metric asks a model that is now given, rather than one of its own, or any of a language that is."""
    kinds = [kind for kind, own in metric.uses().items() if own is None]
    return any(given.language or kind in given.chosen for kind in kinds)


def add_fields(plan: Runs, run: Run) -> Run:
    """The run with more fields of its utterances."""
    pairs = run.pairs
    here = Corpus(pairs.keys, pairs.references, pairs.names[0], fields=pairs.fields)
    fields = add_columns(here, read_columns(plan)).fields
    return replace(run, pairs=replace(pairs, fields=fields))
