"""Whisper's normalizers and the leaderboard's, on what they themselves made of difficult texts."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen import ScoreError
from mondegreen.normalization import make_normalizer
from mondegreen.normalization.text_function import name_function
from mondegreen.normalization.whisper import BASIC, SMALL, WHISPER, apply_normalizer, find_normalizer, load_english
from mondegreen.tokenization import make_tokenizer
from oracles import TOOLKIT_FILES


def rows(case: str) -> list[dict[str, Any]]:
    text = (TOOLKIT_FILES / case / "expected" / "norm.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def differing(case: str, column: str, spec: str) -> list[tuple[str, str, str]]:
    one = make_normalizer(spec)
    found = [(row["in"], row[column], one(row["in"])) for row in rows(case)]
    assert len(found) > 50
    return [each for each in found if each[1] != each[2]]


@pytest.mark.parametrize(("column", "spec"), [("basic", "whisper-basic"), ("basic_nodia", "whisper-basic:nodia")])
def test_whispers_basic_normalizer(column: str, spec: str) -> None:
    assert differing("whisper", column, spec) == []


def test_letters_are_split_by_the_tokenizer() -> None:
    one, cut = make_normalizer("whisper-basic"), make_tokenizer("graphemes")
    assert cut is not None
    for row in rows("whisper"):
        assert list(cut(one(row["in"]))) == row["basic_split"].split()


def test_whispers_english_normalizer() -> None:
    pytest.importorskip("whisper_normalizer")
    assert differing("whisper", "english", "whisper-english") == []


def test_the_leaderboards_english_normalizer() -> None:
    pytest.importorskip("whisper_normalizer")
    assert differing("leaderboard", "english", "leaderboard") == []


@pytest.mark.parametrize(
    ("column", "spec"),
    [("multilingual", "leaderboard:multilingual"), ("multilingual_nodia", "leaderboard:multilingual-nodia")],
)
def test_the_leaderboards_other_normalizers(column: str, spec: str) -> None:
    assert differing("leaderboard", column, spec) == []


def test_signatures_hold_the_version() -> None:
    pytest.importorskip("whisper_normalizer")
    from importlib.metadata import version

    package = f"whisper-normalizer-{version('whisper-normalizer')}"
    assert name_function(make_normalizer("whisper-english")) == f"whisper-english({package})"
    assert name_function(make_normalizer("leaderboard")) == f"leaderboard(1,{package})"
    assert name_function(make_normalizer("whisper-basic:marks")) == "whisper-basic(1,marks)"


def test_the_leaderboard_takes_its_own_normalizer_apart_only() -> None:
    pytest.importorskip("whisper_normalizer")
    both = make_normalizer("leaderboard"), make_normalizer("whisper-english")
    assert [one("eh John's") for one in both] == ["john s", "eh john is"]


@pytest.mark.parametrize("spec", ["whisper-basic:nodiac", "leaderboard:french", "lower:fr", "diacritics:xx"])
def test_an_unknown_way_is_refused(spec: str) -> None:
    name, _, way = spec.partition(":")
    with pytest.raises(ScoreError, match=f'{name}:[a-z]+ is "{way}"; choose from '):
        make_normalizer(spec)


def test_the_small_package_goes_before_whisper_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose module holds both; of the other package each has a module of its own."""
    installed = {
        "whisper.normalizers": SimpleNamespace(
            EnglishTextNormalizer=lambda: str.upper, BasicTextNormalizer=lambda: str
        ),
        "whisper_normalizer.english": SimpleNamespace(EnglishTextNormalizer=lambda: str.lower),
        "whisper_normalizer.basic": SimpleNamespace(BasicTextNormalizer=lambda: str.title),
    }
    for module, content in installed.items():
        monkeypatch.setitem(sys.modules, module.partition(".")[0], SimpleNamespace())
        monkeypatch.setitem(sys.modules, module, content)
    monkeypatch.setattr("importlib.metadata.version", lambda package: f"of {package}")
    assert load_english("x") == (str.lower, "whisper-normalizer-of whisper-normalizer")
    assert find_normalizer(BASIC, (SMALL, WHISPER)) == (str.title, "whisper-normalizer")
    monkeypatch.setitem(sys.modules, "whisper_normalizer.english", None)
    assert load_english("x") == (str.upper, "openai-whisper-of openai-whisper")
    assert find_normalizer(BASIC, (WHISPER, SMALL)) == (str, "openai-whisper")


@pytest.mark.parametrize("mistake", [ValueError, IndexError, ZeroDivisionError, AssertionError])
def test_what_the_package_stumbles_over_is_told(mistake: type[Exception]) -> None:
    def fail(text: str) -> str:
        raise mistake(f"at {text}")

    with pytest.raises(ScoreError, match=r'^who cannot take the text "a b": at a b$'):
        apply_normalizer(fail, "a b", "who")


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("wi fi and a wi-fi", "wifi and a wifi", "one word"),
        ("e mail e-mails", "email emails", "one or several"),
        ("2 g 5 g 6g 7 g", "2g 5g 6g 7 g", "of the networks that there are"),
        ("the u s a and u.s.a.", "the usa and usa", "letters in a row"),
        ("a b b c a i", "abbcai", "whatever they are, from three on"),
        ("x y", "xy", "or two that are no words"),
        ("a b", "a b", "of two one of which is a word"),
        ("that's john's", "that is john s", "what owns something"),
        ("hmm uhm eh yes", "yes", "fillers"),
    ],
)
def test_what_the_leaderboard_does_beside_whisper(text: str, expected: str, why: str) -> None:
    pytest.importorskip("whisper_normalizer")
    assert make_normalizer("leaderboard")(text) == expected, why


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (*SMALL.modules.values(), *WHISPER.modules.values()):
        monkeypatch.setitem(sys.modules, module, None)  # so that it cannot be imported
    with pytest.raises(ScoreError, match=r"whisper-english needs whisper-normalizer; pip install 'mondegreen\[normal"):
        make_normalizer("whisper-english")


def test_a_text_that_the_package_cannot_take(monkeypatch: pytest.MonkeyPatch) -> None:
    english = pytest.importorskip("whisper_normalizer.english")

    def fail(self: object, text: str) -> str:
        raise IndexError(text)

    monkeypatch.setattr(english.EnglishTextNormalizer, "__call__", fail)
    with pytest.raises(ScoreError, match='whisper-english cannot take the text "a"'):
        make_normalizer("whisper-english")("a")
