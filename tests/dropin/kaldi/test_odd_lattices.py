"""What Kaldi's programs do with odd lattices and words, by their source (kaldi-asr/kaldi, src/latbin and src/lat)."""

import gzip
import io
from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest

from kaldi_cases import Cases
from kaldi_recipe import recipe, run_script
from mondegreen._core import Lattice, LatticeArchive
from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.lattice_programs.align import lattice_align_words, lattice_align_words_lexicon
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_union
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_best_path
from mondegreen.dropin.kaldi.lattice_programs.measure import (
    lattice_arc_post,
    lattice_confidence,
    lattice_depth,
    lattice_depth_per_frame,
    lattice_to_post,
)
from mondegreen.dropin.kaldi.lattice_programs.nbest import lattice_to_nbest
from mondegreen.dropin.kaldi.lattice_programs.transform import (
    lattice_1best,
    lattice_add_penalty,
    lattice_prune,
    lattice_scale,
)
from mondegreen.dropin.kaldi.oracle_wer import oracle_wer
from mondegreen.dropin.kaldi.score_kaldi import score_combine, score_mbr

GOOD = "{} \n0\t1\t1\t3,8,1_1\n1\n\n"
EMPTY = "u1 \n\n"
# Once around costs 3 more.
CYCLE = "u1 \n0\t1\t1\t3,8,1\n1\t0\t2\t1,1,1\n1\n\n"
# No path ends.
DEAD = "u1 \n0\t1\t1\t3,8,1\n\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def archive(here: Path, *lattices: str) -> str:
    (here / "lats").write_text("".join(lattices), encoding="utf-8")
    return "ark:lats"


def among(here: Path, lattice: str) -> str:
    """An archive in which the lattice stands between two good ones."""
    return archive(here, GOOD.format("u0"), lattice, GOOD.format("u2"))


def test_an_empty_lattice_has_a_depth_and_ends_no_archive(here: Path) -> None:
    """CompactLatticeDepth gives 1 over no frames, CompactLatticeDepthPerFrame nothing."""
    table = among(here, EMPTY)
    code, out, err = run_script(lattice_depth, table, "ark,t:-")
    assert (code, out) == (0, "u0 1 \nu1 1 \nu2 1 \n")
    assert "Overall density is 1 over 4 frames." in err
    assert run_script(lattice_depth_per_frame, table, "ark,t:-", "ark,t:copy")[:2] == (0, "u0 1 1 \nu1 \nu2 1 1 \n")
    assert [lattice.states for _, lattice in LatticeArchive.open(here / "copy")] == [2, 0, 2]


def test_a_depth_over_no_frames_is_infinite(here: Path) -> None:
    """A quotient of C++, and so is the sum."""
    code, out, err = run_script(lattice_depth, among(here, DEAD), "ark,t:-")
    assert (code, out) == (0, "u0 1 \nu1 inf \nu2 1 \n")
    assert "Overall density is -nan over 4 frames." in err


def test_a_density_is_summed_from_depths_of_32_bits(here: Path) -> None:
    """And printed, like the frames, with six digits."""
    many = 1_000_001
    ids = "_".join(["1"] * many)
    code, out, err = run_script(lattice_depth, archive(here, f"u \n0\t1\t1\t0,0,{ids}\n1\n\n"), "ark,t:-")
    assert (code, out) == (0, "u 1 \n")
    assert "Overall density is 1 over 1e+06 frames." in err


@pytest.mark.parametrize("program", [lattice_1best, lattice_prune, lattice_to_nbest, lattice_to_post, lattice_arc_post])
def test_a_scale_that_cannot_be_taken_off_again_is_refused(program: ProgramEntry, here: Path) -> None:
    """KALDI_ERR in each of these programs; lattice-best-path, which writes no costs, takes it."""
    words = ["--acoustic-scale=0", among(here, GOOD.format("u1")), "-" if program is lattice_arc_post else "ark,t:-"]
    code, out, err = run_script(program, *words)
    assert (code, out) == (255, "")
    assert "cannot be inverted" in err
    assert run_script(lattice_best_path, "--acoustic-scale=0", archive(here, GOOD.format("u")), "ark,t:-")[:2] == (
        0,
        "u 1 \n",
    )


