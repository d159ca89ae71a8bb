"""jiwer's interface over our aligner, beside jiwer itself: the same numbers, objects, texts and refusals."""

import inspect
import random
import string
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import jiwer as theirs
import pytest

import mondegreen.adapters.jiwer as ours
from conftest import Answer

Command = Callable[..., Answer]
TRANSFORMS = [
    ("ToLowerCase", []), ("ToUpperCase", []), ("Strip", []), ("RemoveMultipleSpaces", []), ("RemovePunctuation", []),
    ("RemoveWhiteSpace", []), ("RemoveWhiteSpace", [True]), ("RemoveEmptyStrings", []), ("RemoveKaldiNonWords", []),
    ("ExpandCommonEnglishContractions", []), ("ReduceToListOfListOfWords", []), ("ReduceToListOfListOfWords", ["t"]),
    ("ReduceToListOfListOfChars", []), ("ReduceToSingleSentence", []), ("ReduceToSingleSentence", ["-"]),
    ("RemoveSpecificWords", [["the", "a.b"]]), ("SubstituteWords", [{"the": "da", "n't": "x"}]),
    ("SubstituteRegexes", [{r"(\w)t": r"\1", "a": "b"}]),
]  # fmt: skip
CHAINS = ["wer_default", "wer_contiguous", "wer_standardize", "wer_standardize_contiguous"]
CHAINS += ["cer_default", "cer_contiguous"]
PIECES = [
    "the",
    "cat",
    "can't",
    "let's",
    "she'll",
    " ",
    "  ",
    "\t",
    "\u3000",
    "",
    "a.b",
    "<unk>",
    "[laugh",
    "*",
    "!",
    "\u00e9t\u00e9",
    "\n",
]


def draw_text(draw: random.Random, most: int = 9) -> str:
    """Words, pieces of words and whitespace of all kinds."""
    return draw.choice(["", " "]).join(draw.choices([*PIECES, *string.ascii_lowercase[:4]], k=draw.randrange(most)))


def draw_sides(seed: int, count: int) -> tuple[list[str], list[str]]:
    draw = random.Random(seed)
    return [draw_text(draw) for _ in range(count)], [draw_text(draw) for _ in range(count)]


def test_it_has_all_of_jiwer_s_names() -> None:
    names = {name for name in dir(theirs) if not name.startswith("_")} - {"name", "transforms", "transformations"}
    assert names <= {*dir(ours)}
    for name in ("wer", "cer", "mer", "wil", "wip", "process_words", "process_characters", "visualize_alignment"):
        assert [*inspect.signature(getattr(ours, name)).parameters] == [
            *inspect.signature(getattr(theirs, name)).parameters
        ]


@pytest.mark.parametrize(("name", "arguments"), TRANSFORMS)
def test_transforms_do_the_same(name: str, arguments: list[Any]) -> None:
    mine, yours = (getattr(module, name)(*arguments) for module in (ours, theirs))
    for seed in range(60):
        texts = draw_sides(seed, 3)[0]
        assert mine(texts) == yours(texts)
        assert mine(texts[0]) == yours(texts[0])
    assert mine([]) == yours([])
    for module in (ours, theirs):
        with pytest.raises(ValueError, match="expected to be a string or list of strings"):
            getattr(module, name)(*arguments)(3)


@pytest.mark.parametrize("kind", ["words", "characters"])
@pytest.mark.parametrize("count", [1, 4])
def test_outputs_are_equal(kind: str, count: int) -> None:
    """Every field, every chunk, on texts with whitespace that jiwer does not cut at."""
    for seed in range(150):
        sides = draw_sides(seed, count)
        mine, yours = (getattr(module, f"process_{kind}")(*sides) for module in (ours, theirs))
        assert asdict(mine) == asdict(yours)
        assert [each.name for each in fields(mine)] == [each.name for each in fields(yours)]
        assert [type(value) for value in asdict(mine).values()] == [type(value) for value in asdict(yours).values()]


@pytest.mark.parametrize("name", ["wer", "mer", "wil", "wip", "cer"])
def test_measures_are_equal(name: str) -> None:
    for seed in range(150):
        sides = draw_sides(seed, 3)
        assert getattr(ours, name)(*sides) == getattr(theirs, name)(*sides)
    assert getattr(ours, name)(reference="a b", hypothesis="a") == getattr(theirs, name)("a b", "a")


