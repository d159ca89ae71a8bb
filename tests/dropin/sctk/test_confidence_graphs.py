"""The files for gnuplot against those of the original, and what it cannot draw."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from mondegreen.dropin.sctk.confidence_graphs import GRAPHS, draw_det
from mondegreen.dropin.sctk.system import System, read_sgml
from programs import Call, agree, check_ends_well, crashed, files, theirs
from speeches import hypothesis, reference, sgml


def read(text: bytes) -> System:
    (system,) = read_sgml(text)
    return system


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call that draws all graphs of a system."""
    text, segments = reference(rng, labelled=False, longest=rng.choice([9, 30]))
    (folder / "ref.stm").write_text(text, encoding="latin-1")
    heard = hypothesis(rng, segments, confident=rng.random() < 0.9, errors=rng.choice([0.2, 0.6]))
    (folder / "hyp.ctm").write_text(heard, encoding="latin-1")
    scored = sgml(folder, "system")
    yield Call("sclite", ["-P", "-f", rng.choice(["0", "1"]), "-C", *GRAPHS, "-n", "rep"], scored)


@pytest.mark.parametrize("seed", range(40))
def test_graphs_are_those_that_sclite_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], seed: int
) -> None:
    (call,) = draw(random.Random(seed), tmp_path)
    expected = theirs(*call[:2], tmp_path, call.stdin)
    if crashed(expected):
        check_ends_well(*call[:2], tmp_path, call.stdin)
        return
    monkeypatch.chdir(tmp_path)
    before = set(files(tmp_path))
    for graph in GRAPHS.values():
        assert graph(read(call.stdin), b"rep", int(call.arguments[2]))
    drawn = {name: data for name, data in files(tmp_path).items() if name not in before}
    assert drawn == expected.files
    captured = capfdbinary.readouterr()
    assert captured.err == expected.complaints
    assert captured.out in expected.output


@pytest.mark.parametrize(("items", "line"), [('C,"a","a"', b"-0.674490 nan\n"), ('S,"a","b"', b"nan 0.674490\n")])
def test_a_curve_needs_both_right_and_wrong_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, items: str, line: bytes
) -> None:
    """The original prints no numbers where no word is right, and may crash where none is wrong."""
    monkeypatch.chdir(tmp_path)
    words = ":".join(f"{items},0.{number}" for number in range(1, 5))
    path = f'<PATH id="(s-0)" word_cnt="4" word_aux="h_conf">\n{words}\n</PATH>\n'
    text = f'<SYSTEM title="t">\n<SPEAKER id="s">\n{path}</SPEAKER>\n</SYSTEM>\n'
    assert draw_det([read(text.encode())], b"rep", 0)
    assert line in (tmp_path / "rep.det.dat.00").read_bytes()


@pytest.mark.parametrize("graph", [*GRAPHS, "sum"])
@pytest.mark.parametrize("odd", ["nan", "-inf", "inf", "1e10", "-3e9", "-0.5", "1.0000001"])
def test_confidences_that_are_none(tmp_path: Path, odd: str, graph: str) -> None:
    rng = random.Random(odd)
    words = [(rng.choice("ab"), rng.choice([odd, f"{rng.random():.3f}"])) for _ in range(24)]
    said = "".join(f"f A s {at} {at + 1} {rng.choice('ab')}\n" for at in range(24))
    (tmp_path / "ref.stm").write_text(said, encoding="utf-8")
    heard = "".join(f"f A {at}.1 .2 {word} {sure}\n" for at, (word, sure) in enumerate(words))
    (tmp_path / "hyp.ctm").write_text(heard, encoding="utf-8")
    report = ["-o" if graph == "sum" else "-C", graph]
    agree("sclite", ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *report], tmp_path)


@pytest.mark.parametrize("name", GRAPHS)
def test_a_folder_that_is_not_there_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="(s-0)" word_cnt="2" word_aux="h_conf">\n'
    text += b'C,"a","a",0.5:S,"a","b",0.25\n</PATH>\n</SPEAKER>\n</SYSTEM>\n'
    expected = theirs("sclite", ["-P", "-f", "0", "-C", name, "-O", "nowhere", "-n", "rep"], tmp_path, text)
    assert not GRAPHS[name](read(text), b"nowhere/rep", 0)
    assert capfdbinary.readouterr().err == expected.complaints


# As many words as a bin more or less of sbhist takes; confidences at the edges of bins, alike, and outside of 0 and 1.
EDGES = ["0", "0.1", "0.1", "0.05", "0.5", "0.99", "0.999", "1", "1.0001", "-0.001", "0.3", "0.7", "0.29", "0.58"]


@pytest.mark.parametrize("count", [1, 19, 20, 21, 39, 40, 41])
def test_the_original_agrees_on_edges_of_bins(tmp_path: Path, count: int) -> None:
    words = [("ab"[at % 3 == 0], EDGES[at % len(EDGES)]) for at in range(count)]
    (tmp_path / "ref.stm").write_text("".join(f"f A s{at % 2} {at} {at + 1} a\n" for at in range(count)))
    (tmp_path / "hyp.ctm").write_text(
        "".join(f"f A {at}.1 .2 {word} {sure}\n" for at, (word, sure) in enumerate(words))
    )
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm"]
    for options in (
        "-o sum rsum -C bhist hist sbhist",
        "-C hist -O nowhere",
        "-C det -O nowhere",
        "-C sbhist -O nowhere",
    ):
        if count > 1 or "-o" in options:
            agree("sclite", [*call, *options.split()], tmp_path)


@pytest.mark.parametrize("right", [range(40), range(3, 40), range(0, 40, 20), [0], range(1, 40)], ids=str)
def test_the_original_agrees_on_curves_from_end_to_end(tmp_path: Path, right: Iterable[int]) -> None:
    """Rates near 0 and 1, in the middle, and at the limit of 0.08 between two formulas; equal scores on both sides."""
    words = [("a" if at in right else "b", f"{(at // 2) / 20:.2f}") for at in range(40)]
    (tmp_path / "ref.stm").write_text("".join(f"f A s {at} {at + 1} a\n" for at in range(40)))
    (tmp_path / "hyp.ctm").write_text(
        "".join(f"f A {at}.1 .2 {word} {sure}\n" for at, (word, sure) in enumerate(words))
    )
    agree("sclite", ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-C", "det", "-o", "sum"], tmp_path)
