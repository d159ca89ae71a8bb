"""Whose usual options are read: the user's own, in directories that no one else can write to."""

import os
from collections.abc import Callable
from pathlib import Path

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
    assert "--metrics as mondegreen.toml has it" in answer.err
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
    assert f"{name}: not read, as others can write to {place}; --config {name} reads it all the same" in answer.err
    assert "\nser," not in answer.out
    assert "\nser," in command("--config", name, *SCORE).out


def test_a_strangers_is_not(project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: project.stat().st_uid + 4242)
    if project.stat().st_uid == 0:  # what belongs to root may be read by all
        os.chown(project, 4343, -1)
    answer = command(*SCORE)
    assert "not read, as it" in answer.err
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
    assert "--metrics as ../mondegreen.toml has it" in answer.err


def test_a_group_of_others_may_not_write(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project.chmod(0o664)
    monkeypatch.setattr(config, "is_private", lambda group: False)
    assert config.explain_distrust(project) == "others can write to it"
    monkeypatch.setattr(config, "is_private", lambda group: True)
    assert config.explain_distrust(project) is None
