"""trn: words, then an id in parentheses."""

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats.format import Reading
from mondegreen.formats.plain import Trn

LINES = [
    ("a b (u1)", "u1", "a b"),
    ("a b\t(spk-utt)", "spk-utt", "a b"),  # as ESPnet writes
    ("(u1)", "u1", ""),
    (" (u1)", "u1", ""),
    ("a (loud) b (u1) ", "u1", "a (loud) b"),  # the last parentheses are the id's
    ("a(u1)", "u1", "a"),
    ("a  b  (u1)", "u1", "a  b "),  # blanks are the tokenizer's business
    ("a (u 1)", "u 1", "a"),
    ("; a (u1)", "u1", "; a"),  # two make a comment
    ("A É (U1)", "U1", "A É"),  # letters stay as they are
]


@pytest.mark.parametrize(("line", "key", "text"), LINES)
def test_line(line: str, key: str, text: str) -> None:
    corpus = Trn.read([line], Reading("file"))
    assert [list(corpus.keys), list(corpus.texts), corpus.notes] == [[key], [text], ()]


def test_comments_and_blank_lines_hold_no_utterance() -> None:
    assert list(Trn.read([";; (u1)", "", " \t", "** (u2)", "a (u3)"], Reading("file")).keys) == ["u3"]


@pytest.mark.parametrize("line", ["a b", "a (u1", "a u1)", "a )u1(", "a ()", "a ( )", "a (u1) b"])
def test_a_line_without_an_id(line: str) -> None:
    with pytest.raises(ScoreError, match="file:2: a trn line ends with an utterance ID in parentheses"):
        Trn.read(["a (u1)", line], Reading("file"))


ALTERNATIVES = [("{a / b} c", True), ("c {a/b}", True), ("{ a } /", False), ("x{a/b}", False), ("a / b", False)]


@pytest.mark.parametrize(("text", "told"), ALTERNATIVES)
def test_alternatives_are_taken_as_written_and_told(text: str, told: bool) -> None:
    corpus = Trn.read([f"{text} (u1)", "a (u2)"], Reading("file"))
    assert corpus.texts[0] == text
    what = "whose braces and slashes count as words except in wer:alternatives=yes"
    note = f"1 utterance of file with alternatives {{a / b}}, {what}: u1"
    assert [*map(str, corpus.notes)] == ([note] if told else [])


SNIFFED = [
    (["a (u1)", "b (u2)"], True, True),
    ([";; made by hand", "a (u1)", ""], True, True),
    (["a (u1)", "b"], False, True),  # the slip is found in reading
    (["a (u1)", "b (u1)"], False, True),  # an id is borne once
    (["he did (laughs)"], False, True),  # an id has a digit, a hyphen or an underscore
    (["he did (in 1984 only)"], False, True),  # and no blank
    (["utt-1 a"], False, False),
    ([";; nothing"], False, False),
]


@pytest.mark.parametrize(("lines", "yes", "hinted"), SNIFFED)
def test_sniff(lines: list[str], yes: bool, hinted: bool) -> None:
    assert [Trn.recognizes(lines, hinted=False), Trn.recognizes(lines, hinted=True)] == [yes, hinted]


REFUSED = [
    ("u 1", "a", "an ID that is empty or has a space"),
    ("", "a", "an ID that is empty or has a space"),
    ("u(1)", "a", "an ID with a parenthesis"),
    ("u1", ";; a", "as a comment"),
    ("u1", "a\nb", "a line break"),
]


@pytest.mark.parametrize(("key", "text", "sentence"), REFUSED)
def test_what_cannot_be_written(key: str, text: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        list(Trn.write(Corpus([key], [text], "corpus")))
