"""Settings and weights, against looking at each of them."""

import random
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from kaldi_cases import Cases
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.metrics import make_metric
from mondegreen.nbest import grid
from mondegreen.nbest.lists import NBest, format_weights
from mondegreen.nbest.search import ScoreSpace, find_upper_envelope, search_weights
from mondegreen.nbest.surface import Surface, make_surfaces
from mondegreen.pairs import Join
from mondegreen.reports.tuning import select_shade
from mondegreen.results.interval import Bootstrap


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7:9", ["7", "8", "9"]),
        ("0:1:0.25", ["0", "0.25", "0.5", "0.75", "1"]),
        ("0:0.3:0.1", ["0", "0.1", "0.2", "0.3"]),
        ("1:-1:-1", ["1", "0", "-1"]),
        ("0,0.5,-1", ["0", "0.5", "-1"]),
        ("0.12345678", ["0.12345678"]),
    ],
)
def test_ranges(text: str, found: list[str]) -> None:
    assert grid.parse_range(text) == found


@pytest.mark.parametrize("text", ["1:0", "a", "1:2:0", "1:2:3:4", "", "0:1e9", "nan:1", "0:inf"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="is no range"):
        grid.parse_range(text)


def test_files_of_settings(tmp_path: Path) -> None:
    for weight in (9, 10):
        for penalty in ("0.0", "-1"):
            path = tmp_path / f"lm_{weight}" / f"p[{penalty}]_{weight}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"u-1 {weight} {penalty}\n", encoding="utf-8")
    (tmp_path / "lm_9" / "p[0.0]_8.txt").write_text("u-1 other\n", encoding="utf-8")
    names, found = grid.find_grid(f"{tmp_path}/lm_{{w}}/p[{{p}}]_{{w}}.txt")
    assert names == ["w", "p"]
    assert {setting: Path(path).read_text("utf-8") for setting, path in found.items()} == {
        ("9", "-1"): "u-1 9 -1\n", ("9", "0.0"): "u-1 9 0.0\n",
        ("10", "-1"): "u-1 10 -1\n", ("10", "0.0"): "u-1 10 0.0\n",
    }  # fmt: skip
    assert list(found) == [("9", "-1"), ("9", "0.0"), ("10", "-1"), ("10", "0.0")]
    with pytest.raises(mg.ScoreError, match="no file fits the pattern"):
        grid.find_grid(f"{tmp_path}/{{w}}.ctm")
    with pytest.raises(mg.ScoreError, match='"1w" is no name of a setting'):
        grid.find_grid(f"{tmp_path}/{{1w}}.txt")
    with pytest.raises(mg.ScoreError, match="the pattern names no setting"):
        grid.find_grid(f"{tmp_path}/x.txt")


def test_lists_at_all_weights() -> None:
    one = NBest("u", ["a", "b b"], {"lm": [1.0, 2.0]})
    found = grid.sweep_lists([one, NBest("v", [], {})], {"lm": ["1"], "length": ["0", "-2"]}, "lists")
    assert {setting: corpus.texts for setting, corpus in found.items()} == {
        ("1", "0"): ["b b", ""],
        ("1", "-2"): ["a", ""],
    }


def test_settings_of_lattices_are_those_of_kaldi(kaldi: Cases, tmp_path: Path) -> None:
    folder = kaldi.workplace(tmp_path)
    symbols = str(folder / "lang" / "words.txt")
    spans = {"lm": ["10"], "length": ["0", "-0.5"]}
    found = grid.sweep_lattices([str(folder / "lats_in" / "det.ark.gz")], symbols, spans)
    table = (line.split() for line in (folder / "lang" / "words.txt").read_text("utf-8").splitlines())
    names = {number: word for word, number in table}
    expected = {
        key: " ".join(names[word] for word in words)
        for key, *words in (
            line.split() for line in (folder / "derived" / "best10.tra").read_text("utf-8").splitlines()
        )
    }
    corpus = found["10", "0"]
    assert dict(zip(corpus.keys, corpus.texts, strict=True)) == expected
    with pytest.raises(mg.ScoreError, match="over lattices the weights are lm, over 0, and length"):
        grid.sweep_lattices(["lat"], symbols, {"am": ["1"]})


def test_flat_settings_are_those_that_chance_may_have_made_worse() -> None:
    draw = random.Random(3)
    reference = mg.Corpus.by_position([" ".join(draw.choices("abcd", k=9)) for _ in range(300)], "ref")

    def spoiled(share: float) -> mg.Corpus:
        texts = [" ".join("x" if draw.random() < share else word for word in text.split()) for text in reference.texts]
        return mg.Corpus.by_position(texts, "hyp")

    settings: dict[tuple[str, ...], mg.Corpus] = {
        ("1",): spoiled(0.2),
        ("2",): spoiled(0.1),
        ("3",): spoiled(0.101),
        ("4",): spoiled(0.3),
    }
    (found,), notes = make_surfaces(reference, settings, [make_metric("wer")], Settings(), Bootstrap(), Join())
    assert found.best in {("2",), ("3",)}
    assert found.flat == {("2",), ("3",)}
    assert found.values["1",] == mg.score(reference, settings["1",], ["wer"])["wer"].value
    assert notes == []


def test_the_envelope_is_the_highest_line_everywhere() -> None:
    draw = np.random.default_rng(1)
    for _ in range(50):
        slopes, heights = draw.integers(-3, 4, size=(2, 6)).astype(float)
        hull = find_upper_envelope(slopes, heights)
        for at, (begin, line) in enumerate(hull):
            end = hull[at + 1][0] if at + 1 < len(hull) else begin + 10
            point = (max(begin, end - 10) + end) / 2
            values = slopes * point + heights
            assert values[line] == pytest.approx(values.max())


def lists(seed: int) -> tuple[dict[str, str], list[NBest]]:
    draw = random.Random(seed)

    def text() -> str:
        return " ".join(draw.choices("abc", k=draw.randrange(1, 6)))

    references = {str(key): text() for key in range(25)}
    found = [
        NBest(key, [text() for _ in range(6)], {name: [draw.gauss(0, 1) for _ in range(6)] for name in ("am", "lm")})
        for key in references
    ]
    return references, found


@pytest.mark.parametrize("label", ["wer", "cer", "chrf"])
def test_a_line_is_searched_exactly(label: str) -> None:
    references, found = lists(4)
    space = ScoreSpace.of(references, found, make_metric(label), ["am", "lm", "length"], Settings())
    start, direction = np.array([1.0, 0.5, -0.3]), np.array([0.2, 1.0, -0.4])
    value, there = space.search_line(start, direction)
    assert space.compute_value(there) == pytest.approx(value)
    tried = [space.compute_value(start + step * direction) for step in np.linspace(-40, 40, 4001)]
    assert value <= min(tried) + 1e-9


@pytest.mark.parametrize("label", ["wer", "wip", "both=wer+0.5*cer"])
@pytest.mark.parametrize("seed", range(8))
def test_a_line_with_many_ties_is_searched_exactly(label: str, seed: int) -> None:
    """Against a look between all places where two hypotheses of a list score the same, and beyond all of them."""
    draw = random.Random(seed)
    references = {str(key): " ".join(draw.choices("abc", k=draw.randrange(5))) for key in range(6)}
    found = [
        NBest(
            key,
            [" ".join(draw.choices("abc", k=draw.randrange(5))) for _ in range(4)],
            {name: [draw.randrange(-2, 3) for _ in range(4)] for name in ("am", "lm")},
        )
        for key in references
    ]
    space = ScoreSpace.of(references, found, make_metric(label), ["am", "lm"], Settings())
    start, direction = np.array([1.0, -2.0]), np.array([draw.choice([-1.0, 2.0]), 1.0])
    bends = {0.0}
    for each in space.features:
        slopes, heights = each @ direction, each @ start
        bends |= {
            (heights[one] - heights[other]) / (slopes[other] - slopes[one])
            for one in range(4)
            for other in range(4)
            if slopes[one] != slopes[other]
        }
    ordered = sorted(bends)
    places = [ordered[0] - 1, *np.convolve(ordered, [0.5, 0.5], "valid"), ordered[-1] + 1]
    value, there = space.search_line(start, direction)
    assert value == pytest.approx(min(space.compute_value(start + at * direction) for at in places))
    assert space.compute_value(there) == pytest.approx(value)


def test_the_search_finds_no_less_than_a_grid() -> None:
    references, found = lists(5)
    space = ScoreSpace.of(references, found, make_metric("wer"), ["am", "lm"], Settings())
    value, weights = search_weights(space, [1.0, 1.0], restarts=5)
    circle = [space.compute_value(np.array([np.cos(at), np.sin(at)])) for at in np.linspace(0, 2 * np.pi, 2000)]
    assert value <= min(circle) + 1e-9  # in two dimensions all weights are on a circle
    chosen = [each.text for each in nbest.rerank(found, weights)]
    assert mg.score(list(references.values()), chosen, ["wer"])["wer"].value == pytest.approx(value)
    assert max(map(abs, weights.values())) == 1.0
    assert search_weights(space, [1.0, 1.0], restarts=5) == (value, weights)


def test_weights_as_they_are_written_choose_the_same() -> None:
    """A narrow corner: of four hypotheses the best wins only where the second weight is near 0.12345678."""
    scores = {"am": [0.0, -123.45677, -123.45679, -200.0], "lm": [0.0, 1000.0, 1000.0, 1620.0]}
    lists = [NBest("u", ["x y", "a b", "x b", "y"], scores), NBest("v", ["c"], {"am": [0.0], "lm": [0.0]})]
    space = ScoreSpace.of({"u": "a b", "v": "c"}, lists, make_metric("wer"), ["am", "lm"], Settings())
    value, weights = search_weights(space, [1.0, 1.0], restarts=20)
    assert value == 0
    parsed = [float(part.partition("=")[2]) for part in format_weights(weights).split(",")]
    assert space.compute_score(parsed) == value


@pytest.mark.parametrize("label", ["wer", "wip"])
def test_the_better_the_darker(label: str) -> None:
    """Whichever way a metric goes; where all are the same, all are the best."""
    better, worse = (1.0, 9.0) if label == "wer" else (9.0, 1.0)
    found = Surface(make_metric(label), {("a",): better, ("b",): worse}, ("a",), frozenset())
    assert [select_shade(found, value) for value in (better, worse)] == ["█", " "]
    assert select_shade(Surface(make_metric(label), {("a",): 5.0, ("b",): 5.0}, ("a",), frozenset()), 5.0) == "█"
