"""Tools under the originals' names: made, started, and taken away again."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.dropin import PROGRAMS, link, list_programs

Command = Callable[..., Answer]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROGRAMS, "sctk", {"sclite": "none:main", "sub/deep.sh": "none:main"})


@pytest.mark.usefixtures("programs")
def test_linked_tools_start_and_say_whose_they_are(command: Command, tmp_path: Path) -> None:
    answer = command("tools", "link", str(tmp_path / "bin"))
    assert [answer.code, answer.out.split()] == [
        0,
        [str(tmp_path / "bin" / "sclite"), str(tmp_path / "bin" / "sub" / "deep.sh")],
    ]
    done = subprocess.run([tmp_path / "bin" / "sclite", "--version"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("mondegreen ")
    assert "sclite" in done.stdout


def test_a_tool_may_have_two_places(
    command: Command, tmp_path: Path, programs: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROGRAMS["sctk"], "other/deep.sh", "none:main")
    places = [tmp_path / "sub" / "deep.sh", tmp_path / "other" / "deep.sh"]
    answer = command("tools", "link", str(tmp_path), "--only", "deep.sh")
    assert (answer.code, answer.out.split()) == (0, list(map(str, places)))
    command("tools", "unlink", str(tmp_path), "--only", "deep.sh")
    assert not any(tmp_path.iterdir())


@pytest.mark.usefixtures("programs")
def test_unlink_removes_ours_alone(command: Command, tmp_path: Path) -> None:
    command("tools", "link", str(tmp_path))
    (tmp_path / "sclite").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "other").touch()
    command("tools", "unlink", str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "sclite"]


@pytest.mark.usefixtures("programs")
def test_what_is_not_ours_is_never_replaced(command: Command, tmp_path: Path) -> None:
    (tmp_path / "sclite").write_text("#!/bin/sh\n", encoding="utf-8")
    answer = command("tools", "link", str(tmp_path))
    assert answer.code == 2
    assert "sclite: something else has this name" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["sclite"]


@pytest.mark.usefixtures("programs")
def test_what_a_copy_of_a_recipe_has_is_replaced_and_kept(command: Command, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("theirs", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "deep.sh").symlink_to(tmp_path / "theirs")
    (tmp_path / "sclite").write_text("theirs", encoding="utf-8")
    assert command("tools", "link", str(tmp_path), "--over").code == 0
    assert all("written by `mondegreen" in (tmp_path / name).read_text("utf-8") for name in ("sclite", "sub/deep.sh"))
    assert (tmp_path / "theirs").read_text(encoding="utf-8") == "theirs"
    assert (tmp_path / "sclite.orig").read_text(encoding="utf-8") == "theirs"
    assert command("tools", "unlink", str(tmp_path)).code == 0
    assert (tmp_path / "sclite").read_text(encoding="utf-8") == "theirs"
    assert (tmp_path / "sub" / "deep.sh").is_symlink()
    (tmp_path / "sclite").unlink()
    (tmp_path / "sclite").mkdir()
    assert command("tools", "link", str(tmp_path), "--over").code == 2
    assert command("tools", "unlink", str(tmp_path), "--over").code == 2


@pytest.mark.usefixtures("programs")
def test_tools_do_not_go_where_a_link_leads(command: Command, tmp_path: Path) -> None:
    """Into the steps of another recipe, which all recipes share."""
    (tmp_path / "shared" / "inner").mkdir(parents=True)
    for name in ("deep.sh", "other.sh"):
        (tmp_path / "shared" / name).write_text("theirs", encoding="utf-8")
    (tmp_path / "recipe").mkdir()
    sub = tmp_path / "recipe" / "sub"
    sub.symlink_to(tmp_path / "shared")
    answer = command("tools", "link", str(tmp_path / "recipe"))
    assert answer.code == 2
    assert "recipe/sub: it is a symbolic link" in answer.err
    answer = command("tools", "link", str(tmp_path / "recipe"), "--over")
    assert answer.code == 0
    assert "sub: replaced; what it was is sub.orig" in answer.err
    assert (sub.is_symlink(), (sub.parent / "sub.orig").is_symlink()) == (False, True)
    assert [(sub / name).is_symlink() for name in ("deep.sh", "other.sh", "inner")] == [False, True, True]
    assert (tmp_path / "shared" / "deep.sh").read_text(encoding="utf-8") == "theirs"


def test_all_programs_go_into_one_directory(command: Command, tmp_path: Path) -> None:
    answer = command("tools", "link", "--all", str(tmp_path))
    assert answer.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(list_programs())
    assert f"note: linked {len(list_programs())} programs" in answer.err
    command("tools", "unlink", "--all", str(tmp_path))
    assert not any(tmp_path.iterdir())


SCRIPT = """\
cmd=run.pl
stage=0
stats=true
. utils/parse_options.sh
echo "$stage $stats $1"
$cmd JOB=1:2 log/job.JOB.log echo JOB "two words" \\| tr J j || exit 1
$cmd log/one.log false || exit 7
"""


@pytest.mark.parametrize(
    ("words", "code", "out", "err"),
    [
        ("--stage 2 --stats false x", 7, "2 false x", "run.pl: job failed, log is in log/one.log"),
        ("--stage=2 x", 1, "options to scripts must be of the form --name value, got '--stage=2'", ""),
        ("--stats maybe x", 1, "", 'expected "true" or "false": --stats maybe'),
        ("--nothing 1 x", 1, "", "invalid option --nothing"),
    ],
)
def test_what_recipes_need_comes_along(
    words: str, code: int, out: str, err: str, command: Command, tmp_path: Path
) -> None:
    assert "utils/run.pl: written" in command("tools", "link", "--kaldi", str(tmp_path)).err
    (tmp_path / "script.sh").write_text(SCRIPT, encoding="utf-8")
    shell = f'PATH="$PWD/utils:$PATH" bash script.sh {words}'
    done = subprocess.run(["bash", "-c", shell], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, out in done.stdout, err in done.stderr) == (code, True, True)
    if code == 7:
        log = (tmp_path / "log" / "job.2.log").read_text(encoding="utf-8").splitlines()
        assert (log[0], log[3]) == ('# echo 2 "two words" | tr J j ', "2 two words")
        assert log[-1].startswith("# Ended (code 0) at ")


@pytest.mark.usefixtures("programs")
def test_linking_again_and_choosing(command: Command, tmp_path: Path) -> None:
    for _ in range(2):
        assert command("tools", "link", str(tmp_path), "--only", "sclite").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["sclite"]
    answer = command("tools", "link", str(tmp_path), "--only", "sclit")
    assert answer.code == 2
    assert "did you mean sclite?" in answer.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["unlink", "nowhere"], "nowhere: there is no such directory"),
        (["link", "file"], "file: it is a file; tools are linked into a directory"),
        (["link", "here", "--only", "compute-wer"], "compute-wer is a tool of kaldi; choose that too by --of kaldi"),
        (["link", "here", "--kaldi", "--only", "sclite"], "sclite is a tool of sctk; choose that too by --of sctk"),
    ],
)
def test_what_cannot_be_is_told(
    words: list[str], said: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    answer = command("tools", *words)
    assert (answer.code, answer.err) == (2, f"mondegreen: error: {said}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_long_or_blank_path_of_python_goes_by_way_of_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / ("a b'" + "c" * 130) / ("d" * 200) / ("e" * 200) / ("f" * 200)
    home.mkdir(parents=True)
    (home / "python").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(home / "python"))
    tool = tmp_path / "tool"
    tool.write_text(link.format_tool("tool"), encoding="utf-8")
    tool.chmod(0o755)
    done = subprocess.run([tool, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.endswith("(tool)\n")
    assert link.is_ours(tool)


def test_a_tool_finds_other_packages(tmp_path: Path) -> None:
    """Where mondegreen is installed to be edited, they do not lie beside it, and tools start without the site's."""
    tool = tmp_path / "tool"
    head, found, _ = link.format_tool("tool").partition("from mondegreen")
    tool.write_text(f"{head}import numpy\n", encoding="utf-8")
    tool.chmod(0o755)
    assert found
    subprocess.run([tool], cwd=tmp_path, check=True)


def test_no_two_programs_share_a_name_nor_bear_a_command() -> None:
    from mondegreen.cli import COMMANDS

    targets = {(path.rpartition("/")[2], target) for group in PROGRAMS.values() for path, target in group.items()}
    assert list_programs() == dict(targets)
    assert len(list_programs()) == len(targets)  # what bears a name in two places is one program
    assert not list_programs().keys() & COMMANDS.keys()
