"""A corpus is rows in order, held as columns."""

from mondegreen import Corpus, Utterance
from mondegreen.corpus import TimedWord


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
