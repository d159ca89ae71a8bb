"""What two files are, judged with both in view: formats, utterance IDs, and the columns that hold the texts.

One file alone cannot tell whether `alice hello` is an utterance ID and a word or two words. Two can: IDs are one set on
both sides, come once, and are not said. Where two readings are left that would give different scores, a note names the
guess, or the files are refused with the options that say which is meant.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import EncodingError, ScoreError
from mondegreen.read import FORMATS, ending, format_and_place, loaded, parquet, read_loaded, sniff
from mondegreen.read.both import as_hypothesis, as_reference, holds_both
from mondegreen.read.both import sides as both_sides
from mondegreen.read.ids import id_format
from mondegreen.read.matching import matched, refuse_second_text, with_notes
from mondegreen.read.openlines import OPEN, Lines, Opened, decided
from mondegreen.read.reading import Reading, Side
from mondegreen.read.recordings import by_name, recordings
from mondegreen.read.source import UTF8, is_utf8, label, without_prefix
from mondegreen.registry import load

# Formats whose columns the user may choose among; one such table may hold both sides.
TABLES = ("csv", "tsv", "json", "jsonl", "nemo", parquet.NAME)

Loaded = list[tuple[str, Strings]] | None


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
    refuse_idle_key(reference, [ours, *theirs])
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


def refuse_idle_key(side: Side, found: Sequence[Opened]) -> None:
    """Refuses a column of IDs where no file has columns; a file without any may stand beside a table."""
    tables = (isinstance(each, Corpus) and (each.format in TABLES or is_tabular(each.format)) for each in found)
    if side.key and not any(tables):
        form = found[0].format if isinstance(found[0], Corpus) else id_format(found[0].lines) or "lines"
        raise ScoreError(f"is read as {form}, which has no columns to choose from", path=found[0].name)


def is_tabular(format: str) -> bool:
    """Whether a format has columns."""
    return format in FORMATS and bool(load(FORMATS[format]).tabular)


def opened(side: Side) -> Opened:
    """A file's corpus, or its lines where the other side must tell what they are."""
    try:
        held = loaded(side.path, side.format, side.encoding)
        notes = tuple(misread(side))
        if held and not (side.format or side.text) and all(is_open(*each) for each in held):
            parts = [lines for _, lines in held]
            whole = parts[0] if len(parts) == 1 else [line for lines in parts for line in lines]
            return Lines(side, label(format_and_place(side.path, None)[1]), whole, notes)
        return with_notes(read_loaded(side.path, side.format, side.reading(), held), *notes)
    except EncodingError as error:
        raise ScoreError(f"{error.what} with --{side.kind}-encoding", path=error.path, line=error.line) from error


def misread(side: Side) -> Iterator[str]:
    """A note where an encoding that is given for both files can hardly be that of this one."""
    if side.encoding != UTF8 and is_utf8(format_and_place(side.path, None)[1]):
        what = f"is read as {side.encoding}, and its bytes are valid UTF-8; if that is what they are: "
        yield f"{side.path} {what}--{side.kind}-encoding utf-8"


def is_open(path: str, lines: Sequence[str]) -> bool:
    """Whether nothing but the other side tells whether these lines have IDs."""
    if not lines or without_prefix(path)[0]:
        return False
    kind = sniff(lines, path)
    return kind.name in OPEN and ending(path) not in kind.suffixes


def alone(reference: Side, hypothesis: Side) -> list[tuple[Corpus, Corpus]]:
    """Both sides of each system that one file holds: a table with both columns, or what another toolkit leaves."""
    try:
        held = loaded(reference.path, reference.format, reference.encoding)
        kind = kind_of(reference, held)
        if kind != "nemo" and kind in TABLES:
            return [by_row(*of_table(reference, hypothesis, kind, held))]
        reading = replace(reference.reading(), side="", text=hypothesis.text)
        corpus = read_loaded(reference.path, reference.format, reading, held)
    except EncodingError as error:
        raise ScoreError(f"{error.what} with --encoding", path=error.path, line=error.line) from error
    if corpus.format == "nemo" and (reference.text or not holds_both(corpus)):
        return [by_row(*of_table(reference, hypothesis, "jsonl", held))]
    ours, theirs = both_sides(corpus)
    return [by_row(ours, each) for each in (theirs[:1] if hypothesis.text else theirs)]


def kind_of(side: Side, held: Loaded) -> str | None:
    """The format of a file, or of the first of several; nothing of a directory and of an empty file."""
    wanted, place = format_and_place(side.path, side.format)
    if held is None:
        return None if os.path.isdir(place) else parquet.NAME  # noqa: PTH112 - `-` is no path
    file, lines = held[0]
    return wanted or (sniff(lines, file).name if lines else None)


def of_table(reference: Side, hypothesis: Side, format: str, held: Loaded) -> tuple[Corpus, Corpus]:
    """Both columns of a table, row by row."""
    both = Reading("", reference.encoding, reference.key, both=True, keyless=True)
    readings = [
        replace(both, side=side.kind, text=side.text, other=other.text)
        for side, other in ((reference, hypothesis), (hypothesis, reference))
    ]
    ours, theirs = (read_loaded(reference.path, format, each, held) for each in readings)
    if ours.texts is theirs.texts or not (columns := [name for name in ours.fields if name not in theirs.fields]):
        raise ScoreError(f'"{reference.text}" is both the reference and the hypothesis', path=ours.name)
    said = next(name for name in theirs.fields if name not in ours.fields)
    fields = {name: values for name, values in ours.fields.items() if name in theirs.fields}
    names = [f"{ours.name}:{each}" for each in (said, columns[0])]
    left, right = (
        replace(each, name=name, fields=fields, words=None) for each, name in zip((ours, theirs), names, strict=True)
    )
    return left, replace(right, notes=())


def by_row(ours: Corpus, theirs: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides of a file, row by row where IDs come more than once."""
    if not (ours.keyed and ours.repeated()):
        return ours, theirs
    note = f"utterance IDs of {ours.name} come more than once, so its rows are paired as they stand"
    left, right = (
        replace(each, keys=[str(at) for at in range(1, len(each) + 1)], keyed=False) for each in (ours, theirs)
    )
    return left, with_notes(right, note)
