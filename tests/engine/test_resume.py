"""A saved run that ended early: the old one is still there, and what was scored is not scored again."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]
HERE = Path(__file__).parent
WORDS = ("score", "ref", "hyp", "--batch-size", "10", "--normalize", "call:rules.dies_once", "--as", "json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six shards; the process that scores the fourth dies there, the first time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHERE", str(tmp_path))
    monkeypatch.syspath_prepend(str(HERE))
    lines = [f"u-{place:02} a b {'stumble' if place == 35 else 'c'}\n" for place in range(60)]
    Path("ref").write_text("".join(lines), encoding="utf-8")
    Path("hyp").write_text("".join(lines).replace(" b ", " x "), encoding="utf-8")
    return tmp_path


def killed(*words: str) -> None:
    code = "import sys; from mondegreen.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *WORDS, *words]
    environment = os.environ | {"PYTHONPATH": f"{HERE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(command, capture_output=True, env=environment, encoding="utf-8", check=False)
    assert [done.returncode, done.stdout] == [-signal.SIGKILL, ""], done.stderr


@pytest.mark.parametrize("name", ["kept", "kept.parquet"])
def test_a_killed_run_leaves_the_old_one_and_is_taken_up(command: Command, folder: Path, name: str) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    assert command("score", "ref", "ref", "--save", name).code == 0
    before = mg.Run.load(name).to_dict()
    killed("--save", name, "--rows", "rows.csv")
    assert mg.Run.load(name).to_dict() == before
    assert not Path("rows.csv").exists()
    parts = sorted(Path(f"{name}.unfinished").glob("rows-*"))
    assert len(parts) == 3
    places = {path.name: path.stat().st_ino for path in parts}
    answer = command(*WORDS, "--save", name, "--resume", "--rows", "rows.csv")
    assert [answer.code, answer.err] == [0, ""]
    assert json.loads(answer.out) == json.loads(command(*WORDS, "--rows", "once.csv", "--save", "once").out)
    assert Path("rows.csv").read_bytes() == Path("once.csv").read_bytes()
    assert mg.Run.load(name).to_dict() == mg.Run.load("once").to_dict()
    assert {path.name: path.stat().st_ino for path in Path(name).iterdir() if path.name in places} == places
    assert not Path(f"{name}.unfinished").exists()


def test_reports_of_a_run_that_was_taken_up(command: Command, folder: Path) -> None:
    killed("--save", "kept")
    more = ("--report", "confusions,worst", "--ci")
    found, whole = (command(*WORDS, *more, *each) for each in (("--save", "kept", "--resume"), ()))
    assert json.loads(found.out) == json.loads(whole.out)


def test_a_part_that_was_damaged_is_scored_again(command: Command, folder: Path) -> None:
    killed("--save", "kept")
    Path("kept.unfinished", "rows-000001.jsonl").write_text("", encoding="utf-8")
    Path("kept.unfinished", ".mondegreen-0123").write_text("{", encoding="utf-8")  # of a write that was killed
    assert command(*WORDS, "--save", "kept", "--resume").code == 0
    assert len(mg.Run.load("kept").pairs) == 60
    assert len(list(Path("kept").iterdir())) == 7


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"summary": {}, "file": {}}', "[" * 5000])
def test_what_is_said_of_a_part_was_damaged(command: Command, folder: Path, text: str) -> None:
    killed("--save", "kept")
    Path("kept.unfinished", "part-000001.json").write_text(text, encoding="utf-8")
    assert command(*WORDS, "--save", "kept", "--resume").code == 0
    assert len(mg.Run.load("kept").pairs) == 60


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, "[]", "{}"])
def test_a_plan_that_was_damaged(command: Command, folder: Path, text: str) -> None:
    killed("--save", "kept")
    Path("kept.unfinished", "plan.json").write_text(text, encoding="utf-8")
    answer = command(*WORDS, "--save", "kept", "--resume")
    assert answer.code == 2
    assert "without --resume it starts over" in answer.err


def test_what_was_complete_but_for_its_name_is_no_hindrance(command: Command, folder: Path) -> None:
    assert command("score", "ref", "hyp", "--batch-size", "10", "--save", "kept").code == 0
    Path("kept").rename("kept.unfinished")
    assert command("score", "ref", "hyp", "--batch-size", "10", "--save", "kept", "--resume").code == 0
    assert len(mg.Run.load("kept").pairs) == 60


def test_without_resume_all_is_scored_anew(command: Command, folder: Path) -> None:
    killed("--save", "kept")
    assert command(*WORDS, "--save", "kept").code == 0
    assert len(mg.Run.load("kept").pairs) == 60


@pytest.mark.parametrize(
    ("words", "odd"), [(("--policy", "sclite"), "policy"), (("--batch-size", "9"), "batch_size"), ((), "files")]
)
def test_another_run_is_not_taken_up(command: Command, folder: Path, words: tuple[str, ...], odd: str) -> None:
    killed("--save", "kept")
    if odd == "files":
        Path("hyp").write_text(Path("hyp").read_text(encoding="utf-8") + "u-99 a\n", encoding="utf-8")
    answer = command(*WORDS, *words, "--save", "kept", "--resume")
    assert answer.code == 2
    assert f"kept.unfinished: holds a run started with other settings ({odd}); without --resume" in answer.err
    assert sorted(path.name for path in Path("kept.unfinished").glob("rows-*"))


@pytest.mark.parametrize("name", ["hyp", "ref"])
def test_a_word_that_changed_unseen_is_scored_again(command: Command, folder: Path, name: str) -> None:
    """The size and the time of the file are as they were."""
    killed("--save", "kept")
    before = Path(name).stat()
    text = Path(name).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("u-14 "))
    Path(name).write_text(text.replace(line, line.replace(" a ", " z ")), encoding="utf-8")
    os.utime(name, ns=(before.st_atime_ns, before.st_mtime_ns))
    answer = command(*WORDS, "--save", "kept", "--resume")
    assert answer.code == 0
    assert "1 shard of 3 that were done had other inputs then, and is scored again" in answer.err
    assert json.loads(answer.out) == json.loads(command(*WORDS, "--save", "once").out)
    assert mg.Run.load("kept").to_dict() == mg.Run.load("once").to_dict()


def test_shards_that_are_no_more_are_left_out(command: Command, folder: Path) -> None:
    """As many bytes in fewer lines."""
    killed("--save", "kept")
    for name in ("hyp", "ref"):
        before = Path(name).stat()
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        text = "\n".join(lines[:20]) + "\n"
        Path(name).write_text(f"{text[:-1]}{'c' * (before.st_size - len(text))}\n", encoding="utf-8")
        os.utime(name, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert command(*WORDS, "--save", "kept", "--resume").code == 0
    assert len(mg.Run.load("kept").pairs) == 20
    assert len(list(Path("kept").iterdir())) == 3


def test_a_table_of_rules_that_changed_has_all_scored_again(command: Command, folder: Path) -> None:
    Path("table").write_text("a\tb\n", encoding="utf-8")
    rules = ("--normalize", "rewrite:table,call:rules.dies_once")
    killed(*rules, "--save", "kept")
    Path("table").write_text("a\tx\n", encoding="utf-8")
    answer = command(*WORDS, *rules, "--save", "kept", "--resume")
    assert "3 shards of 3 that were done had other inputs then, and are scored again" in answer.err
    assert json.loads(answer.out) == json.loads(command(*WORDS, *rules, "--save", "once").out)


def test_two_runs_do_not_write_one_folder(command: Command, folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    Path("kept.unfinished").mkdir()
    with Path("kept.unfinished", "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        answer = command("score", "ref", "hyp", "--batch-size", "10", "--save", "kept")
    assert answer.code == 2
    assert "another run is being saved there; wait for it" in answer.err


@pytest.mark.parametrize("more", [[], ["--resume"]])
def test_a_folder_of_the_users_own_is_left_alone(command: Command, folder: Path, more: list[str]) -> None:
    Path("kept.unfinished").mkdir()
    Path("kept.unfinished", "novel.txt").write_text("chapter one", encoding="utf-8")
    answer = command("score", "ref", "hyp", "--batch-size", "10", "--save", "kept", *more)
    assert answer.code == 2
    assert "kept.unfinished: holds something else than an interrupted run; move it away" in answer.err
    assert Path("kept.unfinished", "novel.txt").read_text(encoding="utf-8") == "chapter one"
    assert not Path("kept.unfinished", "lock").exists()


def test_nothing_to_take_up_is_a_new_run(command: Command, folder: Path) -> None:
    assert command("score", "ref", "hyp", "--batch-size", "10", "--save", "kept", "--resume").code == 0
    assert len(mg.Run.load("kept").pairs) == 60


def test_standard_input_cannot_be_taken_up(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("hyp").read_bytes())))
    answer = command("score", "ref", "-", "--save", "kept", "--resume")
    assert [answer.code, "--resume reads the files again" in answer.err] == [2, True]


def test_each_of_several_systems_has_a_folder(command: Command, folder: Path) -> None:
    """All of them in one; nothing of the run in the making is left there."""
    Path("more").write_text(Path("ref").read_text(encoding="utf-8"), encoding="utf-8")
    words = ("score", "ref", "hyp", "more", "--batch-size", "10")
    assert command(*words, "--save", "once").code == 0
    assert sorted(path.name for path in Path("once").iterdir()) == ["hyp", "more"]
    assert mg.Run.load("once/hyp")["wer"].total.errors == 60
    assert mg.Run.load("once/more")["wer"].total.errors == 0
    assert [path.name for path in Path("once/more").iterdir()].count("plan.json") == 0
    assert sorted(path.name for path in Path().glob("*.unfinished")) == []
    names = [f"rows-{index:06}.jsonl" for index in range(6)]
    assert sorted(path.name for path in Path("once/more").iterdir()) == [*names, "run.json"]
    assert json.loads(Path("once/more/run.json").read_text(encoding="utf-8"))["layout"] == 2
