"""Runs of parts become the run of the whole: the same in every way, and nothing twice or left out in silence."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.results.merged import common_pattern, describe_difference, merge_runs

Command = Callable[..., Answer]
KEYS = [f"u-{place}" for place in range(9)]
REF = {key: f"le chat {key[-1]} dort" for key in KEYS}
HYP = {key: f"le chien {key[-1]}" for key in KEYS}
METRICS = ("--metrics", "wer,cer:spaces=no,chrf")


def put(name: str, side: dict[str, str]) -> str:
    Path(name).write_text("".join(f"{key} {text}\n" for key, text in side.items()), encoding="utf-8")
    return name


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> list[str]:
    """Three parts of the hypotheses, scored against the whole reference; kept in two kinds of files."""
    monkeypatch.chdir(tmp_path)
    put("ref.txt", REF)
    for place, ending in enumerate(["", ".parquet", ""]):
        put(f"hyp.{place}.txt", {key: HYP[key] for key in KEYS[3 * place : 3 * place + 3]})
        part = ("ref.txt", f"hyp.{place}.txt", "--missing", "skip", "--save", f"part.{place}{ending}")
        assert command("score", *part, *METRICS).code == 0
    return ["part.0", "part.1.parquet", "part.2"]


def merged(command: Command, *words: str) -> dict[str, Any]:
    answer = command(
        "runs", "merge", *words, "--save", f"whole{len(list(Path().glob('whole*'))) or ''}", "--as", "json"
    )
    assert [answer.code, answer.err] == [0, ""]
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_the_run_of_the_whole(command: Command, parts: list[str]) -> None:
    put("hyp.*.txt", HYP)
    whole = command("score", "ref.txt", "hyp.*.txt", *METRICS, "--missing", "skip", "--as", "json", "--save", "once")
    assert merged(command, *reversed(parts)) == json.loads(whole.out)
    one, two = mg.Run.load("once"), mg.Run.load("whole")
    assert one.to_dict() == two.to_dict()
    assert [list(one.pairs.keys), list(one.pairs.hypotheses)] == [two.pairs.keys, two.pairs.hypotheses]
    assert one["chrf"].rows.values.tolist() == two["chrf"].rows.values.tolist()
    assert merged(command, "whole")["systems"] == json.loads(whole.out)["systems"]


def test_a_run_of_merged_runs_is_one_too(command: Command, parts: list[str]) -> None:
    assert command("runs", "merge", *parts[:2], "--save", "two", "--missing", "skip").code == 0
    named = merged(command, "two", parts[2], "--name", "all")["systems"][0]
    assert [named["name"], named["pairs"]["scored"]] == ["all", 9]


def test_parts_with_references_of_their_own(command: Command, parts: list[str]) -> None:
    """What a part lacks was scored as empty, and stays so; what it has too much is counted."""
    more = HYP | {"x-1": "a", "x-5": "b"}
    for place in range(2):
        some = [*KEYS, "x-1", "x-5"][place::2]
        put(f"r{place}", {key: REF[key] for key in some if key in REF})
        put(f"h{place}", {key: more[key] for key in some if key != "u-4"})
        assert command("score", f"r{place}", f"h{place}", "--save", f"p{place}").code == 0
    whole = put("ref", REF), put("hyp", {key: text for key, text in more.items() if key != "u-4"})
    once = json.loads(command("score", *whole, "--as", "json").out)["systems"][0]
    answer = command("runs", "merge", "p0", "p1", "--save", "both", "--as", "json", "--reference", "ref.txt")
    both = json.loads(answer.out)["systems"][0]
    assert [both["pairs"], both["metrics"]] == [once["pairs"], once["metrics"]]
    assert "1 utterance of r* not in h*, scored as empty: u-4" in answer.err


def test_what_one_part_has_too_much_another_scores(command: Command, parts: list[str]) -> None:
    """The whole hypothesis was scored against parts of the reference."""
    put("hyp", HYP | {"x-1": "a"})
    for place in range(2):
        put(f"r{place}", {key: REF[key] for key in KEYS[place::2]})
        assert command("score", f"r{place}", "hyp", "--save", f"p{place}").code == 0
    once = json.loads(command("score", "ref.txt", "hyp", "--as", "json").out)["systems"][0]
    answer = command("runs", "merge", "p0", "p1", "--save", "both", "--as", "json")
    both = json.loads(answer.out)["systems"][0]
    assert [both["pairs"], both["metrics"]] == [once["pairs"], once["metrics"]]
    assert answer.err == "mondegreen: warning: 1 utterance of hyp not in r*, skipped: x-1\n"


def test_how_a_reference_is_read_is_refused_without_one(command: Command, parts: list[str]) -> None:
    for option in (["--format", "lines"], ["--encoding", "latin1"]):
        refused(command, [*parts, *option], f"{option[0]} says how --reference is read; give that too")


def refused(command: Command, words: list[str], sentence: str) -> None:
    answer = command("runs", "merge", *words, "--save", "whole")
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err
    assert not Path("whole").exists()


def test_overlaps_are_refused_by_name(command: Command, parts: list[str]) -> None:
    put("hyp.3.txt", {key: HYP[key] for key in ("u-8", "u-1")})
    assert command("score", "ref.txt", "hyp.3.txt", *METRICS, "--missing", "skip", "--save", "part.3").code == 0
    refused(command, [*parts, "part.3"], "part.3 and part.0 both have 1 utterance: u-1")
    refused(command, [parts[0], parts[0]], "part.0 and part.0 both have 3 utterances: u-0, u-1, u-2")
    for place in range(2):
        assert command("score", "ref.txt", f"hyp.{place}.txt", "--save", f"filled.{place}").code == 0
    refused(command, ["filled.0", "filled.1"], "; score parts of a whole reference with --missing skip")


def test_gaps_are_refused_by_name(command: Command, parts: list[str]) -> None:
    refused(command, parts[:2], "3 utterances of the reference in no part: u-6, u-7, u-8; score them")
    answer = command("runs", "merge", *parts[:2], "--save", "some", "--missing", "skip")
    assert [answer.code, "3 missing" in answer.out] == [0, True]
    put("more.txt", REF | {"u-9": "a"})
    refused(command, [*parts, "--reference", "more.txt"], "1 utterance of the reference in no part: u-9")
    put("less.txt", {key: REF[key] for key in KEYS[1:]})
    refused(command, [*parts, "--reference", "less.txt"], "1 utterance of the parts not in the reference: u-0")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--normalize", "upper"], "part.3: is not a part of the same run as part.0: other signatures of wer (wer.v1|"),
        (["--metrics", "mer"], "other metrics (wer, cer:spaces=no, chrf; wer, cer:spaces=no, chrf, mer)"),
        (["--column", "day=days"], "other fields"),
        (["--missing", "empty"], "other ways of joining"),
    ],
)
def test_parts_of_other_runs_are_refused(command: Command, parts: list[str], options: list[str], sentence: str) -> None:
    put("days", dict.fromkeys(KEYS, "monday"))
    usual = ["score", "ref.txt", "hyp.2.txt", *METRICS, "--missing", "skip", "--save", "part.3"]
    assert command(*usual, *options).code == 0
    refused(command, [*parts[:2], "part.3"], sentence)


def test_what_is_no_part(command: Command, parts: list[str]) -> None:
    refused(command, [*parts, "nothing"], "nothing: there is no saved run here")
    for name in ("plain", "other"):
        Path(name).write_text("a\nb\n", encoding="utf-8")
    assert command("score", "plain", "other", "--save", "lines").code == 0
    refused(command, ["lines", "lines"], "lines: was paired by line; merging needs utterance IDs")
    rows = Path("part.0", "rows.jsonl")
    rows.write_text(rows.read_text(encoding="utf-8").replace("u-1", "u-x"), encoding="utf-8")
    refused(command, parts, "part.0/rows.jsonl: it was changed after run.json was written")


def test_no_part_is_replaced_by_the_whole(command: Command, parts: list[str]) -> None:
    before = mg.Run.load("part.0").to_dict()
    for name in ("part.0", "./part.0/"):
        answer = command("runs", "merge", *parts, "--save", name)
        assert answer.code == 2
        assert f"{name}: an input is in it (part.0) and would be overwritten" in answer.err
    assert mg.Run.load("part.0").to_dict() == before


def test_a_part_is_no_place_for_the_whole_in_python_either(parts: list[str]) -> None:
    """However its name is written; a single part may be replaced by itself."""
    Path("link").symlink_to("part.0")
    for name in ("part.0", "./part.1.parquet/", "link"):
        with pytest.raises(mg.ScoreError, match=r": is one of the parts; save the merged run under another name$"):
            merge_runs(parts, name)
    before = mg.Run.load("part.0").to_dict()["systems"][0]["metrics"]
    merge_runs(["part.0"], "part.0", skip=True)
    assert mg.Run.load("part.0").to_dict()["systems"][0]["metrics"] == before


def test_rows_are_linked_where_that_can_be_and_else_copied(parts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    merge_runs(parts[:1], "linked", skip=True)

    def refuse(*_: object) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(os, "link", refuse)
    merge_runs(parts[:1], "copied", skip=True)
    rows, *others = (
        Path(name) for name in ("part.0/rows.jsonl", "linked/rows-000000.jsonl", "copied/rows-000000.jsonl")
    )
    assert [rows.samefile(other) for other in others] == [True, False]
    assert rows.read_bytes() == others[1].read_bytes()
    assert mg.Run.load("copied").to_dict() == mg.Run.load("linked").to_dict()


def test_the_versions_of_packages_are_those_of_any_part(parts: list[str]) -> None:
    """Where parts differ, each of them, in their order."""
    said = [{"torch": "1", "spacy": "3"}, {"torch": "2"}, {"torch": "1", "numpy": "9"}]
    for part, packages in zip(parts, said, strict=True):
        path = Path(part, "run.json")
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"packages": packages}), encoding="utf-8")
    merge_runs(parts, "whole")
    assert json.loads(Path("whole", "run.json").read_text("utf-8"))["packages"] == {
        "torch": "1 and 2",
        "spacy": "3",
        "numpy": "9",
    }


def test_the_whole_is_named_after_its_folder_where_parts_have_nothing_in_common(
    command: Command, parts: list[str]
) -> None:
    for name, keys in (("a", KEYS[:4]), ("b", KEYS[4:])):
        put(f"{name}.ref", {key: REF[key] for key in keys})
        put(name, {key: HYP[key] for key in keys})
        assert command("score", f"{name}.ref", name, "--save", f"of.{name}").code == 0
    assert merge_runs(["of.a", "of.b"], "deep/whole").name == "whole"
    assert merge_runs(["of.a", "of.b"], "named", name="all").name == "all"
    assert mg.Run.load("named").reference == "*.ref"
    assert merge_runs(["of.a"], "one").name == "a"


def test_pairs_that_were_left_out_belong_to_the_whole(command: Command, parts: list[str]) -> None:
    """By empties=drop: they are no gaps, and no utterances that the reference does not have."""
    put("hyp", HYP | {"u-2": "", "u-7": ""})
    for place in range(2):
        some = KEYS[5 * place : 5 * place + 5]
        put(f"r{place}", {key: REF[key] for key in some})
        put(f"h{place}", {key: "" if key in ("u-2", "u-7") else HYP[key] for key in some})
        assert command("score", f"r{place}", f"h{place}", "--empties", "drop", "--save", f"p{place}").code == 0
    once = json.loads(command("score", "ref.txt", "hyp", "--empties", "drop", "--as", "json").out)["systems"][0]
    for words in ([], ["--reference", "ref.txt"]):
        answer = command("runs", "merge", "p0", "p1", "--save", f"both{len(words)}", "--as", "json", *words)
        both = json.loads(answer.out)["systems"][0]
        assert [both["pairs"], both["metrics"]] == [once["pairs"], once["metrics"]]
    answer = command("runs", "merge", "p0", "p0", "--save", "twice")
    assert "both have 5 utterances: u-0, u-1, u-3, ..." in answer.err


@pytest.mark.parametrize(
    ("what", "ours", "theirs", "sentence"),
    [
        ("versions", "1", "2", "versions (1; 2)"),
        (
            "settings",
            {"policy": "kaldi", "by": None},
            {"policy": "sclite", "by": 1},
            "settings of policy (kaldi; sclite)",
        ),
        ("settings", {"a": 1}, {"a": 1, "b": 2}, "settings of b (None; 2)"),
        ("settings", {"a": 1, "b": 2}, {"b": 2}, "settings of a (1; None)"),
        ("fields", ["a"], ["b"], "fields (['a']; ['b'])"),
    ],
)
def test_of_what_differs_the_first_is_named(what: str, ours: Any, theirs: Any, sentence: str) -> None:
    assert describe_difference(what, ours, theirs) == sentence


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (["a/hyp.1.txt", "a/hyp.12.txt"], "a/hyp.1*.txt"),
        (["same", "same"], "same"),
        (["one"], "one"),
        (["a", "b"], ""),
        (["ab", "abc"], "ab*"),
        (["x.txt", "y.txt"], "*.txt"),
        (["aXa", "aa"], "a*a"),
        (["aa", "a"], "a*"),  # no letter is both of the start and of the end
        (["r1s", "r2s", "r1t"], "r*"),
    ],
)
def test_a_name_for_many(names: list[str], pattern: str) -> None:
    assert common_pattern(names) == pattern
