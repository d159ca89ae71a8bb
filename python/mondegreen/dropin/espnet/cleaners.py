"""ESPnet's text cleaners by their names, each where its package is installed."""

from __future__ import annotations

from importlib import import_module

from mondegreen.errors import ScoreError
from mondegreen.normalise.english import BASIC, ENGLISH, SMALL, WHISPER, found
from mondegreen.registry import unknown

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable

    Cleaner = Callable[[str], str]

NO_CLEANER = "none"
# Where a cleaner is found: module, attribute, and the packages to install.
PACKAGES = {
    "tacotron": ("tacotron_cleaner.cleaners", "custom_english_cleaners", "espnet_tts_frontend"),
    "jaconv": ("jaconv", "normalize", "jaconv"),
    "vietnamese": ("vietnamese_cleaner.vietnamese_cleaners", "vietnamese_cleaner", "espnet_tts_frontend underthesea"),
    "korean_cleaner": ("espnet2.text.korean_cleaner", "KoreanCleaner", "espnet"),
}
# Whisper's, which ESPnet takes from Whisper itself.
WHISPERS = {"whisper_en": ENGLISH, "whisper_basic": BASIC}
SOURCES = (WHISPER, SMALL)


def make_cleaner(names: str) -> Cleaner | None:
    """The cleaner of that name, or several behind each other; none where texts stay as they are."""
    chosen = [name for name in names.split(",") if name not in ("", NO_CLEANER)]
    steps = [find_cleaner(name) for name in chosen]

    def clean(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return clean if steps else None


def find_cleaner(name: str) -> Cleaner:
    """One cleaner; where its package is missing, that is said with the line that installs it."""
    if name in WHISPERS:
        return load_whisper(name)
    if name not in PACKAGES:
        raise unknown("cleaner", name, [NO_CLEANER, *PACKAGES, *WHISPERS])
    module, attribute, packages = PACKAGES[name]
    try:
        one: Callable[..., str] = getattr(import_module(module), attribute)
    except ImportError as error:
        raise make_missing_error(name, packages) from error
    return one.normalize_text if name == "korean_cleaner" else one  # type: ignore[attr-defined] # it is a class


def load_whisper(name: str) -> Cleaner:
    """One of Whisper's."""
    there = found(WHISPERS[name], SOURCES)
    if there is None:
        raise make_missing_error(name, " or ".join(source.package for source in SOURCES))
    cleaner: Cleaner = there.normaliser
    return cleaner


def make_missing_error(name: str, packages: str) -> ScoreError:
    """What is to be installed."""
    return ScoreError(f"the cleaner {name} is in a package that is not installed: pip install {packages}")
