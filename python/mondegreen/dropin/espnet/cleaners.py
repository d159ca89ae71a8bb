"""ESPnet's text cleaners by their names, each where its package is installed."""

from __future__ import annotations

from mondegreen.errors import ScoreError
from mondegreen.registry import unknown

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable

    Cleaner = Callable[[str], str]

NONE = "none"
# Where a cleaner is found: module, attribute, and the package to install. The first that is there is taken.
PLACES = {
    "tacotron": [("tacotron_cleaner.cleaners", "custom_english_cleaners", "espnet_tts_frontend")],
    "jaconv": [("jaconv", "normalize", "jaconv")],
    "vietnamese": [("vietnamese_cleaner.vietnamese_cleaners", "vietnamese_cleaner", "espnet_tts_frontend underthesea")],
    "korean_cleaner": [("espnet2.text.korean_cleaner", "KoreanCleaner", "espnet")],
    "whisper_en": [
        ("whisper.normalizers", "EnglishTextNormalizer", "openai-whisper"),
        ("whisper_normalizer.english", "EnglishTextNormalizer", "whisper-normalizer"),
    ],
    "whisper_basic": [
        ("whisper.normalizers", "BasicTextNormalizer", "openai-whisper"),
        ("whisper_normalizer.basic", "BasicTextNormalizer", "whisper-normalizer"),
    ],
}


def cleaner(names: str) -> Cleaner | None:
    """The cleaner of that name, or several behind each other; none where texts stay as they are."""
    chosen = [name for name in names.split(",") if name not in ("", NONE)]
    steps = [find(name) for name in chosen]

    def clean(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return clean if steps else None


def find(name: str) -> Cleaner:
    """One cleaner; where its package is missing, that is said with the line that installs it."""
    if name not in PLACES:
        raise unknown("cleaner", name, [NONE, *PLACES])
    for module, attribute, _ in PLACES[name]:
        try:
            found = getattr(__import__(module, fromlist=[attribute]), attribute)
        except ImportError:
            continue
        return called(name, found)
    packages = " or ".join(package for *_, package in PLACES[name])
    raise ScoreError(f"the cleaner {name} is in a package that is not installed: pip install {packages}")


def called(name: str, found: Callable[..., str]) -> Cleaner:
    """How a cleaner of that name is called: classes are made first."""
    if name.startswith("whisper"):
        made: Cleaner = found()  # type: ignore[assignment] # calling the class makes something that can be called
        return made
    if name == "korean_cleaner":
        normalise: Cleaner = found.normalize_text  # type: ignore[attr-defined] # it is a class
        return normalise
    return found
