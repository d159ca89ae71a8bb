"""A folder with a file for each recording, as Whisper leaves it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePath

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.read.whole import whole
from mondegreen.wording import amount, listed

# Of a recording in several forms the first of these is taken: the earlier, the more it tells.
ENDINGS = (".json", ".jsonl", ".tsv", ".vtt", ".srt")


def files(folder: str) -> tuple[list[Path], str]:
    """The files to read, in the order of their names, and a note of those that say the same in another form."""
    found: dict[str, list[Path]] = {}
    for path in sorted(Path(folder).iterdir()):
        if path.is_file() and not path.name.startswith("."):
            found.setdefault(PurePath(path.name.lower().removesuffix(".gz")).suffix, []).append(path)
    ending = next((each for each in ENDINGS if each in found), None)
    if ending is None:
        raise ScoreError(f"is a folder without files in {', '.join(ENDINGS)}; give a file", path=folder)
    others = [each for each in ENDINGS if each in found and each != ending]
    note = f"of {folder} only the files in {ending} were read, none of those in {', '.join(others)}" if others else ""
    return found[ending], note


def joined(folder: str, parts: Sequence[tuple[Path, Corpus]], note: str) -> Corpus:
    """One corpus of all files; texts without keys are the recording that the file's name says, as one text."""
    formats = {corpus.format: path.name for path, corpus in parts}
    if len(formats) > 1:
        which = " and ".join(f"{name} as {kind}" for kind, name in formats.items())
        raise ScoreError(f"holds files that are read as different formats, {which}; name one by --format", path=folder)
    rows = [row for path, corpus in parts for row in utterances(path, corpus)]
    notes = [note] if note else []
    told = [path.name for path, corpus in parts if corpus.notes]
    if told:
        first = next(corpus.notes[0] for _, corpus in parts if corpus.notes)
        notes.append(
            f"{amount(len(told), 'file')} of {folder} of which there is something to say, {listed(told)}: {first}"
        )
    return replace(Corpus.of(rows, folder), format=next(iter(formats)), notes=tuple(notes))


def utterances(path: Path, corpus: Corpus) -> Iterator[Utterance]:
    """The utterances of a file: its own where they have keys, else the whole of it under its name."""
    if corpus.keyed:
        yield from corpus
        return
    key = PurePath(path.name.removesuffix(".gz")).stem
    for row in whole(corpus):
        yield Utterance(key, row.text, {"recording": key}, row.words)
