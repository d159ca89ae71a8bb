"""Kaldi's programs on transcripts: `compute-wer`, `align-text`, and `compute-wer-bootci`.

The last is the bootstrap of Bisani and Ney (2004): utterances are resampled with replacement, as many times as there
are replications, with the random numbers of C's library; O(utterances x replications).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from mondegreen._core import KaldiBootstrap, Policy, align
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float, round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes, encode_text, program
from mondegreen.dropin.kaldi.tables import TextReader, open_text_lookup
from mondegreen.dropin.kaldi.writers import open_text_writer

Utterance = tuple[bytes, bytes, bytes]
# The errors and the reference words of each utterance.
Edits = Sequence[tuple[int, int]]

# The order in which each program prefers edit operations at ties, in the backtrace from the end. The totals of both
# agree, the counts of insertions, deletions and substitutions do not (Kaldi's issue 4798).
COMPUTE_WER_TIES, ALIGN_TEXT_TIES = "insertion deletion diagonal", "diagonal deletion insertion"
MODES = ("strict", "present", "all")
MODE = Option(
    "mode",
    "strict",
    'What a missing hypothesis is: an error ("strict"), nothing to score ("present"), or an empty one ("all")',
)
# Of edit operations, as the core numbers them.
INSERTION, DELETION = 2, 3


class ErrorCounts:
    """The errors of all utterances together."""

    def __init__(self, references: Sequence[bytes], hypotheses: Sequence[bytes], missing: int, ties: str) -> None:
        counts = count_errors(references, hypotheses, ties)
        matches, sub, ins, dele = (sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True))
        self.substitutions, self.insertions, self.deletions = sub, ins, dele
        self.errors = sub + ins + dele
        self.words = matches + sub + dele
        self.sentences = len(references)
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
    """
Computes the word error rate between two transcripts, of words or of integers, and prints it.

Usage: compute-wer [options] <ref-rspecifier> <hyp-rspecifier>
E.g.: compute-wer --text --mode=present ark:data/test/text ark:hyp_text
See also: align-text, compute-wer-bootci""",
    Option("text", default=False, purpose="Has no effect: all transcripts are read as text"),
    MODE,
    arguments=(2,),
)
def compute_wer(call: Call) -> int:
    compare_tables(call)
    return 0


def compare_tables(call: Call, ties: str = COMPUTE_WER_TIES) -> ErrorCounts:
    """Compare the two tables of a call, print what the program prints, and return the counts."""
    references, (hypotheses,), missing = read_pairs(call)
    counts = ErrorCounts(references, hypotheses, missing, ties)
    call.stdout.write(counts.format().encode())
    return counts


def read_pairs(
    call: Call, what: str = "and strict mode specifier.", where: str = "main"
) -> tuple[list[bytes], list[list[bytes]], int]:
    """Return the references, the hypotheses of each system, and how many were missing, treated by the mode."""
    mode = call.text("mode")
    if mode not in MODES:
        raise KaldiError(f'--mode option invalid: expected "present"|"all"|"strict", got {mode}')
    references: list[bytes] = []
    hypotheses: list[list[bytes]] = [[] for _ in call.arguments[1:]]
    missing = 0
    for key, reference, texts in pair_texts(call, range(1, len(call.arguments))):
        is_missing = None in texts
        if is_missing and mode == "strict":
            raise KaldiError(f"No hypothesis for key {decode_bytes(key)} {what}", where)
        missing += is_missing
        if not is_missing or mode == "all":
            references.append(reference)
            for own, text in zip(hypotheses, texts, strict=True):
                own.append(text or b"")
    return references, hypotheses, missing


def pair_texts(call: Call, others: Sequence[int]) -> Iterator[tuple[bytes, bytes, list[bytes | None]]]:
    """Yield each key and text of the first table, with what the tables of the other arguments have for it."""
    with TextReader(call.argument(0), call.stdin, call.console) as first, ExitStack() as stack:
        lookups = (open_text_lookup(call.argument(index), call.stdin, call.console) for index in others)
        tables = [stack.enter_context(lookup) for lookup in lookups]
        for key, reference in first:
            yield key, reference, [table.get(key) for table in tables]


def count_errors(
    references: Sequence[bytes], hypotheses: Sequence[bytes], ties: str = COMPUTE_WER_TIES
) -> list[tuple[int, int, int, int]]:
    """Return the matches, substitutions, insertions and deletions of each pair."""
    alignment = align(references, hypotheses, policy=Policy(ties=ties))
    flat = memoryview(bytes(alignment.counts)).cast("I").tolist()
    return list(zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True))


def format_rate(errors: int, total: int) -> str:
    """Format a percentage as Kaldi computes it, in single precision."""
    rate = divide_as_c(100.0 * round_to_float32(errors), round_to_float32(total))
    return format_percentage(round_to_float32(rate))


def format_percentage(value: float) -> str:
    return format_c_float(b"%.2f", value).decode()


@program(
    "align-text",
    """
Aligns two transcripts and writes the words of each utterance in pairs, reference first, with a symbol where one side
has no word and a separator between the pairs.

