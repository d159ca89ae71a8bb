"""`compute-wer`: the word error rate and the sentence error rate of two transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.tables import TextReader, open_text_lookup

USAGE = """
Computes the word error rate between two transcripts, of words or of integers, and prints it.

Usage: compute-wer [options] <ref-rspecifier> <hyp-rspecifier>
E.g.: compute-wer --text --mode=present ark:data/test/text ark:hyp_text
See also: align-text, compute-wer-bootci"""
# The order in which each program prefers edit operations at ties, in the backtrace from the end. The totals of both
# agree, the counts of insertions, deletions and substitutions do not (Kaldi's issue 4798).
COMPUTE_WER_TIES, ALIGN_TEXT_TIES = "insertion deletion diagonal", "diagonal deletion insertion"
MODES = ("strict", "present", "all")
MODE = Option(
    "mode",
    "strict",
    'What a missing hypothesis is: an error ("strict"), nothing to score ("present"), or an empty one ("all")',
)


class ErrorCounts:
    """The errors of all utterances together."""

    def __init__(self, pairs: Sequence[tuple[bytes, bytes]], missing: int, ties: str) -> None:
        counts = count_errors([reference for reference, _ in pairs], [hypothesis for _, hypothesis in pairs], ties)
        matches, sub, ins, dele = (sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True))
        self.substitutions, self.insertions, self.deletions = sub, ins, dele
        self.errors = sub + ins + dele
        self.words = matches + sub + dele
        self.sentences = len(pairs)
        self.wrong_sentences = sum(count[1] + count[2] + count[3] > 0 for count in counts)
        self.missing = missing

    @property
    def wer(self) -> str:
        """The word error rate as Kaldi prints it."""
        return format_rate(self.errors, self.words)

    def format(self) -> str:
        parts = f"{self.insertions} ins, {self.deletions} del, {self.substitutions} sub"
        partial = " [PARTIAL]" if self.missing else ""
        wrong = self.wrong_sentences
        return (
            f"%WER {self.wer} [ {self.errors} / {self.words}, {parts} ]{partial}\n"
            f"%SER {format_rate(wrong, self.sentences)} [ {wrong} / {self.sentences} ]\n"
            f"Scored {self.sentences} sentences, {self.missing} not present in hyp.\n"
        )


@program(
    "compute-wer",
    USAGE,
    Option("text", default=False, purpose="Has no effect: all transcripts are read as text"),
    MODE,
    arguments=(2,),
)
def run(call: Call) -> int:
    """Print three lines; the mode says what an utterance without a hypothesis is."""
    compare_tables(call)
    return 0


def compare_tables(call: Call, ties: str = COMPUTE_WER_TIES) -> ErrorCounts:
    """Compare the two tables of a call, print what the program prints, and return the counts."""
    mode = get_mode(call)
    pairs: list[tuple[bytes, bytes]] = []
    missing = 0
    for key, reference, (hypothesis,) in pair_texts(call, [1]):
        if hypothesis is None and mode == "strict":
            raise KaldiError(f"No hypothesis for key {decode_bytes(key)} and strict mode specifier.")
        missing += hypothesis is None
        if hypothesis is not None or mode == "all":
            pairs.append((reference, hypothesis or b""))
    counts = ErrorCounts(pairs, missing, ties)
    call.stdout.write(counts.format().encode())
    return counts


def get_mode(call: Call) -> str:
    mode = call.text("mode")
    if mode not in MODES:
        raise KaldiError(f'--mode option invalid: expected "present"|"all"|"strict", got {mode}')
    return mode


def pair_texts(call: Call, others: Sequence[int]) -> Iterator[tuple[bytes, bytes, list[bytes | None]]]:
    """Yield each key and text of the first table, with what the tables of the other arguments have for it."""
    with TextReader(call.argument(0), call.stdin, call.console) as first, ExitStack() as stack:
        tables = [
            stack.enter_context(open_text_lookup(call.argument(index), call.stdin, call.console)) for index in others
        ]
        for key, reference in first:
            yield key, reference, [table.get(key) for table in tables]


def count_errors(
    references: Sequence[bytes], hypotheses: Sequence[bytes], ties: str = COMPUTE_WER_TIES
) -> list[tuple[int, int, int, int]]:
    """Return the matches, substitutions, insertions and deletions of each pair."""
    from mondegreen._core import Policy, align

    alignment = align(references, hypotheses, policy=Policy(ties=ties))
    flat = memoryview(bytes(alignment.counts)).cast("I").tolist()
    return list(zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True))


def format_rate(errors: int, total: int) -> str:
    """Format a percentage as Kaldi computes it, in single precision; an undefined one has a minus sign on x86."""
    if total == 0:
        return "inf" if errors else "-nan"
    return format_percentage(round_to_float32(100.0 * round_to_float32(errors) / round_to_float32(total)))


def format_percentage(value: float) -> str:
    return "-nan" if value != value else f"{value:.2f}"  # noqa: PLR0124 - only NaN differs from itself
