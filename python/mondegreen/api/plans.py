"""Functions whose arguments are the options of a plan."""

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, cleandoc
from typing import Any, ParamSpec, TypeVar, cast

from mondegreen.plan.option import Option, Plan, split_help

P = ParamSpec("P")
M = TypeVar("M", bound=Plan)
Result = TypeVar("Result")


def take_plan(plan: Callable[P, M]) -> Callable[[Callable[[M], Result]], Callable[P, Result]]:
    """Gives a function of a plan the arguments of the plan, with their names, types and defaults."""

    def decorate(function: Callable[[M], Result]) -> Callable[P, Result]:
        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> Result:
            return function(settle_plan(plan(*args, **options)))

        call.plan = plan  # type: ignore[attr-defined]
        call.__signature__ = signature_of(cast("type[Plan]", plan))  # type: ignore[attr-defined]
        call.__annotations__ = {}
        call.__doc__ = describe_function(function, cast("type[Plan]", plan))
        return call

    return decorate


def describe_function(function: Callable[..., object], plan: type[Plan]) -> str:
    """The docstring of a function, with what its plan says of each argument, and what comes back.

    Where it has no example of its own, those of the command show how the options are combined.
    """
    body, heading, example = cleandoc(function.__doc__ or "").partition("\n\nExample:\n")
    if not heading:
        pages = (split_help(each.__doc__)[1].partition("example:\n") for each in plan.__mro__)
        example = next((commands for _, found, commands in pages if found), "")
    arguments = "".join(f"{each.name} : {each.annotation}\n    {describe_option(each)}\n" for each in plan.in_order())
    returned = function.__annotations__.get("return", "None")
    parts = {
        "Parameters": arguments,
        "Returns": f"{returned}\n",
        "Example": f"{cleandoc(example)}\n" if example else "",
    }
    sections = (f"{title}\n{'-' * len(title)}\n{text}" for title, text in parts.items() if text)
    return "\n".join([f"{body}\n", *sections])


def describe_option(option: Option) -> str:
    """The help of an option in a sentence; names that are registered are for `mondegreen help` to list."""
    if "{names}" in option.help:
        return option.help.format(default=option.default, names="names that `mondegreen help` lists")
    return option.sentence()


def settle_plan(plan: M) -> M:
    """A plan of Python, with its values in the form that the library takes, and checked."""
    made = plan.mark_python()
    if changes := settle_values(made):
        made = made.replace(**changes).mark_given(made.given)
    made.check()
    return made


def settle_values(plan: Plan) -> dict[str, Any]:
    """What was given and is not in the form that a plan holds: paths as texts, several texts as a list."""
    found = {name: settle_value(plan.options[name], getattr(plan, name)) for name in plan.given}
    return {name: value for name, value in found.items() if value is not getattr(plan, name)}


def settle_value(option: Option, value: Any) -> Any:  # noqa: ANN401 - any option's
    """A value in that form, a list of what can be read but once; sources of texts are left as they are."""
    several = option.annotation == "list[str]"
    if option.positional and option.path in (None, "input") and not several:
        return value
    if several and isinstance(value, str | os.PathLike):
        value = [value]
    elif hasattr(value, "__next__"):
        value = list(value)
    if option.path and isinstance(value, list):
        return [os.fspath(each) if isinstance(each, os.PathLike) else each for each in value]
    return os.fspath(value) if option.path and isinstance(value, os.PathLike) else value


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
