"""Any scored run as sclite's reports: `mondegreen score ... --as sclite --output DIR`.

The alignment is that of the run, so that its words are those after normalising and its ties those of its policy; words
are shown as they are written. Metrics that are asked for have columns in the summary (`.sys`), save `wer`, which is
sclite's `Err`.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import asctime
from typing import TYPE_CHECKING

from mondegreen._core import Scored
from mondegreen.aggregate.groups import Groups
from mondegreen.dropin.sctk.sgml import format_sgml
from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum
from mondegreen.dropin.sctk.system import CASE_SENSITIVE, Column, System
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.sctk.text_reports import format_dtl, format_pra
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Batch

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
        for ending, parts in reports(system_of(run, metrics=metrics)):
            with binary_output(Path(folder) / f"{name}.{ending}") as stream:
                stream.writelines(parts)


def reports(system: System) -> Iterable[tuple[str, Iterable[bytes]]]:
    """The reports with the endings of their files."""
    tables = Tables()
    yield "sys", [format_sum(system, tables)]
    yield "raw", [format_rsum(system, tables)]
    yield "pra", format_pra(system, WIDTH)
    yield "dtl", [format_dtl(system, newest=True)]
    yield "sgml", format_sgml(system, b":", b",")


def system_of(run: Run, *, metrics: bool) -> System:
    """A run as sclite would hold it."""
    system = System(encoded(run.name), Scored())
    system.scored.set_coding(b"utf-8", b"generic")
    system.reference, system.hypothesis = encoded(run.reference), encoded(run.name)
    system.created = asctime().encode()
    speakers = speakers_of(run)
    system.columns = columns(run, speakers) if metrics else []
    place = 0
    for batch in run.batches():
        add(system, batch, list(run.pairs.keys[place : place + len(batch)]), place, speakers)
        place += len(batch)
    return system


def speakers_of(run: Run) -> list[str]:
    """Who speaks in each pair."""
    known = run.pairs.fields.get("speaker")
    return [name or EVERYBODY for name in known] if known else [EVERYBODY] * len(run.pairs)


def columns(run: Run, speakers: Sequence[str]) -> list[Column]:
    """The metrics that sclite does not know, of each speaker in the order of their first words, and of all."""
    groups = Groups.of("speaker", speakers)
    found = []
    for label, score in run.scores.items():
        sums = score.by(groups)
        values = [score.metric.score(sums[place]) for place in range(len(sums))]
        found += [Column(encoded(label), values, score.value)] if label != "wer" else []
    return found


def add(system: System, batch: Batch, keys: Sequence[str], first: int, speakers: Sequence[str]) -> None:
    """Adds the pairs of a batch."""
    found = batch.alignment("words")
    letters, offsets = found.steps.tobytes().translate(LETTERS), found.offsets.tolist()
    references, hypotheses = batch.tokens()
    for place, key in enumerate(keys):
        spans = [[0.0, 0.0], [0.0, 0.0]]
        system.scored.add_words(
            system.scored.speaker(encoded(speakers[first + place])),
            (b"(%b)" % encoded(key), None, None, None, first + place, spans, CASE_SENSITIVE),
            letters[offsets[place] : offsets[place + 1]],
            [encoded(word) for word in references[place]],
            [encoded(word) for word in hypotheses[place]],
        )


def encoded(text: str) -> bytes:
    """UTF-8; what is no character stays the byte that it was read from."""
    return text.encode("utf-8", "surrogateescape")
