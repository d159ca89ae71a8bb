"""Commands that turn small matrices do so by one thread: several wait for each other where a machine is busy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.cli.matrices import by_one_thread
from noisy import TABLE

PROGRAM = """
import sys
from mondegreen.cli import main
assert main(sys.argv[1:]) == 0
from threadpoolctl import threadpool_info
print([of["num_threads"] for of in threadpool_info() if of["internal_api"] == "openblas"])
"""


@pytest.mark.parametrize(
    "words",
    [
        ["lexicon", "neighbors", "a", "--vectors", "v.vec"],
        ["robustness", "ref.txt", "--table", "t.tsv", "--metrics", "wer", "--rates", "0"],
    ],
    ids=lambda words: words[0],
)
def test_numpys_library_has_one_thread(files: Path, words: list[str]) -> None:
    pytest.importorskip("threadpoolctl", reason="threadpoolctl is not installed, which tells how many there are")
    (files / "v.vec").write_text("a 1 0\nb 0 1\n", encoding="utf-8")
    TABLE.save(files / "t.tsv")
    variables = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], env=variables, stdout=subprocess.PIPE, check=True)
    assert done.stdout.splitlines()[-1] in (b"[1]", b"[]")


def test_a_users_wish_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    by_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
