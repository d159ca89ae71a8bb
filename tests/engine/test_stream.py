"""Scoring shard by shard: the same numbers, rows, notes and refusals as of both sides held in memory."""

import gzip
import io
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]
SMALL = ("--batch-size", "4")
WORDS = ["le", "chat", "dort", "été", "a", "b"]


def texts(count: int, seed: int = 0) -> tuple[dict[str, str], dict[str, str]]:
    """Two sides, some of whose texts are empty; keys rise."""
    luck = random.Random(seed)
    sides = ({}, {})  # type: tuple[dict[str, str], dict[str, str]]
    for number in range(count):
        for side in sides:
            side[f"u-{number:03}"] = " ".join(luck.choices(WORDS, k=luck.randrange(5)))
    return sides


def kaldi(side: dict[str, str]) -> str:
    return "".join(f"{key} {text}\n" for key, text in side.items())


def trn(side: dict[str, str]) -> str:
    return "".join(f"{text} ({key})\n" for key, text in side.items())


def jsonl(side: dict[str, str]) -> str:
    return "".join(json.dumps({"id": key, "text": text, "speaker": key[-1]}) + "\n" for key, text in side.items())


def plain(side: dict[str, str]) -> str:
    return "".join(f"{text}\n" for text in side.values())


def shuffled(side: dict[str, str]) -> dict[str, str]:
    keys = list(side)
    random.Random(5).shuffle(keys)
    return {key: side[key] for key in keys}


def without(side: dict[str, str], *digits: str) -> dict[str, str]:
    return {key: text for key, text in side.items() if not key.endswith(digits)}


REF, HYP = texts(30)
# By name: the files of both sides, and whether they are held in memory.
CASES: dict[str, tuple[str, str, bool]] = {
    "one order": (kaldi(REF), kaldi(HYP), False),
    "one order, not sorted": (kaldi(shuffled(REF)), kaldi(shuffled(HYP)), False),
    "other orders": (kaldi(REF), kaldi(shuffled(HYP)), True),
    "sorted, not the same": (kaldi(without(REF, "3", "7")), kaldi(without(HYP, "0", "4", "5")), False),
    "nothing left of some shards": (kaldi(REF), kaldi({key: HYP[key] for key in ("u-001", "u-029")}), False),
    "double": (kaldi(REF) + kaldi({"u-000": "a"}), kaldi(HYP), True),
    "double on both sides": (kaldi(REF) + "u-000 a\n", kaldi(HYP) + "u-000 b\n", True),
    "blank lines": ("\n\n" + kaldi(REF), kaldi(HYP).replace("u-011", " \nu-011"), False),
    "line ends and marks": ("\ufeff" + kaldi(REF).replace("\n", "\r\n"), kaldi(HYP).rstrip("\n"), False),
    "a mark inside": (kaldi(REF).replace("u-008", "\ufeffu-008"), kaldi(HYP).replace("u-008", "\ufeffu-008"), False),
    "trn": (trn(REF), trn(HYP), False),
    "trn and kaldi": (trn(without(REF, "1")), kaldi(HYP), False),
    "trn with alternatives": (trn(REF | {"u-020": "{ a / b }"}), trn(HYP), False),
    "jsonl": (jsonl(REF), jsonl(HYP), False),
    "jsonl of many columns": (jsonl(REF).replace('"id": "u-020"', '"x": "1", "id": "u-020"'), jsonl(HYP), False),
    "plain lines": (plain(REF), plain(HYP), False),
}


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    monkeypatch.chdir(tmp_path)

    def write(reference: str, hypothesis: str) -> None:
        Path("ref").write_text(reference, encoding="utf-8")
        Path("hyp").write_text(hypothesis, encoding="utf-8")

    return write


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]


def notes(answer: Answer) -> list[str]:
    return [line for line in answer.err.splitlines() if "held in memory" not in line]


@pytest.mark.parametrize("options", [(), ("--missing", "skip"), ("--extra", "empty"), ("--empties", "drop")])
@pytest.mark.parametrize("name", CASES)
def test_the_same_whether_streamed_or_held(command: Command, put: Any, name: str, options: tuple[str, ...]) -> None:
    reference, hypothesis, held = CASES[name]
    put(reference, hypothesis)
    kind = ["--format", "kaldi"] if "double" in name else []  # by itself, that is no key
    usual = ["score", "ref", "hyp", "--metrics", "wer,cer,chrf", "--as", "json", *kind, *options]
    whole = command(*usual, "--rows", "whole.jsonl", "--save", "whole")
    parts = command(*usual, *SMALL, "--rows", "parts.jsonl", "--save", "parts")
    assert [whole.code, parts.code] == [0, 0], parts.err
    assert json.loads(parts.out) == json.loads(whole.out)
    assert rows("parts.jsonl") == rows("whole.jsonl")
    assert notes(parts) == notes(whole)
    if not options:
        assert ("held in memory" in parts.err) == held
    one, two = mg.Run.load("whole"), mg.Run.load("parts")
    assert one.to_dict() == two.to_dict()
    assert list(one.pairs.keys) == list(two.pairs.keys)
    assert [one["cer"].rows.values.tolist(), one.pairs.fields] == [two["cer"].rows.values.tolist(), two.pairs.fields]
    assert not list(Path().glob("*.unfinished"))


