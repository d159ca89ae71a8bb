"""A folder with a file for each recording."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen import ScoreError
from mondegreen.formats import read
from mondegreen.formats.directory import detect_text_format, input_files


def segment(start: float, end: float, *words: str) -> dict[str, object]:
    timed = [{"word": f" {word}", "start": start, "end": end} for word in words]
    return {"start": start, "end": end, "text": " " + " ".join(words), "words": timed}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As Whisper leaves it: each recording in all forms."""
    place = tmp_path / "out"
    place.mkdir()
    said = {"b2": [segment(0, 1, "été")], "a1": [segment(0, 1, "le", "chat"), segment(1, 2, "dort")]}
    for name, segments in said.items():
        (place / f"{name}.json").write_text(json.dumps({"text": "", "segments": segments, "language": "fr"}))
        (place / f"{name}.srt").write_text("nothing\n", encoding="utf-8")
    (place / ".hidden.json").write_text("{", encoding="utf-8")
    return place


def test_each_file_is_a_recording(folder: Path) -> None:
    found = read(folder)
    assert [found.format, found.keys, found.texts] == ["whisper", ["a1", "b2"], ["le chat dort", "été"]]
    assert found.fields == {"recording": ["a1", "b2"]}
    assert found.words is not None
    assert [word.word for word in found.words[0]] == ["le", "chat", "dort"]
    assert [*map(str, found.notes)] == [f"only the .json files of {folder} were read, not those in .srt"]


def test_segments_in_chinese_are_joined_without_blanks(tmp_path: Path) -> None:
    """In this language none begins with a blank; words of English on both sides stay two."""
    said = ["今天天气", "很好", "。OK", "Whisper", "", "吗"]
    segments = [{"start": at, "end": at + 1, "text": text} for at, text in enumerate(said)]
    for name, language in (("zh", "zh"), ("en", "en")):
        whole = json.dumps({"text": "".join(said), "segments": segments, "language": language})
        (tmp_path / f"{name}.json").write_text(whole, encoding="utf-8")
    spaced, close = read(tmp_path).texts
    assert close == "今天天气很好。OK Whisper吗"
    assert spaced == "今天天气 很好 。OK Whisper 吗"


@pytest.mark.filterwarnings("ignore:only the .json files")
def test_it_is_scored_by_recordings_or_by_segments(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("a1 le chien dort\nb2 été\n", encoding="utf-8")
    assert mg.score(tmp_path / "ref.txt", folder, ["wer"])["wer"].value == 25
    (tmp_path / "ref.stm").write_text("a1 1 eve 0 1 le chat\na1 1 bob 1 2 court\nb2 1 eve 0 1 été\n", encoding="utf-8")
    run = mg.score(tmp_path / "ref.stm", folder, ["wer"])
    assert [run.pairs.hypotheses, run["wer"].value] == [["le chat", "dort", "été"], 25]


def test_a_folder_that_holds_nothing_to_read(tmp_path: Path, command: Callable[..., Answer]) -> None:
    (tmp_path / "text.doc").write_text("u a\n", encoding="utf-8")
    answer = command("score", str(tmp_path), str(tmp_path))
    assert answer.code == 2
    assert f"{tmp_path}: the directory holds no file that ends in .json, .jsonl, .tsv," in answer.err
    assert answer.err.endswith("; give a file\n")
    (tmp_path / "text").write_text("u a\n", encoding="utf-8")
    assert command("score", str(tmp_path), str(tmp_path)).err.endswith(f"; give {tmp_path}/text\n")


def test_files_of_different_formats(folder: Path) -> None:
    (folder / "c.json").write_text('{"u": "a"}', encoding="utf-8")
    with pytest.raises(ScoreError, match=r"b2\.json as whisper and c\.json as json; name one with --format"):
        read(folder)


def test_files_with_keys_are_one_behind_the_other(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(f'{{"utt": "{name}-1", "text": "x"}}\n', encoding="utf-8")
    assert read(tmp_path).keys == ["a-1", "b-1"]


def test_what_is_said_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("start\tend\ttext\n0\t2000\ta\n1000\t3000\tb\n", encoding="utf-8")
    (note,) = map(str, read(tmp_path).notes)
    assert note.startswith(f"1 file of {tmp_path} with a warning, a.tsv: 1 text of ")
    (tmp_path / "b.tsv").write_text("start\tend\ttext\n0\tx\ta\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"b\.tsv:2: the end"):
        read(tmp_path)


def test_directories_below_are_read_where_nothing_lies_here(tmp_path: Path) -> None:
    below = tmp_path / "sub" / "sub"
    below.mkdir(parents=True)
    (below / "b.txt").write_text("u-2 b\n", encoding="utf-8")
    (below / ".c.txt").write_text("u-3 c\n", encoding="utf-8")
    assert read(tmp_path).keys == ["u-2"]
    (tmp_path / "a.txt").write_text("u-1 a\n", encoding="utf-8")
    assert read(tmp_path).keys == ["u-1"]


TEXTS = [
    (["u-1 a", "u-2 b"], "kaldi", "IDs on each line"),
    (["a (u-1)", "b (u-2)"], "trn", "IDs behind"),
    (["mp3 players are old"], "lines", "one line that begins with what may be a word"),
    (["mp3 a", "mp4 b"], "kaldi", "two such lines"),
    (["utt-1 a"], "kaldi", "one that is called and numbered as utterances are"),
    (["u_1 a"], "kaldi", "one that can be no word"),
    (["the cat"], "lines", "words"),
    ([], "lines", "nothing"),
]


@pytest.mark.parametrize(("lines", "expected", "why"), TEXTS, ids=[why for *_, why in TEXTS])
def test_what_plain_text_in_a_directory_is(lines: list[str], expected: str, why: str) -> None:
    assert detect_text_format(lines) == expected, why


def test_one_recording_in_two_files(tmp_path: Path) -> None:
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "talk.txt").write_text("the cat\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"1 recording in several files of one name: talk$"):
        read(tmp_path)


def test_the_files_of_a_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("h.10", "h.2"):
        Path(name).write_text("a\n", encoding="utf-8")
    Path("d").mkdir()
    Path("d/a.txt").write_text("a\n", encoding="utf-8")
    for path, files in (
        ("h.*", ["h.2", "h.10"]),
        ("h.2", ["h.2"]),
        ("ark:h.2", ["h.2"]),
        ("d", ["d/a.txt"]),
        ("-", []),
        ("none", []),
        ("z*", []),
        ("cat h.2 |", []),
        ("\0", []),
    ):
        assert [each.path for each in input_files("hypothesis", path)] == files, path
    assert {each.side for each in input_files("hypothesis", "h.*")} == {"hypothesis"}
