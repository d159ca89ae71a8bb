"""The public functions: what Python programs hand over becomes a corpus, and goes the one way of all runs."""

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature
from typing import Any, ParamSpec, TypeGuard, TypeVar, cast

from mondegreen import inputs, runner
from mondegreen.corpus import Corpus
from mondegreen.digest import InputFile
from mondegreen.errors import ScoreNote, warn
from mondegreen.formats import read
from mondegreen.formats.both import as_hypothesis, as_reference, split_sides
from mondegreen.formats.directory import BOTH, input_files
from mondegreen.inputs import Columns, Source
from mondegreen.plan.option import Plan
from mondegreen.plan.score import ScoreCall, ScorePlan
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run as Run  # noqa: PLC0414 - its public home
from mondegreen.results.run import render_html

# What only files have, and what a plan of files lacks.
OF_FILES = ("engine", "batch_size", "resume", "ray_address", "num_cpus")
PYTHON_ONLY = ("references", "hypotheses", "resources")


@render_html.register
def render_run(run: Run) -> str:
    """A run's scores, as a notebook shows them."""
    from mondegreen.render import html

    return html.render_run(run)


P = ParamSpec("P")
M = TypeVar("M", bound=Plan)
Result = TypeVar("Result")


def take_plan(plan: Callable[P, M]) -> Callable[[Callable[[M], Result]], Callable[P, Result]]:
    """Gives a function of a plan the arguments of the plan, with their names, types and defaults."""

    def decorate(function: Callable[[M], Result]) -> Callable[P, Result]:
        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> Result:
            made = plan(*args, **options).mark_python()
            made.check()
            return function(made)

        call.__signature__ = signature_of(cast("type[Plan]", plan))  # type: ignore[attr-defined]
        call.__annotations__ = {}
        return call

    return decorate


def signature_of(plan: type[Plan]) -> Signature:
    """The arguments of a plan, those without a name first."""
    kinds = {True: Parameter.POSITIONAL_OR_KEYWORD, False: Parameter.KEYWORD_ONLY}
    return Signature(
        [
            Parameter(each.name, kinds[each.has_place], default=Parameter.empty if each.required else each.default)
            for each in plan.in_order()
        ]
    )


@take_plan(ScoreCall)
def score(call: ScoreCall) -> Run:
    """Scores hypotheses against references.

    Each side is a list of texts or of lists of tokens, a dict of them by utterance ID, a series, a table of which
    `ref_column`, `hyp_column` and `id_column` name the columns, a `Corpus`, or the path of a file in the given `format`
    (else the one it looks like); without hypotheses the references are a table or file that holds both sides. The index
    of a series holds utterance IDs unless it only counts. Two strings of several words are texts; others, and whatever
    is a file, are paths. `metrics` are words and characters (WER and CER) by default.

    All other arguments are the options of `mondegreen score`, which `mondegreen score --help` explains: `align` names
    the program whose choice among equally good alignments is followed; `normalize` lists rules, by name or as
    callables, that rewrite each text first, and `tokenize` cuts it into words. `missing`, `extra` and `duplicate` say
    what becomes of utterances that do not fit, `empties` of those with an empty side, `ties` which of equally good
    alignments count, `only` of which parts of speech words count. `by` is the column of the groups that the run shows,
    such as "speaker"; `interval` the column whose values are drawn anew for confidence intervals, "utterance" or
    "speaker", or a `Bootstrap`. `language`, `vectors` and the like choose models, or `resources` holds them all. Files
    are scored shard by shard with `batch_size` or `engine`, and `save` keeps the run for `Run.load`.
    """
    run = score_files(call) if of_files(call) else score_corpora(call)
    for note in few_units(run):
        warn(note, ScoreNote)
    return run


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
    return runner.score_corpora(call, *read_sides(call), files)


def few_units(run: Run) -> list[str]:
    """What is said of confidence intervals that are drawn from too few units."""
    found = next((score.interval for score in run.scores.values() if score.interval), None)
    return warn_of_few_units(found.units, found.how.over) if found else []


def read_sides(call: ScoreCall) -> tuple[Corpus, Corpus]:
    """Both sides, of which one at least is no file; what further systems a table holds is left to the command line."""
    references, hypotheses = call.references, call.hypotheses
    columns = Columns(call.ref_column, call.hyp_column, call.id_column)
    if inputs.are_texts(references, hypotheses):
        references, hypotheses = [references], [hypotheses]
    if hypotheses is None and not (columns.references or columns.hypotheses):
        reference, systems = split_sides(load_corpus(references, inputs.REFERENCES))
        return reference, systems[0]
    others = references if hypotheses is None else hypotheses
    if not is_path(references) and not is_path(others):
        reference, hypothesis = inputs.make_corpora(references, others, columns)
    else:
        reference = load_corpus(references, inputs.REFERENCES, call.ref_format or call.format, columns)
        hypothesis = load_corpus(others, inputs.HYPOTHESES, call.hyp_format or call.format, columns)
        if len(hypothesis):
            inputs.check_ids((inputs.REFERENCES, reference.keyed), (inputs.HYPOTHESES, hypothesis.keyed))
    return as_reference(reference), as_hypothesis(hypothesis)


def input_files_of(references: Source, hypotheses: Source | None) -> tuple[InputFile, ...]:
    """The files of both sides, before they are read; none of what is held in memory."""
    if inputs.are_texts(references, hypotheses):
        return ()
    named = [(BOTH, references)] if hypotheses is None else [("reference", references), ("hypothesis", hypotheses)]
    return tuple(file for side, source in named if is_path(source) for file in input_files(side, source))


def is_path(source: object) -> TypeGuard[str | os.PathLike[str]]:
    """Whether this names a file."""
    return isinstance(source, str | os.PathLike)


def load_corpus(source: Source, name: str, format: str | None = None, columns: Columns = inputs.NONE) -> Corpus:
    """The corpus that the user means by a path, a table, a series, a dict, a list or a corpus."""
    if not is_path(source):
        return inputs.make_corpus(source, name, columns)
    with inputs.path_hint(source):
        return read(source, format, key=columns.ids, text=columns.text(name))
