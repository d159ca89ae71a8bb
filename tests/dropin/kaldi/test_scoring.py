"""The scoring scripts where the golden runs do not reach: their conventions, and bad days."""

import gzip
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from kaldi_recipe import FIRST, run_script
from mondegreen.dropin.kaldi.score_kaldi import score_kaldi_cer, score_kaldi_compare, score_kaldi_wer

pytestmark = pytest.mark.usefixtures("here")

DECODE = Path("exp/decode")
ONE = ("--min-lmwt", "10", "--max-lmwt", "10", "--word-ins-penalty", "0.0")


SCRIPT = "steps/score_kaldi.sh "
MISSING = "steps/score_kaldi.sh: missing config 'missing'\n"


def score(*words: str) -> tuple[int, str, str]:
    return run_script(score_kaldi_wer, *words, "data", "lang", str(DECODE))


def best() -> str:
    return (DECODE / "scoring_kaldi/best_wer").read_text(encoding="utf-8")


def test_the_weight_decides() -> None:
    assert score("--min-lmwt", "1", "--max-lmwt", "40")[0] == 0
    first = (DECODE / "scoring_kaldi/penalty_0.0/1.txt").read_text(encoding="utf-8")
    last = (DECODE / "scoring_kaldi/penalty_0.0/40.txt").read_text(encoding="utf-8")
    assert first == "u1 a b \nu2 c \nu3 a c \n"
    assert last == "u1 a c \nu2 c \nu3 a d \n"  # words and trailing blanks as int2sym.pl leaves them
    assert best() == "%WER 0.00 [ 0 / 5, 0 ins, 0 del, 0 sub ] exp/decode/wer_8_0.0\n"
    assert (DECODE / "scoring_kaldi/wer_details/lmwt").read_text(encoding="utf-8") == "8\n"


def test_every_job_leaves_a_log() -> None:
    score(*ONE)
    logs = {str(path.relative_to(DECODE / "scoring_kaldi")) for path in DECODE.rglob("*.log")}
    assert logs == {
        "penalty_0.0/log/best_path.10.log",
        "penalty_0.0/log/score.10.log",
        "log/stats1.log",
        "log/stats2.log",
        "log/wer_bootci.log",
    }
    for log in logs:
        assert "\n# Ended (code 0) at " in (DECODE / "scoring_kaldi" / log).read_text(encoding="utf-8")
    lines = (DECODE / "scoring_kaldi/log/stats1.log").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# cat exp/decode/scoring_kaldi/penalty_0.0/10.txt | align-text '--special-symbol=***' ")
    assert lines[1].startswith("# Started at ")
    assert lines[3].startswith("align-text '--special-symbol=***' ")  # what was run, and no command that was not
    assert lines[-1].startswith("# Ended (code 0) at ")


def test_a_configuration_is_a_shell_script(here: Path) -> None:
    (here / "conf").write_text("# mine\nmin_lmwt=9\nmax_lmwt=$((min_lmwt + 1))\nstats=false\n", encoding="utf-8")
    assert score("--config", "conf", "--word-ins-penalty", "0.5")[0] == 0
    assert sorted(path.name for path in DECODE.glob("wer_*")) == ["wer_10_0.5", "wer_9_0.5"]
    assert not (DECODE / "scoring_kaldi/wer_details").exists()
    assert score("--config", "missing") == (1, SCRIPT + "--config missing data lang exp/decode\n" + MISSING, "")
    assert score("--config", "data")[0] == 1


def test_a_configuration_is_read_once_and_may_fail_or_end_the_script(here: Path) -> None:
    text = "echo read >> count\nmin_lmwt=9 max_lmwt=9\n[ -f none ] && . none\n"
    (here / "conf").write_text(text, encoding="utf-8")
    assert score("--config", "conf", "--word-ins-penalty", "0.5")[0] == 0
    assert [path.name for path in DECODE.glob("wer_*")] == ["wer_9_0.5"]
    assert (here / "count").read_text(encoding="utf-8") == "read\n"
    (here / "conf").write_text("exit 7\n", encoding="utf-8")
    assert score("--config", "conf") == (7, SCRIPT + "--config conf data lang exp/decode\n", "")


def test_a_configuration_may_be_a_pipe() -> None:
    """As a shell's `<(...)` hands it over."""
    reader, writer = os.pipe()
    os.write(writer, b"min_lmwt=9 max_lmwt=9\n")
    os.close(writer)
    os.set_inheritable(reader, True)  # noqa: FBT003 - it takes no name
    try:
        assert score("--config", f"/dev/fd/{reader}", "--word-ins-penalty", "0.5")[0] == 0
    finally:
        os.close(reader)
    assert [path.name for path in DECODE.glob("wer_*")] == ["wer_9_0.5"]


RANGE = "it must begin at 1 or above and not end before it begins"


