"""No output is an input, nor another output, of any command and by whatever name; what was given stays as it was."""

import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS, find_command, places
from mondegreen.cli.parser import build_parser, list_inner
from mondegreen.errors import ScoreError
from mondegreen.plan.option import PATHS, Option, Plan

Command = Callable[..., Answer]
# What stands in help for values that are no files; MODEL is a name or a directory.
VALUES = frozenset(
    (
        *("ACTION", "ADDRESS", "CODE", "COLUMN", "CONDITION", "D", "FORM", "FORMAT", "KEY", "KIND", "KS", "LIST"),
        *("METRIC", "N", "NAME", "NAME=W,...", "NAMES", "OPTIONS", "PAGE", "PART", "PERCENT", "R", "RANGES", "RANKS"),
        *("RATE", "RATES", "STEPS", "SECONDS", "SIZE", "TAGS", "TEXT", "UNITS", "VOICE", "W", "WAYS", "WORD", "X"),
    )
)


READ = ("input", "model", "cache")


def plans() -> Iterator[type[Plan]]:
    for name in COMMANDS:
        whole = build_parser(name, find_command(name))
        yield from (each.plan for each in list_inner(whole).values() or [whole])


def files_of(plan: type[Plan], *kinds: str) -> list[Option]:
    return [each for each in plan.options.values() if each.path in kinds]


WRITERS = [plan for plan in plans() if files_of(plan, "output")]


def shaped(option: Option, path: str) -> str | list[str]:
    """A path as the plan holds it."""
    value = f"NAME={path}" if "NAME=" in str(option.metavar) else path
    return [value] if option.several or option.repeats else value


def test_every_option_says_whether_it_names_files() -> None:
    options = [each for plan in plans() for each in plan.options.values() if each.kind is not bool]
    assert {each.path for each in options} == {*PATHS, None}
    assert {each.metavar for each in options if each.path is None and not each.choices} <= VALUES
    assert {each.metavar for each in options if each.path is not None} & VALUES <= {"TEXT"}


def test_most_commands_write() -> None:
    assert len(WRITERS) > 15


@pytest.mark.parametrize("plan", WRITERS, ids=lambda plan: plan.__name__)
def test_no_output_is_an_input_or_another_output(files: Path, plan: type[Plan]) -> None:
    outputs, inputs = files_of(plan, "output"), files_of(plan, *READ)
    given: dict[str, str | list[str]] = {each.name: "x" for each in plan.options.values() if each.required}
    for option in inputs:
        Path(f"in.{option.name}").write_text("x", encoding="utf-8")
        given[option.name] = shaped(option, f"in.{option.name}")
    given |= {option.name: shaped(option, f"out.{option.name}") for option in outputs}
    places.check_places(plan(**given))
    tried = 0
    for output in outputs:
        for option in inputs:
            path = Path(f"in.{option.name}")
            Path("link").symlink_to(path)
            os.link(path, "hard")
            for spelling in (path, f"./{path}", path.resolve(), "link", "hard"):
                with pytest.raises(ScoreError, match="is an input"):
                    places.check_places(plan(**given | {output.name: shaped(output, str(spelling))}))
                tried += 1
            for name in ("link", "hard"):
                Path(name).unlink()
        for other in outputs:
            if other is not output:
                with pytest.raises(ScoreError, match="named twice"):
                    places.check_places(plan(**given | {output.name: shaped(output, f"./out.{other.name}")}))
    assert tried == 5 * len(outputs) * len(inputs)


@pytest.mark.parametrize(
    "line",
    [
        "score ref.txt hyp.txt -o ref.txt",
        "score ref.txt 'h*.txt' -o hyp.txt",
        "score ref.txt hyp.txt --rows hyp.txt",
        "score ref.txt hyp.txt --save runs",
        "align ref.txt hyp.txt -o ./hyp.txt",
        "compare ref.txt hyp.txt hyp.txt -o hyp.txt",
        "report ref.txt hyp.txt -o ref.txt",
        "report runs -o runs/run.json",
        "merge runs --save runs",
        "convert ref.txt ref.txt --to trn",
        "normalize ref.txt --rules lower --output ref.txt",
        "rerank hyp.txt --weights lm=1 -o hyp.txt",
        "corrupt ref.txt --table hyp.txt -o out.txt --edits ref.txt",
    ],
)
def test_what_was_given_stays(files: Path, command: Command, line: str) -> None:
    assert command("score", "ref.txt", "hyp.txt", "--save", "runs").code == 0
    if "runs" in line and "hyp.txt" in line:
        line = line.replace("hyp.txt", "runs")
    before = {path: path.read_bytes() for path in files.rglob("*") if path.is_file()}
    answer = command(*shlex.split(line))
    assert answer.code == 2, answer
    assert "would be overwritten" in answer.err
    assert {path: path.read_bytes() for path in files.rglob("*") if path.is_file()} == before


def test_standard_output_may_not_go_on_in_an_input(files: Path) -> None:
    import subprocess
    import sys

    with Path("ref.txt").open("ab") as end:
        words = [sys.executable, "-m", "mondegreen", "score", "ref.txt", "hyp.txt"]
        done = subprocess.run(words, stdout=end, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"it is an input (ref.txt) and would be overwritten" in done.stderr


def test_devices_may_be_named_twice(files: Path, command: Command) -> None:
    answer = command("corrupt", "ref.txt", "--table", "hyp.txt", "-o", os.devnull, "--edits", os.devnull)
    assert "named twice" not in answer.err


@pytest.mark.parametrize("action", ["ref.txt", "NAME=ref.txt", "r*.txt", "r{name}.txt"])
def test_patterns_and_names_are_the_files_they_stand_for(files: Path, action: str) -> None:
    assert list(places.list_files(action)) == ["ref.txt"]


def test_nothing_is_a_file_that_is_not_there(files: Path) -> None:
    assert list(places.list_files("wer,cer")) == []
