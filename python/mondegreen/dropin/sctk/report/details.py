"""What the reports in detail have in common: percentages, counts, and lists of words that were taken for others."""

from __future__ import annotations

from mondegreen.dropin.sctk.statistics import percent_of, round_figure

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System

Counts = tuple[int, int, int, int]

SUBSTITUTION_NOTE = b"""* NOTE: The 'Substitution' words are those reference words
        for which the recognizer supplied an incorrect word.

"""
RECOGNITION_NOTE = b"""* NOTE: The 'Falsely Recognized' words are those hypothesis words
        which the recognizer incorrectly substituted for a reference word.

"""


def share(part: float, whole: float) -> bytes:
    """A percentage."""
    return b"%5.1f%%" % round_figure(percent_of(part, whole), 1)


def of_words(part: int, words: int) -> bytes:
    """A percentage of the reference words, which there may be none of."""
    return share(part, words) if words > 0 else b"UNDEF%"


def sentences(system: System, utterances: list[int], wrong: int, *, newest: bool) -> bytes:
    """How many utterances have errors, and of which kind."""
    count = len(utterances)
    counts = [system.scored.counts(utterance) for utterance in utterances]
    substituted, deleted, inserted = (sum(each[place] > 0 for each in counts) for place in (1, 2, 3))
    line = b"   with %-32b%b   (%4d)\n"
    # The distributed versions misspell the first of the three.
    name = b"substitutions" if newest else b"substitions"
    return b"".join(
        [
            b"SENTENCE RECOGNITION PERFORMANCE\n\n",
            b" sentences                                        %4d\n" % count,
            b" with errors                            %b   (%4d)\n\n" % (share(wrong, count), wrong),
            line % (name, share(substituted, count), substituted),
            line % (b"deletions", share(deleted, count), deleted),
            line % (b"insertions", share(inserted, count), inserted),
        ]
    )


def words(counts: Counts) -> bytes:
    """How many words are right, and what is wrong with the others."""
    correct, substituted, deleted, inserted = counts
    count, errors = correct + substituted + deleted, substituted + deleted + inserted
    line = b"Percent %-18b=  %b   (%4d)\n"
    accuracy = b"%5.1f%%" % round_figure(100.0 - percent_of(errors, count), 1) if count > 0 else b"UNDEF%"
    return b"".join(
        [
            b"WORD RECOGNITION PERFORMANCE\n\n",
            line % (b"Total Error", of_words(errors, count), errors) + b"\n",
            line % (b"Correct", of_words(correct, count), correct) + b"\n",
            line % (b"Substitution", of_words(substituted, count), substituted),
            line % (b"Deletions", of_words(deleted, count), deleted),
            line % (b"Insertions", of_words(inserted, count), inserted),
            b"Percent Word Accuracy     =  %b\n\n\n" % accuracy,
            b"Ref. words                =           (%4d)\n" % count,
            b"Hyp. words                =           (%4d)\n" % (correct + substituted + inserted),
            b"Aligned words             =           (%4d)\n" % sum(counts),
        ]
    )


def lists(system: System, utterances: list[int]) -> bytes:
    """What was taken for what, and how often."""
    pairs, inserted, deleted, substituted, falsely = system.scored.confusions(utterances)
    joined = [(b"%b ==> %b" % (said, heard), count) for said, heard, count in pairs]
    return b"".join(
        [
            listed(b"CONFUSION PAIRS", joined) + b"\n",
            listed(b"INSERTIONS", inserted) + b"\n",
            listed(b"DELETIONS", deleted) + b"\n",
            listed(b"SUBSTITUTIONS", substituted) + b"\n" + SUBSTITUTION_NOTE,
            listed(b"FALSELY RECOGNIZED", falsely) + b"\n" + RECOGNITION_NOTE,
        ]
    )


def listed(title: bytes, entries: list[tuple[bytes, int]]) -> bytes:
    """A list, the most frequent first."""
    count = len(entries)
    head = b"\n%-30b   Total                 (%d)\n%-30b   With >=  1 occurrences (%d)\n\n" % (title, count, b"", count)
    lines = [b"%4d: %4d  ->  %b\n" % (place, times, text) for place, (text, times) in enumerate(entries, start=1)]
    return b"%b%b     -------\n     %5d\n\n" % (head, b"".join(lines), sum(times for _, times in entries))
