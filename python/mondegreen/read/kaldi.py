"""Kaldi text: `utterance words...`, or an utterance alone where nothing was said."""

import re
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.read.parts import KEYS, bare_key, beyond, one_line
from mondegreen.read.reading import Reading

KEY_MARK = re.compile(r"[\d_-]")


class KaldiText:
    """A key and its words on each line, separated by blanks or tabs; blank lines are skipped."""

    name = "kaldi"
    suffixes = ()
    tabular = False

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether each line begins with a field of its own that has a digit, a hyphen or an underscore."""
        keys = [fields[0] for line in lines if (fields := line.split(maxsplit=1))]
        return bool(keys) and len(set(keys)) == len(keys) and all(map(KEY_MARK.search, keys))

    @staticmethod
    def read(lines: list[str], reading: Reading) -> Corpus:
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
        return Corpus(keys, texts, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A line for each utterance."""
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            line = f"{bare_key(key, 'Kaldi text')} {text}" if text else bare_key(key, "Kaldi text")
            yield one_line(line, key, "Kaldi text")

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys and texts."""
        return beyond(corpus, {KEYS})
