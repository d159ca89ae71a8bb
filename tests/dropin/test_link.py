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
def test_a_copy_of_a_recipe_is_replaced_by_force(command: Command, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("theirs", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "deep.sh").symlink_to(tmp_path / "theirs")
    (tmp_path / "sclite").write_text("theirs", encoding="utf-8")
    assert command("tools", "link", str(tmp_path), "--force").code == 0
    assert all("written by `mondegreen" in (tmp_path / name).read_text("utf-8") for name in ("sclite", "sub/deep.sh"))
    assert (tmp_path / "theirs").read_text(encoding="utf-8") == "theirs"
    (tmp_path / "sclite").unlink()
    (tmp_path / "sclite").mkdir()
    assert command("tools", "link", str(tmp_path), "--force").code == 2
    assert command("tools", "unlink", str(tmp_path), "--force").code == 2


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("options", [[], ["--force"]])
def test_tools_do_not_go_where_a_link_leads(options: list[str], command: Command, tmp_path: Path) -> None:
    """Into the steps of another recipe, which all recipes share."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "recipe").mkdir()
    (tmp_path / "recipe" / "sub").symlink_to(tmp_path / "shared")
    answer = command("tools", "link", str(tmp_path / "recipe"), *options)
    assert (answer.code, list((tmp_path / "shared").iterdir())) == (2, [])
    assert "recipe/sub: it is a symbolic link" in answer.err


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


def test_no_two_programs_share_a_name_nor_bear_a_command() -> None:
    from mondegreen.cli import COMMANDS

    targets = {(path.rpartition("/")[2], target) for group in PROGRAMS.values() for path, target in group.items()}
    assert list_programs() == dict(targets)
    assert len(list_programs()) == len(targets)  # what bears a name in two places is one program
    assert not list_programs().keys() & COMMANDS.keys()
