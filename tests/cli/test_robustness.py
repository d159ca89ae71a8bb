"""`mondegreen study robustness`: every table, picture and form, and what cannot be done."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from noisy import TABLE, VECTORS, WORDS, texts

Command = Callable[..., Answer]
KNOWN = ["--table", "t.tsv", "--vectors", "v.vec", "--frequencies", "counts.txt", "--stop-words", "stop.txt"]
FEW = ["--rates", "0:0.4:0.2", "--draws", "2"]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    TABLE.save("t.tsv")
    rows = ((word, VECTORS.rows([word])[0].tolist()) for word in WORDS)
    Path("v.vec").write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows), encoding="utf-8")
    Path("counts.txt").write_text(
        "".join(f"{word} {3 ** (len(WORDS) - at)}\n" for at, word in enumerate(WORDS)), encoding="utf-8"
    )
    Path("stop.txt").write_text("w0\nw1\n", encoding="utf-8")
    Path("text.txt").write_text("".join(f"u{at} {text}\n" for at, text in enumerate(texts(1))), encoding="utf-8")
    lines = (f"{one}\t{other}\t{at % 7}\n" for at, (one, other) in enumerate(zip(texts(2), texts(3))))
    Path("pairs.tsv").write_text("sentence1\tsentence2\tscore\n" + "".join(lines), encoding="utf-8")
    return tmp_path


def reports(command: Command, *words: str) -> dict[str, Any]:
    answer = command("study", "robustness", *words, *KNOWN, *FEW, "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    return {each["report"]: each for each in json.loads(answer.out)["reports"]}


def test_all_tables(work: Path, command: Command) -> None:
    found = reports(command, "text.txt", "--encoders", "avg,usif", "--metrics", "wer,ember", "--pairs", "toy=pairs.tsv")
    assert list(found) == ["curves", "lines", "distances", "by_sound", "by_sense", "pearson", "spearman"]
    curves = found["curves"]["rows"]
    assert [row["rate"] for row in curves] == [0, 0.2, 0.4]
    assert curves[0]["wer"] == 0
    assert curves[2]["avg"] < curves[1]["avg"] < curves[0]["avg"] <= 1
    assert "avg:sd" in curves[0]
    assert found["curves"]["note"].endswith("; cut by punctuated; errors of t.tsv, bernoulli, seeds 0 to 1")
    lines = {row["subject"]: row for row in found["lines"]["rows"]}
    assert lines["avg"]["slope"] < 0 < lines["wer"]["slope"]
    assert lines["usif"]["signature"].startswith("usif.v1|raw-vectors:v.vec-")
    assert [row["subject"] for row in found["distances"]["rows"]] == ["avg", "usif", "wer", "ember"]
    assert list(found["pearson"]["rows"][0])[:5] == ["set", "subject", "pairs", "at_0", "sd_0"]
    assert {row["set"] for row in found["pearson"]["rows"]} == {"toy"}


def test_the_usual_encoders(work: Path, command: Command) -> None:
    found = reports(command, "text.txt")
    assert [row["subject"] for row in found["lines"]["rows"]] == ["avg", "avg-stop", "sif", "usif", "subs-stop"]
    assert [row["subject"] for row in reports(command, "text.txt", "--metrics", "wer")["lines"]["rows"]] == ["wer"]


def test_the_same_seed_gives_the_same(work: Path, command: Command) -> None:
    first, again, other = (
        reports(command, "text.txt", "--encoders", "sif", "--seed", seed) for seed in ("1", "1", "9")
    )
    assert first == again
    assert first["curves"] != other["curves"]


def test_pairs_alone_are_texts_too_and_one_name_is_one_set(work: Path, command: Command) -> None:
    found = reports(command, "--encoders", "avg", "--pairs", "x=pairs.tsv", "--pairs", "x=pairs.tsv")
    assert "240 sentences" in found["curves"]["note"]
    assert [row["pairs"] for row in found["pearson"]["rows"]] == [120]


def test_frequencies_counted_in_a_text(work: Path, command: Command) -> None:
    answer = command(
        "study", "robustness", "text.txt", "--encoders", "sif", "--table", "t.tsv", "--vectors", "v.vec", *FEW,
        "--frequencies", "text:text.txt", "--as", "json",
    )  # fmt: skip
    assert answer.code == 0
    assert "frequencies:counted-" in answer.out


def test_marks_are_set_apart_and_rules_are_used(work: Path, command: Command) -> None:
    """Else no word would be known."""
    Path("text.txt").write_text("u1 W5, (W6) W7.\nu2 W8!\n", encoding="utf-8")
    found = reports(command, "text.txt", "--metrics", "wer", "--encoders", "avg")
    assert found["curves"]["rows"][0]["avg"] == pytest.approx(1)
    assert reports(command, "text.txt", "--encoders", "avg", "--normalize", "drop:W5")["curves"]["rows"][0]["avg"] > 0


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "latex"])
def test_every_form(work: Path, command: Command, form: str) -> None:
    answer = command(
        "study", "robustness", "text.txt", "--metrics", "wer", "--encoders", "avg", *KNOWN, *FEW, "--as", form
    )
    assert [answer.code, answer.err] == [0, ""]
    assert ("a avg" in answer.out) == (form == "table")  # drawn with letters
    assert "0.2" in answer.out


def test_a_picture_and_a_file(work: Path, command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    words = ["study", "robustness", "text.txt", "--metrics", "wer,cer", "--encoders", "avg", *KNOWN, *FEW]
    answer = command(*words, "--plot", "curves.svg", "--output", "found.json")
    assert [answer.code, answer.out, answer.err] == [0, "", "mondegreen: note: wrote curves.svg\n"]
    picture = Path("curves.svg").read_text(encoding="utf-8")
    assert all(label in picture for label in (">WER<", ">CER<", ">avg<", ">simulated errors per word<"))
    assert json.loads(Path("found.json").read_text(encoding="utf-8"))["reports"]


BAD = [
    ([], "there is nothing to corrupt; give TEXT, or --pairs FILE"),
    (["nowhere.txt"], "nowhere.txt: cannot be read"),
    (["empty.txt"], "empty.txt: "),
    (["text.txt", "--encoders", "sfi"], 'there is no encoder "sfi"; did you mean sif?'),
    (["text.txt", "--metrics", "wre"], 'there is no metric "wre"; did you mean wer?'),
    (["text.txt", "--rates", "0:2:1"], '--rates is "0:2:1"; a rate is a share from 0 to 1'),
    (["text.txt", "--pair-rates", "x"], '--pair-rates is "x"; write rates such as'),
    (["text.txt", "--distances", "0.1,0.2"], '--distances is "0.1,0.2"; give one rate'),
    (["text.txt", "--draws", "0"], "--draws is 0; give 1 or more"),
    (["text.txt", "--seed", "-1"], "--seed is -1; give 0 or more"),
    (["text.txt", "--table", "nowhere.tsv"], "nowhere.tsv: cannot be read"),
    (["text.txt", "--mode", "some"], '--mode is "some"; choose from '),
    (["text.txt", "--threads", "0"], "--threads is 0; give 1 or more"),
    (["text.txt", "--pair-rates", "0.1"], "--pair-rates applies to --pairs, and none are given"),
    (["text.txt", "--plot", "nowhere/x.svg", "--table", "nowhere.tsv"], "nowhere/x.svg: cannot be written"),
    (["text.txt", "--plot", "x.gif"], "x.gif: a plot ends in"),
    (["text.txt", "--vectors", "nowhere.vec"], "nowhere.vec: there is no such file of word vectors"),
    (["text.txt", "--frequencies", "text.txt"], "text.txt:1: expected a word and a count"),
    (["--pairs", "bad.tsv"], "bad.tsv:3: there is no score of these sentences"),
    (["--pairs", "a=text.txt"], "text.txt:1: expected at least 7 columns"),
    (["text.txt", "--as", "sclite"], "--output-format sclite is for the runs of"),
    (["strange.txt", "--encoders", "avg"], "avg: no word of strange.txt has a vector in v.vec-"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input(work: Path, command: Command, words: list[str], sentence: str) -> None:
    Path("empty.txt").touch()
    Path("strange.txt").write_text("u1 nobody knows\nu2 these words\n", encoding="utf-8")
    Path("bad.tsv").write_text("sentence1\tsentence2\tscore\na\tb\t1\na\tb\t\n", encoding="utf-8")
    answer = command("study", "robustness", *KNOWN, *FEW, *words, "--output", "out.json")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert not Path("out.json").exists()


def test_encoders_are_listed_and_explained(command: Command) -> None:
    answer = command("help", "encoders")
    assert "usif" in answer.out
    assert command("help", "sif").out.startswith("encoder sif (study robustness --encoders sif)\n\nSIF: means weighted")


def test_a_rate_that_cannot_be_reached_is_told(work: Path, command: Command) -> None:
    """A quarter of the words have no row in the table."""
    words = ["study", "robustness", "text.txt", "--encoders", "avg", *KNOWN, "--draws", "1", "--rates", "0.95"]
    answer = command(*words, "--mode", "calibrated")
    assert answer.code == 0
    assert "warning: at the rate 0.95: a rate of 0.95 cannot be reached" in answer.err
    assert command(*words, "--mode", "exact").code == 2
