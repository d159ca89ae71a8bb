"""ESPnet's cleaners: each found in its package, and called as ESPnet calls it."""

import sys
from types import ModuleType

import pytest

from mondegreen import ScoreError
from mondegreen.dropin.espnet.text_processing import make_cleaner
from mondegreen.normalization.whisper import SMALL, WHISPER


class Korean:
    """ESPnet's is a class, of which a method is called without an instance."""

    @classmethod
    def normalize_text(cls, text: str) -> str:
        return f"korean {text}"


class Whisper:
    """Whisper's are classes whose instances are called."""

    def __call__(self, text: str) -> str:
        return f"whisper {text}"


def plain(text: str) -> str:
    return f"plain {text}"


# Where the packages have them: module and attribute, as in their own sources.
PLACES: list[tuple[str, str, str, object, str]] = [
    ("tacotron", "tacotron_cleaner.cleaners", "custom_english_cleaners", plain, "plain a"),
    ("jaconv", "jaconv", "normalize", plain, "plain a"),
    ("vietnamese", "vietnamese_cleaner.vietnamese_cleaners", "vietnamese_cleaner", plain, "plain a"),
    ("korean_cleaner", "espnet2.text.korean_cleaner", "KoreanCleaner", Korean, "korean a"),
    ("whisper_en", "whisper.normalizers", "EnglishTextNormalizer", Whisper, "whisper a"),
    ("whisper_basic", "whisper_normalizer.basic", "BasicTextNormalizer", Whisper, "whisper a"),
]


@pytest.mark.parametrize(("name", "module", "attribute", "found", "said"), PLACES, ids=[each[0] for each in PLACES])
def test_each_is_found_and_called(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, attribute: str, found: object, said: str
) -> None:
    made = ModuleType(module)
    setattr(made, attribute, found)
    parts = module.split(".")
    for length in range(1, len(parts)):
        monkeypatch.setitem(sys.modules, ".".join(parts[:length]), ModuleType(parts[0]))
    monkeypatch.setitem(sys.modules, module, made)
    one = make_cleaner(name)
    assert one is not None
    assert one("a") == said


@pytest.mark.parametrize(
    ("name", "packages"),
    [
        ("vietnamese", "pip install espnet_tts_frontend underthesea"),
        ("whisper_en", "pip install openai-whisper or whisper-normalizer"),
    ],
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, name: str, packages: str) -> None:
    modules = ["vietnamese_cleaner", "vietnamese_cleaner.vietnamese_cleaners", *WHISPER.modules.values()]
    for module in [*modules, *SMALL.modules.values()]:
        monkeypatch.setitem(sys.modules, module, None)  # so that it cannot be imported
    with pytest.raises(ScoreError, match=f"the cleaner {name} is in a package that is not installed: {packages}"):
        make_cleaner(name)


def test_japanese() -> None:
    pytest.importorskip("jaconv")
    one = make_cleaner("jaconv")
    assert one is not None
    assert one("ＡＢＣ　ｱｲｳ〜") == "ABC アイウー"  # letters and blanks as in ASCII, kana wide


def test_several_behind_each_other_and_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mondegreen.dropin.espnet.text_processing.find_cleaner", lambda name: lambda text: f"{text}-{name}"
    )
    one = make_cleaner("a,none,b")
    assert one is not None
    assert one("x") == "x-a-b"
    assert make_cleaner("none") is None
