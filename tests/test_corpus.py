"""A corpus is rows in order, held as columns."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen._core import Strings
from mondegreen.corpus import TimedWord, are_distinct, check_cells
from mondegreen.notes import Note


def test_rows_in_and_out() -> None:
    rows = [Utterance("u1", "a b"), Utterance("u2", "")]
    corpus = Corpus.of(rows, "corpus")
    assert [len(corpus), list(corpus), corpus.name, corpus.keyed] == [2, rows, "corpus", True]


def test_positions_are_keys_where_there_are_none() -> None:
    corpus = Corpus.by_position(["a", "b"], "lines")
    assert [list(corpus.keys), corpus.keyed] == [["1", "2"], False]


def test_fields_and_times_come_back() -> None:
    said = (TimedWord("a", 0.5, 0.75, 0.9), TimedWord("b", 1.0, 1.25))
    rows = [Utterance("u1", "a b", {"speaker": "eve", "start": "0.50"}, said), Utterance("u2", "", {}, ())]
    corpus = Corpus.of(rows, "corpus")
    assert [list(corpus), corpus.fields["speaker"]] == [rows, ["eve", ""]]


def test_repeated_keys() -> None:
    assert Corpus(["u", "v", "u", "u"], ["1", "2", "3", "4"], "corpus").repeated() == ("u", "u")
    assert Corpus(["u", "v"], ["1", "1"], "corpus").repeated() == ()


def test_a_row_has_the_fields_that_hold_something() -> None:
    corpus = Corpus(["u", "v"], ["a", "b"], "c", fields={"speaker": ["eve", ""]})
    assert [row.fields for row in corpus] == [{"speaker": "eve"}, {}]
    assert [row.words for row in corpus] == [None, None]
    assert next(iter(Corpus(["u"], ["a"], "c", words=[[]]))).words == []


def test_words_are_there_where_all_rows_have_them() -> None:
    assert Corpus.of([], "c").words is None
    timed, plain = Utterance("u", "", {}, ()), Utterance("v", "b")
    assert Corpus.of([timed, plain], "c").words is None
    assert Corpus.of([timed], "c").words == [()]
    assert Corpus.of([plain._replace(fields={"a": "1"}), plain._replace(fields={"b": "2"})], "c").fields == {
        "a": ["1", ""],
        "b": ["", "2"],
    }


def test_notes_are_added_behind_others() -> None:
    one, two = Note("index"), Note("no-ids")
    corpus = Corpus(["u"], ["a"], "c", notes=(one,))
    assert corpus.add_notes(two).notes == (one, two)
    assert corpus.add_notes() is corpus


def test_a_table_that_is_nearly_empty_is_refused() -> None:
    """A million cells are free; of more, a cell in 64 is to hold something."""
    check_cells(1_000, 1_000, 0, "c")
    check_cells(1_100, 1_000, 1_000, "c")  # 1.1 million, of which 1.128 million are allowed
    check_cells(1_000, 1_128, 872, "c")
    check_cells(1_128, 1_000, 1_000, "c")  # just as many as are allowed
    with pytest.raises(ScoreError) as refused:
        check_cells(1_129, 1_000, 1_000, "c")
    assert str(refused.value) == (
        "c: 1,000 utterances have 1,129 different fields, of which most have few; remove fields that few utterances "
        "have"
    )


def test_keys_that_are_distinct() -> None:
    assert are_distinct(["a", "b"])
    assert not are_distinct(["a", "a"])
    assert are_distinct([])
    assert are_distinct(Strings.lines(b"a\nb"))
    assert not are_distinct(Strings.lines(b"a\na"))
    assert Corpus(Strings.lines(b"b\na\nb"), ["1", "2", "3"], "c").repeated() == ("b",)
