"""Numbers in words, and functions of one's own."""

import sys
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.normalization import make_normalizer, numerals
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


# The sign that groups thousands, as the Unicode CLDR has it for the language.
COMMA = ("ar", "en", "fa", "he", "hi", "ja", "ko", "kn", "te", "th", "zh", "en_IN", "EN")
POINT = ("fr", "de", "es", "it", "nl", "pt", "ru", "tr", "vi", "pt_BR", "id")


@pytest.mark.parametrize("language", [*COMMA, *POINT])
def test_the_sign_of_thousands_is_that_of_the_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numerals, "import_num2words", lambda: (lambda number, lang: f"<{number} {lang}>", "9"))
    one = make_normalizer(f"numerals:{language}")
    group, point = (",", ".") if language in COMMA else (".", ",")
    number = f"1{group}234{group}567{point}5"
    assert one(f"a {number}!") == f"a <1234567.5 {language}>!"
    assert one(f"12{group}000 x1 -0{point}50? 1{group}23") == f"<12000 {language}> x1 <-0.5 {language}>? 1{group}23"
    assert name_function(one) == f"numerals({language},num2words-9)"


@pytest.mark.parametrize("mistake", [OverflowError, KeyError, TypeError, ValueError])
def test_a_number_that_cannot_be_said(mistake: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: float, lang: str) -> str:
        if number != 1:
            raise mistake("why")
        return lang

    monkeypatch.setattr(numerals, "import_num2words", lambda: (fail, "9"))
    with pytest.raises(ScoreError, match=r"^numerals cannot say 7: '?why'?$"):
        make_normalizer("numerals:en")("7")


def test_the_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "num2words", None)
    with pytest.raises(ScoreError, match=r"^numerals needs num2words; pip install 'mondegreen\[normalize\]'$"):
        make_normalizer("numerals:en")


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
