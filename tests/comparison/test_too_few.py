"""A bootstrap over few units is told to be one, wherever one is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.results.interval import FEW, warn_of_few_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Answer

    Command = Callable[..., Answer]

COMMANDS = [
    ("score", "ref.txt", "one.txt", "--ci"),
    ("compare", "ref.txt", "one.txt", "two.txt"),
    ("study", "correlate", "ref.txt", "one.txt", "--metrics", "wer,cer"),
    ("nbest", "tune", "ref.txt", "--grid", "lm_{lm}.txt"),
]


def write(count: int) -> None:
    """References, and two systems with errors of their own."""
    for name, step in (("ref", 0), ("one", 3), ("two", 4), ("lm_1", 3), ("lm_2", 4)):
        words = (["a"] * (1 + place % 4) + ["x" if step and place % step == 0 else "b"] for place in range(count))
        lines = (f"u{place:03} {' '.join(each)}\n" for place, each in enumerate(words))
        Path(f"{name}.txt").write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("count", [FEW - 1, FEW])
def test_few_units_are_told(files: Path, command: Command, words: tuple[str, ...], count: int) -> None:
    write(count)
    answer = command(*words)
    assert (answer.code, answer.err) == (0, "")
    told = f"{count} utterances: too few to trust a bootstrap, whose intervals are too narrow below 20"
    assert (told in " ".join(answer.out.split())) is (count < FEW)


def test_units_are_those_that_are_drawn() -> None:
    keys = [str(place) for place in range(40)]
    reference = mg.Corpus(keys, ["a"] * 40, "ref", fields={"speaker": ["ann", "eve"] * 20})
    found = mg.score(reference, dict.fromkeys(keys, "a"), ["wer"], ci=True, resample_by="speaker")["wer"].interval
    assert found is not None
    assert found.to_dict()["units"] == found.units == 2
    assert warn_of_few_units(found.units, "speaker") == [
        "2 speakers: too few to trust a bootstrap, whose intervals are too narrow below 20"
    ]
