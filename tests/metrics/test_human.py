"""What people see of errors: its parts by hand, when case and punctuation count, and models of files."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric
from mondegreen.metrics.human import is_written
from mondegreen.metrics.support.preference import KIND, PreferenceModel, read_model
from mondegreen.resources.contextual import Contextual
from toys import LetterSpeaker

VECTORS = {"photo": [1, 0], "foto": [3, 4], "x": [0, 1], "Photo.": [1, 0], "Foto": [3, 4], "Foto.": [3, 4]}
TOYS = {"phonemes": LetterSpeaker(), "contextual": Contextual.of(VECTORS)}
ADVICE = "mondegreen study agreement --fit --save-model FILE writes one"


def human(references: list[str], hypotheses: list[str], spec: str = "human") -> mg.Score:
    run = mg.score(references, hypotheses, metrics=[spec], resources=mg.Resources(chosen=TOYS))
    return next(iter(run.values()))


def root(share: float, words: int = 1) -> float:
    return math.sqrt(words) * (math.sqrt(share + 0.001) - math.sqrt(0.001))


def test_the_parts_by_hand() -> None:
    """photo and foto sound alike; their cosine is 0.6; of n-grams of 1, 2, 3 letters they share 3 o, t, o; ot, to; oto.

    F with beta 2 is 5 m / (4 r + h): of five and four letters 15 / 24, of four and three pairs 10 / 19, of three and
    two triples 5 / 14.
    """
    chrf = (15 / 24 + 10 / 19 + 5 / 14) / 3
    expected = 100 * (0.3547 * root(1 - chrf) + 0.3871 * root(0.4))
    assert human(["photo"], ["foto"]).value == pytest.approx(expected, rel=1e-6)


def test_losses_grow_with_the_root_of_the_words() -> None:
    """Four words all lost lose twice as much as one."""
    one, four = (human([" ".join(["photo"] * count)], [""]).value for count in (1, 4))
    assert one == pytest.approx(100 * root(1))
    assert four == pytest.approx(2 * one)


def test_empty_sides() -> None:
    """Nothing for nothing is right; words for nothing count as so many lost."""
    assert human([""], [""]).value == 0
    assert human([""], ["x x x x"]).value == pytest.approx(100 * root(1, 4))
    assert human(["x", ""], ["", ""]).value == pytest.approx(50 * root(1))


def test_rows_are_roots_of_each_metric() -> None:
    found = human(["photo", "x"], ["foto", "x"])
    members = [make_metric(spec).label for spec in ("chrf:mean=f", "per", "bertscore:value=r")]
    assert found.rows.columns == (*members, "utterances")
    assert found.rows.values[1].tolist() == [0, 0, 0, 1]
    assert found.rows.values[0, 1] == 0


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("photo", False),
        ("l'été peut-être", False),
        ("PHOTO", False),  # capitals alone tell nothing
        ("Photo", True),
        ("photo.", True),
        ("photo\u3002", True),
        ("", False),
    ],
)
def test_what_shows_case_or_punctuation(text: str, written: bool) -> None:
    assert is_written(text) is written


def test_case_counts_where_both_sides_show_it() -> None:
    shown = human(["Photo.", "Photo."], ["Foto", "Photo."])
    assert ":case=count|" in shown.signature
    hidden = human(["Photo.", "Photo."], ["foto", "photo"])
    assert ":case=ignore|" in hidden.signature
    assert hidden.value == pytest.approx(human(["photo", "photo"], ["foto", "photo"]).value)
    assert human(["Photo."], ["foto"], "human:case=count").value > hidden.value
    assert human(["Photo."], ["Foto."], "human:case=ignore").value == pytest.approx(human(["photo"], ["foto"]).value)


def test_a_stray_capital_does_not_decide() -> None:
    references = ["Photo."] * 11
    assert ":case=ignore|" in human(references, ["Foto", *["foto"] * 10]).signature
    assert ":case=count|" in human(references, ["Foto", "Foto", *["foto"] * 9]).signature


def test_a_run_can_be_saved_and_read_back(tmp_path: Path) -> None:
    run = mg.score(["photo"], ["foto"], metrics=["human"], resources=mg.Resources(chosen=TOYS))
    run.save(str(tmp_path / "run"))
    assert mg.Run.load(str(tmp_path / "run"))["human"].value == run["human"].value


def write(path: Path, **changed: object) -> str:
    held = {"kind": KIND, "version": 1, "weights": {"wer": 0.25, "cer": 0.75}, "origin": {}} | changed
    path.write_text(json.dumps(held), encoding="utf-8")
    return str(path)


def test_a_model_of_a_file(tmp_path: Path) -> None:
    """The same word in half of the words, and two letters in ten: 0.25 d(1/2) + 0.75 d(1/5)."""
    path = tmp_path / "mine.json"
    PreferenceModel({"wer": 0.25, "cer": 0.75}, {"from": "votes"}).write(str(path))
    assert read_model(str(path)).origin == {"from": "votes"}
    found = human(["abcd efgh"], ["abcd xygh"], f"human:model={path}")
    assert found.value == pytest.approx(100 * (0.25 * root(1 / 2, 2) + 0.75 * root(2 / 9, 2)))
    assert f":model@{read_model(str(path)).digest}:case=ignore|" in found.signature
    other = PreferenceModel({"wer": 0.5, "cer": 0.5})
    assert other.digest != read_model(str(path)).digest


def test_noise_is_that_of_the_parts(tmp_path: Path) -> None:
    """A model's noise of 1e-4 points moves the root of 250 words by 0.01 at most; counts have none."""
    assert 0.005 < make_metric("human").noise.points < 0.012
    path = tmp_path / "m.json"
    PreferenceModel({"wer": 1.0}).write(str(path))
    assert make_metric(f"human:model={path}").noise.points == 0
    roots = np.sqrt(np.array([0, 1e-6]) + 0.001)
    assert 100 * 0.3871 * math.sqrt(250) * (roots[1] - roots[0]) < make_metric("human").noise.points


