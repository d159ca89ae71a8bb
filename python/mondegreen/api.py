"""The public functions: what Python programs hand over becomes a corpus, and goes the one way of all runs."""

import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from mondegreen import inputs
from mondegreen.aggregate.interval import Bootstrap, warn_of_few_units
from mondegreen.aggregate.run import Run as Run  # noqa: PLC0414 - its public home, where it learns to be shown
from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.digest import InputFile
from mondegreen.errors import ScoreNote, ScoreWarning
from mondegreen.inputs import Columns, Source
from mondegreen.measure import chosen
from mondegreen.normalise import Rule
from mondegreen.pairs import Join, pair
from mondegreen.read import detect, read
from mondegreen.read.alternatives import concerning
from mondegreen.read.both import as_hypothesis, as_reference, sides
from mondegreen.read.cut import fitted
from mondegreen.read.inputfiles import BOTH, input_files
from mondegreen.read.reading import Side
from mondegreen.resolve import join_values, make_rules, split_metrics
from mondegreen.resources import Resources
from mondegreen.runner import add_diagnoses, measure_pairs
from mondegreen.tokenise import Tokeniser, tokeniser


def render_html(run: Run) -> str:
    """A run's scores, as a notebook shows them."""
    from mondegreen.report.form import html

    return html.render_run(run)


Run.html = render_html


def score(  # noqa: PLR0913 - all that can be said of a run
    references: Source,
    hypotheses: Source | None = None,
    metrics: Iterable[str] = ("wer", "cer"),
    *,
    align: str = "kaldi",
    normalise: str | Sequence[Rule | str] = (),
    tokenise: str | Tokeniser | None = None,
    missing: str = "empty",
    extra: str = "skip",
    duplicate: str = "first",
    empties: str = "keep",
    ties: str | None = None,
    only: str | Sequence[str] | None = None,
    format: str | None = None,
    by: str | None = None,
    interval: str | Bootstrap | None = None,
    resources: Resources | None = None,
    threads: int | None = None,
    ref_column: str | None = None,
    hyp_column: str | None = None,
    id_column: str | None = None,
) -> Run:
    """Scores hypotheses against references.

    Each side is a list of texts or of lists of tokens, a dict of them by utterance ID, a series, a table of which
    `ref_column`, `hyp_column` and `id_column` name the columns, a `Corpus`, or the path of a file in the given `format`
    (else the one it looks like); without hypotheses the references are a table or file that holds both sides. The index
    of a series holds utterance IDs unless it only counts. Two strings of several words are texts; others, and whatever
    is a file, are paths. `align` names the program whose choice among equally good alignments is followed; `normalise`
    lists rules, by name or as callables, that rewrite each text first, and `tokenise` cuts it into words.
    `missing` says what becomes of references without a hypothesis ("empty", "skip" or "error"), `extra` what of
    hypotheses without a reference, `duplicate` which utterance of a key counts ("first", "last" or "error"); `empties`
    whether pairs with an empty side are scored ("keep" or "drop"). `ties` says which of equally good alignments count
    ("policy", "best" or "range") in all metrics that leave the choice, `only` of which parts of speech words count in
    all that can leave out the others. `by` is the column of the groups that the run shows, such as "speaker";
    `interval` the column whose values are drawn anew for intervals of confidence, "utterance" or "speaker", or a
    `Bootstrap`. `resources` are the outside models that some metrics look things up in.
    """
    kinds = chosen(split_metrics(metrics), join_values(ties=ties, only=only))
    settings = Settings(
        align,
        make_rules(normalise),
        tokeniser(tokenise) if isinstance(tokenise, str) else tokenise,
        resources or Resources(),
        threads,
        empties,
    )
    how = Bootstrap(interval) if isinstance(interval, str) else interval
    join = Join(missing, extra, duplicate)
    files = input_files_of(references, hypotheses)
    reference, hypothesis = sources(references, hypotheses, format, Columns(ref_column, hyp_column, id_column))
    pairs = replace(pair(reference, fitted(reference, hypothesis), join), files=files)
    for note in concerning([kind.name for kind in kinds], pairs.notes()):
        warnings.warn(note, ScoreWarning, stacklevel=2)
    run = measure_pairs(pairs, kinds, settings, by=by, how=how)
    (found,) = add_diagnoses([run], lambda steps: spelled(normalise, steps))
    for note in few_units(found):
        warnings.warn(note, ScoreNote, stacklevel=2)
    return found


