"""Normalize: steps that rewrite a text before it is tokenized; none is used unless asked for; one kind, one file.

A normalizer is any callable from text to text. In signatures it is called by its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Iterable, Sequence

from mondegreen.component import Registry, split_unquoted
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import name_function

Normalizer = Callable[[str], str]

NORMALIZERS = Registry(
    "normalizer",
    {
        "lower": "mondegreen.normalization.case:Lower",
        "upper": "mondegreen.normalization.case:Upper",
        "nfc": "mondegreen.normalization.unicode:Nfc",
        "nfkc": "mondegreen.normalization.unicode:Nfkc",
        "punctuation": "mondegreen.normalization.punctuation:Punctuation",
        "hyphens": "mondegreen.normalization.punctuation:Hyphens",
        "drop": "mondegreen.normalization.tokens:Drop",
        "fold": "mondegreen.normalization.tokens:Fold",
        "rewrite": "mondegreen.normalization.tokens:Rewrite",
        "glm": "mondegreen.normalization.glm:Glm",
        "diacritics": "mondegreen.normalization.unicode:Diacritics",
        "numerals": "mondegreen.normalization.numerals:Numerals",
        "whisper-basic": "mondegreen.normalization.whisper:WhisperBasic",
        "whisper-english": "mondegreen.normalization.whisper:WhisperEnglish",
        "leaderboard": "mondegreen.normalization.whisper:Leaderboard",
        "call": "mondegreen.normalization.text_function:Call",
    },
    group="normalizers",
)


def make_normalizer(spec: str) -> Normalizer:
    """The normalizer that a text such as `lower` or `drop:<unk> [noise]` describes.

    >>> make_normalizer("drop:<unk> [noise]")("a <unk> b")
    'a b'
    """
    made: Normalizer = NORMALIZERS.make(spec)
    return made


def parse_normalizers(specs: str) -> tuple[Normalizer, ...]:
    """The normalizers of a list with commas between them; a value that holds a comma stands between double quotes.

    >>> format_signature(parse_normalizers('lower,drop:"<unk> ,"'))
    'lower+drop(%2C,<unk>)'
    """
    return tuple(map(make_normalizer, split_unquoted(specs, ","))) if specs.strip() else ()


def normalize(texts: Sequence[str], steps: Sequence[Normalizer], side: str = "") -> Sequence[str]:
    """The texts after all steps, in their order; a normalizer that has `sides` is given the side."""
    for step in steps:
        if side and hasattr(step, "sides"):
            texts = [step(text, side) for text in texts]  # type: ignore[call-arg] # as its `sides` promise
        else:
            texts = [step(text) for text in texts]
        for kind in set(map(type, texts)):
            if not issubclass(kind, str):
                raise ScoreError(f"the normalizer {name_function(step)} gave a {kind.__name__}; it must give a text")
    return texts


def format_signature(steps: Iterable[Normalizer]) -> str:
    """The normalizers' part of a signature."""
    return "+".join(map(name_function, steps)) or "none"