def test_a_cycle_is_left_as_it_is_by_pruning(here: Path) -> None:
    """PruneLattice says so and returns false, and the program writes what it has."""
    code, out, err = run_script(lattice_prune, "--beam=1", among(here, CYCLE), "ark,t:-")
    assert code == 0
    assert out == f"{GOOD.format('u0')}{CYCLE}{GOOD.format('u2')}"
    assert "Cycles detected in lattice" in err
    assert "Error pruning lattice for utterance u1" in err


def test_paths_through_a_cycle_are_found(here: Path) -> None:
    """OpenFst's ShortestPath takes cyclic lattices; each time around is a path of its own."""
    table = among(here, CYCLE)
    for count, repeats in (("1", [1]), ("3", [1, 2, 3])):
        code, out, _ = run_script(lattice_to_nbest, f"--n={count}", table, "ark,t:-")
        assert code == 0
        found = {key.decode(): path.only_path() for key, path in LatticeArchive(io.BytesIO(out.encode()))}
        assert sorted(found) == sorted(["u0-1", *(f"u1-{times}" for times in repeats), "u2-1"])
        for times in repeats:
            line = found[f"u1-{times}"]
            assert line is not None
            assert line[0] == [1, *[2, 1] * (times - 1)]
            assert line[2] + line[3] == pytest.approx(11 + 13 * (times - 1))
    code, out, _ = run_script(lattice_confidence, table, "ark,t:-")
    assert (code, out) == (0, "u0 1e+10 \nu1 13 \nu2 1e+10 \n")


def test_a_cycle_that_makes_paths_cheaper_is_an_error(here: Path) -> None:
    """There is no best path; Kaldi's programs look for it for ever."""
    table = archive(here, CYCLE.replace("1,1,1", "-99,1,1"))
    for count in ("1", "2"):
        code, _, err = run_script(lattice_to_nbest, f"--n={count}", table, "ark,t:-")
        assert code == 255
        assert "cycle" in err


def test_a_confidence_has_an_upper_end(here: Path) -> None:
    """max_output in lattice-confidence.cc."""
    table = archive(here, "u \n0\t1\t1\t0,0,1\n0\t1\t2\t1e30,0,1\n1\n\n")
    assert run_script(lattice_confidence, table, "ark,t:-")[:2] == (0, "u 1e+10 \n")


@pytest.mark.parametrize("scale", ["--acoustic-scale=0.1", "--lm-scale=0", "--acoustic-scale=0"])
def test_an_infinite_graph_cost_stays_infinite(scale: str, here: Path) -> None:
    """ScaleTupleWeight gives Zero for it, which no path takes; infinity times 0 is no number."""
    table = archive(here, "u \n0\t1\t1\tInfinity,0,1\n0\t1\t2\t50,60,1\n1\n\n")
    _, out, _ = run_script(lattice_scale, scale, table, "ark,t:-")
    assert "0\t1\t1\tInfinity,Infinity,1\n" in out
    assert "BadNumber" not in out
    (here / "scaled").write_text(out, encoding="utf-8")
    assert run_script(lattice_best_path, "ark:scaled", "ark,t:-")[1] == "u 2 \n"


def test_an_end_of_infinite_cost_is_none_once_scaled(here: Path) -> None:
    table = archive(here, "u \n0\t1\t1\t1,1,1\n1\tInfinity,5,\n0\t2\t2\t50,60,1\n2\n\n")
    _, out, _ = run_script(lattice_scale, "--acoustic-scale=0.5", table, "ark,t:-")
    (here / "scaled").write_text(out, encoding="utf-8")
    ((_, lattice),) = LatticeArchive.open(here / "scaled")
    assert [state for state, *_ in lattice.ends()] == [2]
    assert run_script(lattice_add_penalty, "--word-ins-penalty=1", "ark:scaled", "ark,t:-")[0] == 0


def test_the_third_table_of_lattice_to_post_is_the_likelihood_of_all_paths(here: Path) -> None:
    """`lat_like` in lattice-to-post.cc, not the acoustic part of it."""
    table = archive(here, GOOD.format("u0"), "u1 \n0\t1\t1\t1,2,1\n0\t1\t2\t2,2,1\n1\n\n")
    code, _, err = run_script(lattice_to_post, table, "ark:/dev/null", "ark,t:likes")
    assert code == 0
    found = dict(line.split() for line in (here / "likes").read_text(encoding="utf-8").splitlines())
    total = log(exp(-3) + exp(-4))
    assert {key: float(value) for key, value in found.items()} == {"u0": -11, "u1": pytest.approx(total, rel=1e-6)}
    assert f"Overall average log-like/frame is {(total - 11) / 3:g} over 3 frames." in err


