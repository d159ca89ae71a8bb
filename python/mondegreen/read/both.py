"""Files that hold what was said beside what was recognised, so that one of them is enough to score."""

from collections.abc import Iterator
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

# The field that holds what was said; the text of an utterance is what was recognised.
SPOKEN = "reference"
# How the fields are called that hold what further systems recognised, each with the system's name behind it.
FURTHER = "pred_text_"


def holds_both(corpus: Corpus) -> bool:
    """Whether the file says what was said, too; in other formats a field of that name may mean anything."""
    from mondegreen.read import BOTH

    return corpus.format in BOTH and SPOKEN in corpus.fields


def refuse_numbers(corpus: Corpus) -> None:
    """Refuses what holds no texts."""
    from mondegreen.read import NUMBERS

    if corpus.format in NUMBERS:
        raise ScoreError(
            f"is a {corpus.format} and holds rates, no texts; give what they were made of", path=corpus.name
        )


def as_reference(corpus: Corpus) -> Corpus:
    """The corpus with what was said as its texts, if it is known."""
    refuse_numbers(corpus)
    if not holds_both(corpus):
        return corpus
    return replace(corpus, texts=corpus.fields[SPOKEN], fields=without_sides(corpus), words=None)


def as_hypothesis(corpus: Corpus) -> Corpus:
    """The corpus without what was said, if it is known."""
    refuse_numbers(corpus)
    return replace(corpus, fields=without_sides(corpus)) if holds_both(corpus) else corpus


def sides(corpus: Corpus) -> tuple[Corpus, list[Corpus]]:
    """The reference that the file holds, and the hypothesis of each of its systems."""
    refuse_numbers(corpus)
    if not holds_both(corpus):
        what = f"is read as {corpus.format} and holds" if corpus.format else "holds"
        raise ScoreError(f"{what} one text of each utterance; give the other side too", path=corpus.name)
    systems = list(further(corpus))
    if all(each.texts is not corpus.texts for each in systems):
        systems.insert(0, as_hypothesis(corpus))
    reference, first = replace(as_reference(corpus), notes=()), replace(systems[0], notes=corpus.notes)
    return reference, [first, *systems[1:]]


def further(corpus: Corpus) -> Iterator[Corpus]:
    """What further systems recognised, if the file tells."""
    for name, texts in corpus.fields.items():
        if name.startswith(FURTHER):
            called = f"{corpus.name}:{name.removeprefix(FURTHER)}"
            yield replace(corpus, texts=texts, fields=without_sides(corpus), words=None, name=called, notes=())


def without_sides(corpus: Corpus) -> dict[str, list[str]]:
    """The fields that are no text of a side."""
    fields = corpus.fields.items()
    return {name: list(values) for name, values in fields if name != SPOKEN and not name.startswith(FURTHER)}
