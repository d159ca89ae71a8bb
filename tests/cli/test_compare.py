"""`mondegreen compare`, from files or saved runs to tables, and what it says of bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer

Command = Callable[..., Answer]
SYSTEM = "utt-1 le chat dort\nutt-2 été\nutt-3 a c d e\n"


@pytest.fixture
def work(files: Path) -> Path:
    """Besides ref.txt and hyp.txt new.txt, and the speakers of the utterances."""
    Path("new.txt").write_text(SYSTEM, encoding="utf-8")
    Path("utt2spk").write_text("utt-1 ann\nutt-2 ann\nutt-3 eve\n", encoding="utf-8")
    return files


def compared(command: Command, *words: str) -> dict[str, list[dict[str, Any]]]:
    answer = command("compare", *words, "--as", "json", "--resamples", "200")
    assert [answer.code, answer.err] == [0, ""]
    return {each["report"]: each["rows"] for each in json.loads(answer.out)["reports"]}


def test_files(work: Path, command: Command) -> None:
    found = compared(command, "ref.txt", "hyp.txt", "new.txt")
    wer = found["changes"][0]
    assert [wer["base"], wer["score"], wer["change"]] == [37.5, 25, -12.5]
    assert wer["relative"] == pytest.approx(-100 / 3)
    assert found["utterances"][0] == {"metric": "wer", "better": 1, "worse": 0, "equal": 2}
    assert found["examples_better"][0]["hypothesis"] == "le chat dort"
    assert found["examples_worse"] == []


def test_the_table_names_its_seed(work: Path, command: Command) -> None:
    answer = command("compare", "ref.txt", "hyp.txt", "new.txt", "--seed", "7", "--resamples", "20")
    assert answer.code == 0
    assert "seed 7" in answer.out


@pytest.mark.parametrize("ending", ["", ".parquet"])
def test_saved_runs_say_the_same_as_files(work: Path, command: Command, ending: str) -> None:
    if ending:
        pytest.importorskip("pyarrow")
    expected = compared(command, "ref.txt", "hyp.txt", "new.txt", "--resample-by", "speaker", "--utt2spk", "utt2spk")
    assert command("score", "ref.txt", "hyp.txt", "--save", f"a{ending}", "--utt2spk", "utt2spk").code == 0
    assert command("score", "ref.txt", "new.txt", "--save", f"b{ending}").code == 0
    assert compared(command, f"a{ending}", f"b{ending}", "--resample-by", "speaker") == expected
    assert compared(command, "ref.txt", f"a{ending}", "new.txt", "--resample-by", "speaker") == expected


def test_saved_runs_take_columns_and_other_metrics(work: Path, command: Command) -> None:
    assert command("score", "ref.txt", "hyp.txt", "new.txt", "--save", "runs", "--metrics", "wer").code == 0
    words = ("--metrics", "ser,wer", "--resample-by", "speaker", "--utt2spk", "utt2spk")
    found = compared(command, "runs/hyp.txt", "runs/new.txt", *words)
    assert found == compared(command, "ref.txt", "hyp.txt", "new.txt", *words)
    assert [row["metric"] for row in found["changes"]] == ["ser", "wer"]


def test_threads_change_nothing(work: Path, command: Command) -> None:
    words = ("ref.txt", "hyp.txt", "new.txt", "ref.txt")
    assert compared(command, *words, "--threads", "1") == compared(command, *words, "--threads", "3")


def test_tags_of_the_references_alone_group_words(work: Path, command: Command) -> None:
    Path("ref.tags").write_text("utt-1 D N V\nutt-2 N\nutt-3 L L L L\n", encoding="utf-8")
    words = ("--by", "word-class", "--ref-tags", "ref.tags")
    found = compared(command, "ref.txt", "hyp.txt", "new.txt", *words)
    groups = {row["group"]: (row["base"], row["score"]) for row in found["by"]}
    assert groups == {"D": (0, 0), "L": (25, 25), "N": (50, 0), "V": (0, 0)}
    assert command("score", "ref.txt", "hyp.txt", "new.txt", "--save", "runs").code == 0
    assert compared(command, "runs/hyp.txt", "runs/new.txt", *words) == found


def test_the_answer_goes_to_a_file(work: Path, command: Command) -> None:
    answer = command("compare", "ref.txt", "hyp.txt", "new.txt", "-o", "changes.tex", "--report", "changes")
    assert answer == (0, "", "")
    assert r"\toprule" in Path("changes.tex").read_text(encoding="utf-8")


BAD: list[tuple[list[str], str]] = [
    (["ref.txt"], "ref.txt: is read as kaldi and holds one text per utterance; give the hypotheses as well"),
    (["ref.txt", "runs/hyp.txt"], "ref.txt: it is not a saved run, and runs/hyp.txt is one; give saved runs alone"),
    (["runs", "ref.txt"], "runs: it is a directory of saved runs; name those wanted: runs/hyp.txt, runs/new.txt"),
    (["ref.txt", "hyp.txt"], "there is only one system; compare needs a baseline and at least one other"),
    (["runs/hyp.txt"], "there is only one system"),
    (["runs/hyp.txt", "new.txt"], "new.txt: there is no saved run here: it has no run.json"),
    (["runs/hyp.txt", "other"], "other: its utterances are in another order than in hyp.txt; score it again"),
    (["runs/hyp.txt", "less"], "new.txt: it has 2 utterances and hyp.txt 3; only one of them has utt-1"),
    (["runs/hyp.txt", "sclite"], "new.txt: wer was not measured as in hyp.txt (policy:sclite); score it again"),
    (["ref.txt", "hyp.txt", "sclite"], "new.txt: wer was not measured as in hyp.txt (policy:sclite)"),
    (["runs/hyp.txt", "runs/new.txt", "--policy", "sclite"], "--policy is for files, and runs/hyp.txt is a saved run"),
    (["runs/hyp.txt", "runs/new.txt", "--ref-format", "stm"], "--ref-format is for files"),
    (["ref.txt", "hyp.txt", "new.txt", "--resample-by", "speaker"], 'there is no column "speaker"'),
    (
        ["ref.txt", "hyp.txt", "new.txt", "--report", "change"],
        'there is no comparison report "change"; did you mean changes?',
    ),
    (["ref.txt", "hyp.txt", "new.txt", "--as", "sclite", "--output", "x"], "--output-format sclite is for the runs of"),
    (["ref.txt", "hyp.txt", "new.txt", "--top", "0"], "--top is 0; give 1 or more"),
    (["ref.txt", "hyp.txt", "new.txt", "--resamples", "0"], "--resamples is 0; give 1 or more"),
    (["ref.txt", "hyp.txt", "new.txt", "--metrics", "wre"], 'there is no metric "wre"; did you mean wer?'),
    (
        ["ref.txt", "hyp.txt", "new.txt", "--output", "no/x.md"],
        "no/x.md: cannot be written: there is no such directory",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input(work: Path, command: Command, words: list[str], sentence: str) -> None:
    Path("less.txt").write_text("".join(Path("ref.txt").read_text(encoding="utf-8").splitlines(keepends=True)[1:]))
    Path("turned.txt").write_text("".join(Path("ref.txt").read_text(encoding="utf-8").splitlines(keepends=True)[::-1]))
    for saving in (
        ["ref.txt", "hyp.txt", "new.txt", "--save", "runs"],
        ["turned.txt", "hyp.txt", "--save", "other"],
        ["less.txt", "new.txt", "--save", "less"],
        ["ref.txt", "new.txt", "--save", "sclite", "--policy", "sclite"],
    ):
        assert command("score", *saving).code == 0
    Path("other/run.json").write_text(
        Path("other/run.json").read_text(encoding="utf-8").replace('"hypothesis": "hyp.txt"', '"hypothesis": "other"'),
        encoding="utf-8",
    )
    answer = command("compare", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.splitlines()[-1].startswith(f"mondegreen: error: {sentence}")


def test_models_that_are_given_count_for_saved_runs_too(work: Path, command: Command) -> None:
    for name, row in (("one.vec", "0 1"), ("other.vec", "0.8 0.6")):
        words = [
            f"{word} {row if word in ('chien', 'd') else '1 0'}"
            for word in ["le", "chat", "chien", "dort", "a", "b", "c", "d", "e"]
        ]
        Path(name).write_text("\n".join(words) + "\n", encoding="utf-8")
    metric = ("--metrics", "wer,wer-s")
    expected = [
        compared(command, "ref.txt", "hyp.txt", "new.txt", *metric, "--vectors", name)["changes"]
        for name in ("one.vec", "other.vec")
    ]
    assert expected[0] != expected[1]
    assert command("score", "ref.txt", "hyp.txt", "new.txt", "--save", "bare").code == 0
    how = (*metric, "--vectors", "one.vec", "--save", "kept")
    assert command("score", "ref.txt", "hyp.txt", "new.txt", *how).code == 0
    for folder, *words in (("bare", *metric), ("kept",)):
        runs = (f"{folder}/hyp.txt", f"{folder}/new.txt")
        assert compared(command, *runs, *words, "--vectors", "other.vec")["changes"] == expected[1]
    assert compared(command, *runs)["changes"] == expected[0]
    Path("mondegreen.toml").write_text('vectors = "other.vec"\n', encoding="utf-8")
    answer = command("compare", *runs, "--as", "json", "--resamples", "200")
    assert json.loads(answer.out)["reports"][0]["rows"] == expected[0]  # a project's go behind those it was measured by
    answer = command("compare", "bare/hyp.txt", "bare/new.txt", *metric, "--as", "json", "--resamples", "200")
    assert json.loads(answer.out)["reports"][0]["rows"] == expected[1]


def test_runs_of_one_name_are_called_by_their_folders(work: Path, command: Command) -> None:
    for folder in ("released", "now"):
        assert command("score", "ref.txt", "hyp.txt", "--save", f"runs/{folder}").code == 0
    answer = command("compare", "runs/released", "runs/now", "--fail-if", "wer>+0", "--as", "csv", "--resamples", "20")
    assert [answer.code, answer.err] == [0, ""]
    assert "wer>+0,runs/now,37.5,37.5,0.0,passed" in answer.out
    answer = command("compare", "ref.txt", "runs/released", "hyp.txt", "--report", "changes", "--resamples", "20")
    assert answer.out.splitlines()[0] == "hyp.txt vs. runs/released (3 utterances)"


def test_a_metric_that_not_all_runs_have_is_told(work: Path, command: Command) -> None:
    assert command("score", "ref.txt", "hyp.txt", "--save", "a", "--metrics", "wer").code == 0
    assert command("score", "ref.txt", "new.txt", "--save", "b", "--metrics", "wer,ser,cer").code == 0
    words = ("compare", "a", "b", "--report", "changes", "--as", "json", "--resamples", "20")
    answer = command(*words)
    told = "mondegreen: warning: not all runs have ser, cer, which --metrics asks for; excluded\n"
    assert [answer.code, answer.err] == [0, told]
    answer = command(*words, "--fail-if", "ser>+1")
    assert [answer.code, answer.out] == [2, ""]
    sentence = "mondegreen: error: ser was not measured in all runs; name it with --metrics wer,ser"
    assert answer.err.splitlines()[1] == sentence
    assert [command(*words, "--fail-if", "ser>+1", "--metrics", "wer,ser")[each] for each in (0, 2)] == [0, ""]


def test_by_force(work: Path, command: Command) -> None:
    assert command("score", "ref.txt", "hyp.txt", "--save", "one").code == 0
    Path("ref.txt").write_text("utt-1 le chat dort\nutt-3 a b c d\n", encoding="utf-8")
    assert command("score", "ref.txt", "new.txt", "--save", "two", "--policy", "sclite").code == 0
    answer = command("compare", "one", "two", "--force", "--as", "json", "--resamples", "20")
    found = {each["report"]: each["rows"] for each in json.loads(answer.out)["reports"]}
    assert [found["changes"][0]["base"], found["tests"][0]["units"]] == [pytest.approx(300 / 7), 2]
    common = "compared over the 2 utterances that all runs have with the same reference"
    assert answer.err.splitlines() == [
        "mondegreen: warning: new.txt: wer was not measured as in hyp.txt (policy:sclite)",
        "mondegreen: warning: new.txt: cer was not measured as in hyp.txt (policy:sclite)",
        f"mondegreen: warning: {common}, of 3 in hyp.txt, 2 in new.txt",
    ]


@pytest.mark.parametrize("name", ["compare", "study correlate"])
def test_what_one_system_lacks_is_left_out_of_all(work: Path, command: Command, name: str) -> None:
    texts = {key: f"{key} a b" for key in ("u1", "u2", "u3", "u4", "u5")}
    heard = texts | {"u2": "u2 a", "u4": "u4", "u5": "u5 a b c"}
    for path, lines, without in (("ref", texts, ""), ("all", heard, ""), ("less", heard, "u1"), ("few", texts, "u1")):
        kept = (line for key, line in lines.items() if key != without)
        Path(path).write_text("\n".join(kept) + "\n", encoding="utf-8")
    how = ("all", "less", "--as", "json", "--resamples", "20")
    expected, found = (command(*name.split(), *words) for words in (("few", *how), ("ref", *how, "--missing", "skip")))
    assert [expected.code, found.code] == [0, 0]
    told = "compared over the 4 utterances that all runs have, without 1 that at least one run excluded: u1"
    assert found.err.splitlines()[-1] == f"mondegreen: warning: {told}"
    rows = [[each["rows"] for each in json.loads(answer.out)["reports"]] for answer in (expected, found)]
    assert rows[0] == rows[1]


def test_by_and_marks(work: Path, command: Command) -> None:
    Path("marks").write_text("utt-1 2\nutt-2 0\nutt-3 1.5\n", encoding="utf-8")
    words = ("hyp.txt", "--report", "changes", "--by", "speaker,word-length", "--by", "position", "--marks", "marks")
    answer = command(
        "compare", "ref.txt", "new.txt", *words, "--utt2spk", "utt2spk", "--as", "json", "--resamples", "50"
    )
    assert [answer.code, answer.err] == [0, ""]
    found = json.loads(answer.out)["reports"]
    assert [each["report"] for each in found] == ["changes", "by", "by", "by", "marks"]
    assert found[1]["rows"][0] | {"relative": None} == {
        "group": "ann",
        "metric": "wer",
        "base": 0,
        "score": 25,
        "change": 25,
        "relative": None,
        "units": 2,
    }
    marks = found[4]["rows"][0]
    assert [marks["worse"], marks["others"], marks["mean_worse"], marks["mean_others"]] == [1, 2, 2, 0.75]
    assert marks["ratio"] == pytest.approx(2 / 0.75)


BAD_MARKS = [
    ("utt-1 1\n", "marks: 2 utterances without a number (write 0 for none): utt-2, utt-3"),
    ("utt-1 one\nutt-2 0\nutt-3 0\n", 'marks: utterance utt-1: "one" is not a number'),
    ("utt-1 -1\nutt-2 0\nutt-3 0\n", "marks: utterance utt-1: -1 is not a number of marks"),
    ("utt-1 nan\nutt-2 0\nutt-3 0\n", "marks: utterance utt-1: nan is not a number of marks"),
    ("utt-1\n", "marks:1: expected an utterance and its value, found 1 field"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD_MARKS)
def test_bad_marks(work: Path, command: Command, text: str, sentence: str) -> None:
    Path("marks").write_text(text, encoding="utf-8")
    answer = command("compare", "ref.txt", "hyp.txt", "new.txt", "--marks", "marks", "--resamples", "5")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")


def test_by_an_unknown_name(work: Path, command: Command) -> None:
    answer = command("compare", "ref.txt", "hyp.txt", "new.txt", "--by", "upoz")
    assert [answer.code, answer.out] == [2, ""]
    assert 'there is no column "upoz"; did you mean upos?' in answer.err


def test_a_condition_that_holds_is_a_failed_run(work: Path, command: Command) -> None:
    words = ("compare", "ref.txt", "hyp.txt", "new.txt", "ref.txt", "--resamples", "20", "--as", "json", "--fail-if")
    passed, failed = command(*words, "wer>+0.2"), command(*words, "wer<+0")
    assert [passed.code, passed.err, failed.code] == [0, "", 1]
    # In a log of which the tables are redirected this is all that is seen.
    assert failed.err.splitlines() == [
        "mondegreen: error: wer is 25.00 in new.txt and 37.50 in the baseline; failed: wer<+0",
        "mondegreen: error: wer is 0.00 in ref.txt and 37.50 in the baseline; failed: wer<+0",
    ]
    rows = json.loads(failed.out)["reports"][0]["rows"]
    assert [(row["system"], row["found"], row["outcome"]) for row in rows] == [
        ("new.txt", -12.5, "FAILED"),
        ("ref.txt", -37.5, "FAILED"),
    ]
    assert command(*words, "wer=1").code == 2
    assert command(*words, "wre>+1").code == 2
