"""The help speaks the field's words: short sentences, each with its default, and none of the words of before."""

import re
from typing import Any

import pytest

from mondegreen.cli import COMMANDS, find_command, help_text, list_plans
from mondegreen.cli.parser import build_parser, select_parser
from mondegreen.plan.option import Option, Plan, split_help
from mondegreen.plan.shared import Terminal

PLANS: dict[str, type[Plan]] = {**list_plans(), "": Terminal}
OPTIONS = {(name, each.name): each for name, plan in PLANS.items() for each in plan.options.values()}
# The glossary's left column: what engineers of speech recognition do not say.
FORMER = re.compile(
    r"\b(what was (said|heard|recognized)|blanks?|folders?|such(?! as)|told?|tells?|anew|seldom|left out|passed over|"
    r"whoever|come twice|capitals|small letters|by chance|more than chance|large work|outside models|errors on purpose|"
    r"per cent|may come again|one behind the other|(default|what) (it|FILE|IN|each) looks? like|goes with|foretells?|"
    r"kept|keeps|chance|sounds?|least|greatest|near(est)? in|picture|pictures|packed|whose choice|leave out)\b"
)
LONGEST = 24


def count_words(sentence: str) -> int:
    """Its words; a list of names stands for one."""
    return len(sentence.split())


@pytest.mark.parametrize("key", OPTIONS, ids=" ".join)
def test_a_sentence_of_an_option(key: tuple[str, str]) -> None:
    option: Option = OPTIONS[key]
    assert not FORMER.search(option.help), option.help
    assert count_words(option.help) <= LONGEST, option.help
    assert not re.search(r"\w\.$", option.help)
    if not (option.required or option.positional):
        assert re.search(r"\(default: .*\)", option.sentence()), option.help


@pytest.mark.parametrize("name", list_plans())
def test_a_sentence_of_a_command(name: str) -> None:
    plan: Any = list_plans()[name]
    head, _ = split_help(plan.__doc__)
    assert not FORMER.search(plan.__doc__), head
    assert count_words(head) <= LONGEST
    assert re.match(r"[A-Z][a-z]+ .*\.$", head)
    assert not head.split()[0].endswith("s"), "in the imperative, as usual in help"


def test_the_help_of_the_program() -> None:
    assert not FORMER.search(help_text())


def list_sentences(page: str) -> list[str]:
    """Those of a command's page, whose examples are none."""
    prose = re.sub(r"^ *\n?example:.*", "", page, flags=re.MULTILINE | re.DOTALL | re.IGNORECASE)
    return [each for each in re.split(r"(?<=[.:;])\s+", prose) if each]


@pytest.mark.parametrize("name", list_plans())
def test_the_sentences_below_the_head_of_a_command(name: str) -> None:
    for page in (list_plans()[name].__doc__, getattr(find_command(name.partition(" ")[0]), "__doc__", "")):
        sentences = list_sentences(split_help(page)[1])
        assert [each for each in sentences if count_words(each) > LONGEST] == []


def test_sentences_of_the_program() -> None:
    paragraphs = re.split(r"\n\n|\n(?=  ?\S)", help_text())
    assert [each for text in paragraphs for each in list_sentences(text) if count_words(each) > LONGEST] == []


@pytest.mark.parametrize("name", list_plans())
def test_help_fits_two_screens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 80 columns; what is not shown is named, and shown by --help-all."""
    monkeypatch.setenv("COLUMNS", "80")
    command, _, action = name.partition(" ")
    parser = select_parser(build_parser(command, find_command(command)), [action])
    short, every = parser.format_help(), parser.format_help(every=True)
    assert len(short.splitlines()) <= 95
    assert max(map(len, short.splitlines())) <= 80
    declared = [each.flag for each in (*parser.plan.options.values(), *Terminal.options.values()) if each.flags]
    assert all(re.search(rf"{flag}\b", short) and re.search(rf"{flag}\b", every) for flag in declared)
    assert ("more options, see" in short) == bool(parser.plan.common)
    required = {each.name for each in parser.plan.options.values() if each.required and each.flags}
    assert required <= {*parser.plan.common} or not parser.plan.common
    assert "more options, see" not in every


def test_the_commands_that_everyone_needs_come_first() -> None:
    first = re.findall(r"^  (\w+)  ", help_text(), flags=re.MULTILINE)
    assert first[:5] == ["score", "compare", "align", "report", "normalize"]


def test_every_command_takes_what_concerns_the_terminal() -> None:
    for name in list_plans():
        command, _, action = name.partition(" ")
        parser = select_parser(build_parser(command, find_command(command)), [action])
        assert {"--quiet", "--verbose", "--color"} <= {flag for each in parser.actions for flag in each.option_strings}
    assert "doctor" in COMMANDS