@pytest.mark.parametrize("options", [("--missing", "error"), ("--extra", "error"), ("--duplicate", "error")])
@pytest.mark.parametrize("name", CASES)
def test_the_same_is_refused(command: Command, put: Any, name: str, options: tuple[str, ...]) -> None:
    put(*CASES[name][:2])
    whole = command("score", "ref", "hyp", *options)
    parts = command("score", "ref", "hyp", *options, *SMALL, "--save", "parts")
    assert [parts.code, notes(parts)] == [whole.code, notes(whole)]
    assert Path("parts").exists() == (parts.code == 0)


BAD = {
    "nothing in common": (kaldi(REF), kaldi({f"v{key}": text for key, text in HYP.items()})),
    "no bytes": ("", kaldi(HYP)),
    "blank alone": ("\n\n", kaldi(HYP)),
    "more lines": (plain(REF) + "a\n", plain(HYP)),
    "only one has keys": (plain(REF), kaldi(HYP)),
    "a bad line far down": (jsonl(REF), jsonl(HYP).replace('{"id": "u-020"', '"id": "u-020"')),
    "no id": (trn(REF), trn(HYP).replace("(u-020)", "")),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_told_in_the_same_words(command: Command, put: Any, name: str) -> None:
    put(*BAD[name])
    formats = {"a bad line far down": ["--format", "jsonl"], "no id": ["--format", "trn"]}.get(name, [])
    whole, parts = (command("score", "ref", "hyp", *formats, *more) for more in ((), SMALL))
    assert [whole.code, parts.code] == [2, 2]
    assert notes(parts) == notes(whole)


def test_bytes_that_are_no_text_are_told_with_their_line(command: Command, put: Any) -> None:
    put(kaldi(REF), kaldi(HYP))
    Path("hyp").write_bytes(kaldi(HYP).encode().replace(b"u-020", b"u-020\xff"))
    answer = command("score", "ref", "hyp", *SMALL)
    assert answer.code == 2
    assert "hyp:21: byte 0xff is not UTF-8" in answer.err


def test_gzip_and_standard_input(command: Command, put: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put(kaldi(shuffled(REF)), kaldi(shuffled(HYP)))
    usual = command("score", "ref", "hyp", "--as", "json")
    Path("ref.gz").write_bytes(gzip.compress(kaldi(shuffled(REF)).encode()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("hyp").read_bytes())))
    found = command("score", "ref.gz", "-", "--as", "json", *SMALL)
    assert found.out.replace("ref.gz", "ref").replace("standard input", "hyp") == usual.out
    Path("ref.gz").write_bytes(gzip.compress(kaldi(REF).encode())[:-20])
    assert "ref.gz: the gzip data end too early" in command("score", "ref.gz", "hyp", *SMALL).err


def test_several_systems_and_reports_that_need_all_rows(command: Command, put: Any) -> None:
    put(jsonl(REF), jsonl(HYP))
    Path("new").write_text(jsonl(shuffled(HYP)), encoding="utf-8")
    Path("hyp").write_text(jsonl(HYP), encoding="utf-8")
    more = [
        "--report",
        "metrics,summary,confusions,worst",
        "--by",
        "speaker",
        "--ci",
        "--resample-by",
        "speaker",
        "--as",
        "json",
    ]
    whole, parts = (command("score", "ref", "hyp", "new", *more, *each) for each in ((), SMALL))
    assert json.loads(parts.out) == json.loads(whole.out)


@pytest.mark.parametrize("more", [(), ("--ci", "--resample-by", "speaker", "--by", "speaker")], ids=["sums", "rows"])
def test_what_is_saved_of_a_run_is_what_is_saved_of_one_in_memory(command: Command, put: Any, more: Any) -> None:
    said = HYP | {"u-007": "...", "u-008": ""}  # of which normalization leaves nothing, and of which there was nothing
    put(jsonl(REF), jsonl(said))
    words = ("score", "ref", "hyp", "--normalize", "punctuation", *more, "--save")
    assert [command(*words, "whole").code, command(*words, "parts", *SMALL).code] == [0, 0]
    whole, parts = (json.loads(Path(name, "run.json").read_text(encoding="utf-8")) for name in ("whole", "parts"))
    columns = [about.pop("rows")["columns"] for about in (whole, parts)]
    assert columns[0] == columns[1]
    assert parts == whole | {"layout": 2}
    assert (whole["by"], "interval" in whole["metrics"]["wer"]) == (("speaker", True) if more else (None, False))
    assert mg.Run.load("parts").to_dict() == mg.Run.load("whole").to_dict()
    assert mg.Run.load("whole").pair_counts["empty"] == whole["pairs"]["empty"]


def test_files_of_a_pattern_follow_each_other_by_number(command: Command, put: Any) -> None:
    put(kaldi(REF), kaldi(HYP))
    usual = command("score", "ref", "hyp", "--as", "json")
    lines = kaldi(HYP).splitlines(keepends=True)
    for place in range(11):
        Path(f"hyp.{place}.txt").write_text("".join(lines[3 * place : 3 * place + 3]), encoding="utf-8")
    for more in ((), SMALL):
        found = command("score", "ref", "hyp.*.txt", "--as", "json", *more)
        assert [found.out.replace("hyp.*.txt", "hyp"), found.err] == [usual.out, ""]
    assert "no file matches the pattern" in command("score", "ref", "no*.txt").err
    Path("hyp.3.txt").write_text("[]", encoding="utf-8")
    assert "its files have different formats" in command("score", "ref", "hyp.*.txt").err


def test_parquet_is_read(command: Command, put: Any) -> None:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    put(jsonl(REF), jsonl(HYP))
    usual = command("score", "ref", "hyp", "--as", "json", "--rows", "usual.jsonl")
    for name, side in (("ref", REF), ("hyp", HYP)):
        columns = {"id": list(side), "text": list(side.values()), "speaker": [key[-1] for key in side]}
        parquet.write_table(arrow.table(columns), name, row_group_size=7)
    for more in ((), SMALL):
        found = command("score", "ref", "hyp", "--as", "json", "--rows", "found.jsonl", *more)
        assert found.out.replace("parquet", "jsonl") == usual.out
        assert rows("found.jsonl") == rows("usual.jsonl")
    parquet.write_table(arrow.table({"id": ["a"], "text": [None]}), "hyp")
    assert 'hyp:1: the text, in the column "text", is missing' in command("score", "ref", "hyp", *SMALL).err
    Path("hyp").write_bytes(Path("hyp").read_bytes()[:-9])
    assert "hyp: cannot be read as Parquet" in command("score", "ref", "hyp").err


def test_rows_as_parquet_widen_their_columns(command: Command, put: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    put(kaldi({"u-1": "a", "u-2": "", "u-3": "a b c"}), kaldi({"u-1": "a", "u-2": "", "u-3": "a x y"}))
    for name, more in (("whole", ()), ("parts", ("--batch-size", "1"))):
        assert command("score", "ref", "hyp", "--metrics", "wer,wip", "--rows", f"{name}.parquet", *more).code == 0
    whole, parts = (parquet.read_table(f"{name}.parquet") for name in ("whole", "parts"))
    assert whole.schema == parts.schema
    assert whole.to_pylist() == parts.to_pylist()


def test_a_file_that_changes_is_told(put: Any) -> None:
    from mondegreen.engine.shards import open_streamed
    from mondegreen.formats.stream import open_stream

    put(kaldi(REF), kaldi(HYP))
    reference, hypothesis = (open_stream(name, None, "utf-8", None, None, 4) for name in ("ref", "hyp"))
    shards = open_streamed(reference, hypothesis, mg.Join())
    Path("hyp").write_text(kaldi(without(HYP, "5")), encoding="utf-8")
    with pytest.raises(mg.ScoreError, match="hyp: the file changed while it was read"):
        [shards[place] for place in range(len(shards))]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--batch-size", "0"], "--batch-size is 0; give 1 or more"),
        (["--resume"], "--resume does nothing without --save"),
        (["--num-cpus", "2"], "--num-cpus does nothing without --engine"),
        (["--by", "colour", *SMALL], 'there is no column "colour"'),
    ],
)
def test_bad_options(command: Command, put: Any, options: list[str], sentence: str) -> None:
    put(kaldi(REF), kaldi(HYP))
    answer = command("score", "ref", "hyp", *options)
    assert answer.code == 2
    assert sentence in answer.err
