"""What Kaldi reads from: the bytes and the statuses are those of the processes that are done without."""

import gzip
import io
import os
import random
import subprocess
from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.kaldi_io import CommandInput, UnpackedInput, open_input, parse_unpack_command

PIPES = [
    "gunzip -c lat.*.gz|",
    "gzip -dc lat.1.gz lat.10.gz |",
    "zcat lat.?.gz|",
    "cat lat.*.gz |",
    "cat lat.[12].gz plain|",
    "gunzip -c padded.gz|",
]
# These go to the shell: no pack of files, or more than a list of them.
LEFT = [
    "gunzip -c plain|",
    "gunzip -c missing.gz|",
    "gunzip -c lat.1|",  # gzip tries the name with .gz
    "gunzip -c lat.1.gz | cat |",
    "gunzip -c 'with blank.gz'|",
    "cat -A plain|",
    "echo $((1 + 2))|",
    "gunzip -c < lat.2.gz|",
]


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    draw = random.Random(1)
    for name in ("lat.1.gz", "lat.2.gz", "lat.10.gz", "with blank.gz"):
        text = "".join(f"{draw.random()}\n" for _ in range(30_000)).encode()
        (tmp_path / name).write_bytes(gzip.compress(text[:300_000], 1) + gzip.compress(text[300_000:], 1))
    (tmp_path / "plain").write_bytes(b"a\nb\n")
    (tmp_path / "padded.gz").write_bytes(gzip.compress(b"text") + bytes(512))
    return tmp_path


@pytest.mark.parametrize("pipe", PIPES + LEFT)
def test_a_pipe_gives_what_the_shell_gives(packs: Path, pipe: str) -> None:
    done = subprocess.run(pipe[:-1], shell=True, capture_output=True, check=False)
    source = open_input(pipe, io.BytesIO())
    assert source.stream.read() == done.stdout
    assert bool(source.close()) == bool(done.returncode)
    assert isinstance(source, CommandInput if pipe in LEFT else UnpackedInput)


@pytest.mark.parametrize("size", [12, 1_000, 150_000])
def test_a_cut_pack_gives_what_gzip_gives_of_it(packs: Path, capfd: pytest.CaptureFixture[str], size: int) -> None:
    (packs / "cut.gz").write_bytes((packs / "lat.1.gz").read_bytes()[:size])
    done = subprocess.run(["gunzip", "-c", "cut.gz", "lat.2.gz"], capture_output=True, check=False)
    source = open_input("gunzip -c cut.gz lat.2.gz|", io.BytesIO())
    text = source.stream.read()
    # gzip wants more bits than it needs before it decodes the last ones; what follows it leaves out, as we do.
    assert text.startswith(done.stdout)
    assert len(text) - len(done.stdout) < 400
    assert (source.close(), done.returncode) == (1, 1)
    assert "gzip: cut.gz: unexpected end of file" in capfd.readouterr().err


def test_a_damaged_pack_gives_what_comes_before(packs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    whole = (packs / "lat.1.gz").read_bytes()
    (packs / "bad.gz").write_bytes(whole[:50_000] + b"\xff" * 64 + whole[50_064:])
    source = open_input("gunzip -c bad.gz|", io.BytesIO())
    assert gzip.decompress(whole).startswith(source.stream.read(100_000))
    source.stream.read()
    assert source.close() == 1
    assert "gzip: bad.gz: invalid compressed data" in capfd.readouterr().err


def test_trash_behind_a_pack_is_left_out(packs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (packs / "trash.gz").write_bytes(gzip.compress(b"text") + b"trash")
    source = open_input("gunzip -c trash.gz lat.1.gz|", io.BytesIO())
    assert source.stream.read() == b"text" + gzip.decompress((packs / "lat.1.gz").read_bytes())
    assert source.close() == 2
    assert "trailing garbage ignored" in capfd.readouterr().err


def test_a_named_pipe_is_left_to_the_shell_untouched(packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes to a pipe is ended where a reader comes and goes."""

    def refused(path: str, *_: object) -> None:
        raise AssertionError(f"{path} was opened")

    os.mkfifo(packs / "fifo")
    monkeypatch.setattr("builtins.open", refused)
    assert [parse_unpack_command("gunzip -c fifo"), parse_unpack_command("cat fifo")] == [None, None]


def test_names(packs: Path) -> None:
    (packs / "a:b").write_bytes(b"0123456789")
    given = io.BytesIO(b"given")
    for name, expected in [("plain", b"a\nb\n"), ("plain:2", b"b\n"), ("a:b:7", b"789"), ("-", b"given")]:
        source = open_input(name, given)
        assert source.stream.read() == expected
        assert source.close() == 0
    assert not given.closed
    for name in ("missing", "|cat", " plain", "plain:99999999999999999999", "plain\0", "plain:" + "9" * 5000):
        with pytest.raises(OSError, match=r"missing|cat|plain|999"):
            open_input(name, given)
