"""One number, whichever door: the function, the command, the drop-ins, saved runs, shards, merged parts and Ray."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

import mondegreen as mg
from clusters import RAY
from conftest import Answer
from programs import ours

Command = Callable[..., Answer]
# wer-s adds up distances between vectors, whose last digits would tell another order of the sums.
METRICS = "wer,cer,ser,wip,chrf,wer-s"
VECTORS = "vectors.txt"


class Corpus(NamedTuple):
    """Two sides, and the options of all who score them."""

    reference: dict[str, str]
    hypothesis: dict[str, str]
    policy: str
    parts: int


def corpus(seed: int) -> Corpus:
    """Words of a few letters, so that many alignments are equally good; some texts empty, some missing, any order."""
    luck = random.Random(seed)
    words = ["a", "b", "ab", "ba", "été", "东", "x'y", "-"][: luck.randint(2, 8)]
    keys = [f"s{luck.randrange(3)}-u{number:03}" for number in range(luck.randint(4, 60))]
    if luck.random() < 0.6:
        keys.sort()
    sides = ({}, {})  # type: tuple[dict[str, str], dict[str, str]]
    for side in sides:
        for key in keys:
            side[key] = " ".join(luck.choices(words, k=luck.choice((0, 1, 3, 9, 30))))
    missing = luck.sample(keys, luck.choice((0, 0, 1, 3)))
    hypothesis = {key: text for key, text in sides[1].items() if key not in missing}
    if luck.random() < 0.3:
        hypothesis = dict(sorted(hypothesis.items(), key=lambda _: luck.random()))
    return Corpus(sides[0], hypothesis, luck.choice(("kaldi", "sclite")), luck.randint(1, 4))


@pytest.fixture(params=range(12))
def house(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """A corpus, written as the files ref and hyp."""
    monkeypatch.chdir(tmp_path)
    made = corpus(request.param)
    for name, side in (("ref", made.reference), ("hyp", made.hypothesis)):
        Path(name).write_text("".join(f"{key} {text}\n" for key, text in side.items()), encoding="utf-8")
    luck = random.Random(1)
    rows = (
        f"{word} {' '.join(repr(luck.gauss(0, 1)) for _ in range(9))}\n" for word in ("a", "b", "ab", "ba", "été", "东")
    )
    Path(VECTORS).write_text("".join(rows), encoding="utf-8")
    return made


def numbers(found: dict[str, Any]) -> dict[str, Any]:
    """Scores, what they were made from, and their signatures: all digits."""
    (system,) = found["systems"]
    return {"metrics": system["metrics"], "scored": system["pairs"]["scored"], "missing": system["pairs"]["missing"]}


def scored(command: Command, house: Corpus, *words: str, hypothesis: str = "hyp") -> dict[str, Any]:
    usual = ("score", "ref", hypothesis, "--format", "kaldi", "--metrics", METRICS, "--policy", house.policy)
    answer = command(*usual, "--vectors", VECTORS, "--as", "json", *words)
    assert answer.code == 0, answer.err
    return numbers(json.loads(answer.out))


@pytest.mark.filterwarnings("ignore::mondegreen.ScoreWarning")
def test_the_function_the_command_and_what_they_keep(command: Command, house: Corpus) -> None:
    said = scored(command, house, "--save", "kept")
    resources = mg.Resources(chosen={"vectors": VECTORS})
    run = mg.score(
        house.reference, house.hypothesis, METRICS.split(","), policy=cast("Any", house.policy), resources=resources
    )
    assert numbers(run.to_dict()) == said
    assert numbers(mg.Run.load("kept").to_dict()) == said
    run.save("function")
    assert numbers(mg.Run.load("function").to_dict()) == said
    assert sum_of_rows(run) == {name: found["columns"] for name, found in said["metrics"].items()}


def sum_of_rows(run: mg.Run) -> dict[str, dict[str, float]]:
    """Rows summed by hand, in another order: the digits are the same."""
    import math

    found = {}
    for label, score in run.scores.items():
        rows = score.rows.values[::-1]
        found[label] = {name: math.fsum(column) for name, column in zip(score.rows.columns, rows.T)}
    return found


def test_shards_and_merged_parts(command: Command, house: Corpus) -> None:
    said = scored(command, house)
    assert scored(command, house, "--batch-size", "5", "--save", "shards") == said
    assert numbers(mg.Run.load("shards").to_dict()) == said
    lines = Path("hyp").read_text(encoding="utf-8").splitlines(keepends=True)
    size = -(-len(lines) // house.parts)
    for part in range(house.parts):
        Path(f"hyp.{part}").write_text("".join(lines[size * part : size * part + size]), encoding="utf-8")
    parts = [part for part in range(house.parts) if Path(f"hyp.{part}").stat().st_size]
    for part in parts:
        scored(command, house, "--missing", "skip", "--save", f"part.{part}", hypothesis=f"hyp.{part}")
    skip = scored(command, house, "--missing", "skip")
    words = [f"part.{part}" for part in parts]
    answer = command("runs", "merge", *words, "--missing", "skip", "--save", "whole", "--as", "json")
    assert numbers(json.loads(answer.out)) == skip
    assert numbers(mg.Run.load("whole").to_dict()) == skip
    assert scored(command, house, "--missing", "skip", "--batch-size", "7", hypothesis="hyp.*") == skip


def test_the_drop_ins(command: Command, house: Corpus, tmp_path: Path) -> None:
    """compute-wer counts what is missing as Kaldi's scripts do (--mode=all), and sclite what both sides have."""
    kaldi = scored(command, house, "--policy", "kaldi")["metrics"]
    printed = ours("compute-wer", ["--text", "--mode=all", "ark:ref", "ark:hyp"], tmp_path).output.decode()
    wer = re.search(r"%WER (\S+) \[ (\d+) / (\d+), (\d+) ins, (\d+) del, (\d+) sub", printed)
    assert wer is not None
    columns = kaldi["wer"]["columns"]
    assert [int(each) for each in wer.groups()[1:3]] == [columns["errors"], columns["words"]]
    if columns["words"]:
        assert wer[1] == f"{kaldi['wer']['score']:.2f}"
    ser = re.search(r"%SER \S+ \[ (\d+) / (\d+)", printed)
    assert ser is not None
    assert [int(each) for each in ser.groups()] == list(kaldi["ser"]["columns"].values())
    for name, side in (("r.trn", house.reference), ("h.trn", house.hypothesis)):
        both = {key: text for key, text in side.items() if key in house.hypothesis}
        Path(name).write_text("".join(f"{text} ({key})\n" for key, text in both.items()), encoding="utf-8")
    words = ["-r", "r.trn", "trn", "-h", "h.trn", "trn", "-i", "rm", "-o", "rsum", "stdout", "-e", "utf-8"]
    sum_line = re.search(r"^ *\| Sum .*", ours("sclite", words, tmp_path).output.decode(), re.MULTILINE)
    assert sum_line is not None
    cells = [int(each) for each in re.findall(r"\d+", sum_line[0])]
    counted = scored(command, house, "--policy", "sclite", "--missing", "skip")["metrics"]["wer"]["columns"]
    parts = ("words", "substitutions", "deletions", "insertions", "errors")
    assert [cells[1], *cells[3:7]] == [counted[name] for name in parts]


RAYS = pytest.mark.parametrize("house", [2, 5], indirect=True)


class TestRay:
    """The same from the cluster."""

    pytestmark = RAY

    @RAYS
    def test_ray(self, command: Command, house: Corpus, address: str) -> None:
        said = scored(command, house)
        words = ("--engine", "ray", "--ray-address", address, "--batch-size", "9", "--save", "kept")
        assert scored(command, house, *words) == said
        assert numbers(mg.Run.load("kept").to_dict()) == said
        halves = [list(house.hypothesis.items())[part::2] for part in (0, 1)]
        skip = scored(command, house, "--missing", "skip")
        for part, half in enumerate(halves):
            Path(f"hyp.{part}").write_text("".join(f"{key} {text}\n" for key, text in half), encoding="utf-8")
            words = ("--engine", "ray", "--ray-address", address, "--missing", "skip", "--save", f"part.{part}")
            scored(command, house, *words, hypothesis=f"hyp.{part}")
        answer = command("runs", "merge", "part.0", "part.1", "--missing", "skip", "--save", "whole", "--as", "json")
        assert answer.code == 0, answer.err
        assert numbers(json.loads(answer.out)) == skip
