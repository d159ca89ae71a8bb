"""Scores: of what a Python program holds, of files, and of recordings of several speakers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from mondegreen import inputs, runner
from mondegreen.api.plans import take_plan
from mondegreen.errors import ScoreNote, warn
from mondegreen.plan.score import ScoreCall, ScorePlan, SessionCall, SystemsCall
from mondegreen.render.plot import SCORE_PLOTS
from mondegreen.reports import REPORTS, SESSION_REPORTS, View
from mondegreen.resolve import list_session_metrics, scores_sessions
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run as Run  # noqa: PLC0414 - its public home
from mondegreen.results.shown import draw, render_html
from mondegreen.saved_runs import rename_run
from mondegreen.sources import input_files_of, is_path, read_sides
from mondegreen.writers import save_plots, select_plots, select_writer

if TYPE_CHECKING:
    from mondegreen.render.plot.canvas import Plot

# What only files have, and what a plan of files lacks.
OF_FILES = ("engine", "batch_size", "resume", "ray_address", "num_cpus")
PYTHON_ONLY = ("references", "hypotheses", "resources")


@render_html.register
def render_run(run: Run) -> str:
    """A run's scores, as a notebook shows them."""
    from mondegreen.render import html

    return html.render_run(run)


@draw.register(Run)
def draw_run(run: Run, kind: str = "scores", by: str | None = None) -> Plot:
    """A run as `--plot` draws it."""
    return draw_runs([run], kind, by or run.by)


@draw.register(list)
def draw_runs(runs: list[Run], kind: str, by: str | None = None) -> Plot:
    """The runs of several systems as `--plot` draws them."""
    plot: Plot = SCORE_PLOTS.find(kind)(runs, by)
    return plot


@take_plan(ScoreCall)
def score(call: ScoreCall) -> Run:
    """Scores hypotheses against references.

    Each side is a list of texts or of lists of tokens, a dict of them by utterance ID, a series, a table of which
    `ref_column`, `hyp_column` and `id_column` name the columns, a `Corpus`, or the path of a file in the given `format`
    (else the one it looks like); without hypotheses the references are a table or file that holds both sides. The index
    of a series holds utterance IDs unless it only counts. Two strings of several words are texts; others, and whatever
    is a file, are paths. `metrics` are words and characters (WER and CER) by default.

    All other arguments are the options of `mondegreen score`, which `mondegreen score --help` explains: `policy`
    names the tie-breaking policy among equally good alignments; `normalize` lists rules, by name or as
    callables, that rewrite each text first, and `tokenize` cuts it into words. `missing`, `extra` and `duplicate` say
    what becomes of utterances that do not fit, `empties` of those with an empty side, `ties` which of equally good
    alignments count, `only` of which parts of speech words count. `by` is the column of the groups that the run shows,
    such as "speaker"; `ci` asks for confidence intervals, and resamples utterances, or with `resample_by="speaker"` all
    of a speaker's together; it may be a `Bootstrap`, too. `language`, `vectors` and the like choose models, or
    `resources` holds them all. Files are scored shard by shard with `batch_size` or `engine`, and `save` keeps the run
    for `Run.load`.

    Example:
        >>> import mondegreen as mg
        >>> run = mg.score({"u1": "the cat sat", "u2": "a dog"}, {"u1": "the cat sad", "u2": "a dog"})
        >>> run
        <Run hypotheses: wer 20.00 %, cer 6.25 % (2 scored)>
        >>> run["wer"].total.errors
        1.0
    """
    run = score_files(call) if of_files(call) else score_corpora(call)
    for note in few_units(run):
        warn(note, ScoreNote)
    return run