@pytest.mark.parametrize("chain", CHAINS)
def test_chains_of_transforms_are_the_same(chain: str) -> None:
    kind = "process_words" if chain.startswith("wer") else "process_characters"
    for seed in range(60):
        found = []
        for module in (ours, theirs):
            how = getattr(module, chain)
            found.append(asdict(getattr(module, kind)(*draw_sides(seed, 3), how, how)))
        assert found[0] == found[1]


@pytest.mark.parametrize("kind", ["words", "characters"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"show_measures": False},
        {"skip_correct": False},
        {"line_width": 20},
        {"line_width": 3, "skip_correct": False},
    ],
)
def test_views_are_equal(kind: str, options: dict[str, Any]) -> None:
    for seed in range(60):
        sides = draw_sides(seed, 3)
        mine, yours = (
            module.visualize_alignment(getattr(module, f"process_{kind}")(*sides), **options)
            for module in (ours, theirs)
        )
        assert mine == yours


@pytest.mark.parametrize("kind", ["words", "characters"])
@pytest.mark.parametrize(
    "options", [{}, {"top_k": 2}, {"show_insertions": False}, {"show_deletions": False, "top_k": 1}]
)
def test_error_counts_are_equal(kind: str, options: dict[str, Any]) -> None:
    for seed in range(60):
        sides = draw_sides(seed, 6)
        mine, yours = (getattr(module, f"process_{kind}")(*sides) for module in (ours, theirs))
        assert list(map(dict, ours.collect_error_counts(mine))) == list(map(dict, theirs.collect_error_counts(yours)))
        assert ours.visualize_error_counts(mine, **options) == theirs.visualize_error_counts(yours, **options)


def test_what_jiwer_refuses_is_refused() -> None:
    for module in (ours, theirs):
        for sides in (
            (["a", "b"], ["a"]),
            (None, "a"),
            (["a"], 3),
            (["a"], ["a"], list),
            (["a"], ["a"], lambda _: [[1]]),
        ):
            with pytest.raises(ValueError, match=r"\w"):
                module.wer(*sides)
        with pytest.raises(ValueError, match=r"^"):
            module.AlignmentChunk("odd", 0, 1, 0, 1)
        with pytest.raises(ValueError, match="is larger"):
            module.AlignmentChunk("equal", 2, 1, 0, 1)
        assert module.AlignmentChunk("replace", 0, 1, 0, 1).type == "substitute"


@pytest.mark.parametrize("words", [[], ["--cer"], ["-a"], ["-ca"], ["--global"], ["-g", "-a"], ["-cg"]])
def test_the_command_prints_what_jiwer_prints(command: Command, tmp_path: Path, words: list[str]) -> None:
    from click.testing import CliRunner
    from jiwer.cli import cli

    (tmp_path / "r.txt").write_text("the cat sat\n\nthe end \u00e9t\u00e9\r\n  a b\n", encoding="utf-8")
    (tmp_path / "h.txt").write_text("the cat sad\nthe and\n\na b", encoding="utf-8")
    given = ["-r", str(tmp_path / "r.txt"), "--hypothesis", str(tmp_path / "h.txt"), *words]
    answer = command("jiwer", *given)
    assert (answer.code, answer.out, answer.err) == (0, CliRunner().invoke(cli, given).output, "")


def test_the_command_says_what_is_wrong(command: Command, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("the cat\nI\nx y\n", encoding="utf-8")
    (tmp_path / "h.txt").write_text("the cat\n", encoding="utf-8")
    (tmp_path / "l.txt").write_bytes(b"caf\xe9 au\n")
    given = ["-r", str(tmp_path / "r.txt"), "-h"]
    answer = command("jiwer", *given, str(tmp_path / "h.txt"))
    assert answer.code == 1
    assert "1 lines of one character are left out, as jiwer leaves them out" in answer.err
    assert f"(2 in {tmp_path / 'r.txt'} and 1 in {tmp_path / 'h.txt'}); or use --global" in answer.err
    assert "l.txt: byte 3 is not UTF-8" in command("jiwer", *given, str(tmp_path / "l.txt")).err
    assert "nowhere: cannot be read: No such file" in command("jiwer", *given, str(tmp_path / "nowhere")).err


def test_the_command_wants_both_files(command: Command) -> None:
    wrong = {"-r a": "--hypothesis is missing", "--odd": "option --odd not recognized", "-r": "requires argument"}
    for words, what in wrong.items():
        answer = command("jiwer", *words.split())
        assert answer.code == 2
        assert what in answer.err
    assert "--hypothesis FILE" in command("jiwer", "--help").out
