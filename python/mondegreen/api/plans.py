"""Functions whose arguments are the options of a plan."""

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature
from typing import Any, ParamSpec, TypeVar, cast

from mondegreen.plan.option import Plan

P = ParamSpec("P")
M = TypeVar("M", bound=Plan)
Result = TypeVar("Result")


def take_plan(plan: Callable[P, M]) -> Callable[[Callable[[M], Result]], Callable[P, Result]]:
    """Gives a function of a plan the arguments of the plan, with their names, types and defaults."""

    def decorate(function: Callable[[M], Result]) -> Callable[P, Result]:
        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> Result:
            made = plan(*args, **options).mark_python()
            if changes := settle_values(made):
                made = made.replace(**changes).mark_given(made.given)
            made.check()
            return function(made)

        call.plan = plan  # type: ignore[attr-defined]
        call.__signature__ = signature_of(cast("type[Plan]", plan))  # type: ignore[attr-defined]
        call.__annotations__ = {}
        return call

    return decorate


def settle_values(plan: Plan) -> dict[str, Any]:
    """Of metrics that can be read but once a list, and of paths that are objects their text, but for sources."""
    changes: dict[str, Any] = {}
    if hasattr(metrics := getattr(plan, "metrics", ()), "__next__"):
        changes["metrics"] = list(metrics)
    for name in plan.index_options().paths:
        each, value = plan.options[name], getattr(plan, name)
        if isinstance(value, os.PathLike) and not (each.positional and each.path == "input"):
            changes[name] = os.fspath(value)
    return changes


def carry_out(function: Callable[..., Result], plan: Plan) -> Result:
    """What a function gives for a plan that was made and checked before, as a command line makes it."""
    found: Any = getattr(function, "__wrapped__", function)
    result: Result = found(plan)
    return result


def signature_of(plan: type[Plan]) -> Signature:
    """The arguments of a plan, those without a name first."""
    kinds = {True: Parameter.POSITIONAL_OR_KEYWORD, False: Parameter.KEYWORD_ONLY}
    return Signature(
        [
            Parameter(each.name, kinds[each.has_place], default=Parameter.empty if each.required else each.default)
            for each in plan.in_order()
        ]
    )
