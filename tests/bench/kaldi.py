"""Kaldi's scoring: a whole decode folder beside the time it takes to unpack it, and compute-wer beside Python's start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import lattices
from command import peak
from table import MEGABYTE, Above, Row, Under, Within
from timing import Effort, best, process

from mondegreen.dropin.link import link

if TYPE_CHECKING:
    from collections.abc import Iterator

UTTERANCES = 2_000
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kaldi"


def kaldi(effort: Effort) -> Iterator[Row]:
    """Wall time of two cores for the folder, for all cores search; CPU time of a process for compute-wer."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        link(str(folder / "tools"), ["kaldi"])
        yield folder_row(folder, effort)
        yield golden_row(folder, effort)
        yield texts_row(folder, effort)


def folder_row(folder: Path, effort: Effort) -> Row:
    """11 weights and 3 penalties over lattices of 200 to 2,000 arcs."""
    work = f"score_kaldi.sh over {effort.size(UTTERANCES):,} lattices, 33 settings, wall time"
    lattices.recipe(folder, effort.size(UTTERANCES))
    script = folder / "tools/steps/score_kaldi.sh"
    command = [script, folder / "data", folder / "lang", folder / "exp/decode"]
    packed = sorted((folder / "exp/decode").glob("lat.*.gz"))
    runs = {"ours": process(command), "theirs": process(["gzip", "-dc", *packed])}
    times = best(runs, effort.rounds(5), time.perf_counter)
    peer = "gzip -dc of them, one core"
    return Row(work, peer, Within(6), times["ours"], times["theirs"], peak(command), 300 * MEGABYTE)


def golden_row(folder: Path, effort: Effort) -> Row:
    """The default run over the folder of the golden cases."""
    work, peer, wanted = "score_kaldi.sh over 40 golden lattices, 33 settings, wall time", "a second", Under(1)
    decode = folder / "golden"
    decode.mkdir()
    for lattice in (GOLDEN / "exp/mono/decode").glob("lat.*.gz"):
        (decode / lattice.name).symlink_to(lattice)
    command = [folder / "tools/steps/score_kaldi.sh", GOLDEN / "data", GOLDEN / "lang", decode]
    times = best({"ours": process(command)}, effort.rounds(10), time.perf_counter)
    return Row(work, peer, wanted, times["ours"], 1.0)


def texts_row(folder: Path, effort: Effort) -> Row:
    """compute-wer of an ordinary corpus."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    for name, side in zip(("ref", "hyp"), texts):
        lines = (f"utt-{index:07} {text}\n" for index, text in enumerate(side))
        (folder / name).write_text("".join(lines), encoding="utf-8")
    words = ["--text", "--mode=present", f"ark:{folder}/ref", f"ark:{folder}/hyp"]

    def ours() -> None:
        command = [folder / "tools/bin/compute-wer", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    runs = {"ours": ours, "theirs": process([sys.executable, "-IS", "-c", "pass"])}
    times = best(runs, effort.rounds(30))
    work = f"compute-wer of {len(texts[0]):,} utterances, a process"
    return Row(work, "python -IS -c pass", Above(0.06), times["ours"], times["theirs"])
