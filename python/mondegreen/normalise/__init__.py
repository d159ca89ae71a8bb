"""Normalise: rules that rewrite a text before it is cut; none is used unless asked for.

A rule is any callable from text to text. What it is called in signatures is its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Iterable, Sequence

Rule = Callable[[str], str]

# Name -> a function from the rule's argument ("" where none is given) to the rule.
RULES: dict[str, str] = {}


def normalise(texts: Sequence[str], rules: Sequence[Rule]) -> Sequence[str]:
    """The texts after all rules, in their order."""
    for rule in rules:
        texts = [rule(text) for text in texts]
    return texts


def named(rules: Iterable[Rule]) -> str:
    """The rules' part of a signature."""
    return "+".join(map(name, rules)) or "none"


def name(rule: Callable[..., object]) -> str:
    """What a rule, or a tokeniser, is called."""
    for attribute in ("signature", "__name__"):
        if hasattr(rule, attribute):
            return str(getattr(rule, attribute))
    return type(rule).__name__
