"""Whose usual options are read: the user's own, in directories that no one else can write to."""

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from conftest import Answer
from mondegreen.cli import config

Command = Callable[..., Answer]
SCORE = ("score", "ref.txt", "hyp.txt", "--as", "csv")


@pytest.fixture
def project(files: Path) -> Path:
    """A file of usual options, readable by all and writable by the user alone."""
    files.chmod(0o755)
    path = files / "mondegreen.toml"
    path.write_text('metrics = "ser"\n', encoding="utf-8")
    path.chmod(0o644)
    return path


def test_the_users_own_is_read(project: Path, command: Command) -> None:
    answer = command(*SCORE)
    assert "using --metrics from mondegreen.toml" in answer.err
    assert "\nser," in answer.out


@pytest.mark.parametrize(("mode", "place"), [(0o666, "it"), (0o777, "its directory"), (0o1777, "its directory")])
@pytest.mark.parametrize("name", ["mondegreen.toml", "pyproject.toml"])
def test_what_others_can_write_is_not(project: Path, command: Command, mode: int, place: str, name: str) -> None:
    if name != project.name:
        project.write_text('[tool.mondegreen]\nmetrics = "ser"\n', encoding="utf-8")
        project = project.rename(project.with_name(name))
    (project if place == "it" else project.parent).chmod(mode)
    answer = command(*SCORE)
    assert answer.code == 0
    assert f"{name}: not read, because others can write to {place}; to read it anyway: --config {name}" in answer.err
    assert "\nser," not in answer.out
    assert "\nser," in command("--config", name, *SCORE).out


def test_a_strangers_is_not(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: project.stat().st_uid + 4242)
    if project.stat().st_uid == 0:  # what belongs to root may be read by all
        os.chown(project, 4343, -1)
    answer = command(*SCORE)
    assert "not read, because it" in answer.err
    assert "\nser," not in answer.out


def test_a_link_to_what_others_can_write_is_not(project: Path, command: Command) -> None:
    target = project.parent / "deep"
    target.mkdir()
    moved = project.rename(target / "theirs.toml")
    project.symlink_to(moved)
    assert "\nser," in command(*SCORE).out
    moved.chmod(0o666)
    assert "not read" in command(*SCORE).err


def test_one_above_that_is_trusted_is_read_instead(project: Path, command: Command) -> None:
    inner = project.parent / "inner"
    inner.mkdir()
    theirs = inner / "mondegreen.toml"
    theirs.write_text('metrics = "cer"\n', encoding="utf-8")
    theirs.chmod(0o666)
    os.chdir(inner)
    try:
        answer = command("score", "../ref.txt", "../hyp.txt", "--as", "csv")
    finally:
        os.chdir(project.parent)
    assert "mondegreen.toml: not read" in answer.err
    assert "using --metrics from ../mondegreen.toml" in answer.err


def test_a_group_of_others_may_not_write(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project.chmod(0o664)
    monkeypatch.setattr(config, "is_private", lambda group: False)
    assert config.explain_distrust(project) == "others can write to it"
    monkeypatch.setattr(config, "is_private", lambda group: True)
    assert config.explain_distrust(project) is None


@pytest.mark.parametrize(
    ("group", "name", "members", "private"),
    [
        (7, "me", [], True),
        (7, "me", ["me"], True),
        (7, "me", ["me", "other"], False),
        (7, "users", [], False),  # a group of all, though it is the user's first
        (8, "me", [], False),
    ],
)
def test_a_group_of_the_user_alone(
    monkeypatch: pytest.MonkeyPatch, group: int, name: str, members: list[str], private: bool
) -> None:
    """Most Linux systems give each user a group of that name."""
    grp, pwd = pytest.importorskip("grp"), pytest.importorskip("pwd")
    monkeypatch.setattr(pwd, "getpwuid", lambda user: SimpleNamespace(pw_gid=7, pw_name="me"))
    monkeypatch.setattr(grp, "getgrgid", lambda number: SimpleNamespace(gr_name=name, gr_mem=members))
    assert config.is_private(group) is private


def test_a_group_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    grp = pytest.importorskip("grp")

    def find(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(grp, "getgrgid", find)
    assert config.is_private(7) is False


@pytest.mark.parametrize(
    ("owner", "mode", "doubt"),
    [
        (0, 0o644, None),
        (0, 0o600, None),
        (1000, 0o644, None),
        (1001, 0o600, "it belongs to another user"),
        (1000, 0o646, "others can write to it"),
        (0, 0o642, "others can write to it"),
        (1000, 0o664, "others can write to it"),
        (1000, 0o655, None),
    ],
)
def test_who_owns_and_who_may_write(
    project: Path, monkeypatch: pytest.MonkeyPatch, owner: int, mode: int, doubt: str | None
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(config, "is_private", lambda group: False)
    found = SimpleNamespace(st_uid=owner, st_mode=0o100000 | mode, st_gid=3)
    monkeypatch.setattr(Path, "lstat", lambda path: found)
    assert config.explain_distrust(project) == doubt


def test_a_directory_that_is_gone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", fail)
    assert config.find_nearest() is None
