"""How much the confidences of a system's words are worth: normalised cross entropy (NCE)."""

import math
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, log_as_c
from mondegreen.dropin.sctk.attributes import HYPOTHESIS_CONFIDENCES
from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.dropin.sctk.system import System

LEAST, MOST = 0.0000001, 0.9999999  # of 0 and 1 there would be no logarithm
BITS = 1.4426950408889634074  # log2 of e


class Confidence(NamedTuple):
    """How sure the recogniser was of a word of the hypothesis, and whether it is right."""

    value: float
    right: bool


class CrossEntropy(NamedTuple):
    """The NCE of a system, and of each of its speakers."""

    system: float
    speakers: list[float]


def all_confident(system: "System") -> bool:
    """Whether every utterance has confidences."""
    return bool(system.scored.attributes()[1] & HYPOTHESIS_CONFIDENCES)


def summed_confident(system: "System") -> bool:
    """The same as the summaries decide it: none is not all, and some are worth a warning."""
    any_has, all_have = (bool(bits & HYPOTHESIS_CONFIDENCES) for bits in system.scored.attributes())
    if any_has and not all_have:
        err(b"Warning: Ignoring confidence scores in output\n")
    return any_has and all_have


def confidences(system: "System", speaker: int) -> "Iterator[Confidence]":
    """Those of a speaker's words; an empty word, which stands against an optional one, has none."""
    scored = system.scored
    for utterance in scored.utterances(speaker):
        details = scored.details(utterance)
        letters = scored.steps(utterance)
        for place, (_, word) in enumerate(scored.words(utterance)):
            if word:
                value = details[place][1][2] if details else 0.0
                yield Confidence(value, letters[place : place + 1] == b"C")


def cross_entropy(system: "System") -> CrossEntropy:
    """(H + sum of log2 q over right words + sum of log2(1 - q) over wrong ones) / H, with H the entropy of being right.

    What lies outside of 0 and 1 is counted on standard error.
    """
    speakers, outside = [], 0
    right_sum, wrong_sum = 0.0, 0.0
    total_right, total_wrong = 0, 0
    for number, (_, _, counts) in enumerate(system.scored.totals()):
        right, wrong = counts[0], counts[1] + counts[3]
        total_right, total_wrong = total_right + right, total_wrong + wrong
        words = list(confidences(system, number))
        outside += sum(word.value < 0.0 or word.value > 1.0 for word in words)
        own_right, own_wrong = information(words)
        speakers.append(normalised(right, wrong, own_right, own_wrong) if words else 0.0)
        right_sum, wrong_sum = right_sum + own_right, wrong_sum + own_wrong
    if outside:
        told = b"Warning: %d of %d confidence scores were not in the range (0.0,1.0)\n"
        err(told % (outside, total_right + total_wrong))
    return CrossEntropy(normalised(total_right, total_wrong, right_sum, wrong_sum), speakers)


def information(words: list[Confidence]) -> tuple[float, float]:
    """The sums of the logarithms: of the right words, and of the wrong ones."""
    right, wrong = 0.0, 0.0
    for word in words:
        value = min(max(word.value, LEAST), MOST)
        if word.right:
            right += math.log(value) * BITS
        else:
            wrong += math.log(1.0 - value) * BITS
    return right, wrong


def normalised(right: int, wrong: int, right_sum: float, wrong_sum: float) -> float:
    """The NCE from counts and sums; where all words are right or all wrong it is NaN."""
    chance = divide_as_c(right, right + wrong)
    entropy = -(right * log_as_c(chance) * BITS + wrong * log_as_c(1.0 - chance) * BITS)
    return divide_as_c(entropy + right_sum + wrong_sum, entropy)
