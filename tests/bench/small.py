"""Small calls, as loops make them: a few utterances at a time, as long as those of `corpus`, beside jiwer in turn."""

from __future__ import annotations

import warnings
from functools import partial
from typing import TYPE_CHECKING

import jiwer
from corpus import UTTERANCES, WORDS, Language
from table import Faster, Row, Within
from timing import Effort, best

import mondegreen as mg
import mondegreen.adapters.jiwer as adapter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CALLS = 2_000
# By the number of pairs: how many times faster than jiwer.wer a call has to be. Of 1,000 pairs 30 are the aim; a core
# that is linked without optimization across crates reaches half of that.
WANTED = {1: 1, 16: 3, 1_000: 12}
# A run with its rows, signature and notes is more than a number, but no reason to wait.
RUN = 40


def small(effort: Effort) -> Iterator[Row]:
    """`mg.wer`, jiwer's interface over ours, and a whole run of one pair."""
    for count, times in WANTED.items():
        sides = draw_sides(count)
        calls = effort.size(max(1, CALLS // count))
        ours, theirs = measure(mg.wer, jiwer.wer, sides, calls, effort)
        yield Row(f"mg.wer, {count} pairs, {calls} calls", "jiwer.wer", Faster(times), ours, theirs)
    sides = draw_sides(1_000)
    ours, theirs = measure(adapter.process_words, jiwer.process_words, sides, 2, effort)
    yield Row("process_words of adapters.jiwer, 1000 pairs", "jiwer.process_words", Faster(1), ours, theirs)
    sides, calls = draw_sides(1), effort.size(300)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = measure(partial(mg.score, metrics="wer"), jiwer.wer, sides, calls, effort)
    yield Row(f"mg.score, 1 pair, {calls} calls", "jiwer.wer", Within(RUN), ours, theirs)


def draw_sides(count: int) -> tuple[list[str], list[str]]:
    """References, and hypotheses of which 15 words in a hundred are wrong."""
    language = Language(1_000, 4)
    references = [language.draw(WORDS // UTTERANCES) for _ in range(count)]
    return [" ".join(words) for words in references], [
        " ".join(language.misrecognize(words, 0.15)) for words in references
    ]


def measure(
    ours: Callable[..., object],
    theirs: Callable[..., object],
    sides: tuple[list[str], list[str]],
    calls: int,
    effort: Effort,
) -> tuple[float, float]:
    """The shortest time of so many calls of each."""

    def repeat(function: Callable[..., object]) -> None:
        for _ in range(calls):
            function(*sides)

    found = best({"ours": partial(repeat, ours), "theirs": partial(repeat, theirs)}, effort.rounds(7))
    return found["ours"], found["theirs"]
