"""`mondegreen kaldi score`: Kaldi's files, a table of settings, and a word about what is doubtful."""

import gzip
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bars import watched
from conftest import Answer
from kaldi_recipe import FIRST, recipe
from mondegreen.dropin.kaldi.score_kaldi import score_kaldi_cer, score_kaldi_wer

Command = Callable[..., Answer]
SCORE = ("kaldi", "score", "data", "lang", "exp/decode")
EDGE = "mondegreen: warning: WER: the best weight, 8, is the largest that was tried; try larger ones by --max-lmwt\n"
FEW = ("--min-lmwt", "7", "--max-lmwt", "8", "--word-ins-penalty", "0.0,0.5")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return recipe(tmp_path)


def test_the_best_setting_is_marked(command: Command, here: Path) -> None:
    answer = command(*SCORE, *FEW)
    assert (answer.code, answer.err) == (0, EDGE)
    rows = [line.split() for line in answer.out.splitlines()]
    assert ["7", "20.00", "20.00"] in rows
    assert ["8", "0.00", "*", "0.00"] in rows
    assert (here / "exp/decode/scoring_kaldi/wer_details/per_utt").exists()


def left(here: Path) -> dict[Path, bytes]:
    files = (path for path in here.rglob("*") if path.is_file() and path.suffix != ".log")
    return {path.relative_to(here): path.read_bytes() for path in files}


def test_the_files_are_those_of_the_scripts(command: Command, here: Path) -> None:
    command(*SCORE, *FEW, "--characters")
    ours = left(here)
    shutil.rmtree(here / "exp")
    recipe(here)
    words = [word.encode() for word in (*FEW, *SCORE[2:])]
    for script, stage in ((score_kaldi_wer, []), (score_kaldi_cer, [b"--stage", b"2"])):
        script([*stage, *words], io.BytesIO(), io.BytesIO(), io.BytesIO())
    assert ours == left(here)


def test_other_metrics_have_tables_of_their_own(command: Command) -> None:
    answer = command(*SCORE, *FEW, "--metrics", "wil,cer", "--as", "json")
    reports = json.loads(answer.out)["reports"]
    assert [report["report"] for report in reports] == ["wer", "wil", "cer"]
    assert reports[1]["rows"][1] == {"lmwt": 8, "penalty_0.0": 0.0, "penalty_0.5": 0.0}


