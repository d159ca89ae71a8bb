"""`-o snt`: each utterance of a speaker with its counts."""

from __future__ import annotations

from mondegreen.dropin.sctk import attributes
from mondegreen.dropin.sctk.report.details import of_words

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.dropin.sctk.system import System

WIDTH = 120
RULE = b"=" * 79
HEAD = b"%b\n\n                     SENTENCE LEVEL REPORT FOR THE SYSTEM:\n    Name: %b\n\n%b\n\n\nSPEAKER %b\n"


def report(system: System, speaker: int) -> Iterator[bytes]:
    """The whole report of that speaker, part by part."""
    scored = system.scored
    yield HEAD % (RULE, system.title, RULE, scored.speakers()[speaker])
    totals: tuple[int, ...] = (0, 0, 0, 0)
    for utterance in scored.utterances(speaker):
        counts = scored.counts(utterance)
        totals = tuple(total + count for total, count in zip(totals, counts, strict=True))
        yield scored.show([utterance], WIDTH, attributes.ALL)
        yield figures(counts, totals)
        yield b"-" * 79 + b"\n\n"


def figures(counts: tuple[int, ...], totals: tuple[int, ...]) -> bytes:
    """The counts of an utterance, and in parentheses those of the speaker so far."""
    words = sum(counts[:3])
    rate = b"%-22b=  %b   %2d   (%3d)\n"
    count = b"%-22b=           %2d   (%3d)\n"
    names = (b"Correct", b"Substitutions", b"Deletions", b"Insertions")
    rows = zip(names, counts, totals, strict=True)
    lines = [rate % (name, of_words(part, words), part, total) for name, part, total in rows]
    errors, all_errors = sum(counts[1:]), sum(totals[1:])
    heard, all_heard = counts[0] + counts[1] + counts[3], totals[0] + totals[1] + totals[3]
    return b"".join(
        [
            *lines,
            b"\n" + rate % (b"Errors", of_words(errors, words), errors, all_errors),
            b"\n" + count % (b"Ref. words", words, sum(totals[:3])),
            count % (b"Hyp. words", heard, all_heard),
            count % (b"Aligned words", sum(counts), sum(totals)) + b"\n",
        ]
    )
