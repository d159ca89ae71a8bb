"""What can go wrong around the program, through the command line: one sentence, the right code, no half file."""

import errno
import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]
COMMAND = [sys.executable, "-m", "mondegreen"]


def refused(answer: Answer, sentence: str, code: int = 2) -> None:
    assert [answer.code, answer.out] == [code, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert answer.err.count("\n") == 1


def test_an_unreadable_file(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the system's answer is made up."""
    whole = Path.read_bytes

    def answer(path: Path) -> bytes:
        if path.name == "hyp.txt":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", answer)
    refused(command("score", "ref.txt", "hyp.txt"), "hyp.txt: cannot be read: Permission denied")


def test_a_truncated_gzip(files: Path, command: Command) -> None:
    whole = gzip.compress(Path("hyp.txt").read_bytes())
    Path("hyp.txt").write_bytes(whole[:-9])
    refused(command("score", "ref.txt", "hyp.txt"), "hyp.txt: the gzip data end too early")
    Path("hyp.txt").write_bytes(whole[:12] + b"\xff\xff\xff" + whole[15:])
    refused(command("score", "ref.txt", "hyp.txt"), "hyp.txt: the gzip data are damaged")
    Path("hyp.txt").write_bytes(whole)
    assert command("score", "ref.txt", "hyp.txt").code == 0


def test_blank_lines_and_lines_with_only_a_key(files: Path, command: Command) -> None:
    Path("hyp.txt").write_text("\n\nutt-1 le chien dort\n \t\nutt-2\nutt-3 a c d e\n\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt")
    assert [answer.code, answer.err] == [0, ""]
    assert "3 utterances paired by ID, 1 empty" in answer.out


def test_nul_bytes_are_characters(files: Path, command: Command) -> None:
    Path("hyp.txt").write_bytes(b"utt-1 le ch\x00at dort\nutt-2 \xc3\xa9t\xc3\xa9\nutt-3 a b c d\n")
    answer = command("score", "ref.txt", "hyp.txt", "--report", "confusions")
    assert [answer.code, answer.err] == [0, ""]
    assert "\x00" not in answer.out  # shown escaped


def test_a_very_long_line(files: Path, command: Command) -> None:
    """A hundred megabytes of one utterance, all alike but for one word in the middle."""
    half = "abcdefghi " * 5_000_000
    for name, word in (("ref.txt", "x"), ("hyp.txt", "y")):
        Path(name).write_text(f"utt-1 {half}{word} {half}\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--metrics", "wer")
    assert [answer.code, answer.err] == [0, ""]
    assert ["wer", "0.00", "%", "1", "10000001", "words", "1", "0", "0"] in [
        line.split() for line in answer.out.splitlines()
    ]


def test_a_folder_that_is_not_there(files: Path, command: Command) -> None:
    refused(command("score", "ref.txt", "hyp.txt", "--output", "no/scores.json"), "no/scores.json: cannot be written")
    refused(command("score", "ref.txt", "hyp.txt", "--rows", "no/rows.csv"), "no/rows.csv: cannot be written")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("option", ["--output", "--rows"])
def test_a_full_disk(files: Path, command: Command, option: str) -> None:
    for ending in ("json", "csv"):
        if (option, ending) == ("--rows", "json"):
            continue
        name = f"full.{ending}"
        Path(name).symlink_to("/dev/full")
        refused(command("score", "ref.txt", "hyp.txt", option, name), f"{name}: No space left on device", code=1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_standard_output_on_a_full_disk(files: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "score", "ref.txt", "hyp.txt"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert [done.returncode, done.stderr] == [1, b"mondegreen: error: No space left on device\n"]


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_closed_pipe(files: Path, form: str) -> None:
    Path("ref.txt").write_text("".join(f"utt-{place} a\n" for place in range(20_000)), encoding="utf-8")
    Path("hyp.txt").write_bytes(Path("ref.txt").read_bytes())
    words = [*COMMAND, "score", "ref.txt", "hyp.txt", "--by", "utterance", "--as", form]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141  # as a shell reports SIGPIPE


def test_standard_input(files: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "score", "ref.txt", "-", "--metrics", "wer"],
        input=Path("hyp.txt").read_bytes(),
        capture_output=True,
        check=True,
    )
    assert b"standard input against ref.txt" in done.stdout


def test_standard_input_can_be_read_once(command: Command) -> None:
    refused(command("score", "-", "-"), "standard input, `-`, can be read only once")