@pytest.mark.parametrize(
    ("words", "out", "err"),
    [
        (["--help"], "", "No help found."),
        (["-h"], "", "No help found."),
        (["--cmd", ""], "", "NAME: empty argument to --cmd option"),
        (["--stage=1"], "NAME: options to scripts must be of the form --name value, got '--stage=1'\n", ""),
        (["--beta", "1"], "", "NAME: invalid option --beta"),
        (["--min-lmwt", "0"], "", f"run.pl: invalid job range LMWT=0:17, {RANGE}"),
        (["--min-lmwt", "9", "--max-lmwt", "8"], "", f"run.pl: invalid job range LMWT=9:8, {RANGE}"),
        (["--min-lmwt", "x"], "", "NAME: --min_lmwt takes a whole number: x"),
        (["--word-ins-penalty", "0.0,x"], "", 'NAME: Invalid floating-point option "x"'),
        (["--decode-mbr", "1"], "", 'NAME: expected "true" or "false": --decode-mbr 1'),
        (["--stats", ""], "", 'NAME: expected "true" or "false": --stats '),
    ],
)
def test_what_is_wrong_with_options_is_said(words: list[str], out: str, err: str) -> None:
    called = f"{SCRIPT}{' '.join(words)} data lang exp/decode\n"
    name = SCRIPT.strip()
    said = (0 if "No help" in err else 1, called + out.replace("NAME", name), f"{err}\n".lstrip().replace("NAME", name))
    assert score(*words) == said
    assert not (DECODE / "scoring_kaldi").exists()


@pytest.mark.parametrize(
    ("word", "said"), [("--cmd", "empty argument to --cmd option"), ("--stats", 'expected "true" or "false": --stats ')]
)
def test_an_option_at_the_end_has_an_empty_value(word: str, said: str) -> None:
    assert run_script(score_kaldi_wer, word)[::2] == (1, f"steps/score_kaldi.sh: {said}\n")


def test_a_beam_and_a_weight_are_numbers() -> None:
    said = "steps/score_kaldi.sh: --beam takes a number: wide\n"
    assert score(*ONE, "--decode-mbr", "true", "--beam", "wide")[::2] == (1, said)


@pytest.mark.parametrize(("mbr", "kind"), [("false", ""), ("true", "MBR, ")])
def test_what_is_scored_is_announced(mbr: str, kind: str) -> None:
    code, out, err = score(*ONE, "--decode-mbr", mbr, "--stats", "false")
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == [f"steps/score_kaldi.sh: scoring with {kind}word insertion penalty=0.0"]


def test_statistics_need_speakers(here: Path) -> None:
    (here / "data/utt2spk").unlink()
    assert score(*ONE, "--stats", "false")[0] == 0
    assert score(*ONE)[1].endswith("\nscore.sh: no such file data/utt2spk\n")


def test_old_names_go_and_others_stay() -> None:
    for name in ("wer_7", "cer_12", "wer_100", "wer_ab", "ser_7"):
        (DECODE / name).write_text("old", encoding="utf-8")
    assert score("--stage", "2")[0] == 0
    assert sorted(path.name for path in DECODE.glob("?er_*")) == ["ser_7", "wer_100"]


def test_a_later_stage_takes_up_what_was_left() -> None:
    score(*ONE, "--stats", "false")
    (DECODE / "wer_10_0.0").write_text("%WER 12.00 [ 3 / 25, 1 ins, 1 del, 1 sub ]\n", encoding="utf-8")
    assert score(*ONE, "--stage", "1")[0] == 0
    assert best() == "%WER 12.00 [ 3 / 25, 1 ins, 1 del, 1 sub ] exp/decode/wer_10_0.0\n"


def test_nothing_to_choose_from_is_a_failure() -> None:
    what = (
        "we could not get the details of the best WER from the file exp/decode/wer_*.  Probably something went wrong."
    )
    code, out, err = score(*ONE, "--stage", "1")
    assert (code, out.splitlines()[2:], err) == (1, [f"steps/score_kaldi.sh: {what}"], "")


def test_a_filter_that_fails_ends_the_run(here: Path) -> None:
    filters = here / "local"
    filters.mkdir()
    (filters / "wer_hyp_filter").write_text("#!/bin/sh\ncat\nexit 3\n", encoding="utf-8")
    (filters / "wer_hyp_filter").chmod(0o755)
    code, _, err = score("--min-lmwt", "9", "--max-lmwt", "10", "--word-ins-penalty", "0.0")
    assert (code, err) == (
        1,
        "run.pl: 2 / 2 failed, log is in exp/decode/scoring_kaldi/penalty_0.0/log/best_path.*.log\n",
    )
    (filters / "wer_ref_filter").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (filters / "wer_ref_filter").chmod(0o755)
    assert score(*ONE)[2] == "local/wer_ref_filter failed with code 1 on data/text\n"


