"""Parts of ESPnet's scoring at their limits: depths of folders, ids written otherwise, words of tokens, sums."""

from pathlib import Path

import pytest

from mondegreen.dropin.espnet import versa
from mondegreen.dropin.espnet.espnet1 import Line, format_id, remove_symbols, spell_words
from mondegreen.dropin.espnet.summary import (
    find_files,
    format_sum_rows,
    format_table,
    format_versa_cells,
    format_versa_section,
    name_dataset,
    walk_directories,
)
from mondegreen.dropin.espnet.tables import find_other_spellings, list_spellings, note_similar_ids
from mondegreen.errors import ScoreError


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 0, [""]),
        (0, 1, ["", "a", "b"]),
        (1, 1, ["a", "b"]),
        (0, 2, ["", "a", "a/x", "a/y", "b"]),
        (2, 2, ["a/x", "a/y"]),
        (1, 9, ["a", "a/x", "a/x/deep", "a/y", "b"]),
        (4, 9, []),
    ],
)
@pytest.mark.parametrize("end", ["", "/"])
def test_folders_between_two_depths(tmp_path: Path, least: int, most: int, expected: list[str], end: str) -> None:
    for name in ("b", "a/y", "a/x/deep"):
        (tmp_path / name).mkdir(parents=True)
    found_there = [str(Path(each).relative_to(tmp_path)) for each in walk_directories(f"{tmp_path}{end}", least, most)]
    assert found_there == [each or "." for each in expected]


def test_files_are_found_in_order_and_named_by_the_folders_to_them(tmp_path: Path) -> None:
    for name in ("b", "a[1]"):
        path = tmp_path / "exp[2]" / name / "score_wer" / "result.txt"
        path.parent.mkdir(parents=True)
        path.write_text("| Sum/Avg | 2 3 | 66.7 33.3 0.0 0.0 33.3 50.0 |\n| Sum/Avg | 9 |\nAvg\n", encoding="utf-8")
    root = str(tmp_path / "exp[2]")
    paths = find_files(root, "*/score_wer/result.txt")
    assert [name_dataset(root, path) for path in paths] == ["a[1]", "b"]
    row = "|2|3|66.7|33.3|0.0|0.0|33.3|50.0|\n"
    assert list(format_sum_rows(paths[0], "|x", literal=False)) == [f"|x{row}"]  # the first sums alone
    assert len(list(format_sum_rows(paths[0], "|x", literal=True))) == 3
    assert format_table(paths, lambda path: name_dataset(root, path), literal=False) == f"|a[1]{row}|b{row}\n"
    assert format_table(paths[:1], str, literal=False, named=False) == f"{row}\n"
    assert format_table([], str, literal=False) == ""


@pytest.mark.parametrize(
    ("key", "speaker", "expected"),
    [
        ("U1", "", ["u1"]),
        ("u1", "S", ["u1", "s-u1", "s_u1"]),
        ("S-u1", "S", ["s-u1", "s-s-u1", "u1", "s_s-u1"]),
        ("S_U1", "S", ["s_u1", "s-s_u1", "s_s_u1", "u1"]),
        ("Su1", "S", ["su1", "s-su1", "s_su1"]),
    ],
)
def test_how_else_an_id_may_be_written(key: str, speaker: str, expected: list[str]) -> None:
    assert list(list_spellings(key, speaker)) == expected


@pytest.mark.parametrize(
    ("said", "heard", "expected"),
    [
        ("U1", "u1", [("U1", "u1")]),
        ("S-u1", "u1", [("S-u1", "u1")]),
        ("u1", "S_u1", [("u1", "S_u1")]),
        ("u1", "u1", []),
        ("u1", "v1", []),
        ("u1 U1", "x", []),
        ("Ab aB", "ab", []),  # it may belong to two
        ("AB", "ab Ab", []),  # and two to it
        ("AB v", "ab v", [("AB", "ab")]),
    ],
)
def test_ids_that_differ_by_case_or_speaker_alone(said: str, heard: str, expected: list[tuple[str, str]]) -> None:
    sides = [dict.fromkeys(each.split(), "text") for each in (said, heard)]
    assert list(find_other_spellings(sides[0], sides[1], dict.fromkeys(said.split(), "S"))) == expected


