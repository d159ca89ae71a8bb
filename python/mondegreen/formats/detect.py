"""What two files are, judged with both in view: formats, utterance IDs, and the columns that hold the texts.

One file alone cannot tell whether `alice hello` is an utterance ID and a word or two words. Two can: IDs are one set on
both sides, come once, and are not said. Where two readings are left that would give different scores, a note names the
guess, or the files are refused with the options that say which is meant.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from os.path import commonprefix
from pathlib import Path

from mondegreen.corpus import Corpus
from mondegreen.errors import EncodingError, ScoreError
from mondegreen.formats import (
    FORMATS,
    LoadedFile,
    format_of,
    get_suffix,
    load_files,
    parquet,
    parse_files,
    split_prefix,
)
from mondegreen.formats.directory import get_stem, join_directory
from mondegreen.formats.format import Format, Reading, Side, holds_both, take_side
from mondegreen.formats.format import split_sides as both_sides
from mondegreen.formats.ids import check_second_text, detect_id_format, match_ids
from mondegreen.formats.undecided import UNDECIDED, Lines, OpenedSide, count_common, decide_sides
from mondegreen.io.source import UTF8, expand_pattern, guess_encoding, is_pattern, is_utf8, label
from mondegreen.notes import Note

Loaded = list[LoadedFile] | None


def read_systems(
    reference: Side,
    hypotheses: Sequence[Side],
    *,
    together: bool = True,
    prepared: Callable[[Corpus], Corpus] | None = None,
) -> list[tuple[Corpus, Corpus]]:
    """The reference beside each system's hypothesis; with `together`, files of one recording each are one system.

    `prepared` is what is made of each side before they are matched.
    """
    ours, theirs = open_side(reference), [open_side(side) for side in hypotheses]
    if reference.key:
        check_id_column([ours, *theirs])
    ours = name_recordings(reference, ours, theirs[0])
    theirs = [name_recordings(side, each, ours) for side, each in zip(hypotheses, theirs, strict=True)]
    if together and (one := join_files(ours, theirs, hypotheses)) is not None:
        return [read_pair(ours, one, reference, hypotheses[0], prepared)]
    return [read_pair(ours, each, reference, side, prepared) for each, side in zip(theirs, hypotheses, strict=True)]


def read_pair(
    ours: OpenedSide, theirs: OpenedSide, reference: Side, hypothesis: Side, prepared: Callable[[Corpus], Corpus] | None
) -> tuple[Corpus, Corpus]:
    """Both sides as corpora whose IDs and texts are what is most probably meant, with notes where that is a guess."""
    left, right = decide_sides(ours, theirs)
    if prepared:
        left, right = prepared(left), prepared(right)
    left = left if reference.text else take_side(left, "ref")
    if not hypothesis.text and format_of(right.format).is_tabular:
        check_second_text(right)
    right = replace(take_side(right, "hyp"), keyed=right.keyed if len(right) else left.keyed)
    return match_ids(left, right, reference, hypothesis)


def read_reference(side: Side, other: Corpus) -> Corpus:
    """A reference beside some of what belongs to it, such as the first of the n-best lists."""
    return take_side(decide_sides(open_side(side), other)[0], "ref")


def check_id_column(found: Sequence[OpenedSide]) -> None:
    """Refuses a column of IDs where no file has columns; a file without any may stand beside a table."""
    tables = (isinstance(each, Corpus) and format_of(each.format).is_tabular for each in found)
    if not any(tables):
        name = found[0].format if isinstance(found[0], Corpus) else detect_id_format(found[0].lines) or "lines"
        raise ScoreError(f"is read as {name}, which has no columns to choose from", path=found[0].name)


def open_side(side: Side) -> OpenedSide:
    """A file's corpus, or its lines where the other side must tell what they are."""
    try:
        loaded = load_files(side.path, side.format, side.encoding)
        notes = () if side.encoding == UTF8 else tuple(check_encoding(side))
        format_name, bare_path = split_prefix(side.path, side.format)
        if loaded and not (format_name or side.text) and all(is_undecided(each.path, each.kind) for each in loaded):
            parts = [each.lines for each in loaded]
            joined_lines = parts[0] if len(parts) == 1 else [line for lines in parts for line in lines]
            return Lines(side, label(bare_path), joined_lines, notes)
        return parse_files(side.path, side.format, side.reading(), loaded).add_notes(*notes)
    except EncodingError as error:
        raise ScoreError(
            f"{error.what} with --{side.kind}-encoding {guess_encoding(error)}", path=error.path, line=error.line
        ) from error


