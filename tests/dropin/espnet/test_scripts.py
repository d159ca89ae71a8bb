"""The scripts under ESPnet's names, as linked tools."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from espnet_recipe import environment, one, recipe, write
from mondegreen.cli import main
from mondegreen.dropin.link import link


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    link(str(tmp_path / "tools"), ["espnet"])
    monkeypatch.setenv("PATH", environment(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tools"


class Run(Protocol):
    def __call__(self, *words: str | Path) -> "subprocess.CompletedProcess[str]": ...


@pytest.fixture(params=["as linked", "in this process"])
def run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    def run_linked(*words: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(words, capture_output=True, encoding="utf-8", check=False)

    def run_here(*words: str | Path) -> "subprocess.CompletedProcess[str]":
        monkeypatch.setattr(sys, "argv", [str(words[0])])
        code = main([Path(words[0]).name, *map(str, words[1:])])
        out, err = (text.decode() for text in capfdbinary.readouterr())
        return subprocess.CompletedProcess(words, code, out, err)

    return run_linked if request.param == "as linked" else run_here


def test_score_sclite_and_show_result(run: Run, tools: Path, tmp_path: Path) -> None:
    one(tmp_path, "3 2 4")
    units = "data/lang_1char/train_units.txt"
    done = run(tools / "utils/score_sclite.sh", "--wer", "true", "exp/asr/decode_test", units)
    assert done.returncode == 0, done.stderr
    shown = [line for line in done.stdout.splitlines() if "|" not in line]
    assert shown == [
        "write a CER (or TER) result in exp/asr/decode_test/result.txt",
        "write a WER result in exp/asr/decode_test/result.wrd.txt",
    ]
    assert (tmp_path / "exp/asr/decode_test/ref.wrd.trn").read_text(encoding="utf-8") == "a b (s_1-u1)\n"
    right = run(tools / "utils/show_result.sh").stdout
    assert "|decode_test|1|3|100.0|0.0|0.0|0.0|0.0|0.0|" in right
    literal = run(tools / "utils/show_result.sh", "--literal", "true").stdout
    assert literal == right.replace("|decode_test|", "|")


def test_score_sclite_says_what_is_wrong(run: Run, tools: Path, tmp_path: Path) -> None:
    one(tmp_path, "3 2 9")
    done = run(tools / "utils/score_sclite.sh", "exp/asr/decode_test", "data/lang_1char/train_units.txt")
    assert done.returncode == 1
    assert "holds 4 tokens" in done.stderr
    done = run(tools / "utils/score_sclite.sh", "--num_spkrs", "0", "exp/asr/decode_test", "units.txt")
    assert done.stderr.endswith("/score_sclite.sh: --num_spkrs is 0; give 1 or more\n")
    assert run(tools / "utils/score_sclite.sh").stdout.endswith("<data-dir> <dict>\n")
    # Words of pieces without their model would be others.
    done = run(tools / "utils/score_sclite.sh", "--wer", "true", "--bpe", "x", "exp/asr/decode_test", "units.txt")
    assert done.stderr.endswith(": there is no such model; name the recipe's by --bpemodel FILE\n")


def test_a_filter_of_seds(run: Run, tools: Path, tmp_path: Path) -> None:
    one(tmp_path, "3 2 4")
    write(tmp_path / "upper.sed", "s/^a/A/\n")
    words = ["--filter", "upper.sed", "exp/asr/decode_test", "data/lang_1char/train_units.txt"]
    assert run(tools / "utils/score_sclite.sh", *words).returncode == 0
    assert (tmp_path / "exp/asr/decode_test/hyp.trn").read_text(encoding="utf-8") == "A <space> b (s_1-u1)\n"


def test_two_speakers_of_espnet1(run: Run, tools: Path, tmp_path: Path) -> None:
    units = "<unk> 1\n<space> 2\na 3\nb 4\n"
    outputs = [[{"rec_tokenid": "4", "token": "a"}], [{"rec_tokenid": "3", "token": "b"}]]
    write(tmp_path / "d/data.1.json", json.dumps({"utts": {"u": {"output": outputs, "utt2spk": "s"}}}))
    write(tmp_path / "units.txt", units)
    done = run(tools / "utils/score_sclite.sh", "--num_spkrs", "2", "d", "units.txt")
    assert "Total Scores: (#C #S #D #I) 2 0 0 0\nError Rate:   0.00\nTotal Utts:  1\n" in done.stdout
    found = json.loads((tmp_path / "d/min_perm_result.json").read_text(encoding="utf-8").split("\n", 4)[4])
    assert found["utts"]["(s-u)"].keys() == {"Scores", "r1h2", "r2h1"}


def test_case_and_punctuation(run: Run, tools: Path, tmp_path: Path) -> None:
    one(tmp_path, "3 2 4")
    script = tools / "utils/score_sclite_case.sh"
    words = ["exp/asr/decode_test", "data/lang_1char/train_units.txt"]
    done = run(script, "--case", "tc", *words)
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if "|" not in line] == [
        "write a case-sensitive CER (or TER) result in exp/asr/decode_test/result.tc.txt",
        "write a CER (or TER) result in exp/asr/decode_test/result.txt",
    ]
    assert (tmp_path / "exp/asr/decode_test/ref.trn.lc.rm.detok").exists()


def test_the_recipes_own_python_is_asked(run: Run, tools: Path, tmp_path: Path) -> None:
    """Its environment is set up in path.sh, which the originals read too."""
    write(tmp_path / "env/python3", "#!/bin/sh\necho '- python version: `mine`'\n").chmod(0o755)
    write(tmp_path / "path.sh", "echo activated\nPATH=$PWD/env:$PATH\n")
    out = run(tools / "scripts/utils/show_asr_result.sh", "exp").stdout
    assert "- python version: `mine`\n- Git hash:" in out
    assert "activated" not in out


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("scripts/utils/show_asr_result.sh", ["espnet2 7.1", "pytorch 7.2"]),
        ("scripts/utils/show_tts_results.sh", ["espnet2 7.1", "pytorch 7.2"]),
        ("utils/show_result.sh", ["espnet2 7.1", "chainer (not installed)", "pytorch 7.2"]),
    ],
)
def test_versions_are_those_of_the_packages_that_scripts_name(
    run: Run, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, names: list[str]
) -> None:
    """The packages as the scripts' Python imports them, here of a directory of ours."""
    for package, version in {"espnet": "7.1", "torch": "7.2"}.items():
        write(tmp_path / f"site/{package}-{version}.dist-info/METADATA", f"Name: {package}\nVersion: {version}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    write(tmp_path / "bin/python3", f'#!/bin/sh\nexec {sys.executable} -S "$@"\n').chmod(0o755)
    own = " ".join(sys.version.split("\n"))
    lines = [f"- {name.split()[0]} version: `{name}`" for name in names]
    out = run(tools / script).stdout
    assert out.split("UTC 2026`\n")[1].strip("\n").split("\n")[: len(lines) + 1] == [
        f"- python version: `{own}`",
        *lines,
    ]


def test_averages_that_are_none(run: Run, tools: Path, tmp_path: Path) -> None:
    write(tmp_path / "exp/tts/avg_result.txt", "espnet_cer_equal: \nsentences: 1\n")
    done = run(tools / "scripts/utils/show_tts_results.sh", "exp")
    assert done.returncode == 1
    what = "exp/tts/avg_result.txt: one of the counts of espnet_cer is not a number"
    assert done.stderr == f"show_tts_results.sh: {what}\n"


def test_show_asr_result(run: Run, tools: Path, tmp_path: Path) -> None:
    recipe(tmp_path)
    write(tmp_path / "exp/asr/decode/test/score_wer/result.txt", "| Sum/Avg | 1 2 | 3.0 4.0 5.0 6.0 7.0 8.0 |\n")
    write(tmp_path / "exp/asr/decode/dev/score_wer/result.txt", "")  # the original's run crashed
    show = tools / "scripts/utils/show_asr_result.sh"
    done = run(show, "exp/asr")
    assert done.stdout.startswith(f"<!-- Generated by {show} -->\n# RESULTS\n## Environments\n- date: `Thu Jan")
    assert "|decode/test|1|2|3.0|4.0|5.0|6.0|7.0|8.0|\n" in done.stdout
    assert run(show, "--literal", "true", "exp/asr").stdout.endswith("|---|---|\n")
    assert run(show, "--maxdepth", "0", "exp").stdout.endswith("+0000`\n\n")
    what = "\nShow the system environments and the evaluation results in Markdown format."
    for script, name, more in [
        (show, "exp", '\nThe default of <exp> is "exp/".'),
        (tools / "scripts/utils/show_tts_results.sh", "expdir", ""),
    ]:
        done = run(script, "a", "b")
        assert (done.returncode, done.stdout) == (1, f"{what}{more}\n")
        assert done.stderr == f"Usage: {script} --mindepth 0 --maxdepth 1 [{name}]\n"
    show = tools / "utils/show_result.sh"
    done = run(show, "exp")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Usage: {show} --exp exp --mindepth 0 --maxdepth 1\n"
