"""Charts by hand: where each line, column, dot, number and link stands, in percent across and in pixels down."""

import math
import re

import pytest

from mondegreen.render.page.svg import draw_groups, draw_histogram, draw_map


def list_elements(drawn: str, name: str, class_: str = "") -> list[dict[str, str]]:
    """The attributes of the elements of a name, or of those of one class."""
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', each)) for each in re.findall(rf"<{name}\b([^>]*)>", drawn)]
    return [each for each in found if not class_ or each.get("class") == class_]


def list_texts(drawn: str, class_: str, *places: str) -> list[tuple[str, ...]]:
    """The texts of a class, each with some of its attributes."""
    found = re.findall(rf'<text class="{class_}"([^>]*)>([^<]*)<', drawn)
    return [(text, *(dict(re.findall(r'([\w-]+)="([^"]*)"', said))[name] for name in places)) for said, text in found]


def take(elements: list[dict[str, str]], *names: str) -> list[tuple[str, ...]]:
    return [tuple(each[name] for name in names) for each in elements]


def test_lines_dots_and_columns_of_groups() -> None:
    """Of a plot of 182 pixels between 8 and 190, over which 0 to 4 are drawn; labels have 24 more."""
    drawn = str(draw_groups("rates", ["a", "b"], [[0.0, 4.0], [1.0, 1.0]], [1, 2], "f.x"))
    assert take(list_elements(drawn, "svg"), "height", "class", "aria-label") == [("214", "chart", "rates")]
    assert take(list_elements(drawn, "rect", "behind"), "x", "y", "width", "height") == [
        ("7.00%", "99.0", "36.00%", "91.0"),
        ("57.00%", "8.0", "36.00%", "182.0"),
    ]
    grid = [("0", "190.0"), ("1", "144.5"), ("2", "99.0"), ("3", "53.5"), ("4", "8.0")]
    lines = list_elements(drawn, "line", "grid")
    assert take(lines, "x1", "x2", "y1", "y2") == [("0", "100%", at, at) for _, at in grid]
    ticks = [(text, "-6", str(float(at) + 4), "end") for text, at in grid]
    names = [("a", "25.00%", "206", "middle"), ("b", "75.00%", "206", "middle")]
    assert list_texts(drawn, "tick", "x", "y", "text-anchor") == ticks + names
    assert take(list_elements(drawn, "circle"), "class", "cx", "cy", "r") == [
        ("s0", "25.00%", "190.0", "4"),
        ("s0", "75.00%", "8.0", "4"),
        ("s1", "25.00%", "144.5", "4"),
        ("s1", "75.00%", "144.5", "4"),
    ]
    assert take(list_elements(drawn, "line", "curve s0"), "x1", "y1", "x2", "y2") == [
        ("25.00%", "190.0", "75.00%", "8.0")
    ]
    assert take(list_elements(drawn, "rect", "cover"), "x", "y", "width", "height") == [
        ("0.00%", "0", "50.00%", "190"),
        ("50.00%", "0", "50.00%", "190"),
    ]
    assert take(list_elements(drawn, "a"), "href", "tabindex") == [("#f.x=a", "-1"), ("#f.x=b", "-1")]
    assert re.findall("<title>(.*?)</title>", drawn) == [f"show the utterances of {name}" for name in "ab"]


def test_groups_without_a_key_lead_nowhere() -> None:
    drawn = str(draw_groups("x", ["a"], [[1.0]], [0]))
    assert "<a " not in drawn
    assert take(list_elements(drawn, "svg"), "role") == [("img",)]
    assert take(list_elements(drawn, "rect"), "x", "y", "height") == [("14.00%", "190.0", "0.0")]
    assert take(list_elements(str(draw_groups("x", ["a"], [[1.0]], [0], "k")), "svg"), "role") == [("group",)]
    assert "<circle" not in draw_groups("x", [], [[]], [])


def test_a_group_without_a_rate_has_no_dot() -> None:
    found = draw_groups("x", ["1", "2", "3"], [[1.0, math.nan, 2.0]], [1, 0, 3])
    assert found.count("<circle") == 2
    assert "curve" not in found  # no line over a gap
    assert draw_groups("x", ["1", "2"], [[1.0, 2.0]], [1, 3]).count("curve") == 1


@pytest.mark.parametrize(
    ("lengths", "shown"),
    [([21, 21], "ab"), ([21, 22], "a"), ([8, 8, 8, 8, 8], "ace"), ([44], "a"), ([45], "a"), ([29, 29, 29], "a")],
)
def test_names_of_groups_stand_where_there_is_room(lengths: list[int], shown: str) -> None:
    """For 46 letters, two between each and the next; of more every second or third name is written."""
    names = [letter * length for letter, length in zip("abcde", lengths)]
    drawn = str(draw_groups("x", names, [[0.0] * len(names)], [1] * len(names)))
    written = [text[0] for text, anchor in list_texts(drawn, "tick", "text-anchor") if anchor == "middle"]
    assert written == list(shown)


