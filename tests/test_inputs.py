"""What Python programs hand over as texts: each kind is scored as it is meant, or refused in a sentence."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import inputs

pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))

IDS = ["u1", "u2", "u3"]
REFERENCES = ["the cat sat", "a b", "d"]
HYPOTHESES = ["the cat sad", "a b", "e"]
# One word of three, none of two, and one of one.
WER = 100 * 2 / 6
FRAME = {"id": IDS, "ref": REFERENCES, "hyp": HYPOTHESES}
TABLES = [pd.DataFrame, pl.DataFrame]


def wer(references: Any, hypotheses: Any = None, **how: Any) -> float:
    return mg.score(references, hypotheses, ["wer"], **how)["wer"].value


def shuffled(values: list[str]) -> list[str]:
    return [values[place] for place in (2, 0, 1)]


@pytest.mark.parametrize("table", [pd.DataFrame(FRAME), pl.DataFrame(FRAME), pa.table(FRAME)])
def test_a_table_is_scored_by_the_columns_that_are_named(table: Any) -> None:
    assert wer(table, ref_column="ref", hyp_column="hyp") == WER
    run = mg.score(table, ref_column="ref", hyp_column="hyp", id_column="id")
    assert [run["wer"].value, list(run.pairs.keys)] == [WER, IDS]
    assert wer(table, table, ref_column="ref", hyp_column="hyp") == WER


@pytest.mark.parametrize("kind", TABLES)
def test_two_tables_are_joined_by_their_ids(kind: Any) -> None:
    references = kind({"id": IDS, "ref": REFERENCES})
    hypotheses = kind({"id": shuffled(IDS), "hyp": shuffled(HYPOTHESES)})
    assert wer(references, hypotheses, ref_column="ref", hyp_column="hyp", id_column="id") == WER
    assert wer(references, hypotheses, id_column="id") == WER  # one column is left, which can but be the text


@pytest.mark.parametrize("kind", TABLES)
def test_names_of_columns_are_never_texts(kind: Any) -> None:
    """W3: these were scored as the texts "id" and "ref" against "id" and "hyp"."""
    table = kind(FRAME)
    assert wer(table[["ref"]], table[["hyp"]]) == WER
    with pytest.raises(mg.ScoreError, match=r"references are a table; name .* with ref_column \(columns: id, ref\)"):
        mg.score(table[["id", "ref"]], table[["id", "hyp"]])
    with pytest.raises(
        mg.ScoreError, match=r"hypotheses are a table; name .* with hyp_column \(columns: id, ref, hyp\)"
    ):
        mg.score(table, ref_column="ref")
    with pytest.raises(mg.ScoreError, match='no column "hypo"; did you mean hyp'):
        mg.score(table, ref_column="ref", hyp_column="hypo")
    with pytest.raises(mg.ScoreError, match='both "ref" of one table'):
        mg.score(table, ref_column="ref", hyp_column="ref")
    with pytest.raises(mg.ScoreError, match="ref_column is for tables, and references are of type list"):
        mg.score(["a"], ["a"], ref_column="ref")


def test_a_dict_of_columns_is_a_table_where_columns_are_named() -> None:
    assert wer(FRAME, ref_column="ref", hyp_column="hyp", id_column="id") == WER


def test_a_table_without_hypotheses_asks_for_columns() -> None:
    with pytest.raises(mg.ScoreError, match="ref_column"):
        mg.score(pd.DataFrame(FRAME))


def test_a_name_that_two_columns_have_is_refused() -> None:
    table = pd.DataFrame([["a", "b", "a"]], columns=["ref", "ref", "hyp"])
    with pytest.raises(mg.ScoreError, match='2 columns are called "ref"'):
        mg.score(table, ref_column="ref", hyp_column="hyp")


def test_a_table_whose_columns_cannot_be_taken() -> None:
    lazy = SimpleNamespace(columns=["ref", "hyp"])
    with pytest.raises(mg.ScoreError, match='the column "ref" of a SimpleNamespace cannot be taken'):
        mg.score(lazy, ref_column="ref", hyp_column="hyp")


def test_a_series_is_keyed_by_its_index() -> None:
    """W4: identical texts in another order were 66.67."""
    references, hypotheses = (pd.Series(each, index=IDS) for each in (REFERENCES, HYPOTHESES))
    assert wer(references, references.iloc[[2, 0, 1]]) == 0
    assert wer(references, hypotheses.iloc[[2, 0, 1]]) == WER
    assert wer(references, dict(zip(shuffled(IDS), shuffled(HYPOTHESES), strict=True))) == WER


def test_an_index_that_only_counts_is_no_id() -> None:
    references, hypotheses = pd.Series(REFERENCES), pd.Series(HYPOTHESES)
    assert wer(references, hypotheses) == wer(references, HYPOTHESES) == wer(REFERENCES, hypotheses) == WER
    assert not mg.score(references, hypotheses).pairs.keyed
    with pytest.warns(mg.ScoreNote, match="paired by the index.*to pair by order, give lists") as told:
        assert mg.score(references, hypotheses.iloc[[2, 0, 1]])["wer"].value == WER
    assert told[0].filename == __file__
    with pytest.raises(mg.ScoreError, match="only references have utterance IDs"):  # as of the rows of a test set
        mg.score(pd.Series(REFERENCES, index=[0, 2, 5]), hypotheses)
    assert wer(pl.Series(REFERENCES), pl.Series(HYPOTHESES)) == WER


def test_an_index_with_labels_that_come_twice() -> None:
    """Tables that were put together have them: in one order on both sides they are positions."""
    table = pd.concat([pd.DataFrame(FRAME)] * 2)
    assert wer(table.ref, table.hyp) == wer(table, ref_column="ref", hyp_column="hyp") == WER
    assert len(mg.score(table.ref, table.hyp).pairs) == 6


@pytest.mark.parametrize("other", [HYPOTHESES, pl.Series(HYPOTHESES), np.array(HYPOTHESES)])
def test_ids_on_one_side_alone_are_refused(other: Any) -> None:
    for sides in (dict(zip(IDS, REFERENCES, strict=True)), other), (pd.Series(REFERENCES, index=IDS), other):
        with pytest.raises(mg.ScoreError, match="only references have utterance IDs, and hypotheses have none; give"):
            mg.score(*sides)
        with pytest.raises(mg.ScoreError, match="only hypotheses have utterance IDs, and references have none; give"):
            mg.score(*sides[::-1])


def test_a_file_with_ids_beside_a_list_is_refused_in_the_words_of_python(tmp_path: Path) -> None:
    path = tmp_path / "ref"
    path.write_text("u-1 a b\nu-2 c d\n", encoding="utf-8")
    with pytest.raises(mg.ScoreError, match=r"only references have utterance IDs.*give dicts"):
        mg.score(path, ["a b", "c d"])
    assert wer(path, {"u-1": "a b", "u-2": "c x"}) == 25
    assert wer(path, pd.Series(["c x", "a b"], index=["u-2", "u-1"])) == 25


def test_generators_arrays_and_views() -> None:
    assert wer((text for text in REFERENCES), iter(HYPOTHESES)) == WER
    assert wer(np.array(REFERENCES), np.array(HYPOTHESES, dtype=object)) == WER
    assert wer(FRAME["ref"], dict(zip(IDS, HYPOTHESES, strict=True)).values()) == WER
    with pytest.raises(mg.ScoreError, match=r"references\[0\] is of type int; an utterance is"):
        mg.score((number for number in [3]), ["a"])


NAMED: list[Callable[[list[str], list[str]], Any]] = [
    lambda ids, texts: dict(zip(ids, texts, strict=True)),
    lambda ids, texts: pd.Series(texts, index=ids),
    lambda ids, texts: mg.Corpus(ids, texts, "corpus"),
    lambda ids, texts: {each: text.split() for each, text in zip(ids, texts, strict=True)},
    lambda ids, texts: pd.DataFrame({"text": texts}, index=ids),
]
ORDERED: list[Callable[[list[str]], Any]] = [list, tuple, iter, np.array, pl.Series, pd.Series]


@pytest.mark.parametrize("seed", range(40))
def test_each_kind_beside_each_other_gives_the_true_score_or_is_refused(seed: int) -> None:
    chance = random.Random(seed)
    ids = [f"u{place}" for place in range(chance.randrange(2, 9))]
    texts = {each: " ".join(chance.choices("abc", k=chance.randrange(1, 5))) for each in ids}
    heard = {each: " ".join(chance.choices("abc", k=chance.randrange(1, 5))) for each in ids}
    truth = wer(list(texts.values()), list(heard.values()))
    mixed = chance.sample(ids, len(ids))
    left, right = chance.choice(NAMED), chance.choice(NAMED)
    assert wer(left(ids, list(texts.values())), right(mixed, [heard[each] for each in mixed])) == truth
    first, second = chance.choice(ORDERED), chance.choice(ORDERED)
    assert wer(first(list(texts.values())), second(list(heard.values()))) == truth
    counted = list if second is pd.Series else second  # a series that counts follows one with labels
    with pytest.raises(mg.ScoreError, match="utterance IDs"):
        mg.score(left(ids, list(texts.values())), counted(list(heard.values())))


def test_lists_of_tokens() -> None:
    words = [text.split() for text in REFERENCES], [tuple(text.split()) for text in HYPOTHESES]
    assert wer(*words) == WER
    numbers = [[1, 2, 3], [4, 5], [6]], [[1, 2, 7], [4, 5], [8]]
    assert wer(*numbers) == WER
    assert wer(*(list(map(np.array, side)) for side in numbers)) == WER
    assert wer({"u": [1, 2]}, {"u": [1, 3]}) == 50
    with pytest.raises(mg.ScoreError, match=r'references\[0\] has the token "new york", which is not one word'):
        mg.score([["new york"]], [["new"]])


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_what_is_missing_is_named_by_its_place(missing: Any) -> None:
    for sides in (["a", "b"], ["a", missing]), (pd.Series(["a", "b"]), pd.Series(["a", missing], dtype=object)):
        with pytest.raises(mg.ScoreError, match=r'hypotheses\[1\] is (None|nan|<NA>); where nothing .* write ""'):
            mg.score(*sides)
    with pytest.raises(mg.ScoreError, match=r"references\['u1'\] is"):
        mg.score({"u1": missing}, {"u1": "a"})
    with pytest.raises(mg.ScoreError, match=r"the index of references: number 2 is (None|nan|<NA>)"):
        mg.score(pd.Series(["a", "b"], index=["x", missing]), pd.Series(["a", "b"], index=["x", "y"]))


REFUSED: list[tuple[Any, str]] = [
    ([b"a"], r"references\[0\] is bytes; decode"),
    (b"a", "references are of type bytes; give a list"),
    ({"u": b"a"}, r"references\['u'\] is bytes"),
    ([["a", b"b"]], r"references\[0\]\[1\] is of type bytes; a token is"),
    ([["a", None]], r"references\[0\]\[1\] is None; a token is"),
    ([3], r"references\[0\] is of type int; an utterance is"),
    (np.array([1, 2]), r"references\[0\] is of type int; an utterance is"),
    ([{"text": "a"}], r"references\[0\] is of type dict; an utterance is"),
    ({"a"}, "references are of type set, which has no order"),
    (None, "references are None; give a list"),
    (3, "references are of type int; give a list"),
    ([[1.5]], r"references\[0\]\[0\] is of type float; a token is"),
]


@pytest.mark.parametrize(("references", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_no_text_is_refused_in_a_sentence(references: Any, message: str) -> None:
    other = {"u": "a"} if isinstance(references, dict) else ["a"]
    with pytest.raises(mg.ScoreError, match=message):
        mg.score(references, other)
    with pytest.raises(mg.ScoreError, match=message):
        mg.align(references, other)


def test_two_strings_are_texts() -> None:
    assert wer("the cat sat", "the cat sad") == pytest.approx(100 / 3)
    assert wer("the cat sat", "") == 100


def test_strings_that_may_be_paths_are_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my ref", "my hyp"):
        Path(name).write_text("u-1 a b\nu-2 c d\n", encoding="utf-8")
    assert mg.score("my ref", "my hyp")["wer"].total.words == 4
    hint = r"cannot be read: .*; a string is the path of a file; a text is given in a list"
    for references, hypotheses in (("ref", "hyp"), ("my ref", "my hpy"), ("the ref.txt", "the hyp.txt")):
        with pytest.raises(mg.ScoreError, match=hint):
            mg.score(references, hypotheses)
    with pytest.raises(mg.ScoreError, match=r"no file: cannot be read: No such file or directory$"):
        mg.score(Path("no file"), Path("no other"))


def test_align_pairs_dicts_by_key() -> None:
    found = mg.align({"u1": "a b", "u2": "c"}, {"u2": "c", "u1": "a x"})
    assert found.errors.tolist() == [1, 0]
    series = (pd.Series(each, index=index) for each, index in ((["a b", "c"], IDS[:2]), (["c", "a x"], IDS[1::-1])))
    assert mg.align(*series).errors.tolist() == [1, 0]
    with pytest.raises(mg.ScoreError, match="1 utterance not in the hypotheses, and pairs are aligned: u2"):
        mg.align({"u1": "a", "u2": "b"}, {"u1": "a"})
    with pytest.raises(mg.ScoreError, match="1 utterance not in the references, and pairs are aligned: u2"):
        mg.align({"u1": "a"}, {"u1": "a", "u2": "b"})
    with pytest.raises(mg.ScoreError, match=r"only references have utterance IDs"):
        mg.align({"u1": "a"}, ["a"])
    with pytest.raises(mg.ScoreError, match="1 utterance more than once in the references, and pairs are aligned: u"):
        mg.align(pd.Series(["a", "b"], index=["u", "u"]), pd.Series(["a", "b"], index=["u", "v"]))


def test_align_takes_texts_and_numbers_of_tokens() -> None:
    assert mg.align("the cat sat", "the cat sad").counts.tolist() == [[2, 1, 0, 0]]
    assert mg.align([[1, 2, 3]], [[1, 3]]).errors.tolist() == [1]
    assert mg.align([["new york", "a"]], [["new york", "b"]]).counts.tolist() == [[1, 1, 0, 0]]
    assert mg.align(iter(["a b"]), ("a c",)).errors.tolist() == [1]


def test_no_library_of_tables_is_imported() -> None:
    code = (
        "import sys, mondegreen as mg\n"
        "mg.score(['a'], ['a']), mg.score({'u': [1]}, {'u': [1]}), mg.align('a', 'a')\n"
        "print(sorted({'pandas', 'polars', 'pyarrow', 'torch'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("sides", [([b"a b"], [b"a c"]), (["a", b"b"], ["a", "b"]), (["a"], [b"a"]), ([b"a"], ["a"])])
def test_bytes_are_not_aligned_either(sides: tuple[list[Any], list[Any]]) -> None:
    with pytest.raises(mg.ScoreError, match=r"\[\d\] is bytes; decode them first"):
        mg.align(*sides)


PATHS = [
    ("the cat", "the dog", True),
    ("the cat", "dog", True),
    ("cat", "dog", False),  # may be names of files
    ("and/or not", "a b", False),
    ("a b", "c\\d e", False),
    ("what *", "a b", False),
    ("a | b", "a b", False),
    ("ark:a b", "a b", False),
    ("scp,t:a b", "a b", False),
    ("a bark:c", "a b", True),
    ("a b.txt", "a b", False),
    ("a b. c", "a b", True),
    ("it is 2.5", "a b", True),  # no ending of a file begins with a digit
    (["a b"], "a b", False),
    ("a b", None, False),
]


@pytest.mark.parametrize(("references", "hypotheses", "expected"), PATHS)
def test_which_strings_are_plainly_texts(references: Any, hypotheses: Any, expected: bool) -> None:
    assert inputs.are_texts(references, hypotheses) is expected


def test_an_index_that_does_more_than_count_is_the_id_beside_a_file(tmp_path: Path) -> None:
    assert inputs.make_corpus(pd.Series(["a"], index=["u"]), "texts").keys == ["u"]
    assert not inputs.make_corpus(pd.Series(["a", "b"]), "texts").keyed
    assert inputs.make_corpus(pd.Series(["a", "b"], index=[1, 0]), "texts").keys == ["1", "0"]


def test_two_columns_of_one_table_are_two_columns() -> None:
    with pytest.raises(mg.ScoreError) as refused:
        mg.score(FRAME, FRAME, ref_column="ref", hyp_column="ref")
    assert str(refused.value) == 'ref_column and hyp_column are both "ref" of one table; name two columns'
    same = {"id": IDS, "ref": REFERENCES}
    assert wer(same, dict(same), ref_column="ref", hyp_column="ref") == 0  # of two tables


LABELS = [
    ({b"u": "a"}, "utterance IDs of references: number 1 is of type bytes, which is not an utterance ID"),
    ({"u": "a", None: "b"}, "utterance IDs of references: number 2 is None, which is not an utterance ID"),
]


@pytest.mark.parametrize(("references", "sentence"), LABELS)
def test_labels_that_are_no_ids(references: Any, sentence: str) -> None:
    with pytest.raises(mg.ScoreError) as refused:
        mg.score(references, {"u": "a", "v": "b"})
    assert str(refused.value) == sentence


def test_ids_of_a_column_are_texts_too() -> None:
    table = pd.DataFrame({"id": [1, 2], "ref": ["a", "b"], "hyp": ["a", "c"]})
    run = mg.score(table, ref_column="ref", hyp_column="hyp", id_column="id")
    assert list(run.pairs.keys) == ["1", "2"]
    with pytest.raises(
        mg.ScoreError, match=r"^the ID column of references: number 2 is nan, which is not an utterance ID$"
    ):
        mg.score(table.assign(id=["u", float("nan")]), ref_column="ref", hyp_column="hyp", id_column="id")
    with pytest.raises(
        mg.ScoreError, match=r"^id_column is for tables, and references are of type list; leave it out$"
    ):
        mg.score(["a"], ["a"], id_column="id")


def test_columns_of_a_side() -> None:
    columns = inputs.Columns("ref", "hyp", "id")
    assert [columns.text("references"), columns.text("hypotheses"), columns.text("texts")] == ["ref", "hyp", "hyp"]
    assert columns.given("references") == ["ref_column", "id_column"]
    assert columns.given("hypotheses") == ["hyp_column", "id_column"]
    assert columns.given("texts") == ["text_column", "id_column"]
    assert inputs.NONE.given("references") == []


def test_nothing_recognized_needs_no_ids() -> None:
    with pytest.warns(mg.ScoreWarning, match="1 utterance of references not in hypotheses, scored as empty: u"):
        assert wer({"u": "a b"}, []) == 100
    with pytest.raises(mg.ScoreError, match="only hypotheses have utterance IDs"):
        mg.score([], {"u": "a"})
