"""What Python programs hand over as texts: lists, dicts, series and tables of any library, generators, lists of tokens.

No library is imported for it: a table is what has names of columns, a series what has an index beside its values.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isnan
from operator import index as integer
from typing import Any, TypeAlias

from mondegreen._core import Strings
from mondegreen.component import unknown_name
from mondegreen.corpus import Corpus, are_distinct
from mondegreen.errors import ReadError, ScoreError, count_ids, join_ids
from mondegreen.notes import Note, report_notes

Source: TypeAlias = Corpus | Mapping[Any, Any] | Iterable[Any] | str | os.PathLike[str]
Text: TypeAlias = str | list[str]

REFERENCES, HYPOTHESES = "references", "hypotheses"
KEYWORDS = {REFERENCES: "ref_column", HYPOTHESES: "hyp_column"}
OTHER_KEYWORD = "text_column"
WANTED = "give a list of texts, a dict of texts by utterance ID, a table, or the path of a file"
# How numpy, torch, pandas, polars and pyarrow make lists of what they hold.
LISTING = ("to_pylist", "tolist", "to_list")
BYTES = (bytes, bytearray, memoryview)
# A directory, a pattern, a prefix such as `scp:`, a pipe, or an ending: texts may hold them, but so may paths.
PATH = re.compile(r"[/\\*|]|^(ark|scp)[,:]|\.[a-zA-Z]\w{0,7}$")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of tables hold the texts of both sides, and the utterance IDs."""

    references: str | None = None
    hypotheses: str | None = None
    ids: str | None = None

    def text(self, name: str) -> str | None:
        return self.references if name == REFERENCES else self.hypotheses

    def given(self, name: str) -> list[str]:
        """The keywords that say something of a side."""
        values = {KEYWORDS.get(name, OTHER_KEYWORD): self.text(name), "id_column": self.ids}
        return [keyword for keyword, value in values.items() if value is not None]


NONE = Columns()


@dataclass(frozen=True, slots=True)
class Side:
    """The texts of a side, or lists of their tokens; their IDs, or the labels of their index, where they have such."""

    name: str
    texts: Sequence[Text]
    ids: Sequence[str] | None = None
    index: list[str] | None = None
    whole: Corpus | None = None

    def is_labeled(self) -> bool:
        """Whether the index does more than count the texts."""
        return self.index is not None and list(self.index) != [str(place) for place in range(len(self.index))]

    def corpus(self) -> Corpus:
        """The texts by their IDs, or by position."""
        if self.whole is not None:
            return self.whole
        texts = self.texts if isinstance(self.texts, Strings) else join_tokens(self.texts, self.name)
        return Corpus.by_position(texts, self.name) if self.ids is None else Corpus(self.ids, texts, self.name)


def make_corpora(references: Source, hypotheses: Source, columns: Columns) -> tuple[Corpus, Corpus]:
    if references is hypotheses and columns.references == columns.hypotheses is not None:
        raise ScoreError(f'ref_column and hyp_column are both "{columns.references}" of one table; name two columns')
    ours, theirs = with_ids(make_side(references, REFERENCES, columns), make_side(hypotheses, HYPOTHESES, columns))
    return ours.corpus(), theirs.corpus()


def make_corpus(source: Source, name: str, columns: Columns = NONE) -> Corpus:
    """One side as a corpus, where the other is a file."""
    found = make_side(source, name, columns)
    return (replace(found, ids=found.index) if found.is_labeled() else found).corpus()


def pair_texts(references: Source, hypotheses: Source) -> tuple[Sequence[Text], Sequence[Text]]:
    """The texts of both sides, those with IDs in the order of the references."""
    ours, theirs = (
        make_side([each] if isinstance(each, str) else each, name)
        for each, name in ((references, REFERENCES), (hypotheses, HYPOTHESES))
    )
    ours, theirs = with_ids(ours, theirs)
    if ours.ids is None or theirs.ids is None:
        return ours.texts, theirs.texts
    for ids, name in ((ours.ids, REFERENCES), (theirs.ids, HYPOTHESES)):
        if not are_distinct(ids):
            twice = [each for each, times in Counter(ids).items() if times > 1]
            raise ScoreError(
                f"{count_ids(twice)} more than once in the {name}, and pairs are aligned: {join_ids(twice)}"
            )
    found = dict(zip(theirs.ids, theirs.texts, strict=True))
    for ids, others, name in ((ours.ids, theirs.ids, HYPOTHESES), (theirs.ids, ours.ids, REFERENCES)):
        known = set(others)
        missing = [each for each in ids if each not in known]
        if missing:
            raise ScoreError(f"{count_ids(missing)} not in the {name}, and pairs are aligned: {join_ids(missing)}")
    return ours.texts, [found[each] for each in ours.ids]