def few_units(run: Run) -> list[str]:
    """What is said of confidence intervals that are drawn from too few units."""
    found = next((score.interval for score in run.scores.values() if score.interval), None)
    return warn_of_few_units(found.units, found.how.over) if found else []


def spelled(chosen: str | Sequence[Rule | str], steps: Sequence[str]) -> str:
    """How further steps of normalization are chosen from Python, behind these."""
    further = ",".join(steps)
    if chosen and not isinstance(chosen, str):
        return f'"{further}" behind the other steps of normalise'
    return f'normalise="{f"{chosen},{further}" if chosen else further}"'


def sources(
    references: Source, hypotheses: Source | None, format: str | None, columns: Columns = inputs.NONE
) -> tuple[Corpus, Corpus]:
    """Both sides; what further systems a file holds is left to the command line."""
    if inputs.are_texts(references, hypotheses):
        references, hypotheses = [references], [hypotheses]
    if is_path(references) and (hypotheses is None or is_path(hypotheses)):
        return of_files(references, hypotheses, format, columns)
    if hypotheses is None and not (columns.references or columns.hypotheses):
        reference, systems = sides(corpus(references, inputs.REFERENCES, format, columns))
        return reference, systems[0]
    heard = references if hypotheses is None else hypotheses
    if not is_path(references) and not is_path(heard):
        reference, hypothesis = inputs.corpora(references, heard, columns)
    else:
        reference = corpus(references, inputs.REFERENCES, format, columns)
        hypothesis = corpus(heard, inputs.HYPOTHESES, format, columns)
        if len(hypothesis):
            inputs.check_ids((inputs.REFERENCES, reference.keyed), (inputs.HYPOTHESES, hypothesis.keyed))
    return as_reference(reference), as_hypothesis(hypothesis)


def of_files(
    reference: str | os.PathLike[str], hypothesis: str | os.PathLike[str] | None, format: str | None, columns: Columns
) -> tuple[Corpus, Corpus]:
    """Both sides of two files, or of one that holds both."""
    ours = Side(os.fspath(reference), "ref", format, key=columns.ids, text=columns.references)
    theirs = replace(ours, kind="hyp", text=columns.hypotheses)
    with inputs.path_hint(reference):
        if hypothesis is None:
            return detect.alone(ours, theirs)[0]
        with inputs.path_hint(hypothesis):
            return detect.systems(ours, [replace(theirs, path=os.fspath(hypothesis))])[0]


def input_files_of(references: Source, hypotheses: Source | None) -> tuple[InputFile, ...]:
    """The files of both sides, before they are read; none of what is held in memory."""
    if inputs.are_texts(references, hypotheses):
        return ()
    named = [(BOTH, references)] if hypotheses is None else [("reference", references), ("hypothesis", hypotheses)]
    return tuple(file for side, source in named if is_path(source) for file in input_files(side, source))


def is_path(source: object) -> TypeGuard[str | os.PathLike[str]]:
    """Whether this names a file."""
    return isinstance(source, str | os.PathLike)


def corpus(source: Source, name: str, format: str | None = None, columns: Columns = inputs.NONE) -> Corpus:
    """The corpus that the user means by a path, a table, a series, a dict, a list or a corpus."""
    if not is_path(source):
        return inputs.corpus(source, name, columns)
    with inputs.path_hint(source):
        return read(source, format, key=columns.ids, text=columns.text(name))
