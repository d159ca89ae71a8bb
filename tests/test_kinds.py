"""What Python gives and no option takes is refused in a sentence, before any work."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
import mondegreen.plan as plans
from mondegreen.api.plans import settle_plan
from mondegreen.kinds import MEMBERS, PARTS, check_kind, split_annotation
from mondegreen.plan.option import Option, Plan

R, H = ["the cat sat", "a b"], ["the cat sad", "a b"]
py: Any = mg  # whose arguments are not checked for types here
RUN = mg.score(R, H, metrics="wer")

ANY_RUN: Any = RUN

# What holds texts in any form that `inputs` and `sources` read, and refuse in their own words.
OF_TEXTS = {"Source", "Source | None", "Source | Sequence[Source | Run] | Mapping[str, Run]"}


def all_options() -> Iterator[tuple[type[Plan], Option]]:
    for module in pkgutil.iter_modules(plans.__path__):
        importlib.import_module(f"mondegreen.plan.{module.name}")
    kinds = [Plan]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.run:
            yield from ((kind, each) for each in kind.options.values())


def test_every_option_declares_a_type_that_is_checked() -> None:
    unchecked = {each.annotation for _, each in all_options() if not split_annotation(each.annotation)}
    assert unchecked <= OF_TEXTS
    assert set(MEMBERS) <= set(PARTS)


@pytest.mark.parametrize("value", [object(), b"bytes", [object()], {3: "a"}], ids=["object", "bytes", "list", "dict"])
def test_no_option_takes_what_none_declares(value: Any) -> None:
    for kind, option in all_options():
        if option.annotation in OF_TEXTS or (option.annotation == "Sequence[Source | Run]" and isinstance(value, list)):
            continue
        needed = {each.name: None for each in kind.options.values() if each.required}
        plan = kind(**needed | {option.name: value}).mark_given([option.name]).mark_python()
        with pytest.raises(mg.ScoreError, match=rf"^{option.name} (is|has) "):
            plan.check_kinds()


TAKEN: list[tuple[object, str]] = [
    ("a", "str"),
    (None, "str | None"),
    (3, "int"),
    (np.int64(3), "int | None"),
    (3, "float"),
    (np.float32(0.5), "float"),
    (True, "bool"),
    (np.bool_(True), "bool"),  # noqa: FBT003
    (("a", "b"), "list[str]"),
    (np.array(["a"]), "str | Sequence[str]"),
    (["lower", str.upper], "str | Sequence[str | Normalizer]"),
    (mg.Policy.named("kaldi"), "str | Policy"),
    (iter([3]), "str | Iterable[str]"),  # what can be read but once is not looked at
    (3, "Unknown"),
]


@pytest.mark.parametrize(("value", "annotation"), TAKEN)
def test_what_fits_is_taken(value: object, annotation: str) -> None:
    check_kind("it", value, annotation)


REFUSED: list[tuple[object, str, str]] = [
    (3, "str", "it is 3; give a text"),
    (None, "str", "it is None; give a text"),
    ("3", "int | None", 'it is "3"; give a whole number'),
    (True, "int", "it is True; give a whole number"),
    (2.5, "int", "it is 2.5; give a whole number"),
    (True, "float", "it is True; give a number"),
    (1, "bool", "it is 1; give True or False"),
    (95, "bool | Bootstrap", "it is 95; give True or False or a Bootstrap"),
    ([b"a"], "list[str]", "it is of type bytes at position 0; give a text"),
    (["a", None], "str | Sequence[str]", "it is None at position 1; give a text"),
    (["a", 3], "str | Sequence[str | Normalizer]", "it is 3 at position 1; give a name or a function"),
    ({"a"}, "list[str]", "it is of type set; give a list of texts"),
    (["a"], "Mapping[str, Source | Run] | None", "it is of type list; give a dict by name"),
    ({3: "a"}, "Mapping[str, Source]", "it has the name 3; give a text as the name of each"),
]


@pytest.mark.parametrize(("value", "annotation", "message"), REFUSED)
def test_what_does_not_fit_is_refused(value: object, annotation: str, message: str) -> None:
    with pytest.raises(mg.ScoreError) as raised:
        check_kind("it", value, annotation)
    assert str(raised.value) == message


def test_choices_and_empty_lists() -> None:
    kinds = partial(check_kind, "it", annotation="Literal['id', 'order']", choices=("id", "order"))
    kinds("id")
    with pytest.raises(mg.ScoreError, match=r'^it is "ordr"; did you mean order\?$'):
        kinds("ordr")
    with pytest.raises(mg.ScoreError, match=r'^it is "x"; choose from id, order$'):
        kinds("x")
    with pytest.raises(mg.ScoreError, match=r"^it is 3; give one of id, order$"):
        kinds(3)
    check_kind("it", [], "list[str]")
    with pytest.raises(mg.ScoreError, match=r"^it is empty; give at least one$"):
        check_kind("it", [], "list[str]", filled=True)


CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: py.score(R, H, metrics=3), "metrics is 3; give a text or a list of texts"),
    (lambda: py.score(R, H, metrics=["wer", 3]), "metrics is 3 at position 1; give a text"),
    (lambda: py.score(R, H, pair_by="x"), 'pair_by is "x"; choose from id, order'),
    (lambda: py.score(R, H, normalize=3), "normalize is 3; give a text or a list of names and functions"),
    (lambda: py.score(R, H, threads=1.5), "threads is 1.5; give a whole number"),
    (lambda: py.score(R, H, resources="en"), 'resources is "en"; give a Resources'),
    (lambda: py.score(R, H, ci=95), "ci is 95; give True or False or a Bootstrap"),
    (lambda: py.score_systems(R, [H]), "hypotheses is of type list at position 0; give a text"),
    (lambda: py.score_systems(R, ["hyp"]), "hypotheses are a list, and the reference is no file; give a dict of"),
    (lambda: py.compare(R, [H, H]), "systems is of type list; give a dict by name"),
    (lambda: py.compare(R, {3: H, 4: H}), "systems has the name 3; give a text as the name of each"),
    (lambda: py.compare({"u": "a"}, {"x": {"u": "b"}, "y": {"u": "a"}}, fail_if=[15]), "fail_if is 15 at position 0"),
    (lambda: py.report(R, {"x": H}, output=3), "output is 3; give a text"),
    (lambda: py.normalize(R, rules=None), "rules is None; give a text or a list of names and functions"),
    (lambda: py.normalize(R, rules="lower", side="x"), 'side is "x"; choose from ref, hyp'),
    (lambda: py.oracle({"u": "a"}, [3]), "sources is 3 at position 0; give a path or an NBest"),
    (lambda: py.merge([], save="x"), "runs is empty; give at least one"),
    (lambda: py.correlate("run"), 'inputs is "run"; give a list of runs, or of texts or paths'),
    (lambda: py.wer("a", "b", normalize=3), "normalize is 3; give a text or a list of names and functions"),
    (lambda: py.wer("a", "b", policy=3), "policy is 3; give a text"),
    (lambda: py.align(["a"], ["b"], policy=3), "policy is 3; give a text or a Policy"),
    (lambda: py.align(["a"], ["b"], weights=3), "weights is 3; give a Weights"),
    (lambda: py.align(["a"], ["b"], unit=None), "unit is None; give a text"),
    (lambda: py.align(["a"], ["b"], threads=1.5), "threads is 1.5; give a whole number"),
    (lambda: py.Accumulator(3), "metrics is 3; give a text or a list of texts"),
    (lambda: py.Accumulator(ignore=3), "ignore is 3; give a list of whole numbers"),
    (lambda: py.Accumulator(decode="x"), 'decode is "x"; give a function'),
    (lambda: py.Accumulator().load_state_dict(3), "state is 3; give a dict by name"),
    (lambda: py.Accumulator() + 3, "other is 3; give an Accumulator"),
    (lambda: py.Run.merge(RUN, 3), "run 1 is 3; give a Run"),
    (lambda: py.Run.load(3), "folder is 3; give a path"),
    (lambda: py.Run.verify(3), "folder is 3; give a path"),
    (lambda: ANY_RUN.save(3), "folder is 3; give a path"),
    (lambda: ANY_RUN.plot(3), "path is 3; give a path"),
    (lambda: ANY_RUN.groups(3), "column is 3; give a text"),
    (lambda: py.pair(R, H), "reference is of type list; give a Corpus"),
    (lambda: py.Bootstrap(level="x"), 'level is "x"; give a number'),
    (lambda: py.Resources("en", ["vectors"]), "chosen is of type list; give a dict by name"),
    (lambda: py.Weights.from_vectors(["a"], "x"), "vectors are no array of numbers: could not convert"),
    (lambda: py.Weights.from_table(3, ["a"], [[1]]), "reference_words is 3; give a text or a list of texts"),
    (lambda: py.nbest.metrics(3), "metrics is 3; give a text or a list of texts"),
    (lambda: py.nbest.read([]), "sources is empty; give at least one"),
]


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[message for _, message in CALLS])
def test_functions_refuse_it_in_a_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(mg.ScoreError) as raised:
        call()
    assert str(raised.value).startswith(message)


def test_one_text_and_paths_stand_where_lists_are_wanted(tmp_path: Path) -> None:
    """A text would else be read letter by letter."""
    RUN.save(tmp_path / "run")
    assert len(mg.verify(tmp_path / "run")) == 1  # type: ignore[arg-type]
    base, new = {"u": "a"}, {"u": "b"}
    found = mg.compare(base, {"base": base, "new": new}, metrics="wer", fail_if="wer>15")  # type: ignore[arg-type]
    assert len(found.findings) == 1
    assert [metric.label for metric in mg.nbest.metrics("wer,cer")] == ["wer", "cer"]


def test_a_plan_of_python_is_settled_before_it_is_checked() -> None:
    from mondegreen.plan.runs import VerifyPlan

    assert settle_plan(VerifyPlan([Path("a"), "b"])).runs == ["a", "b"]  # type: ignore[list-item]
    assert settle_plan(VerifyPlan("a")).runs == ["a"]  # type: ignore[arg-type]
