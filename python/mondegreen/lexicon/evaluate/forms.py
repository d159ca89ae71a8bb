"""Which words are forms of one: by a table, by simplemma, or by spaCy."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.spelling import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Forms:
    """The lemmas of each form; a word that is not listed is its own."""

    def __init__(self, lemmas: Mapping[str, list[str]], name: str = "") -> None:
        self.lemmas = lemmas
        self.name = name

    def lemma(self, word: str) -> str:
        """The lemma of a form, the first that was listed where there are several."""
        return self.lemmas.get(word, [word])[0]

    def alike(self, one: str, other: str) -> bool:
        """Whether two words share a lemma."""
        return not set(self.lemmas.get(one, [one])).isdisjoint(self.lemmas.get(other, [other]))

    def share(self, words: Iterable[str]) -> float:
        """Of these words the share that is listed."""
        known = [word in self.lemmas for word in words]
        return sum(known) / len(known) if known else 0.0


def load(path: str, *, keep_case: bool = False) -> Forms:
    """A table of lemma, tab, form, as of UniMorph, whose features behind another tab are not looked at."""
    lemmas: dict[str, list[str]] = {}
    for number, line in enumerate(load_lines(path), 1):
        cells = [cell.strip() for cell in folded(line, keep_case=keep_case).split("\t")]
        if not any(cells):
            continue
        if len(cells) < 2 or not all(cells[:2]):
            raise ScoreError("a lemma, a tab and a form belong here", path=label(path), line=number)
        found = lemmas.setdefault(cells[1], [])
        if cells[0] not in found:
            found.append(cells[0])
    if not lemmas:
        raise ScoreError("there is no form in this table", path=label(path))
    return Forms(lemmas, label(path))


def lemmatised(words: Iterable[str], lemma: Callable[[str], str], name: str) -> Forms:
    """What a lemmatiser says of words, each asked once."""
    return Forms({word: [lemma(word)] for word in dict.fromkeys(words)}, name)


def by_simplemma(words: Iterable[str], language: str) -> Forms:
    """The lemmas that simplemma knows."""
    try:
        import simplemma
    except ImportError as error:
        raise ScoreError("simplemma is not installed; install it by `pip install 'mondegreen[lexicon]'`") from error
    name = f"simplemma {version('simplemma')}"
    try:
        return lemmatised(words, lambda word: folded(simplemma.lemmatize(word, lang=language)), name)
    except ValueError as error:
        raise ScoreError(f'simplemma does not know the language "{language}"') from error


def by_spacy(words: Iterable[str], language: str) -> Forms:
    """The lemmas that the language's spaCy pipeline gives to words by themselves."""
    from mondegreen.resources import Resources
    from mondegreen.resources.analysis import analyze_texts

    distinct = list(dict.fromkeys(words))
    resources = Resources(language)
    (found,) = analyze_texts([[[word] for word in distinct]], resources)
    pairs = zip(distinct, found, strict=True)
    lemmas = {word: [folded(each.lemmas[0]) if each.lemmas else word] for word, each in pairs}
    return Forms(lemmas, resources.get("analyser").identity)
