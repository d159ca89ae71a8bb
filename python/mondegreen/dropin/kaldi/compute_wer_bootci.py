"""`compute-wer-bootci`: how far a word error rate may be trusted, and whether one system is better than another."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.options import Call, Option, program, single
from mondegreen.dropin.kaldi.pairs import MODE, chosen_mode, counted, joined, shown

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._core import KaldiBootstrap

USAGE = """
Estimates a confidence interval of the word error rate by the bootstrap (Bisani and Ney, 2004), and with a second
hypothesis the probability that it is better than the first.

Usage: compute-wer-bootci [options] <ref-rspecifier> <hyp-rspecifier> [<hyp2-rspecifier>]
E.g.: compute-wer-bootci --mode=present ark:data/test/text ark:hyp_text
See also: compute-wer
"""


@program(
    "compute-wer-bootci",
    USAGE,
    MODE,
    Option("replications", 10_000, "How often the utterances are drawn anew"),
    arguments=(2, 3),
)
def run(call: Call) -> int:
    """Prints a line for each hypothesis, and for two one more."""
    mode = chosen_mode(call)
    if call.whole("replications") < 0:
        raise KaldiError(f"--replications must not be negative, got {call.whole('replications')}")
    systems = range(1, len(call.arguments))
    references: list[bytes] = []
    hypotheses: list[list[bytes]] = []
    for key, reference, texts in joined(call, systems):
        if None in texts and mode == "strict":
            raise missing(key, several=len(systems) > 1)
        if None not in texts or mode == "all":
            references.append(reference)
            hypotheses.append([text or b"" for text in texts])
    edits = [edits_of(references, [texts[system] for texts in hypotheses]) for system in range(len(systems))]
    call.stdout.write(report(edits, call.whole("replications")).encode())
    return 0


def missing(key: bytes, *, several: bool) -> KaldiError:
    """The error for an utterance that lacks a hypothesis."""
    what = "in both transcripts comparison is not possible." if several else "and strict mode specifier."
    where = "GetEditsDualHyp" if several else "GetEditsSingleHyp"
    return KaldiError(f"No hypothesis for key {printable(key)} {what}", where)


def edits_of(references: Sequence[bytes], hypotheses: Sequence[bytes]) -> list[tuple[int, int]]:
    """The errors and the reference words of each pair."""
    counts = counted(references, hypotheses)
    return [(sub + ins + dele, match + sub + dele) for match, sub, ins, dele in counts]


def report(systems: Sequence[Sequence[tuple[int, int]]], replications: int) -> str:
    """The lines for the edits of one or two systems."""
    from mondegreen._core import KaldiBootstrap

    bootstrap = KaldiBootstrap()
    lines = [interval(f"Set{number}", edits, replications, bootstrap) for number, edits in enumerate(systems, 1)]
    if len(systems) > 1:
        lines.append(improvement(*systems, replications=replications, bootstrap=bootstrap))
    return "".join(lines)


def interval(name: str, edits: Sequence[tuple[int, int]], replications: int, bootstrap: KaldiBootstrap) -> str:
    """The line of one system, computed in 32 bits as by Kaldi."""
    from array import array

    mean, width = bootstrap.interval(array("I", [number for pair in edits for number in pair]).tobytes(), replications)
    mean, width = single(100 * mean), single(100 * width)
    low, high = shown(single(mean - width)), shown(single(mean + width))
    return f"{name}: %WER {shown(mean)} 95% Conf Interval [ {low}, {high} ]\n"


def improvement(
    first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]], *, replications: int, bootstrap: KaldiBootstrap
) -> str:
    """The line that compares two systems."""
    from array import array

    differences = array("i", [one[0] - two[0] for one, two in zip(first, second, strict=True)])
    improved = bootstrap.improvements(differences.tobytes(), replications)
    share = single(improved / replications) if replications else float("nan")
    return f"Probability of Set2 improving Set1: {shown(single(100 * share))}\n"
