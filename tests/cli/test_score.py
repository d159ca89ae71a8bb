"""`mondegreen score`, from files to table and JSON, and what it says of bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]


def scored(command: Command, *words: str) -> dict[str, Any]:
    answer = command("score", "ref.txt", "hyp.txt", "--as", "json", *words)
    assert [answer.code, answer.err] == [0, ""]
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_table(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt")
    assert [answer.code, answer.err] == [0, ""]
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["wer", "37.50", "%", "3", "8", "words", "1", "1", "1"] in rows
    assert answer.out.splitlines()[-1] == "3 utterances paired by ID, read as kaldi"


def test_what_was_paired_by_order_is_said_to_be(command: Command, files: Path) -> None:
    """Under other IDs, and whatever these are."""
    (files / "other.txt").write_text("x1 a\nx2 b\nx3 c\n", encoding="utf-8")
    answer = command("score", "ref.txt", "other.txt", "--pair-by", "order")
    assert answer.out.splitlines()[-1] == "3 utterances paired by order, read as kaldi"
    assert "3 of their IDs differ" in answer.err


def test_json_is_what_python_gives(files: Path, command: Command) -> None:
    assert scored(command) == mg.score("ref.txt", "hyp.txt").to_dict()


def test_metrics_and_their_options(files: Path, command: Command) -> None:
    found = scored(command, "--metrics", "cer:spaces=no,wer")
    assert list(found["systems"][0]["metrics"]) == ["cer:spaces=no", "wer"]


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
def test_align(files: Path, command: Command, policy: str) -> None:
    found = scored(command, "--policy", policy)["systems"][0]["metrics"]["wer"]
    assert f"|policy:{policy}|" in found["signature"]


def test_threads(files: Path, command: Command) -> None:
    assert scored(command, "--threads", "1") == scored(command, "--threads", "3")


def test_format(files: Path, command: Command) -> None:
    found = scored(command, "--format", "lines")
    assert found["systems"][0]["metrics"]["wer"]["columns"]["words"] == 11


def test_missing_extra_and_double_utterances_are_told(files: Path, command: Command) -> None:
    Path("hyp.txt").write_text("utt-1 le chat\nutt-9 x\nutt-1 le chien\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--as", "json", "--format", "kaldi")
    assert answer.err.splitlines() == [
        "mondegreen: warning: 2 utterances of ref.txt not in hyp.txt, scored as empty: utt-2, utt-3",
        "mondegreen: warning: 1 utterance of hyp.txt not in ref.txt, skipped: utt-9",
        "mondegreen: warning: 1 duplicate utterance ID, kept the first of each: utt-1",
    ]
    (system,) = json.loads(answer.out)["systems"]
    assert system["pairs"] == {"scored": 3, "missing": 2, "extra": 1, "duplicate": 1, "empty": 2}
    assert system["metrics"]["wer"]["columns"]["deletions"] == 6


@pytest.mark.parametrize(("missing", "code", "words"), [("skip", 0, 3), ("empty", 0, 8), ("error", 2, None)])
def test_missing(files: Path, command: Command, missing: str, code: int, words: int | None) -> None:
    Path("hyp.txt").write_text("utt-1 le chat\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--as", "json", "--missing", missing)
    assert answer.code == code
    if words is None:
        assert answer == (2, "", "mondegreen: error: hyp.txt: 2 utterances of ref.txt missing here: utt-2, utt-3\n")
    else:
        assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["columns"]["words"] == words


BAD_FILES = [
    (None, "hyp.txt: cannot be read: No such file or directory"),
    (b"utt-1 a\nutt-2 \xe9t\xe9\n", "hyp.txt:2: byte 0xe9 is not UTF-8"),
    (b"\xff\xfeu\x00", "hyp.txt:1: byte 0xff is not UTF-8"),
    (b"x-1 a\nx-2 b\n", "ref.txt and hyp.txt have no utterance in common; the first IDs are "),
    (
        b"le chat\ndort\n",
        (
            "ref.txt and hyp.txt cannot be paired: only ref.txt has utterance IDs; hyp.txt is read as lines; "
            "to pair them by order: --pair-by order; if neither has IDs: --format lines"
        ),
    ),
    (
        b"1\n00:00:01,000 --> 00:00:02,000\nle chat\n",
        (
            "ref.txt and hyp.txt cannot be paired: only ref.txt has utterance IDs; hyp.txt is read as srt; "
            "name each file after its utterance, or score whole recordings: --whole"
        ),
    ),
]


@pytest.mark.parametrize(("data", "sentence"), BAD_FILES)
def test_bad_files(files: Path, command: Command, data: bytes | None, sentence: str) -> None:
    Path("hyp.txt").unlink() if data is None else Path("hyp.txt").write_bytes(data)
    answer = command("score", "ref.txt", "hyp.txt")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert answer.err.count("\n") == 1


def test_a_folder_is_no_file(files: Path, command: Command) -> None:
    Path("folder").mkdir()
    answer = command("score", "ref.txt", "folder")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith("mondegreen: error: folder: the directory holds no file that ends in .json,")


def test_lines_that_are_not_as_many(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "ref.txt", "--format", "lines")
    assert answer.code == 0
    Path("hyp.txt").write_text("a\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--format", "lines")
    assert answer.code == 2
    assert "hold 3 and 1 texts" in answer.err


SAME = [
    ("utt-1 le chien dort\r\nutt-2 été\r\nutt-3 a c d e\r\n".encode(), "CRLF"),
    ("\ufeffutt-1 le chien dort\nutt-2 été\nutt-3 a c d e".encode(), "byte order mark, no last line end"),
    ("\nutt-1\tle  chien dort \n\n utt-2 été\nutt-3 a c d e\n\n".encode(), "blank lines, tabs, blanks"),
]


@pytest.mark.parametrize(("data", "why"), SAME, ids=[why for _, why in SAME])
def test_the_form_of_lines_changes_nothing(files: Path, command: Command, data: bytes, why: str) -> None:
    expected = scored(command)
    Path("hyp.txt").write_bytes(data)
    assert scored(command) == expected


BAD_WORDS = [
    (["--metrics", "wre"], 'there is no metric "wre"; did you mean wer?'),
    (["--metrics", "wer,"], 'there is no metric ""'),
    (["--metrics", "cer:spaces=perhaps"], 'cer:spaces is "perhaps"; choose from yes, no'),
    (["--as", "tabel"], 'there is no output format "tabel"; did you mean table?'),
    (["--format", "kaldy"], 'there is no format "kaldy"; did you mean kaldi?'),
    (["--policy", "kaldy"], '--policy is "kaldy"; did you mean kaldi?'),
    (["--missing", "drop"], '--missing is "drop"; choose from empty, skip, error'),
    (["--threads", "0"], "--threads is 0; give 1 or more"),
    (["--threads", "many"], '--threads is "many", which is not a whole number'),
    (["--extra", "drop"], '--extra is "drop"; choose from'),
    (["--duplicate", "both"], '--duplicate is "both"; choose from first, last, error'),
    (["--normalize", "lover"], 'there is no normalizer "lover"; did you mean lower?'),
    (["--normalize", "drop"], "drop needs tokens separated by spaces; write drop:TOKENS"),
    (["--tokenize", "wrods"], 'there is no tokenizer "wrods"; did you mean words?'),
    (["--report", "metric"], 'there is no report "metric"; did you mean metrics?'),
    (["--report", ""], 'there is no report ""'),
    (["--top", "0"], "--top is 0; give 1 or more"),
    (["--as", "errs", "--report", "worst"], "--report is for tables, and --output-format errs writes none"),
    (["--as", "errs", "--metrics", "cer"], "--metrics shows nowhere: --output-format errs holds errors of words"),
    (["--as", "sclite", "--output", "folder", "--top", "3"], "--top is for tables, and --output-format sclite writes"),
    (["--by", "speeker"], 'there is no column "speeker"'),
    (["--column", "room"], '--column is "room"; write it as NAME=FILE'),
    (["--column", "room=hyp.txt", "--column", "room=hyp.txt"], '--column gives "room", which another option gives too'),
    (["--column", "room=nowhere"], "nowhere: cannot be read: No such file or directory"),
    (["--ci", "--resample-by", "speaker"], 'there is no column "speaker"; name the speakers with --utt2spk FILE'),
    (["--ci", "--resamples", "0"], "--resamples is 0; give 1 or more"),
    (["--ci", "--level", "100"], "above 0 and below 100"),
    (["--ci", "--seed", "-1"], "--seed is -1; give 0 or more"),
    (["--output", "scores.xml"], "scores.xml: no output format has this ending"),
    (["--rows", "rows.txt"], "rows.txt: rows are written as a file that ends in .jsonl, .csv, .parquet"),
    (["--encoding", "latin-33"], 'unknown text encoding "latin-33"'),
    (["--key-column", "id"], "ref.txt: is read as kaldi, which has no columns to choose from"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_WORDS, ids=[" ".join(words) for words, _ in BAD_WORDS])
def test_bad_words(files: Path, command: Command, words: list[str], sentence: str) -> None:
    answer = command("score", "ref.txt", "hyp.txt", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert sentence in answer.err


def test_a_slip_is_found_before_files_are_read(command: Command) -> None:
    assert 'no metric "wre"' in command("score", "nowhere", "nowhere", "--metrics", "wre").err
    assert 'no output format "tabel"' in command("score", "nowhere", "nowhere", "--as", "tabel").err


def test_a_run_is_kept(files: Path, command: Command) -> None:
    found = scored(command, "--save", "kept")
    assert mg.Run.load("kept").to_dict() == found
    Path("hyp-2.txt").write_bytes(Path("hyp.txt").read_bytes())
    assert command("score", "ref.txt", "hyp.txt", "hyp-2.txt", "--save", "kept").code == 0
    assert sorted(path.name for path in Path("kept").iterdir()) == ["hyp-2.txt", "hyp.txt"]


@pytest.mark.parametrize(
    ("place", "why"),
    [("ref.txt", "it is a file"), (".", "holds other files"), ("ref.txt/x", "ref.txt is not a directory")],
)
def test_a_place_for_the_run_is_looked_at_first(files: Path, command: Command, place: str, why: str) -> None:
    before = Path("ref.txt").read_bytes()
    answer = command("score", "ref.txt", "nowhere.txt", "--save", place)
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {place}: ")
    assert why in answer.err
    assert Path("ref.txt").read_bytes() == before


def test_references_of_which_the_rules_leave_nothing_are_told(files: Path, command: Command) -> None:
    Path("ref.txt").write_text("utt-1 ...\nutt-2 été\nutt-3\n", encoding="utf-8")
    answer = command("score", "ref.txt", "hyp.txt", "--normalize", "punctuation", "--as", "json")
    assert answer.err == (
        "mondegreen: warning: 1 utterance of ref.txt empty after normalization, so that all hypothesis words "
        "there count as insertions: utt-1\n"
    )
    assert command("score", "ref.txt", "hyp.txt").err == ""


def test_metrics_may_show_beside_a_toolkits_file(files: Path, command: Command) -> None:
    for words in (["--metrics", "wer,cer"], ["--metrics", "cer", "--rows", "rows.csv"]):
        assert command("score", "ref.txt", "hyp.txt", "--as", "errs", *words).out.startswith("%WER = ")
    assert "cer" in Path("rows.csv").read_text(encoding="utf-8")


NOTE = "errors vanish with --normalize"


def cased() -> None:
    """A transcript in capitals, and what a model that punctuates makes of it: seven errors, one of them a word."""
    Path("REF").write_text("utt-1 THE CAT SAT ON THE MAT\nutt-2 A DOG\n", encoding="utf-8")
    Path("HYP").write_text("utt-1 The cat sat on a mat.\nutt-2 A dog!\n", encoding="utf-8")


def test_differences_of_case_and_punctuation_are_noted(files: Path, command: Command) -> None:
    cased()
    answer = command("score", "REF", "HYP", "--as", "json")
    hint = "lower,punctuation"
    assert answer.err == f"mondegreen: note: 6 of 7 {NOTE} {hint} (WER 12.50 %)\n"
    (system,) = json.loads(answer.out)["systems"]
    assert system["notes"] == [f"6 of 7 {NOTE} {hint} (WER 12.50 %)"]
    again = command("score", "REF", "HYP", "--as", "json", "--normalize", hint)
    assert again.err == ""
    (system,) = json.loads(again.out)["systems"]
    assert [system["metrics"]["wer"]["score"], system["notes"]] == [12.5, []]


def test_the_note_names_all_steps_that_the_option_needs(files: Path, command: Command) -> None:
    cased()
    answer = command("score", "REF", "HYP", "--normalize", "drop:on ON", "--normalize", "upper")
    assert f"note: 2 of 3 {NOTE} 'drop:on ON,upper,punctuation' (WER 14.29 %)" in answer.err
    again = command("score", "REF", "HYP", "--normalize", "drop:on ON,upper,punctuation")
    assert "14.29" in again.out


def test_each_of_several_systems_has_a_note(files: Path, command: Command) -> None:
    cased()
    Path("same").write_bytes(Path("REF").read_bytes())
    assert command("score", "REF", "HYP", "same").err.startswith(f"mondegreen: note: HYP: 6 of 7 {NOTE}")
    assert command("compare", "REF", "HYP", "same").err.startswith(f"mondegreen: note: HYP: 6 of 7 {NOTE}")


def test_quiet_prints_no_notes_but_warnings(files: Path, command: Command) -> None:
    cased()
    for words in (["score", "REF", "HYP"], ["compare", "REF", "HYP", "HYP"]):
        assert NOTE in command(*words).err
        assert command(*words, "--quiet").err == ""
    Path("mondegreen.toml").write_text('tokenize = "characters"\n', encoding="utf-8")
    Path("HYP").write_text("utt-1 The cat\n", encoding="utf-8")
    answer = command("score", "REF", "HYP", "--format", "kaldi", "--quiet")
    assert answer.err == "mondegreen: warning: 1 utterance of REF not in HYP, scored as empty: utt-2\n"


def test_shards_are_scored_without_a_note(files: Path, command: Command) -> None:
    """Their texts are gone when the errors have been counted."""
    cased()
    assert command("score", "REF", "HYP", "--batch-size", "1").err == ""
