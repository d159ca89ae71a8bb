"""Adapters over stand-ins of the libraries that they are for, so that they are tried where these are not installed."""

import importlib
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mondegreen.errors import ScoreError


def make_module(name: str, **members: Any) -> ModuleType:
    found = ModuleType(name)
    vars(found).update(members)
    return found


@contextmanager
def standing_in(monkeypatch: pytest.MonkeyPatch, adapter: str, *modules: ModuleType) -> Iterator[Any]:
    """The adapter, imported anew over the modules; afterwards it is forgotten."""
    with monkeypatch.context() as patch:
        for each in modules:
            patch.setitem(sys.modules, each.__name__, each)
        patch.delitem(sys.modules, adapter, raising=False)
        yield importlib.import_module(adapter)
        sys.modules.pop(adapter, None)


class Tensor(np.ndarray):
    """An array that says where it is."""

    device = "cpu"

    def __float__(self) -> float:
        return float(self.item())


def tensor(values: Any, dtype: Any = np.float64, device: str = "cpu") -> Any:
    assert device == "cpu"
    return np.asarray(values, dtype).view(Tensor)


class Metric:
    """torchmetrics' base, as far as states go: they are set, and summed over processes."""

    def __init__(self, **named: Any) -> None:
        self.named = named
        self.states: list[str] = []

    def add_state(self, name: str, default: Any, dist_reduce_fx: str) -> None:
        assert dist_reduce_fx == "sum"
        self.states.append(name)
        setattr(self, name, default)

    def synchronize(self, other: "Metric") -> None:
        for name in self.states:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def torch() -> list[ModuleType]:
    zeros = lambda size, dtype: tensor(np.zeros(size), dtype)  # noqa: E731
    made = make_module("torch", tensor=tensor, zeros=zeros, float64=np.float64, Tensor=Tensor)
    return [made, make_module("torchmetrics", Metric=Metric)]


def test_sums_of_processes_are_those_of_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """One error in three words and two in two are three in five, and no mean of a third and one."""
    with standing_in(monkeypatch, "mondegreen.adapters.torchmetrics", *torch()) as adapter:
        first, second = adapter.TextMetric("wer,ser", torchmetrics={"x": 1}), adapter.TextMetric("wer,ser")
        assert (first.named, second.named) == ({"x": 1}, {})
        assert (first.full_state_update, first.is_differentiable) == (False, False)
        assert all(map(math.isnan, map(float, first.compute().values())))
        first.update(["a b x"], ["a b c"])
        second.update(["x y"], ["d e"])
        second.update(["f"], ["f"])
        first.synchronize(second)
        found = {label: float(value) for label, value in first.compute().items()}
        assert found == pytest.approx({"wer": 3 / 6, "ser": 2 / 3})
        assert int(first.pairs[0]) == 3


HITS, SUBSTITUTIONS, INSERTIONS, WORDS, HEARD = 1, 2, 1, 3, 4
RATES = {
    "WordErrorRate": (SUBSTITUTIONS + INSERTIONS) / WORDS,
    "CharErrorRate": (2 + 2) / 5,  # two letters are replaced, a blank and a letter added
    "MatchErrorRate": (SUBSTITUTIONS + INSERTIONS) / (HITS + SUBSTITUTIONS + INSERTIONS),
    "WordInfoLost": 1 - HITS / WORDS * HITS / HEARD,
    "WordInfoPreserved": HITS / WORDS * HITS / HEARD,
}


@pytest.mark.parametrize("name", RATES)
def test_rates_by_their_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand, of `a b c` that becomes `a x y z`."""
    with standing_in(monkeypatch, "mondegreen.adapters.torchmetrics", *torch()) as adapter:
        metric = getattr(adapter, name)()
        metric.update(["a x y z"], ["a b c"])
        assert float(metric.compute()) == pytest.approx(RATES[name])


def test_epochs_are_logged_by_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What sanity checking gives is not logged, and each epoch begins anew."""
    modules = [make_module("lightning"), make_module("lightning.pytorch", Callback=object)]
    logged: list[dict[str, float]] = []
    module = SimpleNamespace(log_dict=logged.append)
    trainers = [SimpleNamespace(sanity_checking=each) for each in (True, False)]
    right = {"references": ["a b"], "hypotheses": ["a b"]}
    wrong = {"references": ["a b"], "hypotheses": ["a x"]}
    with standing_in(monkeypatch, "mondegreen.adapters.lightning", *modules) as adapter:
        callback = adapter.LogErrorRates("wer")
        for trainer in trainers:
            callback.on_validation_epoch_start(trainer, module)
            callback.on_validation_batch_end(trainer, module, right, right, 0)
            callback.on_validation_batch_end(trainer, module, wrong, right, 1)
            callback.on_validation_epoch_end(trainer, module)
        callback.on_test_epoch_start(trainers[0], module)
        callback.on_test_batch_end(trainers[0], module, wrong, right, 0)
        callback.on_test_epoch_end(trainers[0], module)
        assert logged == [{"val_wer": 25.0}, {"test_wer": 50.0}]
        assert list(adapter.LogErrorRates().accumulator.metrics) == ["wer", "cer"]
        for step, run in (("validation", callback.on_validation_batch_end), ("test", callback.on_test_batch_end)):
            bad: list[Any] = [None, {}, {"references": []}]
            for outputs in bad:
                with pytest.raises(ScoreError, match=f"{step}_step must return a dict with references and hypotheses"):
                    run(trainers[1], module, outputs, None, 0)


@pytest.mark.parametrize("package", ["lightning.pytorch", "pytorch_lightning", None])
def test_lightning_has_two_names(package: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "mondegreen.adapters.lightning"
    for each in ("lightning", "lightning.pytorch", "pytorch_lightning"):
        monkeypatch.setitem(sys.modules, each, None)  # not to be found
    if package is None:
        monkeypatch.delitem(sys.modules, name, raising=False)
        with pytest.raises(ScoreError, match="Lightning is not installed: pip install lightning"):
            importlib.import_module(name)
        return
    made = [make_module(package.partition(".")[0])] * ("." in package)
    with standing_in(monkeypatch, name, *made, make_module(package, Callback=object)) as adapter:
        assert adapter.LogErrorRates


class Features(dict[str, Any]):
    """What `datasets` is told of columns."""


@pytest.mark.parametrize(("name", "rate"), [("wer", 2 / 4), ("cer", 2 / 9)])
def test_metrics_for_evaluate(name: str, rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """`ab cd` and `e f` in which a letter or two are wrong; joined, a blank stands between the texts."""
    evaluate = make_module("evaluate", Metric=object, MetricInfo=SimpleNamespace)
    datasets = make_module("datasets", Value=str, Features=Features, Sequence=list)
    with standing_in(monkeypatch, f"mondegreen.adapters.evaluate.{name}.{name}", evaluate, datasets) as adapter:
        (kind,) = [
            each for each in vars(adapter).values() if isinstance(each, type) and each.__module__ == adapter.__name__
        ]
        metric = kind()
        references, predictions = ["ab cd", "e f"], ["ab xd", "e x"]
        assert float(metric._compute(predictions, references)) == pytest.approx(2 / 4 if name == "wer" else 2 / 8)
        assert float(metric._compute(predictions, references, concatenate_texts=True)) == pytest.approx(rate)
        info = metric._info()
        assert set(info.features) == {"predictions", "references"}
