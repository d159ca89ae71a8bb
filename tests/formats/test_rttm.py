"""rttm: turns of speakers, and words."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.formats import detect_format
from mondegreen.formats.format import Reading
from mondegreen.formats.segments import Rttm

READING = Reading("file")
TURN = "SPEAKER talk 1 0.50 1.25 <NA> <NA> eve <NA> <NA>"
WORD = "LEXEME talk 1 0.50 0.1 yes lex eve 0.9 <NA>"
PLACE = {"recording": "talk", "channel": "1", "speaker": "eve", "start": "0.50"}


def test_turns() -> None:
    corpus = Rttm.read([";; comment", TURN, "", TURN, "SPKR-INFO talk 1 <NA> <NA> <NA> unknown eve <NA>"], READING)
    first, second = corpus
    assert first == Utterance("talk-eve-0.500-1.750", "", PLACE | {"end": "1.75"})
    assert second.key == "talk-eve-0.500-1.750-2"
    assert [*map(str, corpus.notes)] == ["1 line of file skipped: SPKR-INFO"]


def test_words_come_before_turns() -> None:
    corpus = Rttm.read([TURN, WORD], READING)
    assert list(corpus) == [Utterance("talk-eve-0.500-0.600", "yes", PLACE | {"end": "0.6"})]
    assert [*map(str, corpus.notes)] == ["1 line of file skipped: SPEAKER"]


BAD = [
    ("\x0b", '"" is not a type of line'),
    (
        "SPEAKER talk 1 0.5",
        "expected type, recording, channel, start, duration, word, kind and speaker, found 4 fields",
    ),
    (TURN.replace("0.50", "-0.5"), "the start, -0.5, is negative"),
    (TURN.replace("1.25", "-1.25"), "the duration, -1.25, is negative"),
    (TURN.replace("0.50", "<NA>"), 'the start, "<NA>", is not a number'),
    (TURN.replace("SPEAKER", "SPEAKERS"), '"SPEAKERS" is not a type of line'),
    (WORD.replace("yes", "<NA>"), "a LEXEME has no word"),
]


@pytest.mark.parametrize(("line", "sentence"), BAD)
def test_bad_lines(line: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file:2: {sentence}"):
        Rttm.read([";;", line], READING)


REFUSED = [
    ("a b", {}, "rttm holds one word on a line"),
    (" ", {}, "rttm cannot hold spaces around a word, or an empty word"),
    ("<NA>", {}, 'rttm cannot hold the word "<NA>"'),
    ("a", {"speaker": "eve smith"}, 'rttm cannot hold the speaker "eve smith"'),
    ("a", {"recording": ""}, "rttm needs a recording"),
    ("a", {"end": "0.1"}, "the end, 0.1, is before the start, 0.50"),
]


@pytest.mark.parametrize(("text", "fields", "sentence"), REFUSED)
def test_what_would_read_back_as_something_else_is_refused(text: str, fields: dict[str, str], sentence: str) -> None:
    corpus = Corpus.of([Utterance("u", text, PLACE | {"end": "1.75"} | fields)], "corpus")
    with pytest.raises(ScoreError, match=sentence):
        list(Rttm.write(corpus))


def test_lines_are_told_from_words() -> None:
    assert detect_format([TURN]).name == "rttm"
    assert detect_format(["SPEAKER talk"]).name != "rttm"


def test_a_time_too_small_for_exact_sums_is_0() -> None:
    assert Rttm.read([TURN.replace("0.50", "1e-99999999999999999999")], READING).fields["end"] == ["1.25"]


# All types of lines of NIST's RT-09 evaluation plan, appendix A, and of its metadata.
SKIPPED = ["SPKR-INFO", "NON-LEX", "NON-SPEECH", "NOSCORE", "NO_RT_METADATA", "SEGMENT", "FILLER", "EDIT", "IP"]
SKIPPED += ["SU", "CB", "A/P"]


@pytest.mark.parametrize("kind", SKIPPED)
def test_lines_of_other_types(kind: str) -> None:
    lines = [f"{kind} talk 1 0.5 1 <NA> <NA> eve <NA>", TURN]
    assert [*map(str, Rttm.read(lines, READING).notes)] == [f"1 line of file skipped: {kind}"]
    assert Rttm.recognizes(lines, hinted=False)
    assert Rttm.recognizes(lines[:1], hinted=True)


RECOGNIZED = [
    ([TURN, "SPEAKER talk"], False, True),
    ([TURN.rsplit(" ", 2)[0]], True, True),  # eight fields
    ([TURN.rsplit(" ", 3)[0]], False, True),  # seven
    (["SPEAKERS talk 1 0 1 a b c"], False, False),
    ([";;", "", TURN], True, True),
    ([";;"], False, False),
    ([], False, False),
]


@pytest.mark.parametrize(("lines", "plain", "hinted"), RECOGNIZED)
def test_what_is_recognized(lines: list[str], plain: bool, hinted: bool) -> None:
    assert [Rttm.recognizes(lines, hinted=each) for each in (False, True)] == [plain, hinted]


def test_notes_count_all_lines_that_are_skipped() -> None:
    lines = [TURN, TURN, WORD, "SU talk 1 0 1 a b c", "SU talk 1 0 1 a b c", "CB talk 1 0 1 a b c"]
    assert [*map(str, Rttm.read(lines, READING).notes)] == ["5 lines of file skipped: SU, CB, SPEAKER"]


def test_words_and_turns_are_not_written_together() -> None:
    rows = [Utterance("u", text, PLACE | {"end": "1"}) for text in ("a", "")]
    with pytest.raises(ScoreError, match=r"^corpus: rttm holds turns or words, and only some utterances have words$"):
        list(Rttm.write(Corpus.of(rows, "corpus")))
    for row, kind, word in ((rows[0], "LEXEME", "a"), (rows[1], "SPEAKER", "<NA>")):
        assert list(Rttm.write(Corpus.of([row], "corpus"))) == [f"{kind} talk 1 0.50 0.5 {word} <NA> eve <NA> <NA>"]
    bare = Utterance("u", "", {"recording": "talk", "start": "0", "end": "1"})
    assert list(Rttm.write(Corpus.of([bare], "corpus"))) == ["SPEAKER talk <NA> 0 1.0 <NA> <NA> <NA> <NA> <NA>"]


def test_what_is_lost() -> None:
    assert Rttm.list_losses(Rttm.read([TURN], READING)) == []
    corpus = Corpus.of([Utterance("u", "", PLACE | {"end": "1", "age": "5"})], "corpus")
    assert Rttm.list_losses(corpus) == ["utterance IDs", "age"]
