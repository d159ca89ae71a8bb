"""What `--untrusted` takes and refuses, and what it would allow; what it does is tested in tests/faults."""

import io
import os
import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen import ScoreError, output
from mondegreen.cli import COMMANDS, find_command, landlock, places
from mondegreen.cli.parser import build_parser
from mondegreen.cli.untrusted import (
    DEFAULTS,
    REFUSED,
    Sandbox,
    check_command,
    lower_limit,
    parse_limit,
    spell_limit,
    split_limits,
    sweep_outputs,
    take_flags,
)
from mondegreen.errors import Verbosity

Command = Callable[..., Answer]
GIGA, MEGA = 1 << 30, 1 << 20


def sandbox(*words: str) -> Sandbox:
    rest, found = take_flags([*words, "score", "r", "--untrusted", "h"], None, debug=False)
    assert rest == ["score", "r", "h"]
    assert found
    return found


def test_the_defaults() -> None:
    assert sandbox() == Sandbox(memory=4 * GIGA, time=600, columns=1000, nesting=50, bytes=GIGA)


def test_the_help_tells_them(command: Command) -> None:
    assert ",".join(f"{name}={value}" for name, value in DEFAULTS.items()) in command("--help").out


def test_other_limits() -> None:
    found = sandbox("--limits", "memory=512m,time=2h", "--limits=columns=7,nesting=8,bytes=9")
    assert found == Sandbox(memory=512 * MEGA, time=7200, columns=7, nesting=8, bytes=9)
    assert sandbox("--limits", "time=90").time == sandbox("--limits", "time=90s").time == 90


BEYOND = "error: this needs more than {} of {}; if that is right, raise it: --limits {}=N\n"
# As wait(2) has it: the exit code above eight bits, or the number of the signal below them.
ENDS = [
    (0 << 8, b"", 0, ""),
    (2 << 8, b"a library was here\n", 2, ""),  # what libraries may have said besides is no news
    (3 << 8, b"a library was here\n", 3, ""),
    (1 << 8, b"", 1, ""),
    (1 << 8, b"Fatal: a\nb \xff\n", 1, "note: Fatal: a\nnote: b \ufffd\n"),
    (signal.SIGXCPU, b"x\n", 2, BEYOND.format("2m", "time", "time")),
    (signal.SIGALRM, b"", 2, BEYOND.format("2m", "time", "time")),
    *((signal.SIGABRT, said, 2, BEYOND.format("1G", "memory", "memory"))
        for said in (b"memory allocation of 8 bytes failed\n", b"what():  std::bad_alloc\n", b"Unable to allocate\n")),
    (signal.SIGABRT, b"assertion failed\n", 134, "note: assertion failed\nerror: the run was ended by SIGABRT\n"),
    (signal.SIGSEGV, b"memory allocation\n", 139, "note: memory allocation\nerror: the run was ended by SIGSEGV\n"),
    (signal.SIGTERM, b"", 143, "error: the run was ended by SIGTERM\n"),
    (signal.SIGKILL, b"", 137, "error: the run was ended by SIGKILL; did the machine run out of memory?\n"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "said", "code", "told"), ENDS)
def test_the_end_of_the_process(
    capsys: pytest.CaptureFixture[str], status: int, said: bytes, code: int, told: str
) -> None:
    limits = sandbox("--limits", "memory=1G,time=2m")
    assert limits.told(status, io.BytesIO(said)) == code
    assert capsys.readouterr() == ("", "".join(f"mondegreen: {line}" for line in told.splitlines(keepends=True)))