BAD = [
    ({"kind": "x"}, f"it is not a model of preferences; {ADVICE}"),
    ({"version": 2}, f"its version is 2, and 1 is known; {ADVICE}"),
    ({"weights": {}}, f'"weights" is to hold a number above 0 for each metric; {ADVICE}'),
    ({"weights": {"wer": 0}}, f'"weights" is to hold a number above 0 for each metric; {ADVICE}'),
    ({"weights": {"wer": "1"}}, f'"weights" is to hold a number above 0 for each metric; {ADVICE}'),
    ({"weights": {"wer": True}}, f'"weights" is to hold a number above 0 for each metric; {ADVICE}'),
    ({"weights": {"human": 1}}, '"human" is a model itself; name metrics'),
]


@pytest.mark.parametrize(("changed", "sentence"), BAD)
def test_bad_models(tmp_path: Path, changed: dict[str, object], sentence: str) -> None:
    path = write(tmp_path / "m.json", **changed)
    with pytest.raises(mg.ScoreError) as refused:
        make_metric(f"human:model={path}")
    assert str(refused.value) == f"{path}: {sentence}"


def test_files_that_are_no_models(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    with pytest.raises(mg.ScoreError, match="No such file"):
        make_metric(f"human:model={path}")
    for text in ("{", "[]", "[" * 100_000, "\ufeff{}"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(mg.ScoreError, match=r"it is not (JSON|a model of preferences)"):
            make_metric(f"human:model={path}")
    with pytest.raises(mg.ScoreError, match='there is no metric "wre"'):
        make_metric(f"human:model={write(path, weights={'wre': 1.0})}")


def test_the_options_and_their_defaults_may_be_named() -> None:
    """What is named as it is anyway changes neither the metric nor its signature."""
    plain = make_metric("human")
    assert dict(plain.chosen) == {"model": "v2", "case": "auto"}
    assert make_metric("human:model=v2:case=auto").signature == plain.signature
    assert make_metric("human:case=count").signature != plain.signature
