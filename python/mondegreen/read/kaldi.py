"""Kaldi text: `utterance words...`, or an utterance alone where nothing was said."""

import re
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

KEY_MARK = re.compile(r"[\d_-]")


class KaldiText:
    """A key and its words on each line, separated by blanks or tabs; blank lines are skipped."""

    name = "kaldi"
    suffixes = ()

    @staticmethod
    def recognises(lines: Sequence[str]) -> bool:
        """Whether each line begins with a field of its own that has a digit, a hyphen or an underscore."""
        keys = [fields[0] for line in lines if (fields := line.split(maxsplit=1))]
        return bool(keys) and len(set(keys)) == len(keys) and all(map(KEY_MARK.search, keys))

    @staticmethod
    def read(lines: list[str], name: str) -> Corpus:
        """The first field of each line is the key, the rest is the text."""
        keys, texts = [], []
        for line in lines:
            # Only blanks and tabs end a key, as in Kaldi: a no-break space may stand inside one.
            key, _, text = line.partition(" ")
            if not key or "\t" in key:
                key, _, text = line.replace("\t", " ").strip(" ").partition(" ")
            if key:
                keys.append(key)
                texts.append(text)
        return Corpus(keys, texts, name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A line for each utterance; a key that could not be read back is refused."""
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            if not key or any(blank in key for blank in " \t\n"):
                raise ScoreError("Kaldi text cannot hold a key that is empty or has a blank", key=key)
            yield f"{key} {text}" if text else key
