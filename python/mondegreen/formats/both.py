"""Files that hold references beside hypotheses, so that one of them is enough to score."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError

# The field that holds the reference; the text of an utterance is the hypothesis.
REFERENCE_FIELD = "reference"
# How the fields are called that hold hypotheses of further systems, each with the system's name behind it.
SYSTEM_PREFIX = "pred_text_"


def holds_both(corpus: Corpus) -> bool:
    """Whether the file holds the reference, too; in other formats a field of that name may mean anything."""
    from mondegreen.formats import format_of

    return REFERENCE_FIELD in corpus.fields and format_of(corpus.format).holds_both


def take_side(corpus: Corpus, side: Literal["ref", "hyp"]) -> Corpus:
    """One side of a file that may hold both; rates, which are no texts, are refused."""
    from mondegreen.formats import format_of

    if not format_of(corpus.format).holds_texts:
        raise ScoreError(
            f"is a {corpus.format} and holds rates, not texts; give the texts that were scored", path=corpus.name
        )
    if not holds_both(corpus):
        return corpus
    found = replace(corpus, fields=drop_sides(corpus))
    return replace(found, texts=corpus.fields[REFERENCE_FIELD], words=None) if side == "ref" else found


def split_sides(corpus: Corpus) -> tuple[Corpus, list[Corpus]]:
    """The reference that the file holds, and the hypothesis of each of its systems."""
    reference = replace(take_side(corpus, "ref"), notes=())
    if not holds_both(corpus):
        what = f"is read as {corpus.format} and holds" if corpus.format else "holds"
        raise ScoreError(f"{what} one text per utterance; give the hypotheses as well", path=corpus.name)
    systems = list(list_systems(corpus))
    if all(each.texts is not corpus.texts for each in systems):
        systems.insert(0, take_side(corpus, "hyp"))
    return reference, [replace(systems[0], notes=corpus.notes), *systems[1:]]


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
