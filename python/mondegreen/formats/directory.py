"""One side in several files: those of a directory, as Whisper leaves one for each recording, or of a pattern."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from mondegreen.corpus import Corpus, Utterance, check_cells
from mondegreen.digest import InputFile, get_state
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.formats import FORMATS, read_as
from mondegreen.formats.format import Reading
from mondegreen.formats.recordings import join_recordings
from mondegreen.io.source import STDIN, expand_pattern, load_lines, without_prefix
from mondegreen.notes import Note

PLAIN = ".txt"
# Of a recording in several formats the first of these is read: the earlier, the more it tells.
RANKED = sorted((entry.rank, entry.suffixes[0]) for entry in FORMATS.values() if entry.rank is not None)
SUFFIXES = (*(suffix for _, suffix in RANKED), PLAIN)


def read_directory(directory: str, format: str | None, reading: Reading) -> Corpus:
    """One corpus of all files of one ending; those of plain text hold lines with IDs if all lines of all do."""
    paths, note = list_files(directory)
    kind = format
    if kind is None and paths[0].name.lower().removesuffix(".gz").endswith(PLAIN):
        kind = detect_text_format([line for path in paths for line in load_lines(str(path), reading.encoding)])
    return join_directory(directory, [(each, read_as(str(each), kind, reading)) for each in paths], note)


def detect_text_format(lines: Sequence[str]) -> str:
    """What plain text in a directory is: with IDs on each line, or the text of the recording that the file names."""
    from mondegreen.formats.ids import SHORT, detect_id_format, first_fields

    ids = first_fields(lines)
    return "lines" if len(ids) == 1 and SHORT.fullmatch(ids[0]) else detect_id_format(lines) or "lines"


def list_files(directory: str) -> tuple[list[Path], Note | None]:
    """The files to read, in the order of their names, and a note of those that say the same in another form.

    Files may lie in directories below, as LibriSpeech's transcripts do, if none lies here.
    """
    found = group_by_suffix(Path(directory).iterdir()) or group_by_suffix(Path(directory).rglob("*"))
    ending = next((each for each in SUFFIXES if each in found), None)
    if ending is None:
        text = Path(directory, "text")  # of Kaldi's and ESPnet's directories
        hint = f"give {text}" if text.is_file() else "give a file"
        raise ScoreError(f"the directory holds no file that ends in {', '.join(SUFFIXES)}; {hint}", path=directory)
    others = [each for each in SUFFIXES if each in found and each != ending]
    detail = {"suffix": ending, "others": ", ".join(others)}
    return found[ending], Note("suffixes", directory, detail=detail) if others else None


def group_by_suffix(paths: Iterable[Path]) -> dict[str, list[Path]]:
    """The files of each ending, without hidden ones."""
    found: dict[str, list[Path]] = {}
    for path in sorted(paths):
        if path.is_file() and not path.name.startswith("."):
            found.setdefault(PurePath(path.name.lower().removesuffix(".gz")).suffix, []).append(path)
    return {ending: found[ending] for ending in SUFFIXES if ending in found}


def join_directory(directory: str, parts: Sequence[tuple[Path, Corpus]], note: Note | None) -> Corpus:
    """One corpus of all files; texts without utterance IDs are the recording that the file's name says, as one text."""
    formats = {corpus.format: path.name for path, corpus in parts if len(corpus)} or {parts[0][1].format: ""}
    if len(formats) > 1:
        which = " and ".join(f"{name} as {kind}" for kind, name in formats.items())
        raise ScoreError(f"holds files of different formats, {which}; name one with --format", path=directory)
    rows = [row for path, corpus in parts for row in list_utterances(path, corpus)]
    twice = [
        key for key, times in Counter(get_stem(path) for path, corpus in parts if not corpus.keyed).items() if times > 1
    ]
    if twice:
        raise ScoreError(
            f"{count_ids(twice, 'recording')} in several files of one name: {join_ids(twice)}", path=directory
        )
    notes = [note] if note else []
    if noted := {path.name: corpus.notes[0] for path, corpus in parts if corpus.notes}:
        notes.append(Note("directory", directory, tuple(noted), {"first": str(next(iter(noted.values())))}))
    return replace(Corpus.of(rows, directory), format=next(iter(formats)), notes=tuple(notes))


def join_shards(name: str, parts: Sequence[Corpus]) -> Corpus:
    """One corpus of all files, which are of one format; texts without utterance IDs are counted on."""
    kinds = {part.format: part.name for part in parts}
    if len(kinds) > 1:
        which = " and ".join(f"{file} as {kind}" for kind, file in kinds.items())
        raise ScoreError(f"its files have different formats, {which}; name one with --format", path=name)
    texts = [text for part in parts for text in part.texts]
    if not all(part.keyed for part in parts):
        return replace(Corpus.by_position(texts, name), format=parts[0].format)
    names = dict.fromkeys(each for part in parts for each in part.fields)
    check_cells(len(names), len(texts), sum(len(part.fields) * len(part) for part in parts), name)
    timed = all(part.words is not None for part in parts)
    return Corpus(
        [key for part in parts for key in part.keys],
        texts,
        name,
        fields={each: [value for part in parts for value in part.fields.get(each, [""] * len(part))] for each in names},
        words=[words for part in parts for words in part.words or ()] if timed else None,
        format=parts[0].format,
        unscored=tuple(row for part in parts for row in part.unscored),
        notes=tuple(note for part in parts for note in part.notes),
    )


def list_utterances(path: Path, corpus: Corpus) -> Iterator[Utterance]:
    """The utterances of a file: its own where they have keys, else the whole of it under its name."""
    if corpus.keyed:
        yield from corpus
        return
    key = get_stem(path)
    for row in join_recordings(corpus) if len(corpus) else [Utterance(key, "")]:
        yield Utterance(key, row.text, {"recording": key}, row.words)


def get_stem(path: PurePath) -> str:
    return PurePath(path.name.removesuffix(".gz")).stem


# The side of a file that holds both.
BOTH = "reference and hypothesis"


def input_files(side: str, path: str | os.PathLike[str]) -> tuple[InputFile, ...]:
    """Each file of a side; none of what can be read but once, and of what cannot be read, as its reader will say."""
    if os.fspath(path) == STDIN:
        return ()
    try:
        bare_path = without_prefix(os.fspath(path))[1]
        if os.path.isdir(bare_path):  # noqa: PTH112 - a name that ends in a blank is no path
            found = list(map(str, list_files(bare_path)[0]))
        else:
            found = [each for each in expand_pattern(bare_path) if os.path.isfile(each)]  # noqa: PTH113 - as above
        return tuple(InputFile(side, each, get_state(Path(each))) for each in found)
    except (ScoreError, OSError, ValueError):
        return ()
