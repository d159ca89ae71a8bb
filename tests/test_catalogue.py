"""Everything with a name has a page, and is found by it."""

from types import SimpleNamespace

import pytest

import mondegreen as mg
from mondegreen.alignment import POLICIES
from mondegreen.cli import find_command
from mondegreen.cli import help as catalogue
from mondegreen.cli.help import OPTIONS, REGISTRIES, Entry, find_entries, list_entries, list_names
from mondegreen.cli.parser import build_parser, list_options
from mondegreen.component import Registry
from mondegreen.metrics import METRICS

ENTRIES = list(list_entries())


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind} {entry.name}")
def test_each_page_begins_with_a_sentence_of_a_line(entry: Entry) -> None:
    assert entry.page
    assert entry.summary[-1] in ".:"
    assert len(entry.summary) <= 160


def test_nothing_is_left_out() -> None:
    every = REGISTRIES.values()
    assert {(each.kind, each.name) for each in ENTRIES} >= {(kind.kind, name) for kind in every for name in kind}
    assert set(POLICIES) == set(mg.Policy.NAMES)
    assert [*(kind.kind for kind in every), "policy"] == list(OPTIONS)


def test_names_are_those_of_the_pages_each_once() -> None:
    assert len(list_names()) == len(set(list_names()))
    assert set(list_names()) == {each.name for each in ENTRIES}


def test_the_options_ask_for_what_there_is() -> None:
    """What a page says to write after an option is an option of that command."""
    for kind, option in OPTIONS.items():
        command, _, flag = option.rpartition(" ")
        if flag.startswith("--"):
            name = (command or "score").partition(" ")[0]
            parser = build_parser(name, find_command(name))
            flags = set(list_options(parser)).union(*(list_options(each) for each in parser.inner.values()))
            assert flag in flags, f"{kind}: {option}"


def test_one_name_may_have_several_pages() -> None:
    assert [each.kind for each in find_entries("Kaldi")] == ["format", "policy"]


def test_options_are_left_aside_and_told() -> None:
    (entry,) = find_entries("cer:spaces=no")
    assert "spaces=yes|no: count the spaces between words" in entry.page


def test_an_unknown_name() -> None:
    assert find_entries("confusion") == []


def test_how_each_kind_is_asked_for() -> None:
    assert OPTIONS == {
        "metric": "--metrics",
        "format": "--format",
        "report": "--report",
        "comparison report": "compare --report",
        "output format": "--output-format",
        "normalizer": "--normalize",
        "tokenizer": "--tokenize",
        "encoder": "study robustness --encoders",
        "program": "mondegreen",
        "policy": "--policy",
    }


def test_a_summary_is_the_first_sentence_on_a_line() -> None:
    assert Entry("k", "n", "It does\nthis.\n\nAnd that.").summary == "It does this."
    assert Entry("k", "n", "It does this.").summary == "It does this."


def test_a_page_is_that_of_the_module_unless_others_share_it() -> None:
    """A function speaks for itself where its module has several; else its module tells more."""
    from mondegreen.render import csv
    from mondegreen.reports import calibration, errors

    pages = {
        (entry.kind, name): entry.page
        for name in ("confusions", "costs", "csv", "calibration")
        for entry in find_entries(name)
    }
    assert pages["report", "confusions"] == errors.report_confusions.__doc__
    assert pages["report", "costs"] == errors.report_costs.__doc__
    assert pages["output format", "csv"] == (csv.__doc__ or "").strip()
    assert pages["report", "calibration"] == (calibration.__doc__ or "").strip()


class Chosen:
    """A thing.

    Of which more is to be said.
    """

    options = (
        SimpleNamespace(name="way", values=("a", "b"), help="which way"),
        SimpleNamespace(name="size", values=(), help="how large"),
    )


class Bare:
    """A thing without options."""


def test_a_page_ends_with_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "load_target", {"x:Chosen": Chosen, "x:Bare": Bare}.__getitem__)
    assert catalogue.get_page("x:Chosen") == (
        "A thing.\n\nOf which more is to be said.\nOptions:\n    way=a|b: which way\n    size=SIZE: how large"
    )
    assert catalogue.get_page("x:Bare") == "A thing without options."


def test_what_is_installed_comes_last_and_never_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an installed thing with a name of ours, ours counts."""
    points = [SimpleNamespace(name=name, value=METRICS.targets()["wer"]) for name in ("wer", "own-metric")]
    monkeypatch.setattr(Registry, "list_installed", lambda self: points if self.kind == "metric" else [])
    found = [entry.name for entry in list_entries() if entry.kind == "metric"]
    assert (found[-1], found.count("wer")) == ("own-metric", 1)
    assert find_entries("own-metric")[0].page == find_entries("wer")[0].page
    assert list_names()[-1] == "own-metric"


def test_what_installed_packages_may_add_to() -> None:
    """By the entry points `mondegreen.GROUP`, which packages declare: a group that is renamed is no longer found."""
    groups = {registry.kind: registry.group for registry in REGISTRIES.values()}
    assert groups == {
        "metric": "metrics",
        "format": "formats",
        "report": "reports",
        "comparison report": "comparison_reports",
        "output format": "",
        "normalizer": "normalizers",
        "tokenizer": "tokenizers",
        "encoder": "encoders",
        "program": "",
    }
