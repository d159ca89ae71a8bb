"""Slips in a command's words are told in one sentence."""

from collections.abc import Callable

import pytest

from conftest import Answer
from mondegreen.cli import find_command
from mondegreen.cli.parser import bind_values, build_parser, make_usage

Command = Callable[..., Answer]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("score", "REF must be given; see `mondegreen score --help`"),
        ("score a b --metrcs wer", 'there is no option "--metrcs"; did you mean --metrics?'),
        ("score a b --zzzz=1", 'there is no option "--zzzz"; see `mondegreen score --help`'),
        ("score a b --re x", "ambiguous option: --re could match "),
        ("score a b --utt2spk", "--utt2spk: expected one argument; see `mondegreen score --help`"),
        ("score a b --level low", '--level is "low", which is not a number'),
        ("lexicon mpa", 'there is no action "mpa"; did you mean map?'),
        ("lexicon map a b --dictionry c", 'there is no option "--dictionry"; did you mean --dictionary?'),
        ("convert in out more", 'unexpected argument "more"; see `mondegreen convert --help`'),
    ],
)
def test_slips(command: Command, words: str, sentence: str) -> None:
    answer = command(*words.split())
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("score", "REF must be given; see `mondegreen score --help`"),
        ("convert", "IN, OUT must be given; see `mondegreen convert --help`"),
        ("convert a", "OUT must be given; see `mondegreen convert --help`"),
        ("lexicon neighbors a", "--vectors must be given; see `mondegreen lexicon neighbors --help`"),
        ("lexicon split d", "--train, --test must be given; see `mondegreen lexicon split --help`"),
        (
            "lexicon",
            "ACTION must be given: map, translate, neighbors, eval, split, gather; see `mondegreen lexicon --help`",
        ),
        ("score a b --top 9223372036854775808", "--top is 9223372036854775808, which is too large"),
        ("score a b --top 1.5", '--top is "1.5", which is not a whole number'),
        ("score a b --top many", '--top is "many", which is not a whole number'),
        ("score a b --level 9x", '--level is "9x", which is not a number'),
        ("score a b --no-color", 'there is no option "--no-color"; write --color never'),
        ("score a b --align sclite", 'there is no option "--align"; write --policy'),
        ("score a b --metrics wer-a", 'there is no metric "wer-a"; write wer:alternatives=yes'),
        ("kaldi data lang exp", 'there is no action "data"; choose from doctor, score'),
        ("doctor model", '"model": did you mean models? mondegreen doctor [models] [NAME ...] [options]'),
        ("score a b --policy sclyte", '--policy is "sclyte"; did you mean sclite?'),
        ("tools lnk d", 'there is no action "lnk"; did you mean link?'),
        ("lexicon map a b --patiance=3", 'there is no option "--patiance"; did you mean --patience?'),
        ("lexicon map a b c", 'unexpected argument "c"; see `mondegreen lexicon map --help`'),
    ],
)
def test_whole_sentences(command: Command, words: str, sentence: str) -> None:
    assert command(*words.split()) == (2, "", f"mondegreen: error: {sentence}\n")


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        ("score", "mondegreen score REF [HYP ...] [options]"),
        ("study", "mondegreen study ACTION ... [options]"),
        ("convert", "mondegreen convert IN OUT [options]"),
        ("lexicon", "mondegreen lexicon ACTION ... [options]"),
        ("tools", "mondegreen tools link|unlink DIR [options]"),
        ("doctor", "mondegreen doctor [models] [NAME ...] [options]"),
    ],
)
def test_usages(name: str, usage: str) -> None:
    parser = build_parser(name, find_command(name))
    assert make_usage(parser) in parser.format_help()
    assert make_usage(parser) == usage


@pytest.mark.parametrize(
    ("name", "words", "bound"),
    [
        # The options of another program begin as ours do.
        ("espnet", "score exp --score-opts -s --nbest", "score exp --score-opts=-s --nbest"),
        ("espnet", "score exp --score_opts -s -e", "score exp --score_opts=-s -e"),
        ("espnet", "score exp --score-opts=-s -e", "score exp --score-opts=-s -e"),
        ("espnet", "score exp --score-opts", "score exp --score-opts"),
        ("espnet", "score exp --results -s", "score exp --results -s"),
        ("score", "a --metrics -s", "a --metrics -s"),
        ("lexicon", "map a b --rate -s", "map a b --rate -s"),
        ("lexicon", "nothing -s", "nothing -s"),
    ],
)
def test_options_of_other_programs_are_values(name: str, words: str, bound: str) -> None:
    assert bind_values(build_parser(name, find_command(name)), words.split()) == bound.split()


def test_only_what_the_words_give_is_given() -> None:
    parser = build_parser("score", find_command("score"))
    for _ in range(2):  # a parser may be asked again
        assert parser.parse_given(["a"]) == {"reference": "a"}
        assert parser.parse_given(["a", "b", "--top", "20"]) == {"reference": "a", "hypotheses": ["b"], "top": 20}
        assert parser.parse_given(["a", "--ci"]) == {"reference": "a", "ci": True}
        assert dict(parser.make_plan({"reference": "a"}, []))["top"] == 20
