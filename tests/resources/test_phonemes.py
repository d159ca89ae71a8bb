"""espeak-ng as a library: one text after the other, in the voice that was asked for."""

import ctypes
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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
    monkeypatch.setattr(phonemes, "find_spec", lambda name: None)
    with pytest.raises(
        mg.ScoreError,
        match=r"^phonemes need espeak-ng, .* apt-get install espeak-ng.*\[phonemes\]'.*\[dictionaries\]'$",
    ):
        Espeak("fr")


def test_a_package_brings_the_library_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its data are where it says, and signatures name it."""
    begun: list[object] = []

    def begin(*given: object) -> int:
        begun.extend(given)
        return 0

    library = SimpleNamespace(
        espeak_TextToPhonemes=SimpleNamespace(),
        espeak_Info=lambda _: b"1.52",
        espeak_Initialize=begin,
        espeak_SetVoiceByName=lambda _: 0,
    )
    loader = SimpleNamespace(get_library_path=lambda: "/bundle/lib.so", get_data_path=lambda: "/bundle/data")

    def open_library(name: str) -> Any:
        if name != "/bundle/lib.so":
            raise OSError(name)
        return library

    monkeypatch.setattr(ctypes, "CDLL", open_library)
    monkeypatch.setattr(phonemes, "find_spec", lambda name: name == "espeakng_loader" or None)
    monkeypatch.setattr(phonemes, "import_module", lambda name: loader)
    monkeypatch.setattr(phonemes, "version", lambda name: "0.2.4")
    monkeypatch.setattr(phonemes, "load_library", phonemes.load_library.__wrapped__)
    assert Espeak("fr").identity == "espeak-ng-1.52+espeakng-loader-0.2.4:fr"
    assert begun == [2, 0, b"/bundle/data", 0x8000]


@pytest.mark.parametrize(
    ("voice", "elides"),
    [("fr", True), ("fr-be", True), ("it", True), ("ca", True), ("en", False), ("cs", False), ("es", False)],
)
def test_the_languages_that_have_elided_words(voice: str, elides: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(espeak_SetVoiceByName=lambda _: 0, espeak_Info=lambda _: b"1.52")
    monkeypatch.setattr(phonemes, "load_library", lambda: library)
    assert [Espeak(voice).elides, Espeak(voice).identity] == [elides, f"espeak-ng-1.52:{voice}"]


@pytest.mark.parametrize("there", ["libespeak-ng.so.1", "libespeak-ng.so", "libespeak-ng.dylib", "libespeak-ng.dll"])
@pytest.mark.parametrize("rate", [-1, 0, 22050])
def test_the_library_is_started_as_its_header_says(there: str, rate: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In speak_lib.h AUDIO_OUTPUT_SYNCHRONOUS is 2 and espeakINITIALIZE_DONT_EXIT 0x8000; a rate, or -1, comes back."""
    begun: list[tuple[Any, ...]] = []

    def begin(*given: Any) -> int:
        begun.append(given)
        return rate

    def open_library(name: str) -> SimpleNamespace:
        if name != there:
            raise OSError(name)
        functions = dict.fromkeys(("espeak_TextToPhonemes", "espeak_Info"))
        made = {each: SimpleNamespace(restype=None, argtypes=None) for each in functions}
        return SimpleNamespace(**made, espeak_Initialize=begin)

    monkeypatch.setattr(ctypes, "CDLL", open_library)
    load_library = phonemes.load_library.__wrapped__
    if rate < 0:
        with pytest.raises(
            mg.ScoreError, match=r"^espeak-ng does not start: its data files are missing; reinstall it$"
        ):
            load_library()
    else:
        found = load_library()
        assert found.espeak_TextToPhonemes.restype is found.espeak_Info.restype is ctypes.c_char_p
        assert found.espeak_TextToPhonemes.argtypes == [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    assert begun == [(2, 0, None, 0x8000)]


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