def test_progress_counts_utterances_and_settings(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three utterances, two weights by two penalties."""
    bars = watched(monkeypatch)
    command(*SCORE, *FEW, "--characters", "--metrics", "wil")
    steps = ("wer of each setting", "cer of each setting", "other metrics")
    assert bars.items() >= {"searching lattices": (3, 3), **dict.fromkeys(steps, (4, 4))}.items()


def test_one_alignment_agrees_with_the_details(command: Command, here: Path) -> None:
    (here / "data/text").write_text("u1 b a\nu2 c\nu3 a d\n", encoding="utf-8")  # a b: one swap, told in two ways
    command(*SCORE, *FEW)
    assert "2 / 5, 1 ins, 1 del, 0 sub" in (here / "exp/decode/wer_8_0.0").read_text(encoding="utf-8")
    command(*SCORE, *FEW, "--one-alignment")
    assert "2 / 5, 0 ins, 0 del, 2 sub" in (here / "exp/decode/wer_8_0.0").read_text(encoding="utf-8")
    assert "u1 #csid 0 2 0 0" in (here / "exp/decode/scoring_kaldi/wer_details/per_utt").read_text(encoding="utf-8")


def cut(here: Path) -> None:
    path = here / "exp/decode/lat.2.gz"
    path.write_bytes(path.read_bytes()[:-12])


def foreign(here: Path) -> None:
    (here / "lang/words.txt").write_text("<eps> 0\na 1\nb 2\nc 3\n", encoding="utf-8")


def lost_job(here: Path) -> None:
    (here / "exp/decode/lat.2.gz").unlink()


def lost_utterance(here: Path) -> None:
    (here / "exp/decode/lat.1.gz").write_bytes(gzip.compress(FIRST.partition("u2")[0].encode()))


def twice(here: Path) -> None:
    (here / "data/text").write_text("u1 a b\nu2 c\nu3 a d\nu2 c\n", encoding="utf-8")


def job(data: bytes) -> Callable[[Path], None]:
    """Adds the file of a third job."""

    def add(here: Path) -> None:
        (here / "exp/decode/lat.3.gz").write_bytes(data)

    return add


def job_twice(here: Path) -> None:
    job((here / "exp/decode/lat.1.gz").read_bytes())(here)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (cut, "lat.2.gz"),
        (job(b"hello"), "exp/decode/lat.3.gz: it is no gzip file: gunzip reads nothing of it"),
        (job(b""), "exp/decode/lat.3.gz: it is no gzip file: gunzip reads nothing of it"),
        (job(gzip.compress(b"")), "exp/decode/lat.3.gz: it holds no lattice in which a path ends"),
        (job(gzip.compress(b"hello")), 'exp/decode/lat.3.gz: byte 0: the key "hello" is not followed by'),
        (job(gzip.compress(b"hello\n")), "exp/decode/lat.3.gz: it holds no lattice in which a path ends"),
        (
            job_twice,
            "exp/decode: there is more than one lattice of u1, u2, in lat.1.gz and lat.3.gz; is a job there twice?",
        ),
        (foreign, "word 4 is not among the words"),
        (lost_job, "lat.2.gz: it is not there, of 2 jobs"),
        (lost_utterance, "1 of 3 utterances have no hypothesis: u2"),
        (twice, "utterance u2 is there twice"),
    ],
)
def test_what_is_doubtful_is_told_and_is_an_error_if_strict(
    spoil: Callable[[Path], None], said: str, command: Command, here: Path
) -> None:
    spoil(here)
    answer = command(*SCORE, *FEW)
    assert answer.code == 0
    assert "mondegreen: warning: " in answer.err
    assert said in answer.err
    answer = command(*SCORE, *FEW, "--strict")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("mondegreen: error: ")
    assert said in answer.err


def test_a_best_weight_at_the_edge_is_doubtful(command: Command, here: Path) -> None:
    assert EDGE in command(*SCORE, *FEW).err
    assert "8, is the smallest that was tried; try smaller ones by --min-lmwt" in command(*SCORE, "--min-lmwt", "8").err
    assert "the best weight" not in command(*SCORE, "--min-lmwt", "8", "--max-lmwt", "8").err


def test_the_dev_set_chooses_the_weight(command: Command, here: Path) -> None:
    answer = command(*SCORE, "--dev", "exp/dev")
    assert (answer.code, "exp/dev/scoring_kaldi/best_wer: it does not name the best setting" in answer.err) == (2, True)
    home = here / "exp/dev/scoring_kaldi"
    home.mkdir(parents=True)
    (home / "best_wer").write_text("%WER 10.00 [ 1 / 10, 0 ins, 1 del, 0 sub ] exp/dev/wer_9_0.5\n", encoding="utf-8")
    assert command(*SCORE, "--dev", "exp/dev").code == 0
    assert [path.name for path in (here / "exp/decode").glob("wer_*")] == ["wer_9_0.5"]
    assert command(*SCORE, "--dev", "exp/dev", "--min-lmwt", "8").code == 2


def test_logs_hold_commands_that_do_the_same(command: Command, here: Path) -> None:
    command(*SCORE, *FEW)
    home = here / "exp/decode/scoring_kaldi"
    line = (home / "penalty_0.0/log/best_path.7.log").read_text(encoding="utf-8").splitlines()[0]
    assert line.startswith('# lattice-scale --inv-acoustic-scale=7 "ark:gunzip -c exp/decode/lat.*.gz|" ark:- | ')
    assert line.endswith("> exp/decode/scoring_kaldi/penalty_0.0/7.txt")
    line = (home / "penalty_0.0/log/score.7.log").read_text(encoding="utf-8").splitlines()[0]
    assert "| compute-wer --text --mode=present ark:exp/decode/scoring_kaldi/test_filt.txt ark,p:- >" in line


def test_a_penalty_given_twice_counts_once(command: Command, here: Path) -> None:
    assert command(*SCORE, "--max-lmwt", "8", "--word-ins-penalty", "0.0,,0.0").code == 0
    assert (here / "exp/decode/scoring_kaldi/penalty_0.0/8.txt").read_text(encoding="utf-8").count("u1 ") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "data/text: it has no utterances"),
        ("x a\ny b\n", "exp/decode: no hypothesis is of an utterance of data/text: x, y"),
    ],
)
def test_nothing_to_score_is_an_error(text: str, said: str, command: Command, here: Path) -> None:
    (here / "data/text").write_text(text, encoding="utf-8")
    answer = command(*SCORE, *FEW)
    assert (answer.code, answer.out, answer.err) == (2, "", f"mondegreen: error: {said}\n")


def test_details_that_are_not_whole_are_told(command: Command, here: Path) -> None:
    (here / "data/text").write_bytes(b"u1 a\x1cb\nu2 c\nu3 a d\n")  # to align-text no character that can be printed
    answer = command(*SCORE, *FEW)
    details = "exp/decode/scoring_kaldi/wer_details: not all utterances could be aligned; "
    assert f"mondegreen: warning: {details}exp/decode/scoring_kaldi/log/stats1.log says why\n" in answer.err
    assert answer.code == 0


def test_what_was_wrong_is_told_before_what_it_led_to(command: Command, here: Path) -> None:
    (here / "lang/words.txt").write_text("", encoding="utf-8")
    answer = command(*SCORE, *FEW)
    assert answer.code == 2
    assert "is not among the words; what follows it was not scored\nmondegreen: error: " in answer.err


def test_a_job_that_is_there_twice_is_told_where_it_ends_the_scoring(command: Command, here: Path) -> None:
    """compute-wer looks for a hypothesis that is missing to the end, where it meets a key again, and fails."""
    job_twice(here)
    (here / "data/text").write_text("u0 a\nu1 a b\nu2 c\nu3 a d\n", encoding="utf-8")
    answer = command(*SCORE, *FEW)
    assert answer.code == 2
    assert "there is more than one lattice of u1, u2, in lat.1.gz and lat.3.gz; is a job there twice?\n" in answer.err


def test_an_unharmed_folder_is_no_error_if_strict(command: Command) -> None:
    assert command(*SCORE, *FEW, "--strict").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--max-lmwt", "3"], "no setting is left"),
        (["--min-lmwt", "0"], "--min-lmwt is 0; give 1 or more"),
        (["--word-ins-penalty", "0.0,x"], "--word-ins-penalty: x is not a number"),
        (["--metrics", "wet"], "did you mean wer"),
        (["--as", "tabel"], "did you mean table"),
        (["--as", "errs"], "--output-format errs is for the runs of `mondegreen score`"),
        (["--beam", "3"], "--beam is for --mbr"),
        (["--beam", "-1", "--mbr"], "--beam is -1; give 0 or more"),
        (["--beam", "nan", "--mbr"], "--beam is nan; give 0 or more"),
    ],
)
def test_a_mistake_is_found_before_anything_is_done(words: list[str], said: str, command: Command, here: Path) -> None:
    answer = command(*SCORE, *words)
    assert answer.code == 2
    assert said in answer.err
    assert not (here / "exp/decode/scoring_kaldi").exists()


def test_a_missing_file_is_named(command: Command, here: Path) -> None:
    (here / "lang/words.txt").unlink()
    answer = command(*SCORE)
    assert (answer.code, answer.err) == (2, "mondegreen: error: lang/words.txt: there is no such file\n")


def test_a_folder_that_cannot_be_written_is_an_error(command: Command, here: Path) -> None:
    (here / "exp/decode/scoring_kaldi").write_text("a file where a folder should be", encoding="utf-8")
    answer = command(*SCORE)
    assert answer.code == 2
    assert "cannot create directory" in answer.err


def test_settings_are_drawn_with_the_best_marked(command: Command, here: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command(*SCORE, *FEW, "--metrics", "wil", "--plot", "x.svg")
    assert (answer.code, answer.err) == (0, f"{EDGE}mondegreen: note: wrote x.svg\n")
    text = (here / "x.svg").read_text(encoding="utf-8")
    for part in (">20.00<", ">0.00<", ">WER (%)<", ">WIL (%)<", ">LM weight<", ">word insertion penalty<"):
        assert part in text


def look(answer: Answer) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(answer.out)["reports"][0]["rows"]
    return rows


def test_the_doctor_finds_what_would_spoil_the_scores(command: Command, here: Path) -> None:
    doctor = ("kaldi", "doctor", "exp/decode", "--data", "data", "--lang", "lang", "--output-format", "json")
    assert [row["checked"] for row in look(command(*doctor)) if row["result"] != "ok"] == ["model"]
    job_twice(here)
    foreign(here)
    cut(here)
    (here / "data/text").write_text("u1 a b\nu9 c\n", encoding="utf-8")
    answer = command(*doctor)
    found = {row["checked"]: row["detail"] for row in look(answer) if row["result"] == "wrong"}
    assert answer.code == 1
    assert "lat.3.gz" in found["jobs"]
    assert "lat.2.gz" in found["archives"]
    assert "u1 (exp/decode/lat.1.gz and exp/decode/lat.3.gz)" in found["duplicates"]
    assert "1 without a lattice: u9" in found["utterance IDs"]
    assert command("kaldi", "doctor", "nowhere").code == 2
