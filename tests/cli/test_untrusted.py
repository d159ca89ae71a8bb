"""What `--untrusted` takes and refuses, and what it would allow; what it does is tested in tests/faults."""

import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen import ScoreError
from mondegreen.cli import COMMANDS, find_command, landlock, reach
from mondegreen.cli.parser import build_parser
from mondegreen.cli.untrusted import DEFAULTS, REFUSED, Sandbox, check_command, take_flags

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
    assert found <= {each.strip('"') for each in reach.split_pieces(word)}
    assert "" not in reach.split_pieces(word)


def test_no_part_of_a_word_allows_everything() -> None:
    assert not {"/", ".", "..", "./"} & set(reach.split_pieces("a=/,b=.:c=..,d=./"))


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
    assert not landlock.restrict_process(reach.list_readable(plan, words), reach.list_written(plan))
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
    assert "none in this kernel; --untrusted goes on without" in command("doctor").out


def test_a_link_that_stays(files: Path) -> None:
    Path("link.txt").symlink_to("hyp.txt")
    Path("away.txt").symlink_to(files.parent)
    reach.check_path("link.txt", 1000)
    reach.check_path("nowhere.txt", 1000)
    with pytest.raises(ScoreError, match=r"away\.txt: leads out"):
        reach.check_path("away.txt", 1000)
    with pytest.raises(ScoreError, match=r"link\.txt: holds more than 10 bytes"):
        reach.check_path("link.txt", 10)
