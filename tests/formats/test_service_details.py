"""Transcripts of services in their rarer forms: what tells them apart, channels, marks, and times of any writing."""

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read
from mondegreen.formats.services import find_azure_time, to_seconds


def load(folder: Path, whole: Any, kind: str | None = None) -> Corpus:
    (folder / "call.json").write_text(whole if isinstance(whole, str) else json.dumps(whole), encoding="utf-8")
    return read(folder / "call.json", kind)


def said(found: Corpus) -> list[list[tuple[str, float, float]]]:
    assert found.words is not None
    return [[(each.word, each.start, each.end) for each in turn] for turn in found.words]


CHANNELS = {"channels": [{"alternatives": [{"transcript": "a b"}]}]}
ITEM = {"start_time": "0.5", "end_time": "1", "alternatives": [{"content": "a"}], "type": "pronunciation"}
RESULT = {"alternatives": [{"transcript": "a b"}]}
CPP = [{"offsets": {"from": 0, "to": 1500}, "text": " a b"}]
# Each of the signs by which a service is known, without its others.
SIGNS: list[tuple[str, Any]] = [
    ("deepgram", {"results": CHANNELS}),
    ("deepgram", {"metadata": {"request_id": "r"}, "results": {"utterances": None, **CHANNELS}}),
    ("deepgram", {"metadata": {"transaction_key": "t"}, "results": {"utterances": None, **CHANNELS}}),
    ("aws-transcribe", {"jobName": "j", "results": {"items": [ITEM], "transcripts": []}}),
    ("aws-transcribe", {"results": {"transcripts": [], "items": [ITEM]}}),
    ("aws-transcribe", {"results": {"language_code": "en-US", "items": [ITEM], "transcripts": []}}),
    ("aws-transcribe", {"results": {"channel_labels": {}, "items": [ITEM], "transcripts": []}}),
    ("speechmatics", {"results": [], "format": "2.9"}),
    ("speechmatics", {"results": [], "format": "10.0"}),
    ("google-speech", {"results": [RESULT]}),
    ("google-speech", {"results": [{"channelTag": 1, **RESULT}]}),
    ("google-speech", {"results": [{"languageCode": "en", **RESULT}]}),
    ("google-speech", {"results": [{"resultEndTime": "1s", **RESULT}]}),
    ("google-speech", {"results": [{"resultEndOffset": "1s", **RESULT}]}),
    ("azure-speech", {"combinedRecognizedPhrases": [], "recognizedPhrases": []}),
    ("azure-speech", {"recognizedPhrases": []}),
    ("azure-speech", {"combinedPhrases": [], "phrases": []}),
    ("azure-speech", {"RecognitionStatus": "NoMatch"}),
    ("whisper-cpp", {"transcription": CPP}),
    ("whisper-cpp", {"transcription": [{"timestamps": {}, **CPP[0]}]}),
    ("whisper-cpp", {"systeminfo": "", "transcription": [{"text": "", **CPP[0]}]}),
    ("hf-chunks", {"chunks": [{"timestamp": [0, 1], "text": "a b"}]}),
    ("hf-chunks", {"chunks": [{"text": "a b", "timestamp": [0, 1]}]}),
]


@pytest.mark.parametrize(("kind", "whole"), SIGNS)
def test_each_sign_of_a_service_is_enough(kind: str, whole: Any, tmp_path: Path) -> None:
    assert load(tmp_path, whole).format == kind


@pytest.mark.parametrize(("before", "after", "known"), [(199, 999, True), (999, 199, True), (200, 200, False)])
def test_a_sign_stands_in_the_first_or_last_two_hundred_lines(
    before: int, after: int, known: bool, tmp_path: Path
) -> None:
    """The sign of Speechmatics comes after all words, and what it says may be looked for by line."""
    fill = [f'"x{at}": 1,' for at in range(before + after)]
    lines = ["{" + fill[0], *fill[1:before], '"format": "2.9",', *fill[before:-1], '"results": []}']
    assert len(lines) == before + after + 1
    (tmp_path / "call.json").write_text("\n".join(lines), encoding="utf-8")
    if known:
        assert read(tmp_path / "call.json").format == "speechmatics"
    else:
        with pytest.raises(ScoreError):
            read(tmp_path / "call.json")


@pytest.mark.parametrize("kind", ["deepgram", "whisper-cpp"])
def test_a_list_is_no_transcript(kind: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=r"call\.json: this is not an object"):
        load(tmp_path, [], kind)


def test_a_text_without_words_has_no_times(tmp_path: Path) -> None:
    channels = [{"alternatives": [{"transcript": text}, {"transcript": "z"}]} for text in ("a b", "c")]
    found = load(tmp_path, {"results": {"channels": channels}})
    assert (list(found.texts), found.fields, found.words) == (["a b", "c"], {"channel": ["1", "2"]}, None)
    found = load(tmp_path, {"jobName": "j", "results": {"transcripts": [{"transcript": "a b"}], "items": []}})
    assert (list(found.texts), found.fields, found.words) == (["a b"], {}, None)