def check_encoding(side: Side) -> Iterator[Note]:
    """A note where an encoding that is given for both files can hardly be that of this one."""
    if is_utf8(split_prefix(side.path, None)[1]):
        detail = {"encoding": side.encoding, "option": f"--{side.kind}-encoding utf-8"}
        yield Note("encoding", side.path, detail=detail)


def is_undecided(path: str, kind: type[Format] | None) -> bool:
    """Whether nothing but the other side tells whether the lines of a file that looks like this format have IDs."""
    return kind is not None and kind.name in UNDECIDED and get_suffix(path) not in FORMATS[kind.name].suffixes


def read_both_sides(reference: Side, hypothesis: Side) -> list[tuple[Corpus, Corpus]]:
    """Both sides of each system that one file holds: a table with both columns, or what another toolkit leaves."""
    try:
        loaded = load_files(reference.path, reference.format, reference.encoding)
        kind = detect_name(reference, loaded)
        if kind and format_of(kind).is_tabular and not format_of(kind).holds_both:
            return [pair_rows(*read_table(reference, hypothesis, kind, loaded))]
        reading = replace(reference.reading(), side="", text=hypothesis.text)
        corpus = parse_files(reference.path, reference.format, reading, loaded)
    except EncodingError as error:
        raise ScoreError(
            f"{error.what} with --encoding {guess_encoding(error)}", path=error.path, line=error.line
        ) from error
    table_format = format_of(corpus.format).table_format
    if table_format and (reference.text or not holds_both(corpus)):
        return [pair_rows(*read_table(reference, hypothesis, table_format, loaded))]
    ours, theirs = both_sides(corpus)
    return [pair_rows(ours, each) for each in (theirs[:1] if hypothesis.text else theirs)]


def detect_name(side: Side, loaded: Loaded) -> str | None:
    """The format of a file, or of the first of several; nothing of a directory and of an empty file."""
    format_name, bare_path = split_prefix(side.path, side.format)
    if loaded is None:
        return None if os.path.isdir(bare_path) else parquet.NAME  # noqa: PTH112 - `-` is no path
    return format_name or (loaded[0].kind.name if loaded[0].kind else None)


def read_table(reference: Side, hypothesis: Side, format: str, loaded: Loaded) -> tuple[Corpus, Corpus]:
    """Both columns of a table, row by row."""
    both = Reading("", reference.encoding, reference.key, both=True, keyless=True)
    readings = [
        replace(both, side=side.kind, text=side.text, other=other.text)
        for side, other in ((reference, hypothesis), (hypothesis, reference))
    ]
    ours, theirs = (parse_files(reference.path, format, each, loaded) for each in readings)
    if ours.texts is theirs.texts or not (columns := [name for name in ours.fields if name not in theirs.fields]):
        raise ScoreError(f'"{reference.text}" is both the reference and the hypothesis', path=ours.name)
    other_column = next(name for name in theirs.fields if name not in ours.fields)
    fields = {name: values for name, values in ours.fields.items() if name in theirs.fields}
    names = [f"{ours.name}:{each}" for each in (other_column, columns[0])]
    left, right = (
        replace(each, name=name, fields=fields, words=None) for each, name in zip((ours, theirs), names, strict=True)
    )
    return left, replace(right, notes=())


