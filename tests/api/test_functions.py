"""Each command has its function in Python, with the same options, and the same numbers."""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.cli import COMMANDS
from mondegreen.nbest.lists import NBest
from mondegreen.plan.option import Plan
from mondegreen.plan.score import ScoreCall, ScorePlan

Command = Callable[..., Answer]
# What shows something on a terminal, or speaks of the program itself, is nothing for programs; alignments are given by
# `align`, whose arguments are of Python alone.
ONLY_COMMANDS = {"align", "espnet", "tools", "help", "doctor", "completion"}
ONLY_COMMANDS |= {"kaldi score", "kaldi doctor", "runs list", "runs show"}
COMMAND_OF = {"correlate": ("study",), "oracle": ("nbest",), "tune": ("nbest",)}
PUBLIC = [getattr(mg, name) for name in mg.__all__] + [getattr(mg.lexicon, name) for name in mg.lexicon.__all__]
FUNCTIONS = {each.plan: each for each in PUBLIC if hasattr(each, "plan")}

REFERENCES = {"u1": "the cat sat on a mat", "u2": "a dog barked", "u3": "x y z"}
BASE = {"u1": "the cat sad on mat", "u2": "a dog barked", "u3": "x y"}
NEW = {"u1": "the cat sat on mat", "u2": "a fog barked", "u3": "x y z"}
LISTS = [
    NBest("u1", ["the cat sad", "the cat sat on a mat"], {"am": [2.0, 1.0]}),
    NBest("u2", ["a dog barked", "a fog"], {"am": [2.0, 1.0]}),
    NBest("u3", ["x", "x y z"], {"am": [-1.0, -2.0]}),
]


def plans() -> Iterator[tuple[str, type[Plan]]]:
    """The plan of each command, and of each of its actions."""
    for name in COMMANDS:
        command = COMMANDS.find(name)
        if isinstance(command, type):
            yield name, command
        else:
            yield from ((f"{name} {action}", command.ACTIONS.find(action)) for action in command.ACTIONS)


@pytest.mark.parametrize(("name", "plan"), [each for each in plans() if each[0] not in ONLY_COMMANDS])
def test_each_command_has_its_function(name: str, plan: type[Plan]) -> None:
    function = next((function for made, function in FUNCTIONS.items() if issubclass(made, plan)), None)
    assert function is not None, name
    own = function.plan.in_order()
    assert list(inspect.signature(function).parameters) == [each.name for each in own]
    assert {each.name for each in own} - {*plan.options} <= {"systems"}  # which Python alone holds by name
    assert inspect.getdoc(function)


def test_what_has_no_function_is_a_command() -> None:
    assert {name for name, _ in plans()} > ONLY_COMMANDS


def test_score_takes_the_options_of_the_command() -> None:
    """But for tables and pictures, which a run makes, and what several systems need."""
    shown = {"output", "output_format", "report", "top", "plot", "reference"}
    assert {*ScorePlan.options} - {*ScoreCall.options} == shown
    assert {*ScoreCall.options} - {*ScorePlan.options} == {"references", "resources"}


def test_an_unknown_keyword_is_a_type_error() -> None:
    for function in FUNCTIONS.values():
        with pytest.raises(TypeError, match="there is no option algn"):
            function(algn="kaldi")


