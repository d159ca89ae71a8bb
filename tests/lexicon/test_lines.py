"""Dictionaries line by line: blank lines, ends of lines, columns too many, and the line that an error names."""

from pathlib import Path

import pytest

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import Pair, load, recognize_format

# Of each format: how a pair is written, how a file begins, and blank lines as people leave them.
FORMATS = {
    "a.txt": (" ", "", ["", "   ", "\t"]),
    "a.tsv": ("\t", "", ["", "   ", "\t", "\t\t "]),
    "a.csv": (",", "en,fr\n", ["", ","]),
}
PAIRS = [("house", "maison"), ("cat", "chat"), ("dog", "chien")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("place", range(len(PAIRS) + 1))
@pytest.mark.parametrize(("name", "blank"), [(name, blank) for name, (*_, some) in FORMATS.items() for blank in some])
def test_blank_lines_are_nothing_wherever_they_stand(
    tmp_path: Path, name: str, blank: str, place: int, end: str
) -> None:
    between, head, _ = FORMATS[name]
    lines = [between.join(pair) for pair in PAIRS]
    lines[place:place] = [blank, blank]
    text = head + "\n".join(lines)
    for last in ("", "\n", "\n\n"):
        (tmp_path / name).write_text((text + last).replace("\n", end), encoding="utf-8", newline="")
        assert load(str(tmp_path / name)).words == PAIRS


@pytest.mark.parametrize("name", FORMATS)
def test_an_error_names_its_line_in_the_file(tmp_path: Path, name: str) -> None:
    """Lines are counted as an editor does, blank ones and the heading too."""
    between, head, _ = FORMATS[name]
    (tmp_path / name).write_text(f"{head}a{between}b\n\n\nalone\nc{between}d\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=rf"{name}:{4 + bool(head)}: a source"):
        load(str(tmp_path / name))


@pytest.mark.parametrize(
    ("name", "first", "expected"),
    [
        ("x.csv", "a b", "csv"),
        ("x.CSV.gz", "a b", "csv"),
        ("x.tmx", "a b", "tmx"),
        ("x.tsv.gz", "a b", "tsv"),
        ("x.txt", "a\tb", "tsv"),
        ("x.txt", "a b", "muse"),
        ("csv", "a b", "muse"),
        ("x.csv.txt", "a b", "muse"),
    ],
)
def test_the_format_is_that_of_the_ending_or_of_the_first_line(name: str, first: str, expected: str) -> None:
    assert recognize_format(name, [first, "c\td"]) == expected
    assert recognize_format(name, ["", " \t", first]) == expected
    assert recognize_format(name, []) in {expected, "muse"}


def test_columns_after_the_second_say_nothing_but_in_a_csv(tmp_path: Path) -> None:
    """Of several columns of frequencies or of tags the first counts; one of the words' own is none of them."""
    (tmp_path / "a.tsv").write_text("a\tb\tn\t7\n", encoding="utf-8")
    assert load(str(tmp_path / "a.tsv")).pairs == [Pair("a", "b")]
    rows = "freq_en,freq,zipf_freq,my_freq,POS_TAG,pos_tag_2,x_pos_tag\na,b, 3.5 ,9,NOUN,VERB,ADJ\nc,d,nan\ne,f,x,1\n"
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    assert load(str(tmp_path / "a.csv")).pairs == [Pair("a", "b", 3.5, "NOUN"), Pair("c", "d"), Pair("e", "f")]


def test_rows_of_a_csv_without_a_word_or_a_translation_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("en,fr\n,b\nc,\nd,\ne,f\n", encoding="utf-8")
    with pytest.warns(ScoreWarning) as told:
        assert load(str(tmp_path / "a.csv")).words == [("c", ""), ("d", ""), ("e", "f")]
    assert [str(each.message).partition(": ")[2] for each in told] == [
        "1 row without a word, skipped",
        "2 rows without a translation, so no answer can be right",
    ]


@pytest.mark.parametrize(
    ("segments", "expected"),
    [
        (["a", "b"], [("a", "b")]),
        (["a", "b", "c"], [("a", "b")]),
        (["a"], []),
        ([], []),
        (["a", " "], []),
        (["", "b"], []),
        (["a\n b", "c"], [("a b", "c")]),
    ],
)
def test_a_unit_of_a_memory_is_its_first_two_segments(
    tmp_path: Path, segments: list[str], expected: list[tuple[str, str]]
) -> None:
    units = [segments, ["last", "one"]]
    body = "".join(f"<tu>{''.join(f'<tuv><seg>{each}</seg></tuv>' for each in unit)}</tu>\n\n" for unit in units)
    (tmp_path / "a.tmx").write_text(f"<tmx><body>{body}</body></tmx>\n", encoding="utf-8")
    assert load(str(tmp_path / "a.tmx")).words == [*expected, ("last", "one")]
