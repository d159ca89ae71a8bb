"""What stands between a function of Python and the plan of a command: paths, lists, formats, and what is shown."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.api.lists import hold_lists
from mondegreen.api.plans import carry_out, settle_values, signature_of, take_plan
from mondegreen.api.runs import select_weights
from mondegreen.api.texts import SIDES, choose_output_format
from mondegreen.errors import ScoreError
from mondegreen.plan.compare import AlignPlan
from mondegreen.plan.nbest import OraclePlan, TunePlan
from mondegreen.plan.score import ScoreCall
from mondegreen.plan.texts import NormalizePlan

Command = Callable[..., Answer]


@pytest.mark.parametrize(
    ("chosen", "changes"),
    [
        ({}, {}),
        (
            {"save": Path("a/b"), "utt2spk": Path("u"), "cache": Path("c")},
            {"save": "a/b", "utt2spk": "u", "cache": "c"},
        ),
        ({"hypotheses": Path("h")}, {}),  # a source may be a path
        ({"save": "a", "by": Path("b")}, {}),  # no file
        ({"metrics": iter(["wer"])}, {"metrics": ["wer"]}),
        ({"metrics": ["wer"]}, {}),
    ],
)
def test_values_as_a_plan_holds_them(chosen: dict[str, Any], changes: dict[str, Any]) -> None:
    assert settle_values(ScoreCall(references=Path("r"), **chosen)) == changes


def test_arguments_of_a_plan() -> None:
    found = signature_of(NormalizePlan).parameters
    assert next(iter(found)) == "input"
    assert (found["input"].kind, found["input"].default) == (Parameter.POSITIONAL_OR_KEYWORD, Parameter.empty)
    assert (found["rules"].kind, found["rules"].default) == (Parameter.KEYWORD_ONLY, Parameter.empty)
    assert (found["encoding"].kind, found["encoding"].default) == (Parameter.KEYWORD_ONLY, "utf-8")


def test_a_function_of_a_plan() -> None:
    """It is checked as Python's, and only what was said is given; a command's plan was checked before."""
    made: list[NormalizePlan] = []

    @take_plan(NormalizePlan)
    def function(plan: NormalizePlan) -> int:
        """What it does."""
        made.append(plan)
        return 7

    assert function("a", rules=["lower"], output=Path("x")) == 7  # type: ignore[arg-type]
    assert made[0].in_python
    assert made[0].output == "x"
    assert made[0].given == {"input", "rules", "output"}
    with pytest.raises(ScoreError, match=r"^to is the format of what output writes; say where to by that$"):
        function("a", rules=["lower"], to="trn")
    idle = NormalizePlan("a", rules=["lower"], to="trn")
    assert carry_out(function, idle) == 7
    assert made[1] is idle
    assert (inspect.getdoc(function) or "").startswith("What it does.\n\nParameters\n")


@pytest.mark.parametrize(
    ("path", "asked", "read_as", "name"),
    [
        ("x.trn", None, "kaldi", "trn"),
        ("x.trn", "jsonl", "kaldi", "jsonl"),
        ("x", None, "kaldi", "kaldi"),  # the name says nothing: as it was read
        ("-", None, "jsonl", "jsonl"),
    ],
)
def test_the_format_that_is_written(path: str, asked: str | None, read_as: str, name: str) -> None:
    assert choose_output_format(path, asked, read_as).name == name


@pytest.mark.parametrize(("asked", "read_as"), [("nothing", "kaldi"), (None, "sgml"), (None, "")])
def test_a_format_that_cannot_be_written(asked: str | None, read_as: str) -> None:
    with pytest.raises(ScoreError):
        choose_output_format("x", asked, read_as)


def test_sides_as_rules_know_them() -> None:
    assert SIDES == {None: "", "ref": "references", "hyp": "hypotheses"}


@pytest.mark.parametrize(
    ("weights", "unit", "found"), [(None, "characters", None), ("wer-s", "words", "wer-s"), ("ember", "words", "ember")]
)
def test_errors_are_weighed_where_that_is_asked(weights: str | None, unit: Any, found: str | None) -> None:
    metric = select_weights(AlignPlan("r", ["h"], weights=weights, unit=unit))
    assert (metric and metric.label) == found


@pytest.mark.parametrize("unit", ["characters", "letters"])
def test_words_alone_weigh(unit: Any) -> None:
    with pytest.raises(ScoreError) as refused:
        select_weights(AlignPlan("r", ["h"], weights="ember", unit=unit))
    assert str(refused.value) == f"ember weighs words; remove --unit {unit}"


def test_lists_can_be_read_again() -> None:
    lists = [object(), "a.txt"]
    plan: Any = TunePlan("r", iter([*lists, Path("b")]), test_lists=Path("c"), search="am")  # type: ignore[arg-type]
    assert hold_lists(plan, "sources", "test_lists") is plan  # of a command they are words
    held = hold_lists(plan.mark_python(), "sources", "test_lists")
    assert held.sources == [*lists, "b"]
    assert held.test_lists == ["c"]
    assert held.given == {"reference", "sources", "test_lists", "search"}
    assert hold_lists(OraclePlan("r", "x").mark_python(), "sources").sources == ["x"]  # one path is no letters


def test_a_text_without_words_has_no_errors(tmp_path: Path) -> None:
    for texts in (["", "  "], []):
        with pytest.raises(ScoreError, match=r"the text holds no word to replace$"):
            mg.simulate(texts, wer=0.1)


def test_votes_are_asked_for_in_a_terminal() -> None:
    with pytest.raises(ScoreError) as refused:
        mg.agreement("t.tsv", vote=True)
    assert str(refused.value) == "vote asks in a terminal; say `mondegreen study agreement FILE --vote` there"


@pytest.mark.parametrize("vote", [[], ["--vote"]])
def test_triplets_that_are_none(files: Path, command: Command, vote: list[str]) -> None:
    Path("t.tsv").write_text("reference\thypA\tnbrA\thypB\tnbrB\n", encoding="utf-8")
    sentence = "t.tsv: there are no triplets after the first line"
    assert command("study", "agreement", "t.tsv", *vote) == (2, "", f"mondegreen: error: {sentence}\n")


def test_tables_of_rules_are_a_commands(files: Path, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither of Python's, nor beside texts on standard output."""
    assert command("normalize", "ref.txt", "--rules", "upper", "--output", "-").out.splitlines()[0] == (
        "utt-1 LE CHAT DORT"
    )
    shown = command("normalize", "ref.txt", "--rules", "upper", "--output", "o.txt").out
    assert "upper" in shown
    assert command("normalize", "ref.txt", "--rules", "upper").out == shown
    assert Path("o.txt").read_text(encoding="utf-8").splitlines()[2] == "utt-3 A B C D"
    mg.normalize("ref.txt", rules="upper", output="p.txt")
    assert Path("p.txt").read_bytes() == Path("o.txt").read_bytes()
    assert capsys.readouterr().out == ""


def test_what_a_format_has_no_place_for(files: Path, command: Command) -> None:
    Path("a.jsonl").write_text('{"id": "u1", "text": "a b", "speaker": "x"}\n', encoding="utf-8")
    answer = command("convert", "a.jsonl", "a.text", "--to", "kaldi")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.startswith("mondegreen: warning: kaldi cannot hold these, dropped: ")
    assert "speaker" in answer.err
    assert Path("a.text").read_text(encoding="utf-8") == "u1 a b\n"
