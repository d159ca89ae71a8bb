"""What two files are, judged with both in view: formats, utterance IDs, and the columns that hold the texts.

One file alone cannot tell whether `alice hello` is an utterance ID and a word or two words. Two can: IDs are one set on
both sides, come once, and are not said. Where two readings are left that would give different scores, a note names the
guess, or the files are refused with the options that say which is meant.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.errors import EncodingError, ScoreError
from mondegreen.read import ending, format_and_place, is_parquet, parquet, read_as, shards, sniff
from mondegreen.read.both import as_hypothesis, as_reference, holds_both
from mondegreen.read.both import sides as both_sides
from mondegreen.read.matching import matched, refuse_second_text, with_notes
from mondegreen.read.openlines import OPEN, Lines, Opened, decided
from mondegreen.read.reading import Reading, Side
from mondegreen.read.recordings import by_name, recordings
from mondegreen.read.source import UTF8, is_utf8, label, load_lines

# Formats whose columns the user may choose among; one such table may hold both sides.
TABLES = ("csv", "tsv", "json", "jsonl", "nemo", parquet.NAME)


def systems(
    reference: Side,
    hypotheses: Sequence[Side],
    *,
    together: bool = True,
    prepared: Callable[[Corpus], Corpus] = lambda corpus: corpus,
) -> list[tuple[Corpus, Corpus]]:
    """The reference beside each system's hypothesis; with `together`, files of one recording each are one system.

    `prepared` is what is made of each side before they are matched.
    """
    ours, theirs = opened(reference), [opened(side) for side in hypotheses]
    ours = by_name(reference, ours, theirs[0], opened)
    theirs = [by_name(side, each, ours, opened) for side, each in zip(hypotheses, theirs, strict=True)]
    if together and (one := recordings(ours, theirs, hypotheses)) is not None:
        return [judged(ours, one, reference, hypotheses[0], prepared)]
    return [judged(ours, each, reference, side, prepared) for each, side in zip(theirs, hypotheses, strict=True)]


def judged(
    ours: Opened, theirs: Opened, reference: Side, hypothesis: Side, prepared: Callable[[Corpus], Corpus]
) -> tuple[Corpus, Corpus]:
    """Both sides as corpora whose IDs and texts are what is most probably meant, with notes where that is a guess."""
    left, right = map(prepared, decided(ours, theirs))
    left = left if reference.text else as_reference(left)
    if not hypothesis.text and right.format in (*TABLES, "leaderboard"):
        refuse_second_text(right)
    right = replace(as_hypothesis(right), keyed=right.keyed if len(right) else left.keyed)
    return matched(left, right, reference, hypothesis)


def opened(side: Side) -> Opened:
    """A file's corpus, or its lines where the other side must tell what they are."""
    try:
        lines = lines_of(side)
        if lines is not None:
            return replace(lines, notes=tuple(misread(side)))
        return with_notes(read_as(side.path, side.format, side.reading()), *misread(side))
    except EncodingError as error:
        raise ScoreError(f"{error.what} with --{side.kind}-encoding", path=error.path, line=error.line) from error


def misread(side: Side) -> Iterator[str]:
    """A note where an encoding that is given for both files can hardly be that of this one."""
    if side.encoding != UTF8 and is_utf8(format_and_place(side.path, None)[1]):
        what = f"is read as {side.encoding}, and its bytes are valid UTF-8; if that is what they are: "
        yield f"{side.path} {what}--{side.kind}-encoding utf-8"


def lines_of(side: Side) -> Lines | None:
    """The lines of files that are neither named nor known as another format."""
    wanted, place = format_and_place(side.path, side.format)
    if wanted is not None or side.key or side.text or os.path.isdir(place):  # noqa: PTH112 - `-` is no path
        return None
    files = shards.files(place)
    if any(is_parquet(file, None) for file in files):
        return None
    held = [load_lines(file, side.encoding) for file in files]
    if any(lines and not is_open(lines, file) for lines, file in zip(held, files, strict=True)):
        return None
    whole = held[0] if len(held) == 1 else [line for lines in held for line in lines]
    return Lines(side, label(place), whole) if whole else None


def is_open(lines: Sequence[str], path: str) -> bool:
    """Whether nothing but the other side tells whether these lines have IDs."""
    kind = sniff(lines, path)
    return kind.name in OPEN and ending(path) not in kind.suffixes


def alone(reference: Side, hypothesis: Side) -> list[tuple[Corpus, Corpus]]:
    """Both sides of each system that one file holds: a table with both columns, or what another toolkit leaves."""
    try:
        kind = table_kind(reference)
        if kind != "nemo" and kind in TABLES:
            return [of_table(reference, hypothesis, kind)]
        corpus = read_as(reference.path, reference.format, replace(reference.reading(), side="", text=hypothesis.text))
    except EncodingError as error:
        raise ScoreError(f"{error.what} with --encoding", path=error.path, line=error.line) from error
    if corpus.format == "nemo" and (reference.text or not holds_both(corpus)):
        return [of_table(reference, hypothesis, "jsonl")]
    ours, theirs = both_sides(corpus)
    if hypothesis.text:
        theirs = theirs[:1]
    return [(ours, each) for each in theirs]


def table_kind(side: Side) -> str | None:
    """The format of a file, or of the first of a pattern."""
    wanted, place = format_and_place(side.path, side.format)
    if os.path.isdir(place):  # noqa: PTH112 - `-` is no path
        return None
    file = shards.files(place)[0]
    if is_parquet(file, wanted):
        return parquet.NAME
    lines = [] if wanted else load_lines(file, side.encoding)
    return wanted or (sniff(lines, file).name if lines else None)


def of_table(reference: Side, hypothesis: Side, format: str) -> tuple[Corpus, Corpus]:
    """Both columns of a table, row by row."""
    both = Reading("", reference.encoding, reference.key, both=True, keyless=True)
    readings = [
        replace(both, side=side.kind, text=side.text, other=other.text)
        for side, other in ((reference, hypothesis), (hypothesis, reference))
    ]
    ours, theirs = (read_as(reference.path, format, each) for each in readings)
    if ours.texts is theirs.texts or not (columns := [name for name in ours.fields if name not in theirs.fields]):
        raise ScoreError(f'"{reference.text}" is both the reference and the hypothesis', path=ours.name)
    said = next(name for name in theirs.fields if name not in ours.fields)
    fields = {name: values for name, values in ours.fields.items() if name in theirs.fields}
    names = [f"{ours.name}:{each}" for each in (said, columns[0])]
    left, right = (
        replace(each, name=name, fields=fields, words=None) for each, name in zip((ours, theirs), names, strict=True)
    )
    if left.keyed and left.repeated():
        note = f"utterance IDs of {ours.name} come more than once, so its rows are paired as they stand"
        left, right = (
            replace(Corpus.by_position(each.texts, each.name), fields=fields, format=each.format, notes=each.notes)
            for each in (left, right)
        )
        left = with_notes(left, note)
    return left, replace(right, notes=())