def test_ids_that_sclite_would_take_for_one() -> None:
    assert list(note_similar_ids(["a", "b"])) == []
    assert list(note_similar_ids(["a", "A", "b", "B"])) == [
        "2 pairs of ids differ by case alone, scored as two each: a and A, b and B"
    ]


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [("a b", "ab"), ("a <space> b", "a b"), ("▁a b ▁c", " ab c"), ("", ""), ("a <space> <space> b", "a  b")],
)
def test_words_that_tokens_spell(tokens: str, expected: str) -> None:
    assert spell_words(tokens, None) == expected


def test_symbols_leave_their_place_empty() -> None:
    """As the original's sed does, which sees the id too, but not as a token."""
    assert remove_symbols("a <noise> b (s-u)", frozenset({"<noise>"})) == "a  b"
    assert remove_symbols("<noise> (s-u)", frozenset({"<noise>"})) == ""
    assert remove_symbols("a b (s-u)", frozenset({"<noise>", "(s-u)"})) == "a b"
    assert format_id(Line("s", "u", "a")) == "(s-u)"


def test_counts_are_summed_and_other_scores_averaged() -> None:
    """Of two utterances: three of four words right; a score that is not defined counts as 0."""
    rows: list[dict[str, object]] = [
        {"key": "a", "mos": 3.0, "x_wer_equal": 2, "x_wer_replace": 0, "x_wer_delete": 0, "x_wer_insert": 0},
        {"key": "b", "mos": None, "x_wer_equal": 1, "x_wer_replace": 1, "x_wer_delete": 0, "x_wer_insert": 1},
    ]
    found_there = versa.average_scores(rows)
    assert found_there.utterances == 2
    assert found_there.scores["mos"] == 1.5
    assert [found_there.scores[f"x_wer_{name}"] for name in versa.COUNTS] == [3, 1, 0, 1]
    assert found_there.rates == {"x_wer": pytest.approx(2 / 4)}


@pytest.mark.parametrize("literal", [False, True])
def test_a_line_without_a_colon_is_its_own_heading_in_the_original(tmp_path: Path, literal: bool) -> None:
    """Ours names the score alone; rates have no colon, and digits beyond the third are cut off once."""
    path = tmp_path / "avg_result.txt"
    path.write_text("mos: 3.14159\nx_wer 0.123456 2.718281\nsentences: 2\n", encoding="utf-8")
    (*_, mos, rate) = format_versa_section(str(path), literal=literal)
    assert mos == "## mos\nmos: 3.141\n\n"
    heading = "x_wer 0.123456 2.718281" if literal else "x_wer"
    assert rate == f"## {heading}\nx_wer 0.123 2.718281\n\n"


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (("3", "1", "0", "1"), ["2", "4", "3", "1", "0", "1", "0.500"]),
        (("2", "1", "1", "0"), ["2", "4", "2", "1", "1", "0", "0.500"]),
        (("0", "0", "0", "2"), ["2", "0", "0", "0", "0", "2", "-"]),
    ],
)
def test_a_row_of_counts_and_their_rate(counts: tuple[str, ...], expected: list[str]) -> None:
    assert format_versa_cells("2", counts) == expected


def test_jobs_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("result.10.txt", "result.9.txt", "result.x.txt", "result.1.txt", "other.2.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [Path(path).name for path in versa.find_jobs(str(tmp_path))] == [
        "result.1.txt",
        "result.9.txt",
        "result.10.txt",
    ]


@pytest.mark.parametrize("blank", ["", "   "])
def test_blank_lines_of_scores_are_nothing_and_are_counted(tmp_path: Path, blank: str) -> None:
    path = tmp_path / "result.1.txt"
    path.write_text(f"{{'key': 'a', 'mos': 1.5}}\n{blank}\n{{'key': 'b', 'mos': nan}}\n", encoding="utf-8")
    assert [row for _, row in versa.read_scores(str(path))] == [{"key": "a", "mos": 1.5}, {"key": "b", "mos": None}]
    with path.open("a", encoding="utf-8") as file:
        file.write("{'key': \n")
    with pytest.raises(ScoreError, match=r"result\.1\.txt:4: is not a dict of scores; was the file cut off\?"):
        list(versa.read_scores(str(path)))
