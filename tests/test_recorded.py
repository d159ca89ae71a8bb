"""What is recorded of the originals: that it says something, and that nothing passes without it."""

import os
import select
from collections import Counter
from pathlib import Path

import pytest

import programs
import recorded
from programs import Done, agree, crashed, encode_done, find_differences, ours
from recorded import ANSWERS, VARIABLE, encode_content, read_records

# How many of a suite's calls must have been compared: the original crashed on the others.
SHARE = 0.95
ARCHIVES = sorted(ANSWERS.glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_the_original_crashes_rarely(path: Path) -> None:
    """Of each program in each test module."""
    asked, crashed = Counter[str](), Counter[str]()
    for record in read_records(path):
        program = record["cmd"].partition(" ")[0]
        asked[program] += 1
        crashed[program] += record.get("crashed", False)
    assert all(crashed[program] <= (1 - SHARE) * asked[program] for program in asked), (asked, crashed)


def test_each_archive_is_of_a_test_module() -> None:
    tests = Path(__file__).parent
    for path in ARCHIVES:
        *folders, module = path.name.removesuffix(".jsonl.gz").split(".")
        assert (tests.joinpath(*folders) / f"test_{module}.py").exists()
    assert len(ARCHIVES) > 20


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of answers in place of the repository's; they are looked up whatever the environment says."""
    monkeypatch.setenv(VARIABLE, "recorded")
    monkeypatch.setattr(recorded, "ANSWERS", tmp_path / "answers")
    monkeypatch.setattr(recorded, "load_archive", recorded.load_archive.__wrapped__)
    (tmp_path / "answers").mkdir()
    (tmp_path / "work").mkdir()
    return tmp_path / "answers"


def keep(answers: Path, done: Done) -> None:
    """Records that as what `rfilter1 nowhere` does in an empty folder."""
    key = recorded.digest(["rfilter1", ["nowhere"], b"", {}])
    recorded.write_records(
        answers / f"{recorded.current_family()}.jsonl.gz", [{"id": key, "cmd": "", **encode_done(done)}]
    )


def test_what_is_not_recorded_fails(answers: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"no answer to `rfilter1 nowhere`: .*`just golden`"):
        agree("rfilter1", ["nowhere"], answers.parent / "work")


def test_what_differs_fails(answers: Path) -> None:
    right = ours("rfilter1", ["nowhere"], answers.parent / "work")
    assert right.complaints
    keep(answers, right)
    agree("rfilter1", ["nowhere"], answers.parent / "work")
    for wrong in ({"code": right.code + 1}, {"output": b"\xff"}, {"complaints": b""}, {"files": {"a": b"\0"}}):
        keep(answers, right._replace(**wrong))
        with pytest.raises(AssertionError):
            agree("rfilter1", ["nowhere"], answers.parent / "work")


@pytest.mark.parametrize("code", [-11, -9])
def test_where_the_original_crashed_ours_has_to_end_well(
    answers: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    keep(answers, Done(code, b"half a rep", b"", {}))
    assert agree("rfilter1", ["nowhere"], answers.parent / "work").code in range(5)
    monkeypatch.setattr("programs.ours", lambda *_: Done(139, b"", b"", {}))
    with pytest.raises(AssertionError):
        agree("rfilter1", ["nowhere"], answers.parent / "work")


@pytest.mark.parametrize(
    "asked",
    [
        ["sclite", ["nowhere"], b"", {}],
        ["rfilter1", ["nowhere", ""], b"", {}],
        ["rfilter1", ["nowhere"], b"a", {}],
        ["rfilter1", ["nowhere"], b"", {"a": b""}],
        ["rfilter1", ["nowhere"], b"", {"a": b"b"}],
        ["rfilter1", ["nowhere"], b"", {"a": False}],  # a folder
    ],
)
def test_whatever_goes_in_tells_answers_apart(asked: list[object]) -> None:
    assert recorded.digest(asked) != recorded.digest(["rfilter1", ["nowhere"], b"", {}])
    assert recorded.digest(asked) == recorded.digest(list(asked))


def test_the_same_records_are_the_same_bytes(tmp_path: Path) -> None:
    found = [
        {"id": "b", "stdout": encode_content(b"\xff\0")},
        {"id": "a", "stdout": encode_content("é\u2028\r\n".encode())},
    ]
    for name, order in (("1.jsonl.gz", found), ("2.jsonl.gz", found[::-1])):
        recorded.write_records(tmp_path / name, order)
    first, second = (tmp_path / name for name in ("1.jsonl.gz", "2.jsonl.gz"))
    assert first.read_bytes() == second.read_bytes()
    assert list(read_records(second)) == found[::-1]
    assert [recorded.decode_content(each["stdout"]) for each in found] == [b"\xff\0", "é\u2028\r\n".encode()]


@pytest.mark.parametrize(
    ("found", "runs", "is_fine"),
    [
        (b"a\nb\n", [b"a\nb\n"], True),
        (b"b\na\n", [b"a\nb\n"], False),
        (b"b\na\n", [b"a\nb\n", b"a\nb\n"], False),  # chance must show
        (b"b\na\n", [b"a\nb\n", b"b\na\n"], True),
        (b"c\na\nb\n", [b"a\nb\nc\n", b"b\nc\na\n"], True),
        (b"x\na\nb\n", [b"a\nb\nc\n", b"b\nc\na\n"], False),  # only the order differs
        (b"a 3\nz\n", [b"a 1\nz\n", b"a 2\nz\n"], True),
        (b"a 3\ny\n", [b"a 1\nz\n", b"a 2\nz\n"], False),
        (b"a 3\nz\nz\n", [b"a 1\nz\n", b"a 2\nz\n"], False),
        (b"a\nc\nz\n", [b"a\nz\n", b"a\nb\nz\n"], True),  # a run has a line more
        (b"a\nc\ny\n", [b"a\nz\n", b"a\nb\nz\n"], False),
    ],
)
def test_what_chance_decides_must_differ_between_runs(found: bytes, runs: list[bytes], is_fine: bool) -> None:
    done = [Done(0, b"", b"", {"file": text}) for text in (found, *runs)]
    assert find_differences(done[0], done[1:]) == (set() if is_fine else {"file"})
    assert find_differences(done[0]._replace(files={}), done[1:]) == {"file"}
    assert find_differences(done[0]._replace(code=1), done[1:]) >= {" code"}


@pytest.mark.full
def test_what_hangs_ends_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "SECONDS", 2)
    os.mkfifo(held := tmp_path / "held")  # which the system closes when nobody is left who writes to it
    (tmp_path / "work").mkdir()
    reading = os.open(held, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = programs.run("sh", ["-c", f"exec > {held}; tail -f /dev/null & wait"], tmp_path / "work", b"")
        assert crashed(done)
        watch = select.poll()
        watch.register(reading, 0)
        assert watch.poll(60_000) == [(reading, select.POLLHUP)]
    finally:
        os.close(reading)