def paths(lattice: Lattice) -> list[tuple[tuple[int, ...], float]]:
    """Words and costs of all paths."""
    ends = {state: graph + acoustic for state, graph, acoustic, _ in lattice.ends()}
    open_paths: list[tuple[int | None, tuple[int, ...], float]] = [(lattice.start, (), 0.0)]
    found = []
    while open_paths:
        state, words, cost = open_paths.pop()
        if state in ends:
            found.append((words, cost + ends[state]))
        for source, target, word, graph, acoustic, _ in lattice.all_arcs():
            if source == state:
                open_paths.append((target, (*words, word) if word else words, cost + graph + acoustic))
    return sorted(found)


def test_a_union_has_each_word_sequence_once(here: Path) -> None:
    """The best path of it; DeterminizeLattice. `tests/golden/kaldi` holds Kaldi's own bytes for a larger union."""
    (here / "one").write_text("u \n0\t1\t1\t1,0,7\n1\t2\t0\t1,0,\n1\t2\t2\t5,0,8\n2\n\n", encoding="utf-8")
    (here / "two").write_text("u \n0\t1\t1\t0,1,7\n0\t1\t3\t4,0,7\n1\t2\t2\t5,2,9\n1\t9,0,\n2\n\n", encoding="utf-8")
    code, out, _ = run_script(lattice_union, "ark:one", "ark:two", "ark,t:-")
    assert code == 0
    ((_, union),) = LatticeArchive(io.BytesIO(out.encode()))
    assert paths(union) == [((1,), 2), ((1, 2), 6), ((3,), 13), ((3, 2), 11)]
    again = (("one", "one"), ("out", "one"))
    (here / "out").write_text(out, encoding="utf-8")
    for left, right in again:
        ((_, same),) = LatticeArchive(
            io.BytesIO(run_script(lattice_union, f"ark:{left}", f"ark:{right}", "ark,t:-")[1].encode())
        )
        assert len(paths(same)) == len({words for words, _ in paths(same)})


def test_a_union_without_a_second_lattice_is_determinized_too(here: Path) -> None:
    (here / "one").write_text("u \n0\t1\t1\t1,0,7\n0\t1\t1\t2,0,8\n1\n\n", encoding="utf-8")
    (here / "two").write_text(GOOD.format("v"), encoding="utf-8")
    code, out, _ = run_script(lattice_union, "ark:one", "ark:two", "ark,t:-")
    assert (code, out) == (0, "u \n0\t1\t1\t1,0,7\n1\n\n")


MODEL = "exp/mono/final.mdl"
BOUNDARIES, LEXICON = "lang/phones/word_boundary.int", "lang/phones/align_lexicon.int"
# A word of the golden lattices and its transition ids, the last of which may come as often as one likes.
WORD, IDS = 125, [158, 160, 162, 50, 52, 54, 74, 76, 78, 92, 94, 93, 96, 95]


def chained(here: Path, count: int) -> None:
    """Two paths of so many words side by side, so that one of them is whole before the other is looked into."""
    ids = "_".join(map(str, IDS))
    sides = [[0, *range(first, first + count - 1), 2 * count - 1] for first in (1, count)]
    arcs = [f"{one}\t{other}\t{WORD}\t1,0,{ids}" for side in sides for one, other in pairwise(side)]
    arcs.sort(key=lambda line: int(line.partition("\t")[0]))
    (here / "chain").write_text("\n".join(["u ", *arcs, str(2 * count - 1), "\n"]), encoding="utf-8")


def test_words_over_the_limit_leave_what_was_aligned_before(here: Path, kaldi: Cases) -> None:
    """WordAlignLattice returns what it has, and the program writes that; 1000 states and --max-expand times as many."""
    kaldi.workplace(here)
    chained(here, 300)
    places = [BOUNDARIES, MODEL, "ark:chain"]
    code, whole, _ = run_script(lattice_align_words, *places, "ark,t:-")
    assert code == 0
    code, part, err = run_script(lattice_align_words, "--max-expand=0.001", *places, "ark,t:-")
    assert code == 1
    assert "limit of --max-expand" in err
    assert "Outputting partial lattice for u" in err
    ((_, aligned),) = LatticeArchive(io.BytesIO(part.encode()))
    ((_, full),) = LatticeArchive(io.BytesIO(whole.encode()))
    assert aligned.start is not None
    line, best = aligned.best_path().only_path(), full.best_path().only_path()
    assert line is not None
    assert best is not None
    assert line[0] == best[0] == [WORD] * 300
    assert aligned.arcs < full.arcs
    assert (
        run_script(lattice_align_words, "--max-expand=0.001", "--output-error-lats=false", *places, "ark,t:-")[1] == ""
    )


