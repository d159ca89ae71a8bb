"""What the commands of `mondegreen lexicon` do, called from Python with their plans."""

from pathlib import Path

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Pair, split_file
from mondegreen.lexicon.evaluate.evaluation import evaluate_files
from mondegreen.lexicon.evaluate.precision_recall import compute_precision
from mondegreen.lexicon.learn import learn_from_files, write_outputs
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.neighbors import list_neighbors, translate_words
from mondegreen.lexicon.space import read
from mondegreen.plan.lexicon import EvaluatePlan, MapPlan, NeighborsPlan, SplitPlan, TranslatePlan


@pytest.fixture
def vectors(tmp_path: Path) -> tuple[str, str]:
    """Words a0, ... and their translations b0, ..., whose vectors are those of the source rotated by 90 degrees."""
    angles = np.arange(40) ** 1.5
    names = []
    for letter, turn in (("a", 0), ("b", np.pi / 2)):
        rows = np.column_stack([np.cos(angles + turn), np.sin(angles + turn), np.cos(angles) * 0 + 0.5])
        lines = [f"{letter}{at} {' '.join(f'{value:.6f}' for value in row)}\n" for at, row in enumerate(rows)]
        (tmp_path / f"{letter}.vec").write_text("".join(lines), encoding="utf-8")
        names.append(str(tmp_path / f"{letter}.vec"))
    (tmp_path / "pairs.txt").write_text("".join(f"a{at} b{at}\n" for at in range(40)), encoding="utf-8")
    return names[0], names[1]


def test_python_maps_translates_and_evaluates_as_the_commands_do(vectors: tuple[str, str], tmp_path: Path) -> None:
    source, target = vectors
    pairs, saved = str(tmp_path / "pairs.txt"), str(tmp_path / "m.npz")
    trials: list[Trial] = []
    plan = MapPlan(source, target, method="muse", dictionary=pairs, output=saved, write_source=str(tmp_path / "m.vec"))
    mapping = learn_from_files(plan, trials.append)
    assert [trial.iteration for trial in trials] == [0, 1, 2, 3, 4, 5]
    assert "muse, supervision dictionary, 40 pairs" in mapping.describe()
    write_outputs(plan, mapping)
    mapped, expected = read(str(tmp_path / "m.vec")).matrix, mapping.source.map_vectors(read(source).matrix)
    assert mapped == pytest.approx(expected, abs=1e-5)
    asked = TranslatePlan(mapping=saved, source=source, target=target, way="cosine", top=1, no_cache=True)
    answers = dict(translate_words(asked, ["A7", "nothing"]))
    assert answers["nothing"] is None
    assert [word for word, _ in answers["A7"] or []] == ["b7"]
    judged = EvaluatePlan(pairs, [f"system={saved}"], source=source, target=target, way="cosine", at="1", no_cache=True)
    (one,) = evaluate_files(judged).surface
    assert (one.name, compute_precision(one)) == ("system cosine", [100.0])


def test_python_is_refused_what_the_commands_refuse(vectors: tuple[str, str], tmp_path: Path) -> None:
    pairs = str(tmp_path / "pairs.txt")
    with pytest.raises(ScoreError, match="nothing would be written"):
        learn_from_files(MapPlan(*vectors))
    with pytest.raises(ScoreError, match="applies to --method muse"):
        learn_from_files(MapPlan(*vectors, dictionary=pairs, refinements=3, output=str(tmp_path / "m.npz")))
    (tmp_path / "answers.tsv").write_text("a1\tb1\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="applies to mappings"):
        evaluate_files(EvaluatePlan(pairs, [str(tmp_path / "answers.tsv")], source=vectors[0]))


def test_a_word_is_not_its_own_neighbor(vectors: tuple[str, str]) -> None:
    (found,) = list_neighbors(NeighborsPlan(["a1"], vectors=vectors[0], top=39, no_cache=True))
    assert found[0] == "a1"
    assert sorted(word for word, _ in found[1] or []) == sorted(f"a{at}" for at in range(40) if at != 1)


def test_python_splits_a_file(tmp_path: Path) -> None:
    (tmp_path / "d.tsv").write_text("".join(f"a{at}\tb{at // 2}\n" for at in range(20)), encoding="utf-8")
    plan = SplitPlan(str(tmp_path / "d.tsv"), train="-", test="-", share=0.5)
    train, test = split_file(plan)
    assert sorted([*train, *test], key=lambda pair: int(pair.source[1:])) == [
        Pair(f"a{at}", f"b{at // 2}") for at in range(20)
    ]
    assert len(test) == 10
    assert not {pair.target for pair in train} & {pair.target for pair in test}
