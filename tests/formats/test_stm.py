"""stm: segments of recordings."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.formats.format import Reading
from mondegreen.formats.timed import Stm

PLACE = {"recording": "talk", "channel": "1", "speaker": "eve", "start": "0.5", "end": "2"}
READING = Reading("file")

LINES = [
    ("talk 1 eve 0.5 2 a b", {}, "a b"),
    ("talk 1 eve 0.5 2", {}, ""),
    ("talk\t1  eve\t0.5 2\ta b", {}, "a b"),
    ("talk 1 eve 0.5 2 <o,f0,> a", {"labels": "o,f0,", "label1": "o", "label2": "f0"}, "a"),
    ("talk 1 eve 0.5 2 <> <unk> a", {}, "<unk> a"),  # empty labels
    ("talk 1 eve 0.5 2 <o", {}, "<o"),  # never closed
    ("talk 1 eve 0.5 2 a <o> b", {}, "a <o> b"),  # not the first word
]


@pytest.mark.parametrize(("line", "more", "text"), LINES)
def test_line(line: str, more: dict[str, str], text: str) -> None:
    assert list(Stm.read([line], READING)) == [Utterance("talk-1-0.500-2.000", text, PLACE | more)]


def test_keys_do_not_hang_on_how_times_are_written_and_are_borne_once() -> None:
    lines = [";; a comment", "talk 1 eve 0.50 2.0 a", "", "talk 1 bob 0.5 2 b", "talk 2 bob 0.5 2 c"]
    keys = Stm.read(lines, READING).keys
    assert list(keys) == ["talk-1-0.500-2.000", "talk-1-0.500-2.000-2", "talk-2-0.500-2.000"]


def test_segments_not_to_be_scored_are_kept_aside_and_told() -> None:
    lines = [
        "talk 1 x 0 0.5 Ignore_Time_Segment_In_Scoring",
        "talk 1 eve 0.5 2 a",
        "talk 1 x 2 3 <o> ignoretimesegmentinscoring",
    ]
    corpus = Stm.read(lines, READING)
    assert [list(corpus.texts), [row.fields["start"] for row in corpus.unscored]] == [["a"], ["0", "2"]]
    assert [*map(str, corpus.notes)] == [
        "2 utterances of file marked as not to be scored, skipped: talk-1-0.000-0.500, talk-1-2.000-3.000"
    ]


def test_words_taken_for_labels_are_told() -> None:
    lines = ["talk 1 eve 0 1 a", "talk 1 eve 1 2 b", "talk 1 eve 2 3 <unk> c"]
    (note,) = map(str, Stm.read(lines, READING).notes)
    assert note.startswith(
        "1 utterance of file begin with a word in angle brackets, unlike most; it is read as a label:"
    )


def test_alternatives_are_told() -> None:
    assert "alternatives {a / b}" in str(Stm.read(["talk 1 eve 0 1 {a / b}"], READING).notes[0])


BAD = [
    ("talk 1 eve 0.5", "expected recording, channel, speaker, start and end, found 4 fields"),
    ("talk 1 eve a 2 b", 'the start, "a", is not a number'),
    ("talk 1 eve 0 nan b", 'the end, "nan", is not a number'),
    ("talk 1 eve 0 1e999 b", 'the end, "1e999", is not a number'),
    ("talk 1 eve 0 1_0 b", 'the end, "1_0", is not a number'),
    ("talk 1 eve 0 \u0662 b", 'the end, "\u0662", is not a number'),
    ("talk 1 eve -1 2 b", "the start, -1, is negative"),
    ("talk 1 eve 2 1.5 b", "the end, 1.5, is before the start, 2"),
]


@pytest.mark.parametrize(("line", "sentence"), BAD)
def test_bad_lines(line: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file:2: {sentence}"):
        Stm.read([";;", line], READING)


SNIFFED = [
    (["talk 1 eve 0.5 2 a"], True, True),
    ([";; x", "talk 1 eve 0.5 2 a", "talk 1 eve 2 3"], True, True),
    (["talk 1 eve 0 2 a"], False, True),  # digits read aloud: no point anywhere
    (["utt-1 1 1 1.5 2 3"], False, True),  # a speaker is no number
    (["talk 1 eve 2.5 2 a"], False, False),  # the end is before the start
    (["talk 1 eve 0.5 2 a", "talk 1 eve x"], False, True),
    (["talk 1 0.5 0.2 word"], False, False),  # a ctm
    (["it is so"], False, False),
    (["", ";;"], False, False),
]


@pytest.mark.parametrize(("lines", "yes", "hinted"), SNIFFED)
def test_sniff(lines: list[str], yes: bool, hinted: bool) -> None:
    assert [Stm.recognizes(lines, hinted=False), Stm.recognizes(lines, hinted=True)] == [yes, hinted]


REFUSED = [
    ({"recording": ""}, "a", "stm needs the recording of each utterance, and this one has none"),
    ({"speaker": "e ve"}, "a", 'stm needs the speaker without spaces, found "e ve"'),
    ({"labels": "a b"}, "a", "stm needs the labels without spaces"),
    ({"start": "soon"}, "a", 'the start, "soon", is not a number'),
    ({"end": "0.1"}, "a", "is before the start"),
    ({"recording": ";;x"}, "a", "as a comment"),
    ({}, "ignore_time_segment_in_scoring", "marks segments that are not scored by their text"),
    ({}, "a\nb", "a line break"),
]


@pytest.mark.parametrize(("fields", "text", "sentence"), REFUSED)
def test_what_cannot_be_written(fields: dict[str, str], text: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"utterance u1: .*{sentence}"):
        list(Stm.write(Corpus.of([Utterance("u1", text, PLACE | fields)], "corpus")))


def test_a_channel_and_a_speaker_can_be_made_up_but_a_time_cannot() -> None:
    fields = {"recording": "talk", "start": "0", "end": "1"}
    assert list(Stm.write(Corpus.of([Utterance("u1", "a", fields)], "corpus"))) == ["talk 1 unknown 0 1 a"]
    rows = [Utterance("u1", "a", fields), Utterance("u2", "a", fields | {"speaker": "eve"})]
    with pytest.raises(ScoreError, match="utterance u1: stm needs the speaker"):
        list(Stm.write(Corpus.of(rows, "corpus")))
    with pytest.raises(ScoreError, match="utterance u1: stm needs the recording"):
        list(Stm.write(Corpus(["u1"], ["a"], "corpus")))


def test_what_is_lost() -> None:
    rows = [Utterance("u1", "a", PLACE | {"labels": "o", "label1": "o", "age": "5"})]
    assert Stm.list_losses(Corpus.of(rows, "corpus")) == ["utterance IDs", "age"]
    assert Stm.list_losses(Stm.read(["talk 1 eve 0 1 <o> a"], READING)) == []
