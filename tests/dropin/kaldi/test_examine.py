"""What `kaldi doctor` finds in a decode directory, each finding well and wrong, at its limits."""

import gzip
import shutil
from pathlib import Path

import pytest

from headings import heads
from kaldi_cases import FEW
from kaldi_recipe import recipe
from mondegreen.dropin.kaldi.score_decode import Finding, examine, make_table
from mondegreen.errors import ScoreError

Findings = dict[str, tuple[bool, str]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    recipe(tmp_path)
    shutil.copy(FEW.folder / "exp/mono/final.mdl", tmp_path / "exp/final.mdl")
    return tmp_path


def look() -> Findings:
    return {each.what: (each.is_well, each.detail) for each in examine("exp/decode", "data", "lang")}


def put(name: str, text: str) -> None:
    Path(name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())


def test_all_is_well(here: Path) -> None:
    model = here / "exp/final.mdl"
    assert look() == {
        "jobs": (True, "2 of 2"),
        "archives": (True, "3 lattices in 2 files"),
        "duplicates": (True, "no utterance has two lattices"),
        "paths": (True, "every lattice has a path to an end"),
        "utterance IDs": (True, "all 3 of data/text have a lattice"),
        "words": (True, "all 4 are in lang/words.txt"),
        "model": (True, f"{model} has all transition IDs"),
    }
    assert [each.what for each in examine("exp/decode", None, None)] == [
        *("jobs", "archives", "duplicates", "paths", "model")
    ]
    with pytest.raises(ScoreError, match="nowhere: there is no such directory"):
        list(examine("nowhere", None, None))


def test_the_table_of_findings() -> None:
    """As scripts read it: by the names of its columns."""
    table = make_table(
        "exp/decode", [Finding("jobs", is_well=True, detail="2 of 2"), Finding("words", is_well=False, detail="1: w")]
    )
    assert (table.name, table.title) == ("doctor", "Check of exp/decode")
    assert heads(table) == "checked | result | detail"
    assert [*map(list, table.rows)] == [["jobs", "ok", "2 of 2"], ["words", "wrong", "1: w"]]


def test_jobs_are_as_many_as_were_run(here: Path) -> None:
    put("exp/decode/num_jobs", "3\n")
    assert look()["jobs"] == (False, "of 3 jobs, missing: exp/decode/lat.3.gz")
    put("exp/decode/num_jobs", "1\n")
    assert look()["jobs"] == (False, "of 1 jobs, extra: exp/decode/lat.2.gz")
    shutil.move("exp/decode/lat.2.gz", "exp/decode/lat.3.gz")
    put("exp/decode/num_jobs", "2\n")
    found = look()["jobs"]
    assert found == (False, "of 2 jobs, missing: exp/decode/lat.2.gz; extra: exp/decode/lat.3.gz")
    (here / "exp/decode/num_jobs").unlink()
    assert look()["jobs"] == (True, "exp/decode/num_jobs is missing; 2 files")
    for path in (here / "exp/decode").glob("lat.*"):
        path.unlink()
    assert look()["jobs"] == (False, "there is no lat.*.gz")


def test_each_lattice_is_there_once_and_can_be_read() -> None:
    put("exp/decode/lat.2.gz", "u1 \n0\t1\t1\t1,1,1\n1\n\nu3 \n\nu1 \n0\t1\t1\t1,1,1\n1\n\n")
    found = look()
    twice = "u1 (exp/decode/lat.1.gz and exp/decode/lat.2.gz)"
    assert found["duplicates"] == (False, f"2: {twice}, {twice}")
    assert found["paths"] == (False, "1: u3")
    put("exp/decode/lat.2.gz", "u3 \n0\t1\t1\t1,1,1\n1\n\nu3 \n0\t1\t1\t1,1,1\n1\n\n")
    assert look()["duplicates"] == (False, "1: u3 (exp/decode/lat.2.gz)")
    Path("exp/decode/lat.2.gz").write_bytes(b"u3")
    assert look()["archives"] == (False, "1: exp/decode/lat.2.gz: it is no gzip file")
    put("exp/decode/lat.2.gz", "u3 \n0\tone\n\n")
    well, detail = look()["archives"]
    assert not well
    assert detail.startswith("1: exp/decode/lat.2.gz: utterance u3: byte ")


def test_utterances_and_words_are_those_of_the_recipe(here: Path) -> None:
    put("data/text", "u1 a\nu1 a\n\nu8 b\nu9 c\n")
    found = look()["utterance IDs"]
    assert found == (False, "2 without a lattice: u8, u9; 2 not in the reference: u2, u3")
    put("lang/words.txt", "<eps> 0\na 1\nb 2\n")
    words = look()["words"]
    assert words == (False, "2 numbers of words are not in lang/words.txt: 3, 4; is it of another graph?")
    (here / "data/text").unlink()
    (here / "lang/words.txt").unlink()
    assert look()["utterance IDs"] == (False, "data/text: there is no such file")
    assert look()["words"] == (False, "lang/words.txt: there is no such file")


def test_a_model_has_the_transitions_of_the_lattices(here: Path) -> None:
    """That beside the lattices comes before that of the directory above."""
    put("exp/decode/final.mdl", "none")
    well, detail = look()["model"]
    assert not well
    assert detail.startswith("exp/decode/final.mdl: ")
    (here / "exp/decode/final.mdl").unlink()
    put("exp/decode/lat.2.gz", "u3 \n0\t1\t1\t1,1,999999\n1\n\n")
    well, detail = look()["model"]
    assert not well
    assert detail.startswith(f"lattices have transition ID 999999, {here}/exp/final.mdl only ")
    assert detail.endswith(": it is another model")
    (here / "exp/final.mdl").unlink()
    found = look()["model"]
    assert found == (False, "no final.mdl in the decode directory or above it; CTM needs one")


# Of the lattices u1 has 3 frames, u2 has 1, u3 has 2: six in all.
@pytest.mark.parametrize(
    ("durations", "factor", "well", "detail"),
    [
        ("u1 0.03\nu2 0.01\nu3 0.02\n", "", True, "100.0 a second"),
        ("u1 0.09\nu2 0.03\nu3 0.06\n", "3\n", True, "33.3 a second"),
        ("u1 0.09\n\nu2 0.03\nu9 7\nu3 x\n", "3", True, "33.3 a second"),
        ("u1 0.09\nu2 0.03\nu3 0.06\n", "", False, "33.3 a second, and there is no {factor}"),
        ("u1 0.09\nu2 0.03\nu3 0.06\n", "1", False, "33.3 a second, but {factor} says 1"),
        ("u1 0.03\nu2 0.01\nu3 0.02\n", "0", True, "100.0 a second"),
        ("u1 0.03\nu2 0.01\nu3 0.012\n", "", True, "115.4 a second"),
        ("u1 0.03\nu2 0.01\nu3 0.009\n", "3", False, "122.4 a second, but {factor} says 3"),
    ],
)
def test_frames_are_as_long_as_the_factor_says(
    durations: str, factor: str, well: bool, detail: str, here: Path
) -> None:
    put("data/utt2dur", durations)
    if factor:
        put("exp/frame_subsampling_factor", factor)
    found = look()["frames"]
    assert found[0] is well
    path = here / "exp/frame_subsampling_factor"
    assert found[1].startswith(detail.format(factor=path))
    needed = 1 if found[1].startswith("122") else 3
    assert found[1].endswith(f"; times of words need a factor of {needed}") is not well


def test_segments_say_how_long_utterances_are() -> None:
    put("data/segments", "u1 r 1.00 1.03\nu2 r 1.03 1.04\nu3 r 2.00 2.02\nu4 r 5\n")
    assert look()["frames"][0]
    put("data/utt2dur", "u1 9\n")  # which the segments correct
    assert look()["frames"][0]
    put("data/segments", "u1 r 1 1\n")
    assert "frames" not in look() or not look()["frames"][0]
