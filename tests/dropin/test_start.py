"""What stands around an original program: arguments as bytes, and every end of a process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cli import main
from mondegreen.dropin import PROGRAMS
from mondegreen.dropin.start import start

PROGRAM = """
import sys
def main(arguments):
    if arguments[:1] == [b"copy"]:
        sys.stderr.buffer.write(b"copying")
        sys.stdout.buffer.write(b"got " + sys.stdin.buffer.read())
        return 0
    if arguments[:1] == [b"loud"]:
        while True:
            sys.stdout.buffer.write(b"y" * 9999)
    if arguments[:1] == [b"fail"]:
        sys.stdout.buffer.write(b"before ")
        raise ValueError("cannot do that")
    if arguments[:1] == [b"lost"]:
        sys.stdout.write("before ")
        open("missing")
    sys.stdout.buffer.write(repr(arguments).encode())
    return 7
"""
RUN = """
import sys
from mondegreen.dropin import PROGRAMS
from mondegreen.dropin.start import start
PROGRAMS["sctk"]["toy"] = "toy:main"
import mondegreen as mg
from mondegreen.cli import main
sys.exit(main(["toy", *sys.argv[1:]]))
"""
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "toy.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PROGRAMS["sctk"], "toy", "toy:main")
    monkeypatch.chdir(tmp_path)


def started(words: list[str | bytes], **options: object) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return] # whatever run takes


@pytest.mark.usefixtures("toy")
def test_arguments_arrive_untouched() -> None:
    done = started(["--help", "--debug", b"\xff x"])
    assert done.stdout == rb"[b'--help', b'--debug', b'\xff x']"
    assert done.returncode == 7


@pytest.mark.usefixtures("toy")
def test_an_error_is_a_sentence_after_what_was_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["toy", "fail"]) == 1
    told = capfd.readouterr()
    assert [told.out, told.err] == ["before ", "toy: cannot do that\n"]
    with pytest.raises(ValueError, match="cannot do that"):
        main(["--debug", "toy", "fail"])


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("ending", "code", "err"),
    [
        (KeyboardInterrupt(), 130, ""),  # 128 and the signal, as a shell reports it
        (BrokenPipeError(), 141, ""),
        (OSError(2, "No such file or directory", "hyp"), 1, "toy: hyp: No such file or directory\n"),
        (ValueError("no luck"), 1, "toy: no luck\n"),
    ],
)
def test_every_end_has_its_code(
    ending: BaseException, code: int, err: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import toy  # type: ignore[import-not-found] # it is written by the fixture

    def end(_: list[bytes]) -> int:
        raise ending

    monkeypatch.setattr("mondegreen.cli.guard.forget_output", lambda: None)
    monkeypatch.setattr(toy, "main", end)
    assert start("toy", []) == code
    assert capfd.readouterr() == ("", err)


@pytest.mark.usefixtures("toy")
def test_the_version_is_that_of_the_package(capfd: pytest.CaptureFixture[str]) -> None:
    assert start("toy", ["--version"]) == 0
    assert capfd.readouterr() == (f"mondegreen {mg.__version__} (toy)\n", "")
    assert start("toy", ["--version", "x"]) == 7  # beside other words it is the program's own


@pytest.mark.usefixtures("toy")
def test_a_closed_pipe_ends_it_in_silence() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "loud"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("closed", ["<&-", "</dev/null 2>&-", "<&- 2>&-"])
def test_closed_streams_hold_nothing_and_take_all(closed: str) -> None:
    words = ["sh", "-c", f'exec "$0" -c "$1" copy {closed}', sys.executable, RUN]
    done = subprocess.run(words, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"got ")


@pytest.mark.usefixtures("toy")
@FULL
def test_a_full_disk_is_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-c", RUN, "quiet"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.stderr == b"toy: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("place", [pytest.param("> /dev/full", marks=FULL), "| true", ">&-"])
def test_an_error_is_told_though_nobody_takes_what_was_printed(place: str) -> None:
    words = ["bash", "-c", f'"$0" -c "$1" fail {place}; exit ${{PIPESTATUS[0]}}']
    # Python itself keeps back what a program prints, unless told otherwise.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run([*words, sys.executable, RUN], capture_output=True, env=environment, check=False)
    told = b"standard output is closed" if place == ">&-" else b"cannot do that"
    assert (done.returncode, done.stderr) == (1, b"toy: %s\n" % told)


@pytest.mark.usefixtures("toy")
def test_what_was_printed_before_a_file_could_not_be_read_is_not_lost() -> None:
    assert (started(["lost"]).stdout, started(["lost"]).returncode) == (b"before ", 1)