def test_times_of_some_words_are_times_of_none(tmp_path: Path) -> None:
    """But the turn begins with the first, and ends with whichever ends last."""
    words = [{"word": "a", "start": 1, "end": 9}, {"word": "b", "start": 2, "end": 3}, {"word": "c"}]
    for count in (2, 3):
        channels = [{"alternatives": [{"transcript": "t", "words": words[:count]}]}]
        found = load(tmp_path, {"results": {"channels": channels}})
        assert (found.fields["start"], found.fields["end"]) == (["1.0"], ["9.0"])
        assert (found.words is None) == (count == 3)
    backwards = [{"word": "a", "start": 2, "end": 1}, {"word": "b", "start": 2, "end": 3}]
    channels = [{"alternatives": [{"transcript": "t", "words": backwards}]}]
    assert load(tmp_path, {"results": {"channels": channels}}).words is None


def test_utterances_of_channels_and_speakers(tmp_path: Path) -> None:
    """Deepgram counts channels from zero; there speaker 0 is one, too."""
    each = {"start": 0.25, "end": 1.5, "words": [{"word": "a", "start": 0.5, "end": 1}]}
    utterances = [
        {**each, "channel": 0, "transcript": "A.", "speaker": 0},
        {**each, "channel": 1, "transcript": "B."},
        {**each, "channel": "?", "transcript": "C."},
    ]
    whole = {"results": {"channels": CHANNELS["channels"] * 2, "utterances": utterances}}
    found = load(tmp_path, whole)
    assert list(found.texts) == ["A.", "B.", "C."]
    assert found.fields == {
        "start": ["0.25"] * 3,
        "end": ["1.5"] * 3,
        "channel": ["1", "2", "1"],
        "speaker": ["0", "", ""],
    }
    assert said(found) == [[("a", 0.5, 1)]] * 3
    whole["results"]["channels"] = CHANNELS["channels"]
    assert "channel" not in load(tmp_path, whole).fields


def mark(sign: str, attaches: str | None = None) -> dict[str, Any]:
    how = {"attaches_to": attaches} if attaches else {}
    return {"alternatives": [{"content": sign}], "type": "punctuation", "start_time": 2, "end_time": 2, **how}


def token(text: str, start: float, end: float, **others: Any) -> dict[str, Any]:
    return {"alternatives": [{"content": text, **others}], "start_time": start, "end_time": end, "type": "word"}


@pytest.mark.parametrize(
    ("attaches", "text"), [(None, "a? b"), ("previous", "a? b"), ("next", "a ?b"), ("both", "a?b"), ("none", "a ? b")]
)
def test_marks_are_attached_as_their_item_says(attaches: str | None, text: str, tmp_path: Path) -> None:
    """Speechmatics' `attaches_to`: the word or words beside which no blank is written."""
    results = [token("a", 1, 2), mark("?", attaches), token("b", 2, 3)]
    found = load(tmp_path, {"format": "2.9", "results": results})
    assert list(found.texts) == [text]
    turn = said(found)[0]
    assert (turn[0][1], turn[-1][2]) == (1, 3)
    assert (found.fields["start"], found.fields["end"]) == (["1.0"], ["3.0"])


def test_a_mark_before_all_words_stands_alone(tmp_path: Path) -> None:
    found = load(tmp_path, {"format": "2.9", "results": [mark("...", "previous"), token("a", 2, 3)]})
    assert list(found.texts) == ["... a"]
    found = load(tmp_path, {"format": "2.9", "results": [token("", 2, 3), token("a", 2, 3)]})
    assert list(found.texts) == ["a"]


def test_a_turn_ends_where_another_speaks(tmp_path: Path) -> None:
    results = [token(text, 1, 2, speaker=speaker) for text, speaker in (("a", "S1"), ("b", "S2"), ("c", "S1"))]
    results.insert(2, {**mark("!"), "alternatives": [{"content": "!", "speaker": "S1"}]})
    found = load(tmp_path, {"format": "2.9", "results": results})
    assert (list(found.texts), found.fields["speaker"]) == (["a", "b!", "c"], ["S1", "S2", "S1"])


@pytest.mark.parametrize(
    ("names", "first", "last"),
    [
        (("startTime", "endTime"), "1.500s", "2s"),
        (("startOffset", "endOffset"), "1.5s", "2s"),
        (("startTime", "endTime"), {"seconds": "1", "nanos": 500_000_000}, {"seconds": 2}),
        (("startTime", "endTime"), {"seconds": 1, "nanos": 500_000_000}, {"seconds": "2", "nanos": 0}),
    ],
)
def test_times_of_google_in_each_version(names: tuple[str, str], first: Any, last: Any, tmp_path: Path) -> None:
    words = [{"word": "a", "endTime": "1s"}, {"word": "b", names[0]: first, names[1]: last, "confidence": 0.25}]
    found = load(tmp_path, {"results": [{"alternatives": [{"transcript": "a b ", "words": words}]}]})
    assert said(found) == [[("a", 0, 1), ("b", 1.5, 2)]]
    assert found.texts[0] == "a b"
    assert [each.confidence for each in (found.words or [[]])[0]] == [None, 0.25]


