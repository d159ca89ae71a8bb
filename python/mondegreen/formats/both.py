"""Files that hold references beside hypotheses, so that one of them is enough to score."""

from collections.abc import Iterator
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

# The field that holds the reference; the text of an utterance is the hypothesis.
REFERENCE_FIELD = "reference"
# How the fields are called that hold hypotheses of further systems, each with the system's name behind it.
SYSTEM_PREFIX = "pred_text_"


def holds_both(corpus: Corpus) -> bool:
    """Whether the file holds the reference, too; in other formats a field of that name may mean anything."""
    from mondegreen.formats import format_of

    if REFERENCE_FIELD not in corpus.fields:
        return False
    kind = format_of(corpus)
    return kind is not None and kind.holds_both


def check_has_texts(corpus: Corpus) -> None:
    """Refuses what holds no texts."""
    from mondegreen.formats import format_of

    kind = format_of(corpus)
    if kind is not None and not kind.holds_texts:
        raise ScoreError(
            f"is a {corpus.format} and holds rates, no texts; give what they were made of", path=corpus.name
        )


def as_reference(corpus: Corpus) -> Corpus:
    check_has_texts(corpus)
    if not holds_both(corpus):
        return corpus
    return replace(corpus, texts=corpus.fields[REFERENCE_FIELD], fields=drop_sides(corpus), words=None)


def as_hypothesis(corpus: Corpus) -> Corpus:
    check_has_texts(corpus)
    return replace(corpus, fields=drop_sides(corpus)) if holds_both(corpus) else corpus


def split_sides(corpus: Corpus) -> tuple[Corpus, list[Corpus]]:
    """The reference that the file holds, and the hypothesis of each of its systems."""
    check_has_texts(corpus)
    if not holds_both(corpus):
        what = f"is read as {corpus.format} and holds" if corpus.format else "holds"
        raise ScoreError(f"{what} one text of each utterance; give the other side too", path=corpus.name)
    systems = list(list_systems(corpus))
    if all(each.texts is not corpus.texts for each in systems):
        systems.insert(0, as_hypothesis(corpus))
    reference, first = replace(as_reference(corpus), notes=()), replace(systems[0], notes=corpus.notes)
    return reference, [first, *systems[1:]]


def list_systems(corpus: Corpus) -> Iterator[Corpus]:
    """Hypotheses of further systems, if the file tells."""
    for name, texts in corpus.fields.items():
        if name.startswith(SYSTEM_PREFIX):
            called = f"{corpus.name}:{name.removeprefix(SYSTEM_PREFIX)}"
            yield replace(corpus, texts=texts, fields=drop_sides(corpus), words=None, name=called, notes=())


def drop_sides(corpus: Corpus) -> dict[str, list[str]]:
    fields = corpus.fields.items()
    return {
        name: list(values) for name, values in fields if name != REFERENCE_FIELD and not name.startswith(SYSTEM_PREFIX)
    }
