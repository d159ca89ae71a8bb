"""SegLST: a JSON list of segments."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.formats import detect_format, read
from mondegreen.formats.format import Reading
from mondegreen.formats.segments import SegLst
from oracles import TOOLKIT_FILES

READING = Reading("file")
PLACE = {"recording": "talk", "speaker": "eve", "start": "0.50", "end": "2"}


def text(*segments: str) -> list[str]:
    return ["[", *(f"{segment}," for segment in segments[:-1]), *segments[-1:], "]"]


def test_segments() -> None:
    lines = text(
        '{"session_id": "talk", "speaker": "eve", "start_time": "0.50", "end_time": 2, "words": "a b", "room": 7}',
        '{"session_id": "talk", "speaker": "eve", "start_time": 0.5, "end_time": 2.0, "words": ""}',
        '{"session_id": "talk", "words": "c"}',
    )
    corpus = SegLst.read(lines, READING)
    assert list(corpus.keys) == ["talk-eve-0.500-2.000", "talk-eve-0.500-2.000-2", "talk"]
    assert next(iter(corpus)) == Utterance("talk-eve-0.500-2.000", "a b", PLACE | {"room": "7"})
    assert list(corpus.texts) == ["a b", "", "c"]


def test_members_with_parts_are_told() -> None:
    (note,) = map(str, SegLst.read(text('{"session_id": "s", "words": "a", "timing": [1, 2]}'), READING).notes)
    assert note == "file: members ignored, neither text nor number: timing"


SEGMENT = '"session_id": "s", "words": "a"'
BAD = [
    ('{"session_id": "s"}', 'segment 1: the member "words" is missing or no text'),
    ('{"session_id": "s", "words": ["a"]}', 'segment 1: the member "words" is missing or no text'),
    ('{"words": "a"}', 'segment 1: the member "session_id" is missing or no text'),
    ('{"session_id": "", "words": "a"}', 'segment 1: the member "session_id" is empty'),
    ('"a"', "segment 1 is not an object"),
    (f'{{{SEGMENT}, "start_time": 1, "end_time": 0.5}}', "segment 1: the end, 0.5, is before the start, 1"),
    (f'{{{SEGMENT}, "start_time": -1, "end_time": 0.5}}', "segment 1: the start, -1, is negative"),
    (f'{{{SEGMENT}, "start_time": 1}}', "segment 1: start_time and end_time must come together, found only 1"),
    (f'{{{SEGMENT}, "start_time": "x", "end_time": 2}}', 'segment 1: the start, "x", is not a number'),
    (f'{{{SEGMENT}, "start": 1}}', 'segment 1: "start" would hide "start_time"'),
    ("{", "this is not JSON"),
]


@pytest.mark.parametrize(("segment", "sentence"), BAD)
def test_bad_segments(segment: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file.*: {sentence}"):
        SegLst.read(text(segment), READING)


def test_what_is_written_keeps_times_as_they_were() -> None:
    corpus = Corpus.of([Utterance("x", "a é", PLACE | {"room": "7"})], "corpus")
    assert "utterance IDs" in SegLst.list_losses(corpus)
    again = SegLst.read(list(SegLst.write(corpus)), READING)
    assert list(again) == [Utterance("talk-eve-0.500-2.000", "a é", PLACE | {"room": "7"})]


def test_nothing_is_made_up() -> None:
    with pytest.raises(ScoreError, match="utterance x: SegLST needs a recording, and there is none"):
        list(SegLst.write(Corpus.of([Utterance("x", "a")], "corpus")))


def test_json_of_other_kinds_is_left_to_others() -> None:
    assert detect_format(['[{"session_id": "s", "words": "a"}]'], "x.json").name == "seglst"
    assert detect_format(['[{"id": "s", "text": "a"}]'], "x.json").name != "seglst"


def test_meetevals_own_example_is_its_stm() -> None:
    inputs = TOOLKIT_FILES / "meeteval" / "inputs"
    for side in ("ref", "hyp"):
        segments, lines = read(inputs / f"{side}.seglst.json"), read(inputs / f"{side}.stm")
        assert (segments.format, lines.format) == ("seglst", "stm")
        assert list(segments.texts) == list(lines.texts)
        assert all(segments.fields[name] == lines.fields[name] for name in ("recording", "speaker"))
        for name in ("start", "end"):
            assert list(map(float, segments.fields[name])) == list(map(float, lines.fields[name]))
