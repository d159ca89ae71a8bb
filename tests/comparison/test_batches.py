"""How many pairs are held at once changes nothing of what is compared; and the first run gives the order."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.alike import select_common
from mondegreen.comparison.bygroup import compare_groups
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import make_samples
from mondegreen.results.interval import Bootstrap
from toys import TOYS

KEYS = [f"u{place}" for place in range(7)]
REFERENCES = ["a b c", "a", "", "b a b", "c", "d d", "a c"]
TEXTS = [["a x c", "a", "b", "b b", "", "d", "a c"], ["a b c", "b", "", "b a b", "x", "d d", "c"]]


def runs() -> list[mg.Run]:
    reference = mg.Corpus(KEYS, REFERENCES, "ref", fields={"speaker": list("xyxyxyx")})
    resources = mg.Resources(None, TOYS)
    return [
        mg.score(reference, mg.Corpus(KEYS, texts, name), ["wer", "cer"], resources=resources)
        for name, texts in zip(("base", "other"), TEXTS)
    ]


def of_samples(over: str) -> Any:
    return [(each.names, each.values.tolist(), each.left_out) for each in make_samples(runs(), over)]


def of_groups(name: str) -> Any:
    base, system = runs()
    return [
        (each.group, each.what, each.units, *np.nan_to_num([each.base, each.system]).tolist())
        for each in compare_groups(base, system, name)
    ]


COMPARED: dict[str, Callable[[], Any]] = {
    "samples of utterances": lambda: of_samples("utterance"),
    "samples of speakers": lambda: of_samples("speaker"),
    "samples of blocks": lambda: of_samples("blocks:2"),
    "verdicts": lambda: Comparison(runs(), Bootstrap("utterance", 20)).verdicts,
    **{
        name: partial(of_groups, name)
        for name in ("upos", "word-length", "word-frequency", "position", "speaker", "utterance-length")
    },
}


@pytest.mark.parametrize("what", COMPARED)
def test_the_size_of_batches_changes_nothing(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = COMPARED[what]()
    for size in (1, 2, 3, 6, 7):
        monkeypatch.setattr("mondegreen.batch.SIZE", size)
        assert COMPARED[what]() == whole


def test_sides_that_are_empty_are_left_out_wherever_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (1, 2, 3, 7):
        monkeypatch.setattr("mondegreen.batch.SIZE", size)
        first, second = make_samples(runs(), "utterance")
        assert [first.names, first.left_out] == [["u0", "u1", "u3", "u5", "u6"], 2]
        assert [second.names, second.left_out] == [["u0", "u1", "u3", "u4", "u5", "u6"], 1]


@pytest.mark.parametrize("order", [["u2", "u1", "u4"], ["u4", "u1", "u2"]])
def test_what_runs_have_in_common_stands_as_in_the_first(order: list[str]) -> None:
    def run(keys: list[str]) -> mg.Run:
        return mg.score({key: f"text {key}" for key in keys}, dict.fromkeys(keys, "text"), ["wer"])

    first, *others = run([*order, "u3"]), run(["u1", "u2", "u4", "u5"]), run(["u4", "u2", "u1"])
    found = select_common([first, *others])
    assert [list(each.pairs.keys) for each in found] == [order] * 3