def test_aliases_are_keywords() -> None:
    assert mg.normalize(["A"], normalise="lower").texts == ["a"]  # type: ignore[call-arg]
    run = mg.score(["A b"], ["a b"], normalise="lower", tokenise="characters")  # type: ignore[call-arg]
    assert run["wer"].value == 0
    assert run["wer"].total.words == 2
    with pytest.raises(TypeError, match="normalize is given twice"):
        mg.score(["A"], ["a"], normalise="lower", normalize="upper")  # type: ignore[call-arg]


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, sides in {"ref.txt": REFERENCES, "base.txt": BASE, "new.txt": NEW}.items():
        Path(name).write_text("".join(f"{key} {text}\n" for key, text in sides.items()), encoding="utf-8")
    lines = [{"utt": key, "nbest": [{"text": t, "am": s} for t, s in zip(texts, scores["am"])]}
             for key, texts, scores, *_ in LISTS]  # fmt: skip
    Path("nbest.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines), encoding="utf-8")
    return tmp_path


def reports(command: Command, *words: str) -> Any:
    answer = command(*words, "--as", "json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)["reports"]


def written(function: Callable[..., object], *places: Any, **options: Any) -> Any:
    """The tables that a function of Python writes into a file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function(*places, output="tables.json", **options)
    return json.loads(Path("tables.json").read_text(encoding="utf-8"))["reports"]


@pytest.mark.parametrize(
    ("name", "places", "options"),
    [
        ("compare", ["ref.txt", "base.txt", "new.txt"], {"metrics": "wer,cer", "resamples": 100, "seed": 3}),
        ("compare", ["ref.txt", "base.txt", "new.txt"], {"report": "changes", "by": "utterance-length"}),
        ("correlate", ["ref.txt", "base.txt"], {"metrics": "wer,cer", "method": "kendall"}),
        ("oracle", ["ref.txt", "nbest.jsonl"], {"metrics": "wer", "n": 2}),
        ("tune", ["ref.txt", "nbest.jsonl"], {"weights": "am=-1,1 length=0,1", "resamples": 50}),
        ("tune", ["ref.txt", "nbest.jsonl"], {"search": "am,length", "restarts": 2}),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_both_show_the_same(
    texts: Path, command: Command, name: str, places: list[str], options: dict[str, Any]
) -> None:
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    arguments = [places] if name in ("compare", "correlate") else [places[0], places[1:]]
    assert written(getattr(mg, name), *arguments, **options) == reports(
        command, *COMMAND_OF.get(name, ()), name, *places, *words
    )


def test_what_python_holds_is_compared_as_files_are(texts: Path) -> None:
    files = mg.compare(["ref.txt", "base.txt", "new.txt"])
    runs = [mg.score(REFERENCES, each) for each in (BASE, NEW)]
    for held in (mg.compare([REFERENCES, BASE, NEW]), mg.compare(runs), mg.compare([Path("ref.txt"), BASE, runs[1]])):
        assert held.changes == files.changes
        assert held.verdicts == files.verdicts
        assert len({run.name for run in held.runs}) == 2


def test_systems_are_given_by_name(tmp_path: Path) -> None:
    plain = mg.compare([REFERENCES, BASE, NEW])
    runs = {"base": mg.score(REFERENCES, BASE), "new": mg.score(REFERENCES, NEW)}
    for held in (mg.compare(REFERENCES, {"base": BASE, "new": NEW}), mg.compare(runs)):
        assert [run.name for run in held.runs] == ["base", "new"]
        assert [[each.absolute for each in changes] for changes in held.changes] == [
            [each.absolute for each in changes] for changes in plain.changes
        ]
    scored = mg.score_systems(REFERENCES, {"base": BASE, "new": NEW}, metrics="wer", normalize="upper")
    assert [(run.name, run["wer"].value) for run in scored] == [(name, run["wer"].value) for name, run in runs.items()]
    lists = [list(side.values()) for side in (REFERENCES, BASE, NEW)]
    assert [run["wer"] for run in mg.score_systems(lists[0], {"base": lists[1], "new": lists[2]})] == [
        run["wer"] for run in scored
    ]
    mg.report(REFERENCES, {"base": BASE, "new": NEW}, output=str(tmp_path / "page.html"))
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")
    with pytest.raises(
        mg.ScoreError, match='"u1" is not a run; give the reference, and a dict of the systems behind it'
    ):
        mg.compare(REFERENCES)
    with pytest.raises(mg.ScoreError, match=r"^save is for files"):
        mg.score_systems(REFERENCES, {"base": BASE}, save=str(tmp_path / "run"))


def test_runs_are_measured_by_what_they_lack() -> None:
    runs = [mg.score(REFERENCES, each, "wer") for each in (BASE, NEW)]
    (changes,) = mg.compare(runs, metrics=["cer"]).changes
    assert [each.metric for each in changes] == ["cer"]
    with pytest.raises(mg.ScoreError, match="normalize is for files, and hypotheses is a saved run"):
        mg.compare(runs, normalize="lower")
    with pytest.raises(mg.ScoreError, match="texts beside runs have no reference"):
        mg.compare([runs[0], NEW])


def test_conditions_are_found() -> None:
    (finding,) = mg.compare([REFERENCES, NEW, BASE], fail_if=["wer>+0.2"]).findings
    assert finding.fails


def test_nothing_is_printed(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mg.compare([REFERENCES, BASE, NEW])
    mg.correlate([REFERENCES, BASE])
    mg.oracle(REFERENCES, LISTS)
    mg.rerank(LISTS, weights="am=1")
    mg.normalize(["A"], rules="lower")
    mg.score_systems("ref.txt", ["base.txt", "new.txt"])
    assert capsys.readouterr() == ("", "")
    with pytest.raises(mg.ScoreError, match="output_format is that of a file; say which by output"):
        mg.compare([REFERENCES, BASE, NEW], output_format="json")


def test_a_page_is_written(tmp_path: Path) -> None:
    mg.report([REFERENCES, BASE, NEW], output=str(tmp_path / "page.html"))
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_systems_are_scored_as_each_is(texts: Path) -> None:
    runs = mg.score_systems("ref.txt", ["base.txt", "new.txt"])
    assert [run["wer"].value for run in runs] == [mg.score(REFERENCES, each)["wer"].value for each in (BASE, NEW)]


def test_lists_are_chosen_from() -> None:
    """By hand: only the second of the first list and of the last have all words right; am prefers the others."""
    found = mg.oracle(REFERENCES, iter(LISTS), metrics="wer")
    assert found.choices["wer"].ranks == [2, 1, 2]
    assert [each.rank for each in mg.rerank(iter(LISTS), weights="am=1")] == [1, 1, 1]
    assert mg.tune(REFERENCES, iter(LISTS), weights="am=-1,1").surfaces[0].best == ("-1",)
    _, value, test = mg.tune(REFERENCES, iter(LISTS), search="am,length").weights["wer"]
    assert value == 0
    assert test is None
    with pytest.raises(mg.ScoreError, match="words applies to files, and these lists are in memory"):
        mg.oracle(REFERENCES, LISTS, words="words.txt")


def test_errors_name_keywords() -> None:
    with pytest.raises(mg.ScoreError, match=r"^give one of grid, weights and search$"):
        mg.tune(REFERENCES, LISTS)
    with pytest.raises(mg.ScoreError, match=r"^weights needs lists$"):
        mg.tune(REFERENCES, weights="am=1")
    with pytest.raises(mg.ScoreError, match=r"^risk and consensus are two ways to choose"):
        mg.rerank(LISTS, weights="am=1", risk="wer", consensus="wer")
    with pytest.raises(mg.ScoreError, match=r"^vote asks in a terminal"):
        mg.agreement("t.tsv", vote=True)
    with pytest.raises(mg.ScoreError, match=r"^wer and substitutions are the same"):
        mg.simulate(["a"], wer=0.1, substitutions=0.2)


def test_texts_are_normalized_as_the_command_does(texts: Path, command: Command) -> None:
    Path("t.txt").write_text("u1 The Cat!\nu2 a b\n", encoding="utf-8")
    answer = command("normalise", "t.txt", "--rules", "lower,punctuation", "--output", "-")
    assert answer.out == "u1 the cat\nu2 a b\n"
    by_file = mg.normalize("t.txt", rules="lower,punctuation")
    by_dict = mg.normalize({"u1": "The Cat!", "u2": "a b"}, rules=["lower", "punctuation"])
    assert [list(each.texts) for each in (by_file, by_dict)] == [["the cat", "a b"]] * 2
    assert [each.changed for each in by_dict.changes] == [1, 1]
    assert mg.normalize(["The Cat!"], rules=[str.lower]).texts == ["the cat!"]


def test_texts_are_converted(tmp_path: Path) -> None:
    corpus = mg.convert(NEW, str(tmp_path / "new.trn"))
    assert corpus.keys == list(NEW)
    assert (tmp_path / "new.trn").read_text(encoding="utf-8").splitlines()[2] == "x y z (u3)"
    assert list(mg.convert(tmp_path / "new.trn", str(tmp_path / "new.jsonl")).texts) == list(NEW.values())


def test_runs_are_merged_and_verified(texts: Path) -> None:
    for number, ids in enumerate((["u1"], ["u2", "u3"])):
        mg.score(*({key: side[key] for key in ids} for side in (REFERENCES, BASE)), save=f"part.{number}")
    merged = mg.merge(["part.1", "part.0"], save="all")
    assert merged["wer"].value == mg.score(REFERENCES, BASE)["wer"].value
    assert all(mg.verify(["all", "part.0"]))
