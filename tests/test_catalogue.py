"""Everything with a name has a page, and is found by it."""

import pytest

import mondegreen as mg
from mondegreen.alignment import POLICIES
from mondegreen.catalogue import OPTIONS, REGISTRIES, Entry, explain_name, list_entries, list_names
from mondegreen.cli import find_command
from mondegreen.cli.parser import build_parser, list_inner, list_options

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
    assert [*(kind.kind for kind in every), "alignment"] == list(OPTIONS)


def test_names_are_those_of_the_pages_each_once() -> None:
    assert len(list_names()) == len(set(list_names()))
    assert set(list_names()) == {each.name for each in ENTRIES}


def test_the_options_ask_for_what_there_is() -> None:
    """What a page says to write after an option is an option of that command."""
    for kind, option in OPTIONS.items():
        command, _, flag = option.rpartition(" ")
        if flag.startswith("--"):
            parser = build_parser(command or "score", find_command(command or "score"))
            flags = set(list_options(parser)).union(*(list_options(each) for each in list_inner(parser).values()))
            assert flag in flags, f"{kind}: {option}"


def test_one_name_may_have_several_pages() -> None:
    assert [each.kind for each in explain_name("kaldi")] == ["format", "alignment"]


def test_options_are_left_aside_and_told() -> None:
    (entry,) = explain_name("cer:blanks=no")
    assert "blanks=yes|no: count the blanks between words" in entry.page


def test_an_unknown_name() -> None:
    with pytest.raises(mg.ScoreError, match='no page for "confusion"; did you mean confusions'):
        explain_name("confusion")
    with pytest.raises(mg.ScoreError, match='no page for "qqqqqqqq"; `mondegreen list` names all'):
        explain_name("qqqqqqqq")
