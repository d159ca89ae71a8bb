"""espeak-ng as a library: one text after the other, in the voice that was asked for."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.resources import phonemes
from mondegreen.resources.phonemes import Espeak, load, transcribe_sides


@pytest.fixture
def french(espeak: None) -> Espeak:
    return Espeak("fr")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("le chat", ["l", "ə", "ʃ", "a"]),
        ("les amis", ["l", "e", "z", "a", "m", "i"]),  # in its sentence: the s is heard
        ("chat. chat", ["ʃ", "a", "ʃ", "a"]),  # two clauses
        ("a\0b", ["a", "b", "e"]),
        ("\ud800", None),
        ("", []),
    ],
)
def test_phonemes(french: Espeak, text: str, expected: list[str] | None) -> None:
    found = french.speak(text)
    assert expected is None or found == expected


def test_another_languages_rules_leave_no_trace(french: Espeak) -> None:
    found = french.speak("le week end de la story")
    assert not set("()_ˈˌ-' ") & set("".join(found))


def test_long_texts_are_spoken_to_the_end(french: Espeak) -> None:
    assert french.speak("chat " * 2000) == ["ʃ", "a"] * 2000


def test_voices_do_not_mix(french: Espeak) -> None:
    english = Espeak("en")
    before = french.speak("chat")
    assert english.speak("chat") != before
    assert french.speak("chat") == before


def test_a_voice_that_is_not_there_is_told(french: Espeak) -> None:
    with pytest.raises(mg.ScoreError, match=r'^espeak-ng has no voice "nobody"'):
        load("nobody", None)


def test_a_missing_program_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phonemes, "LIBRARIES", ("no-such-library.so",))
    monkeypatch.setattr(phonemes, "load_library", phonemes.load_library.__wrapped__)
    with pytest.raises(mg.ScoreError, match=r"^phonemes need espeak-ng, .* apt-get install espeak-ng"):
        Espeak("fr")


class Counting:
    identity = "counting-1"
    remembered = True

    def __init__(self) -> None:
        self.asked: list[str] = []

    def speak(self, text: str) -> list[str]:
        self.asked.append(text)
        return list(text)


def test_each_text_is_spoken_once(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    sides = [["b", "a", ""], ["a", " a "]]
    found = [
        transcribe_sides(sides, mg.Resources(chosen={"phonemes": each}, cache=Cache(tmp_path)))
        for each in (first, second)
    ]
    assert [list(map(list, side)) for side in found[1]] == [[["b"], ["a"], []], [["a"], ["a"]]]
    assert [first.asked, second.asked] == [["a", "b"], []]
