"""sclite's reports that are no tables: alignments (`pra`, `prf`), utterances (`snt`), details (`dtl`, `spk`)."""

from collections.abc import Iterator, Sequence
from heapq import merge

from mondegreen.dropin.sctk.statistics import percent_of, round_figure
from mondegreen.dropin.sctk.system import ALL_ATTRIBUTES, CASE_SENSITIVE, System

PRA_HEAD = b"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   %b\n"
# sclite looks for the least number below this one.
NO_SEQUENCE = 999_999
SNT_WIDTH = 120
SNT_HEAD = b"%b\n\n                     SENTENCE LEVEL REPORT FOR THE SYSTEM:\n    Name: %b\n\n%b\n\n\nSPEAKER %b\n"
SUBSTITUTION_NOTE = b"""* NOTE: The 'Substitution' words are those reference words
        for which the recognizer supplied an incorrect word.

"""
RECOGNITION_NOTE = b"""* NOTE: The 'Falsely Recognized' words are those hypothesis words
        which the recognizer incorrectly substituted for a reference word.

"""


def format_pra(system: System, width: int) -> Iterator[bytes]:
    """`-o pra`: the alignments by speaker, part by part."""
    yield PRA_HEAD % system.title
    yield b"\n" + format_speakers(system)
    yield from format_by_speaker(system, width, CASE_SENSITIVE)
    yield b"\n"


def format_by_speaker(system: System, width: int, attributes: int) -> Iterator[bytes]:
    for number, name in enumerate(system.scored.speakers()):
        utterances = system.scored.utterances(number)
        yield b"Speaker sentences%4d:  %b   #utts: %d\n" % (number, name, len(utterances))
        yield system.scored.show(utterances, width, attributes)


def format_prf(system: System, width: int) -> Iterator[bytes]:
    """`-o prf`: the alignments in the order in which they were made, with all that is known, part by part."""
    yield b"NIST_TEXT_ALIGNMENT\nVERSION 0.1\n" + PRA_HEAD % system.title
    known = (
        (b"Ref file:      %b\n", system.reference),
        (b"Hyp file:      %b\n", system.hypothesis),
        (b'Creation date: "%b"\n', system.created),
        (b'Word Weight Aligned by file: "%b"\n', system.weights),
    )
    yield from (line % text for line, text in known if text is not None)
    yield b"Fragment Correct Flag Set\n" if system.fragments else b""
    yield b"Optionally Deletable Flag Set\n" if system.optional else b""
    yield b"\nSpeaker Count: %d\n" % len(system.scored.speakers()) + format_speakers(system)
    if system.labels or system.categories:
        yield b"Utterance Label definitions:\n" + format_definitions(system)
    yield b"\n"
    if not len(system.scored):
        yield b"No utterances found\n"
        return
    yield from format_in_sequence(system, width)
    yield b"\n"


def format_speakers(system: System) -> bytes:
    names = (b"   %2d:  %b\n" % pair for pair in enumerate(system.scored.speakers()))
    return b"Speakers: \n" + b"".join(names) + b"\n"


def format_definitions(system: System) -> bytes:
    line = b'    %b: id: "%b" title: "%b" description: "%b"\n'
    kinds = ((b"Category", system.categories), (b"Label", system.labels))
    return b"".join(line % (kind, *label) for kind, labels in kinds for label in labels)


def format_in_sequence(system: System, width: int) -> Iterator[bytes]:
    """The utterances by their sequence numbers if the first has one, else by speaker."""
    scored = system.scored
    names, utterances = scored.speakers(), [scored.utterances(number) for number in range(len(scored.speakers()))]
    first = next(own[0] for own in utterances if own)
    if scored.header(first)[4] < 0:
        yield from format_by_speaker(system, width, ALL_ATTRIBUTES)
        return
    # sclite takes again and again the speaker whose next utterance has the least number.
    queues = (
        [(scored.header(utterance)[4], number, index) for index, utterance in enumerate(own)]
        for number, own in enumerate(utterances)
    )
    for sequence, number, index in merge(*queues):
        if sequence >= NO_SEQUENCE:
            return
        count = len(utterances[number])
        yield b"Speaker sentences%4d:  %b   utt# %d of %d\n" % (number, names[number], index, count)
        yield scored.show([utterances[number][index]], width, ALL_ATTRIBUTES)


def format_snt(system: System, speaker: int) -> Iterator[bytes]:
    """`-o snt`: each utterance of a speaker with its counts, part by part."""
    scored = system.scored
    yield SNT_HEAD % (b"=" * 79, system.title, b"=" * 79, scored.speakers()[speaker])
    totals: tuple[int, ...] = (0, 0, 0, 0)
    for utterance in scored.utterances(speaker):
        counts = scored.counts(utterance)
        totals = tuple(total + count for total, count in zip(totals, counts, strict=True))
        yield scored.show([utterance], SNT_WIDTH, ALL_ATTRIBUTES)
        yield format_counts(counts, totals)
        yield b"-" * 79 + b"\n\n"


