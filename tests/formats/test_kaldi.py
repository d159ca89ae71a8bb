"""Kaldi text: a key, then words."""

import pytest

from mondegreen.formats.format import Reading
from mondegreen.formats.plain import KaldiText

LINES = [
    ("u1 a b", "u1", "a b"),
    ("u1", "u1", ""),  # nothing was said
    ("u1 ", "u1", ""),
    ("u1\ta\tb", "u1", "a\tb"),
    ("  u1   a  b ", "u1", "  a  b "),  # blanks between words are the tokenizer's business
    ("u\u00a01 a", "u\u00a01", "a"),  # only blanks and tabs end a key
    ("été-1 où", "été-1", "où"),
    ("u1 \x00", "u1", "\x00"),
]


@pytest.mark.parametrize(("line", "key", "text"), LINES)
def test_line(line: str, key: str, text: str) -> None:
    corpus = KaldiText.read([line], Reading("file"))
    assert [list(corpus.keys), list(corpus.texts), corpus.name] == [[key], [text], "file"]


def test_blank_lines_hold_no_utterance() -> None:
    assert list(KaldiText.read(["u1 a", "", " \t", "u2 b"], Reading("file")).keys) == ["u1", "u2"]


SNIFFED = [
    (["u1 a b", "u2", "", "u3 c"], True),
    (["spk-a x", "spk-b y"], True),
    (["the cat sat", "a dog ran"], False),  # first words are no keys
    (["u1 a", "u1 b"], False),  # most keys are borne once
    (["u1 a", "u1 b", "u2 c"], True),  # but one may come again, which is told
    (["20 cats", "21 dogs", "20 birds"], False),  # numbers that come again are words
    (["20 cats", "21 dogs"], True),
    (["2024 was", "the year"], False),  # every line needs one
    (["", " "], False),
]


@pytest.mark.parametrize(("lines", "yes"), SNIFFED)
def test_sniff(lines: list[str], yes: bool) -> None:
    assert KaldiText.recognizes(lines, hinted=False) is yes
