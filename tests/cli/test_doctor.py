"""What a report of a fault should hold."""

import re
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen import alignment
from mondegreen.cli import doctor
from mondegreen.errors import ScoreError

Command = Callable[..., Answer]


def test_what_is_there(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = files / "cache" / "mondegreen"
    kept.mkdir(parents=True)
    (kept / "some").write_bytes(bytes(3 * 2**20))
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "cache"))
    (files / "mondegreen.toml").write_text("", encoding="utf-8")
    answer = command("doctor")
    assert [answer.code, answer.err] == [0, ""]
    for part in (sys.executable, version("numpy"), "3.0 MiB", "mondegreen.toml", str(kept)):
        assert part in answer.out


def test_what_is_missing_has_its_command(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "list_installed", lambda name: None if name in ("spacy", "rich") else "1.0")
    out = command("doctor").out
    assert re.search(r"  linguistic +missing  .*: spacy; pip install 'mondegreen\[linguistic\]'\n", out)
    assert re.search(r"  semantic +ready +.*: tokenizers 1.0\n", out)
    assert "missing: pip install rich" in out
    assert "to install\n  all extras  pip install 'mondegreen[linguistic]'\n" in out


def test_which_program_serves_each_kind_of_model(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    class Model:
        served_by = "an encoder"

    class Found:
        identity, encoder, model = "some@12ab", Model(), Model()

    monkeypatch.setattr("mondegreen.resources.Resources.get", lambda *_: Found())
    out = command("doctor").out
    assert "  sentences   some, by an encoder\n  contextual  some, by an encoder\n  phonemes    some" in out


def test_models_that_are_missing_have_their_command(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ScoreError("there is none: pip install it")

    monkeypatch.setattr("mondegreen.resources.Resources.get", refuse)
    assert "  sentences   missing: there is none: pip install it\n" in command("doctor").out


def test_a_core_that_counts_wrong_is_told(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "align", lambda *_: [type("Steps", (), {"tolist": lambda _: [0, 0, 0]})()])
    answer = command("doctor")
    assert answer.code == 1
    assert "COUNTS WRONG; reinstall mondegreen" in answer.out


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("numpy>=1.24", [("numpy", "")]),
        ("numpy", [("numpy", "")]),
        ("scikit-learn >=1 ; extra == 'all'", [("scikit-learn", "all")]),
        ('ruamel.yaml[jinja2]~=0.1; extra == "fast_text"', [("ruamel.yaml", "fast_text")]),
        ("tomli; python_version < '3.11'", []),  # as the installer saw to it
        ("mondegreen[all]; extra == 'test'", []),
        ("ray>2; python_version < '3.14' and extra == 'ray'", [("ray", "ray")]),
    ],
)
def test_what_is_required(monkeypatch: pytest.MonkeyPatch, line: str, found: list[tuple[str, str]]) -> None:
    """As the metadata of packages write it: PEP 508."""
    monkeypatch.setattr("importlib.metadata.requires", lambda name: [line])
    assert list(doctor.list_required()) == found


def test_nothing_is_required_of_a_package_without_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda name: None)
    assert list(doctor.list_required()) == []


def test_packages_and_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    required = [("one", ""), ("two", ""), ("a", "x"), ("b", "x"), ("c", "x"), ("a", "y"), ("b", "all"), ("b", "test")]
    monkeypatch.setattr(doctor, "list_required", lambda: iter([*required, ("b", "z")]))
    monkeypatch.setattr(doctor, "list_installed", {"one": "1.0", "a": "2.0", "c": "3.0"}.get)
    monkeypatch.setattr(doctor, "PURPOSES", {"x": "one thing", "y": "another", "z": "more"})
    assert list(doctor.list_packages()) == [("one", "1.0"), ("two", "missing: pip install two")]
    assert list(doctor.list_extras()) == [
        ("x", "missing  one thing: b; pip install 'mondegreen[x]'"),
        ("y", "ready    another: a 2.0"),
        ("z", "missing  more: b; pip install 'mondegreen[z]'"),
    ]
    assert list(doctor.list_commands()) == [("all extras", "pip install 'mondegreen[x,z]'")]


def test_every_extra_has_a_purpose() -> None:
    assert doctor.group_extras().keys() - doctor.PURPOSES.keys() <= {"", "all", "test", "docs"}


def test_installed_versions() -> None:
    assert doctor.list_installed("numpy") == version("numpy")
    assert doctor.list_installed("no-such-package-of-anybody") is None


def test_how_much_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kept"
    assert doctor.describe_state(folder) == "not created yet"
    (folder / "deep").mkdir(parents=True)
    assert doctor.describe_state(folder) == "0.0 MiB"
    (folder / "a").write_bytes(bytes(2**20))
    (folder / "deep" / "b").write_bytes(bytes(2**19))
    assert doctor.describe_state(folder) == "1.5 MiB"
    monkeypatch.setattr("os.access", lambda path, mode: not mode & 2)
    assert doctor.describe_state(folder) == "not writable, so nothing is cached; name another with --cache DIR"


def test_sections_and_programs(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", {"sclite": "/there/sclite"}.get)
    monkeypatch.setenv("XDG_CACHE_HOME", str(files / "none"))
    monkeypatch.setattr("os.sched_getaffinity", lambda number: {0, 1, 2}, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    lines = command("doctor").out.splitlines()
    titles = [line for line in lines if not line.startswith(" ")]
    assert titles[:7] == ["mondegreen", "machine", "packages", "extras", "models", "programs", "places"]
    assert lines[lines.index("programs") :][:6] == [
        "programs",
        "  espeak-ng  not on the path",
        "  sclite     /there/sclite",
        "places",
        f"  cache    {files / 'none' / 'mondegreen'} (not created yet)",
        "  options  no mondegreen.toml here or above",
    ]
    assert "  cores     3 of 8 for this process" in lines
    assert lines[1].split()[0] == "version"


def test_the_core_is_tried() -> None:
    assert doctor.core_works()
