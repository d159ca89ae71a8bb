"""Snapshots of our own output are fresh, and what the documents tell to type works.

A snapshot shows that something changed, not whether it is right: other tests say that, by hand or by the originals.
"""

import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generated import PICTURE, page, picture
from mondegreen.cli import COMMANDS, find_command, list_plans
from mondegreen.cli.doctor import list_installed, list_required
from mondegreen.cli.parser import build_parser
from mondegreen.cli.untrusted import take_flags
from mondegreen.dropin import list_programs
from pages import PAGES, README, RECIPES, ROOT, typed
from reference import list_below

FOLDERS = [path.parent for path in RECIPES if (path.parent / "run.sh").exists()]


def assert_same_snapshot(committed: str, made: str, name: str) -> None:
    changes = difflib.unified_diff(
        committed.splitlines(), made.splitlines(), name, f"{name} as it should be", lineterm=""
    )
    hint = f"stale, run: just gen (of a page: python tests/generated.py {Path(name).stem})"
    assert committed == made, "\n".join([hint, *changes])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_snapshots_in_pages_are_fresh(path: Path) -> None:
    """Tables are those of the code, and examples give what they say."""
    text = path.read_text(encoding="utf-8")
    assert_same_snapshot(text, page(text), str(path.relative_to(ROOT)))


def test_the_snapshot_of_a_terminal_is_fresh() -> None:
    """Its words are; how they are drawn is rich's to say, and changes with its version."""
    committed, made = (
        "\n".join(re.findall(r"<text[^>]*>([^<]*)<", each)) for each in (PICTURE.read_text("utf-8"), picture())
    )
    assert "mondegreen" in made
    assert_same_snapshot(committed, made, str(PICTURE.relative_to(ROOT)))


def test_pages_have_examples() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert len(re.findall(r"^```(?:console|python)$", text, flags=re.MULTILINE)) >= 7


@pytest.mark.parametrize(
    ("where", "words"),
    [(path.parent.name, shlex.split(line)) for path in (*PAGES, *RECIPES) for line in typed(path)],
    ids=lambda part: part if isinstance(part, str) else "_".join(part),
)
def test_what_pages_say_to_type_can_be_typed(where: str, words: list[str]) -> None:
    """Commands, options and their values exist; what stands for a user's own files is not looked at."""
    words, _ = take_flags(words, None, debug=False)
    name, *rest = [word for word in words if word not in ("--no-config", "--debug")]
    if name == "--config":
        name, *rest = rest[1:]
    if name in COMMANDS and rest and rest != ["..."]:
        _, extra = build_parser(name, find_command(name)).parse_known_args([*rest, "FILE", "FILE"])
        assert [word for word in extra if word != "FILE"] == []
    else:
        assert name in {*COMMANDS, *list_programs(), "NAME", "COMMAND", "..."}, where


@pytest.mark.full
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_snapshots_of_recipes_are_fresh(folder: Path, tmp_path: Path) -> None:
    """Their scripts run as they stand, and give the results that RESULTS.md shows."""
    script = (folder / "run.sh").read_text(encoding="utf-8")
    if missing := lacking(script):
        pytest.skip(f"{folder.name} needs {', '.join(missing)}")
    shutil.copytree(folder, tmp_path / folder.name)
    run = tmp_path / folder.name / "run.sh"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([run], env=os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8"}, check=True)
    committed, made = ((each / "RESULTS.md").read_text(encoding="utf-8") for each in (folder, run.parent))
    assert_same_snapshot(committed, made, f"egs/{folder.name}/RESULTS.md")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_recipes_are_short_and_told(folder: Path) -> None:
    assert len((folder / "run.sh").read_text(encoding="utf-8").splitlines()) <= 60
    assert (folder / "README.md").read_text(encoding="utf-8").startswith("# ")


def lacking(script: str) -> list[str]:
    """What is not there of what a recipe says it needs: packages of extras, and programs."""
    line = "".join(re.findall(r"^# Needs: .*$", script, flags=re.MULTILINE))
    extras = ",".join(re.findall(r"mondegreen\[([\w,]+)\]", line)).split(",")
    packages = [name for name, extra in list_required() if extra in extras and not list_installed(name)]
    return packages + [name for name in re.findall(r"apt install ([\w-]+)", line) if not shutil.which(name)]


def test_continuous_integration_runs_the_readmes_second_command() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    extract = re.search(r"test_command=\$\((.*)\)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert extract is not None
    done = subprocess.run(["sh", "-c", extract[1]], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == blocks[1]
    assert "cargo test --workspace" in blocks[1]
    assert re.search(r"/pytest -n auto --dist loadfile$", blocks[1].rstrip())


def test_contributing_shows_every_verb() -> None:
    verbs = re.findall(r"^([\w-]+)(?: \*\w+)?:$", (ROOT / ".justfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    table = re.findall(
        r"^\| `just ([\w-]+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert set(verbs) - {"_list"} == set(table) > {"build", "test", "lint", "gen", "golden", "release"}


CONTRIBUTING, ARCHITECTURE = ROOT / "CONTRIBUTING.md", ROOT / "python" / "mondegreen" / "docs" / "architecture.md"


def paths_named(text: str) -> list[str]:
    """What stands between backticks, or behind a link, and is the path of a file or a directory."""
    words = re.findall(r"`([^`\n]+)`", text) + re.findall(r"\]\(([^)]+)\)", text)
    return [
        word
        for word in words
        if re.fullmatch(r"[\w.]+(/[\w.]+)*/?", word) and re.search(r"/|\.(py|md|toml|pyi)$", word)
    ]


@pytest.mark.parametrize("page", [CONTRIBUTING, ARCHITECTURE], ids=lambda path: path.stem)
def test_every_path_is_there(page: Path) -> None:
    """From the top, or from the package; of a file that is yet to be written, called NAME, its directory."""
    named = paths_named(page.read_text(encoding="utf-8"))
    assert len(named) > 20
    made = {"mondegreen.toml", ".venv/bin/just", "target/site"}
    places = {name: re.sub(r"[^/]*NAME.*", "", name) for name in named if name not in made}
    package = ROOT / "python" / "mondegreen"
    assert [name for name, path in places.items() if not any((top / path).exists() for top in (ROOT, package))] == []


def test_a_path_that_is_not_there_is_seen() -> None:
    assert paths_named("see `plan/`, `cli/NAME.py`, [it](docs/a.md) and `mg.score`, `a -> b`, `just test`") == [
        *("plan/", "cli/NAME.py", "docs/a.md")
    ]


def test_pages_of_the_code_are_whole() -> None:
    """Every option of every command has its row, and every import of the flow goes one way or is told."""
    text = (ROOT / "python" / "mondegreen" / "docs" / "options.md").read_text(encoding="utf-8")
    for name, plan in list_plans().items():
        assert f"\n## {name}\n" in text
        assert all(f"`{flag}`" in text for option in plan.options.values() for flag in option.flags)
    assert list_below("cli", {"cli": ["api"], "api": ["plan"], "plan": []}) == {"api", "plan"}
