"""The makers of CTMs, the oracle and the older scorers on bad days; what they leave on good ones is in test_runs.py."""

import gzip
import io
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kaldi_recipe import FAST, MAKERS, PLACES, name_places, run_script
from mondegreen._core import Lattice, LatticeArchive
from mondegreen.dropin.kaldi.get_ctm import get_ctm, get_ctm_conf
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_combine
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_mbr_decode
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_scale
from mondegreen.dropin.kaldi.oracle_wer import DEFAULTS, OracleRun, oracle_wer
from mondegreen.dropin.kaldi.pipelines import Job, Pipeline
from mondegreen.dropin.kaldi.score_kaldi import score_combine, score_mbr
from mondegreen.dropin.kaldi.scripts import DieError, Script, ScriptEntry, ShellScript

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.parametrize("script", MAKERS + FAST, ids=lambda script: script.name)
def test_a_model_is_needed_and_a_way_to_align(script: ScriptEntry, here: Path) -> None:
    called = f"{' '.join([script.name, *name_places(script)])}\n{script.name}: "
    assert run_script(script, *name_places(script)) == (
        1,
        f"{called}expecting file exp/decode/../final.mdl to exist\n",
        "",
    )
    (here / "exp/final.mdl").write_bytes(b"")
    what = "neither lang/phones/word_boundary.int nor lang/phones/align_lexicon.int exists: cannot align.\n"
    assert run_script(script, *name_places(script)) == (1, called + what, "")


@pytest.mark.parametrize("script", MAKERS + FAST, ids=lambda script: script.name)
def test_a_job_that_fails_ends_the_script(script: ScriptEntry, here: Path) -> None:
    (here / "exp/final.mdl").write_bytes(b"no model")
    (here / "lang/phones").mkdir()
    (here / "lang/phones/word_boundary.int").write_text("1 begin\n", encoding="utf-8")
    code, _, err = run_script(script, *name_places(script))
    assert code == 1
    assert err.startswith("run.pl: ")
    log = "exp/ctm/log/get_ctm.1.log" if script in FAST else "exp/decode/scoring/log/get_ctm.9.log"
    said = (here / log).read_text(encoding="utf-8")
    assert "ERROR (lattice-align-words[5.5]" in said
    assert "# Ended (code 0)" not in said


@pytest.mark.parametrize("script", MAKERS, ids=lambda script: script.name)
def test_jobs_are_taken_in_the_order_of_their_numbers(script: ScriptEntry, here: Path) -> None:
    """Not in that of their names, as where error rates are made."""
    test_a_job_that_fails_ends_the_script(script, here)
    (here / "exp/decode/num_jobs").write_text("11\n", encoding="utf-8")
    run_script(script, *PLACES)
    log = (here / "exp/decode/scoring/log/get_ctm.9.log").read_text(encoding="utf-8")
    command = next(line for line in log.splitlines() if line.startswith("lattice-"))
    files = [word for word in command.replace("'", " ").split() if "/lat." in word]
    assert files == [f"exp/decode/lat.{number}.gz" for number in range(1, 12)]


