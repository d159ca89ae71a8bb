"""Whisper's JSON and TSV, and subtitles: texts with their times."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats import find_format, read, write
from mondegreen.formats.format import Reading
from mondegreen.formats.subtitles import find_times, parse_arrow

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
    ("whisper-tsv", TSV + "-5\t10\ta\n", 4, 'the start, "-5", is not a number of milliseconds'),
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
        f"1 text of {tmp_path}/talk that begin before the previous one has ended, kept as they are"
    ]


def test_times_finer_than_the_format_are_refused(tmp_path: Path) -> None:
    one = Corpus(["1"], ["a"], "c", fields={"start": ["0.1234"], "end": ["1"]})
    with pytest.raises(ScoreError, match=r"srt holds times in milliseconds, and cannot hold 0\.1234"):
        write(one, tmp_path / "new", "srt")
    with pytest.raises(ScoreError, match="needs the time of each text, and this one has none"):
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


def cues(text: str, kind: str) -> list[tuple[str, str, str]]:
    found = find_format(kind).read(text.split("\n"), Reading("talk"))
    return list(zip(found.fields.get("start", ()), found.fields.get("end", ()), found.texts, strict=True))


ARROWS = [
    ("00:00:01,500 --> 00:00:02,000", ("1.5", "2.0"), "as SubRip has it"),
    ("00:01,500 --> 01:02,000", ("1.5", "62.0"), "without hours"),
    ("1:00:01.5 --> 1:00:02.25", ("3601.5", "3602.25"), "points, and fewer digits"),
    ("  00:00:01,500   -->\t00:00:01,500  X1:40", ("1.5", "1.5"), "spaces, and where it is shown"),
    ("123456:59:59,999 --> 123456:59:59,999", ("444445199.999", "444445199.999"), "the longest"),
]


@pytest.mark.parametrize(("line", "times", "why"), ARROWS, ids=[why for *_, why in ARROWS])
def test_times_of_subtitles(line: str, times: tuple[str, str], why: str) -> None:
    assert parse_arrow(line, Reading("talk"), 1) == times, why


@pytest.mark.parametrize("line", ["00:00:01 --> 00:00:02", "00:00:01,5-->00:00:02,5", "x 00:01,5 --> 00:02,5", ""])
def test_what_are_no_times_of_subtitles(line: str) -> None:
    with pytest.raises(ScoreError, match=r"talk:7: expected when the text starts and ends, as in 00:01:02,500 -->"):
        parse_arrow(line, Reading("talk"), 7)


BLOCKS = [
    ("srt", "00:01,0 --> 00:02,0\na\n\n \n\n00:02,0 --> 00:03,0\nb", [("1.0", "2.0", "a"), ("2.0", "3.0", "b")]),
    ("srt", "1\n00:01,0 --> 00:02,0\n\n2\n00:02,0 --> 00:03,0\n 1 \n2", [("1.0", "2.0", ""), ("2.0", "3.0", "1 2")]),
    ("srt", "", []),
    ("vtt", "WEBVTT", []),
    ("vtt", "WEBVTT\nlost\n\n00:01.0 --> 00:02.0", [("1.0", "2.0", "")]),
    (
        "vtt",
        "WEBVTT\n\nREGION\nid:x\n\nSTYLE\n\nNOTE 00:09.0 --> 00:10.0\n\nname\n00:01.0 --> 00:02.0\na",
        [("1.0", "2.0", "a")],
    ),
    ("vtt", "WEBVTT\n\n00:01.0 --> 00:02.0\n<i>a</i> &lt;b&gt; <v Eve>c", [("1.0", "2.0", "a <b> c")]),
]


@pytest.mark.parametrize(("kind", "text", "expected"), BLOCKS)
def test_blocks_of_subtitles(kind: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    assert cues(text, kind) == expected


RECOGNIZED = [
    ("srt", "1\n00:01,0 --> 00:02,0", True),
    ("srt", "\n" * 8 + "1\n00:01,0 --> 00:02,0", True),
    ("srt", "\n" * 9 + "1\n00:01,0 --> 00:02,0", False),  # ten lines are looked at
    ("srt", "one\n00:01,0 --> 00:02,0", False),
    ("srt", "1\n2", False),
    ("srt", "1", False),
    ("vtt", "WEBVTT", True),
    ("vtt", "WEBVTT some title", True),
    ("vtt", "WEBVTTs", False),
    ("vtt", "", False),
    ("whisper-tsv", "start\tend\ttext", True),
    ("whisper-tsv", "start\tend", False),
    ("whisper", '{"text": "a", "segments": []}', True),
    ("whisper", '{"segments": [], "language": "fr"}', True),
    ("whisper", '{"text": "a"}', False),
    ("whisper", '{"language": "fr", "segments": []}', False),
    ("whisper", '{"text": "a",\n' + "\n" * 198 + '"segments": []}', True),
    ("whisper", '{"text": "a",\n' + "\n" * 199 + '"segments": []}', False),  # two hundred lines are looked at
]


@pytest.mark.parametrize(("kind", "text", "expected"), RECOGNIZED)
def test_beginnings_that_are_recognized(kind: str, text: str, expected: bool) -> None:
    assert [find_format(kind).recognizes(text.split("\n"), hinted=hinted) for hinted in (True, False)] == [expected] * 2


def test_texts_that_follow_at_once_do_not_overlap() -> None:
    for start, count in (("1500", 0), ("1499", 1)):
        found = find_format("whisper-tsv").read(
            ["start\tend\ttext", "0\t1500\ta", f"{start}\t2000\tb"], Reading("talk")
        )
        assert [note.detail["count"] for note in found.notes] == [1] * count


def one(text: str = "a", **fields: str) -> Corpus:
    return Corpus(["u"], [text], "c", fields={name: [value] for name, value in fields.items()})


UNWRITABLE = [
    ("srt", one(" a", start="0", end="1"), "utterance u: srt cannot hold spaces at the ends of a text"),
    ("vtt", one("a ", start="0", end="1"), "utterance u: vtt cannot hold spaces at the ends of a text"),
    (
        "srt",
        one("a\nb", start="0", end="1"),
        "utterance u: srt holds one utterance per line, and this one has a line break",
    ),
    ("srt", one(start="2", end="1"), "srt: utterance u: the end, 1, is before the start, 2"),
    ("srt", one(start="0", end=""), "utterance u: srt needs the time of each text, and this one has none"),
    (
        "srt",
        one(start="0", end="1000000000"),
        "utterance u: srt holds times in milliseconds, and cannot hold 1000000000",
    ),
    (
        "vtt",
        one(start="0", end="1", speaker=" Eve"),
        "utterance u: vtt cannot hold such whitespace in a speaker's name",
    ),
    ("srt", one("a --> b", start="0", end="1"), 'utterance u: srt would take a text with "-->" for times'),
    ("whisper", one(" a", start="0", end="1"), "utterance u: whisper cannot hold spaces at the ends of a text"),
    ("whisper", one(), "utterance u: whisper needs the time of each text, and this one has none"),
    ("whisper-tsv", one("a\tb", start="0", end="1"), "utterance u: a cell of TSV cannot hold a tab"),
]


@pytest.mark.parametrize(
    ("kind", "corpus", "sentence"), UNWRITABLE, ids=[f"{each[0]}: {each[2]}" for each in UNWRITABLE]
)
def test_what_no_subtitles_hold(kind: str, corpus: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        list(find_format(kind).write(corpus))
    assert str(refused.value) == sentence


WRITTEN = [
    ("srt", one(start="0", end="999999999.999"), ["1", "00:00:00,000 --> 277777:46:39,999", "a", ""]),
    ("srt", one("", start="0.25", end="3661.5"), ["1", "00:00:00,250 --> 01:01:01,500", ""]),
    (
        "vtt",
        one("", start="0", end="1", speaker="A & B"),
        ["WEBVTT", "", "00:00:00.000 --> 00:00:01.000", "<v A &amp; B>", ""],
    ),
    ("vtt", one("<a>", start="0", end="1"), ["WEBVTT", "", "00:00:00.000 --> 00:00:01.000", "&lt;a&gt;", ""]),
    ("vtt", one("", start="0", end="1"), ["WEBVTT", "", "00:00:00.000 --> 00:00:01.000", ""]),
    ("whisper-tsv", one(start="0.001", end="1"), ["start\tend\ttext", "1\t1000\ta"]),
]


@pytest.mark.parametrize(("kind", "corpus", "lines"), WRITTEN)
def test_lines_of_subtitles(kind: str, corpus: Corpus, lines: list[str]) -> None:
    assert list(find_format(kind).write(corpus)) == lines


def test_the_last_word_to_end_ends_the_utterance() -> None:
    row = Utterance("u", "a b", {}, [TimedWord("a", 0.5, 2.5), TimedWord("b", 1.0, 1.5)])
    assert find_times(row, "srt") == ("0.5", "2.5")
    assert find_times(row._replace(fields={"start": "0", "end": "9"}), "srt") == ("0", "9")
    assert find_times(row._replace(fields={"start": "0"}), "srt") == ("0.5", "2.5")


def word(text: str, start: object = 0, end: object = 1, **more: object) -> dict[str, object]:
    return {"word": text, "start": start, "end": end, **more}


WORDED: list[tuple[list[Any], list[Any] | None]] = [
    ([word(" a"), word("b", 1, 2), word(" c", 2, 3)], [("ab", 0, 2, None), ("c", 2, 3, None)]),
    ([word("a"), word("b", 1, 2)], [("a", 0, 1, None), ("b", 1, 2, None)]),
    ([word("a"), word("b", 1, 2), word(" c", 2, 3)], [("ab", 0, 2, None), ("c", 2, 3, None)]),
    ([word(" a", probability=0.5), word("b", 1, 2, probability=0.25)], [("ab", 0, 2, 0.25)]),
    ([word(" a", probability=0.25), word("b", 1, 2)], [("ab", 0, 2, 0.25)]),
    ([word(" a", score=0.75)], [("a", 0, 1, 0.75)]),
    ([word(" a", score=0.75, probability=0.5)], [("a", 0, 1, 0.5)]),
    ([word(" a", score="high")], [("a", 0, 1, None)]),
    ([word(" "), word(" a")], [("a", 0, 1, None)]),
    ([word(" a", 1, 0.5)], None),
    ([word(" a", None)], None),
    ([word(" a", 0, "x")], None),
    ([], []),
]


@pytest.mark.parametrize(("words", "expected"), WORDED)
def test_words_of_whisper(words: list[Any], expected: list[Any] | None) -> None:
    found = find_format("whisper").read([whisper(SEGMENT | {"words": words})], Reading("talk"))
    assert found.words == (None if expected is None else [expected])


@pytest.mark.parametrize("words", [["a"], [{"text": "a"}], [{"word": None, "start": 0, "end": 1}]])
def test_words_of_whisper_that_are_none(words: list[Any]) -> None:
    with pytest.raises(ScoreError, match=r"^talk: segment 2: a word is not an object with a text$"):
        find_format("whisper").read([whisper(SEGMENT, SEGMENT | {"words": words})], Reading("talk"))


def test_languages_of_whisper() -> None:
    """The whole has the language that all segments share; else each has its own."""
    fields = {"start": ["0", "1"], "end": ["1", "2"]}
    for languages, whole, each in ((["fr", "fr"], "fr", None), (["fr", "de"], None, "fr")):
        corpus = Corpus(["1", "2"], ["a", "b"], "c", fields={**fields, "language": languages})
        (line,) = find_format("whisper").write(corpus)
        written = json.loads(line)
        assert [written["text"], written["language"], written["segments"][0].get("language")] == [" a b", whole, each]
        assert [segment["id"] for segment in written["segments"]] == [0, 1]
        assert {segment["seek"] for segment in written["segments"]} == {0}


def test_what_whisper_does_not_hold() -> None:
    corpus = Corpus(["u"], ["a"], "c", fields={name: ["1"] for name in ("start", "end", "tokens", "seek", "speaker")})
    assert find_format("whisper").list_losses(corpus) == ["utterance IDs", "tokens", "seek"]
    (line,) = find_format("whisper").write(replace(corpus, words=[[TimedWord("a", 0, 1, 0.5)]]))
    assert json.loads(line)["segments"] == [
        {
            "id": 0, "seek": 0, "start": 1, "end": 1, "text": " a", "speaker": "1",
            "words": [{"word": " a", "start": 0, "end": 1, "probability": 0.5}],
        }
    ]  # fmt: skip
    for bad in (TimedWord("", 0, 1), TimedWord(" a", 0, 1), TimedWord("a", 1, 0)):
        with pytest.raises(
            ScoreError, match=f'utterance u: whisper cannot hold the word "{bad.word}" from {bad.start}'
        ):
            list(find_format("whisper").write(replace(corpus, words=[[bad]])))
