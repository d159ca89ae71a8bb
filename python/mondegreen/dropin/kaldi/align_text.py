"""`align-text`: the alignment of two transcripts, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes, encode_text, program
from mondegreen.dropin.kaldi.compute_wer import ALIGN_TEXT_TIES, pair_texts
from mondegreen.dropin.kaldi.writers import open_text_writer

Utterance = tuple[bytes, bytes, bytes]

USAGE = """
Aligns two transcripts and writes the words of each utterance in pairs, reference first, with a symbol where one side
has no word and a separator between the pairs.

Usage: align-text [options] <ref-rspecifier> <hyp-rspecifier> <alignment-wspecifier>
E.g.: align-text --special-symbol='***' ark:data/test/text ark:hyp_text ark,t:alignment
See also: compute-wer"""
INSERTION, DELETION = 2, 3


@program(
    "align-text",
    USAGE,
    Option("special-symbol", "<eps>", "What stands where one side has no word"),
    Option("separator", ";", "What stands between two pairs"),
    arguments=(3,),
)
def run(call: Call) -> int:
    """Write a line for each utterance that both transcripts have."""
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
    from mondegreen._core import Policy, align

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
