"""Studies, simulation and lexicons from Python: the numbers of the command, from files and from what Python holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.comparison.humans import Humans
from mondegreen.formats.rated import read_triplets
from mondegreen.metrics.human import HumanLikeness
from noisy import TABLE, texts

Command = Callable[..., Answer]
SPOKEN = ["le chat dort", "la vache mange du foin", "il pleut ce soir", "rien ne va plus ici"]
HEARD = ["le chat dort", "la hache mange du foin", "il pleut ce soir", "rien va plus"]
MEANT = ["the cat sleeps now", "the cow eats its hay", "it rains this evening", "nothing works here any more"]
MADE = ["the cat sleeps now", "the axe eats its hay", "it rains this evening", "nothing goes more"]
VOTES = "reference\thypA\tnbrA\thypB\tnbrB\n" + "".join(
    f"a b c\ta b c\t{first}\tx y z\t{second}\n" for first, second in [(6, 0), (5, 1), (1, 5), (4, 3)]
)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reports(command: Command, *words: str) -> Any:
    answer = command(*words, "--as", "json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)["reports"]


def load(path: str = "tables.json") -> Any:
    return json.loads(Path(path).read_text(encoding="utf-8"))["reports"]


def test_translations_go_with_what_was_heard(work: Path, command: Command) -> None:
    pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    for name, side in {"ref.fr": SPOKEN, "hyp.fr": HEARD, "ref.en": MEANT, "hyp.en": MADE}.items():
        Path(name).write_text("".join(f"u{at} {text}\n" for at, text in enumerate(side)), encoding="utf-8")
    words = ("--translation", "hyp.en", "--translated", "ref.en", "--blocks", "1", "--against", "ref.en")
    shown = reports(command, "study", "downstream", "ref.fr", "hyp.fr", *words)
    own: dict[str, Any] = {"translation": "hyp.en", "translated": "ref.en", "against": "ref.en", "blocks": 1}
    mg.downstream("ref.fr", "hyp.fr", output="tables.json", **own)
    assert load() == shown
    found = mg.downstream(SPOKEN, HEARD, translation=MADE, translated=MEANT, against=MEANT, blocks=1)
    rows = {(row["metric"], row["score"]): row["pearson"] for row in shown[0]["rows"]}
    assert {each[:2]: each.pearson for each in found.correlations} == rows
    bleu = found.contests["bleu"]
    assert (bleu.plus, bleu.minus, bleu.ties) == (0, 2, 2)


def test_metrics_agree_with_people(work: Path, command: Command) -> None:
    Path("votes.tsv").write_text(VOTES, encoding="utf-8")
    mg.agreement("votes.tsv", metrics="wer", output="tables.json")
    assert load() == reports(command, "study", "agreement", "votes.tsv", "--metrics", "wer")
    for triplets in ("votes.tsv", read_triplets("votes.tsv")):
        chosen = mg.agreement(triplets, metrics="wer")
        assert isinstance(chosen, Humans)
        assert chosen.agreement("wer", 0)[:2] == (3, 4)
    many = VOTES.splitlines(keepends=True)
    many += [f"r{at} x{at}\tr{at} x{at}\t{5 + at % 2}\tr{at}\t1\n" for at in range(30)]
    Path("many.tsv").write_text("".join(many), encoding="utf-8")
    found = mg.agreement("many.tsv", metrics=["wer", "cer"], fit=True, resamples=50, save_model="m.json")
    assert found.fitted is not None
    metric = mg.score(["r1 x1"], ["r1"], metrics="human:model=m.json")["human:model=m.json"].metric
    assert isinstance(metric, HumanLikeness)
    assert metric.model.weights == pytest.approx(dict(zip(("wer", "cer"), found.fitted.weights)), abs=1e-4)


def test_errors_are_made(work: Path, command: Command) -> None:
    TABLE.save("t.tsv")
    Path("text.txt").write_text("".join(f"u{at} {text}\n" for at, text in enumerate(texts(1))), encoding="utf-8")
    answer = command("simulate", "text.txt", "--table", "t.tsv", "--wer", "0.2", "--seed", "3", "--output", "noisy.txt")
    assert answer.code == 0, answer.err
    by_command = Path("noisy.txt").read_text(encoding="utf-8").splitlines()
    own = {f"u{at}": text for at, text in enumerate(texts(1))}
    for source in ("text.txt", Path("text.txt"), own):
        found = mg.simulate(source, table="t.tsv", wer=0.2, seed=3)
        assert [f"u{at} {text}".strip() for at, text in enumerate(found.texts)] == by_command
        assert len(found.edits) == len(own)
    # Of a list each text is drawn by its number.
    assert mg.simulate(list(own.values()), table="t.tsv", wer=0.2, seed=3, output="n.txt", to="lines").texts != []
    assert len(Path("n.txt").read_text(encoding="utf-8").splitlines()) == len(own)


def test_robustness_is_measured(work: Path, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    TABLE.save("t.tsv")
    Path("text.txt").write_text("".join(f"u{at} {text}\n" for at, text in enumerate(texts(1))), encoding="utf-8")
    shown = reports(
        command, "study", "robustness", "text.txt", "--table", "t.tsv", "--metrics", "wer", "--rates", "0,0.2"
    )
    capsys.readouterr()
    mg.robustness("text.txt", table="t.tsv", metrics="wer", rates="0,0.2", output="tables.json")
    assert load() == shown
    held = mg.robustness(
        {f"u{at}": text for at, text in enumerate(texts(1))}, table="t.tsv", metrics="wer", rates="0,0.2"
    )
    (curve,) = held.curves.curves
    assert (
        curve.means.tolist()
        == mg.robustness("text.txt", table="t.tsv", metrics="wer", rates="0,0.2").curves.curves[0].means.tolist()
    )
    assert capsys.readouterr().out == ""


def test_a_lexicon_is_mapped_and_evaluated(work: Path, command: Command) -> None:
    draws = np.random.default_rng(5)
    source = draws.standard_normal((60, 8))
    rotation, _ = np.linalg.qr(draws.standard_normal((8, 8)))
    for name, matrix in (("s", source), ("t", source @ rotation)):
        rows = [f"{name}{place} {' '.join(f'{value:.6f}' for value in row)}" for place, row in enumerate(matrix)]
        Path(f"{name}.vec").write_text("\n".join(["60 8", *rows, ""]), encoding="utf-8")
    Path("all.txt").write_text("".join(f"s{place} t{place}\n" for place in range(60)), encoding="utf-8")
    train, test = mg.lexicon.split_dictionary("all.txt", train="train.txt", test="test.txt", share=0.25)
    assert (len(train), len(test)) == (45, 15)
    mapping = mg.lexicon.map_vectors("s.vec", "t.vec", dictionary="train.txt", output=str(Path("m.npz").resolve()))
    assert mapping.about["pairs"] == 45
    both: dict[str, Any] = {"source": "s.vec", "target": "t.vec"}
    found = mg.lexicon.translate_words(["s50", "nothing"], mapping="m.npz", no_cache=True, **both)
    assert found["s50"] is not None
    assert found["s50"][0][0] == "t50"
    assert found["nothing"] is None
    near = mg.lexicon.find_neighbors(["s50"], vectors="s.vec", no_cache=True)["s50"]
    assert near is not None
    assert "s50" not in dict(near)
    mg.lexicon.evaluate_translations("test.txt", ["m.npz"], output="tables.json", no_cache=True, **both)
    words = ("--source", "s.vec", "--target", "t.vec", "--no-cache")
    assert load() == reports(command, "lexicon", "eval", "test.txt", "m.npz", *words)


def test_types_are_those_of_the_plan(work: Path) -> None:
    """What a type checker refuses: each of these lines fails `mypy` if it does not."""
    with pytest.raises(mg.ScoreError, match='policy is "klaid"; did you mean kaldi'):
        mg.compare([["a"], ["a"], ["b"]], policy="klaid")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="there is no option algn"):
        mg.oracle({"u": "a"}, [], algn="kaldi")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="weights must be given"):
        mg.rerank([])  # type: ignore[call-arg]


def test_paths_may_be_objects(work: Path) -> None:
    mg.compare([["a b"], ["a"], ["b"]], output=work / "c.json")  # type: ignore[arg-type]
    assert load("c.json")
    assert mg.convert({"u": "a"}, work / "c.trn").keys == ["u"]  # type: ignore[arg-type]
