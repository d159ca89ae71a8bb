"""Everything with a name has a page, and is found by it."""

import pytest

import mondegreen as mg
from mondegreen.alignment import POLICIES
from mondegreen.catalogue import KINDS, OPTIONS, Entry, entries, explained, names
from mondegreen.cli import find
from mondegreen.cli.parser import build, inner, options

ENTRIES = list(entries())


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind} {entry.name}")
def test_each_page_begins_with_a_sentence_of_a_line(entry: Entry) -> None:
    assert entry.page
    assert entry.summary[-1] in ".:"
    assert len(entry.summary) <= 160


def test_nothing_is_left_out() -> None:
    assert {(each.kind, each.name) for each in ENTRIES} >= {(kind, name) for kind in KINDS for name in KINDS[kind]}
    assert set(POLICIES) == set(mg.Policy.NAMES)
    assert [*KINDS, "alignment"] == list(OPTIONS)


def test_names_are_those_of_the_pages_each_once() -> None:
    assert len(names()) == len(set(names()))
    assert set(names()) == {each.name for each in ENTRIES}


def test_the_options_ask_for_what_there_is() -> None:
    """What a page says to write after an option is an option of that command."""
    for kind, option in OPTIONS.items():
        command, _, flag = option.rpartition(" ")
        if flag.startswith("--"):
            parser = build(command or "score", find(command or "score"))
            flags = set(options(parser)).union(*(options(each) for each in inner(parser).values()))
            assert flag in flags, f"{kind}: {option}"


def test_one_name_may_have_several_pages() -> None:
    assert [each.kind for each in explained("kaldi")] == ["format", "alignment"]


def test_options_are_left_aside_and_told() -> None:
    (entry,) = explained("cer:blanks=no")
    assert "blanks=yes|no: count the blanks between words" in entry.page


def test_an_unknown_name() -> None:
    with pytest.raises(mg.ScoreError, match='no page for "confusion"; did you mean confusions'):
        explained("confusion")
    with pytest.raises(mg.ScoreError, match='no page for "qqqqqqqq"; `mondegreen list` names all'):
        explained("qqqqqqqq")
