"""Lists line by line and at their limits: blank lines, ranks, blocks, forms that files look like, and what is noted."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import nbest
from mondegreen.errors import ScoreError
from mondegreen.nbest import lists, reading, surface
from mondegreen.nbest.list_types import EspnetLists, list_output_directories
from mondegreen.nbest.lists import NBest, combine_scores, format_weights, has_gap, order_by_rank, parse_weights
from mondegreen.nbest.reading import PairedLists
from mondegreen.nbest.rerank import Selection, compute_posteriors, make_selection
from mondegreen.notes import Note

BLANKS = ["", "   ", "\t"]


def plain(found: Sequence[NBest]) -> dict[str, tuple[list[str], Mapping[str, Sequence[float]]]]:
    return {each.key: (list(each.texts), each.scores) for each in found}


def spread(lines: Sequence[str], blank: str, place: int, end: str) -> str:
    return end.join([*lines[:place], blank, *lines[place:]]) + end


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("place", range(4))
def test_blank_lines_are_nothing_in_lists_and_costs(tmp_path: Path, blank: str, place: int, end: str) -> None:
    files = {"l": ["a-1 x y", "a-2 z", "b-1 "], "lm": ["a-1 1", "a-2 2", "b-1 0"]}
    for name, lines in files.items():
        (tmp_path / name).write_text(spread(lines, blank, place, end), encoding="utf-8", newline="")
    found = list(nbest.read(str(tmp_path / "l"), costs={"lm": str(tmp_path / "lm")}))
    assert plain(found) == {"a": (["x y", "z"], {"lm": [-1.0, -2.0]}), "b": ([""], {"lm": [0.0]})}
    rows = [
        {"utt": "a", "nbest": ["x", "y"]},
        {"utt": "b", "nbest": [{"text": "z", "s": 1}]},
        {"utt": "c", "nbest": []},
    ]
    (tmp_path / "j").write_text(spread(list(map(json.dumps, rows)), blank, place, end), encoding="utf-8", newline="")
    assert plain(list(nbest.read(str(tmp_path / "j")))) == {
        "a": (["x", "y"], {}),
        "b": (["z"], {"s": [1.0]}),
        "c": ([], {}),
    }
    folder = tmp_path / "e" / "1best_recog"
    folder.mkdir(parents=True)
    for name, lines in {"text": ["a x", "b y", "c "], "score": ["a -1", "b -2", "c -3"]}.items():
        (folder / name).write_text(spread(lines, blank, place, end), encoding="utf-8", newline="")
    assert plain(list(nbest.read(str(tmp_path / "e")))) == {
        "a": (["x"], {"score": [-1.0]}),
        "b": (["y"], {"score": [-2.0]}),
        "c": ([""], {"score": [-3.0]}),
    }


def test_lines_are_numbered_as_an_editor_does(tmp_path: Path) -> None:
    (tmp_path / "l").write_text("\ufeff\n\na\n \nb\n", encoding="utf-8")
    assert list(lists.read_lines(str(tmp_path / "l"))) == [(3, "a"), (5, "b")]
    assert lists.read_first_line(str(tmp_path / "l")) == "a"
    (tmp_path / "none").write_text("\n", encoding="utf-8")
    assert lists.read_first_line(str(tmp_path / "none")) == ""
    (tmp_path / "b").write_text("x\n\ufeffy\n", encoding="utf-8")
    assert list(lists.read_lines(str(tmp_path / "b"))) == [(1, "x"), (2, "\ufeffy")]  # a mark begins a file alone


@pytest.mark.parametrize(
    ("data", "encoding", "line", "byte"),
    [
        (b"\xe9\n", "utf-8", 1, "e9"),
        (b"x\n\xe9\n", "utf-8", 2, "e9"),
        (b"x\n\ny\n\nzz\xe9\n", "utf-8", 5, "e9"),
        (b"x y\n" * 5000 + b"\xe9\n", "utf-8", 5001, "e9"),  # more than is decoded at once
        (b"a\nb\n\x81\n", "cp1252", 3, "81"),
        ("a\nb\n".encode("utf-16") + b"\x00\xd8\n\x00", "utf-16", 3, "00"),
    ],
)
def test_a_byte_of_another_encoding_is_named_with_its_line(
    data: bytes, encoding: str, line: int, byte: str, tmp_path: Path
) -> None:
    (tmp_path / "l").write_bytes(data)
    sentence = rf"l:{line}: byte 0x{byte} is not {encoding}; name its encoding$"
    with pytest.raises(ScoreError, match=sentence):
        list(lists.read_lines(str(tmp_path / "l"), encoding))


@pytest.mark.parametrize(
    ("ranks", "gap"),
    [
        ([], False),
        ([0], False),
        ([1], False),
        ([2], True),
        ([0, 1, 2], False),
        ([1, 2, 3], False),
        ([0, 2], True),
        ([1, 3], True),
        ([2, 3], True),
    ],
)
def test_ranks_begin_at_0_or_1(ranks: list[int], gap: bool) -> None:
    assert has_gap(ranks) is gap


def test_ranks_order_hypotheses() -> None:
    assert order_by_rank([3, 1, 2], "f", 1, "u") == [1, 2, 0]
    assert order_by_rank([], "f", 1, "u") == []
    with pytest.raises(ScoreError, match="f:7: utterance u: rank 2 occurs twice"):
        order_by_rank([2, 1, 2], "f", 7, "u")


@pytest.mark.parametrize("count", [None, 1, 2, 3, 4])
def test_the_first_of_a_list(count: int | None) -> None:
    whole = NBest("u", ["a", "b", "c"], {"s": [1.0, 2.0, 3.0]}, [1, 2, 3])
    found = whole.truncate(count)
    kept = 3 if count is None else min(count, 3)
    assert (list(found.texts), list(found.scores["s"]), list(found.ranks)) == (
        ["a", "b", "c"][:kept],
        [1.0, 2.0, 3.0][:kept],
        [1, 2, 3][:kept],
    )
    assert whole.get_scores(2) == {"s": 3.0}
    assert whole.get_scores(3) == {}


@pytest.mark.parametrize(
    ("size", "expected"), [(1, [1, 1, 1, 1]), (2, [1, 2, 1]), (3, [2, 2]), (5, [3, 1]), (6, [4]), (99, [4])]
)
def test_lists_are_held_until_they_have_so_many_texts(size: int, expected: list[int]) -> None:
    lists = [NBest(str(at), ["x"] * count, {}) for at, count in enumerate([2, 1, 2, 1])]
    assert [len(block) for block in reading.split_blocks(lists, size)] == expected
    assert list(reading.split_blocks([], size)) == []


@pytest.mark.parametrize(
    ("files", "words", "expected"),
    [
        ({"a": "u-1 x\n"}, None, "kaldi"),
        ({"a": ' {"utt": "u", "nbest": []}\n'}, None, "jsonl"),
        ({"a": '\n{"utt": "u"}\n'}, None, "jsonl"),
        ({"a": '{"utt": "u", "nbest": []}\n', "b": "u x\n"}, None, "jsonl"),
        ({"a": '{"utt": "u", "text": ""}\n', "b": "u x\n"}, None, "systems"),
        ({"a": "u x\n", "b": "u x\n"}, None, "systems"),
        ({"a": "", "b": ""}, None, "systems"),
        ({"a": ""}, None, "kaldi"),
        ({"a": "u-1 x\n"}, "words.txt", "lattice"),
    ],
)
def test_the_form_that_files_look_like(tmp_path: Path, files: dict[str, str], words: str | None, expected: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert reading.guess_list_type([str(tmp_path / name) for name in files], words, "utf-8") == expected
    assert reading.guess_list_type([str(tmp_path)], None, "utf-8") == "espnet"
    assert reading.guess_list_type(["-"], None, "utf-8") == "kaldi"


def test_a_list_in_two_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(json.dumps({"utt": "u", "nbest": ["x"]}), encoding="utf-8")
    paths = [str(tmp_path / name) for name in "ab"]
    found = nbest.read(paths)
    assert found.name == "2 files of lists"
    with pytest.raises(ScoreError, match="b: utterance u: has a list in another file as well"):
        list(found)
    assert nbest.read(paths[:1]).name == paths[0]
    with pytest.raises(ScoreError, match="cost files go with a single file of Kaldi n-best lists"):
        nbest.read(paths, "kaldi", costs={"lm": "x"})


class Lists:
    """Lists that are held."""

    def __init__(self, *each: NBest) -> None:
        self.each, self.name, self.notes = each, "lists", [Note("other", detail={"what": "a note"})]

    def __iter__(self) -> Iterator[NBest]:
        return iter(self.each)


def test_what_does_not_fit_is_noted() -> None:
    reference = mg.Corpus(
        ["a", "b", "c", "a"], ["x", "y", "z", "second"], "ref", notes=(Note("other", detail={"what": "of ref"}),)
    )
    lists = Lists(NBest("b", ["y"], {}), NBest("q", ["v"], {}), NBest("a", [], {}))
    paired = PairedLists(reference, lists)
    assert [each.key for each in paired] == ["b", "a", "c"]
    assert paired.references["a"] == "x"  # of a key that comes twice the first
    assert [*map(str, paired.notes)] == [
        "of ref",
        "a note",
        "1 list of lists without a hypothesis, read as an empty text",
        "1 utterance of ref not in lists, scored as empty: c",
        "1 utterance of lists not in ref, skipped: q",
        "1 duplicate utterance ID, kept the first of each: a",
    ]
    skipped = PairedLists(reference, lists, "skip")
    assert [each.key for each in skipped] == ["b", "a"]
    assert "1 utterance of ref not in lists, skipped: c" in map(str, skipped.notes)
    whole = PairedLists(mg.Corpus(["b"], ["y"], "ref"), Lists(NBest("b", ["y"], {})))
    assert [len(list(whole)), *map(str, whole.notes)] == [1, "a note"]
    with pytest.raises(ScoreError, match="with --lists kaldi the files are n-best lists"):
        list(PairedLists(reference, Lists(NBest("a-1", ["y"], {}))))
    with pytest.raises(ScoreError, match='missing is "x"; choose from'):
        PairedLists(reference, lists, "x")
    with pytest.raises(ScoreError, match="ref: is read as lines, without utterance IDs"):
        PairedLists(mg.Corpus(["1"], ["y"], "ref", keyed=False), lists)


# --- weights and choices ---


@pytest.mark.parametrize("text", ["lm=0.3,am=1", "length=-0.2", "a=1e-05,b=2"])
def test_weights_are_written_as_they_are_read(text: str) -> None:
    assert format_weights(parse_weights(text)) == text


def test_weighted_scores_by_hand() -> None:
    each = NBest("u", ["a b", "c", ""], {"lm": [1.0, 2.0, 3.0], "am": [10.0, 20.0, 30.0]})
    assert combine_scores(each, {"lm": 2.0, "am": 0.5, "length": -1.0}).tolist() == [2 + 5 - 2, 4 + 10 - 1, 6 + 15]
    assert combine_scores(NBest("u", ["a"], {}), {"lm": 1.0}).tolist() == [0.0]  # nothing to choose from
    assert combine_scores(NBest("u", [], {}), {"lm": 1.0}).tolist() == []
    with pytest.raises(ScoreError, match='there is no score "lm"; known are length'):
        combine_scores(NBest("u", ["a", "b"], {}), {"lm": 1.0})


def test_likelihoods_are_those_of_scores_up_to_a_constant() -> None:
    expected = [1 / (1 + np.e), np.e / (1 + np.e)]
    for shift in (0.0, 1e4, -1e4):
        assert compute_posteriors(np.array([shift, shift + 1])).tolist() == pytest.approx(expected)
    assert compute_posteriors(np.array([0.0, -1e5])).tolist() == [1.0, 0.0]


def test_what_is_chosen_has_its_rank_in_the_file() -> None:
    each = NBest("u", ["a", "b"], {"s": [1.0, 2.0]}, [3, 7])
    assert make_selection(each, np.array([0.5, 0.75]), 1) == Selection("u", "b", 7, 0.75, {"s": 2.0})
    assert make_selection(each._replace(ranks=()), np.array([0.5, 0.75]), 1).rank == 2
    assert make_selection(each, np.zeros(0), None) == Selection("u", "", 0, 0.0)


# --- settings ---


@pytest.mark.parametrize("count", [10_000, 10_001])
def test_a_grid_has_up_to_ten_thousand_settings(count: int) -> None:
    """In one range as well as by all of them."""
    for text in (f"lm=1:{count}", f"lm=1:{count} am=1"):
        if count <= 10_000:
            assert len(surface.parse_axes(text)["lm"]) == count
        else:
            with pytest.raises(ScoreError):
                surface.parse_axes(text)
    more = "am=0:1" if count == 10_000 else "am=0:2"
    if count == 10_000:
        assert [len(each) for each in surface.parse_axes(f"lm=1:5000 {more}").values()] == [5000, 2]
    else:
        with pytest.raises(ScoreError, match="makes no grid of 1 to 10000 settings"):
            surface.parse_axes(f"lm=1:5000 {more}")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["10", "9", "1"], ["1", "9", "10"]),
        (["b", "2", "a", "10"], ["2", "10", "a", "b"]),
        (["1.0", "1", "-1"], ["-1", "1", "1.0"]),
        (["0", "a", "-1"], ["-1", "0", "a"]),
    ],
)
def test_numbers_come_before_other_texts(values: list[str], expected: list[str]) -> None:
    assert sorted(values, key=surface.sort_key) == expected


def test_files_of_settings_in_folders_with_brackets(tmp_path: Path) -> None:
    """What stands in a pattern beside its names is taken as it is; a name that comes again stands for the same."""
    for name in ("d[1]/x_7/a_7_0.txt", "d[1]/x_7/a_8_0.txt", "d[1]/x_10/a_10_1.txt", "d1/x_7/a_7_0.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("u x\n", encoding="utf-8")
    names, found = surface.find_grid(str(tmp_path / "d[1]/x_{lm}/a_{lm}_{wip}.txt"))
    assert names == ["lm", "wip"]
    assert list(found) == [("7", "0"), ("10", "1")]
    for pattern, what in {
        "none_{lm}": "no file fits the pattern",
        "none": "the pattern names no setting",
        "x_{1}": '"1" is not a name of a setting',
    }.items():
        with pytest.raises(ScoreError, match=what):
            surface.find_grid(str(tmp_path / pattern))


def test_the_best_of_lists_at_each_weight() -> None:
    lists = [
        NBest("u", ["a", "b"], {"lm": [1.0, 0.0], "am": [0.0, 1.0]}),
        NBest("v", [], {}),
        NBest("w", ["c"], {"lm": [0.0], "am": [0.0]}),
    ]
    found = surface.sweep_lists(lists, {"lm": ["0", "2"], "am": ["1"]}, "lists")
    assert {setting: list(corpus.texts) for setting, corpus in found.items()} == {
        ("0", "1"): ["b", "", "c"],
        ("2", "1"): ["a", "", "c"],
    }
    assert list(found["0", "1"].keys) == ["u", "v", "w"]


def test_jobs_of_espnet_are_read_by_number(tmp_path: Path) -> None:
    """Where the directory has lists of its own these count, and without any it is asked for them."""
    assert list_output_directories(str(tmp_path)) == [str(tmp_path)]
    names = [f"output.{number}" for number in (1, 2, 10)]
    for name in reversed(names):
        (tmp_path / "logdir" / name).mkdir(parents=True)
    assert list_output_directories(str(tmp_path)) == [str(tmp_path / "logdir" / name) for name in names]
    (tmp_path / "1best_recog").mkdir()
    assert list_output_directories(str(tmp_path)) == [str(tmp_path)]


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        ([], "there is no 1best_recog in this directory$"),
        ([2], "there is no 1best_recog next to 2best_recog$"),
        ([1, 2, 4], "there is no 3best_recog next to 4best_recog$"),
        ([1, 10], "there is no 2best_recog next to 10best_recog$"),
    ],
)
def test_ranks_of_espnet_without_a_gap(ranks: list[int], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "best_recog").mkdir()  # which is none
    for rank in ranks:
        (tmp_path / f"{rank}best_recog").mkdir()
    with pytest.raises(ScoreError, match=sentence):
        EspnetLists(str(tmp_path)).list_ranks()
    for rank in range(1, 12):
        (tmp_path / f"{rank}best_recog").mkdir(exist_ok=True)
    assert EspnetLists(str(tmp_path)).list_ranks() == list(range(1, 12))


@pytest.mark.parametrize(("count", "expected"), [(None, 100), (3, 3), (130, 120)])
def test_a_hundred_paths_are_expanded_unless_another_number_is_given(
    count: int | None, expected: int, tmp_path: Path
) -> None:
    words = [f"w{number}" for number in range(1, 121)]
    rows = [f"0 1 {number} {number},0,1" for number in range(1, 121)]
    (tmp_path / "lat").write_text("\n".join(["u ", *rows, "1 0,0,", "", ""]), encoding="utf-8")
    symbols = "".join(f"{word} {number}\n" for number, word in enumerate(["<eps>", *words]))
    (tmp_path / "words.txt").write_text(symbols, encoding="utf-8")
    (found,) = nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"), count=count)
    assert list(found.texts) == words[:expected]
    assert list(found.ranks) == list(range(1, expected + 1))
    assert list(found.scores["lm"])[:2] == [-1.0, -2.0]
    assert set(found.scores["am"]) == {0.0}
