"""Kaldi's cases of lattice programs, in this process where one program does it all, else as a shell runs them."""

import io
import os
import re
import shlex
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kaldi_cases import Cases, list_messages
from mondegreen._core import LatticeArchive, LatticeSweep
from mondegreen.dropin import PROGRAMS
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.link import link

FAMILIES = [
    "edge",
    "lattice-1best",
    "lattice-add-penalty",
    "lattice-align-phones",
    "lattice-align-words",
    "lattice-align-words-lexicon",
    "lattice-arc-post",
    "lattice-best-path",
    "lattice-combine",
    "lattice-confidence",
    "lattice-copy",
    "lattice-depth",
    "lattice-depth-per-frame",
    "lattice-determinize",
    "lattice-determinize-pruned",
    "lattice-equivalent",
    "lattice-interp",
    "lattice-limit-depth",
    "lattice-mbr-decode",
    "lattice-minimize",
    "lattice-oracle",
    "lattice-project",
    "lattice-prune",
    "lattice-push",
    "lattice-rmali",
    "lattice-scale",
    "lattice-to-ctm-conf",
    "lattice-to-fst",
    "lattice-to-nbest",
    "lattice-to-phone-lattice",
    "lattice-to-post",
    "lattice-union",
    "linear-to-nbest",
    "mbr_pipe",
    "nbest-to-ctm",
    "nbest-to-lattice",
    "nbest-to-linear",
]
MAGIC = b"\xd6\xfd\xb2\x7e"
ABORTED = 134
# Whose messages are others: of damaged lattices ours say at which byte, of assertions which condition, of oracles there
# is a line less for each utterance; one risk differs in its sixth digit, one pipe speaks to the terminal, `head` ended
# Kaldi's program before its last words, and ours does not say that words with frames at the end are not aligned.
OTHER_WORDS = re.compile(
    r"/in\.|oracle|^edge/(unreach\.mbr|starta\.ctmconf|multi\.ctmconf|tiefinal2\.ctm|\w+\.det)$|^lattice-union/small$"
    r"|^lattice-copy/scp_out$|^lattice-determinize-pruned/edge$"
)


