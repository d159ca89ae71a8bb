"""The one composition: a plan goes in, runs come out.

    read -> pair -> normalize -> tokenize -> align -> measure -> aggregate

What was read in another way than one might expect is warned of on the way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from mondegreen.batch import Batch, BatchStore, Settings, select_pairs
from mondegreen.errors import CoreError, ScoreError, Verbosity
from mondegreen.formats import detect, read_as
from mondegreen.formats.directory import BOTH, input_files
from mondegreen.formats.format import Side
from mondegreen.formats.kaldi_files import add_field, read_boundaries, read_mapping, read_speaker_lists, read_speakers
from mondegreen.formats.recordings import fit_segments, limit_systems, pair_recordings, read_regions, segment_words
from mondegreen.io.source import SMALL, STDIN, expand_pattern, spool_input, without_prefix
from mondegreen.metrics.meetings.session import SESSION, merge_corpora, pair_sessions
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.notes import Note, report_notes
from mondegreen.pairs import Join, Pairs, find_blank, note_silence, pair
from mondegreen.progress import progress
from mondegreen.resolve import find_idle_notes, resolve_measuring, scores_sessions, settings_by_system
from mondegreen.results.diagnosis import diagnose, note_spaces
from mondegreen.results.interval import Bootstrap, find_intervals
from mondegreen.results.row_files import select_row_writer
from mondegreen.results.run import Run
from mondegreen.results.saved import check_destination, save_runs
from mondegreen.results.score import Score, make_signature
from mondegreen.writers import find_kind

if TYPE_CHECKING:
    from mondegreen.corpus import Corpus
    from mondegreen.digest import InputFile
    from mondegreen.metrics.base import Metric
    from mondegreen.plan.score import ScoreCall, ScorePlan
    from mondegreen.plan.shared import Reading, Texts
    from mondegreen.resources import Resources


# Separates the files of one side that each hold one speaker.
SEPARATOR = ","
NOTHING_LEFT = "{} have nothing to score: each pair has an empty side"
# How many times larger a text is than what gzip makes of it, about.
PACKED = 4


def score_systems(plan: ScorePlan, resources: Resources | None = None) -> list[Run]:
    """The runs of all systems; their rows are written, and they are saved.

    They are scored shard by shard where that is asked for, or files are large and no report needs all rows.
    """
    if plan.save:
        check_destination(plan.save)
    is_asked = plan.engine != "local" or plan.batch_size or plan.resume
    if is_asked or (not (needs_rows(plan) or scores_sessions(plan)) and is_large(plan)):
        from mondegreen.engine.scoring import score_shards

        return score_shards(plan, resources)
    return measure_systems(
        plan, resources, lambda sessions: read_systems(plan, plan.reference, plan.hypotheses, sessions=sessions)
    )


def score_corpora(call: ScoreCall, reference: Corpus, hypothesis: Corpus, files: Sequence[InputFile]) -> Run:
    """The run of two corpora that are in memory."""
    if call.save:
        check_destination(call.save)

    def read(sessions: Settings | None) -> tuple[int, Iterable[Pairs]]:
        paired = pair_systems(call, [(reference, hypothesis)], sessions)
        return 1, (replace(pairs, files=tuple(files)) for pairs in paired)

    return measure_systems(call, call.resources, read)[0]


def measure_systems(
    plan: ScorePlan | ScoreCall,
    resources: Resources | None,
    read: Callable[[Settings | None], tuple[int, Iterable[Pairs]]],
) -> list[Run]:
    """The runs of the systems that are read, in memory; if they are sessions, `read` is told how words are made."""
    write_rows = select_row_writer(plan.rows) if plan.rows else None
    metrics, settings, how = resolve_measuring(plan, resources)
    count, systems = read(settings if scores_sessions(plan) else None)
    own = settings_by_system(plan, settings, count)
    runs = [measure_pairs(each, metrics, its, by=plan.by, how=how) for each, its in zip(systems, own, strict=True)]
    runs = diagnose_runs(plan, runs)
    if write_rows and plan.rows:
        write_rows(runs, plan.rows)
    if plan.save:
        save_runs(runs, plan.save)
    return runs


def needs_rows(plan: ScorePlan) -> bool:
    """Whether what is shown is made from the rows of all pairs, and not from sums alone."""
    shown = plan.by or plan.ci or plan.plot or find_kind(plan.output_format) != "tables"
    return bool(plan.in_python or shown or plan.report not in (None, "metrics"))


def is_large(plan: ScorePlan) -> bool:
    """Whether any of the files is so large that it had better not be held in memory."""
    refuse_twice(plan.reference, *plan.hypotheses)
    size = 0
    for path in (plan.reference, *plan.hypotheses):
        place = without_prefix(path)[1]
        if place == STDIN:
            size = max(size, spool_input().seek(0, os.SEEK_END))
            continue
        found = (each for each in map(Path, expand_pattern(place)) if each.is_file())
        size = max(size, sum(each.stat().st_size * (PACKED if each.suffix == ".gz" else 1) for each in found))
    return size > SMALL


def read_systems(
    plan: Reading, reference: str, hypotheses: Sequence[str], *, together: bool = True, sessions: Settings | None = None
) -> tuple[int, Iterator[Pairs]]:
    """How many systems are to be scored, and each one's pairs.

    With `together`, hypotheses that are files of one recording each are one system. Without any, the reference is a
    file that holds both sides. If each pair is a session of several speakers, `sessions` say how words are made.
    """
    sides = [name.split(SEPARATOR) if sessions else [name] for name in (reference, *hypotheses)]
    refuse_twice(*chain(*sides))
    common, *own = list_input_files(plan, sides)
    if sessions:
        found = read_sessions(plan, sides)
    elif hypotheses:
        theirs = [replace(side_of(plan, name, "hyp"), among=len(hypotheses) > 1) for name in hypotheses]
        ours = side_of(plan, reference, "ref")
        found = detect.read_systems(
            ours, theirs, together=together, prepared=make_segmenter(plan) if plan.segments else None
        )
    else:
        idle = ("hyp_format", "hyp_encoding", "pair_by")
        plan.refuse_idle(idle, f"needs a second file, and {reference} is the only one; remove it")
        found = detect.read_both_sides(side_of(plan, reference, "ref"), side_of(plan, reference, "hyp"))
    # One system may be in several files.
    files = own if len(own) == len(found) else [tuple(chain(*own))] * len(found)
    systems = zip(pair_systems(plan, found, sessions), files, strict=True)
    return len(found), (replace(pairs, files=(*common, *its)) for pairs, its in systems)


def read_sessions(plan: Reading, sides: Sequence[Sequence[str]]) -> list[tuple[Corpus, Corpus]]:
    """The reference beside each hypothesis, each in a file or in several of one speaker each: `FILE,FILE`.

    Whose utterance is which is open, so that IDs need not fit; a side tells by itself what it is.
    """
    if len(sides) < 2:
        raise ScoreError("is the only file; sessions of several speakers need a hypothesis as well", path=sides[0][0])

    def read_side(paths: Sequence[str], kind: str) -> Corpus:
        if not all(paths):
            raise ScoreError(f'"{SEPARATOR.join(paths)}" lacks a name at a comma; write it as FILE,FILE')
        given = [side_of(plan, path, kind) for path in paths]
        return merge_corpora([read_as(each.path, each.format, each.reading()) for each in given])

    ours = read_side(sides[0], "ref")
    return [(ours, read_side(paths, "hyp")) for paths in sides[1:]]


def list_input_files(plan: Reading, sides: Sequence[Sequence[str]]) -> list[tuple[InputFile, ...]]:
    """The files of the reference and of what says more of its utterances, and then those of each hypothesis."""
    more = {name: getattr(plan, name) for name in ("segments", "utt2spk", "spk2utt", "uem")}
    more |= {f"column {name}": path for name, _, path in (each.partition("=") for each in plan.column)}
    reference = "reference" if len(sides) > 1 else BOTH
    named = [
        [*((reference, path) for path in sides[0]), *((name, path) for name, path in more.items() if path)],
        *([("hypothesis", path) for path in paths] for paths in sides[1:]),
    ]
    return [tuple(file for side, path in each for file in input_files(side, path)) for each in named]


def side_of(plan: Reading, path: str, kind: str) -> Side:
    """A file with the options that hold for it: its own, else those of both."""
    own = {name: getattr(plan, f"{kind}_{name}") for name in ("format", "encoding", "column")}
    return Side(
        path,
        kind,
        own["format"] or plan.format,
        own["encoding"] or plan.encoding,
        plan.id_column,
        own["column"] or plan.text_column,
        by_order=plan.pair_by != "id",
    )


def make_segmenter(plan: Reading) -> Callable[[Corpus], Corpus]:
    """What cuts recordings of timed words into the segments that are given."""
    read_once = cache(lambda: read_boundaries(plan.segments or "", plan.encoding))
    return lambda corpus: corpus if corpus.words is None else segment_words(corpus, read_once())


def pair_systems(
    plan: Reading, systems: Iterable[tuple[Corpus, Corpus]], sessions: Settings | None = None
) -> Iterator[Pairs]:
    """What is to be scored, one hypothesis after the other; what does not fit is warned of."""
    columns, join = read_columns(plan), Join(plan.missing, plan.extra, plan.duplicate)
    if plan.uem:
        systems = limit_systems(systems, read_regions(plan.uem, plan.encoding), of_sessions=sessions is not None)
    for ours, theirs in systems:
        reference = add_columns(ours, columns)
        if sessions:
            found = pair_sessions(reference, theirs, sessions, join)
        else:
            if plan.segments:
                refuse_idle_segments(plan, reference, theirs)
            reference, hypothesis = (
                pair_recordings(reference, theirs) if plan.whole else (reference, fit_segments(reference, theirs))
            )
            if plan.extra == "empty":  # the reference does not know of whom these are
                hypothesis = add_columns(hypothesis, columns)
            found = pair(reference, hypothesis, join)
        if not plan.in_python:  # where NaN says it
            found = note_silence(found)
        report_notes(found.list_notes(find_idle_notes(plan)))
        yield found


def read_columns(plan: Reading) -> dict[str, dict[str, str]]:
    """What other files say of each utterance, by the column's name."""
    found = {}
    if plan.utt2spk:
        found["speaker"] = read_speakers(plan.utt2spk, plan.encoding)
    if plan.spk2utt:
        found["speaker"] = read_speaker_lists(plan.spk2utt, plan.encoding)
    for each in plan.column:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise ScoreError(f'--column is "{each}"; write it as NAME=FILE')
        if name in found:
            raise ScoreError(f'--column gives "{name}", which another option gives too; leave one out')
        found[name] = read_mapping(path, plan.encoding)
    return found


