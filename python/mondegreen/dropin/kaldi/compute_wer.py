"""`compute-wer`: the word error rate and the sentence error rate of two transcripts."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.pairs import ALIGN_TEXT, COMPUTE_WER, MODE, chosen_mode, counted, joined, rate

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE = """
Computes the word error rate between two transcripts, of words or of integers, and prints it.

Usage: compute-wer [options] <ref-rspecifier> <hyp-rspecifier>
E.g.: compute-wer --text --mode=present ark:data/test/text ark:hyp_text
See also: align-text, compute-wer-bootci
"""


MODE_AND_TEXT = (Option("text", default=False, purpose="Has no effect: all transcripts are read as text"), MODE)


@program("compute-wer", USAGE, *MODE_AND_TEXT, arguments=(2,))
def run(call: Call) -> int:
    """Prints three lines; an utterance without a hypothesis is what the mode says."""
    return compared(call, COMPUTE_WER)


@program("compute-wer", USAGE, *MODE_AND_TEXT, arguments=(2,))
def run_as_aligned(call: Call) -> int:
    """The same with the errors of `align-text`, for those who want what both say to agree."""
    return compared(call, ALIGN_TEXT)


def compared(call: Call, ties: str) -> int:
    """Compares the two tables of a call."""
    mode = chosen_mode(call)
    references: list[bytes] = []
    hypotheses: list[bytes | None] = []
    for key, reference, (hypothesis,) in joined(call, [1]):
        if hypothesis is None and mode == "strict":
            raise KaldiError(f"No hypothesis for key {printable(key)} and strict mode specifier.")
        references.append(reference)
        hypotheses.append(hypothesis)
    text = report(references, hypotheses, every=mode == "all", ties=ties)
    call.stdout.write(text.encode())
    return 0


def report(references: Sequence[bytes], hypotheses: Sequence[bytes | None], *, every: bool, ties: str) -> str:
    """The three lines; missing hypotheses count as empty if `every` utterance counts, and not at all otherwise."""
    pairs = [(a, b or b"") for a, b in zip(references, hypotheses, strict=True) if every or b is not None]
    counts = counted([a for a, _ in pairs], [b for _, b in pairs], ties)
    _, sub, ins, dele = (sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True))
    words = sum(count[0] + count[1] + count[3] for count in counts)
    wrong = sum(count[1] + count[2] + count[3] > 0 for count in counts)
    errors, missing = sub + ins + dele, sum(hypothesis is None for hypothesis in hypotheses)
    partial = " [PARTIAL]" if missing else ""
    return (
        f"%WER {rate(errors, words)} [ {errors} / {words}, {ins} ins, {dele} del, {sub} sub ]{partial}\n"
        f"%SER {rate(wrong, len(pairs))} [ {wrong} / {len(pairs)} ]\n"
        f"Scored {len(pairs)} sentences, {missing} not present in hyp.\n"
    )
