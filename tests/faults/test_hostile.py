"""Texts, keys and files that mean harm: shown, not obeyed."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import recipe
from mondegreen.reports import REPORTS
from mondegreen.writers import TABLE_FORMATS

Command = Callable[..., Answer]
# Clears the screen, colours what follows, sets the window's title, moves the cursor, changes the direction of text.
STEERING = "\x1b[2J \x1b[31m \x1b]0;title\x07 \x9b5A \u202e \x08 \r"
FORMULA = '=HYPERLINK("http://example.org")'


def steered(texts: str) -> bool:
    return any(sign in texts for sign in "\x1b\x07\x08\x9b\u202e\r")


@pytest.fixture
def hostile(files: Path) -> Path:
    """Keys and words that steer terminals, in files of both sides; a key is missing, another left over."""
    signs = STEERING.split()
    lines = [f"k{sign}{place} word{sign} other\n" for place, sign in enumerate(signs)]
    Path("ref.txt").write_text("".join([*lines, f"missing{signs[0]} a\n"]), encoding="utf-8")
    Path("hyp.txt").write_text("".join([*lines, f"extra{signs[0]} a\n"]).replace("other", "x\x1b[1m"), encoding="utf-8")
    return files


@pytest.mark.parametrize("name", [name for name in TABLE_FORMATS if name not in ("json", "csv")])
def test_reports_show_what_would_steer_a_terminal(hostile: Path, command: Command, name: str) -> None:
    reports = ",".join(each for each in REPORTS if not each.startswith("costs"))
    answer = command("score", "ref.txt", "hyp.txt", "--as", name, "--report", reports, "--by", "utterance")
    assert answer.code == 0
    assert "x1b" in answer.out
    assert not steered(answer.out)
    assert not steered(answer.err)


def test_errors_and_warnings_too(hostile: Path, command: Command) -> None:
    for words in (["ref.txt", "no\x1b[2Jfile"], ["ref.txt", "hyp.txt", "--by", "\x1b[2J"], ["\x1b[2J"]):
        answer = command("score", *words)
        assert answer.code == 2
        assert not steered(answer.err)
    Path("hyp.txt").write_text("same\x1b[2J a\nsame\x1b[2J b\n", encoding="utf-8")
    assert not steered(command("align", "ref.txt", "hyp.txt").err)
    assert not steered(command("score", "ref.txt", "hyp.txt", "--duplicate", "error").err)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "\r="])
def test_no_table_for_spreadsheets_begins_a_formula(files: Path, command: Command, sign: str) -> None:
    """What a spreadsheet would work out stands behind an apostrophe there; numbers stay numbers."""
    for name in ("ref.txt", "hyp.txt"):
        Path(name).write_text(f"{sign}1+cmd|x {sign}2+3{name[0]}\nu2 -5 b\n", encoding="utf-8")
    reports = "metrics,confusions,worst,alignments"
    answer = command("score", "ref.txt", "hyp.txt", "--format", "kaldi", "--as", "csv", "--report", reports)
    assert answer.code == 0
    for row in csv.reader(io.StringIO(answer.out, newline="")):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r"))
            assert not cell.startswith("-") or float(cell) < 0


def test_rows_and_conversions_stay_what_they_were(files: Path, command: Command) -> None:
    """They are for programs, and must read back as they were."""
    Path("ref.csv").write_text(f'id,text\n"{FORMULA.replace(chr(34), chr(34) * 2)}",=a\n', encoding="utf-8")
    assert command("score", "ref.csv", "ref.csv", "--rows", "rows.csv").code == 0
    with Path("rows.csv").open(encoding="utf-8", newline="") as stream:
        assert next(csv.DictReader(stream))["utterance"] == FORMULA
    assert command("convert", "ref.csv", "new.csv").code == 0
    assert "=a" in Path("new.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "key", ["../outside", "/etc/outside", "a/../../outside", "..", "nul\\..\\outside", "-rf", "C:x"]
)
def test_keys_are_no_paths(files: Path, command: Command, key: str) -> None:
    """Wherever a key could become the name of a file, nothing is written outside of the folder."""
    work = files / "in" / "ner"
    work.mkdir(parents=True)
    os.chdir(work)
    for name in ("ref.txt", "hyp.txt"):
        Path(name).write_text(f"{key} a b\n", encoding="utf-8")
    before = {path for path in files.rglob("*") if work not in path.parents}
    for words in (
        ["score", "ref.txt", "hyp.txt", "--as", "sclite", "--output", "out"],
        ["score", "ref.txt", "hyp.txt", "--save", "kept"],
        ["report", "ref.txt", "hyp.txt", "-o", "page.html"],
        ["convert", "ref.txt", "new.trn"],
    ):
        answer = command(*words)
        assert answer.code in (0, 2), answer.err
    assert {path for path in files.rglob("*") if work not in path.parents} == before


@pytest.mark.parametrize("name", ["echo made > made |", "| touch made", "ark:touch made |", "scp:touch made |"])
def test_modern_commands_run_no_shell(files: Path, command: Command, name: str) -> None:
    for words in (
        ["score", name, "hyp.txt"],
        ["score", "ref.txt", name],
        ["convert", name, "out.trn"],
        ["convert", "ref.txt", name],
        ["align", "ref.txt", name],
        ["nbest", "oracle", "ref.txt", name],
        ["compare", "ref.txt", "hyp.txt", name],
        ["normalize", name, "--rules", "lower"],
    ):
        command(*words)
        assert not Path("made").exists()


def test_an_scp_runs_no_command_either(files: Path, command: Command) -> None:
    Path("hyp.scp").write_text("utt-1 touch made |\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.scp", "--format", "scp", "--ref-format", "kaldi")
    assert answer.code == 2
    assert "commands are not run" in answer.err
    assert not Path("made").exists()


def test_json_holds_texts_as_they_are(hostile: Path, command: Command) -> None:
    found = json.loads(command("score", "ref.txt", "hyp.txt", "--as", "json", "--report", "worst").out)
    assert "\x1b" in json.dumps(found, ensure_ascii=False).encode().decode("unicode_escape") or "u001b" in json.dumps(
        found
    )


def test_models_are_not_unpickled(files: Path) -> None:
    """Loading a pickle runs it; vectors in one are refused."""
    code = (
        "import pickle, numpy as np\n"
        "class Bomb:\n"
        "    def __reduce__(self): return (open, ('made', 'w'))\n"
        "np.save('vectors.npy', np.array([Bomb()], dtype=object), allow_pickle=True)\n"
        "open('vectors.txt', 'w').write('a\\n')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    words = [sys.executable, "-m", "mondegreen", "score", "ref.txt", "hyp.txt", "--metrics", "wer-s"]
    done = subprocess.run([*words, "--vectors", "vectors.npy"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("mondegreen: error: ")
    assert not Path("made").exists()


def test_modules_beside_an_experiment_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """Its summary names versions of packages, for which the recipe's own Python is asked."""
    monkeypatch.chdir(recipe(tmp_path))
    for name in ("re", "json", "torch", "espnet2", "importlib_metadata"):
        Path(f"{name}.py").write_text("open('made', 'w')\n", encoding="utf-8")
    assert command("espnet", "score", "exp/asr").code == 0
    assert "python version" in Path("exp/asr/RESULTS.md").read_text(encoding="utf-8")
    assert not Path("made").exists()


