"""Every public function says what it takes and gives, and shows it; what is shown runs."""

import doctest
import inspect
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import mondegreen as mg

SECTIONS = ("Parameters\n----------\n", "Returns\n-------\n", "Example\n-------\n")
FUNCTIONS = [name for name in mg.__all__ if inspect.isfunction(getattr(mg, name))]
# What is a step of the library below, and taken by its other functions.
OTHERS = {"pair"}


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - OTHERS))
def test_a_function_has_all_sections(name: str) -> None:
    page = inspect.getdoc(getattr(mg, name)) or ""
    assert [section for section in SECTIONS if section not in page] == []
    assert [page.index(section) for section in SECTIONS] == sorted(page.index(section) for section in SECTIONS)
    plan = getattr(getattr(mg, name), "plan", None)
    assert [each for each in (plan.options if plan else ()) if f"\n{each} : " not in page] == []


def test_most_functions_are_public_ones() -> None:
    assert {"score", "wer", "compare", "align", "normalize"} <= {*FUNCTIONS}


def examples() -> list[Any]:
    finder = doctest.DocTestFinder(recurse=False)
    named: list[tuple[str, Callable[..., object]]] = [(name, getattr(mg, name)) for name in [*FUNCTIONS, "Accumulator"]]
    return [test for name, each in named for test in finder.find(each, name, globs={}) if test.examples]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_examples_run(example: doctest.DocTest) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0