@pytest.fixture(scope="module")
def workplace(kaldi: Cases, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = kaldi.workplace(tmp_path_factory.mktemp("set"))
    link(str(folder / "tools"), ["kaldi"])
    return folder


def emptied(workplace: Path, case: dict[str, Any]) -> Path:
    """Where a case leaves its files, without those of another test that ran it."""
    here = workplace / "cases" / str(case["id"])
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    return here


def is_plain(command: str) -> bool:
    """Whether a command is one program and its arguments."""
    words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    return not any(word and not set(word) - set(";|<>&()") for word in words)


def run(command: str, workplace: Path) -> tuple[int, bytes, bytes]:
    if is_plain(command):
        name, *words = shlex.split(command)
        module, _, attribute = PROGRAMS["kaldi"][f"bin/{name}"].partition(":")
        out, err = io.BytesIO(), io.BytesIO()
        program = getattr(import_module(module), attribute)
        code = program([word.encode() for word in words], io.BytesIO(), out, err)
        return code, out.getvalue(), err.getvalue()
    done = subprocess.run(["bash", "-c", command], cwd=workplace, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def readable(data: bytes) -> bytes:
    """Binary lattices as text: state by state the same, whatever the bits of the header say."""
    if MAGIC not in data[:200]:
        return data
    return b"".join(key + b" " + lattice.write(text=True) for key, lattice in LatticeArchive(io.BytesIO(data)))


@pytest.mark.parametrize("family", FAMILIES)
def test_programs_print_what_kaldi_printed(
    family: str, kaldi: Cases, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workplace)
    monkeypatch.setenv("PATH", f"{workplace / 'tools' / 'bin'}:{os.environ['PATH']}")
    for case in kaldi.of(family):
        here = emptied(workplace, case)
        code, out, err = run(case["cmd"], workplace)
        if case["rc"] == ABORTED:  # a clean failure stands for a crash
            assert code != 0, case["id"]
        else:
            assert code == case["rc"], case["id"]
        files = {name: (kaldi.content(content), (here / name).read_bytes()) for name, content in case["files"].items()}
        files["stdout"] = (kaldi.content(case["stdout"]), out)
        for name, (expected, got) in files.items():
            assert readable(got) == readable(expected), f"{case['id']}: {name}"
        expected_messages = kaldi.messages(case)
        if expected_messages is not None and not OTHER_WORDS.search(case["id"]):
            assert list_messages(err) == expected_messages, case["id"]


def test_oracle_paths_are_in_the_lattice_and_as_good_as_said(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    words = ["--write-lattices=ark:oracle.lats", "ark:lats_in/det.txt", "ark:data/text.int", "ark,t:tra", "ark,t:ed"]
    (workplace / "lats_in" / "det.txt").write_bytes(
        b"".join(key + b" " + lattice.write(text=True) for key, lattice in LatticeArchive.open("lats_in/det.ark.gz"))
    )
    code, *_ = run(f"lattice-oracle {shlex.join(words)}", workplace)
    assert code == 0
    references, paths, errors = (table(workplace / name) for name in ("data/text.int", "tra", "ed"))
    oracles = dict(LatticeArchive.open("oracle.lats"))
    for key, lattice in LatticeArchive.open("lats_in/det.txt"):
        path, reference = paths[key], references[key]
        assert distance(path, reference) == int(errors[key][0])
        assert lattice.with_words([int(word) for word in path], []).start is not None
        line = oracles[key].only_path()
        assert line is not None
        assert [str(word).encode() for word in line[0]] == path


OVERALL = re.compile(rb"Overall %WER (\S+) \[ (\d+) / (\d+),")


def test_oracles_have_as_many_errors_as_kaldis(kaldi: Cases, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    monkeypatch.setenv("PATH", f"{workplace / 'tools' / 'bin'}:{os.environ['PATH']}")
    for case in kaldi.of("lattice-oracle"):
        emptied(workplace, case)
        done = subprocess.run(["bash", "-c", case["cmd"]], cwd=workplace, capture_output=True, check=False)
        expected = OVERALL.search(kaldi.content(case["stderr"]))
        assert expected is not None
        ours = OVERALL.search(done.stderr)
        assert ours is not None
        assert ours.groups() == expected.groups(), case["id"]


def table(path: Path) -> dict[bytes, list[bytes]]:
    return {fields[0]: fields[1:] for line in path.read_bytes().splitlines() if (fields := line.split())}


def distance(left: list[bytes], right: list[bytes]) -> int:
    """The definition of the edit distance, row by row."""
    row = list(range(len(right) + 1))
    for count, word in enumerate(left, 1):
        before, row = row, [count]
        for place, other in enumerate(right):
            row.append(min(before[place] + (word != other), before[place + 1] + 1, row[place] + 1))
    return row[-1]


def test_a_sweep_finds_what_three_programs_find_one_after_the_other(kaldi: Cases, workplace: Path) -> None:
    tried = kaldi.of("bestpath_pipe")
    settings = [case["id"].split("/lmwt")[1].split("_wip") for case in tried]
    scales = [(round_to_float32(1 / int(weight)), round_to_float32(float(penalty))) for weight, penalty in settings]
    written = [b""] * len(tried)
    for key, found in LatticeSweep([workplace / "lats_in" / "det.ark.gz"], scales):
        for place, path in enumerate(found):
            assert path is not None
            written[place] += key + b" " + b"".join(b"%d " % word for word in path[0]) + b"\n"
    for case, transcripts in zip(tried, written, strict=True):
        assert transcripts == kaldi.content(case["files"]["tra"]), case["id"]


def test_a_sweep_for_least_risk_finds_what_four_programs_find(kaldi: Cases, workplace: Path) -> None:
    for case in kaldi.of("mbr_pipe"):
        scale = round_to_float32(1 / int(case["id"].split("lmwt")[1]))
        sweep = LatticeSweep([workplace / "lats_in" / "det.ark.gz"], [(scale, 0.5)], beam=6.0)
        lines = [key + b" " + b"".join(b"%d " % word for word in path[0]) for key, (path,) in sweep if path]
        assert b"\n".join([*lines, b""]) == kaldi.content(case["files"]["tra"]), case["id"]
