"""Normalize: rules that rewrite a text before it is cut; none is used unless asked for; one rule, one file.

A rule is any callable from text to text. What it is called in signatures is its `signature`, else its `__name__`.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from mondegreen.component import Registry
from mondegreen.errors import ScoreError
from mondegreen.normalization.spec import make_named

Rule = Callable[[str], str]

# Name -> the rule's class, which is made from the rule's argument where it takes one.
RULES = Registry(
    "rule",
    {
        "lower": "mondegreen.normalization.lower:Lower",
        "upper": "mondegreen.normalization.upper:Upper",
        "nfc": "mondegreen.normalization.nfc:Nfc",
        "nfkc": "mondegreen.normalization.nfkc:Nfkc",
        "punctuation": "mondegreen.normalization.punctuation:Punctuation",
        "hyphens": "mondegreen.normalization.hyphens:Hyphens",
        "drop": "mondegreen.normalization.drop:Drop",
        "fold": "mondegreen.normalization.fold:Fold",
        "rewrite": "mondegreen.normalization.rewrite:Rewrite",
        "glm": "mondegreen.normalization.glm:Glm",
        "diacritics": "mondegreen.normalization.diacritics:Diacritics",
        "numerals": "mondegreen.normalization.numerals:Numerals",
        "whisper-basic": "mondegreen.normalization.whisper_basic:WhisperBasic",
        "whisper-english": "mondegreen.normalization.whisper_english:WhisperEnglish",
        "leaderboard": "mondegreen.normalization.leaderboard:Leaderboard",
        "call": "mondegreen.normalization.call:Call",
    },
    group="rules",
)

# Rules in a list end at a comma; one that belongs to an argument has a backslash before it.
BETWEEN = re.compile(r"(?<!\\),")


def make_rule(spec: str) -> Rule:
    r"""The rule that a text such as `lower` or `drop:<unk> [noise]` describes: its name, then its argument.

    >>> make_rule("drop:<unk> [noise]")("a <unk> b")
    'a b'
    """
    one: Rule = make_named(spec.strip(), RULES)
    return one


def parse_rules(spec: str) -> tuple[Rule, ...]:
    r"""The rules of a list with commas between them; `\,` is a comma inside an argument.

    >>> named(rules(r"lower,drop:<unk> \,"))
    'lower+drop(%2C,<unk>)'
    """
    if not spec.strip():
        return ()
    return tuple(make_rule(part.replace("\\,", ",")) for part in BETWEEN.split(spec))


def normalize(texts: Sequence[str], rules: Sequence[Rule], side: str = "") -> Sequence[str]:
    """The texts after all rules, in their order; a rule that has `sides` is given the side."""
    for rule in rules:
        if side and hasattr(rule, "sides"):
            texts = [rule(text, side) for text in texts]  # type: ignore[call-arg] # as its `sides` promise
        else:
            texts = [rule(text) for text in texts]
        for kind in set(map(type, texts)):
            if not issubclass(kind, str):
                raise ScoreError(f"the rule {name_rule(rule)} gave a {kind.__name__}; a rule must give a text")
    return texts


def format_signature(rules: Iterable[Rule]) -> str:
    """The rules' part of a signature."""
    return "+".join(map(name_rule, rules)) or "none"


def name_rule(rule: Callable[..., object]) -> str:
    """What a rule, or a tokenizer, is called."""
    for attribute in ("signature", "__name__"):
        if hasattr(rule, attribute):
            return str(getattr(rule, attribute))
    return type(rule).__name__
