"""Sessions of several speakers against meeteval, both given segments in memory; and memory, in a process of its own."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING

import peers
from memory import REFERENCES, status
from table import Faster, Row, Under
from timing import Effort, best

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from timing import Work

Segment = dict[str, str]
UTTERANCES, WORDS, SPEAKERS = 600, 7_000, 4
FEW_UTTERANCES, FEW_WORDS, FEW_SPEAKERS = 60, 760, 3
COLLAR = 5
TYPES = 2_000


def session(utterances: int, words: int, speakers: int, seed: int = 5) -> tuple[list[Segment], list[Segment]]:
    """Turns that overlap a little, with words as frequent as they are, and a recognizer that errs in 15 of a hundred.

    A tenth of the turns goes to a wrong stream.
    """
    draw = random.Random(seed)
    names = [f"word{number}" for number in range(TYPES)]
    chances = [1 / (number + 1) for number in range(TYPES)]
    reference, hypothesis, clock = [], [], 0.0
    for _ in range(utterances):
        said = draw.choices(names, chances, k=max(1, round(words / utterances * draw.uniform(0.3, 1.7))))
        speaker, length = draw.randrange(speakers), 0.35 * len(said)
        heard = []
        for word in said:
            chance = draw.random()
            heard += [] if chance < 0.05 else [draw.choice(names)] if chance < 0.11 else [word]
            heard += [draw.choice(names)] if chance > 0.96 else []
        stream = speaker if draw.random() < 0.9 else draw.randrange(speakers)
        reference.append(segment(f"speaker{speaker}", clock, length, said))
        hypothesis.append(segment(f"stream{stream}", clock + 0.1, length, heard))
        clock = max(0.0, clock + length + draw.choice([-0.5, 0.0, 0.3]))
    return reference, hypothesis


def segment(speaker: str, start: float, length: float, words: Sequence[str]) -> Segment:
    """A segment by our names."""
    times = {"start": f"{start:.2f}", "end": f"{start + length:.2f}"}
    return {"recording": "meeting", "speaker": speaker, **times, "text": " ".join(words)}


def corpus(rows: Sequence[Segment], name: str) -> mg.Corpus:
    """The segments as ours."""
    found = ({**row} for row in rows)
    return mg.Corpus.of((mg.Utterance(str(at), row.pop("text"), row) for at, row in enumerate(found)), name)


def ours(metric: str, sides: tuple[list[Segment], list[Segment]]) -> Work:
    """Our metric on one thread."""
    corpora = corpus(sides[0], "reference"), corpus(sides[1], "hypothesis")

    def run() -> object:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", mg.ScoreWarning)
            return mg.score_sessions(*corpora, metrics=[metric], threads=1)

    return run


def theirs(metric: str, sides: tuple[list[Segment], list[Segment]], **options: float) -> Work:
    """meeteval's."""
    from meeteval import wer
    from meeteval.io import SegLST

    logging.getLogger().setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="meeteval")
    lists = [SegLST([renamed(row) for row in side]) for side in sides]
    return lambda: getattr(wer, metric)(*lists, **options)


def renamed(row: Segment) -> dict[str, str | float]:
    """A segment by meeteval's names."""
    times = {"start_time": float(row["start"]), "end_time": float(row["end"])}
    return {"session_id": row["recording"], "speaker": row["speaker"], "words": row["text"], **times}


def speakers(effort: Effort) -> Iterator[Row]:
    """cpWER and tcpWER of a long session, ORC-WER of a short one: meeteval's exact search takes minutes and 13 GB."""
    missing = peers.absent("meeteval")
    large = session(effort.size(UTTERANCES), effort.size(WORDS), SPEAKERS)
    for metric, options in (("cpwer", {}), ("tcpwer", {"collar": float(COLLAR)})):
        work = f"{metric}, {SPEAKERS} speakers, {WORDS:,} words"
        if missing:
            yield Row(work, "meeteval", Faster(5), skipped=missing)
            continue
        runs = {"ours": ours(metric, large), "theirs": theirs(metric, large, **options)}
        times = best(runs, effort.rounds(7))
        yield Row(work, "meeteval", Faster(5), times["ours"], times["theirs"])
    for shape, peer in (
        ((FEW_UTTERANCES, FEW_WORDS, FEW_SPEAKERS), "meeteval's greedy search"),
        ((UTTERANCES, WORDS, SPEAKERS), "meeteval's greedy search"),
    ):
        yield combination(effort, shape, peer, missing)


def combination(effort: Effort, shape: tuple[int, int, int], peer: str, missing: str) -> Row:
    """ORC-WER, proven to be the least, beside a search that proves nothing."""
    utterances, words, streams = shape
    work = f"ORC-WER, exact, {streams} speakers, {utterances} utterances, {words:,} words"
    if missing:
        return Row(work, peer, Under(20), skipped=missing)
    shape = effort.size(utterances), effort.size(words), streams
    sides = session(*shape)
    times = best({"ours": ours("orcwer", sides), "theirs": theirs("greedy_orcwer", sides)}, effort.rounds(3))
    command = [sys.executable, __file__, *map(str, shape)]
    memory = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Row(work, peer, Under(20), times["ours"], times["theirs"], memory, 2e9)


def main(utterances: str, words: str, streams: str) -> None:
    """Prints the bytes that ORC-WER takes at its peak, and makes sure that the optimum is proven."""
    run = ours("orcwer", session(int(utterances), int(words), int(streams)))
    REFERENCES.write_text("5")  # the peak starts anew from here
    before = status("VmRSS")
    total = run()["orcwer"].total  # type: ignore[index] # it is a run
    sys.stdout.write(f"{status('VmHWM') - before}\n")
    assert total.least == total.errors


if __name__ == "__main__":
    main(*sys.argv[1:])