def test_google_tells_speakers_only_in_its_last_result(tmp_path: Path) -> None:
    """There all words come again; a tag of 0 says that they are of nobody."""
    words = [
        {"word": text, "startTime": f"{at}s", "endTime": f"{at + 1}s", "speakerTag": at}
        for at, text in enumerate("abc")
    ]
    results = [{"alternatives": [{"transcript": "a b"}]}, {"alternatives": [{"transcript": " c", "words": words}]}]
    assert list(load(tmp_path, {"results": results}).texts) == ["a b", "c"]
    words[0]["speakerTag"], words[2]["speakerLabel"] = 1, "2"
    words[2]["speakerTag"] = 0
    found = load(tmp_path, {"results": results})
    assert (list(found.texts), found.fields["speaker"]) == (["a b", "c"], ["1", "2"])
    assert len(load(tmp_path, {"results": []}, "google-speech")) == 0


def test_channels_of_google_and_azure(tmp_path: Path) -> None:
    results = [{"channelTag": at, "alternatives": [{"transcript": text}]} for at, text in ((1, "a"), (2, "b"))]
    assert load(tmp_path, {"results": results}).fields == {"channel": ["1", "2"]}
    assert load(tmp_path, {"results": results[:1]}).fields == {}
    phrases = [
        {"channel": at, "offset": "PT1S", "duration": "PT0.5S", "nBest": [{"lexical": text}]}
        for at, text in ((0, "a"), (1, "b"))
    ]
    found = load(tmp_path, {"recognizedPhrases": phrases})
    assert found.fields == {"start": ["1.0"] * 2, "end": ["1.5"] * 2, "channel": ["0", "1"], "display": ["", ""]}
    assert "channel" not in load(tmp_path, {"recognizedPhrases": phrases[:1]}).fields


def test_what_azure_displays_where_there_is_no_other_form(tmp_path: Path) -> None:
    short = {"RecognitionStatus": "Success", "Offset": 10_000_000, "Duration": 5_000_000}
    found = load(tmp_path, {**short, "DisplayText": "A b."})
    assert (list(found.texts), "display" in found.fields) == (["A b."], False)
    words = [{"Word": "a", "Offset": 10_000_000, "Duration": 2_500_000}]
    found = load(tmp_path, {**short, "NBest": [{"Lexical": "a", "Display": "A.", "Words": words}], "DisplayText": "Z"})
    assert (list(found.texts), found.fields["display"]) == (["a"], ["A."])
    assert said(found) == [[("a", 1, 1.25)]]
    assert found.fields["end"] == ["1.5"]


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("PT0S", "0.0"),
        ("PT2M", "120.0"),
        ("PT1H", "3600.0"),
        ("PT1H1M1.5S", "3661.5"),
        ("PT1.2.3S", "0.0"),
        ("1.5s", "1.5"),
        ("1.5", "1.5"),
        (None, ""),
        ({}, "0.0"),
        ({"seconds": "x"}, ""),
        ({"nanos": "x"}, ""),
        ({"seconds": "3", "nanos": "5"}, "3.000000005"),
    ],
)
def test_times_in_words(time: Any, seconds: str) -> None:
    assert to_seconds(time) == seconds


@pytest.mark.parametrize(
    ("members", "seconds"),
    [
        ({"offsetInTicks": "15000000", "offset": "PT9S"}, "1.5"),
        ({"offsetMilliseconds": "1500", "offset": "PT9S"}, "1.5"),
        ({"offsetInTicks": "10000000", "offsetMilliseconds": "9"}, "1.0"),
        ({"offset": "15000000"}, "1.5"),
        ({"offset": "PT1.5S"}, "1.5"),
        ({}, ""),
    ],
)
def test_azure_counts_in_three_units(members: dict[str, str], seconds: str) -> None:
    assert find_azure_time(members, "offset") == seconds


def test_a_language_and_a_chunk_without_an_end(tmp_path: Path) -> None:
    found = load(tmp_path, {"result": {"language": "en"}, "transcription": CPP})
    assert found.fields == {"start": ["0.0"], "end": ["1.5"], "language": ["en"]}
    assert load(tmp_path, {"transcription": CPP}).fields == {"start": ["0.0"], "end": ["1.5"]}
    with pytest.raises(ScoreError, match='segment 2: "offsets" from and to are missing or no numbers'):
        load(tmp_path, {"transcription": [*CPP, {"offsets": {"from": 1}, "text": "a"}]})
    for wrong in ({"text": None, "timestamp": [0, 1]}, {"text": "a"}, {"text": "a", "timestamp": [0, 1, 2]}):
        with pytest.raises(ScoreError, match='chunk 2: expected a "text" and a "timestamp" of two numbers'):
            load(tmp_path, {"chunks": [{"text": "a", "timestamp": [0, 1]}, wrong]}, "hf-chunks")
