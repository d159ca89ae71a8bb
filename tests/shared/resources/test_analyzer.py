"""Analyses of a published corpus, token by token."""

from resources.test_analyzer import are_what_spacy_says
from shared.data import DATA


def test_every_token_is_what_spacy_says_it_is() -> None:
    are_what_spacy_says((DATA / "repere" / "ref.txt").read_text(encoding="utf-8").splitlines()[:300])
