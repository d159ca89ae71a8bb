"""Whisper's normalizers and the leaderboard's, on what they themselves made of difficult texts."""

import json
import sys
from typing import Any

import pytest

from mondegreen import ScoreError
from mondegreen.normalization import make_normalizer
from mondegreen.normalization.english import SMALL, WHISPER
from mondegreen.normalization.text_function import name_function
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
