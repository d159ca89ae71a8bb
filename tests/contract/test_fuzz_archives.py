"""The inputs that fuzzers found lie in archives, and no tool that takes them out or puts them back loses one."""

from pathlib import Path

import pytest

from fuzz.archive import CORPUS, archived, files, inputs, main, pack, to_bytes, unpack

TARGETS = sorted({path.name.removesuffix(".tar") for path in CORPUS.iterdir()})
DIGESTS = ["0" * 40, "1" * 40]


def test_they_are_few_files() -> None:
    """A file for each input would be a quarter of all files of the repository."""
    assert len(files(CORPUS)) <= 60


@pytest.mark.parametrize("target", TARGETS)
def test_an_archive_is_the_same_whoever_packs_it(target: str, tmp_path: Path) -> None:
    unpack(target, tmp_path / "out")
    for name, data in files(CORPUS / target).items():
        (tmp_path / target / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / target / name).write_bytes(data)
    pack(target, tmp_path / "out", tmp_path)
    assert inputs(target, tmp_path) == inputs(target)
    kept = CORPUS / f"{target}.tar"
    assert (tmp_path / kept.name).read_bytes() == (kept.read_bytes() if kept.exists() else to_bytes({}))


def test_what_a_fuzzer_left_takes_the_place_of_what_it_found_before(tmp_path: Path) -> None:
    """Inputs whose names tell what they are stay, and are not kept a second time under a digest."""
    (tmp_path / "t.tar").write_bytes(to_bytes({"cycle": b"c", DIGESTS[0]: b"old"}))
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "beside").write_bytes(b"b")
    fewest = tmp_path / "fewest"
    fewest.mkdir()
    for name, data in zip(["a" * 40, "b" * 40, DIGESTS[1], "new"], [b"c", b"b", b"found", b"n"], strict=True):
        (fewest / name).write_bytes(data)
    pack("t", fewest, tmp_path)
    assert archived("t", tmp_path) == {DIGESTS[1]: b"found", "cycle": b"c", "new": b"n"}
    assert inputs("t", tmp_path).keys() == {DIGESTS[1], "beside", "cycle", "new"}


@pytest.mark.parametrize(
    "words", [[], ["unpack"], ["unpack", "nothing"], ["pack", "linear"], ["pack", "linear", "no"], ["pack", "no", "."]]
)
def test_a_command_that_names_nothing_changes_nothing(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "input").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    assert main(*words) == 2
    assert "unpack TARGET" in capsys.readouterr().err
