"""Words that are given, lattices that are joined, and lattices that no alignment comes of."""

from pathlib import Path

import pytest

from kaldi_cases import Cases
from kaldi_recipe import run_script
from mondegreen._core import Lattice, LatticeArchive
from mondegreen.dropin.kaldi.lattice_programs.align import lattice_align_words, lattice_align_words_lexicon
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_combine, lattice_interp
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_to_ctm_conf
from mondegreen.dropin.kaldi.lattice_programs.nbest import nbest_to_ctm
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_copy

# Word 5 is more likely than 6: by e to the 1 before 2.
LATTICE = "u \n0\t1\t5\t1,0,1_1\n0\t1\t6\t2,0,1_1\n1\n\n"
LIKELY, OTHER = "0.73", "0.27"
OTHERS = "u \n0\t1\t5\t3,3,1_1\n0\t1\t7\t0,0,1_1\n1\t2\t0\t4,4,\n2\n\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"lat": LATTICE, "others": OTHERS, "given": "u 6 \n", "bad": "u 9 \n", "none": "v 5 \n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["ark:lat"], f"5 {LIKELY}"),
        (["ark:lat", "ark:given"], f"5 {LIKELY}"),  # which decoding goes on from
        (["--decode-mbr=false", "ark:lat", "ark:given"], f"6 {OTHER}"),
        (["--decode-mbr=false", "ark:lat", "ark:bad"], "9 0.00"),  # nobody said it
        (["ark:lat", "ark:bad"], f"5 {LIKELY}"),
        (["ark:lat", "ark:given", "ark:times"], f"5 {LIKELY}"),
    ],
)
def test_words_may_be_given(words: list[str], line: str, here: Path) -> None:
    (here / "times").write_text("u 0 1 ; 1 2 \n", encoding="utf-8")
    assert run_script(lattice_to_ctm_conf, *words, "-")[:2] == (0, f"u 1 0.00 0.02 {line}\n")


@pytest.mark.parametrize("times", [b"v 0 1 \n", b"v \n", b"v \0B\x04\x01\0\0\0\x04\0\0\0\0\x04\0\0\x80\x3f"])
def test_an_utterance_without_what_is_given_is_passed_over(times: bytes, here: Path) -> None:
    code, out, err = run_script(lattice_to_ctm_conf, "ark:lat", "ark:none", "-")
    assert (code, out) == (1, "")
    assert "1-best not present for utterance u" in err
    (here / "times").write_bytes(times)
    code, out, err = run_script(lattice_to_ctm_conf, "ark:lat", "ark:given", "ark:times", "-")
    assert (code, out) == (1, "")
    assert "Times not present for utterance u" in err


def paths(lattice: Lattice) -> set[tuple[int, ...]]:
    """Words of all paths, with the sum of their costs in thousandths."""
    found: set[tuple[int, ...]] = set()
    ends = {state: graph + acoustic for state, graph, acoustic, _ in lattice.ends()}
    arcs = lattice.all_arcs()

    def walk(state: int, words: tuple[int, ...], cost: float) -> None:
        if state in ends:
            found.add((*words, round(1000 * (cost + ends[state]))))
        for source, target, word, graph, acoustic, _ in arcs:
            if source == state:
                walk(target, (*words, word) if word else words, cost + graph + acoustic)

    if lattice.start is not None:
        walk(lattice.start, (), 0.0)
    return found


