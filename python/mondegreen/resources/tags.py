"""Tags read from a file, which is how another tagger comes in; and tables from one set of tags to another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.digest import digest_file
from mondegreen.errors import ScoreError
from mondegreen.formats.kaldi_files import add_value, read_mapping, split_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.cache import Cache


class Tags:
    """The tags of each utterance, from a file in Kaldi text form: a key, then a tag for each word."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.identity = make_identity(path)
        self.by_key: dict[str, str] = {}
        for reading, line, fields in split_rows(path, "utf-8"):
            add_value(self.by_key, fields[0], " ".join(fields[1:]), reading, line)

    def of(self, keys: Sequence[str], words: Sequence[Sequence[str]], *, strict: bool = True) -> list[Sequence[str]]:
        """The tags of these utterances; if `strict`, there must be one for each of their words."""
        return [self.checked(key, len(said), strict=strict) for key, said in zip(keys, words, strict=True)]

    def checked(self, key: str, words: int, *, strict: bool) -> list[str]:
        """The tags of one utterance."""
        found = self.by_key.get(key, "").split()
        if words and key not in self.by_key:
            raise ScoreError("it has no tags here", path=self.path, key=key)
        if strict and len(found) != words:
            raise ScoreError(f"{len(found)} tags for {words} words", path=self.path, key=key)
        return found


class TagMap:
    """A table of lines `tag other`, such as from a tagger's own tags to universal ones."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.identity = make_identity(path)
        self.other = read_mapping(path)

    def apply(self, tags: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """The other tag of each."""
        try:
            return [[self.other[tag] for tag in each] for each in tags]
        except KeyError as error:
            raise ScoreError(f'it has no line for the tag "{error.args[0]}"', path=self.path) from error


def make_identity(path: str) -> str:
    return f"{Path(path).name}@{digest_file(path)}"


def load(name: str | None, _language: str | None, _cache: Cache | None = None) -> Tags:
    if name is None:
        raise ScoreError("no files of tags are given: name one for the references and one for each system's hypotheses")
    return Tags(name)


def load_map(name: str | None, _language: str | None, _cache: Cache | None = None) -> TagMap:
    if name is None:
        raise ScoreError("no table of tags is given: name a file")
    return TagMap(name)
