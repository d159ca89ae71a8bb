"""sclite's reports in a directory: `mondegreen score ... --as sclite --output DIR`.

The alignment is that of the run, so that its words are those after normalizing and its ties those of its policy; words
are shown as they are written. Metrics that are asked for have columns in the summary (`.sys`), save `wer`, which is
sclite's `Err`.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import asctime

from mondegreen._core import Scored
from mondegreen.batch import Batch
from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum
from mondegreen.dropin.sctk.system import CASE_SENSITIVE, Column, System, format_sgml
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.sctk.text_reports import format_dtl, format_pra
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.rows import Groups
from mondegreen.output import binary_output
from mondegreen.results.run import Run

# The core's steps 0, 1, 2, 3 as letters.
LETTERS = bytes.maketrans(bytes(range(4)), b"CSID")
WIDTH = 1000
# What utterances are grouped by where no speakers are known.
EVERYBODY = "all"


def write_folder(runs: Sequence[Run], folder: str, *, metrics: bool = False) -> None:
    """Writes the reports of each run into a folder, under the name of its hypothesis; `metrics` joins their columns."""
    names = [os.path.basename(run.name) for run in runs]
    for name in names:
        if names.count(name) > 1:
            raise ScoreError(f'two hypotheses are called "{name}", and so would be their reports')
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, run in zip(names, runs, strict=True):
        for suffix, parts in format_reports(make_system(run, metrics=metrics)):
            with binary_output(Path(folder) / f"{name}.{suffix}") as stream:
                stream.writelines(parts)


def format_reports(system: System) -> Iterable[tuple[str, Iterable[bytes]]]:
    """The reports with the suffixes of their files."""
    tables = Tables()
    yield "sys", [format_sum(system, tables)]
    yield "raw", [format_rsum(system, tables)]
    yield "pra", format_pra(system, WIDTH)
    yield "dtl", format_dtl(system, newest=True)
    yield "sgml", format_sgml(system, b":", b",")


def make_system(run: Run, *, metrics: bool) -> System:
    """A run as sclite would hold it."""
    system = System(encode_text(run.name), Scored())
    system.scored.set_coding(b"utf-8", b"generic")
    system.reference, system.hypothesis = encode_text(run.reference), encode_text(run.name)
    system.created = asctime().encode()
    known = run.pairs.fields.get("speaker") or [""] * len(run.pairs)
    speakers = [name or EVERYBODY for name in known]
    system.columns = make_columns(run, speakers) if metrics else []
    index = 0
    for batch in run.batches():
        add_pairs(system, batch, list(run.pairs.keys[index : index + len(batch)]), index, speakers)
        index += len(batch)
    return system


def make_columns(run: Run, speakers: Sequence[str]) -> list[Column]:
    """The metrics that sclite does not know, of each speaker in the order of their first words, and of all."""
    groups = Groups.of("speaker", speakers)
    columns = []
    for label, score in run.scores.items():
        sums = score.rows.by(groups)
        values = [score.metric.score(sums[index]) for index in range(len(sums))]
        columns += [Column(encode_text(label), values, score.value)] if label != "wer" else []
    return columns


def add_pairs(system: System, batch: Batch, ids: Sequence[str], first: int, speakers: Sequence[str]) -> None:
    """Adds the pairs of a batch."""
    alignment = batch.alignment("words")
    letters, offsets = alignment.steps.tobytes().translate(LETTERS), alignment.offsets.tolist()
    references, hypotheses = batch.tokens()
    for index, utterance_id in enumerate(ids):
        spans = [[0.0, 0.0], [0.0, 0.0]]
        system.scored.add_words(
            system.scored.speaker(encode_text(speakers[first + index])),
            (b"(%b)" % encode_text(utterance_id), None, None, None, first + index, spans, CASE_SENSITIVE),
            letters[offsets[index] : offsets[index + 1]],
            [encode_text(word) for word in references[index]],
            [encode_text(word) for word in hypotheses[index]],
        )


def encode_text(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
