"""compute-wer, align-text and compute-wer-bootci against what Kaldi's own printed."""

import io
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from kaldi_cases import Cases
from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.text_programs import align_text, compute_wer, compute_wer_bootci
from oracles import random_pairs, twin

PROGRAMS: dict[str, ProgramEntry] = {
    "compute-wer": compute_wer,
    "align-text": align_text,
    "compute-wer-bootci": compute_wer_bootci,
}
# Of lines that are messages; functions stand in them as "main():file:line".
KINDS = ("WARNING", "ERROR", "LOG")


def run(program: str, *words: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = PROGRAMS[program]([word.encode() for word in words], io.BytesIO(stdin), out, err)
    return code, out.getvalue(), err.getvalue().decode("utf-8", "replace")


@pytest.mark.parametrize("family", PROGRAMS)
def test_programs_print_what_kaldi_printed(family: str, kaldi: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kaldi.folder)
    tried = 0
    for case in kaldi.of(family):
        if case["files"] or set(case["cmd"]) & set(";|<>") - {"|"} or case["cmd"].startswith("cat "):
            continue  # the whole command lines run in test_cases.py
        name, *words = shlex.split(case["cmd"])
        code, out, err = run(name, *words)
        assert (code, out) == (case["rc"], kaldi.content(case["stdout"])), case["id"]
        if case["id"] != "compute-wer/bad_rspecifier":  # said in one line rather than two
            assert messages(err) == messages(case["stderr"]), case["id"]
        tried += 1
    assert tried


def messages(err: str) -> list[str]:
    """What was said, by which program and function, without the file and line that the function is in."""
    return [re.sub(r"\(\)[^)]*\) ", "() ", line, count=1) for line in err.splitlines() if line.startswith(KINDS)]


def tables(folder: Path, pairs: list[tuple[list[str], list[str]]]) -> list[str]:
    for name, side in (("ref", 0), ("hyp", 1)):
        lines = [" ".join([f"u{number:04}", *pair[side]]) for number, pair in enumerate(pairs)]
        (folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    return [f"ark:{folder}/ref", f"ark:{folder}/hyp"]


def test_counts_are_those_of_the_definition(tmp_path: Path) -> None:
    pairs = random_pairs(5, 300)
    steps = [step for pair in pairs for step in twin(*pair, "kaldi")]
    sub, ins, dele = (steps.count(step) for step in (1, 2, 3))
    wrong = sum(a != b for a, b in pairs)
    words = sum(len(a) for a, _ in pairs)
    _, out, _ = run("compute-wer", *tables(tmp_path, pairs))
    first, second, third = out.decode().splitlines()
    assert f"[ {sub + ins + dele} / {words}, {ins} ins, {dele} del, {sub} sub ]" in first
    assert second == f"%SER {100 * wrong / 300:.2f} [ {wrong} / 300 ]"
    assert third == "Scored 300 sentences, 0 not present in hyp."


def test_both_programs_find_the_same_number_of_errors(tmp_path: Path) -> None:
    pairs = random_pairs(6, 300)
    _, out, _ = run("align-text", *tables(tmp_path, pairs), "ark,t:-")
    errors = 0
    for line, (reference, hypothesis) in zip(out.decode().splitlines(), pairs, strict=True):
        columns = [column.split() for column in line.partition(" ")[2].split(" ; ")] if line[-6:-5] else []
        columns = [column for column in columns if column]
        assert [a for a, _ in columns if a != "<eps>"] == reference
        assert [b for _, b in columns if b != "<eps>"] == hypothesis
        errors += sum(a != b for a, b in columns)
    assert f"[ {errors} / " in run("compute-wer", *tables(tmp_path, pairs))[1].decode()


def naive_bootstrap(edits: list[tuple[int, int]], replications: int, rand: object) -> str:
    """Kaldi's arithmetic, number by number, in numpy's 32 bits."""
    f = np.float32
    total, squares = f(0), f(0)
    for _ in range(replications):
        drawn = [edits[rand() % len(edits)] for _ in edits]  # type: ignore[operator] # a function of C
        rate = f(sum(e for e, _ in drawn)) / f(sum(w for _, w in drawn))
        total, squares = f(total + rate), f(squares + rate * rate)
    mean = total / f(replications)
    width = f(1.96 * np.sqrt(float(f(squares / f(replications) - mean * mean))))
    low, high = f(100 * mean) - f(100 * width), f(100 * mean) + f(100 * width)
    return f"%WER {f(100 * mean):.2f} 95% Conf Interval [ {low:.2f}, {high:.2f} ]"


def test_digits_are_those_that_the_c_library_leads_to(tmp_path: Path) -> None:
    ctypes = pytest.importorskip("ctypes")
    try:
        libc = ctypes.CDLL("libc.so.6")
    except OSError:
        pytest.skip("no glibc to draw from")
    pairs = [pair for pair in random_pairs(7, 60) if pair[0]]
    edits = [(sum(step > 0 for step in twin(*pair, "kaldi")), len(pair[0])) for pair in pairs]
    libc.srand(1)
    expected = [f"Set{number}: {naive_bootstrap(edits, 50, libc.rand)}" for number in (1, 2)]
    ref, hyp = tables(tmp_path, pairs)
    _, out, _ = run("compute-wer-bootci", "--replications=50", ref, hyp, hyp)
    assert out.decode().splitlines()[:2] == expected


def test_a_damaged_table_prints_nothing(tmp_path: Path) -> None:
    ref, _ = tables(tmp_path, random_pairs(8, 4))
    code, out, err = run("compute-wer", ref, "ark:-", stdin=b"u0000 ")
    assert (code, out) == (255, b"")  # nothing was found, which comes first
    code, out, err = run("compute-wer", "--mode=present", ref, "ark:-", stdin=b"u0000 ")
    assert (code, out) == (134, b"")
    assert "reading archive or script file failed" in err


def test_no_replication_has_no_interval(tmp_path: Path) -> None:
    code, out, _ = run("compute-wer-bootci", "--replications=0", *tables(tmp_path, random_pairs(8, 4)))
    assert (code, out) == (0, b"Set1: %WER -nan 95% Conf Interval [ -nan, -nan ]\n")


def test_a_negative_number_of_replications_is_refused(tmp_path: Path) -> None:
    code, out, err = run("compute-wer-bootci", "--replications=-1", *tables(tmp_path, random_pairs(8, 4)))
    assert (code, out) == (255, b"")
    assert "--replications" in err


def test_two_systems_need_all_utterances(tmp_path: Path) -> None:
    """As Kaldi's function for two systems says it."""
    code, out, err = run("compute-wer-bootci", *tables(tmp_path, random_pairs(8, 4)), "ark:/dev/null")
    said = "No hypothesis for key u0000 in both transcripts comparison is not possible."
    assert (code, out, messages(err)) == (255, b"", [f"ERROR (compute-wer-bootci[5.5]:GetEditsDualHyp() {said}"])
