"""`mondegreen convert`, from files of one format to files of another."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.formats import load_formats, read

Command = Callable[..., Answer]

STM = ";; made by hand\ntalk 1 eve 0.5 1.5 <o> le chat\ntalk 1 bob 2 3 <o> dort\n"
CTM = "talk 1 0.5 0.5 le\ntalk 1 1.0 0.5 chat 0.75\ntalk 1 2.25 0.5 dort\n"


@pytest.fixture
def folder(files: Path) -> Path:
    Path("ref.stm").write_text(STM, encoding="utf-8")
    Path("hyp.ctm").write_text(CTM, encoding="utf-8")
    return files


# Formats that tell when something was said cannot hold texts of which that is not known.
TIMED = ("stm", "ctm", "rttm", "seglst", "srt", "vtt", "whisper", "whisper-tsv", "cuts", "lhotse")


@pytest.mark.parametrize(
    "name",
    [
        kind.name
        for kind in load_formats()
        if kind.is_writable and kind.holds_texts and kind.name not in (*TIMED, "kaldi")
    ],
)
def test_every_format_and_back(files: Path, command: Command, name: str) -> None:
    there = command("convert", "ref.txt", f"out.{name}", "--to", name)
    back = command("convert", f"out.{name}", "back.txt", "--from", name, "--to", "kaldi")
    lost = f"mondegreen: warning: {name} cannot hold these, dropped: utterance IDs\n" if name == "lines" else ""
    assert [there, back] == [(0, "", lost), (0, "", "")]
    if not lost:
        assert Path("back.txt").read_bytes() == Path("ref.txt").read_bytes()


@pytest.mark.parametrize("name", TIMED)
def test_texts_that_nobody_timed_have_no_place_there(files: Path, command: Command, name: str) -> None:
    found = command("convert", "ref.txt", "out.x", "--to", name)
    assert found.code == 2
    assert found.err.splitlines()[-1].startswith("mondegreen: error: ")
    assert not Path("out.x").exists()


def test_the_ending_decides(folder: Path, command: Command) -> None:
    assert command("convert", "ref.stm", "out.jsonl.gz") == (0, "", "")
    (first, _) = gzip.decompress(Path("out.jsonl.gz").read_bytes()).decode().splitlines()
    assert json.loads(first) == {
        "utterance": "talk-1-0.500-1.500",
        "text": "le chat",
        "recording": "talk",
        "channel": "1",
        "speaker": "eve",
        "start": "0.5",
        "end": "1.5",
        "labels": "o",
        "label1": "o",
    }
    assert command("convert", "out.jsonl.gz", "out.stm") == (0, "", "")
    assert Path("out.stm").read_text(encoding="utf-8") == STM.partition("\n")[2]


def test_what_is_lost_is_told(folder: Path, command: Command) -> None:
    answer = command("convert", "ref.stm", "out.trn")
    lost = "recording, channel, speaker, start, end, labels, label1"
    assert answer == (0, "", f"mondegreen: warning: trn cannot hold these, dropped: {lost}\n")
    assert Path("out.trn").read_text(encoding="utf-8").splitlines()[0] == "le chat (talk-1-0.500-1.500)"


def test_recordings_are_cut_by_segments(folder: Path, command: Command) -> None:
    Path("segments").write_text("u1 talk 0 2\nu2 talk 2 3\n", encoding="utf-8")
    for segments, texts in (("segments", "u1 le chat\nu2 dort\n"), ("ref.stm", None)):
        answer = command("convert", "hyp.ctm", "out", "--to", "kaldi", "--segments", segments)
        assert answer.code == 0
        assert "kaldi cannot hold these, dropped: word times, recording, " in answer.err
        assert list(read("out", "kaldi").texts) == ["le chat", "dort"]
        assert texts is None or Path("out").read_text(encoding="utf-8") == texts


def test_columns_by_name(files: Path, command: Command) -> None:
    Path("in.csv").write_text('clip,said\nu1,"a, b"\n', encoding="utf-8")
    answer = command("convert", "in.csv", "-", "--to", "kaldi", "--key-column", "clip", "--text-column", "said")
    assert answer == (0, "u1 a, b\n", "")


def test_encoding(files: Path, command: Command) -> None:
    Path("in").write_bytes("utt-1 été\n".encode("utf-16"))
    assert command("convert", "in", "out.trn", "--encoding", "utf-16") == (0, "", "")
    assert Path("out.trn").read_bytes() == "été (utt-1)\n".encode()


def test_from_standard_input_to_standard_output_as_utf8(files: Path) -> None:
    words = [sys.executable, "-m", "mondegreen", "convert", "-", "-", "--to", "trn"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(words, input="utt-1 été\n".encode(), env=environment, capture_output=True, check=False)
    assert [done.returncode, done.stdout, done.stderr] == [0, "été (utt-1)\n".encode(), b""]


def test_a_file_does_not_take_its_own_place(files: Path, command: Command) -> None:
    before = Path("ref.txt").read_bytes()
    answer = command("convert", "ref.txt", "ref.txt", "--to", "trn")
    assert [answer.code, "ref.txt: it is an input" in answer.err] == [2, True]
    assert Path("ref.txt").read_bytes() == before


BAD = [
    (["nowhere", "out.trn"], 2, "nowhere: cannot be read: No such file or directory"),
    (["ref.txt", "out"], 2, "out: the ending does not name a format; choose one with --to: icefall, "),
    (["ref.txt", "-"], 2, "-: the ending does not name a format"),
    (["nowhere", "out", "--to", "trm"], 2, 'there is no format "trm"; did you mean trn?'),  # before files are read
    (["ref.txt", "out.trn", "--from", "kaldy"], 2, 'there is no format "kaldy"; did you mean kaldi?'),
    (["ref.txt", "out.trn", "--encoding", "utf-9"], 2, 'unknown text encoding "utf-9"'),
    (["ref.txt", "out.trn", "--key-column", "id"], 2, "ref.txt: is read as kaldi, which has no columns"),
    (["ref.txt", "nowhere/out.trn"], 2, "nowhere/out.trn: cannot be written: there is no such directory"),
    (["ref.txt", ".", "--to", "trn"], 2, ".: cannot be written: it is a directory"),
    (["ref.txt", "ref.txt/out.trn"], 2, "ref.txt/out.trn: cannot be written: there is no such directory"),
    (["ref.txt", "out.stm"], 2, "utterance utt-1: stm needs the recording of each utterance, and this one has none"),
    (["ref.txt", "out.ctm"], 2, "ref.txt: ctm needs the time of each word"),
    (["ref.txt", "out.scp"], 2, "ref.txt: an scp only points into other files and cannot be written"),
    (["ref.txt", "out.sgml"], 2, "ref.txt: sgml holds alignments, not texts"),
    (["ref.txt", "out.trn", "--segments", "hyp.txt"], 2, "ref.txt: only words with times, as in a CTM, can be split"),
    (["ref.txt", "| cat", "--to", "trn"], 2, "| cat: names a command, and commands are not run"),
    (["ref.txt", "/dev/full", "--to", "trn"], 1, "/dev/full: No space left on device"),
]


@pytest.mark.parametrize(("words", "code", "sentence"), BAD, ids=[" ".join(words) for words, *_ in BAD])
def test_bad_words(files: Path, command: Command, words: list[str], code: int, sentence: str) -> None:
    if "/dev/full" in words and not Path("/dev/full").exists():
        pytest.skip("only Linux has a device that is always full")
    before = sorted(files.iterdir())
    answer = command("convert", *words)
    assert [answer.code, answer.out] == [code, ""]
    errors = [line for line in answer.err.splitlines() if "warning" not in line]
    assert len(errors) == 1
    assert errors[0].startswith(f"mondegreen: error: {sentence}")
    assert sorted(files.iterdir()) == before


def test_a_closed_pipe_is_quiet(files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "mondegreen", "convert", "ref.txt", "-", "--to", "trn"]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert [done.returncode, done.stderr] == [141, b""]
