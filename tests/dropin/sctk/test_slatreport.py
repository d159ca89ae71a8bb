"""slatreport.pl beside the original."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, Done, agree, agree_on_calls, ours, without_remarks

TIMES = ["0", "0.5", "1.25", "2.5", "7", "1e1", "x", "<NA>", "-.5"]


def draw_line(rng: random.Random) -> str:
    start = f"{rng.uniform(0, 9):.2f}" if rng.random() < 0.8 else rng.choice(TIMES)
    duration = f"{rng.uniform(0, 2):.2f}" if rng.random() < 0.8 else rng.choice(TIMES)
    known = f"{rng.uniform(0, 30):.3f}" if rng.random() < 0.8 else rng.choice(TIMES)
    kind, subtype = rng.choice([("LEXEME", "lex"), ("LEXEME", "fp"), ("SPEAKER", "<NA>")])
    return f"{kind} {rng.choice('fg')} {rng.choice('12')} {start} {duration} w {subtype} {rng.choice('ab')} 1 {known}"


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    lines = [draw_line(rng) for _ in range(rng.choice([0, 1, 2, 3, 8, 40]))]
    lines = [line if rng.random() < 0.9 else rng.choice(["", ";; x", " ", line + "  "]) for line in lines]
    if rng.random() < 0.1:
        lines.append(rng.choice(["SPEAKER f 1", " " + draw_line(rng), draw_line(rng) + " x"]))
    (folder / "in.rttm").write_text("\n".join(lines) + "\n" * (rng.random() < 0.9))
    choices = [["-t", "LEXEME"], ["--type=SPEAKER,x"], ["-s", "lex,fp,"], ["-f", ",f"], ["-c", "1"], ["--name", "a"]]
    choices += [["-H", "2"], ["-Hist", "3"], ["-H=50"], ["-H", "7", "--Histogram", "+4"], ["-n", ","]]
    options = [word for option in rng.sample(choices, rng.choice([0, 0, 1, 2])) for word in option]
    yield Call("slatreport.pl", ["-i", "in.rttm", "-o", rng.choice(["out", "/dev/null"]), *options])


@pytest.fixture(params=["", "gnuplot"])
def plotter(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A PATH on which there is a gnuplot that copies its script, or none."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("env", "perl", "which", "cat", "sh"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    if request.param:
        (folder / "gnuplot").write_text("#!/bin/sh\nexec cat\n")
        (folder / "gnuplot").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return str(request.param)


@pytest.mark.parametrize("seed", range(30))
def test_the_original_agrees(tmp_path: Path, plotter: str, seed: int) -> None:
    # The answer depends on the PATH, so that the input says it.
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "PATH").write_text(plotter)
    agree_on_calls(draw(random.Random(seed), folder), folder, but=without_remarks)


CALLS = [
    *("", "-i x", "-o x", "-i x -o y -H 1", "-H x", "-H -i x", "-h", "-h -m", "-x -m", "-x", "--version", "-x --ver"),
    *("-i none -o x", "-i short -o x", "-i cut -o x", "-i one -o x", "-i - -o x", "-i large -o x -H 3"),
    *("-i same -o x", "-i one -o x -hist 3", "-man=3"),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.usefixtures("plotter")
def test_the_original_agrees_on_arguments_and_what_is_wrong(tmp_path: Path, plotter: str, call: str) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    line = "SPEAKER f 1 0 1 <NA> <NA> a <NA> 2"
    texts = {"short": "a\n", "cut": "a", "one": f"{line}\n", "large": f"{line}\n{line[:-1].replace(' 0 ', ' 1 ')}inf\n"}
    texts |= {"same": f"{line}\n{line[:-1].replace('f 1 0', 'f 1 1')}3\n", "PATH": plotter}
    for name, text in texts.items():
        (folder / name).write_text(text)
    agree("slatreport.pl", call.split(), folder, but=without_remarks)


def test_the_manual_is_the_help(tmp_path: Path) -> None:
    # The original needs perldoc, and prints itself without.
    found = ours("slatreport.pl", ["-m"], tmp_path)
    assert found == Done(0, ours("slatreport.pl", ["-h"], tmp_path).output, b"", {})


def test_so_many_partitions_as_one_likes(tmp_path: Path) -> None:
    # The original compares each time with each partition.
    (tmp_path / "x").write_text("".join(f"SPEAKER f 1 {n} 1 <NA> <NA> a <NA> {n * 2}\n" for n in range(100)))
    done = ours("slatreport.pl", ["-i", "x", "-o", "/dev/null", "-H", "1000000000000"], tmp_path)
    assert done.output.count(b": 1\n") == 300