@pytest.mark.parametrize(
    ("name", "text", "number", "written"),
    [
        ("time", "1", 1, "1s"),
        ("time", "60", 60, "1m"),
        ("time", "61S", 61, "61s"),
        ("time", "90m", 5400, "90m"),
        ("time", "2H", 7200, "2h"),
        ("memory", "256m", 256 * MEGA, "256M"),
        ("memory", "268435456", 256 * MEGA, "256M"),
        ("memory", "268435457", 256 * MEGA + 1, "268,435,457"),
        ("memory", "300000K", 300000 * 1024, "300,000K"),
        ("memory", "2T", 2048 * GIGA, "2T"),
        ("bytes", "1", 1, "1"),
        ("bytes", "1025", 1025, "1,025"),
        ("bytes", "1024k", MEGA, "1M"),
        ("columns", "1000", 1000, "1,000"),
        ("nesting", "999999999999", 999999999999, "999,999,999,999"),
    ],
)
def test_limits_are_read_and_written(name: str, text: str, number: int, written: str) -> None:
    """A letter is 1024 of the one before it, or 60; it may be a small one."""
    assert parse_limit(name, text) == number
    assert spell_limit(name, number) == written


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("time", "0", "give a whole number, perhaps with s, m, h behind it"),
        ("time", "1.5h", "give a whole number, perhaps with s, m, h behind it"),
        ("time", "-1", "give a whole number, perhaps with s, m, h behind it"),
        ("bytes", "5H", "give a whole number, perhaps with K, M, G, T behind it"),
        ("bytes", "5GB", "give a whole number, perhaps with K, M, G, T behind it"),
        ("columns", "5K", "give a whole number"),
        ("nesting", "1000000000000", "give a whole number"),
        ("nesting", "", "give a whole number"),
    ],
)
def test_what_is_no_limit(name: str, text: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_limit(name, text)
    assert str(refused.value) == f'--limits {name} is "{text}"; {sentence}'


@pytest.mark.parametrize("text", ["268435455", "1", "255M"])
def test_less_memory_than_python_needs(text: str) -> None:
    with pytest.raises(ScoreError) as refused:
        parse_limit("memory", text)
    assert str(refused.value) == f"--limits memory is {text}; less than 256M is not enough to start"


def test_a_later_limit_holds() -> None:
    assert sandbox("--limits", "time=5,time=6", "--limits=time=7s,columns=3").time == 7


@pytest.mark.parametrize("text", ["", "time", "time=", "=5", "time=5,", ",time=5"])
def test_limits_are_written_with_their_names(text: str) -> None:
    with pytest.raises(ScoreError) as refused:
        split_limits(text)
    if text == "=5":
        assert str(refused.value).startswith('there is no limit ""')
    else:
        assert str(refused.value) == f'--limits is "{text}"; write it like memory=8G,time=20m'


def test_a_system_without_limits_of_processes(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    sentence = "--untrusted needs limits of processes, which this system lacks; run it on Linux"
    assert command("score", "ref.txt", "hyp.txt", "--untrusted") == (2, "", f"mondegreen: error: {sentence}\n")


@pytest.mark.parametrize(
    ("hard", "most", "soft"), [(-1, 100, 100), (50, 100, 50), (100, 100, 100), (200, 100, 100), (200, 0, 0)]
)
def test_a_limit_is_only_lowered(monkeypatch: pytest.MonkeyPatch, hard: int, most: int, soft: int) -> None:
    """That of the machine stays; it alone is what a process may not raise again."""
    resource = pytest.importorskip("resource")
    assert resource.RLIM_INFINITY == -1
    done = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (kind, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: done.append((kind, limits)))
    lower_limit("time", 7, most)
    assert done == [(7, (soft, hard))]


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_limit_that_the_system_does_not_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: type[Exception]
) -> None:
    resource = pytest.importorskip("resource")

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(Verbosity, "has_notes", True)
    monkeypatch.setattr(resource, "setrlimit", refuse)
    lower_limit("core files", resource.RLIMIT_CORE, 0)
    assert capsys.readouterr().err == "mondegreen: note: this system sets no limit of core files\n"


def test_what_was_half_written_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once more, even where this process swept before; a device is no directory."""
    swept: list[str] = []
    monkeypatch.setattr(output, "SWEPT", {str(tmp_path), "other"})
    monkeypatch.setattr(output, "sweep_leftovers", swept.append)
    sweep_outputs([str(tmp_path), "/dev/null", str(tmp_path / "none")])
    assert [swept, output.SWEPT] == [[str(tmp_path)], {"other"}]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--limits", "colums=7"], 'there is no limit "colums"; did you mean columns?'),
        (["--limits", "7"], '--limits is "7"; write it like memory=8G,time=20m'),
        (["--limits", "time="], '--limits is "time="; write it like'),
        (["--limits", "time=5d"], '--limits time is "5d"; give a whole number, perhaps with s, m, h behind it'),
        (["--limits", "nesting=0"], '--limits nesting is "0"; give a whole number'),
        (["--limits", "memory=1M"], "--limits memory is 1M; less than 256M is not enough to start"),
        (["--config", "a.toml"], "--untrusted reads no configuration; leave --config out"),
        (["--engine", "ray"], "--engine ray works in processes that --untrusted does not reach; leave it out"),
    ],
)
def test_what_is_refused(files: Path, command: Command, words: list[str], message: str) -> None:
    Path("a.toml").write_text("", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--untrusted", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"mondegreen: error: {message}")


def test_limits_alone_are_refused(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--limits", "time=1m")
    assert (answer.code, answer.err) == (
        2,
        "mondegreen: error: --limits says what --untrusted allows; give that, too\n",
    )


def test_what_stands_behind_two_hyphens_is_a_name() -> None:
    words = ["score", "--", "--untrusted", "--limits"]
    assert take_flags(words, None, debug=False) == (words, None)


@pytest.mark.parametrize("name", ["kaldi", "espnet", "doctor", "sclite", "compute-wer"])
def test_commands_that_refuse_it(command: Command, name: str) -> None:
    answer = command("--untrusted", name)
    assert (answer.code, answer.out) == (2, "")
    assert "--untrusted" in answer.err
    assert name in answer.err


def test_every_command_that_reads_files_takes_it() -> None:
    """And only commands are refused that there are."""
    assert set(REFUSED) < set(COMMANDS)
    for name in {*COMMANDS} - {*REFUSED}:
        check_command(name)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("hyp.txt", {"hyp.txt"}),
        ("keywords:list=a.txt,ember:vectors=b.vec", {"a.txt", "b.vec", "keywords"}),
        ('ember:vectors="C:/a.vec"', {"C:/a.vec"}),
        ("lm=lm.txt", {"lm.txt"}),
        ("..", {".."}),
    ],
)
def test_what_of_a_word_may_be_a_path(word: str, found: set[str]) -> None:
    assert found <= {each.strip('"') for each in places.split_pieces(word)}
    assert "" not in places.split_pieces(word)


def test_no_part_of_a_word_allows_everything() -> None:
    assert not {"/", ".", "..", "./"} & set(places.split_pieces("a=/,b=.:c=..,d=./"))


Rule = tuple[str, int]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[Rule]]:
    """A kernel with a version of Landlock that takes rules and confines nothing; what it was asked for."""

    def installed(version: int) -> list[Rule]:
        asked_for: list[Rule] = []

        def call(number: int, *arguments: object) -> int:
            if number == landlock.CREATE_RULESET:
                about, size, flags = arguments
                if flags == landlock.TELL_VERSION:
                    return version or -1
                assert isinstance(about, bytes)
                assert size == len(about)
                asked_for.append(("handled", int.from_bytes(about[:8], "little")))
                asked_for.append(("size", len(about)))
                return os.open(os.devnull, os.O_RDONLY)
            if number == landlock.ADD_RULE:
                rule = arguments[2]
                assert isinstance(rule, bytes)
                allowed, place = struct.unpack("=Qi", rule)
                asked_for.append((str(Path(f"/proc/self/fd/{place}").readlink()), allowed))
                return 0
            return -1  # so that this process is not confined

        monkeypatch.setattr(landlock, "call_kernel", call)
        return asked_for

    return installed


linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")


@linux
def test_what_would_be_allowed(files: Path, kernel: Callable[[int], list[Rule]]) -> None:
    for name in ("data", "out"):
        (files / name).mkdir()
    (files / "vectors.npy").touch()
    (files / "vectors.txt").touch()
    (files / "away.txt").symlink_to("/etc/passwd")
    (files / "model").mkdir()
    (files / "model" / "weights").symlink_to("../blobs")
    (files / "blobs").touch()
    asked_for = kernel(3)
    options = "--sentences model --metrics ember:vectors=vectors.npy --output out/new.json --save out/a/run"
    words = ["ref.txt", "data", "away.txt", "h*.txt", "none", *options.split()]
    parser = build_parser("score", find_command("score"))
    given = parser.parse_given(words)
    plan = parser.make_plan(given, given)
    assert not landlock.restrict_process(places.list_readable(plan, words), places.list_written(plan))
    found = {name: allowed for name, allowed in asked_for if name.startswith(str(files))}
    file, folder = landlock.READ_FILE, landlock.READ
    everything = (1 << 15) - 1 & ~landlock.EXECUTE
    assert found == {
        str(files): folder,  # of the pattern
        str(files / "ref.txt"): file,
        str(files / "data"): folder,
        str(files / "out"): everything,
        str(files / "model"): folder,
        str(files / "blobs"): file,
        str(files / "vectors.npy"): file,
        str(files / "vectors.txt"): file,
    }
    assert "/etc/passwd" not in {name for name, _ in asked_for}
    rest = {name for name, _ in asked_for} - {"handled", "size"} - set(found)
    assert not [name for name in rest if Path(name) in (Path("/"), Path("/etc"), Path("/tmp"), Path.home())]
    assert not [allowed for name, allowed in asked_for if name in rest and allowed & ~folder]


@linux
@pytest.mark.parametrize(
    ("version", "handled", "size"),
    [(1, 13, 8), (2, 14, 8), (3, 15, 8), (4, 15, 16), (5, 16, 16), (6, 16, 24), (9, 16, 24)],
)
def test_only_what_a_version_knows_is_asked_of_it(
    kernel: Callable[[int], list[Rule]], version: int, handled: int, size: int
) -> None:
    """By the kernel's history in landlock(7): each version refuses bits, and members, of later ones."""
    asked_for = kernel(version)
    landlock.restrict_process([], [])
    assert asked_for == [("handled", (1 << handled) - 1), ("size", size)]


def test_without_landlock_nothing_is_asked(kernel: Callable[[int], list[Rule]]) -> None:
    asked_for = kernel(0)
    assert landlock.restrict_process(["/"], ["/"]) is False
    assert asked_for == []


@linux
def test_doctor_tells_of_it(command: Command, kernel: Callable[[int], list[Rule]]) -> None:
    kernel(4)
    assert "version 4, which --untrusted uses" in command("doctor").out
    kernel(0)
    assert "none in this kernel; --untrusted works without" in command("doctor").out


def test_a_link_that_stays(files: Path) -> None:
    Path("link.txt").symlink_to("hyp.txt")
    Path("away.txt").symlink_to(files.parent)
    places.check_path("link.txt", 1000)
    places.check_path("nowhere.txt", 1000)
    with pytest.raises(ScoreError, match=r"away\.txt: leads out"):
        places.check_path("away.txt", 1000)
    with pytest.raises(ScoreError, match=r"link\.txt: holds more than 10 bytes"):
        places.check_path("link.txt", 10)
