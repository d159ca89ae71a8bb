"""`compute-wer-bootci`: a confidence interval of the word error rate, and whether one system is better than another.

The bootstrap of Bisani and Ney (2004): utterances are resampled with replacement, as many times as there are
replications, with the random numbers of C's library; O(utterances x replications).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mondegreen._core import KaldiBootstrap
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.compute_wer import MODE, count_errors, format_percentage, get_mode, pair_texts

# The errors and the reference words of each utterance.
Edits = Sequence[tuple[int, int]]

USAGE = """
Estimates a confidence interval of the word error rate by the bootstrap (Bisani and Ney, 2004), and with a second
hypothesis the probability that it is better than the first.

Usage: compute-wer-bootci [options] <ref-rspecifier> <hyp-rspecifier> [<hyp2-rspecifier>]
E.g.: compute-wer-bootci --mode=present ark:data/test/text ark:hyp_text
See also: compute-wer"""


@program(
    "compute-wer-bootci",
    USAGE,
    MODE,
    Option("replications", 10_000, "How often the utterances are drawn anew"),
    arguments=(2, 3),
)
def run(call: Call) -> int:
    """Print a line for each hypothesis, and one more to compare two."""
    mode, replications = get_mode(call), call.integer("replications")
    if replications < 0:
        raise KaldiError(f"--replications must not be negative, got {replications}")
    systems = range(1, len(call.arguments))
    references: list[bytes] = []
    hypotheses: list[list[bytes]] = []
    for key, reference, texts in pair_texts(call, systems):
        if None in texts and mode == "strict":
            raise make_missing_error(key, several=len(systems) > 1)
        if None not in texts or mode == "all":
            references.append(reference)
            hypotheses.append([text or b"" for text in texts])
    edits = [count_edits(references, [texts[index] for texts in hypotheses]) for index in range(len(systems))]
    call.stdout.write(format_report(edits, replications).encode())
    return 0


def make_missing_error(key: bytes, *, several: bool) -> KaldiError:
    what = "in both transcripts comparison is not possible." if several else "and strict mode specifier."
    where = "GetEditsDualHyp" if several else "GetEditsSingleHyp"
    return KaldiError(f"No hypothesis for key {decode_bytes(key)} {what}", where)


def count_edits(references: Sequence[bytes], hypotheses: Sequence[bytes]) -> Edits:
    counts = count_errors(references, hypotheses)
    return [(sub + ins + dele, match + sub + dele) for match, sub, ins, dele in counts]


def format_report(systems: Sequence[Edits], replications: int) -> str:
    """Return the lines for the edits of one or two systems."""
    from mondegreen._core import KaldiBootstrap

    bootstrap = KaldiBootstrap()
    lines = [format_interval(number, edits, replications, bootstrap) for number, edits in enumerate(systems, 1)]
    if len(systems) > 1:
        lines.append(format_improvement(*systems, replications=replications, bootstrap=bootstrap))
    return "".join(lines)


def format_interval(number: int, edits: Edits, replications: int, bootstrap: KaldiBootstrap) -> str:
    """Return the line of one system, computed in single precision as by Kaldi."""
    flat = array("I", [count for pair in edits for count in pair])
    mean, width = bootstrap.interval(flat.tobytes(), replications)
    mean, width = round_to_float32(100 * mean), round_to_float32(100 * width)
    low, high = (format_percentage(round_to_float32(end)) for end in (mean - width, mean + width))
    return f"Set{number}: %WER {format_percentage(mean)} 95% Conf Interval [ {low}, {high} ]\n"


def format_improvement(first: Edits, second: Edits, *, replications: int, bootstrap: KaldiBootstrap) -> str:
    """Return the line that compares two systems."""
    differences = array("i", [one[0] - two[0] for one, two in zip(first, second, strict=True)])
    improved = bootstrap.improvements(differences.tobytes(), replications)
    share = round_to_float32(improved / replications) if replications else float("nan")
    return f"Probability of Set2 improving Set1: {format_percentage(round_to_float32(100 * share))}\n"
