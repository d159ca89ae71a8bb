"""The commands `tune` and `rerank`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
ROWS = [
    {"utt": "utt-1", "nbest": [{"text": "le chat dor", "am": 1, "lm": 0}, {"text": "le chat dort", "am": 0, "lm": 1}]},
    {"utt": "utt-2", "nbest": [{"text": "été", "am": 0, "lm": 0}]},
    {"utt": "utt-3", "nbest": [{"text": "a b c d", "am": 0, "lm": 1}, {"text": "a b", "am": 1, "lm": 0}]},
]


@pytest.fixture
def settings(files: Path) -> Path:
    (files / "lists.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), encoding="utf-8")
    for weight, text in ((9, "a b c"), (10, "a b c d"), (11, "x")):
        (files / f"w{weight}.txt").write_text(f"utt-1 le chat dort\nutt-2 été\nutt-3 {text}\n", encoding="utf-8")
    return files


def reports(answer: tuple[int, str, str]) -> dict[str, list[dict[str, Any]]]:
    assert answer[0] == 0, answer[2]
    return {each["report"]: each["rows"] for each in json.loads(answer[1])["reports"]}


def test_files_of_settings(settings: Path, command: Run) -> None:
    words = ["ref.txt", "--grid", "w{lm}.txt", "--metrics", "wer,cer", "--test", "ref.txt", "--test-grid", "w{lm}.txt"]
    found = reports(command("nbest", "tune", *words, "--as", "json"))
    assert [row["score"] for row in found["surface_wer"]] == [12.5, 0.0, 50.0]
    # All are as good: of 27 resamples of three utterances eight lack the one in which settings differ.
    assert found["best"][0] == {"metric": "wer", "lm": "10", "score_wer": 0.0, "score_cer": 0.0, "flat": 3}
    assert found["test"][0] == {"metric": "wer", "lm": "10", "score_wer": 0.0, "score_cer": 0.0, "least": 0.0}
    shown = command("nbest", "tune", *words)[1]
    assert "██ 0.00 *" in shown


def test_weights_of_lists(settings: Path, command: Run) -> None:
    found = reports(
        command("nbest", "tune", "ref.txt", "lists.jsonl", "--weights", "am=1 lm=0,2 length=0", "--as", "json")
    )
    assert found["surface_wer"][0] == {"am": "1", "0_0": 37.5, "2_0": 0.0}
    assert found["best"][0]["lm"] == "2"


def test_line_search_and_what_it_found_applied(settings: Path, command: Run) -> None:
    words = ["--search", "am,lm,length", "--test", "ref.txt", "--test-lists", "lists.jsonl"]
    (row,) = reports(command("nbest", "tune", "ref.txt", "lists.jsonl", *words, "--as", "json"))["weights"]
    assert (row["score"], row["test"]) == (0.0, 0.0)
    assert command("nbest", "rerank", "lists.jsonl", "--weights", row["weights"], "--output", "best.txt")[0] == 0
    assert (settings / "best.txt").read_text("utf-8") == "utt-1 le chat dort\nutt-2 été\nutt-3 a b c d\n"


def test_rerank_tells_ranks_and_scores(settings: Path, command: Run) -> None:
    assert command("nbest", "rerank", "lists.jsonl", "--weights", "am=1", "--n", "1", "--output", "o.jsonl")[0] == 0
    first = json.loads((settings / "o.jsonl").read_text("utf-8").splitlines()[0])
    assert first == {"utterance": "utt-1", "text": "le chat dor", "rank": "1", "score": "1", "am": "1", "lm": "0"}
    rows = '{"utt": "u", "nbest": [{"text": "x", "score": -2.5}, {"text": "y", "score": -3}]}\n'
    (settings / "own.jsonl").write_text(rows, encoding="utf-8")
    assert command("nbest", "rerank", "own.jsonl", "--weights", "score=-1", "--output", "o.jsonl")[0] == 0
    told = json.loads((settings / "o.jsonl").read_text("utf-8"))
    assert told == {"utterance": "u", "text": "y", "rank": "2", "score": "3", "list_score": "-3"}
    assert command("nbest", "rerank", "lists.jsonl", "--weights", "lm=1", "--risk", "cer", "--output", "o.trn")[0] == 0
    assert len((settings / "o.trn").read_text("utf-8").splitlines()) == 3


def test_what_settings_lack_is_told(settings: Path, command: Run) -> None:
    (settings / "v9.txt").write_text("utt-1 le chat dort\n", encoding="utf-8")
    words = ["ref.txt", "--grid", "w{lm}.txt", "--test", "ref.txt", "--test-grid", "v{lm}.txt"]
    code, _, err = command("nbest", "tune", *words)
    assert (code, "warning: the test set has nothing at the chosen setting lm 10" in err) == (0, True)


def test_what_a_setting_lacks_is_left_out_of_all(settings: Path, command: Run) -> None:
    (settings / "w9.txt").write_text("utt-1 le chat dort\n", encoding="utf-8")
    (settings / "one.txt").write_text("utt-1 le chat dort\n", encoding="utf-8")
    words = ["--grid", "w{lm}.txt", "--missing", "skip", "--as", "json"]
    found = command("nbest", "tune", "ref.txt", *words)
    told = "settings are compared over the 1 utterance that all of them have; 2 missing from some: utt-2, utt-3"
    assert found[2].splitlines()[-1] == f"mondegreen: warning: {told}"
    alone = reports(command("nbest", "tune", "one.txt", *words))
    assert reports(found)["surface_wer"] == alone["surface_wer"]
    assert reports(found)["best"] == alone["best"]
    (settings / "w10.txt").write_text("utt-2 a\n", encoding="utf-8")
    code, out, err = command("nbest", "tune", "ref.txt", *words)
    assert (code, out, "ref.txt: no utterance is common to all settings; remove" in err) == (2, "", True)


def test_plain_scores_look_at_no_words(settings: Path, command: Run) -> None:
    """What says how texts are compared concerns --risk and --consensus alone."""
    for option in (("--scale", "2"), ("--normalize", "lower"), ("--policy", "sclite"), ("--tokenize", "characters")):
        code, out, err = command("nbest", "rerank", "lists.jsonl", "--weights", "am=1", *option)
        assert (code, out) == (2, "")
        assert f"{option[0]} is for --risk and --consensus; scores alone look at no words" in err
        assert command("nbest", "rerank", "lists.jsonl", "--weights", "am=1", *option, "--risk", "wer")[0] == 0


def test_what_a_project_holds_is_for_other_commands_too(settings: Path, command: Run) -> None:
    (settings / "mondegreen.toml").write_text('format = "kaldi"\nnormalize = ["lower"]\n', encoding="utf-8")
    assert command("nbest", "rerank", "lists.jsonl", "--weights", "am=1")[0] == 0


def test_where_nothing_was_said_no_weights_are_better(settings: Path, command: Run) -> None:
    (settings / "empty.txt").write_text("utt-1\nutt-2\nutt-3\n", encoding="utf-8")
    for metric in ("wer", "wip"):
        words = ["--search", "am,lm", "--metrics", metric, "--as", "json"]
        (row,) = reports(command("nbest", "tune", "empty.txt", "lists.jsonl", *words))["weights"]
        assert row["score"] is None


def test_a_file_without_a_list_is_told(settings: Path, command: Run) -> None:
    (settings / "none.txt").write_text("", encoding="utf-8")
    code, out, err = command("nbest", "rerank", "none.txt", "--weights", "length=1")
    assert (code, out, "none.txt: it holds no list" in err) == (2, "", True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--grid", "w{lm}.txt", "--as", "wer-summary"], "--output-format wer-summary is for the runs"),
        ([], "give one of --grid PATTERN, --weights RANGES and --search NAMES"),
        (["lists.jsonl", "--grid", "w{lm}.txt"], "--grid names all files itself"),
        (["--weights", "am=1"], "--weights needs lists"),
        (["--grid", "v{lm}.txt"], "v{lm}.txt: no file fits the pattern"),
        (["--grid", "w9.txt"], "w9.txt: the pattern names no setting"),
        (["--grid", "w{lm}.txt", "--test", "ref.txt"], "--test and --test-grid go together"),
        (
            ["--grid", "w{lm}.txt", "--test", "ref.txt", "--test-grid", "w{wip}.txt"],
            "--grid names lm, and --test-grid wip; name the same",
        ),
        (["lists.jsonl", "--weights", "am=1 am=2"], '"am" is given twice'),
        (["lists.jsonl", "--search", "am,am"], '"am" is given twice'),
        (["lists.jsonl", "--weights", "am"], '"am" is not the range of a weight'),
        (["lists.jsonl", "--weights", "ac=1"], 'there is no score "ac"'),
        (["lists.jsonl", "--search", "ac"], 'there is no score "ac"'),
        (["lists.jsonl", "--search", "am", "--restarts", "-1"], "--restarts is -1; give 0 or more"),
        (["lists.jsonl", "--search", "am", "--seed", "-1"], "--seed is -1; give 0 or more"),
        (["lists.jsonl", "--search", "am", "--level", "90"], "--level is for maps, and --search draws none"),
        (["lists.jsonl", "--weights", "am=1", "--restarts", "3"], "--restarts is for --search"),
        (["lists.jsonl", "--weights", "am=1,lm=2"], '"am=1,lm=2" is more than one range; separate them by spaces'),
        (["lists.jsonl", "--weights", "am=inf"], '"inf" is not a range'),
        (["lists.jsonl", "--weights", "am=1", "--lm-weight", "9"], "--lm-weight has no effect on lists read as"),
        (["lists.jsonl", "--weights", "am=1", "--format", "trn"], "--format has no effect on lists read as jsonl"),
        (["lists.jsonl", "--weights", "am=1", "--test-grid", "w{am}.txt"], "--test-grid does not go with --weights"),
        (["--grid", "w{lm}.txt", "--n", "3"], "--n is for lists, and --grid names files of single texts"),
        (["lat", "--words", "words.txt", "--weights", "lm=7", "--n", "3"], "--n does nothing here: of lattices"),
    ],
)
def test_slips(words: list[str], told: str, settings: Path, command: Run) -> None:
    code, out, err = command("nbest", "tune", "ref.txt", *words)
    assert (code, out, told in err) == (2, "", True), err


def test_a_map_as_a_picture(settings: Path, command: Run) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert command("nbest", "tune", "ref.txt", "--grid", "w{lm}.txt", "--plot", "map.png")[0] == 0
    assert (settings / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_consensus_needs_lattices_and_one_way(settings: Path, command: Run) -> None:
    words = ["nbest", "rerank", "lists.jsonl", "--weights", "lm=1", "--output", "o.txt"]
    code, _, err = command(*words, "--consensus", "wer")
    assert (code, "utterance utt-1: a consensus is computed from a lattice" in err) == (2, True)
    for option in (("--n", "5"), ("--lm-weight", "3")):
        code, _, err = command(*words, "--consensus", "wer", *option)
        assert (code, f"{option[0]} does nothing for --consensus, which sees all paths" in err) == (2, True)
    code, _, err = command(*words, "--consensus", "wer", "--risk", "wer")
    assert (code, "--risk and --consensus are two ways" in err) == (2, True)
    assert not (settings / "o.txt").exists()