def add_columns(corpus: Corpus, columns: dict[str, dict[str, str]]) -> Corpus:
    """The corpus with more fields."""
    for name, values in columns.items():
        corpus = add_field(corpus, name, values)
    return corpus


def refuse_idle_segments(plan: Reading, *sides: Corpus) -> None:
    """Refuses segments where there is nothing to cut, unless they say where utterances lie in audio files."""
    if getattr(plan, "audio", None):
        return
    if all(side.words is None for side in sides):
        names = " nor ".join(side.name for side in sides)
        plan.refuse_idle(["segments"], f"splits words with times, as in a CTM, and neither {names} has any; remove it")


def refuse_twice(*paths: str) -> None:
    """Standard input can be read once."""
    if paths.count("-") > 1:
        raise ScoreError("standard input, `-`, can be read only once; save one of the texts as a file")


def diagnose_runs(plan: Texts, runs: Sequence[Run]) -> list[Run]:
    """The runs, with a note where normalization would remove many errors, unless notes are not wanted."""
    found = []
    for run in runs:
        diagnosis = diagnose(run) if Verbosity.has_notes else None
        notes = [diagnosis.note(run.name, spell_normalization(plan, diagnosis.steps))] if diagnosis else []
        if Verbosity.has_notes and (spaces := note_spaces(run, in_python=plan.in_python)):
            notes.append(spaces)
        report_notes(notes, run.name if len(runs) > 1 else "")
        found.append(replace(run, scoring_notes=(*run.scoring_notes, *notes)) if notes else run)
    return found


