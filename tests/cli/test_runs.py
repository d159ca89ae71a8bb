"""`mondegreen runs`: saved runs are checked, and the exit code says how they stand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, words in (("ref", "a b"), ("hyp", "a c"), ("base", "a b"), ("utt2spk", "ann")):
        Path(name).write_text("".join(f"u-{place} {words}\n" for place in range(9)), encoding="utf-8")
    return tmp_path


WAYS = [
    ("score", "ref", "hyp", "--utt2spk", "utt2spk", "--ci", "--resample-by", "speaker"),
    ("score", "ref", "hyp", "--utt2spk", "utt2spk", "--batch-size", "4"),
    ("score", "ref", "hyp", "--utt2spk", "utt2spk", "--batch-size", "4", "--by", "speaker"),
]


@pytest.mark.parametrize("words", WAYS)
def test_a_run_holds_until_an_input_changes(command: Command, words: tuple[str, ...]) -> None:
    assert command(*words, "--save", "run").code == 0
    said = json.loads(Path("run", "run.json").read_text(encoding="utf-8"))["inputs"]
    assert sorted((each["side"], each["file"]) for each in said) == [
        ("hypothesis", "hyp"),
        ("reference", "ref"),
        ("utt2spk", "utt2spk"),
    ]
    answer = command("runs", "verify", "run")
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.rstrip().endswith("run holds: nothing that was checked differs")
    Path("hyp").write_text(Path("hyp").read_text(encoding="utf-8").replace("c", "b"), encoding="utf-8")
    answer = command("runs", "verify", "run")
    assert [answer.code, answer.err] == [1, ""]
    assert "run does not hold: 1 check of " in answer.out


def test_each_of_several_systems_has_its_own_file(command: Command) -> None:
    assert command("score", "ref", "hyp", "base", "--save", "runs").code == 0
    for name in ("hyp", "base"):
        said = json.loads(Path("runs", name, "run.json").read_text(encoding="utf-8"))["inputs"]
        assert [each["file"] for each in said] == ["ref", name]
    Path("base").write_text("", encoding="utf-8")
    answer = command("runs", "verify", "runs/hyp", "runs/base", "--as", "json")
    assert answer.code == 1
    found = [
        (each["system"], row["name"])
        for each in json.loads(answer.out)["reports"]
        for row in each["rows"]
        if row["state"] == "differs"
    ]
    assert found == [("runs/base", "base")]


def test_sessions_and_patterns(command: Command) -> None:
    Path("t.1").write_text("t_1 a b\n", encoding="utf-8")
    Path("t.2").write_text("t_2 c\n", encoding="utf-8")
    assert command("score", "t.1,t.2", "t.1,t.2", "--metrics", "cpwer", "--save", "run").code == 0
    assert command("score", "ref", "hy*", "--save", "other").code == 0
    answer = command("runs", "verify", "run", "other")
    assert [answer.code, "not checked" in answer.out] == [0, False]
    Path("t.2").unlink()
    answer = command("runs", "verify", "run")
    assert [answer.code, answer.out.count("there is no such file here")] == [0, 2]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["runs", "verify", "nothing"], "nothing: there is no saved run here: it has no run.json"),
        (["runs", "verify"], "RUN must be given"),
        (["runs"], "ACTION must be given"),
        (["runs", "verifi", "run"], 'there is no action "verifi"'),
        (["runs", "verify", "run", "--as", "sclite"], "--output-format sclite is for the runs of `mondegreen score`"),
    ],
)
def test_slips(command: Command, words: list[str], sentence: str) -> None:
    answer = command(*words)
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err


def test_runs_are_listed_with_their_scores(command: Command) -> None:
    """By hand: of 18 reference words 9 are wrong, or none; of one run, another metric."""
    assert command("score", "ref", "hyp", "--metrics", "wer", "--save", "runs/new").code == 0
    assert command("score", "ref", "base", "--metrics", "wer,ser", "--save", "runs/old/base").code == 0
    answer = command("runs", "list", "runs", "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    (report,) = json.loads(answer.out)["reports"]
    rows = [[row[name] for name in ("run", "system", "reference", "utterances", "wer")] for row in report["rows"]]
    assert rows == [["runs/new", "hyp", "ref", 9, 50], ["runs/old/base", "base", "ref", 9, 0]]
    assert [row["ser"] for row in report["rows"]] == [None, 0]
    assert command("runs", "list").out.count(" ref ") == 2


def test_a_run_is_shown_as_it_was_scored(command: Command) -> None:
    words = ("score", "ref", "hyp", "--metrics", "wer,cer", "--ci", "--as", "json")
    scored = json.loads(command(*words, "--save", "runs/new").out)["systems"]
    shown = command("runs", "show", "runs/new", "--as", "json")
    assert [shown.code, shown.err] == [0, ""]
    assert json.loads(shown.out)["systems"][0]["metrics"] == scored[0]["metrics"]
    out = command("runs", "show", "runs/new").out
    assert all(each["signature"] in out for each in scored[0]["metrics"].values())


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["list", "nowhere"], "nowhere: there is no such directory"),
        (["list", "none"], "no saved run in none; mondegreen score --save DIR writes one"),
        (["show", "ref"], "ref: there is no saved run here: it has no run.json"),
        (["show", "runs"], "runs: it is a directory of saved runs; name those wanted: runs/new"),
    ],
)
def test_what_is_no_run_is_not_shown(command: Command, words: list[str], error: str) -> None:
    Path("none").mkdir()
    assert command("score", "ref", "hyp", "--save", "runs/new").code == 0
    assert command("runs", *words) == (2, "", f"mondegreen: error: {error}\n")