def with_ids(ours: Side, theirs: Side) -> tuple[Side, Side]:
    """Both sides with their IDs, or with the labels of an index that does more than count; never only one of them."""
    left, right = ours.index, theirs.index
    # Tables that were put together have labels twice: in one order on both sides they are no more than positions.
    if left is None or right is None or left != right or are_distinct(left):
        same = left is not None and right is not None and set(left) == set(right)
        one = same and ours.is_labeled() != theirs.is_labeled()
        if one:
            report_notes([Note("index")])
        ours, theirs = (replace(each, ids=each.index) if each.is_labeled() or one else each for each in (ours, theirs))
    if not len(theirs.texts):  # where nothing was recognized, no ID is missing
        theirs = replace(theirs, ids=None if ours.ids is None else [])
    check_ids((ours.name, ours.ids is not None), (theirs.name, theirs.ids is not None))
    return ours, theirs


def check_ids(*sides: tuple[str, bool]) -> None:
    """Refuses sides, by name, of which only one has IDs."""
    with_ids = [name for name, has_ids in sides if has_ids]
    if len(with_ids) == 1:
        (other,) = (name for name, has_ids in sides if not has_ids)
        hint = "give dicts of texts by ID on both sides, or lists in one order"
        raise ScoreError(f"only {with_ids[0]} have utterance IDs, and {other} have none; {hint}")


def make_side(source: Source, name: str, columns: Columns = NONE) -> Side:
    """What is known of one side."""
    if isinstance(source, Corpus):
        return Side(name, source.texts, source.keys if source.keyed else None, whole=source)
    names = column_names(source)
    if names is None and isinstance(source, Mapping) and columns.text(name) is not None:
        names = list(source)
    if names is not None:
        return of_table(source, name, names, columns)
    if columns.given(name):
        raise ScoreError(
            f"{columns.given(name)[0]} is for tables, and {name} are {describe_kind(source)}; leave it out"
        )
    if isinstance(source, Mapping):
        found = list(source)
        ids = get_labels(found, f"utterance IDs of {name}")
        return Side(name, get_texts(list(source.values()), lambda place: f"{name}[{found[place]!r}]"), ids)
    return Side(name, listed_texts(source, name), index=get_index(source, name))


def column_names(source: object) -> list[Any] | None:
    """The names of a table's columns; none of what is no table. A table of pyarrow has its columns beside them."""
    for attribute in ("column_names", "columns"):
        found = getattr(source, attribute, None)
        if found is not None and not callable(found):
            return list(found)
    return None


def of_table(table: Any, name: str, names: Sequence[Any], columns: Columns) -> Side:  # noqa: ANN401 - any library's
    """The side that stands in a column of a table."""
    wanted = columns.text(name)
    known = f"columns: {', '.join(map(str, names)) or 'none'}"
    others = [each for each in names if each != columns.ids]
    if wanted is None and len(others) != 1:
        raise ScoreError(
            f"{name} are a table; name the column of the texts with {KEYWORDS.get(name, OTHER_KEYWORD)} ({known})"
        )
    found = get_column(table, others[0] if wanted is None else wanted, names)
    if columns.ids is None:
        return Side(name, listed_texts(found, name), index=get_index(found, name))
    ids = get_labels(get_values(get_column(table, columns.ids, names), name), f"the ID column of {name}")
    return Side(name, listed_texts(found, name), ids)


def get_column(table: Any, wanted: Any, names: Sequence[Any]) -> Any:  # noqa: ANN401 - any library's
    if wanted not in names:
        raise unknown_name("column", str(wanted), [str(each) for each in names])
    if names.count(wanted) > 1:
        raise ScoreError(f'{names.count(wanted)} columns are called "{wanted}"; rename all but one')
    try:
        return table[wanted]
    except (TypeError, KeyError) as error:
        raise ScoreError(f'the column "{wanted}" of a {type(table).__name__} cannot be taken: {error}') from error


def get_index(source: object, name: str) -> list[str] | None:
    """The labels of a series; a list has an `index` too, which is a method."""
    found = getattr(source, "index", None)
    return None if found is None or callable(found) else get_labels(list(found), f"the index of {name}")


