"""What the recipes' older scorers by least risk share: their texts, and their error rates."""

from __future__ import annotations

import os
from io import BytesIO

from mondegreen.dropin.kaldi import compute_wer, int2sym
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.recipe import load, save

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

NOISES = (b"<NOISE>", b"<SPOKEN_NOISE>")
# The scripts write `\<UNK\>`; run.pl takes its quotes off, and the shell its backslashes.
UNKNOWN = b"<UNK>"


def filtered_reference(data: str, out: str) -> None:
    """The reference without the words for noises; their blanks stay."""
    text = load(f"{data}/text")
    for noise in NOISES:
        text = text.replace(noise, b"")
    save(out, text)


def rate_all(home: str, words: str, weights: Sequence[int], result: str, *, echo: bool) -> None:
    """The error rates of numbered transcripts, with what the program says on standard error or without."""
    jobs = []
    arguments = ["--text", "--mode=present", f"ark:{home}/test_filt.txt", "ark,p:-"]
    for weight in weights:
        command = f"cat {home}/{weight}.tra | utils/int2sym.pl -f 2- {words} | compute-wer {' '.join(arguments)}"
        with Job(f"{home}/log/score.{weight}.log", command) as one:
            out = BytesIO()
            text = spelled(load(f"{home}/{weight}.tra"), words, one.log).replace(UNKNOWN, b"")
            said = out if echo else one.log
            one.code = compute_wer.run(list(map(os.fsencode, arguments)), BytesIO(text), out, said)
            save(f"{result}/wer_{weight}", out.getvalue())
        jobs.append(one)
    check(jobs, f"{home}/log/score.*.log")


def spelled(text: bytes, words: str, log: BinaryIO) -> bytes:
    """Words for the numbers of a transcript."""
    out = BytesIO()
    int2sym.run([b"-f", b"2-", os.fsencode(words)], BytesIO(text), out, log)
    return out.getvalue()
