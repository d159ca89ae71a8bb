"""Transcripts of services and other programs, in the forms that their documentation shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write


def word(text: str, start: float, end: float, **others: Any) -> dict[str, Any]:
    return {"word": text, "start": start, "end": end, "confidence": 0.5, **others}


def item(text: str, start: float | None, end: float | None, kind: str = "pronunciation") -> dict[str, Any]:
    times = {} if start is None else {"start_time": str(start), "end_time": str(end)}
    return {**times, "alternatives": [{"confidence": "0.5", "content": text}], "type": kind}


def token(text: str, start: float, end: float, speaker: str, **others: Any) -> dict[str, Any]:
    best = {"confidence": 0.5, "content": text, "language": "en", "speaker": speaker}
    return {"alternatives": [best], "end_time": end, "start_time": start, "type": "word", **others}


DEEPGRAM_WORDS = [
    word("lady", 0.1, 0.4, punctuated_word="Lady", speaker=0),
    word("mondegreen", 0.5, 1.0, punctuated_word="Mondegreen.", speaker=0),
    word("who", 1.5, 1.7, punctuated_word="Who?", speaker=1),
]
DEEPGRAM = {
    "metadata": {"transaction_key": "deprecated", "request_id": "r", "channels": 1},
    "results": {
        "channels": [
            {"alternatives": [{"transcript": "Lady Mondegreen. Who?", "confidence": 0.9, "words": DEEPGRAM_WORDS}]}
        ]
    },
}
UTTERANCES = [
    {
        "start": 0.1,
        "end": 1.0,
        "channel": 0,
        "transcript": "Lady Mondegreen.",
        "words": DEEPGRAM_WORDS[:2],
        "speaker": 0,
    },
    {"start": 1.5, "end": 1.7, "channel": 0, "transcript": "Who?", "words": DEEPGRAM_WORDS[2:], "speaker": 1},
]
AWS_ITEMS = [
    item("Lady", 0.1, 0.4) | {"speaker_label": "spk_0"},
    item("Mondegreen", 0.5, 1.0) | {"speaker_label": "spk_0"},
    item(".", None, None, "punctuation"),
    item("Who", 1.5, 1.7) | {"speaker_label": "spk_1"},
    item("?", None, None, "punctuation"),
]
AWS = {
    "jobName": "job",
    "accountId": "1",
    "results": {"transcripts": [{"transcript": "Lady Mondegreen. Who?"}], "items": AWS_ITEMS},
    "status": "COMPLETED",
}
MARK = {"type": "punctuation", "attaches_to": "previous"}
SPEECHMATICS = {
    "format": "2.9",
    "job": {"id": "j"},
    "metadata": {"type": "transcription"},
    "results": [
        token("Lady", 0.1, 0.4, "S1"),
        token("Mondegreen", 0.5, 1.0, "S1"),
        token(".", 1.0, 1.0, "S1", **MARK),
        token("Who", 1.5, 1.7, "S2"),
        token("?", 1.7, 1.7, "S2", **MARK),
    ],
}
SPOKEN = [("lady", "0.100s", "0.400s", 1), ("mondegreen", "0.500s", "1s", 1), ("who", "1.500s", "1.700s", 2)]
GOOGLE_WORDS = [
    {"startTime": start, "endTime": end, "word": text, "speakerTag": tag} for text, start, end, tag in SPOKEN
]
GOOGLE = {
    "results": [
        {"alternatives": [{"transcript": "lady mondegreen", "confidence": 0.9}], "resultEndTime": "1.2s"},
        {"alternatives": [{"transcript": " who", "confidence": 0.9}], "resultEndTime": "1.8s", "languageCode": "en-us"},
    ]
}
DIARIZED = {"results": [*GOOGLE["results"], {"alternatives": [{"words": GOOGLE_WORDS}]}]}
PHRASE = {
    "recognitionStatus": "Success",
    "channel": 0,
    "speaker": 1,
    "offset": "PT0.1S",
    "duration": "PT1M0.9S",
    "offsetInTicks": 1000000,
    "durationInTicks": 609000000,
    "nBest": [
        {"confidence": 0.9, "lexical": "lady mondegreen", "itn": "lady mondegreen", "display": "Lady Mondegreen."}
    ],
}
BATCH = {"source": "s", "combinedRecognizedPhrases": [{"channel": 0}], "recognizedPhrases": [PHRASE]}
FAST = {
    "durationMilliseconds": 61000,
    "combinedPhrases": [{"text": "Lady Mondegreen."}],
    "phrases": [
        {
            "offsetMilliseconds": 100,
            "durationMilliseconds": 900,
            "text": "Lady Mondegreen.",
            "words": [
                {"text": "Lady", "offsetMilliseconds": 100, "durationMilliseconds": 300},
                {"text": "Mondegreen.", "offsetMilliseconds": 500, "durationMilliseconds": 500},
            ],
        }
    ],
}
SHORT = {
    "RecognitionStatus": "Success",
    "Offset": 1000000,
    "Duration": 9000000,
    "NBest": [
        {"Confidence": 0.9, "Lexical": "lady mondegreen", "ITN": "l", "MaskedITN": "l", "Display": "Lady Mondegreen."}
    ],
}
WHISPER_CPP = {
    "systeminfo": "AVX = 1",
    "model": {"type": "base"},
    "params": {"model": "m"},
    "result": {"language": "en"},
    "transcription": [
        {
            "timestamps": {"from": "00:00:00,100", "to": "00:00:01,000"},
            "offsets": {"from": 100, "to": 1000},
            "text": " Lady Mondegreen.",
        }
    ],
}
CHUNKS = {
    "text": " Lady Mondegreen. Who?",
    "chunks": [{"timestamp": [0.1, 1.0], "text": " Lady Mondegreen."}, {"timestamp": [1.5, None], "text": " Who?"}],
}
TWO = ["Lady Mondegreen.", "Who?"]
PLAIN = ["lady mondegreen", "who"]
CASES: list[tuple[Any, ...]] = [
    (DEEPGRAM, "deepgram", TWO, ["0.1", "1.5"], ["1.0", "1.7"], ["0", "1"]),
    (
        DEEPGRAM | {"results": {"channels": [{"alternatives": [{"transcript": "x"}]}], "utterances": UTTERANCES}},
        "deepgram",
        TWO,
        ["0.1", "1.5"],
        ["1.0", "1.7"],
        ["0", "1"],
    ),
    (AWS, "aws-transcribe", TWO, ["0.1", "1.5"], ["1.0", "1.7"], ["spk_0", "spk_1"]),
    (SPEECHMATICS, "speechmatics", TWO, ["0.1", "1.5"], ["1.0", "1.7"], ["S1", "S2"]),
    (GOOGLE, "google-speech", PLAIN, [], [], None),
    (DIARIZED, "google-speech", PLAIN, ["0.1", "1.5"], ["1.0", "1.7"], ["1", "2"]),
    ({"response": DIARIZED}, "google-speech", PLAIN, ["0.1", "1.5"], ["1.0", "1.7"], ["1", "2"]),
    (BATCH, "azure-speech", PLAIN[:1], ["0.1"], ["61.0"], ["1"]),
    (FAST, "azure-speech", TWO[:1], ["0.1"], ["1.0"], None),
    (SHORT, "azure-speech", PLAIN[:1], ["0.1"], ["1.0"], None),
    (WHISPER_CPP, "whisper-cpp", TWO[:1], ["0.1"], ["1.0"], None),
    (CHUNKS, "hf-chunks", TWO, ["0.1", "1.5"], ["1.0", "1.5"], None),
]


def load(folder: Path, whole: Any, indent: int | None = None, name: str = "call.json") -> Corpus:
    (folder / name).write_text(json.dumps(whole, indent=indent), encoding="utf-8")
    return read(folder / name)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["call.json", "call"])
@pytest.mark.parametrize(("whole", "kind", "texts", "starts", "ends", "speakers"), CASES)
def test_a_transcript(
    whole: Any,
    kind: str,
    texts: list[str],
    starts: list[str],
    ends: list[str],
    speakers: list[str] | None,
    name: str,
    indent: int | None,
    tmp_path: Path,
) -> None:
    found = load(tmp_path, whole, indent, name)
    assert (found.format, list(found.texts), found.keyed) == (kind, texts, False)
    assert [list(map(float, found.fields.get(each, ()))) for each in ("start", "end")] == [
        list(map(float, each)) for each in (starts, ends)
    ]
    assert found.fields.get("speaker") == speakers


def test_words_have_times_and_confidence(tmp_path: Path) -> None:
    for whole in (DEEPGRAM, AWS, SPEECHMATICS, DIARIZED):
        words = load(tmp_path, whole).words
        assert words is not None
        said = [each for turn in words for each in turn]
        assert [(each.start, each.end) for each in said] == [(0.1, 0.4), (0.5, 1.0), (1.5, 1.7)]
        assert [each.word.lower().strip(".?") for each in said] == ["lady", "mondegreen", "who"]
    assert {each.confidence for turn in load(tmp_path, AWS).words or () for each in turn} == {0.5}
    assert load(tmp_path, GOOGLE).words is None
    assert load(tmp_path, BATCH).fields["display"] == ["Lady Mondegreen."]
    fast = load(tmp_path, FAST).words
    assert fast is not None
    assert [(each.word, each.start, each.end) for each in fast[0]] == [("Lady", 0.1, 0.4), ("Mondegreen.", 0.5, 1.0)]


def test_channels_are_told_apart(tmp_path: Path) -> None:
    channels: list[Any] = [
        {"alternatives": [{"transcript": text, "words": [word(text, at, at + 1)]}]} for at, text in enumerate("ab")
    ]
    found = load(tmp_path, {"metadata": {"request_id": "r"}, "results": {"channels": channels}})
    assert (list(found.texts), found.fields["channel"]) == (["a", "b"], ["1", "2"])
    channels = [{"channel_label": f"ch_{at}", "items": [item(text, at, at + 1)]} for at, text in enumerate("ab")]
    results = {"transcripts": [{"transcript": "a b"}], "channel_labels": {"channels": channels}, "items": []}
    found = load(tmp_path, AWS | {"results": results})
    assert (list(found.texts), found.fields["channel"]) == (["a", "b"], ["1", "2"])


def test_nothing_recognized_is_no_text(tmp_path: Path) -> None:
    for whole in (
        {"metadata": {"request_id": "r"}, "results": {"channels": [{"alternatives": [{"transcript": ""}]}]}},
        AWS | {"results": {"transcripts": [{"transcript": ""}], "items": []}},
        SPEECHMATICS | {"results": []},
        SHORT | {"RecognitionStatus": "NoMatch", "NBest": []},
        WHISPER_CPP | {"transcription": []},
    ):
        assert len(load(tmp_path, whole)) == 0


@pytest.mark.parametrize(
    ("whole", "what"),
    [
        (AWS | {"results": {"transcripts": ["a"]}}, '"results.transcripts" is missing or not a list of objects'),
        (WHISPER_CPP | {"transcription": [{"timestamps": {}, "text": "a"}]}, "segment 1: .*offsets"),
        (CHUNKS | {"chunks": [{"timestamp": [1], "text": "a"}]}, "chunk 1: expected"),
        (CHUNKS | {"chunks": [{"timestamp": [2, 1], "text": "a"}]}, "text 1: the end, 1, is before the start, 2"),
        (SPEECHMATICS | {"results": [1]}, '"results" is missing or not a list of objects'),
        (GOOGLE | {"results": [{"alternatives": [1]}]}, '"alternatives" is missing or not'),
    ],
)
def test_what_is_wrong_is_said(whole: Any, what: str, tmp_path: Path) -> None:
    kind = next(case[1] for case in CASES if set(case[0]) == set(whole))
    (tmp_path / "call.json").write_text(json.dumps(whole), encoding="utf-8")
    with pytest.raises(ScoreError, match=rf"call\.json: {what}"):
        read(tmp_path / "call.json", kind)


def test_they_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="deepgram is read, not written; choose another format"):
        write(load(tmp_path, DEEPGRAM), tmp_path / "new.json", "deepgram")
