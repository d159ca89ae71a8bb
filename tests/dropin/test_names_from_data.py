"""Files that are named after data stay in the output directory, whatever utterances and speakers are called."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.output import text_output
from programs import ours

Command = Callable[..., Answer]
NAMES = [
    "../victim",
    "x/../../victim",
    "../../../victim",
    "/../victim",
    "..",
    "a/b",
    "~/victim",
    "$(touch victim)",
    "victim",
]
HEADING = "[ALIGNMENT] Aligned,SegGrpID,File,Channel,Eval,RefSegID"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory whose `work/out` may be written to; files that an escape would reach lie around it."""
    work = tmp_path / "work"
    (work / "out").mkdir(parents=True)
    for path in (work / "victim", work / "victim.html", tmp_path / "victim", tmp_path / "victim.html"):
        path.write_text("precious", encoding="utf-8")
    return work


def outside(place: Path) -> dict[Path, bytes]:
    paths = [path for path in place.parent.rglob("*") if path.is_file() and place / "out" not in path.parents]
    return {path: path.read_bytes() for path in paths}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("report", ["snt", "spk", "all", "sgml", "dtl"])
def test_sclite(place: Path, name: str, report: str) -> None:
    for side in ("ref", "hyp"):
        (place / f"{side}.trn").write_text(f"a b ({name}-u1)\n", encoding="utf-8")
    before = outside(place)
    words = ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", "-O", "out", "-o", report]
    ours("sclite", words, place)
    assert outside(place) == before


@pytest.mark.parametrize("name", NAMES)
def test_sc_stats(place: Path, name: str) -> None:
    words = '<PATH id="(s-1)" word_cnt="2">\nC,"a","a":S,"a","b"\n</PATH>\n'
    system = f'<SYSTEM title="%s" ref_fname="r" hyp_fname="h">\n<SPEAKER id="{name}">\n{words}</SPEAKER>\n</SYSTEM>\n'
    before = outside(place)
    options = ["-p", "-O", "out", "-r", "sum", "es", "-g", "range", "-t", "mapsswe", "-n", "all"]
    ours("sc_stats", options, place, (system % name + system % "other").encode())
    assert outside(place) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("column", [1, 2, 3])
def test_align2html(place: Path, name: str, column: int) -> None:
    cells = ["YES", "1", "f", "A"]
    cells[column] = name
    (place / "e.csv").write_text(f"{HEADING}\n{','.join(cells)},C,,,,,1\n", encoding="utf-8")
    before = outside(place)
    ours("align2html.pl", ["-a", "e.csv", "-o", "out"], place)
    assert outside(place) == before


@pytest.mark.parametrize("name", NAMES)
def test_reports_of_a_run(place: Path, command: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(place)
    key = name.replace(" ", "_")
    for side in ("ref", "hyp"):
        Path(f"{side}.txt").write_text(f"{key}-1 a b\n", encoding="utf-8")
    Path("utt2spk").write_text(f"{key}-1 {key}\n", encoding="utf-8")
    before = outside(place)
    words = ("score", "ref.txt", "hyp.txt", "--format", "kaldi", "--utt2spk", "utt2spk", "--by", "speaker")
    assert command(*words, "--as", "sclite", "--output", "out").code == 0
    assert command(*words, "--save", "out/run").code == 0
    assert outside(place) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", ["hyp.trn", "text"])
def test_languages_of_ml_superb(
    place: Path, command: Command, monkeypatch: pytest.MonkeyPatch, name: str, file: str
) -> None:
    """Each has a directory of its own."""
    monkeypatch.chdir(place)
    key = f"cv_{'../' * 6}{name.replace(' ', '')}.new_1"
    folder = place / "out/decode/test"
    for rate in ("cer", "wer"):
        (folder / f"score_{rate}").mkdir(parents=True)
        for side in ("ref", "hyp", "result"):
            suffix = "txt" if side == "result" else "trn"
            text = f"a b\t({key}-{key})\n" if file == "hyp.trn" else "a b\t(x_eng_1-x_eng_1)\n"
            (folder / f"score_{rate}/{side}.{suffix}").write_text(text, encoding="utf-8")
    for path in (Path("data/test/text"), folder / "text"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{key if file == 'text' else 'x_eng_1'} [eng] a b\n", encoding="utf-8")
    before = outside(place)
    options = ["--local-score", "ml_superb", "--local-score-opts", "true false independent"]
    answer = command("espnet", "score", "out", *options)
    assert (answer.code, "expected the language's code" in answer.err) == (2, True), answer
    assert outside(place) == before


def test_what_is_missing_is_not_resolved_away(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system has it: there is no `missing`, and so nothing beside it."""
    monkeypatch.chdir(place)
    with pytest.raises(Exception, match="there is no such directory"), text_output("missing/../victim") as stream:
        stream.write("taken")
    assert Path("victim").read_text(encoding="utf-8") == "precious"


def test_links_and_directories_that_exist_lead_where_they_did(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    Path("link").symlink_to("out/../victim")
    with text_output("link") as stream:
        stream.write("new")
    assert Path("link").is_symlink()
    with text_output("out/../other") as stream:
        stream.write("new")
    assert [Path(name).read_text(encoding="utf-8") for name in ("victim", "other")] == ["new", "new"]