def test_columns_of_a_histogram_stand_side_by_side() -> None:
    drawn = str(draw_histogram("scores", [0.0, 10.0, 20.0], [[3, 1], [0, 2]], last=True))
    assert take(list_elements(drawn, "svg"), "height", "role") == [("214", "group")]
    boxes = list_elements(drawn, "rect", "s0") + list_elements(drawn, "rect", "s1")
    assert take(boxes, "x", "y", "width", "height") == [
        ("3.50%", "8.0", "21.50%", "182.0"),
        ("53.50%", "129.33", "21.50%", "60.67"),
        ("75.00%", "68.67", "21.50%", "121.33"),
    ]
    at = [(text, x, y) for text, x, y, anchor in list_texts(drawn, "tick", "x", "y", "text-anchor") if anchor != "end"]
    numbers = ["0", "5", "10", "15", "20+"]
    assert at == [(text, f"{25 * place:.2f}%", "206") for place, text in enumerate(numbers)]
    assert take(list_elements(drawn, "rect", "cover"), "x", "y", "width", "height") == [
        ("0.00%", "0", "50.00%", "190"),
        ("50.00%", "0", "50.00%", "190"),
    ]
    assert re.findall(r'href="#([^"]*)" tabindex="-1"', drawn) == ["low=0&amp;below=10", "low=10"]
    assert re.findall("<title>(.*?)</title>", drawn) == [
        "show the utterances that score 0 to 10",
        "show the utterances that score 10 to 20",
    ]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("edges", "places"),
    [
        ([1.0, 4.0, 7.0], [("2", "16.67%"), ("4", "50.00%"), ("6", "83.33%")]),  # 0 and 8 are beyond it
        ([0.0, 1.0], [("0", "0.00%"), ("0.2", "20.00%"), ("0.4", "40.00%"), ("0.6", "60.00%"), ("0.8", "80.00%")]),
    ],
)
def test_numbers_below_a_histogram(edges: list[float], places: list[tuple[str, str]], last: bool) -> None:
    """Only those within its edges; a sign for all beyond stands at the end alone."""
    drawn = str(draw_histogram("x", edges, [[1] * (len(edges) - 1)], last=last))
    below = [(text, x) for text, x, anchor in list_texts(drawn, "tick", "x", "text-anchor") if anchor == "middle"]
    end = [(f"{edges[-1]:g}{'+' if last else ''}", "100.00%")] if edges[-1] == 1 else []
    assert below == places + end


def test_settings_of_a_map() -> None:
    drawn = str(draw_map("map", ["7", "8"], ["a", "b"], [[1.0, 2.0], [3.0, math.nan]]))
    assert take(list_elements(drawn, "svg"), "height", "class") == [("76", "chart map")]
    assert take(list_elements(drawn, "rect"), "class", "x", "y", "width", "height") == [
        ("shade0", "0.00%", "4", "49.70%", "24"),
        ("shade2", "50.00%", "4", "49.70%", "24"),
        ("shade5", "0.00%", "30", "49.70%", "24"),
        ("shade0", "50.00%", "30", "49.70%", "24"),
    ]
    assert list_texts(drawn, "tick", "x", "y", "text-anchor") == [
        ("7", "-6", "21", "end"),
        ("8", "-6", "47", "end"),
        ("a", "25.00%", "70", "middle"),
        ("b", "75.00%", "70", "middle"),
    ]
    assert [list_texts(drawn, f"on{shade}", "x", "y", "text-anchor") for shade in (0, 2, 5)] == [
        [("1.00", "25.00%", "21", "middle")],
        [("2.00", "75.00%", "21", "middle")],
        [("3.00", "25.00%", "47", "middle")],
    ]


@pytest.mark.parametrize("value", [0.0, 5.0])
def test_a_map_of_one_value_is_pale(value: float) -> None:
    drawn = str(draw_map("map", ["1"], ["a", "b"], [[value, value]]))
    assert [each["class"] for each in list_elements(drawn, "rect")] == ["shade0"] * 2


@pytest.mark.parametrize(("count", "named"), [(12, range(12)), (13, range(0, 13, 2)), (25, range(0, 25, 3))])
def test_a_wide_map_has_fewer_names_and_no_numbers(count: int, named: range) -> None:
    drawn = str(draw_map("map", ["r"], [f"c{at}" for at in range(count)], [[1.0] * count]))
    assert drawn.count('class="on0"') == (count if count <= 12 else 0)
    assert list_texts(drawn, "tick", "x")[1:] == [(f"c{at}", f"{(at + 0.5) * 100 / count:.2f}%") for at in named]
