"""Files of pairs of sentences and scores."""

import csv
from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.formats.rated import read_similarities

STS = 'main\tMSRvid\t2012\t0\t5.000\tA man.\t"The man".\nmain\tMSRvid\t2012\t1\t2.4\tA dog.\tA cat.\tfrom\there\n'
SICK = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tjudgment\n4\tA man\tThe man\t4.5\tNEUTRAL\n"
CASES = [
    (STS, (["A man.", "A dog."], ['"The man".', "A cat."], [5.0, 2.4]), "quotes are letters, more columns may follow"),
    (SICK, (["A man"], ["The man"], [4.5]), "columns by their names"),
    ("score\tsentence1\tsentence2\n1\ta\tb\n", (["a"], ["b"], [1.0]), "plain names, in any order"),
    ('sentence1,sentence2,score\n"a, b","c ""d""",2\n', (["a, b"], ['c "d"'], [2.0]), "commas and quotes"),
    ('sentence1,sentence2,score\n\n"a\nb",c,2\n \n', (["a\nb"], ["c"], [2.0]), "lines within quotes"),
    ("\ufeffsentence1\tsentence2\tscore\r\na\tb\t-1e-2\r\n\r\n", (["a"], ["b"], [-0.01]), "a mark, and other ends"),
    ("sentence1\tsentence2\tscore\n\tb\t1\n", ([""], ["b"], [1.0]), "an empty sentence is one too"),
]


@pytest.mark.parametrize(("text", "expected", "why"), CASES, ids=[case[2] for case in CASES])
def test_pairs(tmp_path: Path, text: str, expected: tuple[list[str], list[str], list[float]], why: str) -> None:
    (tmp_path / "pairs.txt").write_text(text, encoding="utf-8", newline="")
    found = read_similarities(str(tmp_path / "pairs.txt"))
    assert (list(found.left), list(found.right), list(found.scores)) == expected


HEAD = "sentence1\tsentence2\tscore\n"
WRONG = [
    ("", ": the file is empty"),
    (HEAD, ": there are no pairs of sentences after the first line"),
    (HEAD + "a\tb\t1\na\tb\t \n", ":3: there is no score of these sentences; give one, or remove the line"),
    (HEAD + "a\tb\tgood\n", ':2: "good" is not a score'),
    (HEAD + "a\tb\tnan\n", ':2: "nan" is not a score'),
    (HEAD + "a\tb\tinf\n", ':2: "inf" is not a score'),
    (HEAD + "a\tb\n", ":2: expected 3 columns with tabs between, found 2"),
    (HEAD + "a\tb\t1\tc\n", ":2: expected 3 columns with tabs between, found 4"),
    ("a\tb\t1\n", ":1: expected at least 7 columns with tabs between, found 3; a first line may name"),
    ('sentence1,sentence2,score\na,b,1\n"a,b,1\nc,d,2\n', ":4: this is not CSV: "),
    (STS + "main\tx\t1\t1\t\ta\tb\n", ":3: there is no score of these sentences"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_is_wrong_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    path = str(tmp_path / "pairs.txt")
    Path(path).write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as caught:
        read_similarities(path)
    assert str(caught.value).startswith(f"{path}{sentence}")


def test_a_sentence_may_be_long_and_the_limit_of_others_stays(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text(f"sentence1,sentence2,score\n{'a' * 200_000},b,1\n", encoding="utf-8")
    before = csv.field_size_limit()
    assert len(read_similarities(str(tmp_path / "pairs.csv")).left[0]) == 200_000
    assert csv.field_size_limit() == before


def test_files_of_one_set_one_after_the_other(tmp_path: Path) -> None:
    for name, row in {"dev": "a\tb\t1", "test": "c\td\t2"}.items():
        (tmp_path / name).write_text(f"{HEAD}{row}\n", encoding="utf-8")
    dev, test = (read_similarities(str(tmp_path / name), "sts") for name in ("dev", "test"))
    both = dev.and_(test)
    assert (both.name, both.left, both.right, both.scores) == ("sts", ["a", "c"], ["b", "d"], [1.0, 2.0])


NAMES = [("sentence_A", "sentence_B"), ("sentence1", "sentence2"), ("sentence_1", "sentence_2"), ("text1", "text2")]


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("score", ["relatedness_score", "score", "similarity", "label", " Score "])
def test_names_of_columns(tmp_path: Path, names: tuple[str, str], score: str) -> None:
    for blank in ("\t", ","):
        rows = (("id", score, names[1], names[0]), ("7", "2", "b", "a"))
        (tmp_path / "pairs").write_text("".join(blank.join(row) + "\n" for row in rows), encoding="utf-8")
        found = read_similarities(str(tmp_path / "pairs"))
        assert [found.left, found.right, found.scores, found.name] == [("a",), ("b",), (2.0,), str(tmp_path / "pairs")]