def pair_rows(ours: Corpus, theirs: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides of a file, row by row where IDs come more than once."""
    if not (ours.keyed and ours.repeated()):
        return ours, theirs
    left, right = (
        replace(each, keys=[str(at) for at in range(1, len(each) + 1)], keyed=False) for each in (ours, theirs)
    )
    return left, right.add_notes(Note("ids-repeated", ours.name, ours.repeated()))


def name_recordings(side: Side, found: OpenedSide, other: OpenedSide) -> OpenedSide:
    """The files of a pattern as recordings by their names, if the other side has those names and they have no IDs."""
    bare_path = split_prefix(side.path, None)[1]
    if not is_pattern(bare_path) or is_keyed(found):
        return found
    files = [replace(side, path=file) for file in expand_pattern(bare_path)]
    joined_lines = join_files(other, [open_side(each) for each in files], files)
    if joined_lines is not None and joined_lines.keyed:
        return replace(joined_lines, name=found.name)
    if len(files) == 1 or are_numbered([each.path for each in files]):
        return found
    return found.add_notes(Note("file-order", found.name))


def join_files(reference: OpenedSide, hypotheses: Sequence[OpenedSide], given: Sequence[Side]) -> Corpus | None:
    """One corpus of files that are parts of one system's: a recording each, by its name, or utterances of their own."""
    paths = [split_prefix(side.path, None)[1] for side in given]
    if not all(map(os.path.isfile, paths)):
        return None
    known_ids = collect_ids(reference)
    stems = [get_stem(Path(bare_path)) for bare_path in paths]
    common = count_common(set(stems), known_ids)
    if not common and len(hypotheses) == 1:
        return None
    own_ids = [known_ids & (collect_ids(each) if is_keyed(each) else set()) for each in hypotheses]
    keyed = any(isinstance(each, Corpus) and each.keyed and len(each) for each in hypotheses)
    if not keyed and common > len(set().union(*own_ids)) and 2 * common >= len(stems):
        parts = [each.corpus("lines") if isinstance(each, Lines) else each for each in hypotheses]
        how = "each is the text of the recording in its name"
    else:
        if len(own_ids) < 2 or not all(own_ids) or len(set().union(*own_ids)) < sum(map(len, own_ids)):
            return None
        parts = [
            each.corpus(detect_id_format(each.lines) or "kaldi") if isinstance(each, Lines) else each
            for each in hypotheses
        ]
        how = "no utterance is in two of them"
    name = common_name(paths)
    note = Note("one-system", name, tuple(paths), {"how": how})
    if len(paths) == 1:
        note = Note("one-recording", name, tuple(stems))
    return join_directory(name, [(Path(bare_path), part) for bare_path, part in zip(paths, parts, strict=True)], note)


def is_keyed(side: OpenedSide) -> bool:
    """Whether a file has IDs, whatever the other side is."""
    return detect_id_format(side.lines) is not None if isinstance(side, Lines) else side.keyed


def collect_ids(side: OpenedSide) -> set[str]:
    """All that may name an utterance or a recording."""
    if isinstance(side, Lines):
        return {each for ids in side.ids().values() for each in ids}
    return {*side.keys, *side.fields.get("recording", ())} if side.keyed else set()


def common_name(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    start, end = common_ends(names)
    return f"{start}*{end}"


def common_ends(names: Sequence[str]) -> tuple[str, str]:
    start = commonprefix(list(names))  # noqa: RUF071 - of letters, not of directories
    rests = [name[len(start) :][::-1] for name in names]
    return start, commonprefix(rests)[::-1]  # noqa: RUF071 - as above


def are_numbered(names: Sequence[str]) -> bool:
    """Whether names differ by one number alone that counts them, which gives their order."""
    start, end = common_ends(names)
    numbers = [name[len(start) : len(name) - len(end)] for name in names]
    if not all(each.isdecimal() for each in numbers):
        return False
    counted = sorted(map(int, numbers))
    return counted == list(range(counted[0], counted[0] + len(counted)))
