"""Tags of a file, and tables from one set of tags to another."""

from pathlib import Path

import pytest

from mondegreen import ScoreError
from mondegreen.resources.tags import TagMap, Tags, load, load_map


def written(folder: Path, *lines: str) -> str:
    (folder / "tags").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(folder / "tags")


def test_a_tag_for_each_word(tmp_path: Path) -> None:
    tags = load(written(tmp_path, "u1 N V", "", "u2", "u3  A"), None)
    assert isinstance(tags, Tags)
    assert tags.of(["u3", "u1", "u2"], [["a"], ["b", "c"], []]) == [["A"], ["N", "V"], []]
    assert tags.of(["nobody"], [[]]) == [[]], "of no words nothing is missing"
    assert tags.of(["u1"], [["b"]], strict=False) == [["N", "V"]]
    for key, words, sentence in (
        ("u1", ["b"], "utterance u1: 2 tags for 1 words"),
        ("u1", [], "utterance u1: 2 tags for 0 words"),
        ("u2", ["b"], "utterance u2: 0 tags for 1 words"),
        ("u4", ["b"], "utterance u4: it has no tags here"),
    ):
        with pytest.raises(ScoreError, match=f"tags: {sentence}"):
            tags.of([key], [words])


def test_a_key_that_comes_twice_is_named_by_its_line(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=r"tags:3: "):
        Tags(written(tmp_path, "u1 N", "u2 N", "u1 V"))


def test_tags_by_a_table(tmp_path: Path) -> None:
    table = load_map(written(tmp_path, "NN NOUN", "VB VERB", "NNS NOUN"), None)
    assert isinstance(table, TagMap)
    assert table.apply([["NN", "VB"], [], ["NNS"]]) == [["NOUN", "VERB"], [], ["NOUN"]]
    with pytest.raises(ScoreError, match='tags: it has no line for the tag "JJ"'):
        table.apply([["NN", "JJ"]])


def test_the_identity_is_the_name_and_what_the_file_holds(tmp_path: Path) -> None:
    one = Tags(written(tmp_path, "u1 N")).identity
    same = Tags(written(tmp_path, "u1 N")).identity
    other = Tags(written(tmp_path, "u1 V")).identity
    assert one == same != other
    assert one.startswith("tags@")
    assert len(one) == len("tags@") + 64


def test_a_file_must_be_named_and_be_there(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="no files of tags are given: name one for the references"):
        load(None, None)
    with pytest.raises(ScoreError, match="no table of tags is given: name a file"):
        load_map(None, None)
    with pytest.raises(ScoreError, match="nothing: cannot be read: No such file"):
        Tags(str(tmp_path / "nothing"))