def get_labels(found: Sequence[object], where: str) -> list[str]:
    """Utterance IDs as texts."""
    if set(map(type, found)) <= {str}:
        return list(map(str, found))
    for place, each in enumerate(found):
        if is_missing(each) or isinstance(each, BYTES):
            raise ScoreError(f"{where}: number {place + 1} is {describe_kind(each)}, which is not an utterance ID")
    return [str(each) for each in found]


def get_values(source: Any, name: str) -> Sequence[Any]:  # noqa: ANN401 - whatever a user gives
    """What a series, an array, a generator or any other ordered collection holds."""
    if isinstance(source, list | tuple | Strings):
        return source
    for way in LISTING:
        if hasattr(source, way):
            found = getattr(source, way)()
            if isinstance(found, list):
                return found
    if isinstance(source, Set) and not isinstance(source, Mapping):
        raise ScoreError(f"{name} are {describe_kind(source)}, which has no order; {WANTED}")
    try:
        if not isinstance(source, (str, *BYTES)):
            return list(source)
    except TypeError:  # it cannot be walked through, though it may have said so
        pass
    raise ScoreError(f"{name} are {describe_kind(source)}; {WANTED}")


def listed_texts(source: object, name: str) -> Sequence[Text]:
    return get_texts(get_values(source, name), lambda place: f"{name}[{place}]")


def get_texts(found: Sequence[Any], called: Callable[[int], str]) -> Sequence[Text]:
    """Each a text or a list of tokens; `called` says what messages call the one at a place."""
    if isinstance(found, Strings) or set(map(type, found)) <= {str}:
        return found
    return [each if type(each) is str else check_text(each, called(place)) for place, each in enumerate(found)]


def check_text(found: Any, where: str) -> Text:  # noqa: ANN401 - whatever a user gives
    """A text, or a list of tokens."""
    if isinstance(found, str):
        return found
    if is_missing(found):
        raise ScoreError(f'{where} is {describe_kind(found)}; where nothing was recognized, write ""')
    if isinstance(found, BYTES):
        raise ScoreError(f"{where} is bytes; decode them first, as by .decode('utf-8')")
    if isinstance(found, Mapping | Set) or not (isinstance(found, Iterable) or hasattr(found, "tolist")):
        raise ScoreError(f"{where} is {describe_kind(found)}; an utterance is a text or a list of tokens")
    return list(check_tokens(get_values(found, where), where))


def is_missing(found: object) -> bool:
    """Whether this stands for no value: None, NaN, or what pandas writes for either."""
    return found is None or (isinstance(found, float) and isnan(found)) or type(found).__name__ in ("NAType", "NaTType")


def check_tokens(found: Iterable[Any], where: str) -> Iterator[str]:
    """Words, or the numbers of tokens."""
    for place, each in enumerate(found):
        if isinstance(each, str):
            yield each
            continue
        try:
            yield str(integer(each))
        except TypeError:
            raise ScoreError(
                f"{where}[{place}] is {describe_kind(each)}; a token is a word or a whole number"
            ) from None


def join_tokens(found: Sequence[Text], name: str) -> list[str]:
    """Texts of all, in which no token may be more or less than a word."""
    if isinstance(found, list) and set(map(type, found)) <= {str}:
        return found
    made = []
    for place, each in enumerate(found):
        odd = [] if isinstance(each, str) else [token for token in each if token.split() != [token]]
        if odd:
            raise ScoreError(
                f'{name}[{place}] has the token "{odd[0]}", which is not one word; write it without spaces'
            )
        made.append(each if isinstance(each, str) else " ".join(each))
    return made


def describe_kind(found: object) -> str:
    return str(found) if is_missing(found) else f"of type {type(found).__name__}"


def are_texts(references: object, hypotheses: object) -> bool:
    """Whether two strings are plainly texts: several words on a side, no file of that name, and nothing of a path."""
    both = [each for each in (references, hypotheses) if isinstance(each, str)]
    if len(both) < 2 or not any(len(each.split()) > 1 for each in both):
        return False
    return not any(PATH.search(each) or os.path.exists(each) for each in both)  # noqa: PTH110 - any text will do


@contextmanager
def path_hint(*sources: object) -> Iterator[None]:
    """Says of a file that cannot be read how a text is given, if its name is a string."""
    try:
        yield
    except ReadError as error:
        if not any(isinstance(each, str) for each in sources):
            raise
        hint = "a string is the path of a file; a text is given in a list, as in score([reference], [hypothesis])"
        raise ReadError(f"{error.what}; {hint}", path=error.path) from error
