"""Normalise: rules that rewrite a text before it is cut; none is used unless asked for; one rule, one file.

A rule is any callable from text to text. What it is called in signatures is its `signature`, else its `__name__`.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from mondegreen.errors import ScoreError
from mondegreen.normalise.spec import make_named

Rule = Callable[[str], str]

# Name -> the rule's class, which is made from the rule's argument where it takes one.
RULES = {
    "lower": "mondegreen.normalise.lower:Lower",
    "upper": "mondegreen.normalise.upper:Upper",
    "nfc": "mondegreen.normalise.nfc:Nfc",
    "nfkc": "mondegreen.normalise.nfkc:Nfkc",
    "punctuation": "mondegreen.normalise.punctuation:Punctuation",
    "hyphens": "mondegreen.normalise.hyphens:Hyphens",
    "drop": "mondegreen.normalise.drop:Drop",
    "fold": "mondegreen.normalise.fold:Fold",
    "rewrite": "mondegreen.normalise.rewrite:Rewrite",
    "glm": "mondegreen.normalise.glm:Glm",
    "diacritics": "mondegreen.normalise.diacritics:Diacritics",
    "numerals": "mondegreen.normalise.numerals:Numerals",
    "whisper-basic": "mondegreen.normalise.whisper_basic:WhisperBasic",
    "whisper-english": "mondegreen.normalise.whisper_english:WhisperEnglish",
    "leaderboard": "mondegreen.normalise.leaderboard:Leaderboard",
    "call": "mondegreen.normalise.call:Call",
}

# Rules in a list end at a comma; one that belongs to an argument has a backslash before it.
BETWEEN = re.compile(r"(?<!\\),")


def rule(spec: str) -> Rule:
    r"""The rule that a text such as `lower` or `drop:<unk> [noise]` describes: its name, then its argument.

    >>> rule("drop:<unk> [noise]")("a <unk> b")
    'a b'
    """
    one: Rule = make_named("rule", spec.strip(), RULES)
    return one


def parse_rules(spec: str) -> tuple[Rule, ...]:
    r"""The rules of a list with commas between them; `\,` is a comma inside an argument.

    >>> named(rules(r"lower,drop:<unk> \,"))
    'lower+drop(%2C,<unk>)'
    """
    if not spec.strip():
        return ()
    return tuple(rule(part.replace("\\,", ",")) for part in BETWEEN.split(spec))


def normalise(texts: Sequence[str], rules: Sequence[Rule], side: str = "") -> Sequence[str]:
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
