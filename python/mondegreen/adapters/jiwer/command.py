"""`jiwer -r REF -h HYP`: jiwer's command, its options and its bytes."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from mondegreen.adapters.jiwer.alignment import visualize_alignment
from mondegreen.adapters.jiwer.process import process_characters, process_words
from mondegreen.adapters.jiwer.transformations import cer_contiguous, cer_default, wer_contiguous, wer_default
from mondegreen.errors import ScoreError

# Of shorter lines jiwer takes no notice.
SHORTEST = 2


def main(arguments: list[bytes]) -> int:
    """Print the rate of two files, or their alignments."""
    chosen = make_parser().parse_args([os.fsdecode(each) for each in arguments])
    references, hypotheses = (read_lines(path) for path in (chosen.reference, chosen.hypothesis))
    if not chosen.together and len(references) != len(hypotheses):
        sizes = f"{len(references)} in {chosen.reference} and {len(hypotheses)} in {chosen.hypothesis}"
        raise ScoreError(f"the files must have as many lines of two characters or more ({sizes}); or use --global")
    if chosen.cer:
        how = cer_contiguous if chosen.together else cer_default
        characters = process_characters(references, hypotheses, how, how)
        shown = visualize_alignment(characters) if chosen.align else f"{characters.cer}\n"
    else:
        how = wer_contiguous if chosen.together else wer_default
        words = process_words(references, hypotheses, how, how)
        shown = visualize_alignment(words) if chosen.align else f"{words.wer}\n"
    sys.stdout.buffer.write(shown.encode("utf-8", "surrogateescape"))
    return 0


def make_parser() -> ArgumentParser:
    parser = ArgumentParser("jiwer", add_help=False, description="Word error rate of two files, line by line.")
    parser.add_argument("-r", "--reference", required=True, metavar="PATH", help="file of reference sentences")
    parser.add_argument("-h", "--hypothesis", required=True, metavar="PATH", help="file of hypothesis sentences")
    parser.add_argument("-c", "--cer", action="store_true", help="compute CER instead of WER")
    parser.add_argument("-a", "--align", action="store_true", help="print the alignment of each sentence")
    parser.add_argument(
        "-g", "--global", action="store_true", dest="together", help="align all sentences of both files as one"
    )
    parser.add_argument("--help", action="help", help="show this message and exit")
    return parser


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