def test_a_frame_may_last_longer(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipelines: list[Sequence[LatticeStep]] = []

    def record(job: Job, steps: Sequence["LatticeStep"], *words: Any, **options: Any) -> Pipeline:
        pipelines.append(steps)
        return Pipeline(job, steps, *words, **options)

    monkeypatch.setattr("mondegreen.dropin.kaldi.get_ctm.Pipeline", record)
    (here / "exp/final.mdl").write_bytes(b"no model")
    (here / "lang/phones").mkdir()
    (here / "lang/phones/word_boundary.int").write_text("1 begin\n", encoding="utf-8")
    for script in FAST:
        run_script(script, "--frame-shift", "0.03", *name_places(script))
        assert "--frame-shift=0.03" in pipelines[-1][-1][1]


# The pipelines of Kaldi's scripts: each program of lattices with its words, and the scripts on its lines.
ALIGN = ("lattice-align-words-lexicon", ["lang/phones/align_lexicon.int", "{model}", "ark:-", "ark:-"])
ALL, FIRST = "ark:gunzip -c exp/decode/lat.1.gz exp/decode/lat.2.gz |", "ark:gunzip -c exp/decode/lat.1.gz |"
SPELL = ("utils/int2sym.pl", ["-f", "5", "lang/words.txt"])
CONVERT = ("utils/convert_ctm.pl", ["data/segments", "data/reco2file_and_channel"])
TIMES = ["--frame-shift=0.03", "--print-silence=true", "ark:-", "-"]
BEST = ("lattice-1best", ["ark:-", "ark:-"])
PIPELINES: dict[str, tuple[list[str], list[Any], list[Any], str, str]] = {
    "steps/get_ctm.sh": (
        ["--frame-shift", "0.03", "--print-silence", "true"],
        [("lattice-1best", ["--lm-scale=7", ALL, "ark:-"]), ALIGN, BEST, ("nbest-to-ctm", TIMES)],
        [SPELL, CONVERT],
        "exp/decode/scoring/log/get_ctm.7.log",
        "exp/decode/score_7/data.ctm",
    ),
    "steps/get_ctm_conf.sh": (
        ["--beam", "4"],
        [
            ("lattice-prune", ["--inv-acoustic-scale=7", "--beam=4", ALL, "ark:-"]),
            ALIGN,
            (
                "lattice-to-ctm-conf",
                ["--frame-shift=0.03", "--decode-mbr=true", "--inv-acoustic-scale=7", "ark:-", "-"],
            ),
        ],
        [SPELL, CONVERT],
        "exp/decode/scoring/log/get_ctm.7.log",
        "exp/decode/score_7/data.ctm",
    ),
    "steps/get_ctm_fast.sh": (
        ["--frame-shift", "0.03", "--print-silence", "true", "--wip", "0.5"],
        [
            ("lattice-1best", ["--lm-scale=7", "--word-ins-penalty=0.5", FIRST, "ark:-"]),
            ALIGN,
            BEST,
            ("nbest-to-ctm", TIMES),
        ],
        [SPELL],
        "exp/ctm/log/get_ctm.1.log",
        "exp/ctm/ctm.1",
    ),
    "steps/get_ctm_conf_fast.sh": (
        ["--frame-shift", "0.03", "--wip", "0.5", "--beam", "4"],
        [
            ("lattice-add-penalty", ["--word-ins-penalty=0.5", FIRST, "ark:-"]),
            ("lattice-prune", ["--inv-acoustic-scale=7", "--beam=4", "ark:-", "ark:-"]),
            ALIGN,
            (
                "lattice-to-ctm-conf",
                ["--frame-shift=0.03", "--decode-mbr=true", "--inv-acoustic-scale=7", "ark:-", "-"],
            ),
        ],
        [SPELL],
        "exp/ctm/log/get_ctm.1.log",
        "exp/ctm/ctm.1",
    ),
}


@pytest.mark.parametrize("script", MAKERS + FAST, ids=lambda script: script.name)
def test_pipelines_are_those_of_kaldis_scripts(
    script: ScriptEntry, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a decode directory has a model of its own, the fast scripts take that, and a length of frames goes in."""
    found: list[Any] = []

    def record(job: Job, steps: Any, out: str, *, text_steps: Any, cache: object) -> Pipeline:
        programs = [(entry.program.name, words) for entry, words in steps]
        found.append((programs, [(entry.name, words) for entry, words in text_steps], job.path, out))
        raise DieError("enough", 7)

    monkeypatch.setattr("mondegreen.dropin.kaldi.get_ctm.Pipeline", record)
    files = ("exp/final.mdl", "exp/decode/final.mdl", "data/segments", "data/reco2file_and_channel")
    for name in (*files, "lang/phones/align_lexicon.int"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text("", encoding="utf-8")
    (here / "exp/frame_shift").write_text("0.03\n", encoding="utf-8")
    words, programs, texts, log, out = PIPELINES[script.name]
    weights = ["--lmwt", "7"] if script in FAST else ["--min-lmwt", "7", "--max-lmwt", "7"]
    (here / "exp/decode/num_jobs").write_text("1\n" if script in FAST else "2\n", encoding="utf-8")
    code, said, err = run_script(script, *words, *weights, *name_places(script))
    assert (code, err) == (7, "enough\n")
    model = "exp/decode/final.mdl" if script in FAST else "exp/decode/../final.mdl"
    programs = [(name, [word.format(model=model) for word in given]) for name, given in programs]
    assert found == [(programs, texts, log, out)]
    if script is get_ctm_conf:
        path = "exp/decode/../frame"
        assert said.endswith(f"conf.sh: {path}_shift exists, using --frame-shift=0.03\n")
        (here / "exp/frame_shift").rename(here / "exp/frame_subsampling_factor")
        (here / "exp/frame_subsampling_factor").write_text("3\n", encoding="utf-8")
        said = run_script(script, *words, *weights, *name_places(script))[1]
        assert said.endswith(f"conf.sh: {path}_subsampling_factor exists, using --frame-shift=0.03\n")
        assert "--frame-shift=0.03" in found[-1][0][-1][1]
    if script in MAKERS:
        run_script(script, "--use-segments", "false", *weights, *name_places(script))
        assert found[-1][1] == [SPELL]
    del found[:]
    assert run_script(script, "--stage", "1", *name_places(script))[::2] == (0, "")
    assert not found


def test_segments_need_the_files_of_their_recordings(here: Path) -> None:
    test_a_job_that_fails_ends_the_script(get_ctm, here)
    (here / "data/segments").write_text("u1 r 0 1\n", encoding="utf-8")
    code, out, _ = run_script(get_ctm, *PLACES)
    assert code == 1
    assert "expecting file data/reco2file_and_channel to exist" in out


@pytest.mark.parametrize("script", [*MAKERS, *FAST, oracle_wer], ids=lambda script: script.name)
def test_jobs_must_be_counted(script: ScriptEntry, here: Path) -> None:
    (here / "exp/final.mdl").write_bytes(b"")
    (here / "lang/phones").mkdir()
    (here / "lang/phones/word_boundary.int").write_text("1 begin\n", encoding="utf-8")
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    (here / "exp/decode/num_jobs").write_text("²\n", encoding="utf-8")
    code, _, err = run_script(script, *name_places(script))
    assert code == 1
    assert "exp/decode/num_jobs does not say how many jobs there are" in err


def test_the_oracle_finds_the_least_errors(here: Path) -> None:
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    (here / "data/text").write_text("u1 a c\nu2 d\nu3 a c\n", encoding="utf-8")
    code, out, err = run_script(oracle_wer, *PLACES)
    assert (code, err) == (0, "")
    # Only u2 has no path without an error.
    assert "Oracle WER is: 20.00% [ 1 / 5, 0 insertions, 0 deletions, 1 substitutions ]" in out
    assert (here / "exp/decode/oracle_wer").read_text(encoding="utf-8").startswith("20.00% [ 1 / 5,")
    assert not list((here / "exp/decode/log").glob(".*"))


@pytest.mark.parametrize("options", [[], ["--beam", "2", "--acwt", "0.5", "--wildcard-symbols", "4"]])
def test_the_oracle_logs_the_commands_of_kaldis_script(options: list[str], here: Path) -> None:
    """With a beam it goes on with pruned lattices in a directory of their own, and removes them in the end."""
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    code, out, err = run_script(oracle_wer, *options, *PLACES)
    assert (code, err) == (0, "")
    home = "exp/decode/lats_beam2" if options else "exp/decode"
    said = [line.removeprefix("steps/oracle_wer.sh: ") for line in out.splitlines() if ".sh: " in line]
    pruning = [["creating pruned lattices"], [f"removing pruned lattices in {home}"]] if options else [[], []]
    assert said == [*pruning[0], "measuring lattice depth", "measuring lattice oracle WER", *pruning[1]]
    assert out.startswith(f"steps/oracle_wer.sh {' '.join(PLACES)}\n")
    for job in (1, 2):
        table, reference = f"'ark:gunzip -c {home}/lat.{job}.gz|'", f"ark:{home}/log/.reference.{job}"
        symbols, wild = "--word-symbol-table=lang/words.txt", "--wildcard-symbols=4 " if options else ""
        commands = {
            "lattice_depth": f"lattice-depth {table} ark:- ",
            "lattice_oracle": f"lattice-oracle {symbols} {wild}{table} {reference} ark,t:/dev/null ",
        }
        if options:
            pruned = f"'ark:| gzip -c > {home}/.part-lat.{job}.gz'"
            scales = "--acoustic-scale=0.5 --beam=2"
            commands["prune"] = f"lattice-prune {scales} 'ark:gunzip -c exp/decode/lat.{job}.gz|' {pruned} "
            assert not (here / home / f"lat.{job}.gz").exists()
        for name, command in commands.items():
            assert command in (here / home / f"log/{name}.{job}.log").read_text(encoding="utf-8").splitlines()
    # Of u1 four arcs last 6 frames of 3, of u2 one lasts 1 of 1, of u3 three last 3 of 2.
    if not options:
        assert (here / "exp/decode/depth").read_text(encoding="utf-8") == "1.67 ( 10 / 6 )\n"
        assert "\nDepth is: 1.67 ( 10 / 6 )\n" in out


def test_the_oracle_begins_where_it_is_told_to(here: Path) -> None:
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    pruned = here / "exp/decode/lats_beam2"
    assert run_script(oracle_wer, "--beam", "2", "--cleanup", "false", *PLACES)[0] == 0
    lattices = (pruned / "lat.1.gz").read_bytes()
    (pruned / "lat.1.gz").write_bytes((here / "exp/decode/lat.1.gz").read_bytes())
    for stage, said in (("1", ["depth", "oracle WER"]), ("2", ["oracle WER"]), ("3", [])):
        (pruned / "depth").unlink(missing_ok=True)
        code, out, _ = run_script(oracle_wer, "--beam", "2", "--cleanup", "false", "--stage", stage, *PLACES)
        assert code == 0
        assert [line.partition("measuring lattice ")[2] for line in out.splitlines() if "measuring" in line] == said
        assert "creating" not in out
        assert (pruned / "depth").exists() == (stage == "1")
    assert (pruned / "lat.1.gz").read_bytes() != lattices


def test_the_oracles_logs_are_in_the_order_of_a_shell(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the script's `*` finds them: the sum of densities may differ in its last digit by their order."""
    found: list[list[bytes]] = []

    def log_number(run: OracleRun, number: int, wanted: Sequence[str]) -> list[Job]:
        jobs = [Job(f"{run.decode}/log/{name}.{number}.log") for name in wanted]
        for job in jobs:
            with job:
                job.log.write(b"of %d\n" % number)
        return jobs

    monkeypatch.setattr(OracleRun, "measure_job", log_number)
    for name in ("write_depth", "write_errors"):
        monkeypatch.setattr(
            OracleRun, name, lambda _, logs: found.append(re.findall(rb"^of (.*)", b"".join(logs), re.M))
        )
    (here / "exp/decode/num_jobs").write_text("11\n", encoding="utf-8")
    call: Any = ShellScript(Script("oracle_wer.sh", [], (io.BytesIO(), io.BytesIO(), io.BytesIO())), DEFAULTS)
    OracleRun(call, "lang", "exp/decode").measure()
    assert found == [[b"%d" % number for number in (1, 10, 11, *range(2, 10))]] * 2


def test_the_model_may_be_of_another_iteration() -> None:
    code, out, _ = run_script(get_ctm_conf, "--iter", "20", *PLACES)
    assert code == 1
    assert "expecting file exp/decode/../20.mdl to exist" in out


def two_decoders(here: Path) -> None:
    """A second decoder that has no path with the word that the first one likes best."""
    shutil.copytree(here / "exp", here / "other")
    (here / "other/decode/lat.2.gz").write_bytes(gzip.compress(b"u3 \n0\t1\t1\t1,1,1\n1\t2\t4\t1,9,2\n2\n\n"))
    for name in ("exp", "other"):
        (here / f"{name}/final.mdl").write_bytes(b"")


def test_each_lattice_is_read_once_for_all_weights(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def counted(*words: Any, **options: Any) -> Iterator[tuple[bytes, Lattice]]:
        for entry in LatticeArchive(*words, **options):
            read.append(entry[0])
            yield entry

    monkeypatch.setattr("mondegreen._core.LatticeArchive", counted)
    assert run_script(score_mbr, *PLACES)[0] == 0
    assert read == [b"u1", b"u2", b"u3"]
    read.clear()
    two_decoders(here)
    assert run_script(score_combine, "data", "lang", "exp/decode", "other/decode", "out")[0] == 0
    assert sorted(read) == [b"u1", b"u1", b"u2", b"u2", b"u3", b"u3"]


def test_a_bias_is_a_weight_of_ones_own(here: Path) -> None:
    two_decoders(here)
    few = ("--min-lmwt", "8", "--max-lmwt", "9", "--lat-weights", "0.1:0.9", "data", "lang")
    assert run_script(score_combine, *few, "exp/decode", "other/decode:300", "out") == (0, "", "")
    for weight in (8, 9):
        scaled = io.BytesIO()
        table = b"ark:gunzip -c other/decode/lat.*.gz|"
        assert lattice_scale([b"--inv-acoustic-scale=%d" % (weight + 300), table, b"ark:-"], stdout=scaled) == 0
        (here / "scaled").write_bytes(scaled.getvalue())
        first = [b"--inv-acoustic-scale=%d" % weight, b"ark:gunzip -c exp/decode/lat.*.gz|", b"ark:first"]
        assert lattice_scale(first) == 0
        assert lattice_combine([b"--lat-weights=0.1:0.9", b"ark:first", b"ark:scaled", b"ark:both"]) == 0
        assert lattice_mbr_decode([b"ark:both", b"ark,t:expected"]) == 0
        assert (here / f"out/scoring/{weight}.tra").read_bytes() == (here / "expected").read_bytes()
        # The log names the scales that were used, so that its command can be run.
        log = (here / f"out/log/combine_lats.{weight}.log").read_text(encoding="utf-8")
        assert f"lattice-combine --inv-acoustic-scales={weight}:{weight + 300} --lat-weights=0.1:0.9 " in log
        assert "--inv-acoustic-scale=" not in log
    unbiased = run_script(score_combine, *few, "exp/decode", "other/decode", "plain")
    assert unbiased[0] == 0
    assert (here / "plain/scoring/8.tra").read_bytes() != (here / "out/scoring/8.tra").read_bytes()
    code, _, err = run_script(score_combine, *few, "exp/decode", "other/decode:-8", "out")
    assert (code, err.count("\n")) == (1, 1)
    assert "with a bias of -8 the weight 8 is none" in err


@pytest.mark.parametrize("scales", ["8", "8:9:10", "8:", "8:x"])
def test_there_is_a_scale_for_each_system_or_none(scales: str, here: Path) -> None:
    two_decoders(here)
    tables = [f"ark:gunzip -c {name}/decode/lat.*.gz|".encode() for name in ("exp", "other")]
    err = io.BytesIO()
    words = [f"--inv-acoustic-scales={scales}".encode(), *tables, b"ark:both"]
    assert lattice_combine(words, stderr=err) == 255
    assert f"--inv-acoustic-scales takes 2 numbers with colons between, got {scales}" in err.getvalue().decode()


def test_damaged_lattices_leave_what_was_decoded_before(here: Path) -> None:
    path = here / "exp/decode/lat.2.gz"
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"1,9,2", b"one")))
    code, _, err = run_script(score_mbr, *PLACES)
    assert (code, err) == (1, "run.pl: 11 / 11 failed, log is in exp/decode/scoring/rescore_mbr.*.log\n")
    for weight in (7, 17):
        assert (here / f"exp/decode/scoring/{weight}.tra").read_bytes().count(b"\n") == 2
        log = (here / f"exp/decode/scoring/rescore_mbr.{weight}.log").read_text(encoding="utf-8")
        assert "utterance u3: byte 121: " in log
        assert "# Ended (code 134)" in log
