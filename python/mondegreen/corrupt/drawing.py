"""Errors drawn from a substitution table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corrupt.table import Table

MASK = (1 << 64) - 1
GOLDEN = 0x9E37_79B9_7F4A_7C15


class Edit(NamedTuple):
    """An error: the place among the text's words, the word there, and what it became."""

    position: int
    reference: str
    hypothesis: str
    phonological: float
    semantic: float
    probability: float


@dataclass(frozen=True)
class Corrupted:
    """Texts with errors, and the errors of each."""

    texts: list[str]
    edits: Sequence[Sequence[Edit]]
    words: int


def corrupt(
    texts: Sequence[str],
    table: Table,
    rate: float = 0.3,
    seed: int = 7,
    keys: Sequence[str] | None = None,
    mode: str = "bernoulli",
) -> Corrupted:
    """The texts with words replaced at a rate, each by a draw from its row of the table."""
    keys = [str(at) for at in range(1, len(texts) + 1)] if keys is None else keys
    done, edits, words = [], [], 0
    for key, text in zip(keys, texts, strict=True):
        start, tokens, made = stream(seed, key), text.split(), []
        for at, token in enumerate(tokens):
            words += any(map(str.isalnum, token))
            if token in table and uniform(start, 8 * at) < rate:
                chosen, left = None, uniform(start, 8 * at + 3)
                for chosen in table[token]:
                    left -= chosen.probability
                    if left < 0:
                        break
                made.append(Edit(at, token, chosen.word, chosen.phonological, chosen.semantic, chosen.probability))
                tokens[at] = chosen.word
        done.append(" ".join(tokens))
        edits.append(made)
    return Corrupted(done, edits, words)


def mix(bits: int) -> int:
    bits = (bits ^ bits >> 30) * 0xBF58_476D_1CE4_E5B9 & MASK
    bits = (bits ^ bits >> 27) * 0x94D0_49BB_1331_11EB & MASK
    return bits ^ bits >> 31


def stream(seed: int, key: str) -> int:
    number = 0xCBF2_9CE4_8422_2325
    for byte in key.encode():
        number = (number ^ byte) * 0x100_0000_01B3 & MASK
    return mix(seed + GOLDEN & MASK) ^ mix(number * GOLDEN + 1 & MASK)


def uniform(start: int, number: int) -> float:
    return (mix(start + (number + 1) * GOLDEN & MASK) >> 11) / (1 << 53)
