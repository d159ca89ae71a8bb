"""icefall's `write_error_stats`, and its `store_transcripts`: the same arguments and bytes.

from mondegreen.adapters.icefall import write_error_stats
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TextIO, TypeAlias

from mondegreen.adapters.scored import decode_line, score_tokens
from mondegreen.output import text_output
from mondegreen.render.toolkit.icefall import list_errors

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

Words: TypeAlias = "str | Sequence[str]"
Result: TypeAlias = "tuple[str, Words, Words]"


def write_error_stats(
    f: TextIO,
    test_set_name: str,
    results: Iterable[Result],
    enable_log: bool = True,  # noqa: FBT001, FBT002 - icefall's
    compute_CER: bool = False,  # noqa: FBT001, FBT002, N803 - icefall's
) -> float:
    """Write the errors of each cut and each word, and return the error rate in percent, with two digits.

    `results` are the ID, the reference words and the recognized words of each cut.
    """
    ids, references, hypotheses = split_results(results)
    if compute_CER:
        references, hypotheses = ([list("".join(words)) for words in side] for side in (references, hypotheses))
    run = score_tokens(ids, references, hypotheses)
    for line in list_errors(run):
        f.write(f"{decode_line(line)}\n")
    rate = round(run["wer"].value, 2)
    if enable_log:
        total = run["wer"].total
        logging.getLogger(__name__).info(
            "[%s] %%WER %.2f%% [%d / %d, %d ins, %d del, %d sub ]", test_set_name, rate, total.errors, total.words,
            total.insertions, total.deletions, total.substitutions,
        )  # fmt: skip
    return rate


def store_transcripts(filename: str | os.PathLike[str], texts: Iterable[Result], char_level: bool = False) -> None:  # noqa: FBT001, FBT002 - icefall's
    """Write `recogs-*.txt`: for each cut a line of the reference words, and one of those recognized."""
    with text_output(str(filename)) as stream:
        for cut, reference, hypothesis in texts:
            sides = [list("".join(side)) if char_level else side for side in (reference, hypothesis)]
            stream.write(f"{cut}:\tref={sides[0]}\n{cut}:\thyp={sides[1]}\n")


def split_results(results: Iterable[Result]) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """The IDs, the references and the hypotheses, each as words."""
    rows = list(results)
    sides = ([words.split() if isinstance(words, str) else list(words) for words in side]
             for side in ([row[1] for row in rows], [row[2] for row in rows]))  # fmt: skip
    references, hypotheses = sides
    return [row[0] for row in rows], references, hypotheses
