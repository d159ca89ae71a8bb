"""jiwer's transforms: each takes a string or a list of strings; chains end in lists of words or characters."""

from __future__ import annotations

import re
import string
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any


class AbstractTransform:
    """A transform of one string, or of each of a list."""

    def __call__(self, sentences: str | list[str]) -> Any:  # noqa: ANN401 - strings, or lists of them or of lists
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        raise ValueError(f"input {sentences} was expected to be a string or list of strings")

    def process_string(self, s: str) -> Any:  # noqa: ANN401 - as above
        raise NotImplementedError

    def process_list(self, inp: list[str]) -> Any:  # noqa: ANN401 - as above
        return [self.process_string(each) for each in inp]


class Compose:
    """One transform after the other."""

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:  # noqa: ANN401 - whatever the first takes, and the last gives
        for each in self.transforms:
            text = each(text)
        return text


class Reduction(AbstractTransform):
    """A transform to lists of tokens: of nothing at all, one empty list."""

    def process_list(self, inp: list[str]) -> list[list[str]]:
        return [self.process_string(each)[0] for each in inp] or [[]]


class ReduceToListOfListOfWords(Reduction):
    """Cuts at each delimiter; what is empty is no word."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> list[list[str]]:
        return [[word for word in s.split(self.word_delimiter) if word]]


class ReduceToListOfListOfChars(Reduction):
    """Cuts into code points, spaces included."""

    def process_string(self, s: str) -> list[list[str]]:
        return [list(s)]


class ReduceToSingleSentence(AbstractTransform):
    """Joins all sentences that are not empty into one."""

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        return s

    def process_list(self, inp: list[str]) -> list[str]:
        there = [each for each in inp if each]
        return [self.word_delimiter.join(there)] if there else []


class SubstituteRegexes(AbstractTransform):
    """Replaces what each pattern matches, in their order."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Replaces words, but not within words."""

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Puts a space in the place of each of these words."""

    def __init__(self, words_to_remove: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(words_to_remove, " "))


class BaseRemoveTransform(AbstractTransform):
    """Puts one replacement in the place of each of these strings."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        for each in self.tokens_to_remove:
            s = s.replace(each, self.replace_token)
        return s


class RemoveWhiteSpace(BaseRemoveTransform):
    """Removes the whitespace of ASCII, or puts a space in the place of each."""

    def __init__(self, replace_by_space: bool = False) -> None:  # noqa: FBT001, FBT002 - jiwer's
        super().__init__(string.whitespace, " " if replace_by_space else "")


class RemovePunctuation(BaseRemoveTransform):
    """Removes whatever Unicode calls punctuation (categories P*)."""

    def __init__(self) -> None:
        super().__init__(list_punctuation())

    def process_string(self, s: str) -> str:
        return s.translate(make_removal())


@lru_cache(1)
def list_punctuation() -> frozenset[str]:
    """The punctuation of Unicode."""
    return frozenset(each for each in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(each)[0] == "P")


@lru_cache(1)
def make_removal() -> dict[int, None]:
    """The same as `str.translate` wants it."""
    return dict.fromkeys(map(ord, list_punctuation()))


class RemoveMultipleSpaces(AbstractTransform):
    """Puts a space in the place of two whitespace characters or more."""

    def process_string(self, s: str) -> str:
        return re.sub(r"\s\s+", " ", s)


class Strip(AbstractTransform):
    """Removes whitespace at both ends."""

    def process_string(self, s: str) -> str:
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Removes strings of nothing but whitespace from a list."""

    def process_string(self, s: str) -> str:
        return s.strip()

    def process_list(self, inp: list[str]) -> list[str]:
        return [each for each in inp if each.strip()]


# The words whose contraction changes them, then what stands behind any word; in this order.
CONTRACTIONS = (
    ("won't", "will not"),
    ("can't", "can not"),
    ("let's", "let us"),
    ("n't", " not"),
    ("'re", " are"),
    ("'s", " is"),
    ("'d", " would"),
    ("'ll", " will"),
    ("'t", " not"),
    ("'ve", " have"),
    ("'m", " am"),
)


class ExpandCommonEnglishContractions(AbstractTransform):
    """Writes contractions in full: "let's" is "let us", and any other "'s" is "is"."""

    def process_string(self, s: str) -> str:
        for short, full in CONTRACTIONS:
            s = s.replace(short, full)
        return s


class ToLowerCase(AbstractTransform):
    """Writes all letters in lower case."""

    def process_string(self, s: str) -> str:
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Writes all letters in upper case."""

    def process_string(self, s: str) -> str:
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Removes what stands in square or angle brackets, such as `[laugh]` and `<unk>`."""

    def process_string(self, s: str) -> str:
        return re.sub(r"[<\[][^>\]]*[>\]]", "", s)
