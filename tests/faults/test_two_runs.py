"""Two runs that are saved under one name at the same moment: one of them stands there in the end, whole."""

import subprocess
import sys
from pathlib import Path

import pytest

import mondegreen as mg

SCORE = [sys.executable, "-m", "mondegreen", "score", "ref.txt"]


@pytest.mark.parametrize("more", [(), ("--batch-size", "100")], ids=["at once", "by shards"])
@pytest.mark.parametrize("name", ["kept", "kept.parquet"])
def test_one_of_them_stands(files: Path, more: tuple[str, ...], name: str) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    for each, word in (("ref", "a"), ("one", "b"), ("two", "c")):
        lines = (f"u-{place:04} x y z {word}\n" for place in range(1000))
        Path(f"{each}.txt").write_text("".join(lines), encoding="utf-8")
    subprocess.run([*SCORE, "ref.txt", "--save", name], stdout=-3, check=True)
    running = {
        each: subprocess.Popen([*SCORE, each, "--save", name, *more], stdout=-3, stderr=-1, encoding="utf-8")
        for each in ("one.txt", "two.txt")
    }
    ended = {each: (process.communicate()[1], process.returncode) for each, process in running.items()}
    well = [each for each, (_, code) in ended.items() if code == 0]
    assert well, ended
    for said, code in ended.values():
        assert code == 0 or "another run is being saved there; wait for it" in said
    found = mg.Run.load(name)
    assert found.name in well
    assert found["wer"].value == 25
    assert len(found.pairs) == 1000
    assert {path.name for path in files.iterdir()} == {"ref.txt", "hyp.txt", "one.txt", "two.txt", name}
