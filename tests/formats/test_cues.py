"""Whisper's JSON and TSV, and subtitles: texts with their times."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write

SRT = "1\n00:00:00,000 --> 00:00:01,500\nle chat\ndort\n\n2\n01:02:03,250 --> 01:02:04,000\n<i>été</i>\n"
VTT = (
    "WEBVTT - talk\nKind: captions\n\nNOTE by hand\n\nSTYLE\n::cue {}\n\n00:00.000 --> 00:01.500 align:left\nle chat\n"
    "dort\n\nlast\n01:02:03.250 --> 01:02:04.000\n<v.loud Eve &amp; Bob><c>&lt;été&gt;</c> <00:01.000>AT&amp;T\n"
)
TSV = "start\tend\ttext\n0\t1500\tle chat dort\n3723250\t3724000\tété\n"
SEGMENT: dict[str, Any] = {"id": 0, "seek": 0, "start": 0.0, "end": 1.5, "text": " le chat dort", "tokens": [50364, 1]}
WORDS = [
    {"word": " le", "start": 0.0, "end": 0.5, "probability": 0.9},
    {"word": " cha", "start": 0.5, "end": 0.75, "probability": 0.5},
    {"word": "t", "start": 0.75, "end": 1.0, "probability": 0.75},
    {"word": " dort", "start": 1.0, "end": 1.5},
]


def whisper(*segments: dict[str, Any], **others: Any) -> str:
    return json.dumps({"text": " le chat dort", "segments": list(segments), "language": "fr"} | others)


def corpus(folder: Path, text: str, name: str = "talk") -> Corpus:
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


TIMES = {"start": ["0.0", "3723.25"], "end": ["1.5", "3724.0"]}
READ: list[tuple[str, str, list[str], dict[str, list[str]]]] = [
    ("srt", SRT, ["le chat dort", "<i>été</i>"], {}),
    ("vtt", VTT, ["le chat dort", "<été> AT&T"], {"speaker": ["", "Eve & Bob"]}),
    ("whisper-tsv", TSV, ["le chat dort", "été"], {}),
]


@pytest.mark.parametrize(("name", "text", "texts", "fields"), READ)
@pytest.mark.parametrize("ending", ["", ".txt", "\r\n"])
def test_texts_and_times(
    tmp_path: Path, name: str, text: str, texts: list[str], fields: dict[str, list[str]], ending: str
) -> None:
    lines = text.replace("\n", "\r\n") if ending == "\r\n" else text
    found = corpus(tmp_path, "\ufeff" + lines, f"talk{ending.strip()}")
    assert [found.format, found.keyed, found.texts, found.fields] == [name, False, texts, TIMES | fields]
    assert found.notes == ()


def test_segments_of_whisper(tmp_path: Path) -> None:
    found = corpus(tmp_path, whisper(SEGMENT | {"avg_logprob": float("nan"), "words": WORDS}))
    assert [found.format, found.texts] == ["whisper", ["le chat dort"]]
    assert found.fields == {"start": ["0.0"], "end": ["1.5"], "language": ["fr"], "avg_logprob": ["NaN"]}
    assert found.words == [[("le", 0.0, 0.5, 0.9), ("chat", 0.5, 1.0, 0.5), ("dort", 1.0, 1.5, None)]]


def test_segments_of_whisperx(tmp_path: Path) -> None:
    """Words without blanks, scores by another name, speakers; a word without times leaves all without."""
    words = [{"word": "le", "start": 0.0, "end": 0.5, "score": 0.9}, {"word": "chat", "start": 0.5, "end": 1}]
    one = {"start": 0.0, "end": 1.5, "text": "le chat", "speaker": "SPEAKER_00", "words": words}
    found = corpus(tmp_path, json.dumps({"segments": [one], "word_segments": words}, indent=1))
    assert [found.format, found.fields["speaker"]] == ["whisper", ["SPEAKER_00"]]
    assert found.words == [[("le", 0.0, 0.5, 0.9), ("chat", 0.5, 1.0, None)]]
    assert corpus(tmp_path, json.dumps({"segments": [one, one | {"words": [{"word": "2"}]}]})).words is None


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    first = corpus(tmp_path, whisper(SEGMENT | {"words": WORDS[:2], "avg_logprob": -0.25}))
    write(first, tmp_path / "talk", "whisper")
    again = json.loads((tmp_path / "talk").read_text(encoding="utf-8"))
    assert again == {
        "text": " le chat dort",
        "segments": [
            {name: SEGMENT[name] for name in ("id", "seek", "start", "end", "text")}
            | {"avg_logprob": -0.25, "words": WORDS[:2]}
        ],
        "language": "fr",
    }
    assert list(read(tmp_path / "talk")) == list(first)


@pytest.mark.parametrize("name", ["srt", "vtt", "whisper-tsv", "whisper"])
def test_each_is_written_as_each(tmp_path: Path, name: str) -> None:
    first = corpus(tmp_path, SRT.replace("<i>", "").replace("</i>", ""))
    write(first, tmp_path / "new", name)
    again = read(tmp_path / "new")
    assert [again.format, again.texts, again.fields] == [name, first.texts, TIMES]


def test_srt_is_what_whisper_writes(tmp_path: Path) -> None:
    text = "1\n00:00:00,000 --> 00:00:01,500\nle chat dort\n\n2\n01:02:03,250 --> 01:02:04,000\nété\n\n"
    write(corpus(tmp_path, text), tmp_path / "new.srt")
    assert (tmp_path / "new.srt").read_text(encoding="utf-8") == text


BAD = [
    ("srt", "1\n00:00:01,000 --> 00:00:00,500\na\n", 2, "the end, 0.5, is before the start, 1.0"),
    ("srt", SRT + "\n3\n-00:00:01,000 --> 00:00:02,000\na\n", 11, "expected when the text starts and ends"),
    ("srt", SRT + "\nlost\n", 10, "expected when the text starts and ends"),
    ("vtt", "WEBVTT\n\n00:00:01.000\na\n", 4, "expected when the text starts and ends"),
    ("vtt", SRT, 1, 'the first line is not "WEBVTT"'),
    ("whisper-tsv", TSV + "-5\t10\ta\n", 4, 'the start, "-5", is no number of thousandths'),
    ("whisper-tsv", TSV + "5\t1\ta\n", 4, "the end, 0.001, is before"),
    ("whisper-tsv", TSV + "5\t10\n", 4, "expected start, end and text, found 2 cells"),
    ("whisper", whisper(SEGMENT, SEGMENT | {"start": -1}), None, "segment 2: the start, -1, is negative"),
    ("whisper", whisper(SEGMENT | {"end": None}), None, 'segment 1: the end, "", is not a number'),
    ("whisper", whisper(SEGMENT | {"text": None}), None, 'segment 1: "text" is missing'),
    ("whisper", '{"text": "", "segments": [1]}', None, 'this has no list of "segments"'),
    ("whisper", '{"text": "", "segments": [', 1, "this is not JSON"),
]


@pytest.mark.parametrize(("name", "text", "line", "what"), BAD)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, text: str, line: int | None, what: str) -> None:
    (tmp_path / "talk").write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as raised:
        read(tmp_path / "talk", name)
    assert [raised.value.path, raised.value.line] == [str(tmp_path / "talk"), line]
    assert raised.value.what.startswith(what)


def test_overlapping_texts_are_told(tmp_path: Path) -> None:
    found = corpus(tmp_path, TSV + "3723500\t3725000\ta\n")
    assert [*map(str, found.notes)] == [
        f"1 text of {tmp_path}/talk that begin before the one above has ended, taken as they stand"
    ]


def test_times_finer_than_the_format_are_refused(tmp_path: Path) -> None:
    one = Corpus(["1"], ["a"], "c", fields={"start": ["0.1234"], "end": ["1"]})
    with pytest.raises(ScoreError, match=r"srt tells times in thousandths of seconds, and cannot tell 0\.1234"):
        write(one, tmp_path / "new", "srt")
    with pytest.raises(ScoreError, match="nothing tells when this one was"):
        write(Corpus(["1"], ["a"], "c"), tmp_path / "new", "srt")


def test_words_tell_when_an_utterance_was(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text("talk 1 0.5 0.5 le\ntalk 1 1.0 0.5 chat\n", encoding="utf-8")
    write(read(tmp_path / "a.ctm"), tmp_path / "a.srt")
    assert read(tmp_path / "a.srt").fields == {"start": ["0.5"], "end": ["1.5"]}


def test_whole_recordings_are_paired(files: Path, command: Callable[..., Answer]) -> None:
    """Sides that are cut otherwise: an stm and subtitles of one recording, or of several with their names."""
    Path("a.srt").write_text(SRT, encoding="utf-8")
    Path("a.stm").write_text("talk 1 eve 0.0 4000.0 le chien dort <i>été</i>\n", encoding="utf-8")
    answer = command("score", "a.stm", "a.srt", "--metrics", "wer", "--as", "csv", "--whole")
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.splitlines()[1].startswith("wer,25.0,1,4,")
    assert command("score", "a.stm", "a.srt").code == 2
    Path("b.stm").write_text("b 1 eve 0 1 c\ntalk 1 eve 0.0 1.0 le chat\ntalk 1 eve 1.0 2.0 dort\n", encoding="utf-8")
    Path("c.stm").write_text("talk 1 eve 0.0 2.0 le chat dort\nb 1 eve 0 1 c\n", encoding="utf-8")
    assert (
        command("score", "b.stm", "c.stm", "--whole", "--metrics", "wer", "--as", "csv").out.count("wer,0.0,0,4,") == 1
    )
