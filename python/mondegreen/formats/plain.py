"""One utterance a line: with its ID in front (Kaldi's text), behind in parentheses (NIST's trn), or without."""

import re
from collections.abc import Iterator, Sequence

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Format, Reading, check_key, check_one_line, has_content, note_alternatives

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


COMMENTS = (";;", "**")


class Trn(Format):
    """A text and its utterance ID in parentheses on each line; `;;` or `**` begins a comment.

    Unlike sclite, this keeps a last line that does not end, and letters as they are written. Alternatives `{a / b}`
    are taken as written, with a warning.
    """

    name = "trn"
    is_by_line = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line ends with an id that has a digit, a hyphen or an underscore; most come but once."""
        ends = [line.rstrip(" \t") for line in lines if has_content(line, COMMENTS)]
        if hinted:
            return bool(ends) and ends[0].endswith(")") and "(" in ends[0]
        ids = [end[end.rfind("(") + 1 : -1] for end in ends if end.endswith(")") and "(" in end]
        if not ids or len(ids) < len(ends) or 2 * len(set(ids)) <= len(ids):
            return False
        return all(" " not in key and KEY_MARK.search(key) for key in ids)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The id stands between the last parentheses, the text before them."""
        keys, texts = [], []
        for number, line in enumerate(lines, 1):
            if not has_content(line, COMMENTS):
                continue
            text, opened, rest = line.rpartition("(")
            key, closed, after = rest.rpartition(")")
            if not (opened and closed) or not key.strip(" \t") or after.strip(" \t"):
                raise reading.error(
                    "a trn line ends with an utterance ID in parentheses, and this one does not", number
                )
            keys.append(key)
            texts.append(text[:-1] if text.endswith((" ", "\t")) else text)
        return note_alternatives(Corpus(keys, texts, reading.name))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            if "(" in key or ")" in key:
                raise ScoreError("trn cannot hold an ID with a parenthesis", key=key)
            if text.startswith(COMMENTS):
                raise ScoreError(f"trn would read a text that begins with {text[:2]} as a comment", key=key)
            end = f"({check_key(key, 'trn')})"
            yield check_one_line(f"{text} {end}" if text else end, key, "trn")


class PlainLines(Format):
    """One utterance per line, without ID; an empty line is an utterance without words."""

    name = "lines"
    is_by_line = True
    holds = ()

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - any text is lines
        return True

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        return Corpus.by_position(lines, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        for key, text in zip(corpus.keys, corpus.texts, strict=True):
            yield check_one_line(text, key, "a file of plain lines")
