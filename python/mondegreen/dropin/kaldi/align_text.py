"""`align-text`: two transcripts word by word."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.pairs import ALIGN_TEXT, joined
from mondegreen.dropin.kaldi.tables import written

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

USAGE = """
Aligns two transcripts and writes the words of each utterance in pairs, reference first, with a symbol where one side
has no word and a separator between the pairs.

Usage: align-text [options] <ref-rspecifier> <hyp-rspecifier> <alignment-wspecifier>
E.g.: align-text --special-symbol='***' ark:data/test/text ark:hyp_text ark,t:alignment
See also: compute-wer
"""
INSERTION, DELETION = 2, 3


@program(
    "align-text",
    USAGE,
    Option("special-symbol", "<eps>", "What stands where one side has no word"),
    Option("separator", ";", "What stands between two pairs"),
    arguments=(3,),
)
def run(call: Call) -> int:
    """Writes a line for each utterance that both transcripts have."""
    symbol, separator = (call.text(name).encode("utf-8", "surrogateescape") for name in ("special-symbol", "separator"))
    found: list[tuple[bytes, bytes, bytes]] = []
    failed = 0
    failure = None
    with written(call.argument(2), call.stdout) as table:
        try:
            for key, reference, (hypothesis,) in joined(call, [1]):
                if hypothesis is None:
                    what = f"Key {printable(key)} is in {call.argument(0)}, but not in {call.argument(1)}"
                    call.console.warn(what)
                    failed += 1
                else:
                    refuse_odd_words(key, reference, hypothesis, symbol)
                    found.append((key, reference, hypothesis))
        except KaldiError as error:
            failure = error  # what came before it is written all the same
        for (key, _, _), words in zip(found, aligned(found, symbol, separator), strict=True):
            table.write(key, words)
    if failure:
        raise failure
    call.console.log(f"Done {len(found)} sentences, failed for {failed}")
    return 0 if found else 1


def refuse_odd_words(key: bytes, reference: bytes, hypothesis: bytes, symbol: bytes) -> None:
    """Refuses the words of an utterance that would make the output unreadable."""
    for side, text in (("text1", reference), ("text2", hypothesis)):
        words = text.split()
        if any(map(is_unprintable, words)):
            what = "contains unprintable characters. That means there is a problem with the text (such as incorrect"
            raise KaldiError(f"In {side}, the utterance {printable(key)} {what} encoding).")
        if symbol in words:
            what = f"contains the special symbol '{printable(symbol)}'. This is not allowed."
            raise KaldiError(f"In {side}, the utterance {printable(key)} {what}")


def is_unprintable(word: bytes) -> bool:
    """Whether a word holds a control character or the byte 0xFF: what is not ASCII is not looked at otherwise."""
    return any(byte < 0x20 or byte in (0x7F, 0xFF) for byte in word)


def aligned(
    utterances: Sequence[tuple[bytes, bytes, bytes]], symbol: bytes, separator: bytes
) -> Iterator[Iterator[bytes]]:
    """The words of each alignment, in the order in which they are written."""
    from mondegreen._core import Policy, align

    policy = Policy(ties=ALIGN_TEXT)
    alignment = align([text for _, text, _ in utterances], [text for _, _, text in utterances], policy=policy)
    steps, ends = bytes(alignment.steps), memoryview(bytes(alignment.offsets)).cast("Q").tolist()
    for place, (_, reference, hypothesis) in enumerate(utterances):
        yield paired(steps[ends[place] : ends[place + 1]], reference, hypothesis, symbol, separator)


def paired(steps: bytes, reference: bytes, hypothesis: bytes, symbol: bytes, separator: bytes) -> Iterator[bytes]:
    """Both words of each step, and the separator between steps."""
    references, hypotheses = iter(reference.split()), iter(hypothesis.split())
    for place, step in enumerate(steps):
        if place:
            yield separator
        yield symbol if step == INSERTION else next(references)
        yield symbol if step == DELETION else next(hypotheses)
