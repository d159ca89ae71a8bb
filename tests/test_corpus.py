"""A corpus is rows in order, held as columns."""

from mondegreen import Corpus, Utterance


def test_rows_in_and_out() -> None:
    rows = [Utterance("u1", "a b"), Utterance("u2", "")]
    corpus = Corpus.of(rows, "corpus")
    assert [len(corpus), list(corpus), corpus.name, corpus.keyed] == [2, rows, "corpus", True]


def test_positions_are_keys_where_there_are_none() -> None:
    corpus = Corpus.by_position(["a", "b"], "lines")
    assert [list(corpus.keys), corpus.keyed] == [["1", "2"], False]


def test_the_first_of_a_key_counts() -> None:
    corpus = Corpus(["u", "v", "u", "u"], ["1", "2", "3", "4"], "corpus")
    assert corpus.by_key() == {"u": "1", "v": "2"}
    assert corpus.duplicates(corpus.by_key()) == ("u", "u")


def test_no_duplicates() -> None:
    corpus = Corpus(["u", "v"], ["1", "1"], "corpus")
    assert corpus.duplicates(corpus.by_key()) == ()
