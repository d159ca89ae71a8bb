"""Aligned pairs with their insertion loops folded: what a recogniser says over and over is shown once and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from mondegreen.report.blocks import AlignedPair

Item = TypeVar("Item")

# So many insertions one after the other are folded; and so many tokens, at most, make what is repeated.
LEAST, LONGEST_CYCLE = 12, 8
# How often a cycle must come to be one, and how many tokens are shown on either side where there is none.
TIMES, SHOWN = 3, 4


def fold_insertions(pair: AlignedPair) -> AlignedPair:
    """The pair with long runs of insertions shortened; a token in brackets tells of what is left out."""
    if "I" * LEAST not in pair.steps:
        return pair
    kept = [part for run in step_runs(pair.steps) for part in shorten_run(pair, run)]
    places = [part.start for part in kept]
    told = [describe_loop(pair.hypotheses[part.start : part.stop]) for part in kept]
    return replace(
        pair,
        references=take_values(pair.references, places),
        hypotheses=[text or pair.hypotheses[place] for text, place in zip(told, places, strict=True)],
        steps="".join(pair.steps[place] for place in places),
        weights=[sum(pair.weights[part.start : part.stop]) for part in kept] if pair.weights else (),
        cosines=take_values(pair.cosines, places) if pair.cosines else (),
    )


def take_values(values: Sequence[Item], places: Sequence[int]) -> list[Item]:
    """The values at these places."""
    return [values[place] for place in places]


def step_runs(steps: str) -> Iterator[range]:
    """The steps in runs of the same kind."""
    start = 0
    for _, run in groupby(steps):
        end = start + len(list(run))
        yield range(start, end)
        start = end


def shorten_run(pair: AlignedPair, run: range) -> Iterator[range]:
    """The places of a run, each by itself but for those that are left out together."""
    hidden = range(0)
    if pair.steps[run.start] == "I" and len(run) >= LEAST:
        words = pair.hypotheses[run.start : run.stop]
        length = cycle_length(words)
        hidden = run[length : len(run) - len(run) % length] if length else run[SHOWN:-SHOWN]
    for place in run:
        if place not in hidden:
            yield range(place, place + 1)
        elif place == hidden.start:
            yield hidden


def cycle_length(words: Sequence[str]) -> int:
    """How many words come over and over, up to the last time, which may break off; 0 if none do."""
    for length in range(1, LONGEST_CYCLE + 1):
        if len(words) >= TIMES * length and all(map(str.__eq__, words, words[length:])):
            return length
    return 0


def describe_loop(hidden: Sequence[str]) -> str:
    """What stands for words that are left out: how often more they come, or how many they are; nothing for one word."""
    if len(hidden) < 2:
        return ""
    length = cycle_length(hidden) or (
        len(hidden) // 2 if hidden[: len(hidden) // 2] == hidden[len(hidden) // 2 :] else 0
    )
    if not length or len(hidden) % length:
        return f"[{len(hidden)} more]"
    return f"[{len(hidden) // length} times more]"
