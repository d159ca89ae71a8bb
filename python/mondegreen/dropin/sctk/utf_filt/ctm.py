"""The formats of words: ctm with times of words, or with equal shares of the times of turns."""

import re
import sys
from collections.abc import Iterable, Iterator

from mondegreen.dropin.sctk.perl import number
from mondegreen.dropin.sctk.utf_filt.turn import GAP, IGNORED, Turn
from mondegreen.dropin.sctk.utf_filt.words import tokens

FRAGMENT = re.compile(rb"(-\S+|\S+-)$")
NAMES = rb"(?:ENAMEX|TIMEX|NUMEX)[^<>]*>$"
BEGINNING, ENDING = re.compile(rb"<" + NAMES, re.IGNORECASE), re.compile(rb"</" + NAMES, re.IGNORECASE)
# Where a word stands behind its times: before a tag, between two, behind one, or alone.
FORMS = (rb"(\S+<[^<>]+>)", rb"(<[^<>]+>\S+<[^<>]+>)", rb"(<[^<>]+>\S+)", rb"(.+$)")
WITH_TIMES = [re.compile(rb"(\d+\.\d+)\s+(\d+\.\d+)\s+" + form) for form in FORMS]


def shared(turns: Iterable[Turn]) -> Iterator[bytes]:
    """Words that share the time of their turn equally."""
    for turn in turns:
        if turn.text == IGNORED or turn.speaker == GAP:
            continue
        words = tagged(tokens(unparenthesised(turn.text)))
        if not words:
            sys.stdout.buffer.write(b"Warning: number of words is zero\n")
            continue
        start = number(turn.start)
        duration = (number(turn.end) - start) / len(words)
        for word in words:
            yield b"%b %b %.6f %.6f %b\n" % (turn.file, turn.column, start, duration, word)
            start += duration


def unparenthesised(text: bytes) -> bytes:
    """What may be left out counts as any other word."""
    return text.translate(None, b"()")


def tagged(parts: list[bytes]) -> list[bytes]:
    """The words without fragments, tags being part of the word behind or before them."""
    words = [part for part in parts if part.strip() and not FRAGMENT.match(part)]
    at = 0
    while at < len(words) - 1:
        if BEGINNING.match(words[at]):
            words[at] += words.pop(at + 1)
        elif ENDING.match(words[at]):
            # An end before all words goes to the last one, as Perl counts from the end below zero.
            ending = words.pop(at)
            words[at - 1] += ending
            at -= 1
        at += 1
    return words


def timed(turns: Iterable[Turn]) -> Iterator[bytes]:
    """Words with the times that stand before them."""
    for turn in turns:
        if turn.text == IGNORED:
            continue
        for part in turn.text.split(b"STIME="):
            text = unparenthesised(part).replace(b"ETIME=", b"")
            found = next(filter(None, (form.search(text) for form in WITH_TIMES)), None)
            if found:
                start, end = number(found[1]), number(found[2])
                yield b"%b %b %.6f %.6f %b\n" % (turn.file, turn.column, start, end - start, found[3])