def spell_normalization(plan: Texts, steps: Sequence[str]) -> str:
    """How further steps of normalization are chosen, behind those of the plan."""
    before = [plan.normalize] if isinstance(plan.normalize, str) else plan.normalize
    names = [each for each in before if isinstance(each, str) and each]
    further = ",".join(steps)
    if len(names) < len(before) or (plan.in_python and before and not isinstance(plan.normalize, str)):
        return f'"{further}" behind the other steps of normalize'
    every = ",".join([*names, further])
    return f'normalize="{every}"' if plan.in_python else f"--normalize {quote(every)}"


def measure_pairs(
    pairs: Pairs, metrics: Sequence[Metric], settings: Settings, *, by: str | None = None, how: Bootstrap | None = None
) -> Run:
    """Measures all pairs, a batch at a time, by all metrics."""
    check_columns(pairs, by, how)
    if odd := [metric.label for metric in metrics if metric.of_sessions and pairs.noun != SESSION]:
        raise ScoreError(f"{odd[0]} is for sessions of several speakers, and {pairs.names[1]} is of utterances")
    store = BatchStore(select_pairs(pairs, settings), settings)
    if store.pairs.dropped and not len(store.pairs):
        raise ScoreError(NOTHING_LEFT.format(" and ".join(pairs.names)))
    prepare_metrics(metrics, lambda: store)
    with progress(pairs.names[1], len(store.pairs) * len(metrics)) as advance:
        run, emptied = measure_batches(store, metrics, advance)
    return complete_run(run, emptied, by, how)