def test_filters_see_the_recipes_environment(here: Path) -> None:
    (here / "path.sh").write_text("export MARK=c\necho loaded\nread line\n", encoding="utf-8")
    (here / "local").mkdir()
    (here / "local/wer_output_filter").write_text('#!/bin/sh\nsed "s/$MARK/x/"\n', encoding="utf-8")
    (here / "local/wer_output_filter").chmod(0o755)
    assert score(*ONE)[0] == 0
    assert (DECODE / "scoring_kaldi/test_filt.txt").read_text(encoding="utf-8") == "u1 a b\nu2 x\nu3 a d\n"


def test_a_folder_name_may_have_blanks(here: Path) -> None:
    DECODE.rename("exp/my decode's $1")
    code, _, err = run_script(score_kaldi_wer, *ONE, "data", "lang", "exp/my decode's $1")
    assert (code, err) == (0, "")
    assert (here / "exp/my decode's $1/scoring_kaldi/penalty_0.0/10.txt").read_text(encoding="utf-8").count("\n") == 3


def test_a_cycle_ends_what_is_heard() -> None:
    text = FIRST.replace("1\t2\t3\t0,30,2\n", "1\t0\t3\t0,30,2\n").encode()
    (DECODE / "lat.1.gz").write_bytes(gzip.compress(text))
    assert score(*ONE, "--stats", "false")[0] == 0
    assert (DECODE / "scoring_kaldi/penalty_0.0/10.txt").read_bytes() == b""
    assert best().startswith("%WER -nan")
    assert b"ERROR" in (DECODE / "scoring_kaldi/penalty_0.0/log/best_path.10.log").read_bytes()


def test_words_that_come_twice_in_the_reference_count_twice(here: Path) -> None:
    with (here / "data/text").open("a", encoding="utf-8") as file:
        file.write("u1 a b\n")
    assert score(*ONE)[0] == 0
    assert "/ 7," in best()


def test_a_folder_that_cannot_be_written_is_said(here: Path) -> None:
    if os.geteuid() == 0:
        (DECODE / "scoring_kaldi").write_text("a file where a folder should be", encoding="utf-8")
    else:
        DECODE.chmod(0o500)
    code, _, err = score(*ONE)
    assert code == 1
    assert "cannot create directory 'exp/decode/scoring_kaldi" in err


@pytest.mark.parametrize("size", [40, 400])  # no text fits, or no more than texts and a log do
def test_a_full_disk_leaves_no_half_file(here: Path, size: int) -> None:
    score(*ONE)
    paths = [path for path in DECODE.rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in paths}
    for path in (DECODE / "wer_10_0.0", DECODE / "scoring_kaldi/best_wer"):
        path.unlink()
    with (here / "data/text").open("a", encoding="utf-8") as file:
        file.write("u4 b\n")

    def fill() -> None:
        """Lets no file grow beyond this size: Python is told as it is of a full disk."""
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    command = [sys.executable, "-m", "mondegreen", "score_kaldi.sh", *ONE, "data", "lang", str(DECODE)]
    done = subprocess.run(command, preexec_fn=fill, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "File too large" in done.stderr
    assert not list(DECODE.rglob(".mondegreen-*"))
    for path in DECODE.rglob("*"):
        if path.is_file():
            now = path.read_bytes()
            # As it was, or anew and whole.
            assert now == before[path] or b"# Ended" in now or now.endswith(b"\n"), path
    assert not (DECODE / "scoring_kaldi/best_wer").exists()


def test_characters_of_odd_texts(here: Path) -> None:
    (here / "lang/words.txt").write_bytes("<eps> 0\n[x] 1\né\u0301 2\n".encode() + b"\xe9 3\n<<b> 4\n")
    assert run_script(score_kaldi_cer, *ONE, "data", "lang", str(DECODE))[0] == 0
    text = (DECODE / "scoring_kaldi/penalty_0.0/10.chars.txt").read_bytes()
    assert text == "u1 [x] é \u0301\n".encode() + b"u2 \xe9\nu3 [x] <<b>\n"


def test_a_comparison_needs_both_sides(here: Path) -> None:
    score(*ONE)
    home = "exp/decode/scoring_kaldi"
    code, _, err = run_script(score_kaldi_compare, "--replications", "10", home, home, "exp/cmp")
    assert (code, err) == (0, "")
    assert "Probability of Set2 improving Set1: 0.00" in (here / "exp/cmp/wer_bootci_comparison").read_text("utf-8")
    name = "steps/scoring/score_kaldi_compare.sh"
    for file in ("test_filt.txt", "best_wer"):
        said = f"{name} {home} exp/nothing exp/cmp\n{name}: no such file exp/nothing/{file}\n"
        assert run_script(score_kaldi_compare, home, "exp/nothing", "exp/cmp") == (1, said, "")
        (here / "exp/nothing").mkdir(exist_ok=True)
        (here / "exp/nothing" / file).write_text("", encoding="utf-8")
