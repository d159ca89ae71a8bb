"""Plain lines: each line an utterance."""

from mondegreen.formats.format import Reading
from mondegreen.formats.plain import PlainLines


def test_each_line_is_an_utterance() -> None:
    corpus = PlainLines.read(["a b", "", "c"], Reading("file"))
    assert [list(corpus.keys), list(corpus.texts), corpus.keyed] == [["1", "2", "3"], ["a b", "", "c"], False]