SIGNED = (
    "tree {tree}\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n\nmessage\n"
)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
@pytest.mark.parametrize("way", ["signature", "object that is not there"])
def test_a_repository_around_an_experiment_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command, way: str
) -> None:
    """The configuration in it may name programs, and it belongs to whoever unpacked it."""

    def git(*words: str, data: str = "") -> str:
        return subprocess.run(
            ["git", *words], input=data, capture_output=True, encoding="utf-8", check=True
        ).stdout.strip()

    monkeypatch.chdir(recipe(tmp_path))
    git("init", "-q")
    commit = git("hash-object", "-t", "commit", "-w", "--stdin", data=SIGNED.format(tree=git("write-tree")))
    git("update-ref", "HEAD", commit)
    Path("program").write_text("#!/bin/sh\ntouch made\n", encoding="utf-8")
    Path("program").chmod(0o755)
    options = {"log.showSignature": "true", "gpg.program": "./program"}
    if way != "signature":
        options = {"core.repositoryFormatVersion": "1", "extensions.partialClone": "x", "remote.x.promisor": "true"}
        options |= {"remote.x.url": "ext::sh -c ./program", "protocol.ext.allow": "always"}
        Path(f".git/objects/{commit[:2]}/{commit[2:]}").unlink()
    for name, value in options.items():
        git("config", name, value)
    assert command("espnet", "score", "exp/asr").code == 0
    assert f"Git hash: `{commit}`" in Path("exp/asr/RESULTS.md").read_text(encoding="utf-8")
    assert not Path("made").exists()
