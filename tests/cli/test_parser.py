"""Slips in a command's words are told in one sentence."""

from collections.abc import Callable

import pytest

from conftest import Answer

Command = Callable[..., Answer]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("score", "REF must be given; see `mondegreen score --help`"),
        ("score a b --metrcs wer", 'there is no option "--metrcs"; did you mean --metrics?'),
        ("score a b --zzzz=1", 'there is no option "--zzzz"; see `mondegreen score --help`'),
        ("score a b --re x", "ambiguous option: --re could match "),
        ("score a b --utt2spk", "--utt2spk: expected one argument; see `mondegreen score --help`"),
        ("score a b --level low", '--level is "low", which is no number'),
        ("lexicon mpa", 'there is no action "mpa"; did you mean map?'),
        ("lexicon map a b --dictionry c", 'there is no option "--dictionry"; did you mean --dictionary?'),
        ("list metrics reports", '"reports" is one word too many; see `mondegreen list --help`'),
    ],
)
def test_slips(command: Command, words: str, sentence: str) -> None:
    answer = command(*words.split())
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert answer.err.count("\n") == 1
