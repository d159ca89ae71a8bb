"""`mondegreen score` of meetings: sessions from files to tables and JSON, and what it says of bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from recorded import decode_content, read_case, write_files

Command = Callable[..., Answer]

REFERENCE = "s 1 A 0.0 1.0 a b\ns 1 B 1.0 2.0 c d\nt 1 A 0.0 1.0 e\n"
HYPOTHESIS = "s 1 x 1.0 2.0 c\ns 1 y 0.0 1.0 a b\nt 1 x 0.0 1.0 e\n"


@pytest.fixture(autouse=True)
def _sessions(files: Path) -> None:
    (files / "ref.stm").write_text(REFERENCE, encoding="utf-8")
    (files / "hyp.stm").write_text(HYPOTHESIS, encoding="utf-8")


def test_tables(command: Command) -> None:
    reports = "metrics,sessions,speakers,utterances"
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer,orcwer", "--report", reports)
    assert [answer.code, answer.err] == [0, ""]
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["cpwer", "20.00", "%", "1", "5", "words", "0", "1", "0"] in rows
    assert ["cpwer", "s", "25.00", "1", "4", "0", "1", "0"] in rows
    assert ["cpwer", "s", "B", "x", "1", "2", "0", "1", "0"] in rows
    assert ["orcwer", "s", "s-1-1.000-2.000", "B", "x"] in rows


def test_json_and_rows(files: Path, command: Command) -> None:
    words = ("score", "ref.stm", "hyp.stm", "hyp.stm", "--metrics", "tcpwer:collar=2", "--ci")
    answer = command(*words, "--as", "json", "--report", "metrics,speakers", "--rows", "rows.jsonl")
    assert [answer.code, answer.err] == [0, ""]
    found: dict[str, Any] = json.loads(answer.out)
    assert len(found["systems"]) == 2
    score = found["systems"][0]["metrics"]["tcpwer:collar=2"]
    assert (score["score"], score["columns"]["speakers"]) == (20.0, 3)
    assert score["interval"]["low"] <= score["score"] <= score["interval"]["high"]
    assert score["interval"]["over"] == "session"
    assert found["reports"][0]["rows"][0]["hypothesis"] == "y"
    rows = [json.loads(line) for line in (files / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["utterance"], row["tcpwer:collar=2.errors"]) for row in rows] == [("s", 1), ("t", 0)] * 2


def test_a_file_for_each_speaker(files: Path, command: Command) -> None:
    for name, text in (("r1", "a b"), ("r2", "c"), ("h1", "c"), ("h2", "a x")):
        (files / name).write_text(f"mix-1 {text}\n", encoding="utf-8")
    answer = command("score", "r1,r2", "h1,h2", "--metrics", "pfer", "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    assert json.loads(answer.out)["systems"][0]["metrics"]["pfer"]["columns"]["errors"] == 1


def test_espnets_mixtures(tmp_path: Path, command: Command) -> None:
    """The words that its own script pairs, utterance by utterance: the sum of its final sclite run."""
    case = read_case("espnet", "11_multispk2")
    write_files(case["in"], tmp_path)
    decode = "exp/asr_train_multispkr_raw_en_char/decode_asr_asr_model_valid.acc.ave/tt_mix"
    sides = (tmp_path / "dump/raw/tt_mix", tmp_path / decode)
    files = [",".join(str(side / f"text_spk{number}") for number in (1, 2)) for side in sides]
    answer = command("score", *files, "--metrics", "pfer", "--policy", "sclite", "--as", "json")
    columns = json.loads(answer.out)["systems"][0]["metrics"]["pfer"]["columns"]
    result = decode_content(case["files"][f"{decode}/score_wer/result.txt"]).decode()
    scores = [line.split(") ")[1].split() for line in result.splitlines() if line.startswith("Scores:")]
    theirs = [sum(int(row[place]) for row in scores) for place in range(4)]
    assert [columns[name] for name in ("substitutions", "deletions", "insertions")] == theirs[1:]
    assert columns["words"] == sum(theirs[:3])


@pytest.mark.parametrize("ending", ["", ".parquet"])
def test_saved_runs_are_compared(files: Path, command: Command, ending: str) -> None:
    if ending:
        pytest.importorskip("pyarrow")
    (files / "new.stm").write_text(HYPOTHESIS.replace(" c\n", " c d\n"), encoding="utf-8")
    words = ("--metrics", "cpwer,tcpwer:collar=2,orcwer", "--as", "json")
    before = {}
    for name in ("hyp.stm", "new.stm"):
        answer = command("score", "ref.stm", name, *words, "--save", f"{name}.run{ending}")
        assert [answer.code, answer.err] == [0, ""]
        before[name] = json.loads(answer.out)["systems"][0]["metrics"]
    answer = command("compare", f"hyp.stm.run{ending}", f"new.stm.run{ending}", "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    found = json.loads(answer.out)
    assert [each["metrics"] for each in found["systems"]] == list(before.values())
    changes, tests, *_ = found["reports"]
    assert [(row["metric"], row["change"]) for row in changes["rows"]] == [
        ("cpwer", -20),
        ("tcpwer:collar=2", -20),
        ("orcwer", -20),
    ]
    # Of all speakers' words in a row no alignment tells which are right, so tests of words are left out.
    assert {(row["test"], row["unit"]) for row in tests["rows"]} == {
        (name, "session") for name in ("randomization", "bootstrap", "sign", "wilcoxon")
    }


def test_messages_speak_of_sessions(files: Path, command: Command) -> None:
    (files / "hyp.stm").write_text("s 1 x 0 1 a b\nu 1 x 0 1 a\n", encoding="utf-8")
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer")
    assert "1 session of ref.stm not in hyp.stm, scored as empty: t" in answer.err
    assert "1 session of hyp.stm not in ref.stm, skipped: u" in answer.err
    assert "2 sessions paired by ID, 1 missing, 1 extra" in answer.out
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer", "--missing", "error")
    assert "hyp.stm: 1 session of ref.stm missing here: t" in answer.err
    (files / "hyp.stm").write_text("u 1 x 0 1 a\n", encoding="utf-8")
    assert "have no session in common" in command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer").err
    assert "utterance" not in answer.err


def test_of_sessions_only_their_own_metrics_are_compared(files: Path, command: Command) -> None:
    """Which words of a session are right depends on who is taken for whom, so texts in a row say nothing."""
    for name in ("one", "two"):
        words = ("ref.stm", "hyp.stm", "--metrics", "cpwer,orcwer", "--save", name)
        assert command("score", *words).code == 0
    answer = command("compare", "one", "two", "--metrics", "orcwer", "--resamples", "20", "--as", "csv")
    assert answer.code == 0
    assert "orcwer," in answer.out
    assert "cpwer," not in answer.out
    (files / "mondegreen.toml").write_text('metrics = ["wer"]\n', encoding="utf-8")
    assert command("compare", "one", "two", "--resamples", "20").code == 0  # what a project usually measures
    (files / "mondegreen.toml").unlink()
    for options, sentence in (
        (["--metrics", "wer"], 'there is no metric of sessions in the run "wer"; did you mean cpwer?'),
        (["--ties", "best"], "--ties is for pairs of texts, and hyp.stm is of sessions"),
        (["--by", "word-length"], "word-length groups words, and which of a session are right each metric says"),
    ):
        answer = command("compare", "one", "two", *options)
        assert [answer.code, answer.out] == [2, ""]
        assert sentence in answer.err


def test_a_name_that_is_missing_at_a_comma(command: Command) -> None:
    answer = command("score", "ref.stm,", "hyp.stm", "--metrics", "cpwer")
    assert [answer.code, answer.out] == [2, ""]
    assert '"ref.stm," lacks a name at a comma; write it as FILE,FILE' in answer.err


def test_bad_times_are_told_with_their_line(files: Path, command: Command) -> None:
    (files / "hyp.stm").write_text(HYPOTHESIS + "t 1 x 3.0 2.0 e\n", encoding="utf-8")
    answer = command("score", "ref.stm", "hyp.stm", "--metrics", "cpwer")
    assert (answer.code, answer.out) == (2, "")
    assert "hyp.stm:4: the end, 2.0, is before the start, 3.0" in answer.err


def test_texts_without_speakers_are_refused(command: Command) -> None:
    answer = command("score", "ref.stm", "hyp.txt", "--hyp-format", "lines", "--metrics", "cpwer")
    assert (answer.code, answer.out) == (2, "")
    assert "hyp.txt: has no speakers" in answer.err


def scores(command: Command, *words: str) -> dict[str, float]:
    chosen = () if "--metrics" in words else ("--metrics", "cpwer")
    answer = command("score", *words, *chosen, "--as", "json")
    assert answer.code == 0, answer.err
    metrics = json.loads(answer.out)["systems"][0]["metrics"]
    return {name: metrics[name]["score"] for name in metrics}


def test_a_ctm_for_each_speaker_keeps_its_times(files: Path, command: Command) -> None:
    (files / "ref.stm").write_text("s 1 A 0 1 a b\ns 1 B 1 2 c d\n", encoding="utf-8")
    (files / "A.ctm").write_text("s 1 0.0 0.3 a\ns 1 0.4 0.2 b\n", encoding="utf-8")
    (files / "B.ctm").write_text("s 1 1.0 0.3 c\ns 1 1.4 0.2 x\n", encoding="utf-8")
    assert scores(command, "ref.stm", "A.ctm,B.ctm", "--metrics", "tcpwer,cpwer") == {"tcpwer": 25, "cpwer": 25}


@pytest.mark.parametrize(("name", "text"), [("e.stm", ""), ("e.json", "[]"), ("e.json", "{}")])
def test_nothing_recognized_is_all_deletions(files: Path, command: Command, name: str, text: str) -> None:
    (files / name).write_text(text, encoding="utf-8")
    assert set(scores(command, "ref.stm", name, "--metrics", "cpwer,tcpwer,orcwer").values()) == {100}
    assert command("score", name, "ref.stm", "--metrics", "cpwer").code == 2


def test_a_format_and_an_encoding_of_one_side(files: Path, command: Command) -> None:
    (files / "hyp").write_bytes("s 1 0.0 0.3 é\ns 1 0.4 0.2 b\n".encode("latin-1"))
    (files / "ref").write_text("s 1 A 0 1 é b\n", encoding="utf-8")
    words = ("--ref-format", "stm", "--hyp-format", "ctm", "--hyp-encoding", "latin-1")
    assert scores(command, "ref", "hyp", *words) == {"cpwer": 0}


def test_turns_without_words_are_nothing_to_score(files: Path, command: Command) -> None:
    (files / "ref.rttm").write_text("SPEAKER s 1 0.0 1.0 <NA> <NA> A <NA> <NA>\n", encoding="utf-8")
    answer = command("score", "ref.rttm", "ref.rttm", "--metrics", "cpwer")
    assert [answer.code, answer.out] == [2, ""]
    assert "nothing to score" in answer.err


def test_shards_and_python_give_the_same(files: Path, command: Command) -> None:
    """In memory, in shards of one session each, and as sessions of Python: the same numbers and the same files."""
    words = ("ref.stm", "hyp.stm", "--metrics", "cpwer,tcpwer:collar=2", "--as", "json")
    ours = command("score", *words, "--save", "one")
    answer = command("score", *words, "--batch-size", "1", "--save", "two")
    assert [answer.code, answer.out] == [0, ours.out]
    rows = [path.read_bytes() for name in ("one", "two") for path in sorted((files / name).glob("rows*"))]
    assert rows[0] == b"".join(rows[1:])
    run = mg.score(files / "ref.stm", files / "hyp.stm", ["cpwer", "tcpwer:collar=2"])
    found = json.loads(ours.out)["systems"][0]["metrics"]
    assert {label: score.value for label, score in run.scores.items()} == {
        label: each["score"] for label, each in found.items()
    }
    assert [each.matched[0].reference for each in run.outcomes["cpwer"]] == ["A", "A"]
    assert mg.Run.load("two").outcomes["cpwer"] == run.outcomes["cpwer"]


def test_reports_that_need_all_sessions_are_refused_in_shards(command: Command) -> None:
    words = ("ref.stm", "hyp.stm", "--metrics", "orcwer", "--report", "metrics,sessions,speakers,utterances")
    assert command("score", *words).code == 0
    answer = command("score", *words, "--batch-size", "1")
    assert (answer.code, answer.out) == (2, "")
    assert "--report speakers needs all sessions in memory, and they are scored in shards" in answer.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--metrics", "wer,cpwer"], "cpwer scores sessions of several speakers, and wer utterances; score them apart"),
        (["--metrics", "cpwer", "--whole"], "--whole is for utterances, and cpwer scores sessions"),
        (["--metrics", "cpwer", "--report", "confusions"], 'there is no report "confusions"'),
        (["--metrics", "cpwer", "--as", "sclite", "--output", "dir"], "--output-format sclite holds pairs of texts"),
        (["--metrics", "cpwerr"], 'there is no metric "cpwerr"'),
        (["--metrics", "tcpwer:collar=-1"], 'tcpwer:collar is "-1"'),
        (["--metrics", "cpwer", "--report", "groups"], 'there is no report "groups"'),
        (["--metrics", "cpwer:collar=1"], 'cpwer has no options, and no "collar"'),
    ],
)
def test_what_score_refuses_of_sessions(command: Command, words: list[str], sentence: str) -> None:
    answer = command("score", "ref.stm", "hyp.stm", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err
    assert "need a hypothesis" in command("score", "ref.stm", "--metrics", "cpwer").err


def test_metrics_of_sessions_are_refused_where_utterances_are_measured(command: Command) -> None:
    assert command("score", "ref.stm", "hyp.stm", "--save", "run").code == 0
    answer = command("compare", "run", "run", "--metrics", "cpwer")
    assert (answer.code, answer.out) == (2, "")
    assert "cpwer is for sessions of several speakers, and hyp.stm is of utterances" in answer.err
