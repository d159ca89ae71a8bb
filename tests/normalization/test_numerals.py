"""Numbers in words, and functions of one's own."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.normalization import make_normalizer
from mondegreen.normalization.text_function import name_function

CASES = [
    ("en", "I have 21 cats, 1,000 dogs.", "I have twenty-one cats, one thousand dogs."),
    ("en", "1st 3G $5 10:30 v2 5%", "1st 3G $5 10:30 v2 5%"),  # no numbers that stand alone
    ("en", "-3 and 2.5", "minus three and two point five"),
    ("de", "1.000 und 2,5", "eintausend und zwei Komma fünf"),
    ("en", "1,00 2", "1,00 two"),  # no group of thousands
    ("en", "100000000000000000", "one hundred quadrillion"),  # eighteen digits, and one more
    ("en", "1234567890123456789", "1234567890123456789"),
]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_numbers(language: str, text: str, expected: str) -> None:
    pytest.importorskip("num2words")
    assert make_normalizer(f"numerals:{language}")(text) == expected


def test_an_unknown_language() -> None:
    pytest.importorskip("num2words")
    with pytest.raises(ScoreError, match='"numerals:xx": num2words has no such language'):
        make_normalizer("numerals:xx")


OWN = """
def shout(text):
    return text.upper()
def broken(text):
    return 3
shout.signature = "shout 2"
thing = 5
"""


def test_a_function_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine8.py").write_text(OWN, encoding="utf-8")
    assert make_normalizer("call:mine8.shout")("a b") == "A B"
    assert name_function(make_normalizer("call:mine8.shout")) == "call(mine8.shout,shout 2)"
    with pytest.raises(ScoreError, match=r"call\(mine8.broken\) gave a int; it must give a text"):
        make_normalizer("call:mine8.broken")("a")
    for spec, what in [
        ("call:shout", "write call:MODULE.FUNCTION"),
        ("call:mine8.whisper", 'the module mine8 has no "whisper"'),
        ("call:nowhere8.f", "the module nowhere8 cannot be imported"),
        ("call:mine8.thing", '"thing" cannot be called'),
    ]:
        with pytest.raises(ScoreError, match=what):
            make_normalizer(spec)
