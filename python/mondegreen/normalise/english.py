"""Whisper's English normaliser, from whichever maintained package has it."""

from importlib import import_module
from typing import Any, NamedTuple

from mondegreen.errors import ScoreError

# The package, its module, and its name among what is installed; the first is small, the second brings torch.
SOURCES = (
    ("whisper_normalizer", "whisper_normalizer.english", "whisper-normalizer"),
    ("whisper", "whisper.normalizers", "openai-whisper"),
)


class English(NamedTuple):
    """A normaliser of the package's own, made anew so that its rules may be changed; and the package's version."""

    normaliser: Any
    package: str


def english(asked_for: str) -> English:
    """The normaliser, or how to get it."""
    from importlib.metadata import version
    from importlib.util import find_spec

    for package, module, name in SOURCES:
        if find_spec(package) is not None:
            return English(import_module(module).EnglishTextNormalizer(), f"{name}-{version(name)}")
    raise ScoreError(f"{asked_for} needs whisper-normalizer; pip install 'mondegreen[normalise]'")


def apply(normaliser: Any, text: str, asked_for: str) -> str:  # noqa: ANN401 - the package has no types
    """What the package makes of a text; where it fails, that is the user's to know."""
    try:
        return str(normaliser(text))
    except (ValueError, IndexError, ArithmeticError, AssertionError) as error:
        raise ScoreError(f'{asked_for} cannot take the text "{text}": {error}') from error