def format_counts(counts: tuple[int, ...], totals: tuple[int, ...]) -> bytes:
    """The counts of an utterance, and in parentheses those of the speaker so far."""
    words, errors = sum(counts[:3]), sum(counts[1:])
    rate = b"%-22b=  %b   %2d   (%3d)\n"
    count = b"%-22b=           %2d   (%3d)\n"
    names = (b"Correct", b"Substitutions", b"Deletions", b"Insertions")
    rows = zip(names, counts, totals, strict=True)
    text = b"".join(rate % (name, format_word_rate(part, words), part, total) for name, part, total in rows)
    text += b"\n" + rate % (b"Errors", format_word_rate(errors, words), errors, sum(totals[1:]))
    text += b"\n" + count % (b"Ref. words", words, sum(totals[:3]))
    text += count % (b"Hyp. words", *(each[0] + each[1] + each[3] for each in (counts, totals)))
    return text + count % (b"Aligned words", sum(counts), sum(totals)) + b"\n"


def format_dtl(system: System, *, newest: bool) -> Iterator[bytes]:
    """`-o dtl`: the system in detail; `newest` is the wording of the newest version."""
    yield b"DETAILED OVERALL REPORT FOR THE SYSTEM: %b\n\n" % system.title
    yield from format_details(system, range(len(system.scored.speakers())), newest=newest)


def format_spk(system: System, speaker: int, *, newest: bool) -> Iterator[bytes]:
    """`-o spk`: a speaker in detail."""
    yield b"SCORING FOR SPEAKER: %b\n     of %b\n\n" % (system.scored.speakers()[speaker], system.title)
    yield from format_details(system, [speaker], newest=newest)


def format_details(system: System, speakers: Sequence[int], *, newest: bool) -> Iterator[bytes]:
    """The utterances and words of some speakers, and which words were confused."""
    utterances = [utterance for speaker in speakers for utterance in system.scored.utterances(speaker)]
    counts = list(map(system.scored.counts, utterances))
    yield format_sentences(system, utterances, sum(any(each[1:]) for each in counts), newest=newest)
    yield format_words([sum(each[index] for each in counts) for index in range(4)])
    yield format_confusions(system, utterances)


def format_rate(part: float, total: float) -> bytes:
    return b"%5.1f%%" % round_figure(percent_of(part, total), 1)


def format_word_rate(part: int, words: int) -> bytes:
    """A percentage of the reference words, which there may be none of."""
    return format_rate(part, words) if words > 0 else b"UNDEF%"


def format_sentences(system: System, utterances: list[int], wrong: int, *, newest: bool) -> bytes:
    """How many utterances have errors, and of which kind."""
    count = len(utterances)
    counts = [system.scored.counts(utterance) for utterance in utterances]
    substituted, deleted, inserted = (sum(each[index] > 0 for each in counts) for index in (1, 2, 3))
    # sclite misspells the first of the three before 2.4.12.
    first = b"substitutions" if newest else b"substitions"
    kinds = ((first, substituted), (b"deletions", deleted), (b"insertions", inserted))
    lines = [b"   with %-32b%b   (%4d)\n" % (name, format_rate(part, count), part) for name, part in kinds]
    text = b"SENTENCE RECOGNITION PERFORMANCE\n\n sentences%44d\n" % count
    text += b" with errors                            %b   (%4d)\n\n" % (format_rate(wrong, count), wrong)
    return text + b"".join(lines) + b"\n\n"


def format_words(counts: Sequence[int]) -> bytes:
    """How many words are right, and what is wrong with the others."""
    correct, substituted, deleted, inserted = counts
    count, errors = correct + substituted + deleted, substituted + deleted + inserted
    names = (b"Total Error", b"Correct", b"Substitution", b"Deletions", b"Insertions")
    text = b"WORD RECOGNITION PERFORMANCE\n\n"
    for name, part in zip(names, (errors, *counts), strict=True):
        text += b"Percent %-18b=  %b   (%4d)\n" % (name, format_word_rate(part, count), part)
        text += b"\n" if name in {b"Total Error", b"Correct"} else b""
    accuracy = b"%5.1f%%" % round_figure(100.0 - percent_of(errors, count), 1) if count > 0 else b"UNDEF%"
    text += b"Percent Word Accuracy     =  %b\n\n\n" % accuracy
    sizes = {b"Ref.": count, b"Hyp.": correct + substituted + inserted, b"Aligned": sum(counts)}
    return text + b"".join(b"%-26b=           (%4d)\n" % (side + b" words", size) for side, size in sizes.items())


def format_confusions(system: System, utterances: list[int]) -> bytes:
    """Confusion pairs, insertions, deletions and substitutions with their counts."""
    pairs, inserted, deleted, substituted, falsely = system.scored.confusions(utterances)
    confused = [(b"%b ==> %b" % (reference, hypothesis), count) for reference, hypothesis, count in pairs]
    rankings = (
        (b"CONFUSION PAIRS", confused, b""),
        (b"INSERTIONS", inserted, b""),
        (b"DELETIONS", deleted, b""),
        (b"SUBSTITUTIONS", substituted, SUBSTITUTION_NOTE),
        (b"FALSELY RECOGNIZED", falsely, RECOGNITION_NOTE),
    )
    return b"".join(format_ranking(title, entries) + b"\n" + note for title, entries, note in rankings)


def format_ranking(title: bytes, entries: list[tuple[bytes, int]]) -> bytes:
    count = len(entries)
    head = b"\n%-30b   Total                 (%d)\n%-30b   With >=  1 occurrences (%d)\n\n" % (title, count, b"", count)
    lines = [b"%4d: %4d  ->  %b\n" % (rank, times, text) for rank, (text, times) in enumerate(entries, start=1)]
    return b"%b%b     -------\n     %5d\n\n" % (head, b"".join(lines), sum(times for _, times in entries))
