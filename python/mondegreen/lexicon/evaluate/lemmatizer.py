"""Lemmas of inflected forms: by a table, by simplemma, or by spaCy."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.space import fold_case

# A table of forms of the same language lists at least this share of a dictionary's translations. Of the French side of
# one a French table of 8,668 forms listed 47 %, of the English side 5 %; a Danish table listed 1 % and 3 %.
MIN_COVERAGE = 0.2


class Lemmatizer:
    """The lemmas of each form; a word that is not listed is its own."""

    def __init__(self, lemmas: Mapping[str, list[str]], name: str = "") -> None:
        self.lemmas = lemmas
        self.name = name

    def lemma(self, word: str) -> str:
        """The lemma of a form, the first that was listed where there are several."""
        return self.lemmas.get(word, [word])[0]

    def share_lemma(self, one: str, other: str) -> bool:
        return not set(self.lemmas.get(one, [one])).isdisjoint(self.lemmas.get(other, [other]))

    def coverage(self, words: Iterable[str]) -> float:
        known = [word in self.lemmas for word in words]
        return sum(known) / len(known) if known else 0.0


def iterate_cells(lines: Sequence[str], path: str, expected: str) -> Iterator[tuple[str, ...]]:
    """The tab-separated cells of each line that is not blank, of which the first two must be there."""
    for number, line in enumerate(lines, 1):
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if not any(cells):
            continue
        if len(cells) < 2 or not all(cells[:2]):
            raise ScoreError(f"{expected} belong here", path=path, line=number)
        yield cells


def load_lemmas(path: str, *, keep_case: bool = False) -> Lemmatizer:
    """A table of lemma, tab, form, as of UniMorph, whose features after another tab are ignored."""
    lemmas: dict[str, list[str]] = {}
    folded = [fold_case(line, keep_case=keep_case) for line in load_lines(path)]
    for lemma, form, *_ in iterate_cells(folded, label(path), "a lemma, a tab and a form"):
        found = lemmas.setdefault(form, [])
        if lemma not in found:
            found.append(lemma)
    if not lemmas:
        raise ScoreError("this table holds no inflected form", path=label(path))
    return Lemmatizer(lemmas, label(path))


def lemmatize_by_simplemma(words: Iterable[str], language: str) -> Lemmatizer:
    """The lemmas that simplemma knows."""
    try:
        import simplemma
    except ImportError as error:
        raise ScoreError("simplemma is not installed; install it by `pip install 'mondegreen[lexicon]'`") from error
    try:
        lemmas = {word: [fold_case(simplemma.lemmatize(word, lang=language))] for word in dict.fromkeys(words)}
        return Lemmatizer(lemmas, f"simplemma {version('simplemma')}")
    except ValueError as error:
        raise ScoreError(f'simplemma does not know the language "{language}"') from error


def lemmatize_by_spacy(words: Iterable[str], language: str) -> Lemmatizer:
    """The lemmas that the language's spaCy pipeline gives to words by themselves."""
    from mondegreen.resources import Resources
    from mondegreen.resources.analysis import analyze_texts

    distinct = list(dict.fromkeys(words))
    resources = Resources(language)
    (found,) = analyze_texts([[[word] for word in distinct]], resources)
    pairs = zip(distinct, found, strict=True)
    lemmas = {word: [fold_case(each.lemmas[0]) if each.lemmas else word] for word, each in pairs}
    return Lemmatizer(lemmas, resources.get("analyzer").identity)


def make_lemmatizer(
    source: str, pairs: Iterable[tuple[str, str]], answers: Iterable[str], *, keep_case: bool
) -> Lemmatizer:
    """What maps the inflected forms of target words to lemmas."""
    targets = [target for _, target in pairs if target]
    words = [*targets, *answers]
    kind, _, language = source.partition(":")
    if kind in ("simplemma", "spacy") and not language:
        raise ScoreError(f'--forms is "{source}"; write {kind}:LANGUAGE, such as {kind}:fr')
    if kind == "simplemma":
        return lemmatize_by_simplemma(words, language)
    if kind == "spacy":
        return lemmatize_by_spacy(words, language)
    found = load_lemmas(source, keep_case=keep_case)
    if (share := found.coverage(targets)) < MIN_COVERAGE:
        what = f"only {100 * share:.0f} % of the dictionary's translations are listed; is it of another language?"
        warnings.warn(f"{source}: {what}", ScoreWarning, 2)
    return found
