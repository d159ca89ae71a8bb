"""Files of triplets, and what may be wrong with them."""

import gzip
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.formats.rated import read_triplets, write_triplets

HEAD = "reference\thypA\tnbrA\thypB\tnbrB\n"


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "votes.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_columns_in_any_order(tmp_path: Path) -> None:
    found = read_triplets(
        written(tmp_path, 'id\tnbrB\thypB\tnbrA\thypA\treference\n7\t3\t"b\t4\t\tr\n\n8\t0\tb\t5\ta\té\n')
    )
    assert found.texts == (["r", "é"], ["", "a"], ['"b', "b"])
    assert found.votes() == [(4, 3), (5, 0)]
    assert found.lines == [2, 4]


@pytest.mark.parametrize(
    "data", [HEAD.encode() + b"r\ta\t1\tb\t2\n", b"\xef\xbb\xbf" + HEAD.encode() + b"r\ta\t1\tb\t2"]
)
def test_the_form_of_lines_does_not_matter(tmp_path: Path, data: bytes) -> None:
    for text in (data, data.replace(b"\n", b"\r\n"), gzip.compress(data)):
        assert read_triplets(written(tmp_path, text)).votes() == [(1, 2)]


BAD = [
    ("", "the file is empty"),
    ("reference\thypA\n", r"1: the first line names no column \"hypB\"; it holds reference, hypA"),
    (HEAD.replace("nbrA", "hypA"), 'two columns are named "hypA"'),
    (HEAD.replace("nbrB", "nbrA"), '1: two columns are named "nbrA"'),
    (HEAD + "r\ta\t1\tb\n", "2: expected 5 columns, found 4"),
    (
        HEAD + "r\ta\t1\tb\t2\nr\ta\t1\tb\t\n",
        "3: the number of votes is missing in nbrB; give one, or collect votes by --vote",
    ),
    ("reference\thypA\thypB\nr\ta\tb\n", "2: the number of votes is missing in nbrA"),
    (HEAD + "r\ta\tone\tb\t2\n", '2: "one" in nbrA is not a number of votes'),
    (HEAD + "r\ta\t-1\tb\t2\n", '2: "-1" in nbrA is not a number of votes'),
    (HEAD + "r\ta\t1\tb\t1.5\n", '2: "1.5" in nbrB is not a number of votes'),
    (HEAD + "r\ta\t1\tb\t²\n", '2: "²" in nbrB is not a number of votes'),
    (HEAD + f"r\ta\t1\tb\t{10**30}\n", "is not a number of votes"),
    (HEAD + f"r\ta\t1\tb\t{'1' * 5000}\n", "is not a number of votes"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_bad_files(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        read_triplets(written(tmp_path, text)).votes()


def test_votes_are_added(tmp_path: Path) -> None:
    path = written(tmp_path, "reference\thypA\tnote\thypB\nr\ta\tx\tb\ns\tc\t\td\n")
    found = read_triplets(path).with_vote(1, 0).with_vote(0, 1).with_vote(0, 1)
    assert found.votes(missing=0) == [(0, 2), (1, 0)]
    write_triplets(found)
    assert Path(path).read_text() == "reference\thypA\tnote\thypB\tnbrA\tnbrB\nr\ta\tx\tb\t\t2\ns\tc\t\td\t1\t\n"
    assert read_triplets(path).votes(missing=0) == [(0, 2), (1, 0)]