Usage: align-text [options] <ref-rspecifier> <hyp-rspecifier> <alignment-wspecifier>
E.g.: align-text --special-symbol='***' ark:data/test/text ark:hyp_text ark,t:alignment
See also: compute-wer""",
    Option("special-symbol", "<eps>", "What stands where one side has no word"),
    Option("separator", ";", "What stands between two pairs"),
    arguments=(3,),
)
def align_text(call: Call) -> int:
    """Align two transcripts and write the words of each utterance in pairs, the reference first."""
    symbol, separator = (encode_text(call.text(name)) for name in ("special-symbol", "separator"))
    utterances: list[Utterance] = []
    missing = 0
    failure = None
    with open_text_writer(call, call.argument(2)) as writer:
        try:
            for key, reference, (hypothesis,) in pair_texts(call, [1]):
                if hypothesis is None:
                    what = f"Key {decode_bytes(key)} is in {call.argument(0)}, but not in {call.argument(1)}"
                    call.console.warn(what)
                    missing += 1
                else:
                    check_words(key, reference, hypothesis, symbol)
                    utterances.append((key, reference, hypothesis))
        except KaldiError as error:
            failure = error  # what came before it is written all the same
        for (key, _, _), words in zip(utterances, align_utterances(utterances, symbol, separator), strict=True):
            writer.write(key, words)
    if failure:
        raise failure
    call.console.log(f"Done {len(utterances)} sentences, failed for {missing}")
    return 0 if utterances else 1


def check_words(key: bytes, reference: bytes, hypothesis: bytes, symbol: bytes) -> None:
    """Refuse words that would make the output unreadable."""
    for side, text in (("text1", reference), ("text2", hypothesis)):
        words = text.split()
        if any(map(is_unprintable, words)):
            what = "contains unprintable characters. That means there is a problem with the text (such as incorrect"
            raise KaldiError(f"In {side}, the utterance {decode_bytes(key)} {what} encoding).")
        if symbol in words:
            what = f"contains the special symbol '{decode_bytes(symbol)}'. This is not allowed."
            raise KaldiError(f"In {side}, the utterance {decode_bytes(key)} {what}")


def is_unprintable(word: bytes) -> bool:
    """Return whether a word has a control character or the byte 0xFF; Kaldi looks at nothing else beyond ASCII."""
    return any(byte < 0x20 or byte in (0x7F, 0xFF) for byte in word)


def align_utterances(utterances: Sequence[Utterance], symbol: bytes, separator: bytes) -> Iterator[Iterator[bytes]]:
    """Yield the words of each alignment, in the order in which they are written."""
    references, hypotheses = ([utterance[side] for utterance in utterances] for side in (1, 2))
    alignment = align(references, hypotheses, policy=Policy(ties=ALIGN_TEXT_TIES))
    steps, ends = bytes(alignment.steps), memoryview(bytes(alignment.offsets)).cast("Q").tolist()
    for index, (_, reference, hypothesis) in enumerate(utterances):
        yield iterate_pairs(steps[ends[index] : ends[index + 1]], reference, hypothesis, symbol, separator)


def iterate_pairs(
    steps: bytes, reference: bytes, hypothesis: bytes, symbol: bytes, separator: bytes
) -> Iterator[bytes]:
    """Yield both words of each edit operation, and a separator between two."""
    references, hypotheses = iter(reference.split()), iter(hypothesis.split())
    for index, step in enumerate(steps):
        if index:
            yield separator
        yield symbol if step == INSERTION else next(references)
        yield symbol if step == DELETION else next(hypotheses)


@program(
    "compute-wer-bootci",
    """
Estimates a confidence interval of the word error rate by the bootstrap (Bisani and Ney, 2004), and with a second
hypothesis the probability that it is better than the first.

Usage: compute-wer-bootci [options] <ref-rspecifier> <hyp-rspecifier> [<hyp2-rspecifier>]
E.g.: compute-wer-bootci --mode=present ark:data/test/text ark:hyp_text
See also: compute-wer""",
    MODE,
    Option("replications", 10_000, "How often the utterances are drawn anew"),
    arguments=(2, 3),
)
def compute_wer_bootci(call: Call) -> int:
    """Estimate a confidence interval of the word error rate by the bootstrap, for one system or two."""
    replications = call.integer("replications")
    if replications < 0:
        raise KaldiError(f"--replications must not be negative, got {replications}")
    if len(call.arguments) > 2:
        references, systems, _ = read_pairs(call, "in both transcripts comparison is not possible.", "GetEditsDualHyp")
    else:
        references, systems, _ = read_pairs(call, where="GetEditsSingleHyp")
    call.stdout.write(format_report([count_edits(references, one) for one in systems], replications).encode())
    return 0


def count_edits(references: Sequence[bytes], hypotheses: Sequence[bytes]) -> Edits:
    counts = count_errors(references, hypotheses)
    return [(sub + ins + dele, match + sub + dele) for match, sub, ins, dele in counts]


def format_report(systems: Sequence[Edits], replications: int) -> str:
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
    differences = array("i", [one[0] - two[0] for one, two in zip(first, second, strict=True)])
    improved = bootstrap.improvements(differences.tobytes(), replications)
    share = round_to_float32(improved / replications) if replications else float("nan")
    return f"Probability of Set2 improving Set1: {format_percentage(round_to_float32(100 * share))}\n"