def test_by_a_lexicon_the_limit_leaves_nothing_or_what_was_read(here: Path, kaldi: Cases) -> None:
    """LatticeLexiconWordAligner returns an empty lattice; with --output-if-empty the program writes its input."""
    kaldi.workplace(here)
    chained(here, 800)
    places = [LEXICON, MODEL, "ark:chain", "ark,t:-"]
    limited = "--max-expand=0.001"
    code, out, err = run_script(lattice_align_words_lexicon, limited, *places)
    assert (code, out) == (1, "")
    assert "limit of --max-expand" in err
    code, out, _ = run_script(lattice_align_words_lexicon, limited, "--output-if-empty=true", *places)
    assert (code, out) == (1, (here / "chain").read_text(encoding="utf-8"))


def test_a_word_that_comes_late_is_aligned(here: Path, kaldi: Cases) -> None:
    """All ids before it are held until then; Kaldi has no limit on that."""
    kaldi.workplace(here)
    ids = [*IDS, *[IDS[-1]] * 4000]
    last = len(ids) - 1
    arcs = [f"{place}\t{place + 1}\t{WORD if place == last else 0}\t0,1,{one}" for place, one in enumerate(ids)]
    (here / "late").write_text("\n".join(["u ", *arcs, str(last + 1), "\n"]), encoding="utf-8")
    code, out, _ = run_script(lattice_align_words, BOUNDARIES, MODEL, "ark:late", "ark,t:-")
    assert code == 0
    ((_, aligned),) = LatticeArchive(io.BytesIO(out.encode()))
    assert aligned.best_path().only_path() == ([WORD], ids, 0, len(ids))


LANG = "<eps> 0\nhello 1\n<UNK> 2\nworld 3\n"
HEARD = "u1 \n0\t1\t1\t0,0,1\n1\t2\t2\t0,0,1\n2\t3\t3\t0,0,1\n3\n\n"


@pytest.mark.parametrize("script", ["mbr", "combine"])
def test_unknown_words_are_no_errors_to_the_risk_scorers(script: str, here: Path) -> None:
    """run.pl takes the quotes off `s:\\<UNK\\>::g`, and the shell the backslashes; Kaldi's own run printed 0.00."""
    recipe(here)
    (here / "lang/words.txt").write_text(LANG, encoding="utf-8")
    (here / "data/text").write_text("u1 hello world\n", encoding="utf-8")
    (here / "exp/final.mdl").write_bytes(b"")
    (here / "exp/decode/lat.2.gz").unlink()
    (here / "exp/decode/lat.1.gz").write_bytes(gzip.compress(HEARD.encode()))
    places = (
        ["data", "lang", "exp/decode"]
        if script == "mbr"
        else ["data", "lang", "exp/decode", "exp/decode", "exp/decode"]
    )
    program = score_mbr if script == "mbr" else score_combine
    code, _, err = run_script(program, "--min-lmwt", "10", "--max-lmwt", "10", *places)
    assert (code, err) == (0, "")
    assert "%WER 0.00 [ 0 / 2, 0 ins, 0 del, 0 sub ]" in (here / "exp/decode/wer_10").read_text(encoding="utf-8")


def test_oracle_wer_has_the_digits_of_the_logs(here: Path) -> None:
    """7 arcs over 3 frames are 2.33333 in the log, and times 3 less than 7, of which awk's %d leaves 6."""
    recipe(here)
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    (here / "exp/decode/num_jobs").write_text("1\n", encoding="utf-8")
    (here / "exp/decode/lat.2.gz").unlink()
    seven = "u1 \n0\t1\t1\t0,0,1_1_1\n0\t1\t2\t0,0,1_1_1\n0\t2\t3\t0,0,1\n1\n2\t1\t1\t9,9,1_1\n\n"
    seven = seven.replace("2\t1\t1\t9,9,1_1\n", "")
    (here / "exp/decode/lat.1.gz").write_bytes(gzip.compress(seven.encode()))
    assert run_script(oracle_wer, "data", "lang", "exp/decode")[0] == 0
    assert (here / "exp/decode/depth").read_text(encoding="utf-8") == "2.33 ( 6 / 3 )\n"
