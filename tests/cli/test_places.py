"""No output is an input, nor another output, of any command and by whatever name; what was given stays as it was."""

import os
import shlex
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS, find, places
from mondegreen.cli.parser import actions, build, inner
from mondegreen.errors import ScoreError

Command = Callable[..., Answer]
# What stands in help for values that are no files.
VALUES = frozenset(
    (
        *("ACTION", "ADDRESS", "CODE", "COLUMN", "CONDITION", "D", "FORM", "KEY", "KIND", "KS", "LIST", "METRIC", "N"),
        *("NAME", "NAME=W,...", "NAMES", "OPTIONS", "PAGE", "PART", "PERCENT", "R", "RANGES", "RANKS", "RATE", "RATES"),
        *("RULES", "SECONDS", "SIZE", "TAGS", "UNITS", "VOICE", "W", "WAYS", "WORD", "X"),
    )
)


def parsers() -> Iterator[ArgumentParser]:
    for name in COMMANDS:
        whole = build(name, find(name))
        yield from inner(whole).values() or [whole]


WRITERS = [each for each in parsers() if any(map(places.is_output, actions(each)))]


def shaped(action: Action, path: str) -> str | list[str]:
    """A path as the option keeps it."""
    value = f"NAME={path}" if "NAME=" in str(action.metavar) else path
    return [value] if action.nargs in ("*", "+") or type(action).__name__ == "_AppendAction" else value


def options(parser: ArgumentParser) -> tuple[list[Action], list[Action]]:
    outputs = [each for each in actions(parser) if places.is_output(each)]
    named = [each for each in actions(parser) if each.metavar in places.PATHS and each.dest != places.SAVE]
    return outputs, [each for each in named if each not in outputs]


def test_every_option_says_whether_it_names_files() -> None:
    known = places.PATHS | VALUES
    odd = {each.metavar for parser in parsers() for each in actions(parser) if each.nargs != 0} - {None} - known
    assert {each for each in odd if isinstance(each, str)} == set()


def test_every_name_of_an_output_is_an_option() -> None:
    assert {each.dest for parser in WRITERS for each in actions(parser) if places.is_output(each)} == places.OUTPUTS
    assert len(WRITERS) > 15


@pytest.mark.parametrize("parser", WRITERS, ids=lambda parser: parser.prog)
def test_no_output_is_an_input_or_another_output(files: Path, parser: ArgumentParser) -> None:
    outputs, inputs = options(parser)
    given = {}
    for action in inputs:
        Path(f"in.{action.dest}").write_text("x", encoding="utf-8")
        given[action.dest] = shaped(action, f"in.{action.dest}")
    given |= {action.dest: shaped(action, f"out.{action.dest}") for action in outputs}
    places.check(parser, Namespace(**given))
    tried = 0
    for output in outputs:
        for action in inputs:
            path = Path(f"in.{action.dest}")
            Path("link").symlink_to(path)
            os.link(path, "hard")
            for spelling in (path, f"./{path}", path.resolve(), "link", "hard"):
                with pytest.raises(ScoreError, match="is an input"):
                    places.check(parser, Namespace(**given | {output.dest: shaped(output, str(spelling))}))
                tried += 1
            for name in ("link", "hard"):
                Path(name).unlink()
        for other in outputs:
            if other is not output:
                with pytest.raises(ScoreError, match="named twice"):
                    places.check(parser, Namespace(**given | {output.dest: shaped(output, f"./out.{other.dest}")}))
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
        "normalise ref.txt --rules lower --output ref.txt",
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
    assert list(places.named(action)) == ["ref.txt"]


def test_nothing_is_a_file_that_is_not_there(files: Path) -> None:
    assert list(places.named("wer,cer")) == []
