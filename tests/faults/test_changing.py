"""Files that somebody cuts short, replaces or goes on writing while they are read: never a number of half a file."""

import gzip
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.errors import ScoreError
from mondegreen.lattice import read as read_lattices
from mondegreen.nbest.reading import read_lists
from mondegreen.resources.text_vectors import decompress_file

Command = Callable[..., Answer]
TOLD = "the file changed while it was read; wait until it is complete, and start again"
LINES = [f"u-{number:03} a b c {number}\n" for number in range(60)]


def cut_short(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def replaced(path: Path) -> None:
    """Another file of the same keys and the same size."""
    beside = path.with_name("beside")
    beside.write_bytes(path.read_bytes().replace(b"a b c", b"x y z"))
    beside.replace(path)


def gone_on_with(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"u-999 a\n")


def rewritten(path: Path) -> None:
    """The same bytes, by somebody who began anew."""
    data = path.read_bytes()
    path.write_bytes(data)
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1_000_000_000))


CHANGES = (cut_short, replaced, gone_on_with, rewritten)
changed = pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both sides; rules are looked for beside them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("ref", "hyp"):
        Path(name).write_text("".join(LINES), encoding="utf-8")
        Path(f"{name}.gz").write_bytes(gzip.compress("".join(LINES).encode()))
    return tmp_path


@changed
@pytest.mark.parametrize("name", ["hyp", "hyp.gz"])
@pytest.mark.parametrize("at", ["u-002", "u-030", "u-059"], ids=["early", "midway", "at the end"])
@pytest.mark.usefixtures("sides")
def test_a_file_that_is_streamed(command: Command, change: Callable[[Path], None], name: str, at: str) -> None:
    from mondegreen.engine.shards import score_shard as usual

    def outcome(place: int, pairs: mg.Pairs, *more: object) -> object:
        if at in list(pairs.keys):
            change(Path(name))
        return usual(place, pairs, *more)  # type: ignore[arg-type] # as they came

    assert command("score", "ref", "ref", "--save", "kept").code == 0
    before = mg.Run.load("kept").to_dict()
    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr("mondegreen.engine.scoring.score_shard", outcome)
        answer = command("score", "ref", name, "--batch-size", "4", "--save", "kept", "--rows", "rows.csv")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.splitlines()[-1] == f"mondegreen: error: {name}: {TOLD}" or "gzip data" in answer.err
    assert mg.Run.load("kept").to_dict() == before
    assert not Path("rows.csv").exists()
    answer = command("score", "ref", name, "--batch-size", "4", "--save", "kept", "--resume")
    assert answer.code == 2
    assert "started with other settings (files)" in answer.err or "gzip data" in answer.err


@changed
@pytest.mark.parametrize("name", ["hyp", "hyp.gz"])
@pytest.mark.usefixtures("sides")
def test_a_file_that_is_held(
    command: Command, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], name: str
) -> None:
    usual = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        data = usual(path)
        if path.name == name:
            monkeypatch.setattr(Path, "read_bytes", usual)
            change(path)
        return data

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    answer = command("score", "ref", name)
    assert [answer.code, answer.err] == [2, f"mondegreen: error: {name}: {TOLD}\n"]


def changing(found: Iterable[object], change: Callable[[Path], None], path: Path) -> int:
    """How many there are in a file that is changed after the first."""
    count = 0
    for count, _ in enumerate(found, 1):
        if count == 1:
            change(path)
    return count


@changed
def test_lists(sides: Path, change: Callable[[Path], None]) -> None:
    lines = (json.dumps({"utt": f"u{number}", "nbest": ["a b c", "a"]}) + "\n" for number in range(5000))
    Path("lists").write_text("".join(lines), encoding="utf-8")
    with pytest.raises(ScoreError, match=f"lists: {TOLD}|lists:.*this is not JSON"):
        changing(read_lists("lists"), change, Path("lists"))


@changed
def test_lattices(sides: Path, change: Callable[[Path], None]) -> None:
    arcs = "0 1 1 0.5,2.5,3_4\n1 2 2 0.1,0.2,5_5\n2 0,0,\n"
    Path("lats").write_text("".join(f"u{number} \n{arcs}\n" for number in range(5000)), encoding="utf-8")
    assert len(list(read_lattices("ark:lats"))) == 5000
    with pytest.raises(ScoreError, match=f"lats: {TOLD}|lats: utterance .*: byte"):
        changing(read_lattices("ark:lats"), change, Path("lats"))


@changed
@pytest.mark.parametrize("packed", [False, True])
def test_vectors(sides: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], *, packed: bool) -> None:
    from mondegreen.resources import text_vectors as packing

    path = sides / ("v.txt.gz" if packed else "v.txt")
    text = "".join(f"w{number} 1 {number}\n" for number in range(1000)).encode()
    path.write_bytes(gzip.compress(text) if packed else text)
    usual = packing.decompress_to

    def unpack(*words: object) -> None:
        usual(*words)  # type: ignore[arg-type] # as they came
        change(path)

    def use() -> None:
        with decompress_file(path) as place:
            assert place.read_bytes() == text
            change(path)

    monkeypatch.setattr(packing, "decompress_to", unpack)
    with pytest.raises(ScoreError, match=TOLD):
        use()
