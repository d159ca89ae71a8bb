"""What plans declare: what may be chosen is what the library knows, and everything that is declared makes sense."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen import Policy
from mondegreen.batch import TIES
from mondegreen.cli import list_plans
from mondegreen.comparison.statistics import METHODS as CORRELATIONS
from mondegreen.dropin.espnet.translation import CASES
from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import FORMATS
from mondegreen.lexicon.methods import DICTIONARY, IDENTICAL, METHODS, NONE, SEMI
from mondegreen.lexicon.neighbors import WAYS
from mondegreen.pairs import DUPLICATE, EMPTIES, EXTRA, MISSING
from mondegreen.plan.option import PATHS, Option, Plan, argument, option
from mondegreen.simulation.building import CANDIDATES, KERNELS, VARIANTS
from mondegreen.simulation.pronunciations import FEATURES
from mondegreen.simulation.rates import MODES
from mondegreen.tokenization import UNITS

OPTIONS = [(plan, each) for plan in list_plans().values() for each in plan.options.values()]
# What each option chooses from, where the library has a list of it.
LISTS: dict[str, Any] = {
    "policy": Policy.NAMES,
    "ties": TIES[1:],
    "missing": MISSING,
    "extra": EXTRA,
    "duplicate": DUPLICATE,
    "empties": EMPTIES,
    "unit": UNITS,
    "mode": MODES,
    "kernel": KERNELS,
    "candidates": CANDIDATES,
    "variants": VARIANTS,
    "features": FEATURES,
    "supervision": (DICTIONARY, SEMI, IDENTICAL, NONE),
    "dictionary_format": FORMATS,
    "way": WAYS,
}
OWN: dict[tuple[str, str], Any] = {
    ("MergePlan", "missing"): ("error", "skip"),
    ("CorrelatePlan", "method"): CORRELATIONS,
    ("MapPlan", "method"): METHODS,
    ("EvaluatePlan", "format"): FORMATS,
    ("SplitPlan", "format"): FORMATS,
    ("EspnetPlan", "tgt_case"): CASES,
}
# Only the plan's own.
OTHERS = {"action", "engine", "pair_by", "topic", "shell", "of", "side", "select", "start"}


def test_choices_are_what_the_library_knows() -> None:
    compared = set()
    for plan, each in OPTIONS:
        if each.choices and each.name not in OTHERS:
            known = OWN.get((plan.__name__, each.name), LISTS.get(each.name))
            assert known is not None, (plan.__name__, each.name)
            assert sorted(each.choices) == sorted(known), (plan.__name__, each.name)
            compared.add(each.name)
    assert compared == {*LISTS, "method", "format", "tgt_case"}


@pytest.mark.parametrize(("plan", "declared"), OPTIONS, ids=lambda each: getattr(each, "__name__", None) or each.name)
def test_what_is_declared_makes_sense(plan: type[Plan], declared: Option) -> None:
    names = plan.options
    assert {*declared.needs, *declared.apart} <= {*names} - {declared.name}
    assert all(declared.name in names[other].apart for other in declared.apart)
    assert not declared.choices or declared.default in (None, *declared.choices) or declared.repeats
    assert declared.path in (None, *PATHS)
    assert declared.least is None or declared.kind in (int, float)
    assert declared.sentence()
    assert "{" not in declared.sentence().replace("{metric}", "")
    assert not (declared.required and declared.default is not None)


class Small(Plan, group="small"):
    """A plan with an option of each kind."""

    first: str = argument(kw_only=False, help="")
    rest: list[str] = argument(default=[], kw_only=False, help="")
    count: int | None = option(default=None, least=2, help="")
    flag: bool = option(default=False, help="")
    other: str = option(default="x", needs=("flag", "count"), help="")
    one: str | None = option(default=None, apart=("two",), help="")
    two: str | None = option(default=None, apart=("one",), help="")


def test_a_plan_is_as_it_was_given() -> None:
    plan = Small("a", flag=True)
    assert dict(plan) == {
        "first": "a", "rest": [], "count": None, "flag": True, "other": "x", "one": None, "two": None
    }  # fmt: skip
    assert plan.given == {"first", "flag"}
    assert repr(plan) == "Small(first='a', flag=True)"
    changed = plan.replace(count=3)
    assert changed.count == 3
    assert changed.given == {"first", "flag", "count"}
    assert Small("a").rest is not plan.rest
    with pytest.raises(AttributeError, match="replace"):
        plan.flag = False


@pytest.mark.parametrize(
    ("places", "chosen", "message"),
    [
        ((), {}, "first must be given"),
        (("a", [], "c"), {}, "2 arguments without a name are taken, and 3 were given"),
        (("a",), {"first": "b"}, "first is given twice"),
        (("a",), {"fist": "b"}, "there is no option fist"),
    ],
)
def test_what_no_plan_takes(places: tuple[Any, ...], chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Small(*places, **chosen)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"count": 1}, "--count is 1; give 2 or more"),
        ({"other": "y"}, "--other does nothing without --flag or --count"),
        ({"one": "a", "two": "b"}, "--one does not go with --two; remove one of them"),
    ],
)
def test_what_contradicts_itself_is_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(ScoreError) as refused:
        Small("a", **chosen).check()
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "chosen", [{"count": 2}, {"other": "y", "flag": True}, {"other": "y", "count": 2}, {"other": "x"}, {"one": "a"}]
)
def test_what_makes_sense_is_not(chosen: dict[str, Any]) -> None:
    Small("a", **chosen).check()


def test_what_is_configured_may_be_idle() -> None:
    Small("a", other="y").mark_given({"first"}).check()
    assert Small("a", other="y").mark_given({"first"}).of_command_line().other == "x"