@pytest.mark.parametrize("compact", ["true", "false"])
def test_joined_lattices_have_the_words_of_both(compact: str, here: Path) -> None:
    words = [f"--write-compact={compact}", "--alpha=0.25", "ark:lat", "ark:others", "ark,t:both"]
    assert run_script(lattice_interp, *words)[0] == 0
    ((_, both),) = LatticeArchive.open(here / "both")
    assert paths(both) == {(5, 1000 // 4 + 14_000 * 3 // 4)}
    expanded = (here / "both").read_text(encoding="utf-8").splitlines()[1].count("\t") == 4
    assert expanded == (compact == "false")
    assert run_script(lattice_copy, "ark:both", "ark,t:copy")[0] == 0


LINE = "u \n0\t1\t5\t1,2,1_1_1\n1\t2\t0\t1,2,1_1\n2\t3\t6\t1,2,1\n3\n\n"


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        # Frames 0 to 3, 3 to 5 and 5 to 6 of a hundredth of a second.
        ([], ["0.00 0.03 5", "0.05 0.01 6"]),
        (["--print-silence=true"], ["0.00 0.03 5", "0.03 0.02 0", "0.05 0.01 6"]),
        (["--frame-shift=0.03"], ["0.00 0.09 5", "0.15 0.03 6"]),
        (["--precision=3"], ["0.000 0.030 5", "0.050 0.010 6"]),
    ],
)
def test_words_of_a_path_last_as_many_frames_as_it_has_ids(options: list[str], rows: list[str], here: Path) -> None:
    (here / "line").write_text(LINE, encoding="utf-8")
    code, out, _ = run_script(nbest_to_ctm, *options, "ark:line", "-")
    assert code == 0
    fields = [line.split() for line in out.splitlines()]
    assert [row[:2] for row in fields] == [["u", "1"]] * len(rows)
    assert [[float(field) for field in row[2:]] for row in fields] == [
        [float(field) for field in row.split()] for row in rows
    ]


@pytest.mark.parametrize(
    ("factors", "weights", "costs"),
    [
        # As shares of all paths of a system: one path then costs -log 0.25 and -log 0.75.
        ("false", "0.25:0.75", {5: 1386, 6: 288}),
        # As factors of costs, after which each system's paths are as likely as those of the other.
        ("true", "0.25:0.75", {5: 0, 6: 0}),
        ("false", "", {5: 693, 6: 693}),  # equal ones, and -log 0.5
        ("false", "1:3", {5: 1386, 6: 288}),  # of the sum
        ("false", "1:2:3", {5: 693, 6: 693}),  # as many as there are systems, or none
        ("false", "-1:2", {5: 693, 6: 693}),
        ("false", "1:0", {5: 0}),
    ],
)
def test_weights_of_systems_are_shares_or_factors(
    factors: str, weights: str, costs: dict[int, int], here: Path
) -> None:
    for word, name in ((5, "one"), (6, "two")):
        (here / name).write_text(f"u \n0\t1\t{word}\t3,{word},1_1\n1\n\n", encoding="utf-8")
    words = [f"--exp-weights={factors}", f"--lat-weights={weights}", "ark:one", "ark:two", "ark,t:both"]
    code, _, err = run_script(lattice_combine, *words)
    assert code == 0
    ((_, both),) = LatticeArchive.open(here / "both")
    assert paths(both) == set(costs.items())
    said = {
        "1:3": "Weights sum to 4 instead of 1: renormalizing",
        "1:2:3": "Expecting 2 weights, found 3: using uniform weights.",
        "-1:2": "Cannot use negative weight: -1; using uniform weights.",
    }
    assert [line for line in err.splitlines() if "eight" in line and "WARNING" in line] == [
        f"WARNING (lattice-combine[5.5]:main()) {each}" for weight, each in said.items() if weight == weights
    ]


CYCLE = "u \n0\t1\t{word}\t1,1,{ids}\n1\t0\t{word}\t1,1,{ids}\n1\n\n"


@pytest.mark.parametrize("kind", ["boundary", "lexicon"])
@pytest.mark.parametrize("trouble", ["cycle", "order"])
def test_a_lattice_without_alignment_ends_in_a_warning(kind: str, trouble: str, here: Path, kaldi: Cases) -> None:
    kaldi.workplace(here)
    ((_, first), *_) = LatticeArchive.open(here / "lats_in/small.ark")
    text = "u " + first.write(text=True).decode()
    if trouble == "cycle":
        line = first.best_path().only_path()
        assert line is not None
        text = CYCLE.format(word=line[0][0], ids="_".join(map(str, line[1][:3])))
    (here / "odd").write_text(text, encoding="utf-8")
    name = {"boundary": "word_boundary", "lexicon": "align_lexicon"}[kind]
    program = lattice_align_words if kind == "boundary" else lattice_align_words_lexicon
    code, _, err = run_script(
        program, "--reorder=false", f"lang/phones/{name}.int", "exp/mono/final.mdl", "ark:odd", "ark:out"
    )
    assert code == 1
    assert "did not align correctly: " in err
