"""Whisper's normalizers, from whichever maintained package has them."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from mondegreen.errors import ScoreError


class Source(NamedTuple):
    """A package's name among what is installed, and the modules that have Whisper's normalizers."""

    package: str
    modules: dict[str, str]


ENGLISH, BASIC = "EnglishTextNormalizer", "BasicTextNormalizer"
SMALL = Source("whisper-normalizer", {ENGLISH: "whisper_normalizer.english", BASIC: "whisper_normalizer.basic"})
# Whisper's own, which brings torch.
WHISPER = Source("openai-whisper", dict.fromkeys((ENGLISH, BASIC), "whisper.normalizers"))


class LoadedNormalizer(NamedTuple):
    """A normalizer of the package's own, created again so that its rules may be changed; and the package's name."""

    normalizer: Any
    package: str


def find_normalizer(name: str, sources: Sequence[Source]) -> LoadedNormalizer | None:
    """The normalizer of that name from the first of the packages that is installed and works."""
    return next((one for source in sources if (one := load_from_package(name, source))), None)


def load_from_package(name: str, source: Source) -> LoadedNormalizer | None:
    """The same of one package."""
    try:
        return LoadedNormalizer(getattr(import_module(source.modules[name]), name)(), source.package)
    except ImportError:
        return None


def load_english(asked_for: str) -> LoadedNormalizer:
    """The English one, its package with the version; or how to get it."""
    from importlib.metadata import version

    one = find_normalizer(ENGLISH, (SMALL, WHISPER))
    if one is None:
        raise ScoreError(f"{asked_for} needs whisper-normalizer; pip install 'mondegreen[normalize]'")
    return one._replace(package=f"{one.package}-{version(one.package)}")


def apply_normalizer(normalizer: Any, text: str, asked_for: str) -> str:  # noqa: ANN401 - the package has no types
    """What the package makes of a text; where it fails, that is the user's to know."""
    try:
        return str(normalizer(text))
    except (ValueError, IndexError, ArithmeticError, AssertionError) as error:
        raise ScoreError(f'{asked_for} cannot take the text "{text}": {error}') from error
