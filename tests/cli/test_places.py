"""No output is an input, nor another output, of any command and by whatever name; what was given stays as it was."""

import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS, find_command, places
from mondegreen.cli.parser import build_parser
from mondegreen.errors import ScoreError
from mondegreen.plan.option import PATHS, Option, Plan

Command = Callable[..., Answer]
# What stands in help for values that are no files; MODEL is a name or a directory.
VALUES = frozenset(
    (
        *("ACTION", "ADDRESS", "CODE", "COLUMN", "CONDITION", "D", "FORMAT", "ID", "KEY", "KIND", "KS", "LIST"),
        *("METRIC", "N", "NAME", "NAME=W,...", "NAMES", "OPTIONS", "PAGE", "PART", "PERCENT", "R", "RANGES", "RANKS"),
        *(
            "RATE",
            "RATES",
            "STEPS",
            "SECONDS",
            "SIZE",
            "TAGS",
            "TEXT",
            "TYPE",
            "UNITS",
            "VOICE",
            "W",
            "WAYS",
            "WORD",
            "WORDS",
            "X",
        ),
    )
)


READ = ("input", "model", "cache")


def plans() -> Iterator[type[Plan]]:
    for name in COMMANDS:
        whole = build_parser(name, find_command(name))
        yield from (each.plan for each in whole.inner.values() or [whole])


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
        "runs merge runs --save runs",
        "convert ref.txt ref.txt --to trn",
        "normalize ref.txt --rules lower --output ref.txt",
        "nbest rerank hyp.txt --weights lm=1 -o hyp.txt",
        "simulate ref.txt --table hyp.txt -o out.txt --edits ref.txt",
        "espnet score runs --results runs/rows.jsonl",
        "espnet score runs --nlsyms-txt ref.txt --results ./ref.txt",
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
    answer = command("simulate", "ref.txt", "--table", "hyp.txt", "-o", os.devnull, "--edits", os.devnull)
    assert "named twice" not in answer.err


@pytest.mark.parametrize("action", ["ref.txt", "NAME=ref.txt", "r*.txt", "r{name}.txt"])
def test_patterns_and_names_are_the_files_they_stand_for(files: Path, action: str) -> None:
    assert list(places.list_files(action)) == ["ref.txt"]


def test_nothing_is_a_file_that_is_not_there(files: Path) -> None:
    assert list(places.list_files("wer,cer")) == []


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ref.txt", ["ref.txt"]),
        ("none.txt", []),
        ("-", ["/dev/stdin"]),
        ("x=-", ["/dev/stdin"]),
        ("a=ref.txt", ["ref.txt"]),
        ("=ref.txt", ["ref.txt"]),
        ("*.txt", ["hyp.txt", "ref.txt"]),
        ("{a}.txt", ["hyp.txt", "ref.txt"]),
        ("{a}{b}x", []),
        ("r[e]f.txt", ["ref.txt"]),
        ("odd[1].txt", ["odd[1].txt"]),  # a file of that name goes before its pattern
        ("broken", ["broken"]),
        ("", []),
    ],
)
def test_files_of_a_value(files: Path, value: str, found: list[str]) -> None:
    if "[1]" in value:
        Path(value).touch()
    Path("broken").symlink_to("none")
    assert sorted(places.list_files(value)) == found


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("a", ["a"]),
        (["a", ("b", ["c"])], ["a", "b", "c"]),
        (None, []),
        (3, []),
        ([None, "a", 2.5], ["a"]),
        ({"a": 1}, []),
    ],
)
def test_texts_of_a_value(value: object, texts: list[str]) -> None:
    assert list(places.flatten_texts(value)) == texts


@pytest.mark.parametrize(
    ("path", "is_run", "held"),
    [
        ("data/a.txt", False, True),
        ("data/deep/a.txt", False, True),
        ("data/none.txt", False, False),  # what is not there yet replaces nothing
        ("data/deep", False, False),
        ("ref.txt", False, False),
        ("data/RESULTS.md", False, False),  # a summary is no text
        ("data/a.txt", True, False),  # of a saved run only its own files are read
        ("data/run.json", True, True),
        ("data/rows.npy", True, True),
        ("data/rows-2.parquet", True, True),
    ],
)
def test_files_that_a_directory_holds(files: Path, path: str, is_run: bool, held: bool) -> None:
    Path("data/deep").mkdir(parents=True)
    for name in ("a.txt", "RESULTS.md", "deep/a.txt", "rows.npy", "rows-2.parquet", *(["run.json"] if is_run else [])):
        Path("data", name).touch()
    assert places.is_held(Path(path), Path("data")) is held


@pytest.mark.parametrize(
    ("directory", "inputs", "refused"),
    [
        ("run", ["run"], "run"),
        ("run", ["ref.txt", "./run/rows.npy"], "./run/rows.npy"),
        ("run/", ["run/deep/rows.npy"], "run/deep/rows.npy"),
        ("run", ["ref.txt", "other/run"], None),
        ("run", ["runs"], None),
        ("new", ["new"], None),  # no run yet, which saving would replace
    ],
)
def test_a_run_that_is_read_is_not_replaced(
    files: Path, directory: str, inputs: list[str], refused: str | None
) -> None:
    for name in ("run", "new"):
        Path(name).mkdir()
    Path("run/run.json").touch()
    if refused is None:
        places.check_run(directory, inputs)
        return
    with pytest.raises(ScoreError) as raised:
        places.check_run(directory, inputs)
    sentence = f"an input is in it ({refused}) and would be overwritten; name another directory"
    assert str(raised.value) == f"{directory}: {sentence}"