def measure_batches(
    store: BatchStore, metrics: Sequence[Metric], advance: Callable[[int], None]
) -> tuple[Run, list[str]]:
    """The run of some pairs, and the IDs of the references of which normalization left nothing."""
    found: list[list[Rows]] = [[] for _ in metrics]
    # A weighed alignment of the policy's own steps serves the metrics that need no weights too, so it is made first.
    order = sorted(zip(metrics, found, strict=True), key=lambda each: getattr(each[0], "goal", "") != "after")
    emptied: list[str] = []
    at = 0
    for batch in store:
        before = store.pairs.references[at : at + len(batch)]
        emptied += find_emptied(before, batch) if store.settings.normalize else ()
        at += len(batch)
        for metric, parts in order:
            try:
                with progress(metric.label):
                    parts.append(metric.measure(batch))
            except CoreError as error:
                error.name_utterance(batch.keys)  # rather than the number of the pair in its batch
                raise
            advance(len(batch))
    scores = {}
    for metric, parts in zip(metrics, found, strict=True):
        rows = Rows.joined(metric.columns, parts)
        signature = make_signature(metric, store.pairs, store.settings)
        scores[metric.label] = Score(metric, rows, rows.total(), signature)
    return Run(store.pairs, scores, store.settings, store=store), emptied


def check_columns(pairs: Pairs, by: str | None, how: Bootstrap | None) -> None:
    """Refuses columns that the pairs do not have: a slip is better found before the work than after it."""
    for column in (by, how.over if how else None):
        if column is not None:
            pairs.column(column)


def prepare_metrics(metrics: Iterable[Metric], make_batches: Callable[[], Iterable[Batch]]) -> None:
    """Shows all batches to the metrics that must see them first."""
    for metric in metrics:
        if metric.looks_ahead:
            metric.prepare(make_batches())


def find_emptied(before: Sequence[str], batch: Batch) -> Iterator[str]:
    """The IDs of the references of which normalization left nothing."""
    for key, was, is_blank in zip(batch.keys, find_blank(before), find_blank(batch.references), strict=True):
        if is_blank and not was:
            yield key


def complete_run(run: Run, emptied: Sequence[str], by: str | None, how: Bootstrap | None) -> Run:
    """The run with all that is said of its rows: by what they are grouped, confidence intervals, and notes."""
    scores = run.scores
    if how:
        found = find_intervals(scores, run.pairs.column(how.over), how, run.settings.threads)
        scores = {label: replace(score, interval=found[label]) for label, score in scores.items()}
    notes = [Note("emptied", run.reference, tuple(emptied))] if emptied else []
    for score in run.scores.values():
        # Of shards that went by only the sums are known.
        rows: Iterable[Row]
        rows, keys = (score.rows, run.pairs.keys) if len(score.rows) else ([score.total], [run.name])
        notes += score.metric.list_notes(rows, keys, run.name)
    report_notes(notes)
    return replace(run, by=by, scores=scores, scoring_notes=tuple(notes))
