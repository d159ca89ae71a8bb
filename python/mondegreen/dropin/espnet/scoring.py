"""Our sclite over two transcripts, in this process: what `sclite ... -i rm -o all stdout` prints, and the counts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple

from mondegreen.alignment import Steps
from mondegreen.dropin.espnet.transcripts import Shield, Transcript
from mondegreen.dropin.sctk.options import TAKING, Options, parse
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.reports import Reports
from mondegreen.dropin.sctk.sclite import make_aligner, word_weights
from mondegreen.dropin.sctk.system import System
from mondegreen.errors import ScoreError
from mondegreen.output import plain_output

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._core import Scored


@dataclass(slots=True)
class Totals(Steps):
    """What was counted of a whole file."""

    utterances: int = 0
    wrong: int = 0
    correct: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0


class Outcome(NamedTuple):
    """What sclite printed, what it warned of, and what it scored, which is nothing if it refused the files."""

    report: bytes
    warned: bytes
    scored: Scored | None

    def totals(self) -> Totals:
        """The counts of all speakers."""
        rows = self.scored.totals() if self.scored is not None else []
        sums = [sum(column) for column in zip(*((heard, wrong, *counts) for heard, wrong, counts in rows), strict=True)]
        return Totals(*(int(each) for each in sums))


def run_sclite(
    reference: Transcript, hypothesis: Transcript, options: Sequence[str] = (), *, literal: bool = False
) -> Outcome:
    """Scores what two files hold, which are written already; the report's title is the hypothesis's path.

    If it is to be `literal`, tokens and ids may be read as sclite's signs.
    """
    parsed = parse_sclite_options(reference.path, hypothesis.path, options)
    shield = None if literal else Shield(reference, hypothesis)
    said, heard = (shield.protect(each) if shield else each.encode() for each in (reference, hypothesis))
    warned: list[bytes] = []
    report: list[bytes] = []
    try:
        aligner = make_aligner(parsed, word_weights(parsed), warned.append, warned.append)
        answer = aligner.trn(said, heard, parsed.ids or b"")
        if answer is not None:
            system = System(parsed.hypotheses[0].title, answer[0])
            for comment in answer[1]:
                system.define(comment)
            Reports(parsed, report.append).write(system, parsed.hypotheses[0].path)
    except Refusal as refusal:
        raise ScoreError(str(refusal).removeprefix("sclite: ")) from None
    restored = shield.restore if shield else bytes
    return Outcome(restored(b"".join(report)), restored(b"".join(warned)), answer[0] if answer else None)


def parse_sclite_options(reference: str, hypothesis: str, options: Sequence[str]) -> Options:
    """The options as ESPnet puts them before its own."""
    own = ["-r", reference, "trn", "-h", hypothesis, "trn", "-i", "rm", "-o", "all", "stdout"]
    for word in options:
        if word.startswith("-") and os.fsencode(word) not in TAKING:
            raise ScoreError(f"sclite takes no such options: {' '.join(options)}; it has no {word}")
    try:
        return parse([os.fsencode(word) for word in (*options, *own)])
    except Refusal as refusal:  # what is wrong comes behind the usage
        what = str(refusal).splitlines()[-1].strip()
        raise ScoreError(f"sclite takes no such options: {' '.join(options)}; it says: {what}") from None


def write_file(path: str, data: bytes) -> None:
    """Writes a file whole or not at all, in a folder that is made if need be."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with plain_output(path) as stream:
        stream.write(data)
