"""Pairs of tokens as a run, for the interfaces whose files and counts are those of words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.batch import Settings
from mondegreen.inputs import HYPOTHESES, REFERENCES
from mondegreen.metrics import make_metrics
from mondegreen.pairs import Pairs
from mondegreen.runner import measure_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.results.run import Run

# Tokens of these toolkits may be empty or hold whitespace, where ours are words of a text. Such characters are moved
# into a private area of Unicode, and an empty token is its first character.
PRIVATE = 0xF0000
WHITESPACE, MOVED = re.compile(r"\s"), re.compile("[\U000f0000-\U000fffff]")
# The policy of kaldialign and of SpeechBrain's edit distance.
POLICY: Final = "kaldi"


def score_tokens(ids: Sequence[str], references: Sequence[list[str]], hypotheses: Sequence[list[str]]) -> Run:
    """The run of pairs under these IDs, which may come more than once."""
    ours, theirs = ([" ".join(map(encode_token, tokens)) for tokens in side] for side in (references, hypotheses))
    pairs = Pairs(list(ids), ours, theirs, (REFERENCES, HYPOTHESES))
    return measure_pairs(pairs, make_metrics(["wer"]), Settings(POLICY))


def encode_token(token: str) -> str:
    """A token as one word."""
    return WHITESPACE.sub(lambda found: chr(PRIVATE + ord(found[0])), token) or chr(PRIVATE)


def decode_line(line: str, empty: str = "") -> str:
    """A line of a file with its tokens as they were; an empty one is `empty`."""
    return MOVED.sub(lambda found: empty if ord(found[0]) == PRIVATE else chr(ord(found[0]) - PRIVATE), line)
