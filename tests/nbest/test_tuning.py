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
from mondegreen.nbest import surface
from mondegreen.nbest.lists import NBest, format_weights
from mondegreen.nbest.search import ScoreSpace, find_midpoint, find_upper_envelope, round_weights, search_weights
from mondegreen.nbest.surface import Surface, find_best_setting, make_surfaces, note_untested
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
    assert surface.parse_range(text) == found


@pytest.mark.parametrize("text", ["1:0", "a", "1:2:0", "1:2:3:4", "", "0:1e9", "nan:1", "0:inf"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="is not a range"):
        surface.parse_range(text)


def test_files_of_settings(tmp_path: Path) -> None:
    for weight in (9, 10):
        for penalty in ("0.0", "-1"):
            path = tmp_path / f"lm_{weight}" / f"p[{penalty}]_{weight}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"u-1 {weight} {penalty}\n", encoding="utf-8")
    (tmp_path / "lm_9" / "p[0.0]_8.txt").write_text("u-1 other\n", encoding="utf-8")
    names, found = surface.find_grid(f"{tmp_path}/lm_{{w}}/p[{{p}}]_{{w}}.txt")
    assert names == ["w", "p"]
    assert {setting: Path(path).read_text("utf-8") for setting, path in found.items()} == {
        ("9", "-1"): "u-1 9 -1\n", ("9", "0.0"): "u-1 9 0.0\n",
        ("10", "-1"): "u-1 10 -1\n", ("10", "0.0"): "u-1 10 0.0\n",
    }  # fmt: skip
    assert list(found) == [("9", "-1"), ("9", "0.0"), ("10", "-1"), ("10", "0.0")]
    with pytest.raises(mg.ScoreError, match="no file fits the pattern"):
        surface.find_grid(f"{tmp_path}/{{w}}.ctm")
    with pytest.raises(mg.ScoreError, match='"1w" is not a name of a setting'):
        surface.find_grid(f"{tmp_path}/{{1w}}.txt")
    with pytest.raises(mg.ScoreError, match="the pattern names no setting"):
        surface.find_grid(f"{tmp_path}/x.txt")


def test_lists_at_all_weights() -> None:
    one = NBest("u", ["a", "b b"], {"lm": [1.0, 2.0]})
    found = surface.sweep_lists([one, NBest("v", [], {})], {"lm": ["1"], "length": ["0", "-2"]}, "lists")
    assert {setting: corpus.texts for setting, corpus in found.items()} == {
        ("1", "0"): ["b b", ""],
        ("1", "-2"): ["a", ""],
    }


def test_settings_of_lattices_are_those_of_kaldi(kaldi: Cases, tmp_path: Path) -> None:
    folder = kaldi.workplace(tmp_path)
    symbols = str(folder / "lang" / "words.txt")
    spans = {"lm": ["10"], "length": ["0", "-0.5"]}
    found = surface.sweep_lattices([str(folder / "lats_in" / "det.ark.gz")], symbols, spans)
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
    with pytest.raises(mg.ScoreError, match="for lattices the weights are lm, above 0, and length"):
        surface.sweep_lattices(["lat"], symbols, {"am": ["1"]})


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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lm", '^"lm" is not the range of a weight; write it like lm=7:17$'),
        ("=1:2", '^"=1:2" is not the range of a weight; write it like lm=7:17$'),
        ("am=1,lm=2", '^"am=1,lm=2" is more than one range; separate them by spaces, as in am=1 lm=7:17$'),
        ("lm=1 lm=2", '^"lm" is given twice; leave one out$'),
        ("", '^"" makes no grid of 1 to 10000 settings$'),
        ("lm=", '^"" is not a range; write it like 7:17, 0:1:0.25 or 0,0.5,1$'),
        ("lm=0,nan", '^"0,nan" is not a range'),
        ("lm=1:2:-1", '^"1:2:-1" is not a range'),
    ],
)
def test_what_is_no_grid(text: str, sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        surface.parse_axes(text)


def test_settings_are_all_combinations_in_their_order() -> None:
    assert surface.parse_axes(" am=1  lm=7:9:2 ") == {"am": ["1"], "lm": ["7", "9"]}
    lists = [NBest("u", ["a"], {"am": [1.0], "lm": [1.0]})]
    found = surface.sweep_lists(lists, {"am": ["1", "2"], "lm": ["3", "4"]}, "lists")
    assert list(found) == [("1", "3"), ("1", "4"), ("2", "3"), ("2", "4")]
    assert {corpus.name for corpus in found.values()} == {"lists"}


SMALL = "k \n0 1 1 1,2,1_1\n0 1 2 2,1.5,1_1\n0 2 1 1,1,1_1\n2 1 1 1,1,1_1\n1 0,0,\n\n"


@pytest.mark.parametrize(
    ("spans", "texts"),
    [
        # Graph and acoustic costs: a 1 + 2, b 2 + 1.5, a a 2 + 2; the acoustic ones are divided by lm.
        ({"lm": ["1"]}, {("1",): "a"}),
        ({"lm": ["0.25"]}, {("0.25",): "b"}),  # 9, 8, 10
        ({"length": ["0", "2"]}, {("0",): "a", ("2",): "a a"}),  # 3, 3.5, 4; less 2 for each word 1, 1.5, 0
        ({"lm": ["1"], "length": ["-1"]}, {("1", "-1"): "a"}),
    ],
)
def test_lattices_at_each_weight_by_hand(
    spans: dict[str, list[str]], texts: dict[tuple[str, ...], str], tmp_path: Path
) -> None:
    (tmp_path / "lat").write_text(SMALL, encoding="utf-8")
    (tmp_path / "words.txt").write_text("<eps> 0\na 1\nb 2\n", encoding="utf-8")
    found = surface.sweep_lattices([str(tmp_path / "lat")], str(tmp_path / "words.txt"), spans)
    assert {setting: list(corpus.texts) for setting, corpus in found.items()} == {
        setting: [text] for setting, text in texts.items()
    }
    assert {tuple(corpus.keys) for corpus in found.values()} == {("k",)}


@pytest.mark.parametrize("values", [["0"], ["1", "-2"], ["0", "1"]])
def test_the_weight_of_the_language_model_is_over_0(values: list[str], tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("a 1\n", encoding="utf-8")
    sentence = "^lat: for lattices the weights are lm, above 0, and length; expand them for others$"
    with pytest.raises(mg.ScoreError, match=sentence):
        surface.sweep_lattices(["lat"], str(tmp_path / "words.txt"), {"lm": values})


INF = np.inf


@pytest.mark.parametrize(("low", "high", "point"), [(-INF, INF, 0), (-INF, 3, 2), (3, INF, 4), (1, 4, 2.5), (-1, 1, 0)])
def test_a_point_of_an_interval(low: float, high: float, point: float) -> None:
    """In the middle; or 1 from its only end."""
    assert find_midpoint(low, high) == point


def test_weights_have_as_few_digits_as_select_the_same() -> None:
    """Three at least; the second is best from 0.1234 on."""
    lists = [NBest("u", ["a", "b"], {"am": [0.1234, 0.0], "lm": [0.0, 1.0]})]
    space = ScoreSpace.of({"u": "a"}, lists, make_metric("wer"), ["am", "lm"], Settings())
    assert round_weights(space, np.array([1.0, 0.5])) == [1, 0.5]
    assert round_weights(space, np.array([1.0, 0.98765])) == [1, 0.988]
    assert round_weights(space, np.array([1.0, 0.123456])) == [1, 0.1235]  # 0.123 would select the first
    assert round_weights(space, np.array([1.0, 0.12338])) == [1, 0.123]


def test_a_score_that_is_not_defined_is_worst() -> None:
    space = ScoreSpace.of({"u": ""}, [NBest("u", ["", "a"], {"s": [1.0, 0.0]})], make_metric("wer"), ["s"], Settings())
    assert space.compute_value(np.array([1.0])) == INF
    assert np.isnan(space.compute_score([1.0]))
    assert [space.is_better(1.0, INF), space.is_better(INF, INF), space.is_better(1.0, 1.0)] == [True, False, False]
    assert search_weights(space, [0.0], restarts=0)[1] == {"s": 0.0}


@pytest.mark.parametrize(
    ("label", "values", "best"),
    [
        ("wer", [3.0, 1.0, 2.0], 1),
        ("wip", [3.0, 1.0, 2.0], 0),
        ("wer", [2.0, 1.0, 1.0], 1),  # the first of equals
        ("wip", [2.0, 3.0, 3.0], 1),
        ("wer", [np.nan, 2.0, 3.0], 1),
        ("wer", [np.nan, np.nan, np.nan], None),
    ],
)
def test_the_best_setting(label: str, values: list[float], best: int | None) -> None:
    settings: dict[tuple[str, ...], float] = {(str(place),): value for place, value in enumerate(values)}
    assert find_best_setting(settings, make_metric(label)) == (None if best is None else (str(best),))


def test_settings_that_the_test_does_not_have_are_noted_once() -> None:
    def surfaces(*bests: str | None, known: str = "ab") -> list[Surface]:
        values: dict[tuple[str, ...], float] = {(each, "0"): 1.0 for each in known}
        best = [None if each is None else (each, "0") for each in bests]
        return [Surface(make_metric("wer"), values, each, frozenset()) for each in best]

    notes = list(note_untested(["lm", "wip"], surfaces("a", "c", "c", None), surfaces("a")))
    assert [note.detail for note in notes] == [{"setting": "lm c wip 0"}]


def test_settings_without_a_common_utterance_are_refused() -> None:
    reference = mg.Corpus(["u", "v"], ["a", "b"], "ref")
    files: dict[tuple[str, ...], mg.Corpus] = {(key,): mg.Corpus([key], ["a"], key) for key in "uv"}
    with pytest.raises(mg.ScoreError, match=r"^ref: no utterance is common to all settings; remove --missing skip$"):
        make_surfaces(reference, files, [make_metric("wer")], Settings(), Bootstrap(), Join("skip"))
    files["v",] = mg.Corpus(["v", "u"], ["b", "x"], "v")
    (surface,), notes = make_surfaces(reference, files, [make_metric("wer")], Settings(), Bootstrap(), Join("skip"))
    assert [dict(surface.values), surface.units] == [{("u",): 0.0, ("v",): 100.0}, 1]
    assert [list(note.ids) for note in notes if note.kind == "settings-differ"] == [["v"]]