@take_plan(SessionCall)
def score_sessions(call: SessionCall) -> Run:
    """Scores recordings of several speakers, a session at a time.

    Each side is a dict of texts by `SESSION-SPEAKER` or `SESSION_SPEAKER`, a `Corpus` whose fields are `recording` (or
    `session`), `speaker` and perhaps `start` and `end`, or the path of such a file. `metrics` are "cpwer", "tcpwer",
    "orcwer", "tcorcwer" and "pfer"; `collar` is that of all that have one, in seconds. The other options are those of
    `score`, which does the same if it is given such metrics. The run's `outcomes` say who was matched with whom.

    Example:
        >>> import mondegreen as mg
        >>> reference = {"s1_ann": "the cat sat", "s1_bob": "a dog"}
        >>> mg.score_sessions(reference, {"s1_1": "a dog", "s1_2": "the cat sad"}, metrics="cpwer")
        <Run hypotheses: cpwer 20.00 % (1 scored)>
    """
    given: dict[str, Any] = {name: getattr(call, name) for name in call.given - {"collar"}}
    return score(**given | {"metrics": list_session_metrics(call)})


def of_files(call: ScoreCall) -> bool:
    """Whether all that is scored is in files."""
    return not inputs.are_texts(call.references, call.hypotheses) and (
        is_path(call.references) and (call.hypotheses is None or is_path(call.hypotheses))
    )


def score_files(call: ScoreCall) -> Run:
    """The run of a file beside another, or of the first system in a file of both sides."""
    paths = [os.fspath(each) for each in (call.references, call.hypotheses) if each is not None]  # type: ignore[arg-type]
    given: dict[str, Any] = {name: value for name, value in call if name in call.given and name not in PYTHON_ONLY}
    plan = ScorePlan(paths[0], paths[1:], **given).mark_python()
    with inputs.path_hint(call.references, call.hypotheses):
        return runner.score_systems(plan, call.resources)[0]


def score_corpora(call: ScoreCall) -> Run:
    """The run of what Python handed over, held in memory."""
    call.refuse_idle(OF_FILES, "is for files; give paths, or leave it out")
    files = input_files_of(call.references, call.hypotheses)
    return runner.score_corpora(call, *read_sides(call, call.references, call.hypotheses), files)


def few_units(run: Run) -> list[str]:
    """What is said of confidence intervals that are drawn from too few units."""
    found = next((score.interval for score in run.scores.values() if score.interval), None)
    return warn_of_few_units(found.units, found.how.over) if found else []


@take_plan(SystemsCall)
def score_systems(plan: ScorePlan) -> list[Run]:
    """Scores one or more systems against a reference, as `mondegreen score` does.

    `hypotheses` are a dict of texts by the names of their systems, each in a form that `score` takes, or paths. The
    other arguments are those of the command. Its tables are made where `output` says which file to write them to.

    Example:
        >>> import mondegreen as mg
        >>> runs = mg.score_systems(["the cat sat"], {"base": ["the bat sad"], "new": ["the cat sad"]}, metrics="wer")
        >>> [(run.name, round(run["wer"], 1)) for run in runs]
        [('base', 66.7), ('new', 33.3)]
    """
    known, groups = (SESSION_REPORTS, "sessions") if scores_sessions(plan) else (REPORTS, "groups")
    default = f"metrics,{groups}" if plan.by else "metrics"
    reports = known.find_all(default if plan.report is None else plan.report)
    write = select_writer(plan)
    plots = select_plots(plan, "groups" if plan.by else "scores", SCORE_PLOTS)
    runs = score_named(plan) if isinstance(plan.hypotheses, Mapping) else runner.score_systems(plan)
    save_plots(plan, plots, lambda kind: draw_runs(runs, kind, plan.by))
    view = View(top=plan.top, by=plan.by)
    write(runs, chain.from_iterable(report(runs, view) for report in reports))  # each made when it is asked for
    return runs


def score_named(plan: ScorePlan) -> list[Run]:
    """The runs of systems that were given by name."""
    systems: Any = plan.hypotheses
    plan.refuse_idle(("rows", "save"), "is for files; give paths, or ask each run for it (to_pandas, save)")
    given = {name: value for name, value in plan if name in plan.given and name in ScoreCall.options}
    given.pop("hypotheses")
    return [rename_run(score(plan.reference, each, **given), name) for name, each in systems.items()]  # type: ignore[arg-type]
