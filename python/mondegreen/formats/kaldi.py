"""Kaldi text: `utterance words...`, or an utterance alone where nothing was said."""

import re
from collections.abc import Iterator, Sequence

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format, check_key, check_one_line
from mondegreen.formats.reading import Reading

KEY_MARK = re.compile(r"[\d_-]")
NUMBER = re.compile(r"[\d.,:%-]+")


class KaldiText(Format):
    """An utterance ID and its words on each line, separated by spaces or tabs; blank lines are skipped."""

    name = "kaldi"
    is_by_line = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether each line begins with a field of its own that has a digit, a hyphen or an underscore.

        Some keys may come again if none of them could be a plain number; who pairs the utterances tells of that.
        """
        keys = [fields[0] for line in lines if (fields := line.split(maxsplit=1))]
        if not keys or not all(map(KEY_MARK.search, keys)):
            return False
        distinct = len(set(keys))
        return distinct == len(keys) or (2 * distinct > len(keys) and not any(map(NUMBER.fullmatch, keys)))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The first field of each line is the utterance ID, the rest is the text; spaces inside it stay as they are."""
        strings = lines if isinstance(lines, Strings) else Strings.of(lines)
        return Corpus(*strings.keyed(), reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            line = f"{check_key(key, 'Kaldi text')} {text}" if text else check_key(key, "Kaldi text")
            yield check_one_line(line, key, "Kaldi text")
