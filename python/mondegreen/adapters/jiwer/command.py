"""`jiwer -r REF -h HYP`: jiwer's command, its options and its bytes."""

from __future__ import annotations

import os
import sys
from getopt import GetoptError, gnu_getopt
from pathlib import Path

from mondegreen.adapters.jiwer.alignment import visualize_alignment
from mondegreen.adapters.jiwer.process import process_characters, process_words
from mondegreen.adapters.jiwer.transformations import cer_contiguous, cer_default, wer_contiguous, wer_default
from mondegreen.errors import ScoreError

USAGE = """\
usage: jiwer -r FILE -h FILE [-c] [-a] [-g]

The word error rate of two files, line by line, as a fraction.

  -r, --reference FILE   reference sentences, one per line
  -h, --hypothesis FILE  hypothesis sentences, one per line
  -c, --cer              compute CER instead of WER
  -a, --align            print the alignment of each sentence
  -g, --global           align all sentences of both files as one
  --help                 show this message and exit
"""
SHORT = {"-r": "--reference", "-h": "--hypothesis", "-c": "--cer", "-a": "--align", "-g": "--global"}
LONG = ["reference=", "hypothesis=", "cer", "align", "global", "help"]
# Of shorter lines jiwer takes no notice.
SHORTEST = 2


def main(arguments: list[bytes]) -> int:
    """Print the rate of two files, or their alignments."""
    try:
        options, rest = gnu_getopt([os.fsdecode(each) for each in arguments], "r:h:cag", LONG)
    except GetoptError as error:
        return refuse(error.msg)
    chosen = {SHORT.get(name, name): value for name, value in options}
    if "--help" in chosen:
        sys.stdout.write(USAGE)
        return 0
    if lacking := [name for name in ("--reference", "--hypothesis") if name not in chosen]:
        return refuse(f"{lacking[0]} is missing")
    if rest:
        return refuse(f"{rest[0]} is one word too many")
    together = "--global" in chosen
    references, hypotheses = read_sides(chosen["--reference"], chosen["--hypothesis"], together=together)
    if "--cer" in chosen:
        how = cer_contiguous if together else cer_default
        characters = process_characters(references, hypotheses, how, how)
        shown = visualize_alignment(characters) if "--align" in chosen else f"{characters.cer}\n"
    else:
        how = wer_contiguous if together else wer_default
        words = process_words(references, hypotheses, how, how)
        shown = visualize_alignment(words) if "--align" in chosen else f"{words.wer}\n"
    sys.stdout.buffer.write(shown.encode())
    return 0


def refuse(what: str) -> int:
    """The exit code of words that cannot be read, after a sentence on them."""
    sys.stderr.write(f"{USAGE.splitlines()[0]}\njiwer: error: {what}\n")
    return 2


def read_sides(reference: str, hypothesis: str, *, together: bool) -> tuple[list[str], list[str]]:
    """The lines of both files: as many of both, unless all are aligned as one."""
    references, hypotheses = read_lines(reference), read_lines(hypothesis)
    if not together and len(references) != len(hypotheses):
        sizes = f"{len(references)} in {reference} and {len(hypotheses)} in {hypothesis}"
        raise ScoreError(f"the files must have as many lines of two characters or more ({sizes}); or use --global")
    return references, hypotheses


def read_lines(path: str) -> list[str]:
    """The lines without whitespace at their ends; like jiwer without lines of one character, which is reported."""
    try:
        text = Path(path).read_bytes().decode()
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=path) from error
    except UnicodeDecodeError as error:
        raise ScoreError(f"byte {error.start} is not UTF-8; convert the file to UTF-8 first", path=path) from error
    lines = [line.strip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if short := sum(len(line) == 1 for line in lines):
        what = "lines of one character are left out, as jiwer leaves them out; mondegreen score counts them"
        sys.stderr.write(f"jiwer: warning: {path}: {short} {what}\n")
    return [line for line in lines if len(line) >= SHORTEST]
