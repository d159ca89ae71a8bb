"""Resources are loaded late, once, and by the name that counts."""

import pytest

import mondegreen as mg
from mondegreen import component, resources
from mondegreen.batch import Batch
from mondegreen.metrics.base import Metric, Option
from mondegreen.metrics.support.rows import Row, Rows


class Toy:
    def __init__(self, identity: str) -> None:
        self.identity = identity


LOADED: list[str | None] = []


def load(name: str | None, language: str | None, _cache: object = None) -> Toy:
    LOADED.append(name)
    return Toy(f"{name}-{language}")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    LOADED.clear()
    real = component.load_target
    monkeypatch.setitem(resources.LOADERS, "toy", f"{__name__}:load")
    monkeypatch.setattr(
        "mondegreen.component.load_target", lambda target: load if target.startswith(__name__) else real(target)
    )


def test_a_resource_is_loaded_once_and_only_when_asked_for() -> None:
    held = mg.Resources("fr", {"toy": "small"})
    assert LOADED == []
    assert held.get("toy") is held.get("toy")
    assert [held.get("toy").identity, LOADED] == ["small-fr", ["small"]]


def test_a_name_of_ones_own_goes_before_that_of_the_run() -> None:
    held = mg.Resources(None, {"toy": "small"})
    assert [held.get("toy", "large").identity, mg.Resources().get("toy").identity] == ["large-None", "None-None"]


def test_the_resource_itself_may_be_given() -> None:
    toy = Toy("mine")
    assert mg.Resources(None, {"toy": toy}).get("toy") is toy
    assert LOADED == []


def test_another_choice_shares_what_is_loaded() -> None:
    held = mg.Resources("fr", {"toy": "small"})
    held.get("toy")
    other = held.choosing({"toy": "large"})
    assert [other.get("toy").identity, other.get("toy", "small"), LOADED] == [
        "large-fr",
        held.get("toy"),
        ["small", "large"],
    ]
    assert held.get("toy").identity == "small-fr"


class Counting(Metric):
    """Looks ahead, uses a toy, and takes any number."""

    name = "counting"
    version = 1
    better = "lower"
    columns = ("pairs", "seen")
    unit = "words"
    looks_ahead = True
    options = (Option("share", ("1",), "any number", float),)
    seen = 0

    def prepare(self, batches: object) -> None:
        self.seen = sum(map(len, batches))  # type: ignore[call-overload]

    def uses(self) -> dict[str, str | None]:
        return {"toy": None}

    def measure(self, batch: Batch) -> Rows:
        return self.rows([1] * len(batch), [self.seen] * len(batch))

    def score(self, total: Row) -> float:
        return total.seen / total.pairs if total.pairs else float("nan")


def test_an_option_refuses_what_its_check_cannot_take() -> None:
    with pytest.raises(mg.ScoreError, match=r'^counting:share is "half"; any number$'):
        Counting(share="half")


def test_a_metric_sees_the_whole_corpus_first_and_signs_what_it_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.batch.SIZE", 2)
    monkeypatch.setattr("mondegreen.resolve.select_metrics", lambda plan, default: [Counting(share="0.5")])
    run = mg.score(["a"] * 5, ["a"] * 5, resources=mg.Resources("fr", {"toy": Toy("mine")}))
    score = run["counting:share=0.5"]
    assert score.value == 5
    assert score.signature.startswith("counting.v1:share=0.5|policy:kaldi|norm:none|tok:words|toy:mine|utts:5|")
